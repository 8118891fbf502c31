"""Umpire's rulings on the Rest of the World: settlements, natives, knowledge, treaties."""

from __future__ import annotations

from typing import Any, Final, cast

from engine.combat.leaders import DETACHMENT
from engine.documents.fields import Choice
from engine.facts import board, countries
from engine.facts.board import called, in_or_off
from engine.facts.document_fields import Words
from engine.grammar import strength_does, thirds
from engine.overseas import active_natives, forts, natives_math
from engine.play.asks import BadAnswer
from engine.situation import establishments
from engine.state import State, known_zones
from engine.state.overseas import Establishment
from engine.state.sides import NATIVES
from engine.umpire.ruling import counter, set_or_forget

GROWING: Final = {"colony": 6, "trading_post": 6}
"""Establishments that have levels, and the highest."""


def set_establishment(state: State, given: dict[str, Any]) -> str:
    """Sets an establishment up, or changes the one of that kind that is there."""
    place, country, kind, stage = given["place"], given["country"], given["kind"], given["stage"]
    least, most = int(kind in GROWING), GROWING.get(kind, 0)
    level = least if given["level"] is None else given["level"]
    if not least <= level <= most:
        span = f"has a level from {least} to {most}" if most else "has no level"
        raise BadAnswer(f"level: a {establishments.NAMES[kind]} {span}")
    if stage and kind != "fort":
        raise BadAnswer("stage: only a fort is under construction")
    if stage and forts.guard(state, place, country) < DETACHMENT:
        who = countries.with_article(country)
        raise BadAnswer(f"stage: less than 1 LD of {who} {in_or_off(place)} watches over it")
    here = state.overseas.establishments.get(place, [])
    same = [one for one in here if one.kind == kind]
    rivals = [one for one in here if one not in same and {one.kind, kind} <= set(GROWING)]
    if rivals:
        found = establishments.establishment_in_words(rivals[0])
        raise BadAnswer(f"kind: {found} is {in_or_off(place)}")
    changed = Establishment(country, cast(Any, kind), level, stage, state.turn)
    if same:
        changed.founded = same[0].founded
        here[here.index(same[0])] = changed
    elif not establishments.left_in_box(state, country, kind):
        lacks = f"have no counter {establishments.NAMES[cast(Any, kind)]} left in the box"
        raise BadAnswer(f"kind: {countries.does(country, lacks)}")
    else:
        state.overseas.establishments.setdefault(place, here).append(changed)
    return f"{in_or_off(place)} is a {establishments.establishment_in_words(changed)}"


def remove_establishment(state: State, given: dict[str, Any]) -> str:
    """Takes an establishment off the board."""
    place, kind = given["place"], given["kind"]
    here = state.overseas.establishments.get(place, [])
    found = next((one for one in here if one.kind == kind), None)
    if found is None:
        raise BadAnswer(f"kind: there is no {establishments.NAMES[kind]} {in_or_off(place)}")
    here.remove(found)
    if not here:
        del state.overseas.establishments[place]
    of = f"{establishments.NAMES[found.kind]} of {countries.with_article(found.country)}"
    return f"the {of} {in_or_off(place)} is gone"


def set_natives(state: State, given: dict[str, Any]) -> str:
    """Makes the natives of a province active (all or some of them), inactive, or gone for good."""
    place, how = given["place"], given["how"]
    whole = natives_math.strength(board.area(board.province(place).area))
    if not whole:
        raise BadAnswer(f"place: no natives live {in_or_off(place)}")
    size = whole if given["thirds"] is None else given["thirds"]
    if how == "active" and not 0 < size <= whole:
        live = strength_does("live", whole)
        raise BadAnswer(f"thirds: {thirds(whole)} LD of natives {live} {in_or_off(place)}")
    if how != "active" and given["thirds"] is not None:
        raise BadAnswer("thirds: only active natives have counters on the board")
    for unit in [unit for unit in state.units_at(place) if unit.country == NATIVES]:
        state.remove(unit)
    set_or_forget(state.overseas.natives, place, "gone" if how == "gone" else None)
    if how == "active":
        active_natives.rouse(state, place, size)
        are = strength_does("be", size)
        return f"{thirds(size)} LD of natives {in_or_off(place)} {are} active"
    if how == "gone":
        return f"the natives of {called(place)} are gone"
    return f"the natives of {called(place)} are calm, {thirds(whole)} LD"


