"""After the fleet's move its troops are ashore and go on alone (CMB-03, CMB-17 to CMB-19)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.facts import board, countries
from engine.facts.board import in_or_off
from engine.land.ground import besieging, stacking
from engine.land.movement import march_under_way
from engine.land.movement.march_under_way import Move
from engine.land.supply import supply_lines as land_supply
from engine.play.phase import Phase
from engine.sea.under_way import carried_troops
from engine.sea.under_way.voyage import Cargo, Voyage
from engine.sea.voyages.landing import free_landing, lose_troops_without_port
from engine.sequence import marches
from engine.situation import leaders_left_alone
from engine.state import sides


async def finish(phase: Phase, voyage: Voyage) -> None:
    """After the fleet's move its troops are ashore, and go on alone (CMB-03, CMB-17, CMB-18); a
    passage with an end off a port is a cause of attrition (CMB-21).

    They land where it was announced, in the port that the fleet was driven to, or, if it never
    left, where they came from. Nothing stays aboard, but detachments overseas (CMB-19).
    """
    state, cargo = phase.state, voyage.cargo
    if cargo is None:
        return
    move = cargo.move
    march_under_way.take_stock(state, move)
    aboard = [n for n in move.everyone if state.units[n].position == "aboard"]
    ashore = [n for n in move.everyone if n not in aboard]
    ships, last = voyage.ships(state), state.last_unit
    if not aboard and not ashore:
        _leaders_ashore(phase, move, voyage.place if ships else "")
        return
    open_ = False
    if voyage.landing:
        goal, move.units, into = voyage.landing, aboard, not board.is_sea(voyage.place)
        open_ = not into and not free_landing(voyage.arrival(state), goal)
        inside = into and sides.is_besieged(state, goal)
    elif ashore:
        first = state.units[ashore[0]]
        goal, move.units, inside = first.place, ashore, first.position == "inside"
    elif ships and carried_troops.may_stay(state, voyage.place, move.troops(state)):
        await carried_troops.drop_excess(phase, voyage.place, voyage.alliance, voyage.units)
        return
    elif ships and voyage.place == cargo.berth:
        await _put_back(phase, cargo, aboard)
        return
    elif ships and not board.is_sea(voyage.place):
        await carried_troops.fit_inside(phase, voyage.place, voyage.alliance, aboard)
        march_under_way.take_stock(state, move)
        goal, move.units = voyage.place, [n for n in move.everyone if n in aboard or n > last]
        if not move.units:
            _leaders_ashore(phase, move, goal)
            return
        inside = sides.is_besieged(state, goal)
    else:
        await lose_troops_without_port(phase, aboard)
        _leaders_ashore(phase, move, "")
        return
    move.whole.unsafe = cargo.evacuated or open_
    cost = carried_troops.passage_points(state, goal, cargo.evacuated, open_)
    await _ashore(phase, move, goal, cost, inside)


async def _ashore(phase: Phase, move: Move, place: str, cost: int, inside: bool) -> None:
    """The troops go ashore and may move on; into a besieged fortress, and there they stay."""
    state = phase.state
    if not inside:
        await marches.ashore(phase, move, place, cost)
        return
    march_under_way.advance(state, move, place, cost)
    state.bring(move.units, move.leaders, place, "inside")
    await marches.end_march(phase, move)


async def _put_back(phase: Phase, cargo: Cargo, aboard: Sequence[int]) -> None:
    state = phase.state
    inside = sides.is_besieged(state, cargo.port) and not cargo.evacuated
    state.bring(aboard, cargo.move.leaders, cargo.port, "inside" if inside else "field")
    await besieging.settle(phase, cargo.port)
    await stacking.enforce_stacking(phase, cargo.port, cargo.move.alliance)
    land_supply.refresh(state)


def _leaders_ashore(phase: Phase, move: Move, port: str) -> None:
    """Leaders whose troops are all lost go ashore where the ships lie in port, or are away."""
    state = phase.state
    for name in move.leaders:
        leader = state.leaders[name]
        if leader.status != "map" or leader.position != "aboard":
            continue
        if not port or board.is_sea(port):
            leaders_left_alone.strand_leaders(phase, [name], leaders_left_alone.TROOPLESS)
            continue
        state.put_leader(leader, port)
        text = f"{countries.leader_in_words(name, leader.country)} goes ashore {in_or_off(port)}."
        phase.tell("leader", text, port, sides.decider(state, leader.country))
