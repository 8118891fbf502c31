"""Umpire's rulings on the ledger: what the rest of the game decides is entered by them."""

from __future__ import annotations

from typing import Any, Final

from engine import board, sides
from engine.asks import BadAnswer
from engine.campaign import lands, minors, truces, wars
from engine.campaign.ledger import CasusBelli
from engine.resolving.fields import Choice, Field, Flag, Whole
from engine.ruling import COUNTRY, MINOR, POWER, PROVINCE, Rule
from engine.state import State

LAST_TURN: Final = 62


def set_owner(state: State, given: dict[str, Any]) -> str:
    """Gives a province to a country for good; who has conquered it keeps holding it."""
    place, country = given["place"], given["country"]
    lands.transfer(state, place, country)
    said = f"{wars.name(country)} owns {board.province(place).name}"
    holder = sides.controller(state, place)
    return said if holder == country else f"{said}, {wars.name(holder)} holds it"


def set_minor(state: State, given: dict[str, Any]) -> str:
    """Moves a minor on the diplomatic track: to a patron's box, or to nobody's (EUV-TRU-12)."""
    minor, patron, box = given["minor"], given["patron"], given["box"]
    if state.step not in ("start", "over"):
        raise BadAnswer("minors change sides between Military phases only")
    if reason := minors.why_fixed(state, minor):
        raise BadAnswer(reason)
    minors.control(state, minor, patron, box)
    wars.align(state)
    if not patron:
        return f"{wars.name(minor)} is nobody's"
    return f"{wars.name(minor)} is in {box} of {wars.name(patron)}"


def give_reason(state: State, given: dict[str, Any]) -> str:
    """Gives a country a casus belli against another to the end of a turn, or takes it away."""
    holder, against = given["holder"], given["against"]
    until = state.turn if given["until"] is None else given["until"]
    if holder == against:
        raise BadAnswer(f"against: {wars.name(holder)} needs no reason against itself")
    if until < state.turn:
        raise BadAnswer(f"until: turn {until} is over")
    known = state.ledger.casus_belli
    if given["none"]:
        gone = [each for each in known if (each.holder, each.against) == (holder, against)]
        if not gone:
            said = f"{wars.name(holder)} has none against {wars.name(against)}"
            raise BadAnswer(f"none: {said}")
        state.ledger.casus_belli = [each for each in known if each not in gone]
        return f"{wars.name(holder)} has no casus belli against {wars.name(against)}"
    known.append(CasusBelli(holder, against, until, "by ruling"))
    return f"{wars.name(holder)} has a casus belli against {wars.name(against)} until turn {until}"


def why_no_revolt(state: State, place: str) -> str:
    """Why the revolts of a province cannot change by a ruling; "" when they can (EUV-TRU-09)."""
    if truces.frozen(state, place):
        return "revolts of a civil war under truce stay as they are (EUV-TRU-09)"
    return ""


RULINGS: Final[dict[str, Rule]] = {
    "owner": Rule("Give a province to a country for good", (
        Field("country", COUNTRY, "who owns it now"),
        Field("place", PROVINCE, "the province"),
    ), set_owner),
    "minor": Rule("Move a minor to a power's box of the diplomatic track", (
        Field("minor", MINOR, "the minor"),
        Field("patron", POWER, "the power, or nobody", ""),
        Field("box", Choice(minors.BOXES, "a box of the diplomatic track"), "the box", "MA"),
    ), set_minor),
    "casus-belli": Rule("Give or take a casus belli", (
        Field("holder", COUNTRY, "who has it"),
        Field("against", COUNTRY, "against whom"),
        Field("until", Whole(1, LAST_TURN), "its last turn; without: this one", None),
        Field("none", Flag(), "whether it is taken away", False),
    ), give_reason),
}  # fmt: skip
