"""Wars of a campaign: who fights whom, reasons for war, and the alliances of a phase.

The Military phase knows alliances and the pairs of them that are at war; both are made here from
the ledger's wars, whose sides are countries.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import partial

from engine.facts import countries
from engine.grammar import join_names
from engine.land.ground import besieging
from engine.rounds import rounds
from engine.state import State, sides
from engine.state.diplomacy import Alliance
from engine.state.ledger import CasusBelli, War


def names(several: Iterable[str]) -> str:
    """Countries within a sentence, or nobody."""
    return join_names(map(countries.with_article, several)) or "nobody"


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


def leave_alliance(state: State, country: str) -> None:
    """Takes a country out of its standing alliance; it stands alone."""
    for group in state.ledger.allies:
        if country in group:
            group.remove(country)
    state.ledger.allies = [group for group in state.ledger.allies if group]
    state.ledger.allies.append([country])


def join_alliance(state: State, country: str, to: str) -> None:
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


def leave_war(state: State, war: War, country: str) -> None:
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
    ledger.allies = [list(alliance.members) for alliance in state.diplomacy.alliances]
    adopt(state)
    for country in state.countries.values():
        if country.minor and country.patron:
            ledger.boxes.setdefault(country.id, (country.patron, "MA"))
        elif not country.minor:
            ledger.monarchs.setdefault(country.id, 1)


def adopt(state: State) -> None:
    """Takes wars that the players declared in the Military phase into the ledger; one between
    parties of a civil war is one (EUV-TRU-09, EUV-TRU-10)."""
    for one, other in sorted(state.diplomacy.wars):
        ours, theirs = sides.members(state, one), sides.members(state, other)
        if not any(war_between(state, mine, yours) for mine in ours for yours in theirs):
            civil = all(any(map(partial(_in_civil_war, state), side)) for side in (ours, theirs))
            state.ledger.wars.append(War(list(ours), list(theirs), state.turn, civil=civil))


def _in_civil_war(state: State, country: str) -> bool:
    return country in state.countries and state.countries[country].role == "civil"


def align(state: State) -> None:
    """Makes the alliances and wars of the Military phase from the ledger.

    A standing alliance acts together, so that friendly minors give access whether they are active
    or not (EUV-TERM-18, EUV-TERM-19); members under a truce that others of it do not share play
    apart, and are friends still (EUV-TRU-A1). Sieges of those who are no longer enemies are lifted.
    """
    ledger = state.ledger
    before = {each: alliance for alliance in state.diplomacy.alliances for each in alliance.members}
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
        kept = [each.id for each in old if each.members[0] in group]
        wanted = [each for each in kept if each in group or each not in state.countries] + group
        label = next((each for each in wanted if each not in used), f"{group[0]}-apart")
        used.add(label)
        made.append(Alliance(label, group, rounds.initiative(state, group)))
    besiegers = {place: sides.members(state, siege.alliance)
                 for place, siege in state.land.sieges.items()}  # fmt: skip
    state.diplomacy.alliances = made
    found = {
        (sides.alliance_of(state, one), sides.alliance_of(state, other))
        for war in ledger.wars
        for one, other in war.fighting_pairs
        if one in state.countries and other in state.countries
    }
    twice = {(one, other) for one, other in found if one >= other and (other, one) in found}
    state.diplomacy.wars = sorted(found - twice)
    for place, members in besiegers.items():
        _besieger(state, place, members)


def _apart(state: State, group: list[str]) -> list[list[str]]:
    """A standing alliance by the truces that its members keep and others of it do not."""
    fought = {enemy for each in group for enemy in state.ledger.enemies(each)}
    calm: dict[str, frozenset[str]] = {}
    for each in group:
        pairs = [pair for war in state.ledger.wars for pair in war.truced_pairs if each in pair]
        calm[each] = frozenset(other for pair in pairs for other in pair) & fought
    found: dict[frozenset[str], list[str]] = {}
    for each in group:
        found.setdefault(calm[each], []).append(each)
    return list(found.values())


def _besieger(state: State, place: str, members: Collection[str]) -> None:
    """Hands a siege to whoever of its besiegers is still at war with the fortress, or lifts it, and
    the besieged come out (EUV-TRU-07, AFT-04)."""
    here = [
        sides.alliance_of(state, unit.country)
        for unit in state.units_at(place)
        if unit.country in members and unit.land and unit.position == "field"
    ]
    held = sides.alliance_of(state, sides.controller(state, place))
    hostile = next((each for each in here if sides.at_war(state, each, held)), "")
    if hostile:
        state.land.sieges[place].alliance = hostile
    else:
        del state.land.sieges[place]
        besieging.let_out(state, place)


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
