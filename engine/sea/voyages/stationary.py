"""Ships at sea that did not move: their attrition, and what they go on with (ATS-01)."""

from __future__ import annotations

from engine.facts import board
from engine.fleets import fleets, gold
from engine.fleets import supply_by_sea as naval_supply
from engine.land.supply import supply_lines
from engine.overseas import discoveries
from engine.play.phase import Phase
from engine.sea.under_way import attrition, attrition_math, carried_troops, staying_aboard
from engine.sea.voyages import naval_actions
from engine.state import State, sides
from engine.state.forces import Unit
from engine.state.stacks import Band, Stack


async def stand(phase: Phase, alliance: str) -> None:
    """Ships at sea that did not move roll for attrition, then go on with what they do (NAC-28).

    NAV-02, NAC-26.
    """
    there = phase.state.places_of_ships(sides.members(phase.state, alliance))
    for place in sorted(filter(board.is_sea, there)):
        while stacks := _still(phase.state, place, alliance):
            phase.mark()
            await _stand(phase, stacks[0])


def _still(state: State, place: str, alliance: str) -> list[Stack]:
    """The stacks in a sea zone with ships that have neither moved nor stood."""
    return [
        stack
        for stack in fleets.stacks_at(state, place, alliance)
        if any(_idle(state, unit) for unit in stack.units)
    ]


def _idle(state: State, unit: Unit) -> bool:
    return unit.id not in state.marks.moved and f"stood {unit.id}" not in state.marks.done


async def _stand(phase: Phase, stack: Stack) -> None:
    state, place, alliance = phase.state, stack.place, stack.alliance
    task = fleets.task(state, stack)
    units = [unit for unit in stack.units if _idle(state, unit)]
    leaders = [leader for leader in stack.leaders if leader.id not in state.marks.moved_leaders]
    band = Band.of(units, leaders, place)
    journey = attrition_math.begin(state, band)
    fed = naval_supply.supplied_ashore(state)
    there = carried_troops.troops_aboard(state, place, alliance)
    troops = [] if f"stood aboard {place}" in state.marks.done else there
    await attrition.voyage_attrition(phase, band, journey, aboard=troops)
    if troops:
        state.marks.done.add(f"stood aboard {place}")
    await carried_troops.drop_excess(phase, place, alliance, ())
    await carried_troops.gather_explorers(phase, place, alliance)
    staying_aboard.leaders_without_troops(phase, place, alliance, there)
    staying_aboard.leaders_without_ships(phase, band.leaders)
    stood = fleets.ships_doing(state, place, alliance, task)
    state.marks.done.update(f"stood {unit.id}" for unit in (*units, *stood))
    await gold.renew(phase)
    if task:
        naval_actions.continue_action(phase, place, alliance, task)
    discoveries.settle(phase)
    supply_lines.refresh(state)
    supply_lines.tell_supply_ended(phase, fed)
