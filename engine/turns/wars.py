"""Wars of a campaign: who fights whom, declarations, calls of allies, and the alliances of a phase.

The Military phase knows alliances and the pairs of them that are at war; both are made here from
the ledger's wars, whose sides are countries.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.facts import countries
from engine.play.asks import Option, Subset, YesNo
from engine.play.phase import Phase
from engine.report import together
from engine.rounds import rounds
from engine.situation import variants
from engine.state import State, sides
from engine.state.holdings import Alliance
from engine.state.ledger import CasusBelli, War
from engine.turns.figures import declaration


def names(several: Iterable[str]) -> str:
    """Countries within a sentence, or nobody."""
    return together(map(countries.called, several)) or "nobody"


# Who fights whom.


def truced(war: War) -> set[tuple[str, str]]:
    """The pairs of a war that are under a truce, an aggressor first."""
    return {pair for truce in war.truces for pair in truce.pairs}


def fighting(war: War) -> list[tuple[str, str]]:
    """The pairs of a war that fight, an aggressor first."""
    calm = truced(war)
    every = [(one, other) for one in war.aggressors for other in war.defenders]
    return [pair for pair in every if pair not in calm]


def enemies(state: State, country: str) -> list[str]:
    """The countries that a country fights now."""
    found = set()
    for war in state.ledger.wars:
        for one, other in fighting(war):
            if country in (one, other):
                found.add(other if country == one else one)
    return sorted(found)


def war_between(state: State, one: str, other: str) -> War | None:
    """The war in which two countries stand on different sides, truce or not."""
    for war in state.ledger.wars:
        if (one in war.aggressors and other in war.defenders) or (
            other in war.aggressors and one in war.defenders
        ):
            return war
    return None


def allies(state: State, country: str) -> list[str]:
    """The standing alliance of a country, itself included; those in play only."""
    for group in state.ledger.allies:
        if country in group:
            return [each for each in group if each in state.countries]
    return [country]


def part(state: State, country: str) -> None:
    """Takes a country out of its standing alliance; it stands alone."""
    for group in state.ledger.allies:
        if country in group:
            group.remove(country)
    state.ledger.allies = [group for group in state.ledger.allies if group]
    state.ledger.allies.append([country])


def join(state: State, country: str, to: str) -> None:
    """Puts a country and its allies into another's standing alliance."""
    ours, theirs = allies(state, country), allies(state, to)
    if country in theirs:
        return
    rest = [group for group in state.ledger.allies if not set(group) & {*ours, *theirs}]
    state.ledger.allies = [*rest, [*theirs, *ours]]


def leave_truces(war: War, country: str) -> None:
    """Takes a country out of the truces of a war; one without pairs is over."""
    for truce in war.truces:
        truce.pairs = [pair for pair in truce.pairs if country not in pair]
    war.truces = [truce for truce in war.truces if truce.pairs]


def forsake(state: State, war: War, country: str) -> None:
    """Takes a country out of a war, with its truces; a war without a second side is over."""
    for side in (war.aggressors, war.defenders):
        if country in side:
            side.remove(country)
    leave_truces(war, country)
    if not (war.aggressors and war.defenders):
        state.ledger.wars = [held for held in state.ledger.wars if held is not war]


# From the ledger to the alliances of the phase, and back.


def open_ledger(state: State) -> None:
    """Writes the scenario's alliances and wars into an empty ledger."""
    ledger = state.ledger
    ledger.allies = [list(alliance.members) for alliance in state.alliances]
    adopt(state)
    for country in state.countries.values():
        if country.minor and country.patron:
            ledger.boxes.setdefault(country.id, (country.patron, "MA"))
        elif not country.minor:
            ledger.monarchs.setdefault(country.id, 1)


def adopt(state: State) -> None:
    """Takes wars that the players declared in the Military phase into the ledger."""
    for one, other in state.wars:
        ours, theirs = sides.members(state, one), sides.members(state, other)
        if not any(war_between(state, mine, yours) for mine in ours for yours in theirs):
            state.ledger.wars.append(War(list(ours), list(theirs), state.turn))


