"""Umpire's rulings at sea: gold, convoys, damaged ships."""

from __future__ import annotations

from typing import Any, Final

from engine.documents.fields import Choice
from engine.facts import board, countries, tables
from engine.facts.board import in_or_off
from engine.facts.document_fields import Words
from engine.fleets import fleet_counters, fleets, gold, ports
from engine.grammar import conjugate, counted
from engine.play.asks import BadAnswer
from engine.sea.damaged_ships import REGIONS
from engine.state import State, sides
from engine.state.forces import Position, Unit
from engine.state.sea import Convoy, Damaged
from engine.umpire.ruling import counter, set_or_forget

LONG_AGO: Final = "0:"


def set_gold(state: State, given: dict[str, Any]) -> str:
    """Sets the ducats of gold that wait in a province overseas, or that a ship carries."""
    place, number, ducats = given["place"], given["unit"], given["ducats"]
    if bool(place) == (number is not None):
        raise BadAnswer("place: name the province where it waits or the ship that carries it")
    does, where = ("wait", in_or_off(place)) if place else ("be", _aboard(state, number, ducats))
    set_or_forget(state.sea.gold, place or str(number), ducats)
    amount = f"{counted(ducats, 'ducat')} of gold" if ducats else "no gold"
    return f"{amount} {conjugate(does, ducats or 1)} {where}"


def _aboard(state: State, number: int, ducats: int) -> str:
    """On which ship so much gold lies, in words (CMB-29, CMB-35). Raises BadAnswer."""
    unit = state.units[number]
    if unit.land:
        raise BadAnswer(f"unit: {counter(state, number)} is not a ship")
    if not gold.carriers(state, [unit]):
        raise BadAnswer("unit: this convoy is full from the beginning (CMB-35)")
    room = int(gold.transport_points([unit]) / tables.ship_capacity("gold")) * gold.PER_POINT
    if ducats > room:
        raise BadAnswer(
            f"ducats: {unit.kind} {number} has room for {counted(room, 'ducat')} (CMB-29)"
        )
    return f"aboard {counter(state, number)}"


def set_convoy(state: State, given: dict[str, Any]) -> str:
    """Sets a convoy up anew with so many NTD somewhere; 0 takes it away, and its gold with it."""
    name, country, place, ships = given["name"], given["country"], given["place"], given["ships"]
    old = state.sea.convoys.get(name)
    if not ships:
        if old is None:
            raise BadAnswer(f"ships: {_named(name)} is not in this game")
        _leave(state, old)
        del state.sea.convoys[name]
        return f"{_named(name)} is gone"
    if not place or not country:
        missing = "place" if not place else "country"
        raise BadAnswer(f"{missing}: a convoy belongs to a country and lies somewhere")
    sea = board.is_sea(place)
    if not sea and not board.adjacent_seas(place):
        raise BadAnswer(f"place: {board.does(place, 'be')} not on the coast")
    back = len(old.counters) if old is not None and old.country == country else 0
    free = fleet_counters.free_counters(state, country, "NTD") + back
    if ships > free:
        has = countries.does(country, "have")
        raise BadAnswer(f"ships: {has} but {max(0, free)} NTD in the box (C-FOR-05)")
    whose = countries.with_article(country)
    if not sea and not ports.harbour(state, place, sides.alliance_of(state, country)):
        raise BadAnswer(f"place: no port of {whose} is {in_or_off(place)} (NAV-10)")
    if old is not None:
        _leave(state, old)
    position: Position = "field" if sea else "port"
    made = [state.add(Unit(0, country, "NTD", place, position)).id for _ in range(ships)]
    state.sea.convoys[name] = Convoy(country, ships, made)
    return f"{_named(name)} of {whose}, {ships} NTD, lies {in_or_off(place)}"


def _leave(state: State, convoy: Convoy) -> None:
    for number in list(convoy.counters):
        if number in state.units:
            state.remove(state.units[number])


def _named(name: str) -> str:
    return f"the {gold.convoy_name(name)}"


def set_damaged(state: State, given: dict[str, Any]) -> str:
    """Sets how many ships of a kind a country has damaged in a naval region, to be refitted from
    now on, or from the next round where they are damaged only now (REF-01, REF-06)."""
    country, region, kind = given["country"], given["region"], given["kind"]
    state.sea.damaged = [
        each for each in state.sea.damaged
        if (each.country, each.region, each.kind) != (country, region, kind)
    ]  # fmt: skip
    number = given["number"]
    if number:
        since = f"{state.turn}:{state.sequence.box}" if given["now"] else LONG_AGO
        state.sea.damaged.append(Damaged(country, region, kind, number, since))
    from_when = ", to be refitted from the next round" if given["now"] and number else ""
    has = countries.does(country, "have")
    return f"{has} {number or 'no'} damaged {kind} in the {REGIONS[region]}{from_when}"


WORDS: Final[Words] = {
    "convoy": Choice(gold.FOR_GOLD, "a convoy"),
    "naval region": Choice(tuple(REGIONS), "a naval region"),
    "ship": Choice((*fleets.SHIPS, "NDE"), "a ship"),
}
