"""Naval supply: lines of naval stacks, and such stacks as sources for troops (SUP-16 to SUP-33)."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush

from engine.facts import board, tables
from engine.fleets import fleets, gold, ports, presidios, supply_ports
from engine.fleets.distance_from_port import distance_modifier
from engine.fleets.naval_journey import NavalLine
from engine.situation import knowledge
from engine.state import State, forces, sides
from engine.state.forces import Unit
from engine.state.stacks import Band, Stack


def trace_line(state: State, units: Sequence[Unit], place: str, alliance: str) -> NavalLine | None:
    """The line of supply of ships in a sea zone or port, None for none.

    Of all lines the one is taken that costs least attrition: length and closed strait forts on it
    (ATS-08, ATS-21 to ATS-23). Its length is the zones entered on it (ATS-05), none is too long
    (SUP-33).
    """
    if not board.is_sea(place) and supply_ports.supplies(state, units, place, alliance):
        return NavalLine(0, place, (place,))
    first = [place] if board.is_sea(place) else board.adjacent_seas(place)
    galleys = fleets.has_galleys(units)
    chart = knowledge.chart(state, Band.of(units))
    best: NavalLine | None = None
    heap: list[tuple[int, int, tuple[str, ...]]] = [(0, 0, (zone,)) for zone in first]
    fewest: dict[str, int] = {}
    while heap:
        length, forts, path = heappop(heap)
        here = path[0]
        if best is not None and distance_modifier(length)[0] + forts >= _price(best):
            continue
        if here in fewest and fewest[here] <= forts:
            continue
        fewest[here] = forts
        port = supply_ports.source_beside(state, units, here, alliance)
        if port:
            best = NavalLine(length, port, (port, *path), forts)
            continue
        for zone in ports.seas_beside(state, here, galleys, chart):
            closed = presidios.strait(state, zone, here, alliance)
            heappush(heap, (length + 1, forts + closed, (zone, *path)))
    return best


def _price(found: NavalLine) -> int:
    return distance_modifier(found.length)[0] + found.strait_forts


# Naval stacks as sources for troops.


def can_supply(state: State, units: Sequence[Unit], troops: Sequence[Unit]) -> bool:
    """Whether a naval stack is large enough for a land stack (SUP-21 to SUP-26).

    It takes the line of its size or of any smaller one, all its ships counted but convoys (SUP-A8).
    Army counters that stand for natives are detachments (NAT-28).
    """
    units = gold.outside_convoys(state, units)
    others = [unit for unit in troops if unit.kind != "PASHA"]
    pashas, outside = len(troops) - len(others), forces.strength(others)
    army = any(unit.army and unit.corps != "native" for unit in others)
    for size in tables.naval_supply():
        if (
            (size.land_supplied_army_counter or not army)
            and (size.land_supplied_max_ld is None or outside <= 3 * size.land_supplied_max_ld)
            and (size.land_supplied_max_pashas is None or pashas <= size.land_supplied_max_pashas)
            and fleets.has_size(units, size.min_fleet_side, size.min_nd)
        ):
            return True
    return False


def suppliers(
    state: State, troops: Sequence[Unit], place: str, alliance: str
) -> list[tuple[Stack, NavalLine | None]]:
    """The naval stacks that supply a land stack in a province, each with its own line (SUP-08). One
    may supply several (NAC-12).

    They said so (SUP-20), lie in a sea zone beside it and are large enough; one that blockades too,
    or has landed troops, supplies in that province only (NAC-14, CMB-10).
    """
    return [
        (stack, trace_line(state, stack.units, stack.place, alliance))
        for stack in supplying_stacks(state, troops, place, alliance)
    ]


def supplying_stacks(
    state: State, troops: Sequence[Unit], place: str, alliance: str
) -> list[Stack]:
    """The naval stacks of `suppliers`."""
    if not state.sea.tasks or board.is_sea(place):
        return []
    return [
        stack
        for zone in board.adjacent_seas(place)
        for stack in fleets.stacks_at(state, zone, alliance)
        if fleets.supplies_ashore(fleets.task(state, stack), place)
        and can_supply(state, stack.units, troops)
    ]


def supplied_ashore(state: State) -> list[tuple[str, str]]:
    """The stacks ashore that ships supply, by alliance and province (SUP-20)."""
    if not state.sea.tasks:
        return []
    supplying = [
        int(key)
        for key, task in state.sea.tasks.items()
        if key.isdecimal() and fleets.supplies_ashore(task)
    ]
    if not supplying:
        return []
    ships = state.units_by_id(supplying)
    zones = {(sides.alliance_of(state, unit.country), unit.place) for unit in ships}
    ashore = {
        (alliance, place)
        for alliance, zone in zones
        for place in state.places_of_troops(sides.members(state, alliance)).intersection(
            board.shores(zone)
        )
    }
    return [
        (alliance, place)
        for alliance, place in sorted(ashore)
        if (troops := sides.stack(state, place, alliance).units)
        and supplying_stacks(state, troops, place, alliance)
    ]


def landing_cost(place: str, troops: Sequence[Unit]) -> int:
    """The movement points from a fleet to troops ashore: more in foreign desert (SUP-A4)."""
    province = board.province(place)
    cost = tables.movement_cost("naval_move", province.map)
    foreign = any(place not in board.national_provinces(unit.country) for unit in troops)
    if province.terrain == "desert" and foreign:
        return cost * tables.movement_cost("desert_los_multiplier", province.map)
    if board.in_group(place, "wasteland") and foreign:
        return cost * tables.movement_cost("wasteland_multiplier")
    return cost
