"""Ships in a port that is no longer theirs: they put out and make for the nearest one that is.

The rules are silent on ships in a port that falls, or whose holder is no ally any longer; it is
read as a retreat (RET-06 to RET-08), since nobody may lie in a port that another alliance controls
(NAV-10).
"""

from __future__ import annotations

from engine.facts import board
from engine.facts.board import called
from engine.fleets import fleets, havens, ports
from engine.grammar import conjugate
from engine.land.battle.parameters import Force
from engine.play.phase import Phase
from engine.sea.battle import retreat
from engine.sea.under_way import attrition_math, staying_aboard
from engine.sea.under_way.voyage import lay
from engine.state import State, sides
from engine.state.lookups import SHIPS_IN_PORT, lookup_at


def lost_ports(state: State) -> list[tuple[str, str]]:
    """The ports with ships of an alliance that does not hold them: place and alliance."""
    return _lost(state, SHIPS_IN_PORT)


@lookup_at
def _lost(state: State, ships: str) -> list[tuple[str, str]]:
    found = {(unit.place, unit.country) for unit in state.ships() if unit.position == "port"}
    lying = {(place, sides.alliance_of(state, country)) for place, country in found}
    return sorted([each for each in lying if not ports.harbour(state, *each)])


async def leave(phase: Phase) -> None:
    """Takes all ships out of the ports that they have lost to the nearest that they hold, with
    attrition for the way (NAV-10, RET-06 to RET-09).

    Without any port to go to they lie in the sea beside it.
    """
    for place, alliance in lost_ports(phase.state):
        state = phase.state
        stack = fleets.stack(state, place, alliance)
        puts = conjugate("put", len(stack.units))
        text = (
            f"{fleets.units_and_owners(stack.units)} {puts} out of {called(place)}, no "
            "port of theirs now."
        )
        phase.tell("retreat", text, place, sides.speaker(state, alliance))
        journey = attrition_math.begin(state, stack.band)
        start = place
        if not havens.nearest_havens(state, stack.units, place, alliance, leaders=stack.leader_ids):
            near = havens.seas_beside(state, stack.units, place)
            start = [*near, *board.adjacent_seas(place)][0]
            journey = journey.extended(start)
            lay(state, stack.band, start)
        question = "The port is lost: where do the ships go?"
        force = Force.of_stack(stack, journey)
        await retreat.flee(phase, start, force, None, question)
        staying_aboard.leaders_without_ships(phase, force.leader_ids)
