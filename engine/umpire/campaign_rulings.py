"""Umpire's rulings on the ledger: what the rest of the game decides is entered by them."""

from __future__ import annotations

from typing import Any, Final

from engine.documents.fields import Choice
from engine.facts import countries
from engine.facts.document_fields import Words
from engine.play.asks import BadAnswer
from engine.state import State, sides
from engine.state.ledger import CasusBelli, Truce, War
from engine.turns import minors, provinces, truces, wars


def set_owner(state: State, given: dict[str, Any]) -> str:
    """Gives a province to a country for good; who has conquered it keeps holding it."""
    place, country = given["place"], given["country"]
    provinces.transfer(state, place, country)
    said = countries.does_to(country, "own", place)
    holder = sides.controller(state, place)
    return said if holder == country else f"{said}, {countries.does(holder, 'hold')} it"


def set_minor(state: State, given: dict[str, Any]) -> str:
    """Moves a minor on the diplomatic track: to a patron's box, or to nobody's (EUV-TRU-12)."""
    minor, patron, box = given["minor"], given["patron"], given["box"]
    if state.sequence.step not in ("start", "over"):
        raise BadAnswer("minors change sides between Military phases only")
    if reason := minors.why_fixed(state, minor):
        raise BadAnswer(reason)
    minors.control(state, minor, patron, box)
    wars.align(state)
    if not patron:
        return f"{countries.does(minor, 'be')} nobody's"
    return f"{countries.does(minor, 'be')} in {box} of {countries.with_article(patron)}"


def give_reason(state: State, given: dict[str, Any]) -> str:
    """Gives a country a casus belli against another to the end of a turn, or takes it away."""
    holder, against = given["holder"], given["against"]
    until = state.turn if given["until"] is None else given["until"]
    if holder == against:
        raise BadAnswer("against: a country needs no casus belli against itself")
    if until < state.turn:
        raise BadAnswer(f"until: turn {until} is over")
    known, whom = state.ledger.casus_belli, countries.with_article(against)
    if given["none"]:
        gone = [each for each in known if (each.holder, each.against) == (holder, against)]
        if not gone:
            raise BadAnswer(f"none: {countries.does(holder, 'have none')} against {whom}")
        state.ledger.casus_belli = [each for each in known if each not in gone]
        return f"{countries.does(holder, 'have no casus belli')} against {whom}"
    known.append(CasusBelli(holder, against, until, "by ruling"))
    return f"{countries.does(holder, 'have a casus belli')} against {whom} until turn {until}"


def set_war(state: State, given: dict[str, Any]) -> str:
    """Lets the alliances of two countries be at war, or at peace: with it the sieges, the blockades
    and the battles to come between them are over. Everybody stays where he is."""
    one, other = given["one"], given["other"]
    ours, theirs = sides.alliance_of(state, one), sides.alliance_of(state, other)
    if ours == theirs:
        raise BadAnswer(f"other: {wars.names((one, other))} are allies")
    if given["over"]:
        if not sides.at_war(state, ours, theirs):
            raise BadAnswer(f"over: {wars.names((one, other))} are not at war")
        _peace(state, ours, theirs)
        return f"{_side(state, ours)} and {_side(state, theirs)} are at peace"
    if sides.at_war(state, ours, theirs):
        raise BadAnswer(f"other: {wars.names((one, other))} are at war already")
    if truces.truce_between(state, one, other) is not None:
        raise BadAnswer("other: they keep a truce; `truce` with over ends it (EUV-TRU-13)")
    state.diplomacy.wars = sorted([*state.diplomacy.wars, (ours, theirs)])
    if state.ledger.step:
        wars.adopt(state)
    return f"{_side(state, ours)} and {_side(state, theirs)} are at war"


def _side(state: State, alliance: str) -> str:
    return wars.names(sides.members(state, alliance))


def _peace(state: State, ours: str, theirs: str) -> None:
    """Ends the war between two alliances, in the ledger too, and what it has begun."""
    both = (set(sides.members(state, ours)), set(sides.members(state, theirs)))
    for war in list(state.ledger.wars):
        if _between(war, *both) or _between(war, *reversed(both)):
            state.ledger.wars.remove(war)
            continue
        calm = [pair for pair in war.fighting_pairs
                if {sides.alliance_of(state, each) for each in pair} == {ours, theirs}]  # fmt: skip
        if calm:
            war.truces.append(Truce(calm, state.turn, True))
    state.diplomacy.wars = [pair for pair in state.diplomacy.wars if set(pair) != {ours, theirs}]
    state.marks.naval_battles = [
        battle
        for battle in state.marks.naval_battles
        if {sides.alliance_of(state, state.units[number].country)
            for number in (battle[1][0], battle[2][0])} != {ours, theirs}
    ]  # fmt: skip


def _between(war: War, aggressors: set[str], defenders: set[str]) -> bool:
    return set(war.aggressors) <= aggressors and set(war.defenders) <= defenders


def set_truce(state: State, given: dict[str, Any]) -> str:
    """Lets the two sides of a war of the ledger keep a truce, or end it; troops stay where they
    are, sieges between them are over (EUV-TRU-01, EUV-TRU-07, EUV-TRU-13)."""
    one, other = given["one"], given["other"]
    if state.sequence.step not in ("start", "over"):
        raise BadAnswer("truces begin and end between Military phases only; `war` makes peace")
    war = wars.war_between(state, one, other)
    if war is None:
        raise BadAnswer(f"other: {wars.names((one, other))} are not at war")
    truce = truces.truce_between(state, one, other)
    if given["over"]:
        if truce is None:
            raise BadAnswer(f"over: {wars.names((one, other))} have no truce")
        war.truces.remove(truce)
        wars.align(state)
        return f"the truce of {wars.names((one, other))} is over"
    if truce is not None:
        raise BadAnswer(f"other: {wars.names((one, other))} have a truce already")
    aggressor, defender = (one, other) if one in war.aggressors else (other, one)
    pairs = [(aggressor, defender)] if given["alone"] else war.fighting_pairs
    war.truces.append(Truce(pairs, state.turn, state.ledger.step in ("events", "negotiations")))
    wars.align(state)
    ours, theirs = dict.fromkeys(a for a, _ in pairs), dict.fromkeys(b for _, b in pairs)
    return f"{wars.names(ours)} and {wars.names(theirs)} keep a truce from turn {state.turn}"


def why_no_revolt(state: State, place: str) -> str:
    """Why the revolts of a province cannot change by a ruling; "" when they can (EUV-TRU-09)."""
    if truces.revolts_frozen(state, place):
        return "revolts of a civil war under truce stay as they are (EUV-TRU-09)"
    return ""


WORDS: Final[Words] = {
    "box of the diplomatic track": Choice(minors.BOXES, "a box of the diplomatic track")
}
