"""Battles at sea that were announced and wait for their turn (BAT-01, BAT-02, BAT-06)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from engine.fleets import fleets
from engine.fleets import supply_by_sea as naval_supply
from engine.fleets.fleets import still_in_zone
from engine.land.battle.parameters import Force
from engine.land.supply import supply_lines
from engine.play.phase import Phase
from engine.sea.battle import battle
from engine.sea.battle_math.parameters import Both, odds_of
from engine.state import State, sides


class Waiting(NamedTuple):
    """An announced battle with the ships that are still there: its number among all, the zone, the
    enemy's alliance."""

    at: int
    zone: str
    enemy: str
    own: Sequence[int]
    foe: Sequence[int]


def _waiting(state: State) -> Iterator[Waiting]:
    """The announced battles in which both sides have ships left, in their order (BAT-01)."""
    for at, (zone, attackers, defenders) in enumerate(state.marks.naval_battles):
        own, foe = still_in_zone(state, zone, attackers), still_in_zone(state, zone, defenders)
        if own and foe:
            enemy = sides.alliance_of(state, state.units[foe[0]].country)
            yield Waiting(at, zone, enemy, own, foe)


def pending_battles(state: State) -> list[tuple[str, str]]:
    """The announced battles still to be fought: zone and enemy alliance, in their order (BAT-01).

    Those in which a side has no ships any more are left out.
    """
    return [*dict.fromkeys((each.zone, each.enemy) for each in _waiting(state))]


def first_battle(state: State, zone: str, enemy: str) -> tuple[int, Both]:
    """The first announced battle of a zone against an alliance: its number, and both forces.

    Raises ValueError when there is none.
    """
    for each in _waiting(state):
        if (each.zone, each.enemy) == (zone, enemy):
            return each.at, (force_of(state, each.own), force_of(state, each.foe))
    raise ValueError(f"no battle against {enemy} waits in {zone}")


def odds_next(state: State, zone: str, enemy: str) -> dict[str, Any]:
    """The odds of the first announced battle of a zone against an alliance."""
    return odds_of(state, zone, *first_battle(state, zone, enemy)[1])


async def fight_next(phase: Phase, zone: str, enemy: str) -> None:
    """Fights the first announced battle of a zone against an alliance, to its end (BAT-02)."""
    at, both = first_battle(phase.state, zone, enemy)
    del phase.state.marks.naval_battles[at]
    fed = naval_supply.supplied_ashore(phase.state)
    await battle.battle(phase, zone, *both)
    supply_lines.tell_supply_ended(phase, fed)


def force_of(state: State, numbers: Sequence[int]) -> Force:
    """These counters with the leaders who sail with them: those who do the same (BAT-06)."""
    units = state.units_by_id(numbers)
    alliance, zone = sides.alliance_of(state, units[0].country), units[0].place
    tasks = {state.sea.tasks.get(str(unit.id), "") for unit in units}
    leaders = [
        leader.id
        for leader in state.leaders_at(zone)
        if leader.position == fleets.lies(zone)
        and sides.alliance_of(state, leader.country) == alliance
        and state.sea.tasks.get(leader.id, "") in tasks
    ]
    return Force(alliance, tuple(numbers), tuple(leaders))