def align(state: State) -> None:
    """Makes the alliances and wars of the Military phase from the ledger.

    A standing alliance acts together; members under a truce that others of it do not share stand
    apart. Sieges of those who are no longer enemies are lifted (EUV-TRU-07).
    """
    ledger = state.ledger
    before = {each: alliance for alliance in state.alliances for each in alliance.members}
    placed: set[str] = set()
    groups: list[list[str]] = []
    for group in [*ledger.allies, *([name] for name in state.countries)]:
        here = [each for each in group if each in state.countries and each not in placed]
        placed.update(here)
        groups += _apart(state, here)
    used: set[str] = set()
    made = []
    for group in groups:
        old = [before[each] for each in group if each in before]
        wanted = [each.id for each in old if each.members[0] in group] + [*group]
        label = next((each for each in wanted if each not in used), f"{group[0]}-apart")
        used.add(label)
        made.append(Alliance(label, group, rounds.initiative(state, group)))
    besiegers = {place: sides.members(state, siege.alliance)
                 for place, siege in state.sieges.items()}  # fmt: skip
    state.alliances = made
    found = {
        (sides.alliance_of(state, one), sides.alliance_of(state, other))
        for war in ledger.wars
        for one, other in fighting(war)
        if one in state.countries and other in state.countries
    }
    twice = {(one, other) for one, other in found if one >= other and (other, one) in found}
    state.wars = sorted(found - twice)
    for place, members in besiegers.items():
        _besieger(state, place, members)


def _apart(state: State, group: list[str]) -> list[list[str]]:
    """A standing alliance by the truces that its members keep and others of it do not."""
    fought = {enemy for each in group for enemy in enemies(state, each)}
    calm: dict[str, frozenset[str]] = {}
    for each in group:
        pairs = [pair for war in state.ledger.wars for pair in truced(war) if each in pair]
        calm[each] = frozenset(other for pair in pairs for other in pair) & fought
    found: dict[frozenset[str], list[str]] = {}
    for each in group:
        found.setdefault(calm[each], []).append(each)
    return list(found.values())


def _besieger(state: State, place: str, members: list[str]) -> None:
    here = [
        sides.alliance_of(state, unit.country)
        for unit in state.units_at(place)
        if unit.country in members and unit.land and unit.position == "field"
    ]
    held = sides.alliance_of(state, sides.controller(state, place))
    if here and sides.at_war(state, here[0], held):
        state.sieges[place].alliance = here[0]
    else:
        del state.sieges[place]


# Reasons for war.


def reason(state: State, country: str, against: str) -> CasusBelli | None:
    """The casus belli that a country has against another this turn."""
    for held in state.ledger.casus_belli:
        if (held.holder, held.against) == (country, against) and held.until >= state.turn:
            return held
    return None


def give_reason(state: State, holder: str, against: str, turns: int, why: str) -> None:
    """Gives a country a casus belli for this and following turns, `turns` in all (EUV-TERM-23)."""
    until = state.turn + turns - 1
    state.ledger.casus_belli.append(CasusBelli(holder, against, until, why))


# Declarations.


def why_not_declare(state: State, country: str, target: str) -> str:
    """Why a country may not declare war on another; "" when it may (EUV-DOW-01)."""
    disowned = any(each.disowns(state, country, target) for each in variants.in_force(state))
    if target in allies(state, country) and not disowned:
        return f"{countries.does(target, 'be')} allied with {countries.called(country)}"
    for variant in variants.in_force(state):
        if why := variant.may_declare(state, country, target):
            return why
    again = any(variant.second_declarations() for variant in variants.in_force(state))
    if war_between(state, country, target) and not again:
        return f"{names((country, target))} are at war already"
    return ""


async def declare(phase: Phase, country: str, target: str, event: str = "") -> War:
    """A country declares war, with its allies, on another with its own.

    The price hangs on a casus belli alone, also the second time (EUV-DOW-02). A second declaration
    changes nothing in the war but that a truce in it ends (EUV-DOW-03); allies can be called by
    both sides as for any other (EUV-DOW-04).
    """
    state = phase.state
    pay_declaration(phase, country, target)
    if target in allies(state, country):
        part(state, target)
    war = war_between(state, country, target)
    if war is None:
        ours = [each for each in allies(state, country) if follows(state, each, target)]
        for each in [each for each in allies(state, country) if each not in ours]:
            part(state, each)
        war = War(ours, allies(state, target), state.turn, event=event)
        state.ledger.wars.append(war)
        text = f"{countries.does(country, 'declare')} war on {countries.called(target)}."
        phase.tell("war", text, who=country)
    else:
        between = {(country, target), (target, country)}
        for truce in list(war.truces):
            if between & set(truce.pairs):
                war.truces.remove(truce)
        war.event = war.event or event
        declares = countries.does(country, "declare war")
        text = f"{declares} on {countries.called(target)} a second time."
        phase.tell("war", text, who=country)
    _drag_minors(phase, country, target)
    number = state.ledger.wars.index(war)
    for variant in variants.in_force(state):
        await variant.declared(phase, phase.state.ledger.wars[number], country, target)
    for caller, enemy in ((country, target), (target, country)):
        await call_allies(phase, number, caller, enemy)
    align(phase.state)
    _raise_minors(phase, phase.state.ledger.wars[number])
    return phase.state.ledger.wars[number]


