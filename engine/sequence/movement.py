"""Moves of the phasing alliance: one after the other, each to its end (MVG, MOV, LDM).

A move is a stack or a part of it and a path; it is walked province by province. Where something
happens on the way, the rest of the way is asked again.
"""

from __future__ import annotations

from engine.land.ground import besieging
from engine.land.movement import attrition_causes, merging, movement_attrition
from engine.overseas import forts
from engine.play.phase import Phase
from engine.sea import lost_ports
from engine.sea.voyages import stationary
from engine.sequence import marches, next_moves, voyages
from engine.sequence.next_moves import DONE, NextMoves
from engine.state import sides


async def moves(phase: Phase) -> None:
    """The phasing alliance moves its stacks in an order of its choice (MVG-01 to MVG-03).

    Between the moves counters that have not moved may be put together (C-FOR-04), and forts begun
    (FRT-01).
    At the end massed forces that did not move roll for attrition (MOV-08), and so do ships at sea
    (NAV-02).
    """
    alliance = sides.phasing_alliance(phase.state)
    while "moves over" not in phase.state.marks.done:
        phase.mark()
        may = NextMoves(phase.state, alliance)
        answer = await next_moves.question(may) if may.any_left else DONE
        if answer == DONE:
            phase.state.marks.done.add("moves over")
        elif answer.startswith(merging.MERGE):
            merging.merge(phase, answer)
        elif answer.startswith(forts.FORT):
            forts.begin(phase, answer)
        elif ":" in answer:
            await voyages.move(phase, alliance, answer)
        else:
            here = next_moves.free(phase.state, answer, alliance)
            await marches.move(phase, alliance, answer, here)
        if lost_ports.lost_ports(phase.state):
            await lost_ports.leave(phase)
    await stand(phase, alliance)
    await stationary.stand(phase, alliance)


async def stand(phase: Phase, alliance: str) -> None:
    """Massed forces that did not move roll for attrition (MOV-08, MVG-05)."""
    state = phase.state
    phase.mark()
    may = attrition_causes.may_be_massed
    places = sorted(state.places_of_troops(sides.members(state, alliance)))
    for place in [at for at in places if may(state.units_at(at))]:
        key = f"stood {place}"
        if key in state.marks.done:
            continue
        if units := attrition_causes.standing(state, place, alliance):
            state.marks.done.add(key)
            await movement_attrition.standing_attrition(phase, place, [unit.id for unit in units])
            await besieging.settle(phase, place)
            phase.mark()
