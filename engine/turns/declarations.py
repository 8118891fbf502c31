"""Declarations of war, and calls of allies."""

from __future__ import annotations

from engine.facts import countries
from engine.grammar import counted
from engine.play.asks import Option, Subset, YesNo
from engine.play.phase import Phase
from engine.rounds.levies_math import LOWEST_STABILITY
from engine.situation import variants
from engine.state import State, sides
from engine.state.ledger import War
from engine.turns import minors
from engine.turns.campaign_figures import declaration
from engine.turns.wars import (
    align,
    allies,
    join_alliance,
    leave_alliance,
    names,
    reason,
    war_between,
)


def why_not_declare(state: State, country: str, target: str) -> str:
    """Why a country may not declare war on another; "" when it may (EUV-DOW-01,
    EUV-BUR-05)."""
    variant = variants.in_force(state)
    disowned = variant.may_declare_on_ally(state, country, target)
    if target in allies(state, country) and not disowned:
        return f"{countries.does(target, 'be')} allied with {countries.with_article(country)}"
    if why := variant.why_no_war(state, country, target):
        return why
    if war_between(state, country, target) and not variant.allows_second_declarations():
        return f"{names((country, target))} are at war already"
    return ""


async def declare(phase: Phase, country: str, target: str) -> War:
    """A country declares war, with its allies, on another with its own: aggressors on defenders
    (EUV-TERM-09, EUV-TERM-10).

    The price hangs on a casus belli alone, also the second time (EUV-DOW-02). A second declaration
    changes nothing in the war but that a truce in it ends (EUV-DOW-03); allies can be called by
    both sides as for any other (EUV-DOW-04).
    """
    state = phase.state
    pay_declaration(phase, country, target)
    if target in allies(state, country):
        leave_alliance(state, target)
    war = war_between(state, country, target)
    if war is None:
        ours = [each for each in allies(state, country) if follows(state, each, target)]
        for each in [each for each in allies(state, country) if each not in ours]:
            leave_alliance(state, each)
        war = War(ours, allies(state, target), state.turn)
        state.ledger.wars.append(war)
        text = f"{countries.does(country, 'declare')} war on {countries.with_article(target)}."
        phase.tell("war", text, who=country)
    else:
        between = {(country, target), (target, country)}
        for truce in list(war.truces):
            if between & set(truce.pairs):
                war.truces.remove(truce)
        declares = countries.does(country, "declare war")
        text = f"{declares} on {countries.with_article(target)} a second time."
        phase.tell("war", text, who=country)
    _drag_minors(phase, country, target)
    for variant in variants.each_in_force(state):
        await variant.declared(phase, war, country, target)
    for caller, enemy in ((country, target), (target, country)):
        await call_allies(phase, war, caller, enemy)
    align(state)
    for each in war.members:
        if sides.is_minor_in_play(state, each):
            minors.raise_forces(phase, each)
    return war


def follows(state: State, country: str, target: str) -> bool:
    """Whether a member of an alliance may be called to its declaration of war."""
    return not variants.in_force(state).why_no_war(state, country, target)


def pay_declaration(phase: Phase, country: str, target: str) -> None:
    """Takes the stability and victory points of a declaration from the power that decides."""
    state = phase.state
    payer = state.countries[sides.decider(state, country)]
    held = reason(state, country, target) or reason(state, payer.id, target)
    stability, points = declaration(held is not None)
    stability = min(stability, payer.stability - LOWEST_STABILITY)
    payer.stability -= stability
    payer.victory_points -= points
    why = f"with a casus belli ({held.why})" if held else "without a casus belli"
    loses = countries.does(payer.id, "lose")
    text = f"{loses} {stability} stability and {counted(points, 'victory point')}, {why}."
    phase.tell("declaration", text, who=payer.id)


def _drag_minors(phase: Phase, country: str, target: str) -> None:
    """Minors under truce with the enemy of their controller break it by his declaration at once.

    EUV-TRU-15; broken only between that minor and that enemy.
    """
    state = phase.state
    for war in state.ledger.wars:
        for truce in list(war.truces):
            for pair in list(truce.pairs):
                minor = next((each for each in pair if each != target), "")
                known = state.countries.get(minor)
                if target in pair and known is not None and known.patron == country:
                    truce.pairs.remove(pair)
                    breaks = f"{countries.does(minor, 'break')} {countries.its(minor)} truce"
                    text = f"{breaks} with {countries.with_article(target)}."
                    phase.tell("truce", text, who=country)
            if not truce.pairs:
                war.truces.remove(truce)


async def call_allies(phase: Phase, war: War, caller: str, enemy: str) -> None:
    """A side of a war calls other powers to it; each says whether it comes (EUV-DOW-04)."""
    state = phase.state
    involved = set(war.members)
    free = [
        each.id
        for each in state.countries.values()
        if not each.minor
        and each.id not in involved
        and each.id != enemy
        and not set(allies(state, each.id)) & {*allies(state, enemy), *involved}
        and not any(
            war_between(state, one, other)
            for one in allies(state, each.id)
            for other in allies(state, caller)
        )
        and not why_not_declare(state, each.id, enemy)
        and variants.in_force(state).may_be_called(state, war, each.id)
    ]
    who = sides.decider(state, caller)
    if not free or who not in state.countries:
        return
    called = await Subset(
        who=who,
        name="call-allies",
        what=f"Whom {countries.in_question(caller)} call into {countries.its(caller)} war with "
        f"{countries.with_article(enemy)}?",
        options=[Option(each, countries.country_name(each)) for each in sorted(free)],
        enter=[],
        about={"country": caller},
    )
    for each in called:
        comes = await YesNo(
            who=each,
            name="answer-call",
            what=f"{countries.in_question(each)} join {countries.with_article(caller)} in "
            f"{countries.its(caller)} war with {countries.with_article(enemy)}?",
            detail="war at once",
            enter=False,
            about={"country": each},
        )
        if comes:
            enter_war(phase, war, each, caller)


def enter_war(phase: Phase, war: War, country: str, beside: str) -> None:
    """A country enters a war beside another, with its allies."""
    state = phase.state
    side, (enemy, *_) = war.sides_of(beside)
    for each in allies(state, country):
        if not follows(state, each, enemy):
            leave_alliance(state, each)
        elif each not in side:
            side.append(each)
    join_alliance(state, country, beside)
    joins = f"{countries.does(country, 'join')} {countries.with_article(beside)}"
    phase.tell("war", f"{joins} in {countries.its(beside)} war.", who=country)
