"""Umpire's rulings on counters and leaders, and on what countries have and the weather is."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final, cast, get_args

from engine.documents.fields import Choice, Named, Whole
from engine.facts import board, countries, tables
from engine.facts.board import called, in_or_off
from engine.facts.document_fields import Words
from engine.fleets import fleet_counters, fleets
from engine.grammar import counted, thirds
from engine.play.asks import BadAnswer
from engine.situation import command
from engine.situation.turkey import TURKEY
from engine.state import State, forces, sides
from engine.state.forces import KINDS, LAND_KINDS, SEA_KINDS, Position, Unit
from engine.umpire import placement
from engine.umpire.ruling import counter

WORDS: Final[Words] = {
    "position": Choice(get_args(Position), "a position"),
    "kind of counter": Choice((*LAND_KINDS, *SEA_KINDS), "a counter"),
    "ships by kind": Named(Whole(1, 20), "ships by kind", fleets.SHIPS),
    "land technology": Choice(tables.LAND_TECHNOLOGIES, "a land technology"),
    "naval technology": Choice(tables.NAVAL_TECHNOLOGIES, "a naval technology"),
}


# Counters and leaders.


def _position(state: State, unit: Unit, place: str, wanted: str) -> Position:
    """Where in a place a counter is put; raises BadAnswer where it cannot lie.

    Ships are at sea or in port, troops ashore, in a fortress or aboard.
    """
    sea = board.is_sea(place)
    possible: tuple[Position, ...] = ("field",) if sea else ("port",)
    if unit.land:
        possible = ("aboard",) if sea else ("field", "inside", "aboard")
    position = wanted or possible[0]
    if position not in possible:
        raise BadAnswer(f"position: {unit.kind} cannot be {position} {in_or_off(place)}")
    if position == "inside" and not sides.fortified(state, place):
        raise BadAnswer(f"position: there is no fortress {in_or_off(place)}")
    if position == "port" and not board.adjacent_seas(place):
        raise BadAnswer(f"place: {board.does(place, 'be')} not on the coast")
    return position


def _filled(state: State, unit: Unit, given: dict[str, Any]) -> None:
    """Gives a counter its veterans, a pasha its size, a fleet its ships. Raises BadAnswer."""
    veterans, size, ships = given.get("veterans"), given["size"], given["ships"]
    if unit.kind == "PASHA":
        if unit.country != TURKEY:
            raise BadAnswer("kind: only Turkey has pashas")
        unit.become(unit.kind, size or unit.size)
        if not unit.size:
            raise BadAnswer("size: a pasha has a size in timar detachments")
    elif size:
        raise BadAnswer("size: only a pasha has one")
    if unit.kind in forces.FLEETS:
        unit.ships = dict(ships) or unit.ships
        if not unit.ships:
            raise BadAnswer("ships: a fleet counter holds ships, such as NWD=3 NTD=1")
        side = fleet_counters.side(state, unit.country, unit.ships)
        if side is None:
            held = fleets.ships_in_words(unit.ships)
            raise BadAnswer(f"ships: {held} do not fit into a fleet counter")
        unit.become(side, unit.size)
    elif ships:
        raise BadAnswer("ships: only a fleet counter holds some")
    most = unit.thirds or unit.afloat
    unit.veterans = min(unit.veterans, most) if veterans is None else veterans
    if unit.veterans > most:
        raise BadAnswer(f"veterans: {unit.kind} has {most} thirds of a detachment")


def place_unit(state: State, given: dict[str, Any]) -> str:
    """Puts a new counter on the board."""
    country, place = given["country"], given["place"]
    unit = Unit(0, country, KINDS[given["kind"]], place, corps=given["corps"])
    unit.position = _position(state, unit, place, given["position"])
    _filled(state, unit, given)
    if given["veteran"]:
        unit.veterans = unit.thirds or unit.afloat
    placement.stands(state, unit, place, unit.position)
    state.add(unit)
    described = fleets.counters_in_words([unit])
    found = placement.discovers(state, str(unit.id), place)
    return f"{countries.does(country, 'get')} {described} {in_or_off(place)}{found}"


def move_unit(state: State, given: dict[str, Any]) -> str:
    """Puts a counter somewhere else."""
    unit, place = state.units[given["unit"]], given["place"]
    if unit.country == sides.NATIVES:
        raise BadAnswer("unit: natives stay where they live; `natives` rouses those of a province")
    position = _position(state, unit, place, given["position"])
    placement.stands(state, unit, place, position)
    state.put(unit, place, position)
    found = placement.discovers(state, str(unit.id), place)
    return f"{countries.possessive(unit.country)} {unit.kind} goes to {called(place)}{found}"


def change_unit(state: State, given: dict[str, Any]) -> str:
    """Makes another counter of one: another side, more or fewer veterans, other ships."""
    unit = state.units[given["unit"]]
    if unit.country == sides.NATIVES:
        raise BadAnswer("unit: `natives` says how many natives of a province are active")
    kind = KINDS[given["kind"] or unit.kind]
    changed = replace(unit, kind=kind, ships=dict(unit.ships))
    if changed.land != unit.land:
        raise BadAnswer(f"kind: {unit.kind} cannot become {changed.kind}")
    if changed.kind not in forces.FLEETS:
        changed.ships = {}
    _filled(state, changed, given)
    before = counter(state, unit.id)
    state.exchange(unit, changed.kind, changed.ships)
    unit.become(changed.kind, changed.size)
    unit.veterans = changed.veterans
    now = fleets.counters_in_words([unit])
    veterans = f"{thirds(unit.veterans)} {'LD' if unit.land else 'ND'} of it veterans"
    return f"{before} is now {now}, {veterans if unit.veterans else 'none of it veterans'}"


def remove_unit(state: State, given: dict[str, Any]) -> str:
    """Takes a counter off the board."""
    unit = state.units[given["unit"]]
    state.remove(unit)
    return f"{unit.kind} of {countries.with_article(unit.country)} {in_or_off(unit.place)} is gone"


def place_leader(state: State, given: dict[str, Any]) -> str:
    """Puts a leader of this game in a place on the map."""
    leader, place = state.leaders[given["leader"]], given["place"]
    sails, sea = command.sails(leader.id), board.is_sea(place)
    ships = [unit for unit in state.units_at(place) if unit.position == "port"]
    usual: Position = "field"
    if sea and not sails:
        usual = "aboard"
    elif sails and any(unit.country == leader.country for unit in ships):
        usual = "port"
    position = cast(Position, given["position"] or usual)
    placement.leads(state, leader.id, place, position)
    state.put_leader(leader, place, position)
    found = placement.discovers(state, leader.id, place)
    return f"{countries.leader(leader.id).name} goes to {called(place)}{found}"


def remove_leader(state: State, given: dict[str, Any]) -> str:
    """Takes a leader out of the game."""
    leader = state.leaders[given["leader"]]
    state.remove_leader(leader, "killed")
    return f"{countries.leader(leader.id).name} is out of the game"


# Countries.


def set_treasury(state: State, given: dict[str, Any]) -> str:
    """Sets a treasury in ducats."""
    state.countries[given["country"]].treasury = given["ducats"]
    return f"{countries.does(given['country'], 'have')} {counted(given['ducats'], 'ducat')}"


def set_stability(state: State, given: dict[str, Any]) -> str:
    """Sets a country's stability."""
    state.countries[given["country"]].stability = given["stability"]
    return f"{countries.does(given['country'], 'have')} stability {given['stability']:+}"


