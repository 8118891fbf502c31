"""The aftermath of a battle at sea: leaders without ships, blockades, stacking, discoveries (AFT).

What it shares with one on land, marks and lines of the chronicle, is in that of engine.land.battle.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.fleets import blockades, fleets, gold, stacking
from engine.land.supply import supply_lines
from engine.overseas import discoveries
from engine.play.phase import Phase
from engine.sea.under_way import carried_troops


async def settle_places(
    phase: Phase, places: Sequence[str], alliances: Sequence[str], crowded: str
) -> None:
    """What stands in these places now: blockades, explorers, stacking (AFT-03, AFT-05, AFT-06),
    and what was found and is lost with its ships (DIS-08).

    In the zone `crowded` a stack may be too large for now (NIN-19).
    """
    state = phase.state
    for place in dict.fromkeys(place for place in places if place):
        for alliance in alliances:
            await carried_troops.gather_explorers(phase, place, alliance)
            for stack in fleets.stacks_at(state, place, alliance):
                blockades.lift(phase, stack)
            if place != crowded:
                await stacking.enforce_stacking(phase, place, alliance)
    await gold.renew(phase)
    discoveries.settle(phase)
    supply_lines.refresh(state)
