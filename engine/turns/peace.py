"""The peace phase: offers, separate peaces and truces, ransoms, what war costs in stability.

The odds by which a minor takes a white peace, and what the levels of a peace are worth, stand in
other chapters of the game: who controls a minor answers for it, and a cession is what is conquered.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.facts import board, countries
from engine.facts.wordings import wordings
from engine.grammar import capitalised, counted
from engine.play.asks import Choose, Option, YesNo
from engine.play.phase import Phase
from engine.rounds.levies_math import LOWEST_STABILITY
from engine.situation import variants
from engine.state import State, sides
from engine.state.ledger import War
from engine.turns import events, provinces, truces, wars
from engine.turns.campaign_figures import figure

TERMS = wordings("terms of peace")


async def peace(phase: Phase) -> None:
    """The peace phase of a turn, war by war, then prisoners and the stability of those at war."""
    await variants.in_force(phase.state).peace(phase)
    remind(phase)
    await offers(phase, early=False)
    await ransoms(phase)
    war_weariness(phase)


def remind(phase: Phase) -> None:
    """Reminds the Habsburgs of their right to Turkish provinces that were Hungarian, where it is
    not off (EUV-HUN-18)."""
    state = phase.state
    former = [
        place
        for place in provinces.owned_provinces(state, "turkey")
        if board.province(place).owner_1492 == "hungary"
    ]
    if former and events.applies(state, events.CLAIM):
        text = "The Habsburgs may annex Turkish provinces that were Hungarian, by their own rule."
        phase.tell("reminder", text, who=sides.decider(state, "habsburg"))


# Offers.


async def offers(phase: Phase, early: bool) -> None:
    """In every war each side may make an offer, then each of its other powers one for itself.

    A truce may be separate, as a peace may (EUV-TRU-03). `early` are the negotiations, where truces
    alone are agreed (EUV-TRU-17).
    """
    for war in list(phase.state.ledger.wars):
        for own in (war.aggressors, war.defenders):
            leading = powers(phase.state, own)
            for who in leading:
                if not any(held is war for held in phase.state.ledger.wars):
                    break
                if who in own:
                    await _offer(phase, war, who, who == leading[0], early)


def powers(state: State, members: Sequence[str]) -> list[str]:
    """The powers among the members of a side."""
    return [each for each in members if sides.is_power(state, each)]


async def _offer(phase: Phase, war: War, who: str, leads: bool, early: bool) -> None:
    """A power offers terms; to a separate peace its minors follow it, no others (EUV-TERM-11)."""
    state = phase.state
    own, others = war.sides_of(who)
    options = choices(state, war, own, others, who, leads, early)
    answer = await Choose(
        who=who,
        name="peace-offer",
        what=f"What {countries.in_question(who)} offer in the war with {wars.names(others)}?",
        options=options,
        enter="none",
        about={"country": who},
    )
    if answer == "none":
        return
    terms, _, minor = answer.partition(":")
    separate = terms.startswith("separate-")
    terms = terms.removeprefix("separate-")
    ours, theirs = list(own), list(others)
    if separate:
        ours = [who, *(each for each in own if sides.decider(state, each) == who and each != who)]
    if minor:
        theirs = [minor]
    if not await is_accepted(phase, who, theirs, terms):
        text = f"{wars.names(theirs)} will not accept {TERMS[terms].partition(':')[0]}."
        phase.tell("peace", text, who=who)
        return
    await conclude(phase, war, ours, theirs, terms, early)


def choices(
    state: State, war: War, own: list[str], others: list[str], who: str, leads: bool, early: bool
) -> list[Option]:
    """What a power may offer: for its side where it leads it, for itself alone, to a minor.

    A truce is offered as a white peace is, to all, separately, and to minors (EUV-TRU-01 to
    EUV-TRU-03).
    """
    truce = variants.in_force(state).allows_truces()
    open_pairs = [pair for pair in war.fighting_pairs if who in pair]
    kinds = [] if early else ["white-peace"]
    kinds += ["truce"] if truce and open_pairs else []
    found = [Option("none", "nothing: the war goes on")]
    if leads:
        found += [Option(each, TERMS[each]) for each in kinds]
        if not early:
            found += [Option(each, TERMS[each]) for each in ("cession", "surrender")]
    elif len(powers(state, own)) > 1:
        found += [Option(f"separate-{each}", f"separately, {TERMS[each]}") for each in kinds]
    for minor in others:
        if leads and len(others) > 1 and sides.is_minor_in_play(state, minor):
            free = any(minor in pair for pair in open_pairs)
            offered = [each for each in kinds if each != "truce" or free]
            found += [
                Option(f"{each}:{minor}", f"to {countries.with_article(minor)}, {TERMS[each]}")
                for each in offered
            ]
    return found


async def is_accepted(phase: Phase, by: str, theirs: Sequence[str], terms: str) -> bool:
    """Whether those who are offered something take it: their leading power, or for a minor alone
    who controls it, by the game's odds of a white peace, for a truce too (EUV-TRU-02,
    EUV-TRU-03)."""
    state = phase.state
    leading = powers(state, theirs)
    minor = not leading
    who = leading[0] if leading else sides.decider(state, theirs[0])
    if not sides.is_power(state, who):
        who = by
    if minor and terms in ("white-peace", "truce"):
        do = f"do {wars.names(theirs)}" if len(theirs) > 1 else countries.in_question(theirs[0])
        what = f"{do} accept {TERMS[terms]}? By the rules of a white peace"
        name = "minor-accepts"
    else:
        asked = capitalised(countries.in_question(who))
        what = f"{countries.does(by, 'offer')} {TERMS[terms]}. {asked} accept?"
        name = "peace-answer"
    return await YesNo(who=who, name=name, what=what, enter=False, about={"country": who})


async def conclude(
    phase: Phase, war: War, ours: list[str], theirs: list[str], terms: str, early: bool = False
) -> None:
    """Carries out what was agreed between some of one side, who offered it, and some of the other:
    who surrenders gives up what is conquered (EUV-TERM-17)."""
    state = phase.state
    own, others = war.sides_of(ours[0])
    separate = len(ours) < len(own) or len(theirs) < len(others)
    if terms == "truce":
        await truces.agree_truce(phase, war, ours, theirs, separate, early)
        return
    text = f"{countries.all_do(ours, 'come')} to terms with {wars.names(theirs)}"
    phase.tell("peace", f"{text}: {TERMS[terms].partition(':')[0]}.", who=ours[0])
    for place in [place for place in state.land.controllers if _taken(state, place, ours, theirs)]:
        holder, owner = state.land.controllers[place], sides.owner(state, place)
        ceded = terms in ("cession", "surrender") and owner in ours
        if ceded and provinces.annexable(state, place):
            provinces.annex(phase, place, holder)
        else:
            provinces.give_back(state, place)
    if terms == "surrender":
        for country in ours:
            variants.in_force(state).surrendered(phase, country)
    leave(phase, war, ours if len(ours) < len(own) else [], theirs if len(theirs) < len(others)
          else [])  # fmt: skip
    await variants.in_force(state).peace_made(phase, [*ours, *theirs])
    wars.align(state)
    await provinces.withdraw(phase)


def _taken(state: State, place: str, ours: Sequence[str], theirs: Sequence[str]) -> bool:
    holder, owner = state.land.controllers[place], sides.owner(state, place)
    return (holder in ours and owner in theirs) or (holder in theirs and owner in ours)


def leave(phase: Phase, war: War, ours: Sequence[str], theirs: Sequence[str]) -> None:
    """Those who made a separate peace leave the war and their alliance; all of a side end it.

    Deserted allies get a casus belli.
    """
    state = phase.state
    for deserters in (list(ours), list(theirs)):
        if not deserters:
            continue
        side, _ = war.sides_of(deserters[0])
        truces.grant_casus_belli(phase, deserters, list(side))
        first = deserters[0]
        wars.leave_alliance(state, first)
        for each in deserters:
            side.remove(each)
            if each != first:
                wars.leave_alliance(state, each)
                wars.join_alliance(state, each, first)
            wars.leave_truces(war, each)
    if not (ours or theirs) or not war.aggressors or not war.defenders:
        state.ledger.wars = [held for held in state.ledger.wars if held is not war]


# Prisoners.


async def ransoms(phase: Phase) -> None:
    """Captured monarchs are ransomed and come back with next turn's leaders (C-RAN-01, C-RAN-02,
    C-INT-02)."""
    state = phase.state
    captives = sorted(
        (leader.id, leader.country, str(state.notes.get(f"captive.{leader.id}", "")))
        for leader in state.leaders.values()
        if leader.status == "captured"
    )
    for prisoner, country, captor in captives:
        mine, other = state.countries.get(country), state.countries.get(captor)
        text = f"{countries.leader(prisoner).name} is set free"
        if mine is not None and not mine.minor:
            mine.stability = max(LOWEST_STABILITY, mine.stability - figure("ransom", "stability"))
            ducats = figure("ransom", "ducats")
            mine.treasury -= ducats
            if other is not None and not other.minor:
                other.treasury += ducats
            text += f" for {counted(ducats, 'ducat')} and {figure('ransom', 'stability')} stability"
        elif mine is not None and other is not None and not other.minor:
            gains = {
                "ducats": counted(figure("ransom", "minor"), "ducat"),
                "proposal": "+2 to a peace proposal",
                "separate": "leave to propose a separate peace",
            }
            asked = await Choose(
                who=captor,
                name="ransom",
                what=f"What {countries.in_question(captor)} take for "
                f"{countries.leader(prisoner).name}?",
                options=[Option(*each) for each in gains.items()],
                enter="ducats",
                about={"leader": prisoner, "country": captor},
            )
            text += f" for {gains[asked]}"
            if asked == "ducats":
                state.countries[captor].treasury += figure("ransom", "minor")
        state.notes.pop(f"captive.{prisoner}", None)
        state.remove_leader(state.leaders[prisoner], "away")
        if country in state.countries:
            state.countries[country].monarch_lost = False
        phase.tell("ransom", f"{text}.", who=country)


# Stability.


def war_weariness(phase: Phase) -> None:
    """Every power at war loses stability, more in a long war; none for a war under truce the whole
    turn, whose length does not grow then (EUV-TRU-17, EUV-TRU-18)."""
    state = phase.state
    losses: dict[str, int] = {}
    for war in state.ledger.wars:
        weary = [
            each
            for each in powers(state, war.members)
            if not truces.was_under_truce(state, war, each)
        ]
        if all(truces.was_under_truce(state, war, each) for each in war.members):
            continue
        war.age += 1
        loss = figure("stability", "war")
        if war.age >= figure("stability", "long_war"):
            loss += figure("stability", "longer")
        for each in weary:
            losses[each] = max(losses.get(each, 0), loss)
    for country in sorted(losses):
        known = state.countries[country]
        lost = min(losses[country], known.stability - LOWEST_STABILITY)
        known.stability -= lost
        text = f"{countries.does(country, 'lose')} {lost} stability, being at war."
        phase.tell("stability", text, who=country)
