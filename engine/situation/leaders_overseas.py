"""Which leaders may go overseas: the marks on their counters, and admirals by leave (C-LDR-06, 07).

R may go anywhere in the Rest of the World, $ to America and @ to Asia only, by sea wherever the way
leads. Explorers, conquistadors and governors are at home there, and so are the peoples of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.facts import board, countries, tables
from engine.facts.board import called
from engine.situation import command
from engine.state import State, known_zones, sides

AT_HOME: Final = ("explorer", "conquistador", "governor", "missionary", "privateer")
CONTINENTS: Final = {"america": ("america",), "asia": ("asia", "siberia")}
LEAVE_FROM: Final = "V"
LEAVE_WITH: Final = 3
ATLANTIC: Final = "atlantic"


def goes_anywhere(leader: str) -> bool:
    """Whether a leader may be everywhere overseas, by his kind, his people or his mark
    (C-LDR-07)."""
    known = countries.leader(leader)
    if "rotw" in known.flags or (known.kind in AT_HOME and not set(CONTINENTS) & known.flags):
        return True
    country = countries.countries().get(known.country)
    return country is not None and country.kind == "rotw"


def why_not(state: State, leader: str, place: str) -> str:
    """Why a leader may not go to a place, "" when he may: explorers never leave the coast,
    exploring or not (EXP-18); others need a mark or their country's leave (C-LDR-06, C-LDR-07)."""
    if not state.overseas.known or known_zones.is_public(state, place):
        return ""
    known = countries.leader(leader)
    if known.kind == "explorer" and not board.is_sea(place) and not board.adjacent_seas(place):
        return f"{known.name} explores by ship and never goes inland, to {called(place)} (EXP-18)"
    marks = set(CONTINENTS) & known.flags
    if (
        goes_anywhere(leader)
        or any(board.is_sea(place) or _continent(place) in CONTINENTS[mark] for mark in marks)
        or (known.kind == "admiral" and _near(place) and _has_leave(state, leader))
    ):
        return ""
    return f"{known.name} bears no mark that lets him go to {called(place)} (C-LDR-07)"


def why_refused(state: State, leaders: Iterable[str], place: str) -> str:
    """Why one of these leaders may not go to a place, "" when all may."""
    if not state.overseas.known:
        return ""
    return next((reason for name in leaders if (reason := why_not(state, name, place))), "")


def _continent(place: str) -> str:
    area = board.province(place).area
    return board.area(area).continent if area else ""


def _near(place: str) -> bool:
    """Whether a zone is one of the Atlantic without malus, or a province on such a zone."""
    seas = [place] if board.is_sea(place) else board.adjacent_seas(place)
    return any(board.sea(sea).region == ATLANTIC and not board.sea(sea).malus for sea in seas)


def _has_leave(state: State, leader: str) -> bool:
    """Whether he is the admiral of lowest rank of a country that may send one (C-LDR-06)."""
    country = state.leaders[leader].country
    late = tables.PERIODS.index(state.period) >= tables.PERIODS.index(LEAVE_FROM)
    if not late and _settlements(state, country) < LEAVE_WITH:
        return False
    sailors = [
        one.id
        for one in state.leaders.values()
        if one.country == country and one.status == "map" and command.sails(one.id)
    ]
    if any(goes_anywhere(name) for name in sailors):
        return False
    ranks = {name: (command.values(state.leaders[name]).rank or "", name) for name in sailors}
    return bool(ranks) and max(ranks.values())[1] == leader


def _settlements(state: State, country: str) -> int:
    """The colonies and trading posts of a country in America."""
    return sum(
        one.country == country and one.kind in ("colony", "trading_post")
        for place, here in state.overseas.establishments.items()
        for one in here
        if _continent(place) == "america" and sides.controller(state, place)
    )
