"""Attrition at sea: what a voyage meets, the roll, the ships that are lost (ATS).

`chances` gives the odds of what engine.sea.under_way.attrition_math knows of a journey;
`voyage_attrition` rolls and takes the ships. Losses are in thirds of a naval detachment.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

from engine.chances.steps import FACES
from engine.facts import countries, tables
from engine.facts.board import called, in_or_off
from engine.fleets import fleet_counters, fleets, gold
from engine.fleets.naval_journey import Journey
from engine.grammar import counted, thirds
from engine.land.ground import losses
from engine.modifiers import Modifier, total
from engine.overseas import attrition_percentages
from engine.play.asks import Choose, Option
from engine.play.phase import Phase
from engine.sea.under_way.attrition_math import circumstances_of, modifiers
from engine.situation import naval_command
from engine.state import State, forces, sides
from engine.state.forces import Unit
from engine.state.stacks import Group

WHOLE_AT: Final = ("NGD", "VGD", "NTD")
"""Ships that never become exploration detachments (ATS-30, ATS-31)."""
AT_SEA: Final = "attrition at sea"
TO_PORT: Final = "attrition on the way to port"
BY_SEA: Final = "redeployment by sea"
"""Causes of losses on a way whose end is known before they roll."""


# Losses.


async def voyage_attrition(
    phase: Phase,
    group: Group,
    journey: Journey,
    why: str = AT_SEA,
    aboard: Sequence[int] = (),
) -> int:
    """Rolls attrition for a journey and takes the ships at once; the thirds really lost.

    The die is `<country>.attrition`, of a star `<country>.star` (ATS-01, ATS-27 to
    ATS-31). Troops `aboard`
    lose the same percentage of their own strength, with dice of their own (CMB-25, CMB-26).
    """
    state = phase.state
    units, leaders = state.units_by_id(group.units), state.leaders_by_id(group.leaders)
    if not units:
        return 0
    country = naval_command.commanding_country(state, units, leaders)
    found = modifiers(circumstances_of(state, group, journey))
    strength = fleets.thirds(units)
    name = fleets.units_and_owners(units)
    told, where = _in_words(why, journey.way[-1])
    rolled = await phase.roll(f"{country}.attrition", found, f"{why}, {name}")
    percent = tables.attrition_percent(rolled.result)
    lost = await attrition_percentages.roll_loss(phase, country, strength, percent)
    said = attrition_percentages.in_words(percent, lost, "ND")
    phase.tell_roll(rolled, f"{name}{where}: {told} ({rolled.spoken()}), {said}.", journey.way[-1])
    if not percent:
        return 0
    return await suffer(phase, group.units, country, lost, percent, aboard, why)


async def suffer(
    phase: Phase,
    unit_ids: Sequence[int],
    country: str,
    lost: int,
    percent: int,
    aboard: Sequence[int],
    why: str,
) -> int:
    """Takes so many thirds from ships; gold and troops `aboard` lose the same percentage (CMB-25,
    CMB-26), gold where it is, troops with dice of their own. The thirds of ships really lost."""
    state = phase.state
    ships, last = state.units_by_id(unit_ids), state.last_unit
    carried: dict[str, int] = {}
    for place in dict.fromkeys(ship.place for ship in ships) if state.sea.gold else ():
        if ducats := gold.ducats_aboard(state, [ship for ship in ships if ship.place == place]):
            carried[place] = ducats
    gone = await lose(phase, unit_ids, lost, why)
    for place, ducats in carried.items():
        left = [unit for unit in state.units_and_change(unit_ids, last) if unit.place == place]
        kept = min(gold.most_ducats(state, left), ducats - gold.lost_to_attrition(ducats, percent))
        if gold.ducats_aboard(state, left) != kept:
            gold.settle(state, left, kept)
        if kept < ducats:
            loses = countries.does(country, "lose")
            text = f"{loses} {counted(ducats - kept, 'ducat')} of gold ({why})."
            phase.tell("gold", text, place, sides.decider(state, country))
    if troops := state.units_by_id(aboard):
        size = forces.strength(troops)
        drowned = await attrition_percentages.roll_loss(phase, country, size, percent)
        await losses.lose(phase, [unit.id for unit in troops], drowned, f"{why}, aboard")
    return gone


async def lose(phase: Phase, unit_ids: Sequence[int], lost: int, why: str) -> int:
    """Takes so many thirds of detachments from these ships, its controller choosing (ATS-29).

    Whole ships first, then the thirds of one more (ATS-27, ATS-28): a warship leaves exploration
    detachments, a galley or transport is unharmed by one third and lost by two (ATS-30, ATS-31).
    The thirds lost.
    """
    if not lost:
        return 0
    taken: Counter[tuple[str, str]] = Counter()
    state, last = phase.state, phase.state.last_unit
    ships = state.units_by_id(unit_ids)
    before, place = fleets.thirds(ships), ships[0].place if ships else ""
    whole, rest = divmod(min(lost, before), 3)
    for size in [*[3] * whole, *[rest] * bool(rest)]:
        if not state.units_by_id(unit_ids):
            break
        country, kind = await _chosen(phase, unit_ids, size, why, taken)
        _sink(state, unit_ids, country, kind, size)
        if size > 1 or kind not in WHOLE_AT:
            taken[country, f"{size}/3 {kind}" if size < 3 and kind == "NWD" else kind] += 1
        else:
            whose = countries.with_article(country)
            text = f"One third of an ND harms no {kind} of {whose} ({_in_words(why, place)[0]})."
            phase.tell("attrition", text, place, sides.decider(state, country))
    said, where = _in_words(why, place)
    for (country, kind), number in sorted(taken.items()):
        part = kind.partition("/")[0] if "/" in kind else ""
        count = "" if part else f"{number} "
        text = f"{countries.does(country, 'lose')} {count}{kind}{where} ({said})."
        sheet = {"country": country, "afloat": int(part or 3 * number), "cause": why}
        phase.tell("losses", text, place, sides.decider(state, country), sheet)
    return before - fleets.thirds(state.units_and_change(unit_ids, last))


def _in_words(why: str, place: str) -> tuple[str, str]:
    """Why ships are lost and where that was: on the way to a port they are in no place."""
    if why in (TO_PORT, BY_SEA):
        return why.replace("to port", f"to {called(place)}"), ""
    return why, f" {in_or_off(place)}" if place else ""


async def _chosen(
    phase: Phase, unit_ids: Sequence[int], size: int, why: str, taken: Mapping[tuple[str, str], int]
) -> tuple[str, str]:
    """Which ship is hit after those that are `taken`: country and kind; asked where there is a
    choice."""
    state = phase.state
    units = state.units_by_id(unit_ids)
    ships = fleets.by_owner(units)
    whole = [group for group in ships if group[1] != "NDE"]
    groups = {"/".join(group): group for group in whole or ships}
    if len(groups) == 1:
        return next(iter(groups.values()))
    many = len({country for country, _ in groups.values()}) > 1
    said, where = _in_words(why, units[0].place)
    before: dict[str, dict[str, int]] = {}
    for (country, kind), number in taken.items():
        before.setdefault(country, {})[kind] = number
    lost = f" Lost so far: {fleets.prizes_in_words(before)}." if before else ""
    chosen = await Choose(
        who=sides.speaker(state, sides.alliance_of(state, units[0].country)),
        name="ship-lost",
        what=f"Which ship{where} loses {thirds(size)} ND ({said})?{lost}",
        about={"place": units[0].place, "units": list(unit_ids)},
        options=[
            Option(
                key,
                f"{kind} of {countries.with_article(country)}" if many else kind,
                _left(kind, size),
            )
            for key, (country, kind) in groups.items()
        ],
        enter=_cheapest(groups, size),
    )
    return groups[chosen]


def _left(kind: str, size: int) -> str:
    """What a ship is after that many thirds (ATS-30, ATS-31)."""
    if kind in WHOLE_AT:
        return "unharmed by one third" if size == 1 else "is lost"
    if kind == "NWD" and size < 3:
        return f"becomes {3 - size} NDE" if size == 1 else "becomes an NDE"
    return "is lost" if kind == "NWD" else ""


def _cheapest(groups: Mapping[str, tuple[str, str]], size: int) -> str:
    """The ship one would rather lose: a transport, which one third does not even harm."""
    order = ("NTD", "NGD", "NWD", "VGD", "NDE") if size > 1 else ("NTD", "NGD", "VGD", "NWD", "NDE")
    return min(groups, key=lambda key: (order.index(groups[key][1]), key))


def _sink(state: State, unit_ids: Sequence[int], country: str, kind: str, size: int) -> None:
    """Takes thirds of one ship: all of it, or what of it is no exploration detachment yet."""
    if kind == "NDE":
        for _ in range(size):
            if fleets.ships(_of(state, unit_ids, country)).get("NDE"):
                fleet_counters.take_ship(state, unit_ids, country, "NDE")
        return
    if kind in WHOLE_AT and size == 1:
        return
    if kind == "NWD":
        hit = fleet_counters.holder(state, unit_ids, country, kind)
        fleet_counters.add_explorers(state, country, 3 - size, hit)
    fleet_counters.take_ship(state, unit_ids, country, kind)


def _of(state: State, unit_ids: Sequence[int], country: str) -> list[Unit]:
    return [unit for unit in state.units_by_id(unit_ids) if unit.country == country]


class Outlook(NamedTuple):
    """Attrition foreseen: the modifiers, and the chance of each loss in thirds of an ND."""

    modifiers: tuple[Modifier, ...]
    losses: Mapping[int, Fraction]

    @property
    def expected(self) -> Fraction:
        """The mean loss in thirds of a detachment."""
        return sum((lost * chance for lost, chance in self.losses.items()), Fraction(0))

    @property
    def words(self) -> str:
        """The chances of the losses in a line: `attrition -4: no loss 90 %, up to 1 ND 10 %`."""
        if not self.modifiers:
            return "no attrition"
        none = self.losses.get(0, Fraction(0))
        small = sum((self.losses[lost] for lost in self.losses if 0 < lost <= 3), Fraction(0))
        more = "more" if small else "more than 1 ND"
        kinds = ("no loss", none), ("up to 1 ND", small), (more, 1 - none - small)
        said = [f"{word} {float(100 * chance):.0f} %" for word, chance in kinds if chance]
        most = max(self.losses)
        worst = f", {thirds(most)} ND at worst" if most > 3 else ""
        return f"attrition {total(self.modifiers):+}: {', '.join(said)}{worst}"


def attrition_in_words(state: State, group: Group, journey: Journey) -> Outlook:
    """What a journey of ships may cost them before it is rolled for."""
    if not journey.seas:
        return Outlook((), {0: Fraction(1)})
    found = modifiers(circumstances_of(state, group, journey))
    return Outlook(found, chances(fleets.thirds(state.units_by_id(group.units)), total(found)))


@lru_cache(maxsize=1024)
def chances(strength: int, modifier: int) -> Mapping[int, Fraction]:
    """The exact chance of each loss, in thirds, that attrition at sea inflicts."""
    found: dict[int, Fraction] = {}
    for die in FACES:
        percent = tables.attrition_percent(die + modifier)
        stars = tables.remainders(strength, percent).stars
        for pattern in range(2**stars):
            fallen = [1 if pattern >> at & 1 else 10 for at in range(stars)]
            lost = strength - attrition_percentages.thirds_surviving(strength, percent, fallen)
            found[lost] = found.get(lost, Fraction(0)) + Fraction(1, 10 * 2**stars)
    return dict(sorted(found.items()))
