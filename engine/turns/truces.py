"""Truces: agreed by both sides or by some of them, kept until one of them ends it (EUV-TRU).

A truce is a list of pairs of countries that do not fight. What follows from it for territory,
units, sieges and stability follows from `wars.fighting`, which leaves such pairs out: `wars` has
who is active in it (TRU-11), `income` who is paid (TRU-10), `minors` who keeps them (TRU-12).
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.facts import countries
from engine.play.asks import YesNo
from engine.play.phase import Phase
from engine.state import State, sides
from engine.state.ledger import Truce, War
from engine.turns import wars
from engine.turns.campaign_figures import figure
from engine.turns.provinces import withdraw


def truce_between(state: State, one: str, other: str) -> Truce | None:
    """The truce between two countries, None where there is none."""
    for war in state.ledger.wars:
        for truce in war.truces:
            if {(one, other), (other, one)} & set(truce.pairs):
                return truce
    return None


def was_under_truce(state: State, war: War, country: str) -> bool:
    """Whether a war was under truce for a country the whole turn (EUV-TRU-17)."""
    calm = {pair for truce in war.truces if truce.covers(state.turn) for pair in truce.pairs}
    _, others = war.sides_of(country)
    return all({(country, other), (other, country)} & calm for other in others)


def in_truce(state: State, country: str) -> bool:
    """Whether a country is party to a truce."""
    return any(country in pair for war in state.ledger.wars for pair in war.truced_pairs)


def revolts_frozen(state: State, place: str) -> bool:
    """Whether the revolts of a province stay as they are: a civil war under truce (EUV-TRU-09)."""
    return _civil_truce(state, sides.owner(state, place)) or any(
        _civil_truce(state, revolt.country) for revolt in state.land.revolts.get(place, ())
    )


def _civil_truce(state: State, country: str) -> bool:
    return any(
        war.civil and any(country in pair for pair in war.truced_pairs) for war in state.ledger.wars
    )


def rebels_hold(state: State, place: str, owner: str) -> bool:
    """Whether units of the other side of a civil war under truce control a territory of an owner
    (EUV-TRU-10)."""
    rebels = {
        other
        for war in state.ledger.wars
        if war.civil
        for pair in war.truced_pairs
        if owner in pair
        for other in pair
        if other != owner
    }
    return sides.controller(state, place) in rebels or any(
        unit.country in rebels and unit.land for unit in state.units_at(place)
    )


async def agree_truce(
    phase: Phase, war: War, ours: Iterable[str], theirs: Iterable[str], separate: bool, early: bool
) -> Truce:
    """A truce between some countries of one side of a war and some of the other (EUV-TRU-01).

    Conquests are kept, all units leave other areas, sieges are over (EUV-TRU-05 to EUV-TRU-07). Of
    a separate truce the former allies get a casus belli (EUV-TRU-04).
    """
    state = phase.state
    one, other = list(ours), list(theirs)
    pairs = [
        (first, second) if first in war.aggressors else (second, first)
        for first in one
        for second in other
    ]
    made = Truce([pair for pair in pairs if pair not in war.truced_pairs], state.turn, early)
    war.truces.append(made)
    kind = "make a separate truce" if separate else "make a truce"
    phase.tell("truce", f"{countries.all_do(one, kind)} with {wars.names(other)}.", who=one[0])
    if separate:
        grant_casus_belli(phase, one, war.sides_of(one[0])[0])
    wars.align(state)
    await withdraw(phase)
    return made


def grant_casus_belli(phase: Phase, deserters: list[str], side: list[str]) -> None:
    """The allies left behind by a separate peace or truce get a casus belli (EUV-TRU-04)."""
    state = phase.state
    turns = figure("casus_belli", "separate_peace")
    for ally in side:
        if ally in deserters or not sides.is_power(state, ally):
            continue
        for target in dict.fromkeys(sides.decider(state, each) for each in deserters):
            if target != ally:
                wars.give_reason(state, ally, target, turns, "deserted in war")
                has = countries.does(ally, "have a casus belli")
                phase.tell(
                    "casus-belli", f"{has} against {countries.with_article(target)}.", who=ally
                )


def end_truce(phase: Phase, war: War, truce: Truce, by: str) -> None:
    """A side ends a truce: its pairs fight again at once (EUV-TRU-13).

    It costs no stability, as it is no new war. There is no latest turn for it (EUV-TRU-16).
    """
    state = phase.state
    war.truces.remove(truce)
    one_side, other_side = _parties_in_words(truce)
    text = f"{countries.does(by, 'end')} the truce: {one_side}, and {other_side}, are at war again."
    phase.tell("truce", text, who=by)
    for one, other in truce.pairs:
        resume(state, one, other)


def resume(state: State, one: str, other: str) -> None:
    """Lets the alliances of two countries fight again in this Military phase."""
    if one in state.countries and other in state.countries:
        pair = (sides.alliance_of(state, one), sides.alliance_of(state, other))
        if pair[0] != pair[1] and not sides.at_war(state, *pair):
            state.diplomacy.wars = sorted([*state.diplomacy.wars, pair])


def _parties_in_words(truce: Truce) -> tuple[str, str]:
    """Both sides of a truce by name."""
    one, other = (wars.names(dict.fromkeys(side)) for side in zip(*truce.pairs, strict=True))
    return one, other


async def ask_to_end(phase: Phase) -> None:
    """At the start of its impulse an alliance may end each of its truces (EUV-TRU-13).

    A minor that nobody controls ends none (EUV-TRU-14).
    """
    state = phase.state
    alliance = sides.phasing_alliance(state)
    own = set(sides.members(state, alliance))
    who = sides.speaker(state, alliance)
    if not sides.is_power(state, who):
        return
    waiting = [
        (war, truce)
        for war in state.ledger.wars
        for truce in war.truces
        if any(own & set(pair) for pair in truce.pairs)
    ]
    for war, truce in reversed(waiting):
        parties = _parties_in_words(truce)
        ends = await YesNo(
            who=who,
            name="end-truce",
            what=f"{countries.in_question(who)} end the truce of {' with '.join(parties)}?",
            detail="they fight again at once; it costs no stability (EUV-TRU-13)",
            enter=False,
            about={"alliance": alliance},
        )
        if ends:
            end_truce(phase, war, truce, who)
