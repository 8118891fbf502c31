"""Which ships may still sail, and which may act (NAV-07, CAM-02, CAM-14, CAM-26)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.fleets import fleets
from engine.rounds import campaigns
from engine.situation import naval_command
from engine.state import State, sides
from engine.state.forces import FLEETS, Unit
from engine.state.leaders import Leader
from engine.state.stacks import Band


def idle(state: State, place: str, alliance: str) -> Band:
    """The ships and admirals of an alliance in a place that have not moved and fight no battle;
    admirals also where no ships are (LDM-A2)."""
    units: list[int] = []
    for stack in fleets.stacks_at(state, place, alliance):
        units += [
            unit.id
            for unit in stack.units
            if unit.id not in state.marks.moved and unit.id not in state.marks.locked
        ]
    own, position = sides.members(state, alliance), fleets.lies(place)
    leaders = [
        each.id
        for each in state.leaders_at(place)
        if each.country in own
        and each.position == position
        and each.id not in state.marks.moved_leaders
    ]
    return Band(place, tuple(sorted(units)), tuple(sorted(leaders)))


def _commands(state: State, units: Sequence[Unit], leaders: Iterable[str]) -> str:
    return naval_command.commanding_country(state, units, state.leaders_by_id(leaders))


def may_sail(state: State, units: Sequence[Unit], leaders: Iterable[str]) -> str:
    """The campaign's word on a move of these ships (CAM-02, CAM-14)."""
    country = _commands(state, units, leaders)
    return campaigns.may_sail(state, country, fleets.fleet_counters(units))


def some_sail(state: State, units: Sequence[Unit], chiefs: Sequence[Leader]) -> bool:
    """Whether the campaign lets one of these counters move by itself with these leaders."""
    for unit in units:
        country = unit.country
        if chiefs:
            country = naval_command.commanding_country(state, [unit], chiefs)
        if campaigns.puts_to_sea(state, country, int(unit.kind in FLEETS)):
            return True
    return False


def may_act(state: State, units: Sequence[Unit], leaders: Iterable[str]) -> str:
    """The campaign's word on an active action of these ships (NAV-07, CAM-26)."""
    country = _commands(state, units, leaders)
    return campaigns.may_act_at_sea(state, country, fleets.fleet_counters(units))


def decides(state: State, units: Sequence[Unit], leaders: Iterable[str]) -> str:
    """The power that decides for these ships."""
    return sides.decider(state, _commands(state, units, leaders))
