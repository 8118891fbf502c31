"""Redeployment by sea: a fleet beside the stack takes it to a port and stays there (C-RED-06).

It costs the troops the movement points of a naval move, the fleet the attrition of its way; nobody
intercepts it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.facts import board, tables
from engine.fleets import fleets, gold, ports, presidios, supply_ports, transports
from engine.overseas import active_natives, discoveries
from engine.play.phase import Phase
from engine.sea.under_way import attrition, attrition_math, carried_troops, staying_aboard
from engine.sea.under_way.voyage import lay
from engine.situation import knowledge, leaders_overseas
from engine.state import State, known_zones, sides
from engine.state.forces import Unit
from engine.state.stacks import Band, Stack


class Passage(NamedTuple):
    """A passage: the troops' movement points, their port, the fleet's way there, its counters."""

    cost: int
    path: tuple[str, ...]
    way: tuple[str, ...]
    ships: tuple[int, ...]


def passages(state: State, place: str, alliance: str) -> dict[str, Passage]:
    """The ports to which fleets beside a province could take its whole stack, and how.

    The fleet is large enough for the stack, and not in a battle; the port is controlled, not
    besieged nor blockaded, and has room, without allies of their allies alone (INI-03). Closed
    straits, guarded ports, and what ships or troops do not know, or where a leader of theirs may
    not go, are no way (C-LDR-07). Ships that carry others who wait aboard there stay with them
    (CMB-19). A conquistador's recruits never come (NAT-30);
    of a stack with timars nobody does (C-TUR-03).
    """
    here = sides.stack(state, place, alliance)
    troops = [unit for unit in here.units if unit.corps != active_natives.CORPS]
    if not troops or not all(map(transports.embarks, troops)):
        return {}
    found: dict[str, Passage] = {}
    for zone in board.adjacent_seas(place):
        for stack in fleets.stacks_at(state, zone, alliance):
            for passage in _from(state, stack, troops, here.leader_ids):
                (port,) = passage.path
                if port not in found or len(passage.way) < len(found[port].way):
                    found[port] = passage
    return dict(sorted(found.items()))


def _from(
    state: State, stack: Stack, troops: Sequence[Unit], chiefs: Sequence[str]
) -> list[Passage]:
    units = [unit for unit in stack.units if unit.id not in state.marks.locked]
    units = staying_aboard.ships_spared(state, stack.place, stack.alliance, units)
    stay = [unit for unit in stack.units if unit not in units]
    if not units or not transports.can_carry(state, units, troops):
        return []
    if gold.why_together(state, units, stay):
        return []
    galleys = fleets.has_galleys(units)
    ships, alliance = tuple(unit.id for unit in units), stack.alliance
    charts = [knowledge.chart(state, Band.of(each)) for each in (units, troops)]
    owners, leaders = {unit.country for unit in troops}, (*stack.leader_ids, *chiefs)

    def barred(place: str) -> bool:
        hidden = any(knowledge.is_hidden(state, chart, place) for chart in charts)
        return hidden or bool(leaders_overseas.why_refused(state, leaders, place))

    ways: dict[str, tuple[str, ...]] = {stack.place: ()}
    queue = [stack.place]
    found = []
    for here in queue:
        for border in board.land_neighbours(here):
            port = border.other
            if (
                _harbour(state, units, port, alliance)
                and sides.may_join(state, port, alliance, owners)
                and not barred(port)
            ):
                way = (*ways[here], port)
                cost = tables.movement_cost("naval_move", sides.half_of_board(state, port))
                found.append(Passage(cost, (port,), way, ships))
        for border in board.sea_neighbours(here):
            there = border.other
            open_ = ports.sailable(state, there, galleys) and not barred(there)
            if there not in ways and open_ and not presidios.strait(state, here, there, alliance):
                ways[there] = (*ways[here], there)
                queue.append(there)
    return found


def _harbour(state: State, units: list[Unit], place: str, alliance: str) -> bool:
    return (
        sides.controlled_by(state, place, alliance)
        and not sides.is_besieged(state, place)
        and supply_ports.takes_in(state, units, place, alliance)
        and not ports.why_crowded(state, units, place, alliance)
        and not presidios.guns_at(state, place, alliance)
    )


async def carry(phase: Phase, place: str, alliance: str, passage: Passage) -> None:
    """Takes the stack of a province aboard, and with its fleet to the port (SIE-25, C-RED-06).

    What they have discovered is told at home, and the fleet's gold is ashore in Europe, before the
    fleet's attrition (DIS-09, CMB-31). It costs the troops the same share; both stand in the port
    then, with the change made for what they lost. Ships that are no part of it stay (CMB-19).
    """
    state, goal = phase.state, passage.path[-1]
    ships = state.units_by_id(passage.ships)
    zone, task = ships[0].place, state.sea.tasks.get(str(ships[0].id), "")
    fleet = Band.of(ships, fleets.stack(state, zone, alliance, task).leaders)
    journey = attrition_math.begin(state, fleet).extended(*passage.way)
    here = sides.stack(state, place, alliance)
    troops = here.unit_ids
    names = here.leader_ids
    last = state.last_unit
    for number in troops:
        state.put(state.units[number], zone, "aboard")
    active_natives.disband(phase)
    troops = [number for number in troops if number in state.units]
    everybody: list[int | str] = [*passage.ships, *fleet.leaders, *troops, *names]
    discoveries.settle(phase, everybody, goal)
    overseas = any(map(known_zones.overseas, (zone, *passage.way)))
    gold.unload(phase, passage.ships, goal, overseas)
    await attrition.voyage_attrition(phase, fleet, journey, attrition.BY_SEA, troops)
    await carried_troops.drop_excess(phase, zone, alliance, passage.ships)
    for unit in list(state.units_at(zone)):
        if unit.position == "aboard" and (unit.id in troops or unit.id > last):
            state.put(unit, goal)
    there = fleets.ships_doing(state, zone, alliance, task)
    left = [unit for unit in there if unit.id in passage.ships or unit.id > last]
    people = [each for each in state.leaders_by_id(fleet.leaders) if each.status == "map"]
    lay(state, Band.of(left, people), goal)
    for name in names:
        state.put_leader(state.leaders[name], goal)
    await gold.renew(phase)