def set_knowledge(state: State, given: dict[str, Any]) -> str:
    """Writes a zone, or every province of an area, into what a country knows, or strikes it out."""
    country, knows = given["country"], given["known"]
    places = _zones(given)
    if not state.overseas.known:
        raise BadAnswer("place: in this game nothing is unknown to anybody (no exploration)")
    for place in () if knows else sorted(places):  # who is there would be where he knows not
        here = [unit.country for unit in state.units_at(place)]
        if country in (*here, *(leader.country for leader in state.leaders_at(place))):
            has = countries.does(country, "have")
            raise BadAnswer(f"place: {has} somebody {in_or_off(place)}")
    known = state.overseas.known.setdefault(country, set())
    if knows:
        known.update(places)
        for carrier in [*state.overseas.discoveries]:  # what it knows its stacks no longer carry
            if known_zones.country_of(state, carrier) == country:
                _carry(state, carrier, state.overseas.discoveries[carrier] - places)
    else:
        known.difference_update(places)
    where = board.area(given["area"]).name if given["area"] else called(given["place"])
    return f"{countries.does(country, 'know' if knows else 'do not know')} {where}"


def _zones(given: dict[str, Any]) -> set[str]:
    if bool(given["place"]) == bool(given["area"]):
        raise BadAnswer("place: name a zone or an area, one of them")
    if given["place"]:
        return {given["place"]}
    return set(board.area_provinces()[given["area"]])


def _carry(state: State, carrier: str, places: set[str]) -> None:
    set_or_forget(state.overseas.discoveries, carrier, places)
    if not places:
        state.overseas.unheard.pop(carrier, None)


def set_discovery(state: State, given: dict[str, Any]) -> str:
    """Lets a counter or leader carry the discovery of a zone home, or no longer."""
    carrier, place = given["carrier"], given["place"]
    if not state.overseas.known:
        raise BadAnswer("place: in this game nothing is unknown to anybody (no exploration)")
    leader = state.leaders.get(carrier)
    if leader is not None and leader.status != "map":
        raise BadAnswer(f"carrier: {countries.leader(carrier).name} is not on the map")
    country = known_zones.country_of(state, carrier)
    carried = set(state.overseas.discoveries.get(carrier, ()))
    if given["carried"] and known_zones.knows(state, country, place):
        knows = countries.does(country, "know")
        raise BadAnswer(f"place: {knows} {called(place)} already")
    here = leader.place if leader is not None else state.units[int(carrier)].place
    if not given["carried"] and here == place:
        raise BadAnswer(f"place: the carrier is {in_or_off(place)}")
    _carry(state, carrier, carried | {place} if given["carried"] else carried - {place})
    who = countries.leader(carrier).name if leader is not None else counter(state, int(carrier))
    verb = "has discovered" if given["carried"] else "has not discovered"
    return f"{who} {verb} {called(place)}"


def set_treaty(state: State, given: dict[str, Any]) -> str:
    """Gives a country the AT box of a country of the Rest of the World, or takes it (NAT-03)."""
    country, other, holds = state.countries[given["country"]], given["with"], given["holds"]
    if holds and other not in country.treaties:
        country.treaties = sorted([*country.treaties, other])
    elif not holds and other in country.treaties:
        country.treaties.remove(other)
    has = countries.does(country.id, "have" if holds else "have no")
    return f"{has} AT with {countries.with_article(other)}"


def set_appeals(state: State, given: dict[str, Any]) -> str:
    """Sets how often the conquistador table was used in an area (NAT-15)."""
    area, uses = given["area"], given["uses"]
    set_or_forget(state.overseas.appeals, area, uses)
    times = {0: "never", 1: "once", 2: "twice"}.get(uses, f"{uses} times")
    return f"the conquistador table was used {times} in {board.area(area).name}"


KIND: Final = Choice(
    tuple(establishments.NAMES), "an establishment", {"trading post": "trading_post"}
)
WORDS: Final[Words] = {"establishment": KIND}
