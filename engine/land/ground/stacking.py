"""The stacking limits on land: what is destroyed over them when a stack is at rest (MOV-03).

Counters that may become one are put together before any is destroyed.
"""

from __future__ import annotations

from engine.facts.board import called
from engine.land.ground.loss_ways import payments
from engine.land.ground.losses import lose, pay_losses
from engine.play.phase import Phase
from engine.situation.counters import merge_counters, possible_merges, sharing_stack_limit
from engine.state import forces, sides


async def enforce_stacking(phase: Phase, place: str, alliance: str) -> int:
    """Destroys what is over the stacking limits in a place at rest; the thirds destroyed (MOV-03,
    AFT-06, AFT-A1).

    Counters that may become one are put together first; then the controller chooses what dies.
    """
    state = phase.state
    if forces.within_stacking([unit for unit in state.units_at(place) if unit.land]):
        return 0  # nor would all who are there be too many
    here = sides.stack(state, place, alliance).units
    others = sharing_stack_limit(state, here[0]) if here else []
    while here and not forces.within_stacking([*here, *others]):
        merges = possible_merges([unit for unit in here if unit.kind != "LDE"])
        if not merges:
            why = "over the stacking limits"
            ways = payments(state, here, 0, mend=True)
            if not ways:
                return await lose(phase, [unit.id for unit in here], forces.strength(here), why)
            what = f"Too many troops are in {called(place)} (MOV-03): which are destroyed?"
            return await pay_losses(phase, ways, why, "over-stacking", what)
        merge_counters(state, merges[0])
        here = sides.stack(state, place, alliance).units
    return 0
