"""After a fight at sea: captures, gold, what both fleets lose (PUR-20 to PUR-25, NLS)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.facts import countries
from engine.facts.board import in_or_off
from engine.fleets import fleet_counters, fleets, gold
from engine.grammar import conjugate, counted
from engine.land.battle import aftermath as after
from engine.land.battle.parameters import Force
from engine.play.asks import Choose, Option
from engine.play.phase import Phase
from engine.sea.battle import losses
from engine.sea.battle.retreat import Fled
from engine.sea.battle_math import battle as fighting
from engine.sea.battle_math.battle import Fought
from engine.sea.battle_math.fleet_in_battle import Fleet
from engine.sea.battle_math.losses import PER_STAR, Dealt, toll
from engine.sea.battle_math.parameters import Both
from engine.sea.under_way import carried_troops
from engine.state import sides

NOTHING: Final = "nothing"

SUNK, SEIZED, LOOSE = 5, 10, 5
"""Per NTD captured in a pursuit: ducats sunk and seized; per other ship when no NTD is left."""


@dataclass(slots=True)
class Field:
    """A battle at sea after its pursuit: the counters left to both sides, the thirds they have
    lost, and where they have gone. `told` is what the questions say of it so far: who has won."""

    zone: str
    both: Both
    fought: Fought
    told: losses.Told
    left: list[tuple[int, ...]]
    lost: list[int] = field(default_factory=lambda: [0, 0])
    gone: list[Fled | None] = field(default_factory=lambda: [None, None])

    def force(self, at: int) -> Force:
        """What is left of a side."""
        return self.both[at]._replace(unit_ids=self.left[at])

    def country(self, at: int) -> str:
        """The country that commands a side."""
        return self.fought.setup.forces[at].name


async def apply_losses(phase: Phase, field: Field) -> None:
    """Captures of the pursuit, then what both fleets lose: counters left, thirds lost.

    PUR-20 to PUR-24, NLS: they are applied now, before the retreats (NLS-15, NLS-A3), and with them
    the gold and the troops that find no room any more (CMB-27, CMB-28). Prizes have joined the
    pursuer before his own losses: they sail on, and carry, where he has lost all he came with.
    """
    state, zone, fought, winner = phase.state, field.zone, field.fought, field.fought.winner
    prizes: list[dict[str, int]] = [{}, {}]
    if winner is not None and (stars := fighting.pursuit_stars(fought)):
        beaten = field.force(1 - winner)
        ducats = gold.ducats_aboard(state, beaten.units(state))
        taken = prizes[1 - winner] = await _capture(phase, field, winner, stars, ducats)
        plunder(phase, zone, ducats, beaten.unit_ids, taken, field.country(winner))
        await carried_troops.lose_with_captures(
            phase, zone, beaten.alliance, beaten.unit_ids, taken
        )
    crews = [{unit.country for unit in field.force(at).units(state)} for at in (0, 1)]
    ducats_before = [gold.ducats_aboard(state, field.force(at).units(state)) for at in (0, 1)]

    async def keep_cargo(at: int) -> None:
        gold.keep(phase, state.units_by_id(field.left[at]), ducats_before[at], zone)
        await carried_troops.drop_excess(phase, zone, field.both[at].alliance, field.left[at])

    for at, known in enumerate(fought.setup.forces):
        found = toll(known.side, fought.suffered(at), winner == at, prizes[at])
        field.lost[at] = found.lost
        suffered = await losses.suffer(
            phase, zone, field.left[at], known.side, found.dealt, fought.routed(at), field.told
        )
        field.left[at] = suffered.left
        if at != winner:
            await keep_cargo(at)
        _tell_losses(phase, zone, known.side, found.dealt, suffered)
    if winner is not None:
        if prizes[1 - winner]:
            await _man(phase, field, winner, prizes[1 - winner], crews[winner])
        await keep_cargo(winner)


def _tell_losses(
    phase: Phase, zone: str, fleet: Fleet, dealt: Dealt, suffered: losses.Suffered
) -> None:
    parts = []
    for fate, number in dealt._asdict().items():
        ships = fleets.ships_in_words(getattr(suffered, fate, {}))
        which = f" ({ships})" if ships else ""
        if number:
            parts.append(f"{after.battle_losses(number, 'ND')} {fate}{which}")
    if parts:
        text = f"{countries.country_name(fleet.country)}: {', '.join(parts)}."
        sheet = {"country": fleet.country, "afloat": dealt.destroyed, "cause": "the battle"}
        phase.tell("losses", text, zone, sides.decider(phase.state, fleet.country), sheet)


async def _capture(
    phase: Phase, field: Field, winner: int, stars: int, ducats: int
) -> dict[str, int]:
    """The pursuer takes ships, one kind for each star; what was taken by kind (PUR-20, PUR-21).

    Each choice says what it would cost the pursued of the `ducats` they carry (PUR-23, PUR-24).
    """
    state, zone, beaten = phase.state, field.zone, field.force(1 - winner)
    who = sides.decider(state, field.country(winner))
    taken: dict[str, int] = {}
    owned: dict[str, dict[str, int]] = {}
    for star in range(stars):
        enemies = beaten.units(state)
        held = losses.by_owner(enemies, PER_STAR)
        if not held:
            break
        chosen = await Choose(
            who=who,
            name="capture",
            what=f"Which ships are captured {in_or_off(zone)} (star {star + 1} of {stars})?",
            about={"place": zone, "units": [unit.id for unit in enemies], **field.told},
            options=[
                *(_prize(*each, _gold(ducats, taken, each[0], held)) for each in held.items()),
                Option(NOTHING, "none", "they get away"),
            ],
            enter=max(held, key=lambda key: (PER_STAR[key.partition(".")[2]], held[key])),
        )
        if chosen == NOTHING:
            continue
        owner, _, kind = chosen.partition(".")
        for _ in range(min(PER_STAR[kind], held[chosen])):
            fleet_counters.take_ship(state, beaten.unit_ids, owner, kind)
            taken[kind] = taken.get(kind, 0) + 1
            own = owned.setdefault(owner, {})
            own[kind] = own.get(kind, 0) + 1
    if taken:
        are = conjugate("be captured", sum(taken.values()))
        text = f"{fleets.prizes_in_words(owned)} {are}."
        sheet = {"ships": taken, **fleets.toll_of_prizes(owned)}
        phase.tell("capture", text, zone, who, sheet)
    return taken


def _prize(key: str, number: int, detail: str) -> Option:
    owner, _, kind = key.partition(".")
    count = min(number, PER_STAR[kind])
    return Option(key, f"{count} {kind} of {countries.with_article(owner)}", detail)


def _gold(ducats: int, taken: Mapping[str, int], key: str, held: Mapping[str, int]) -> str:
    """What a choice adds to the ducats seized and sunk, "" for nothing."""
    kind = key.partition(".")[2]
    count = min(held[key], PER_STAR[kind])
    transports = sum(number for each, number in held.items() if each.endswith(".NTD"))
    then = {**taken, kind: taken.get(kind, 0) + count}
    left = transports - (count if kind == "NTD" else 0)
    old = gold_lost_in_pursuit(ducats, taken, transports > 0)
    new = gold_lost_in_pursuit(ducats, then, left > 0)
    seized, sunk = new[0] - old[0], new[1] - old[1]
    said = [f"{counted(seized, 'ducat')} seized"] if seized else []
    return ", ".join([*said, *([f"{sunk} sunk"] if sunk > 0 else [])])


async def _man(
    phase: Phase, field: Field, winner: int, taken: Mapping[str, int], crews: Iterable[str]
) -> None:
    """Captured ships join the pursuing stack, under any nationality that was in it (PUR-21)."""
    state, zone, left = phase.state, field.zone, field.left[winner]
    nations = sorted(crews)
    prizes = fleets.ships_in_words(taken)
    crew = await Choose(
        who=sides.decider(state, field.country(winner)),
        name="prize-crew",
        what=f"Who mans {prizes} captured {in_or_off(zone)}?",
        about={"place": zone, "ships": dict(taken), **field.told},
        options=[Option(name, countries.country_name(name)) for name in nations],
        enter=nations[0],
    )
    last = state.last_unit
    manned: dict[str, int] = {}
    lost: dict[str, int] = {}
    for kind, number in taken.items():
        for _ in range(number):
            pile = manned if losses.man_prize(state, left, crew, kind, zone) else lost
            pile[kind] = pile.get(kind, 0) + 1
    by, who = countries.with_article(crew), sides.decider(state, crew)
    if manned:
        are = conjugate("be", sum(manned.values()))
        text = f"{fleets.ships_in_words(manned)} {are} manned by {by} (PUR-21)."
        phase.tell("capture", text, zone, who)
    if lost:
        are = conjugate("be lost", sum(lost.values()))
        text = f"{fleets.ships_in_words(lost)} {are}: no counter of {by} is left."
        phase.tell("capture", text, zone, who)
    field.left[winner] = tuple(losses.alive(state, left, last))


def gold_lost_in_pursuit(
    ducats: int, taken: Mapping[str, int], transports_left: bool
) -> tuple[int, int]:
    """What a pursuit costs of the gold aboard: ducats seized, and ducats sunk (PUR-23, PUR-24).

    Never more than there is, the seized part first (PUR-A6).
    """
    prizes = SEIZED * taken.get("NTD", 0)
    if not transports_left:
        prizes += LOOSE * sum(number for kind, number in taken.items() if kind != "NTD")
    prizes = min(ducats, prizes)
    return prizes, min(ducats - prizes, SUNK * taken.get("NTD", 0))


def plunder(
    phase: Phase, zone: str, before: int, left: Sequence[int], taken: dict[str, int], captor: str
) -> None:
    """Gold of a pursued stack is seized, booked at once and tracked no further (PUR-23 to 25).

    `before` are the ducats it carried before the capture, `captor` who pursues it (CMB-34).
    """
    state = phase.state
    units = state.units_by_id(left)
    prizes, sunk = gold_lost_in_pursuit(before, taken, bool(fleets.ships(units).get("NTD")))
    gold.settle(state, units, before - prizes - sunk)
    if prizes or sunk:
        state.countries[captor].treasury += prizes
        lost = f"; {sunk} are sunk" if sunk else ""
        text = f"{countries.does(captor, 'seize')} {counted(prizes, 'ducat')} of gold{lost}."
        phase.tell("gold", text, zone, sides.decider(state, captor))
