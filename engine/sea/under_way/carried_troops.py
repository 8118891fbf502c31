"""Combined moves: what ships carry, and what is lost with them (CMB, MVG-11 to MVG-14).

A fleet sails to a coast, `!embark:PROVINCE` takes troops aboard, and the rest of its way ends with
`!land:PROVINCE`, its naval action; then the troops go on alone (boarding.py and landing.py). While
aboard they have the position `aboard` where their ships are. Transport points are those of the
tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.facts import board, countries, tables
from engine.facts.board import called, in_or_off
from engine.fleets import fleets, gold, ports
from engine.fleets.transports import (
    can_carry,
    points_of_counter,
    room_for_troops,
    some_aboard,
    transport_points_needed,
)
from engine.grammar import conjugate, counted
from engine.land.battle import shelter
from engine.land.ground import losses
from engine.land.ground.loss_payments import remains
from engine.land.ground.loss_ways import payments
from engine.play.phase import Phase
from engine.sea.under_way.voyage import Voyage, lay
from engine.situation import establishments, naval_command
from engine.state import State, forces, known_zones, sides
from engine.state.forces import Position, Unit, units_in_words
from engine.state.stacks import Band

# Transport points.


def is_active(way: Sequence[str], action: str, evacuated: bool, free: bool) -> bool:
    """Whether an action with troops aboard is an active one: all but a landing from port to port
    of troops that were not `evacuated`. A `free` coast counts as a port (NAC-29, NAC-30, CMB-13 to
    CMB-16)."""
    at_sea = board.is_sea(way[-1]) and not free
    return evacuated or at_sea or action != "land"


def controlled_port(state: State, ships: Sequence[Unit], place: str, alliance: str) -> bool:
    """Whether ships lie, or may lie, in a port under control that can hold them (CMB-07)."""
    return (
        not board.is_sea(place)
        and sides.controlled_by(state, place, alliance)
        and not ports.why_closed(state, ships, place, alliance)
    )


def passage_points(state: State, place: str, evacuated: bool, ashore: bool) -> int:
    """The movement points of a passage by sea (CMB-21): fewer from one port to another."""
    row = "naval_move" if evacuated or ashore else "naval_move_ports"
    return tables.movement_cost(row, sides.half_of_board(state, place))


# Overseas.


def may_stay(state: State, zone: str, troops: Iterable[Unit]) -> bool:
    """Whether troops may end a move aboard in a zone: overseas, and no army among them (CMB-19)."""
    return (
        known_zones.knowledge_counts(state)
        and board.is_sea(zone)
        and known_zones.overseas(zone)
        and not any(unit.army and unit.corps != "native" for unit in troops)
    )


def port_like(
    state: State, place: str, alliance: str, units: Iterable[Unit], leader_ids: Iterable[str]
) -> bool:
    """Whether an empty coast overseas counts as a controlled port for ships and troops, but as no
    arsenal, so not for several fleet counters (CMB-07, CMB-14, NAC-30)."""
    combined = list(units)
    return (
        known_zones.knowledge_counts(state)
        and ports.port_holds("port", fleets.fleet_counters(combined))
        and establishments.landing_free(state, place, alliance, combined, leader_ids)
    )


def follow(state: State, voyage: Voyage, place: str) -> None:
    """Takes the troops aboard along to where their ships are now."""
    if voyage.cargo is None:
        return
    move = voyage.cargo.move
    for unit in move.troops(state):
        state.put(unit, place, "aboard")
    for name in move.leaders:
        state.put_leader(state.leaders[name], place, "aboard")
    if board.is_sea(place) and move.place != place:
        move.comes_to(place)


# Losses aboard.


def troops_aboard(state: State, place: str, alliance: str) -> list[int]:
    """The troops of an alliance aboard its ships in a place."""
    some = some_aboard(state, place)
    return sides.stack(state, place, alliance, "aboard").unit_ids if some else []


def passengers(
    state: State, place: str, alliance: str, ships: Sequence[int]
) -> tuple[list[int], list[str]]:
    """The troops and leaders aboard that go where these ships go: not those who have not moved, if
    other ships of their side there can carry them (CMB-19)."""
    here = sides.stack(state, place, alliance, "aboard")
    waiting = [unit for unit in here.units if unit.id not in state.marks.moved]
    there = fleets.ships_at(state, place).get(alliance, ())
    others = [unit for unit in there if unit.id not in ships]
    if waiting and can_carry(state, others, waiting):
        units = [unit.id for unit in here.units if unit.id in state.marks.moved]
        return units, [one.id for one in here.leaders if one.id in state.marks.moved_leaders]
    return here.unit_ids, here.leader_ids


async def drop_excess(phase: Phase, place: str, alliance: str, ship_ids: Iterable[int]) -> None:
    """The troops aboard lose at once what their ships can no longer carry (CMB-28, MVG-14).

    Other ships of their side that lie there carry those who wait aboard them (CMB-19).
    """
    state = phase.state
    troops = state.units_by_id(troops_aboard(state, place, alliance))
    if not troops:
        return
    here = [unit.id for unit in fleets.ships_at(state, place).get(alliance, ())]
    ships = state.units_by_id(sorted({*ship_ids, *here}))
    missing = transport_points_needed(state, troops) - room_for_troops(state, ships)
    await _lose_points(phase, place, troops, missing, "too few ships to carry them")


async def gather_explorers(phase: Phase, place: str, alliance: str, landing: bool = False) -> None:
    """Three exploration detachments make a warship, which carries less than they do: gold and
    troops who stay aboard, not for a `landing`, are lost as far as there is no room for them any
    more (C-NAV-08, CMB-28, CMB-29)."""
    if gold.gather_explorers(phase, place, alliance) and board.is_sea(place) and not landing:
        await drop_excess(phase, place, alliance, ())


async def lose_with_captures(
    phase: Phase, place: str, alliance: str, ships: Sequence[int], taken: Mapping[str, int]
) -> None:
    """A pursued stack, these ships, loses of its own troops those that the ships captured of it
    could carry (PUR-22, PUR-A5)."""
    room = sum(number * tables.ship_capacity(kind) for kind, number in taken.items())
    carried = phase.state.units_by_id(passengers(phase.state, place, alliance, ships)[0])
    await _lose_points(phase, place, carried, room, "captured with their ships")


async def _lose_points(
    phase: Phase, place: str, troops: Sequence[Unit], points: float, why: str
) -> None:
    """Loses the fewest thirds of troops aboard that need so many transport points, whichever the
    controller chooses, or all (CMB-28, CMB-A3)."""
    state = phase.state
    whole = forces.strength(troops)

    def saved(unit: Unit, lost: int) -> float:
        left = sum(points_of_counter(state, unit.country, kind) for kind in remains(unit, lost))
        before = points_of_counter(state, unit.country, unit.kind, unit.size)
        return before - left if lost else 0.0

    for thirds in range(1, whole) if points > 0 else ():
        ways = payments(state, troops, thirds, saved=saved, least_saved=points)
        if ways:
            what = f"Who of the troops aboard {in_or_off(place)} is lost ({why})?"
            await losses.pay_losses(phase, ways, why, "losses", what)
            return
    if points > 0:
        await losses.lose(phase, [unit.id for unit in troops], whole, why)


def bring(state: State, voyage: Voyage, place: str) -> None:
    """Brings ships, admirals and the troops aboard to a place; nothing else comes of it."""
    lay(state, voyage, place)
    follow(state, voyage, place)


def load(phase: Phase, voyage: Voyage) -> None:
    """Takes as much of the gold of a port aboard as there is room for (CMB-30)."""
    state, place = phase.state, voyage.place
    units = voyage.ships(state)
    ducats = min(state.sea.gold[place], gold.room_for_gold(state, units))
    state.sea.gold[place] -= ducats
    if not state.sea.gold[place]:
        del state.sea.gold[place]
    gold.settle(state, units, gold.ducats_aboard(state, units) + ducats)
    country = naval_command.commander(state, units, []).country
    text = (
        f"{countries.does(country, 'load')} {counted(ducats, 'ducat')} of gold {in_or_off(place)}."
    )
    phase.tell("gold", text, place, sides.decider(state, country))


async def fit_inside(phase: Phase, port: str, alliance: str, troops: Sequence[int]) -> None:
    """Of troops aboard who have to land in a besieged port are lost for whom its fortress has no
    room (RET-21, EVA-10)."""
    state = phase.state
    if sides.is_besieged(state, port):
        size = forces.strength(state.units_by_id(troops))
        crowd = size - shelter.room(state, port, alliance)
        await losses.lose(phase, troops, crowd, f"no room in the fortress of {called(port)}")


async def disembark(
    phase: Phase, berth: str, port: str, alliance: str, ship_ids: Sequence[int]
) -> Band:
    """A beaten fleet that has reached a port lands its troops there (CMB-18): who they are."""
    await drop_excess(phase, berth, alliance, ship_ids)
    state = phase.state
    inside: Position = "inside" if sides.is_besieged(state, port) else "field"
    await fit_inside(phase, port, alliance, passengers(state, berth, alliance, ship_ids)[0])
    troops, leaders = passengers(state, berth, alliance, ship_ids)
    for number in troops:
        state.put(state.units[number], port, inside)
    for name in leaders:
        state.put_leader(state.leaders[name], port, inside)
    _tell_ashore(phase, port, troops)
    return Band(port, tuple(troops), tuple(leaders))


def _tell_ashore(phase: Phase, port: str, numbers: Sequence[int]) -> None:
    """Who goes ashore where a fleet has come to: each country's troops by name."""
    state = phase.state
    for country in sorted({state.units[number].country for number in numbers}):
        own = [state.units[number] for number in numbers if state.units[number].country == country]
        goes, who = conjugate("go", len(own)), sides.decider(state, country)
        text = (
            f"{units_in_words(own)} of {countries.with_article(country)} {goes} ashore in "
            f"{called(port)}."
        )
        phase.tell("transport", text, port, who)
