"""Where a counter or leader that is put somewhere by a ruling may lie, as the rules leave it there.

What they would send away, sink or scuttle at once is refused with their reason; who is put into
unknown land has discovered it.
"""

from __future__ import annotations

from engine.facts import board, countries
from engine.facts.board import called, in_or_off
from engine.fleets import fleets, ports, transports
from engine.land.battle import shelter
from engine.play.asks import BadAnswer
from engine.sea.under_way import carried_troops
from engine.situation import command, knowledge
from engine.state import State, forces, sides
from engine.state.forces import Position, Unit
from engine.state.stacks import Band


def stands(state: State, unit: Unit, place: str, position: Position) -> None:
    """Raises BadAnswer where a counter that is not there yet could not stay."""
    reason = _troops(state, unit, place, position) if unit.land else _ships(state, unit, place)
    if reason:
        raise BadAnswer(f"place: {reason}")


def _ships(state: State, unit: Unit, place: str) -> str:
    """Whether ships have a port, or water, and room beside their friends."""
    alliance = sides.alliance_of(state, unit.country)
    if not board.is_sea(place):
        closed = ports.why_closed(state, [unit], place, alliance)
        return closed or ports.why_crowded(state, [unit], place, alliance)
    if fleets.has_galleys([unit]) and not fleets.galleys_sail(place):
        return f"{board.does(place, 'be')} not a sea for galleys (C-NAV-02)"
    there = fleets.ships_doing(state, place, alliance)
    if fleets.within_stacking([*(each for each in there if each.id != unit.id), unit]):
        return ""
    return f"too many ships would lie {in_or_off(place)} (C-STK-02)"


def _troops(state: State, unit: Unit, place: str, position: Position) -> str:
    """Whether troops have room in a province, in a fortress of their side, or aboard."""
    alliance = sides.alliance_of(state, unit.country)
    there = [each for each in sides.stack(state, place, alliance, position).units
             if each.id != unit.id]  # fmt: skip
    if position == "aboard":
        found = [each for stack in fleets.stacks_at(state, place, alliance) for each in stack.units]
        if not carried_troops.may_stay(state, place, [unit]):
            return f"these troops may not stay aboard {in_or_off(place)} (CMB-17, CMB-19)"
        room = transports.capacity(state, found)
        need = transports.transport_points_needed(state, [*there, unit])
        carry = f"carry {room:g} points of {need:g} (CMB-06)"
        return "" if room >= need else f"the ships of its side {in_or_off(place)} {carry}"
    if position == "inside":
        if not sides.controlled_by(state, place, alliance):
            return f"the fortress of {called(place)} is not held by its side"
        left = shelter.room(state, place, alliance)
        inside = any(each.id == unit.id and each.position == "inside"
                     for each in state.units_at(place))  # fmt: skip
        if inside or unit.thirds <= left:
            return ""
        return f"there is no room for it in the fortress of {called(place)} (EVA-10)"
    if forces.within_stacking([*there, unit]):
        return ""
    return f"too many troops would stand {in_or_off(place)} (C-STK-01)"


def leads(state: State, leader: str, place: str, position: Position) -> None:
    """Raises BadAnswer where a leader could not stay: without ships at sea or in port, without
    troops aboard, in a fortress that his side does not hold."""
    alliance, sea = sides.alliance_of(state, state.leaders[leader].country), board.is_sea(place)
    name, where = countries.leader(leader).name, in_or_off(place)
    ships = any(stack.units for stack in fleets.stacks_at(state, place, alliance))
    if sea and position in ("port", "inside"):
        raise BadAnswer(f"position: {name} cannot be {position} {where}")
    if position == "aboard" and not sides.stack(state, place, alliance, "aboard").units:
        raise BadAnswer(f"position: no troops of his side are aboard {where} (LDR-A5)")
    if position == "port" or (sea and position == "field"):
        if not command.sails(leader):
            raise BadAnswer(f"position: {name} commands no ships")
        if not ships:
            raise BadAnswer(f"place: no ships of his side lie {where} (LDR-A5)")
    if position == "inside" and not (
        sides.fortified(state, place) and sides.controlled_by(state, place, alliance)
    ):
        raise BadAnswer(f"position: no fortress {where} is held by his side")


def discovers(state: State, carrier: str, place: str) -> str:
    """Lets who was put into a zone unknown to him have discovered it, and says so (DIS-01)."""
    alone = Band(place, (int(carrier),)) if carrier.isdecimal() else Band(place, (), (carrier,))
    if knowledge.open_to(state, alone, place):
        return ""
    knowledge.discover(state, carrier, place)
    return ", and has discovered it"
