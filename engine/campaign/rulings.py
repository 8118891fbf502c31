"""Umpire's rulings on the ledger: what the rest of the game decides is entered by them."""

from __future__ import annotations

from typing import Any, TypeAlias

from engine import board
from engine.asks import BadAnswer
from engine.campaign import lands, minors, truces, wars
from engine.campaign.ledger import CasusBelli
from engine.state import State

Ruling: TypeAlias = dict[str, Any]


def set_owner(state: State, ruling: Ruling) -> str:
    """Gives a province to a country for good; who has conquered it keeps holding it."""
    place, country = str(ruling.get("place", "")), str(ruling.get("country", ""))
    if place not in board.provinces():
        raise BadAnswer(f"place: {place!r} is no province")
    if country not in state.countries:
        raise BadAnswer(f"country: {country!r} is not in this game")
    lands.transfer(state, place, country)
    return f"{country} owns {place}"


def set_minor(state: State, ruling: Ruling) -> str:
    """Moves a minor on the diplomatic track: to a patron's box, or to nobody's (EUV-TRU-12)."""
    minor, patron = str(ruling.get("minor", "")), str(ruling.get("patron", ""))
    box = str(ruling.get("box", "MA"))
    if minor not in state.countries or not state.countries[minor].minor:
        raise BadAnswer(f"minor: {minor!r} is no minor of this game")
    if patron and (patron not in state.countries or state.countries[patron].minor):
        raise BadAnswer(f"patron: {patron!r} is no power of this game")
    if box not in minors.BOXES:
        raise BadAnswer(f"box: {box!r}; one of: {', '.join(minors.BOXES)}")
    if state.step not in ("start", "over"):
        raise BadAnswer("minors change sides between Military phases only")
    if reason := minors.why_fixed(state, minor):
        raise BadAnswer(reason)
    minors.control(state, minor, patron, box)
    wars.align(state)
    return f"{minor} is in {box} of {patron}" if patron else f"{minor} is nobody's"


def give_reason(state: State, ruling: Ruling) -> str:
    """Gives a country a casus belli against another to the end of a turn."""
    holder, against = str(ruling.get("holder", "")), str(ruling.get("against", ""))
    until = ruling.get("until", state.turn)
    for each in (holder, against):
        if each not in state.countries:
            raise BadAnswer(f"{each!r} is not in this game")
    if type(until) is not int:
        raise BadAnswer(f"until: {until!r} is no turn")
    state.ledger.casus_belli.append(CasusBelli(holder, against, until, "by ruling"))
    return f"{holder} has a casus belli against {against} until turn {until}"


def why_no_revolt(state: State, place: str) -> str:
    """Why the revolts of a province cannot change by a ruling; "" when they can (EUV-TRU-09)."""
    if truces.frozen(state, place):
        return "revolts of a civil war under truce stay as they are (EUV-TRU-09)"
    return ""


RULINGS = {"owner": set_owner, "minor": set_minor, "casus-belli": give_reason}
