"""The stacking limits on land: what is destroyed over them when a stack is at rest (MOV-03).

Counters that may become one are put together before any is destroyed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.facts.board import called
from engine.land.ground.loss_ways import payments
from engine.land.ground.losses import lose, pay_losses
from engine.play.phase import Phase
from engine.situation.counters import merge_counters, possible_merges, sharing_stack_limit
from engine.state import State, forces, sides
from engine.state.forces import Unit


async def enforce_stacking(phase: Phase, place: str, alliance: str) -> int:
    """Destroys what is over the stacking limits in a place at rest; the thirds destroyed (MOV-03,
    AFT-06, AFT-A1).

    Counters that may become one are put together first; then the controller chooses what dies.
    """
    state = phase.state
    present = state.units_at(place)
    if len(present) < forces.MOST_COUNTERS:
        return 0  # two counters are 8 LD at the most
    if forces.within_stacking(filter(forces.LAND, present)):
        return 0  # nor would all who are there be too many
    here = _too_many(state, place, alliance)
    if not here:
        return 0
    why = "over the stacking limits"
    ways = payments(state, here, 0, mend=True)
    if not ways:
        return await lose(phase, [unit.id for unit in here], forces.strength(here), why)
    what = f"Too many troops are in {called(place)} (MOV-03): which are destroyed?"
    return await pay_losses(phase, ways, why, "over-stacking", what)


def least_lost(state: State, place: str, alliance: str, coming: Iterable[int]) -> int:
    """The fewest thirds that a stack loses over the limits if these counters come (MOV-03)."""
    trial = State.from_plain(state.to_plain())
    for number in coming:
        trial.put(trial.units[number], place)
    here = _too_many(trial, place, alliance)
    ways = payments(trial, here, 0, mend=True) if here else ()
    return min((way.thirds for way in ways), default=forces.strength(here))


def _too_many(state: State, place: str, alliance: str) -> Sequence[Unit]:
    """A stack that is over the limits after what may become one was put together; else nothing."""
    here = sides.stack(state, place, alliance).units
    others = sharing_stack_limit(state, here[0]) if here else []
    while here and not forces.within_stacking([*here, *others]):
        merges = possible_merges([unit for unit in here if unit.kind != "LDE"])
        if not merges:
            return here
        merge_counters(state, merges[0])
        here = sides.stack(state, place, alliance).units
    return ()
