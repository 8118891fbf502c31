"""The ships that have not moved in an impulse, and which of them may form other fleets (MVG-01,
C-NAV-04)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.fleets import arrange_fleets, fleets, transports
from engine.state import State, sides
from engine.state.forces import FLEETS
from engine.state.lookups import lookup_at
from engine.state.stacks import Stack


@dataclass(slots=True)
class Waiting:
    """Ships that may still move: their `key` in the question for the next move, their `stack`, and
    whether troops are aboard there (`laden`).

    `arranged` is the mark that they have formed other fleets, "" for a single ship, which forms
    none.
    """

    key: str
    stack: Stack
    laden: bool
    arranged: str


@lookup_at
def waiting(state: State, place: str, alliance: str) -> tuple[Waiting, ...]:
    """What of the naval stacks of an alliance in a place has not moved, was not told to stay, and
    waits for no battle."""
    marks, stays = state.marks, state.marks.told_to_stay
    unmoved: list[Stack] = []
    for stack in fleets.stacks_at(state, place, alliance):
        units = [
            unit
            for unit in stack.units
            if not (unit.id in marks.moved or unit.id in marks.locked or stays(unit.id))
        ]
        if not units:
            continue
        leaders = stack.leaders and [
            leader
            for leader in stack.leaders
            if not (leader.id in marks.moved_leaders or stays(leader.id))
        ]
        unmoved.append(Stack(place, alliance, stack.position, units, leaders))
    if not unmoved:
        return ()
    some = transports.some_aboard(state, place)
    laden = some and bool(sides.stack(state, place, alliance, "aboard").units)
    return tuple([_waiting(state, free, laden) for free in unmoved])


def _waiting(state: State, free: Stack, laden: bool) -> Waiting:
    several = len(free.units) > 1 or free.units[0].kind in FLEETS
    mark = arranged(state, free) if several else ""
    return Waiting(f"{free.place}:{free.units[0].id}", free, laden, mark)


def arranged(state: State, stack: Stack) -> str:
    """The mark that ships have formed other fleets, once for a stack in an impulse (C-NAV-06)."""
    return f"arranged {stack.place} {fleets.task(state, stack)}"


def may_arrange(state: State, ships: Waiting) -> bool:
    """Whether ships may form other fleets in this impulse."""
    if not ships.arranged or ships.arranged in state.marks.done:
        return False
    limits = arrange_fleets.arrangement_limits(state, ships.stack.units)
    return len(arrange_fleets.forms(limits)) > 1
