"""What a power does not see, drawn anew from what it knows: the printed sheets and force pools.

What others really have there is taken away first: counters, leaders, settlements and what they know
of the zones. Then a country whose home lies overseas keeps its printed forces at its printed
settlements by halves, any other a detachment, never more than the counters left to it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Final, Literal

from engine.facts import countries, force_pools
from engine.play.dice import seeded
from engine.situation import counters
from engine.state import State, forces, sides
from engine.state.forces import Kind, Position, Unit
from engine.state.overseas import Establishment

HALVES: Final = 2
THIRDS: Final = 3
GUARD: Final = "LD"

KINDS: Final[Mapping[str, Kind]] = {
    "land_detachment": GUARD, "naval_detachment": "NWD", "naval_transport": "NTD",
}  # fmt: skip
"""The counters of the sheets that are drawn, as the board has them."""

SETTLED: Final[Mapping[str, Literal["colony", "trading_post", "mission"]]] = {
    "colony_plus": "colony", "colony_minus": "colony", "trading_post_plus": "trading_post",
    "trading_post_minus": "trading_post", "mission": "mission",
}  # fmt: skip


def draw(state: State, power: str, seen: frozenset[str], chance: int) -> None:
    """Puts what others may have outside the zones that a power sees, where all of theirs was taken
    away: the same for what it knows and the same `chance`."""
    for country in sorted(state.countries):
        if sides.decider(state, country) == power:
            continue
        places = []
        for place, held in _settlements(country).items():
            if place not in seen and place not in state.overseas.establishments:
                state.overseas.establishments[place] = [replace(held)]
                places.append(place)
        for number, kind in enumerate(_forces(state, country, len(places)) if places else ()):
            if seeded(chance, f"unseen.{country}", number, HALVES) == HALVES:
                _put(state, country, kind, places[number % len(places)])


def take_away(state: State, power: str, seen: frozenset[str]) -> None:
    """Takes away what others have outside the zones that a power sees, and what they know that it
    does not."""

    def others(country: str) -> bool:
        return sides.decider(state, country) != power

    for unit in list(state.units.values()):
        if unit.place and unit.place not in seen and others(unit.country):
            state.remove(unit)
    for leader in state.leaders.values():
        if leader.status == "map" and leader.place not in seen and others(leader.country):
            state.remove_leader(leader, "away")
    held = state.overseas.establishments
    for place in [each for each in held if each not in seen]:
        own = [each for each in held.pop(place) if not others(each.country)]
        if own:
            held[place] = own
    known = state.overseas.known
    for country in [each for each in known if others(each)]:
        known[country] = (known[country] & seen) | set(_settlements(country))


@cache
def _settlements(country: str) -> dict[str, Establishment]:
    """The printed settlements of a country at the start of the game (setup_1492), by place."""
    found = {}
    for line in force_pools.setup_1492():
        kind = SETTLED.get(line.counter)
        if line.country == country and kind and line.province:
            found[line.province] = Establishment(country, kind, line.level)
    return found


def _forces(state: State, country: str, places: int) -> list[Kind]:
    """The counters that may stand out of sight: of the printed ones those that are not in sight; a
    detachment each at the settlements of a country whose home is in sight."""
    if countries.country(country).kind != "rotw":
        return [GUARD] * places
    here = Counter(unit.kind for unit in state.units.values() if unit.country == country)
    found: list[Kind] = []
    for force in force_pools.basic_forces(country, state.period):
        kind = KINDS.get(force.counter)
        if kind:
            found += [kind] * max(0, force.number - here[kind])
    return found


def _put(state: State, country: str, kind: Kind, place: str) -> None:
    there = sides.stack(state, place, sides.alliance_of(state, country)).units
    where: Position = "field" if kind == GUARD else "port"
    unit = Unit(0, country, kind, place, where, veterans=THIRDS)
    if counters.free_counters(state, country, kind) and forces.within_stacking([*there, unit]):
        state.add(unit)
