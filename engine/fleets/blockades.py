"""Blockades of ports: who blockades, how many ships it takes, when one is lifted (NAC-04 to NAC-09,
SUP-31, SIE-02, AFT-05)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.facts import board, countries, tables
from engine.facts.board import called, does
from engine.fleets import fleets, ports
from engine.play.phase import Phase
from engine.state import State, sides
from engine.state.forces import Unit
from engine.state.stacks import Stack


def blockaders(state: State, place: str) -> list[Unit]:
    """The ships that blockade the port of a province against whoever controls it (NAC-04).

    Presidios and siegeworks never do (SUP-31, PRE-16, PRE-A2).
    """
    if not state.sea.tasks:  # mostly nobody blockades anything
        return []
    who = sides.controller(state, place)
    home = sides.alliance_of(state, who) if who else ""
    found = []
    for zone in board.adjacent_seas(place):
        for unit in state.units_at(zone):
            task = state.sea.tasks.get(str(unit.id), "")
            if fleets.blockaded_port(task) == place and sides.at_war(
                state, sides.alliance_of(state, unit.country), home
            ):
                found.append(unit)
    return found


def is_blockaded(state: State, place: str, alliance: str = "") -> bool:
    """Whether enemy ships blockade a port, still enough of them for its fortress (SUP-31, NAC-27).

    A part may have left to intercept (ITG-04). To the ships of an `alliance` its own blockade is
    none: it may have a presidio beside the enemy's port (SUP-27).
    """
    found = blockaders(state, place)
    if not found:
        return False
    if alliance and sides.alliance_of(state, found[0].country) == alliance:
        return False
    return large_enough(found, sides.fortress_level(state, place))


def large_enough(units: Sequence[Unit], level: int) -> bool:
    """Whether ships are enough to blockade a fortress of a level (NAC-04 to NAC-06, NAC-A1)."""
    needed = tables.blockade_size(level)
    return fleets.has_size(units, needed.min_fleet_side, needed.min_nd)


def why_no_blockade(state: State, units: Sequence[Unit], zone: str, place: str) -> str:
    """Why ships in a zone may not begin or keep up the blockade of a port, "" when they may.

    Size, an enemy's port, and nobody else's blockade (NAC-04 to NAC-06, NAC-09). Ships of
    the same alliance that blockade it from there are joined (NAC-08).
    """
    alliance = sides.alliance_of(state, units[0].country)
    name = called(place)
    if board.is_sea(place) or not (board.province(place).port or ports.open_to_ships(state, place)):
        return f"{does(place, 'have')} no port to be blockaded"
    if zone not in board.adjacent_seas(place):
        return f"{does(place, 'do')} not lie on {called(zone)}"
    if board.in_group(place, "two-coasts") and not board.in_group(zone, "main-coast"):
        return f"the port of {name} is blockaded from its main coast only (C-BLK-02)"
    if not _hostile(state, alliance, place):
        return f"no enemy holds the port of {name}"
    ids = {unit.id for unit in units}
    others = [unit for unit in blockaders(state, place) if unit.id not in ids]
    for unit in others:
        if sides.alliance_of(state, unit.country) != alliance:
            return (
                f"{does(place, 'be')} blockaded by {countries.with_article(unit.country)} (NAC-09)"
            )
        if unit.place != zone:
            return f"friends blockade {name} from {called(unit.place)}; join them there (NAC-08)"
    merged = [*units, *others]
    if not fleets.within_stacking(merged):
        return f"with the friends who blockade {name} the stack would be too large (NAC-08)"
    if not large_enough(merged, sides.fortress_level(state, place)):
        needed = tables.blockade_size(sides.fortress_level(state, place))
        least = f"{needed.min_nd} ND"
        size = f"{needed.min_naval_size} and {least}" if needed.min_naval_size != "ND" else least
        return f"it takes {size} to blockade {name} (NAC-04)"
    return ""


def joined_blockade(state: State, units: Sequence[Unit], place: str) -> list[Unit]:
    """The one stack that these ships make with friends who blockade a port already (NAC-08)."""
    alliance, ids = sides.alliance_of(state, units[0].country), {unit.id for unit in units}
    friends = [
        unit
        for unit in blockaders(state, place)
        if unit.id not in ids and sides.alliance_of(state, unit.country) == alliance
    ]
    return [*units, *friends]


def lift(phase: Phase, stack: Stack) -> None:
    """A stack now too small for its blockade lifts it at once and stays (AFT-05, SIE-02)."""
    state = phase.state
    port = fleets.blockaded_port(fleets.task(state, stack))
    if not port:
        return
    reason = why_no_blockade(state, stack.units, stack.place, port)
    if not reason:
        return
    left = fleets.task_after_blockade(fleets.task(state, stack))
    fleets.set_task(state, stack, left)
    who = sides.decider(state, stack.units[0].country)
    besides = "; the supply of the troops there goes on" if left else ""
    text = f"The blockade of {called(port)} is lifted: {reason}{besides}."
    phase.tell("naval-action", text, stack.place, who)


def lift_around(phase: Phase, place: str) -> None:
    """The fleets before a port that has changed hands: no port but an enemy's is blockaded
    (NAC-04)."""
    for zone in board.adjacent_seas(place):
        for stack in fleets.stacks_at(phase.state, zone):
            if fleets.blockaded_port(fleets.task(phase.state, stack)) == place:
                lift(phase, stack)


def lift_without_war(phase: Phase) -> None:
    """Lifts the blockades of those who are no enemies any more (NAC-04)."""
    for stack in without_war(phase.state):
        lift(phase, stack)


def without_war(state: State) -> list[Stack]:
    """The naval stacks before a port that no enemy of theirs holds, or none any more (NAC-04)."""
    if not any(map(fleets.blockaded_port, state.sea.tasks.values())):
        return []
    return [
        stack
        for alliance in state.diplomacy.alliances
        for stack in fleets.stacks(state, alliance.id)
        if (port := fleets.blockaded_port(fleets.task(state, stack)))
        and not _hostile(state, alliance.id, port)
    ]


def _hostile(state: State, alliance: str, port: str) -> bool:
    """Whether an enemy of an alliance holds a port (NAC-04)."""
    who = sides.controller(state, port)
    return bool(who) and sides.at_war(state, alliance, sides.alliance_of(state, who))


def lift_too_small(phase: Phase, alliance: str) -> None:
    """Before the sieges fleets too small for a fortress give up its blockade and stay (SIE-02)."""
    if any(map(fleets.blockaded_port, phase.state.sea.tasks.values())):
        for stack in fleets.stacks(phase.state, alliance):
            lift(phase, stack)
