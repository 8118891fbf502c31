"""Umpire's rulings on provinces: who holds them, sieges, revolts, corsairs, presidios."""

from __future__ import annotations

from typing import Any, Final

from engine.documents.fields import Choice
from engine.facts import board, countries
from engine.facts.board import called, in_or_off, name_of
from engine.facts.document_fields import Words
from engine.grammar import conjugate
from engine.land.ground import besieging
from engine.play.asks import BadAnswer
from engine.sea import corsairs_math
from engine.situation import counters
from engine.state import State, sides
from engine.state.land import Revolt, Siege
from engine.state.sea import Corsair
from engine.umpire import campaign_rulings as ledger
from engine.umpire.ruling import set_or_forget


def set_control(state: State, given: dict[str, Any]) -> str:
    """Gives the city of a province to a country; a siege there begins anew, where it is an enemy's,
    or is over."""
    country, place = given["country"], given["place"]
    state.land.controllers[place] = country
    if siege := state.land.sieges.get(place):
        state.land.sieges[place] = Siege(siege.alliance)
    return countries.does_to(country, "control", place)


def set_level(state: State, given: dict[str, Any]) -> str:
    """Sets the level of a fortress."""
    state.land.levels[given["place"]] = given["level"]
    return f"the fortress of {called(given['place'])} has level {given['level']}"


def _signs(signs: str) -> str:
    return "" if signs == "none" else signs


def set_siege(state: State, given: dict[str, Any]) -> str:
    """Sets what a siege has come to: siegeworks, a breach; `over` ends it, and the besieged come
    out (AFT-04)."""
    place = given["place"]
    siege = state.land.sieges.get(place)
    if given["over"]:
        if siege is None:
            raise BadAnswer(f"place: {board.does(place, 'be')} not besieged")
        return _lift(state, place)
    if siege is None:
        siege = _new_siege(state, place)
    siege.works, siege.breach = sorted(_signs(given["works"])), given["breach"]
    state.land.sieges[place] = siege
    breach = ", a breach" if siege.breach else ""
    return (
        f"{board.does(place, 'be')} besieged: siegeworks {' '.join(siege.works) or 'none'}{breach}"
    )


def _lift(state: State, place: str) -> str:
    """Ends a siege as one that is lifted ends (AFT-04). Raises BadAnswer where besiegers stay
    before walls that no troops leave: they would go on besieging them (AFT-01, MOV-A7)."""
    inside, _ = sides.inside(state, place)
    if not inside and besieging.besieger(state, place):
        raise BadAnswer(
            f"over: troops of {besieging.besiegers_in_words(state, place)} stand before "
            f"{called(place)} and none of its own come out: it is besieged as long as they do "
            "(AFT-01); move or remove them"
        )
    del state.land.sieges[place]
    besieging.let_out(state, place)
    come = f"{counters.troops_and_owners(inside)} {conjugate('come', len(inside))}"
    out = f"; {come} out of the fortress" if inside else ""
    return f"the siege of {called(place)} is over{out}"


def siege_now(state: State, place: str) -> dict[str, Any]:
    """What a siege has come to, as a ruling says it."""
    siege = state.land.sieges.get(place)
    signs = "".join(sorted(siege.works)) if siege else ""
    return {"works": signs or "none", "breach": siege.breach} if siege else {}


def _new_siege(state: State, place: str) -> Siege:
    """A siege by the enemies of who holds the place, who stand there. Raises BadAnswer."""
    holder = sides.controller(state, place)
    if not holder or not sides.fortified(state, place):
        raise BadAnswer(f"place: {board.does(place, 'have')} no fortress to besiege")
    besiegers = sides.enemy_units(state, place, sides.alliance_of(state, holder))
    first = next(iter(besiegers), None)
    if first is None:
        whose = countries.with_article(holder)
        raise BadAnswer(f"place: no enemy of {whose} is {in_or_off(place)}")
    return Siege(sides.alliance_of(state, first.country))


def set_pillage(state: State, given: dict[str, Any]) -> str:
    """Sets the pillage markers of a province, a text of signs such as `+-`."""
    place, signs = given["place"], _signs(given["markers"])
    set_or_forget(state.land.pillages, place, list(signs))
    return f"pillage {in_or_off(place)}: {signs or 'none'}"


def set_revolt(state: State, given: dict[str, Any]) -> str:
    """Sets the revolt markers of a province, a text of signs such as `+-`."""
    place, signs = given["place"], _signs(given["markers"])
    if reason := ledger.why_no_revolt(state, place):
        raise BadAnswer(reason)
    friend = given["country"]
    revolts = [Revolt("revolt", "+" if sign == "+" else "-", friend) for sign in signs]
    set_or_forget(state.land.revolts, place, revolts)
    friendly = f", friendly to {countries.with_article(friend)}" if friend and signs else ""
    return f"revolt {in_or_off(place)}: {signs or 'none'}{friendly}"


def set_corsairs(state: State, given: dict[str, Any]) -> str:
    """Sets the corsairs of a country, or of the pirates, in a place; a leader commands the
    first."""
    place, country, signs = given["place"], given["country"], _signs(given["markers"])
    others = [one for one in state.sea.corsairs.get(place, ()) if one.country != country]
    leaders = [given["leader"], *[""] * len(signs)]
    own = [
        Corsair(country, "+" if sign == "+" else "-", leader)
        for sign, leader in zip(signs, leaders, strict=False)
    ]
    set_or_forget(state.sea.corsairs, place, [*others, *own])
    found = " and ".join(map(corsairs_math.corsair_in_words, own))
    return f"{name_of(place)}: {found or f'no corsair of {countries.with_article(country)}'}"


def set_presidio(state: State, given: dict[str, Any]) -> str:
    """Sets the presidio of a country before a port; level 0 takes it away."""
    place, level = given["place"], given["level"]
    if level and not board.adjacent_seas(place):
        raise BadAnswer(f"place: {board.does(place, 'be')} not on the coast")
    set_or_forget(state.sea.presidios, place, (given["country"], level) if level else None)
    if not level:
        return f"there is no presidio at {called(place)}"
    has = countries.does(given["country"], "have")
    return f"{has} a presidio of level {level} at {called(place)}"


WORDS: Final[Words] = {
    "markers": Choice(("none", "-", "+", "+-", "++"), "markers", {"": "none", "-+": "+-"})
}
