"""Losses of a battle at sea on the board: which ships suffer, who takes a prize (NLS, PUR-21).

How many suffer is calculated in engine.sea.battle_math.losses; the damaged ones are written down
(engine.sea.damaged_ships).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeAlias

from engine.combat.leaders import DETACHMENT
from engine.facts import countries
from engine.fleets import fleet_counters, fleets
from engine.grammar import join_names
from engine.play.asks import Ask, BadAnswer, Choose, Option, Raw
from engine.play.phase import Phase
from engine.sea import damaged_ships
from engine.sea.battle_math.fleet_in_battle import EXPLORER, GALLEYS, LINES, Fleet
from engine.sea.battle_math.losses import Dealt
from engine.state import State, forces, known_zones, sides
from engine.state.forces import KINDS, Unit

HORN: Final = "sea-horn"
Told: TypeAlias = Mapping[str, Any]  # `sheet`: the battle's before its losses are chosen
NOTHING_TOLD: Final[Told] = {}
Taken: TypeAlias = Counter[tuple[str, str]]  # by owner and kind


@dataclass(slots=True, kw_only=True)
class Ships(Ask[dict[str, int]]):
    """Which ships suffer: a number for each owner and kind, `spain.NGD` for instance.

    `present` are the ships that may be named, `number` how many must be, `due` a kind of which at
    least one must be among them ("" for none).
    """

    complete = False

    present: Mapping[str, int]
    number: int
    due: str = ""

    def parse(self, raw: Raw) -> dict[str, int]:
        if type(raw) is not dict or any(type(number) is not int for number in raw.values()):
            raise BadAnswer(f"{raw!r} is not a number of ships by owner and kind")
        for key, number in raw.items():
            if key not in self.present:
                raise BadAnswer(f"{key!r} is not among: {', '.join(self.present)}")
            if not 0 <= number <= self.present[key]:
                raise BadAnswer(f"{number} {key}: there are 0 to {self.present[key]}")
        if sum(raw.values()) != self.number:
            raise BadAnswer(f"{sum(raw.values())} ships are named; it must be {self.number}")
        if self.due and not any(raw[key] for key in raw if key.endswith("." + self.due)):
            raise BadAnswer(f"at least one {self.due} must be among them")
        return {key: raw[key] for key in self.present if raw.get(key)}

    def offers(self) -> list[Raw]:
        found: dict[tuple[tuple[str, int], ...], Raw] = {}
        for first in self.present:
            offer: dict[str, int] = {}
            due = [key for key in self.present if key.endswith("." + self.due)] if self.due else []
            left = self.number
            for key in due[:1]:
                offer[key], left = 1, left - 1
            for key in (first, *self.present):
                more = min(left, self.present[key] - offer.get(key, 0))
                if more:
                    offer[key] = offer.get(key, 0) + more
                    left -= more
            found[tuple(sorted(offer.items()))] = {key: offer[key] for key in sorted(offer)}
        return [found[key] for key in sorted(found)]

    def label(self, raw: Raw) -> str:
        names = []
        for key, number in raw.items():
            owner, _, kind = key.partition(".")
            names.append(f"{number} {kind} of {countries.with_article(owner)}")
        return ", ".join(names) or "none"

    @property
    def default(self) -> Raw:
        return self.offers()[0]


class Suffered(NamedTuple):
    """What is left of a fleet: its counters, and by kind the ships destroyed and damaged."""

    left: tuple[int, ...]
    destroyed: Mapping[str, int]
    damaged: Mapping[str, int]


async def suffer(
    phase: Phase,
    zone: str,
    unit_ids: Sequence[int],
    fleet: Fleet,
    found: Dealt,
    routed: bool,
    told: Told = NOTHING_TOLD,
) -> Suffered:
    """Takes the damaged and destroyed ships off the board; the counters that are left, and what was
    taken.

    First-line ships go first, the side's controller chooses among them, and damaged ones are kept
    in the region of the battle. NLS-01, NLS-02, NLS-07, NLS-11, NLS-12, NLS-14. The questions say
    what is `told` of the battle so far.
    """
    state, last = phase.state, phase.state.last_unit
    due = "VGD" if routed and fleet.line == GALLEYS else ""
    first = due if not found.damaged else ""
    sunk = await _take(phase, zone, unit_ids, fleet, found.destroyed, "destroyed", first, told)
    if any(kind == "VGD" for _, kind in sunk):
        due = ""
    numbers = alive(state, unit_ids, last)
    hit = await _take(phase, zone, numbers, fleet, found.damaged, "damaged", due, told)
    where = damaged_ships.region(zone)
    if hit and zone == HORN:
        where = await Choose(
            who=sides.decider(state, fleet.country),
            name="damage-region",
            what="In which region are the ships damaged off Cape Horn kept?",
            options=[Option(key, damaged_ships.REGIONS[key]) for key in ("atlantic", "pacific")],
            about={"place": zone, **told},
            enter=where,
        )
    for (country, kind), number in sorted(hit.items()):
        damaged_ships.damage(state, country, where, kind, number)
    gone = sunk + hit
    for country in sorted({owner for owner, _ in gone} - {fleet.country}):
        own = {kind: number for (owner, kind), number in gone.items() if owner == country}
        ships = join_names(f"{number} {kind}" for kind, number in own.items())
        text = f"Of these {countries.does(country, 'lose')} {ships}."
        phase.tell("losses", text, zone, sides.decider(state, country))
    return Suffered(tuple(alive(state, numbers, last)), by_kind(sunk), by_kind(hit))


def by_kind(taken: Taken) -> dict[str, int]:
    """Whosever they were, so many ships of each kind."""
    found: Counter[str] = Counter()
    for (_, kind), number in taken.items():
        found[kind] += number
    return dict(found)


def alive(state: State, numbers: Sequence[int], last: int) -> list[int]:
    """Those of these counters that are left, with the change made since counter `last`."""
    return [*dict.fromkeys(unit.id for unit in state.units_and_change(numbers, last))]


async def _take(
    phase: Phase, zone: str, numbers: Sequence[int], fleet: Fleet, lost: int, fate: str, due: str,
    told: Told,
) -> Taken:  # fmt: skip
    """Takes that many thirds of ships, the first line's first; exploration detachments go with the
    warships of theirs, as far as there are any (NLS-07). What was taken by owner and kind."""
    state, last, line = phase.state, phase.state.last_unit, LINES[fleet.line]
    taken: Taken = Counter()
    for first in (True, False):
        left = alive(state, numbers, last)
        kinds = [kind for kind in fleets.SHIPS if (kind in line) == first]
        present = by_owner(state.units_by_id(left), kinds)
        whole = min(lost // DETACHMENT, sum(present.values()))
        if whole:
            wanted = due if any(key.endswith(".VGD") for key in present) else ""
            chosen = await _which(phase, zone, fleet, present, whole, fate, wanted, told)
            for key, number in chosen.items():
                country, _, kind = key.partition(".")
                for _ in range(number):
                    fleet_counters.take_ship(state, left, country, kind)
                taken[country, kind] += number
            lost -= DETACHMENT * whole
        if (EXPLORER in line) == first:
            explorers = [unit for unit in state.units_by_id(left) if unit.kind == EXPLORER][:lost]
            for unit in explorers:
                state.remove(unit)
                taken[unit.country, EXPLORER] += 1
            lost -= len(explorers)
    _break_warship(state, alive(state, numbers, last), lost, taken)
    return taken


def by_owner(units: Iterable[Unit], kinds: Container[str]) -> dict[str, int]:
    """The ships of these counters that are of some kinds, by `owner.kind`."""
    found = fleets.by_owner(units).items()
    return {f"{country}.{kind}": number for (country, kind), number in found if kind in kinds}


async def _which(
    phase: Phase, zone: str, fleet: Fleet, present: Mapping[str, int], number: int, fate: str,
    due: str, told: Told,
) -> dict[str, int]:  # fmt: skip
    """Asks which ships suffer, where there is a choice."""
    if len(present) == 1 or number == sum(present.values()):
        return dict.fromkeys(present, number) if len(present) == 1 else dict(present)
    owners = dict.fromkeys(key.partition(".")[0] for key in present)
    return await Ships(
        who=sides.decider(phase.state, fleet.country),
        name="ships-lost",
        what=f"{number} {'ships' if number > 1 else 'ship'} of "
        f"{join_names(map(countries.with_article, owners))} {'are' if number > 1 else 'is'} "
        f"{fate}: which?",
        about={"place": zone, "fate": fate, **told},
        present=present,
        number=number,
        due=due,
    )


def _break_warship(state: State, numbers: Sequence[int], lost: int, taken: Taken) -> None:
    """Takes thirds from a warship, which leaves exploration detachments for the rest (NLS-07).

    Where no counter is free for them they are lost too.
    """
    for unit in state.units_by_id(numbers) if lost else ():
        if "NWD" in fleets.ships([unit]):
            fleet_counters.add_explorers(state, unit.country, DETACHMENT - lost, unit)
            fleet_counters.take_ship(state, [unit.id], unit.country, "NWD")
            taken[unit.country, EXPLORER] += lost
            return


def man_prize(state: State, unit_ids: Sequence[int], country: str, kind: str, zone: str) -> bool:
    """A captured ship joins a stack: a fleet of the country with room, else as a counter (PUR-21).

    Galleasses are captured as galleys (PUR-A4). Where neither has room for it the ship is lost, and
    the answer is no.
    """
    kind = "NGD" if kind == "VGD" else kind
    own = [unit for unit in state.units_by_id(unit_ids) if unit.country == country]
    for unit in own:
        held = {**unit.ships, kind: unit.ships.get(kind, 0) + 1}
        if unit.kind in forces.FLEETS and fleet_counters.side(state, country, held):
            fleet_counters.fill(state, unit, held)
            return True
    if fleet_counters.free_counters(state, country, kind) <= 0:
        return False
    new = state.add(Unit(0, country, KINDS[kind], zone))
    state.marks.moved.add(new.id)
    if own:
        known_zones.pass_on(state, own[0].id, [new.id])
    return True