def set_victory_points(state: State, given: dict[str, Any]) -> str:
    """Sets a country's victory points."""
    state.countries[given["country"]].victory_points = given["points"]
    return f"{countries.does(given['country'], 'have')} {counted(given['points'], 'victory point')}"


def set_technology(state: State, given: dict[str, Any]) -> str:
    """Sets what a country has reached on the technology tracks."""
    country = state.countries[given["country"]]
    if not given["land"] and not given["naval"]:
        raise BadAnswer("land: name a technology on land, at sea, or both")
    country.land_technology = given["land"] or country.land_technology
    country.naval_technology = given["naval"] or country.naval_technology
    on_land, at_sea = country.land_technology, country.naval_technology
    return f"{countries.does(country.id, 'have')} {on_land} on land and {at_sea} at sea"


def set_weather(state: State, given: dict[str, Any]) -> str:
    """Sets the weather of this round, or whether the event Poor weather holds this turn."""
    weather = given["weather"]
    if weather in ("poor", "usual"):
        state.sequence.poor_weather = weather == "poor"
        holds = "holds" if weather == "poor" else "does not hold"
        return f"Poor weather {holds} this turn"
    if not state.sequence.box:
        raise BadAnswer("weather: no round has begun whose weather could be set")
    state.sequence.bad_weather = weather == "bad"
    return f"the weather of {state.sequence.box} is {weather}"