def follows(state: State, country: str, target: str) -> bool:
    """Whether a member of an alliance may be called to its declaration of war."""
    return not any(
        variant.may_declare(state, country, target) for variant in variants.in_force(state)
    )


def _raise_minors(phase: Phase, war: War) -> None:
    from engine.turns.minors import raise_forces

    for country in (*war.aggressors, *war.defenders):
        known = phase.state.countries.get(country)
        if known is not None and known.minor:
            raise_forces(phase, country)


def pay_declaration(phase: Phase, country: str, target: str) -> None:
    """Takes the stability and victory points of a declaration from the power that decides."""
    state = phase.state
    payer = state.countries[sides.decider(state, country)]
    held = reason(state, country, target) or reason(state, payer.id, target)
    stability, points = declaration(held is not None)
    stability = min(stability, payer.stability + 3)
    payer.stability -= stability
    payer.victory_points -= points
    why = f"with a casus belli ({held.why})" if held else "without a casus belli"
    loses = countries.does(payer.id, "lose")
    text = f"{loses} {stability} stability and {points} victory points, {why}."
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
                    text = f"{breaks} with {countries.called(target)}."
                    phase.tell("truce", text, who=country)
            if not truce.pairs:
                war.truces.remove(truce)


async def call_allies(phase: Phase, number: int, caller: str, enemy: str) -> None:
    """A side of a war calls other powers to it; each says whether it comes (EUV-DOW-04)."""
    state = phase.state
    war = state.ledger.wars[number]
    involved = {*war.aggressors, *war.defenders}
    free = [
        each.id
        for each in state.countries.values()
        if not each.minor
        and each.id not in involved
        and each.id != enemy
        and not set(allies(state, each.id)) & {*allies(state, enemy), *involved}
        and not _hostile(state, allies(state, each.id), allies(state, caller))
        and not why_not_declare(state, each.id, enemy)
        and all(variant.called(state, war, each.id) for variant in variants.in_force(state))
    ]
    who = sides.decider(state, caller)
    if not free or who not in state.countries:
        return
    called = await Subset(
        who=who,
        name="call-allies",
        what=f"Whom {countries.asked(caller)} call into {countries.its(caller)} war with "
        f"{countries.called(enemy)}?",
        options=[Option(each, countries.country_name(each)) for each in sorted(free)],
        enter=[],
        about={"country": caller},
    )
    for each in called:
        comes = await YesNo(
            who=each,
            name="answer-call",
            what=f"{countries.asked(each)} join {countries.called(caller)} in "
            f"{countries.its(caller)} war with {countries.called(enemy)}?",
            detail="war at once",
            enter=False,
            about={"country": each},
        )
        if comes:
            enter_war(phase, phase.state.ledger.wars[number], each, caller)


def _hostile(state: State, ones: Iterable[str], others: Iterable[str]) -> bool:
    return any(war_between(state, one, other) for one in ones for other in others)


def enter_war(phase: Phase, war: War, country: str, beside: str) -> None:
    """A country enters a war beside another, with its allies."""
    state = phase.state
    side = war.aggressors if beside in war.aggressors else war.defenders
    enemy = (war.defenders if side is war.aggressors else war.aggressors)[0]
    for each in allies(state, country):
        if not follows(state, each, enemy):
            part(state, each)
        elif each not in side:
            side.append(each)
    join(state, country, beside)
    joins = f"{countries.does(country, 'join')} {countries.called(beside)}"
    phase.tell("war", f"{joins} in {countries.its(beside)} war.", who=country)
