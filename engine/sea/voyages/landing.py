"""Landings: what stands against one, how it is carried out, how the troops go on (CMB-07 to 18).

A landing is the naval action that ends the way of a fleet with troops aboard. Beaten troops go
back aboard, and beaten fleets put theirs ashore (RET-29).
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.facts import board, countries
from engine.facts.board import called
from engine.fleets import blockades, fleets, supply_by_sea
from engine.fleets.transports import landed_mark, ships_awaiting
from engine.grammar import conjugate
from engine.land.battle import shelter
from engine.land.ground import entering_provinces, losses
from engine.overseas import forts
from engine.play.phase import Phase
from engine.rounds import campaigns
from engine.sea.battle import announced_battles, retreat
from engine.sea.under_way import announced_action, carried_troops, staying_aboard
from engine.sea.under_way.announced_action import RESUPPLY, Action
from engine.sea.under_way.voyage import Arrival, Cargo, Voyage
from engine.situation import knowledge, leaders_left_alone, leaders_overseas
from engine.state import forces, sides
from engine.state.forces import Unit
from engine.state.stacks import Band


def why_no_landing(ships: Arrival, action: Action) -> str:
    """Why troops aboard cannot land in a province from the end of a way, "" when they can.

    One end of the two must be a controlled port (CMB-07 to CMB-10); the campaign must allow the
    landed stack to go there (CAM-A6), the marks of its leaders (C-LDR-07), and who stands there of
    their side (INI-03, DIS-03). Raises ValueError without troops aboard.
    """
    state, place, alliance, target = ships.state, ships.place, ships.alliance, action.target
    cargo = _aboard(ships)
    if target not in (board.shores(place) if board.is_sea(place) else [place]):
        return f"{board.does(target, 'be')} no coast beside {called(place)}"
    if board.is_sea(place):
        if cargo.evacuated and not free_landing(ships, target):
            return "they embarked away from a port, so they must land in one (CMB-07)"
    elif not carried_troops.controlled_port(state, ships.ships, place, alliance):
        return f"the port of {called(place)} is not under control (CMB-07)"
    move = cargo.move
    troops = move.troops(state)
    owners = sorted({unit.country for unit in troops})
    spot = entering_provinces.look(state, target, alliance)
    chart = knowledge.chart(state, move)
    reason = leaders_overseas.why_refused(state, move.leaders, target)
    reason = reason or entering_provinces.why_closed(state, target, alliance, owners, chart)
    if not reason and place == target and sides.is_besieged(state, target):
        if shelter.room(state, target, alliance) < forces.strength(troops):
            reason = f"there is no room for them in the fortress of {called(target)} (EVA-10)"
    elif not reason and spot.opposed:
        reason = campaigns.may_move(state, move.country(state), troops, True)
    reason = reason or entering_provinces.why_apart(state, target, alliance, owners, move.units)
    if not reason and cargo.port:
        staying = forces.strength(
            entering_provinces.left_behind(state, cargo.port, alliance, move.units)
        )
        reason = entering_provinces.why_held_back(
            state, cargo.port, target, alliance, staying, spot.friendly
        )
    return reason or _why_not_besides(ships, action, troops)


def _aboard(ships: Arrival) -> Cargo:
    if ships.cargo is None:
        raise ValueError("no troops are aboard")
    return ships.cargo


def _why_not_besides(ships: Arrival, action: Action, troops: Sequence[Unit]) -> str:
    """Why what follows the landing cannot be done: blockade, supply, both, resupply (CMB-10)."""
    state, place, target = ships.state, ships.place, action.target
    if action.kind == RESUPPLY:
        return announced_action.why_no_resupply(ships)
    if action.kind != "land" and not board.is_sea(place):
        return "in a port nothing but the besieged fortress is supplied besides (CMB-10)"
    if "blockade" in action.kind and (
        reason := blockades.why_no_blockade(state, ships.ships, place, target)
    ):
        return reason
    if "supply" in action.kind:
        ashore = sides.stack(state, target, ships.alliance).units
        if not supply_by_sea.can_supply(state, ships.ships, [*ashore, *troops]):
            return "these ships are too few to supply the troops (NAC-11)"
    return ""


def free_landing(ships: Arrival, target: str) -> bool:
    """Whether the coast of a landing counts as a controlled port for a combined stack (CMB-14)."""
    state, move = ships.state, _aboard(ships).move
    combined = [*ships.ships, *move.troops(state)]
    leaders = [*ships.leaders, *move.leaders]
    return carried_troops.port_like(state, target, ships.alliance, combined, leaders)


def land(phase: Phase, voyage: Voyage, action: Action) -> None:
    """The landing that was announced, after interceptions (CMB-12): the fleet's part of it, an
    active action of whoever announced it but from port to port (CMB-13, CAM-A8).

    What attrition and battle made impossible besides falls away, for the ships, not for whose
    troops are left aboard; they go ashore when the fleet has ended its move.
    """

    state, cargo = phase.state, voyage.cargo
    ships = voyage.arrival(state)
    if cargo is None or not ships.ships or not cargo.move.troops(state):
        return
    way, besides, voyage.announced = ships.way, "", ""
    reason = _why_not_besides(ships, action, cargo.move.troops(state))
    if reason:
        besides = f", and nothing besides: {reason}"
        action = Action("land", action.target)
    country = voyage.country(state)
    free = free_landing(ships, action.target)
    if carried_troops.is_active(way, action.kind, cargo.evacuated, free):
        campaigns.spend_at_sea(state, voyage.payer, fleets.fleet_counters(ships.ships))
    if action.kind == RESUPPLY:
        state.land.resupplied.add(voyage.place)
    elif announced_action.lasting_task(action):
        announced_action.join(state, voyage, action)
    voyage.landing = action.target
    state.marks.done.update(landed_mark(action.target, number) for number in voyage.units)
    text = (
        f"{countries.does(country, 'carry')} out "
        f"{announced_action.action_in_words(state, action)}{besides}."
    )
    phase.tell("naval-action", text, voyage.place, sides.decider(state, country))


async def lose_troops_without_port(phase: Phase, unit_ids: Sequence[int]) -> None:
    """Troops aboard who find no port are lost (RET-29)."""
    size = forces.strength(phase.state.units_by_id(unit_ids))
    await losses.lose(phase, list(unit_ids), size, "no port to land in")


async def carry_off(phase: Phase, zone: str, band: Band, alliance: str) -> str:
    """A beaten landed stack goes back aboard; its fleet sails to a friendly port and lands it.

    It rolls attrition, is not intercepted and passes presidios and straits (RET-29). The port
    where the troops are then, "" for none.
    """
    state, place = phase.state, band.place
    ships = ships_awaiting(state, zone, place, alliance)
    berth = state.units[ships[0]].place
    unit_ids = _without_recruits(phase, place, band.units)
    state.marks.moved.update(unit_ids)
    state.marks.moved_leaders.update(band.leaders)
    for number in unit_ids:
        state.put(state.units[number], berth, "aboard")
        state.marks.entered.pop(number, None)
    if unit_ids:
        troops = state.units_by_id(unit_ids)
        owners = countries.join_with_articles(unit.country for unit in troops)
        goes = conjugate("go", len(troops))
        text = (
            f"{forces.units_in_words(troops)} of {owners} {goes} back aboard from {called(place)}."
        )
        phase.tell("transport", text, place, sides.decider(state, troops[0].country))
    for name in band.leaders:
        if state.leaders[name].status == "map":
            state.put_leader(state.leaders[name], berth, "aboard")
    forts.remove_abandoned(phase)
    await carried_troops.drop_excess(phase, berth, alliance, ships)
    force = announced_battles.force_of(state, ships)
    text = f"From {called(place)} the troops go back aboard: to which port?"
    fled = await retreat.flee(phase, berth, force, None, text)
    left = carried_troops.troops_aboard(state, berth, alliance)
    if left:
        await lose_troops_without_port(phase, left)
    led = state.leaders_by_id(band.leaders)
    lost = [each.id for each in led if each.status == "map" and each.position == "aboard"]
    leaders_left_alone.strand_leaders(phase, lost, leaders_left_alone.TROOPLESS)
    staying_aboard.leaders_without_ships(phase, force.leader_ids)
    return fled.port


def _without_recruits(phase: Phase, place: str, unit_ids: Sequence[int]) -> list[int]:
    """Native recruits cannot travel by sea: they disperse on the shore (NAT-30)."""
    units = phase.state.units_by_id(unit_ids)
    recruits = [unit for unit in units if unit.corps == "native"]
    for unit in recruits:
        phase.state.remove(unit)
    if recruits:
        text = f"The natives who followed to {called(place)} stay ashore and disperse."
        toll = forces.toll(recruits, "natives who go home")
        phase.tell("losses", text, place, sides.decider(phase.state, recruits[0].country), toll)
    return [unit.id for unit in units if unit.corps != "native"]
