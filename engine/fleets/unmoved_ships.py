"""The ships that have not moved in an impulse, and which of them may form other fleets (MVG-01,
C-NAV-04)."""

from __future__ import annotations

from typing import TypeAlias

from engine.fleets import arrange_fleets, fleet_counters, fleets
from engine.state import State, sides
from engine.state.forces import FLEETS, Unit
from engine.state.leaders import Leader
from engine.state.lookups import ALL_COUNTERS, lookup_at
from engine.state.stacks import Stack


@lookup_at
def waiting(state: State, place: str, alliance: str) -> tuple[tuple[str, Stack, bool], ...]:
    """What has not moved there by the keys of the question for the next move, and whether troops
    are aboard."""
    unmoved = unmoved_there(state, place, alliance)
    if not unmoved:
        return ()
    own, here = sides.members(state, alliance), state.units_at(place)
    laden = any(unit.position == "aboard" and unit.country in own for unit in here)
    return tuple([(f"{place}:{stack.units[0].id}", stack, laden) for stack in unmoved])


@lookup_at
def unmoved_there(state: State, place: str, alliance: str) -> tuple[Stack, ...]:
    """What of the naval stacks of an alliance in a place has not moved and was not told to stay."""
    here = fleets.stacks_at(state, place, alliance)
    return tuple([free for stack in here if (free := _free(state, stack)).units])


def _free(state: State, stack: Stack) -> Stack:
    """What of a stack has neither moved nor been told to stay, nor waits for a battle."""
    marks, kept = state.marks, state.marks.told_to_stay
    units: tuple[Unit, ...] = ()
    leaders: tuple[Leader, ...] = ()
    for unit in stack.units:
        if not (unit.id in marks.moved or unit.id in marks.locked or kept(str(unit.id))):
            units += (unit,)
    for leader in stack.leaders:
        if not (leader.id in marks.moved_leaders or kept(leader.id)):
            leaders += (leader,)
    return Stack(stack.place, stack.alliance, stack.position, units, leaders)


def several(stack: Stack) -> bool:
    """Whether a stack is more than one ship, which forms no fleet."""
    return len(stack.units) > 1 or stack.units[0].kind in FLEETS


Free: TypeAlias = tuple[tuple[str, tuple[int, ...]], ...]
"""The counters of each country beside the board."""

ElsewhereBound: TypeAlias = tuple[str, tuple[int, ...], Free]
"""What bounds arrangements beside what lies there: the period, the counters of convoys, and those
beside the board."""


def bound_elsewhere(state: State, alliance: str) -> ElsewhereBound:
    """What bounds the arrangements of an alliance beside what lies in a place."""
    convoys = [number for each in state.sea.convoys.values() for number in each.counters]
    return state.period, tuple(convoys), _free_counters(state, ALL_COUNTERS, alliance)


@lookup_at
def _free_counters(state: State, counters: str, alliance: str) -> Free:
    """The counters beside the board of each country of an alliance that has ships."""
    own = [each for each in sides.members(state, alliance) if state.ships_of(each)]
    return tuple(
        [(each, fleet_counters.free_by_pools(state, each, arrange_fleets.POOLS)) for each in own]
    )


@lookup_at
def arrangeable(state: State, place: str, alliance: str, bound: ElsewhereBound) -> tuple[str, ...]:
    """Which of the stacks that wait there may form other fleets, by their keys, as long as what
    bounds them elsewhere is that."""
    return tuple([
        key
        for key, stack, _ in waiting(state, place, alliance)
        if several(stack)
        and len(arrange_fleets.forms(arrange_fleets.arrangement_limits(state, stack.units))) > 1
    ])  # fmt: skip
