"""The rounds track: order of the alliances, starting round, continuation, weather (OVW, INI, RND,
CON).

A box is named by its season and year (`S3`, `W2`) or `End`, which counts as S6 (WIN-02). The boxes
in the order of the longest path are those of the printed track.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import NamedTuple, TypeAlias

from engine.chances import steps
from engine.facts import countries, tables
from engine.grammar import conjugate, join_names
from engine.modifiers import Modifier, Rolled, nonzero, total
from engine.play.asks import Option, Subset
from engine.play.phase import Phase
from engine.situation import variants
from engine.state import State, sides
from engine.state.diplomacy import Alliance
from engine.state.lookups import lookup

END = tables.END
POOR_WEATHER = 2
LATE_PERIODS = -1
BAD_WEATHER_DICE = (1, 3, 5)
FROZEN_SUND_DIE = 1


class Round(NamedTuple):
    """A box of the track and the weather of the round played there."""

    box: str
    bad_weather: bool = False
    extended: bool = False
    sund_frozen: bool = False

    @property
    def circumstances(self) -> list[str]:
        """What is out of the ordinary in it, in words."""
        known = (
            ("extended campaign", self.extended),
            ("bad weather", self.bad_weather),
            ("the Sund is frozen", self.sund_frozen),
        )
        return [word for word, holds in known if holds]


class Chances(NamedTuple):
    """Exact chances of the rounds to come.

    `next` by box, `played` that a box will still be played, `left` by the number of rounds after
    this one (End is no round), `ends_next` that the next box is End.
    """

    next: dict[str, Fraction]
    played: dict[str, Fraction]
    left: dict[int, Fraction]
    ends_next: Fraction


# The track.


def winter(box: str) -> bool:
    """Whether a box is a Winter round, the same everywhere (RND-03, RND-04)."""
    return box.startswith("W")


def year(box: str) -> int:
    """The year of a box, 0 to 5; End counts as S6 (RND-03, WIN-02)."""
    return 6 if box == END else int(box[1:])


def at_or_after(box: str, goal: str) -> bool:
    """Whether a box is the goal or lies after it on the longest path."""
    return tables.boxes().index(box) >= tables.boxes().index(goal)


def first_round(die: int, poor_weather: bool) -> Round:
    """The starting round of an unmodified die and its weather (INI-08 to INI-10, INI-A2)."""
    box = tables.first_round(die)
    bad = poor_weather and winter(box)
    return Round(box, bad, False, bad and die == FROZEN_SUND_DIE)


def continuation_modifiers(period: str, poor_weather: bool) -> tuple[Modifier, ...]:
    """What changes the continuation roll (CON-01)."""
    return nonzero(
        (POOR_WEATHER if poor_weather else 0, "Poor weather this turn", "CON-01"),
        (LATE_PERIODS if period in ("VI", "VII") else 0, f"period {period}", "CON-01"),
    )


def round_after(box: str, die: int, modified: int, poor_weather: bool) -> Round:
    """The round after a box: the arrow by the modified die, the weather by the natural one (OVW-02,
    RND-07).

    CON-02 to CON-08. `modified` may lie outside 1 to 10 (CON-A1, CON-A2).
    """
    arrow = tables.next_round(box, modified)
    poor_winter = poor_weather and winter(arrow.box)
    bad = poor_winter or (arrow.extended and die in BAD_WEATHER_DICE)
    return Round(arrow.box, bad, arrow.extended, poor_winter and die == FROZEN_SUND_DIE)


# The exact chances.


Arrows: TypeAlias = tuple[tuple[str, Fraction], ...]
"""The boxes to which the track leads from one, each with its chance."""


@cache
def _left(arrows: Arrows, modifier: int) -> tuple[tuple[int, Fraction], ...]:
    """By number of rounds still to be played after one from which these lead."""
    tally: dict[int, Fraction] = {}
    for goal, chance in arrows:
        if goal == END:
            tally[0] = chance
            continue
        for count, part in _left(_arrows(goal, modifier), modifier):
            tally[count + 1] = tally.get(count + 1, Fraction(0)) + chance * part
    return tuple(sorted(tally.items()))


@cache
def _arrows(box: str, modifier: int) -> Arrows:
    """Where the ten dice lead, `start` being the die for the first round."""
    tally: dict[str, int] = {}
    for die in steps.FACES:
        goal = tables.rounds_track(box)[die + (0 if box == "start" else modifier)].box
        tally[goal] = tally.get(goal, 0) + 1
    return tuple((goal, Fraction(tally[goal], 10)) for goal in tables.boxes() if goal in tally)


def track_chances(box: str, modifier: int, known: str = "") -> Chances:
    """The exact chances from a box, or from `start`, with that modifier of every continuation; once
    the next box is known, it is certain."""
    if box == END:
        return Chances({}, {}, {0: Fraction(1)}, Fraction(0))
    leading = ((known, Fraction(1)),) if known else _arrows(box, modifier)
    arrows = dict(leading)
    played = dict.fromkeys(tables.boxes(), Fraction(0))
    played.update(arrows)
    for here in tables.boxes()[:-1]:
        for goal, chance in _arrows(here, modifier):
            played[goal] += played[here] * chance
    played.pop(END)
    return Chances(
        arrows,
        {goal: chance for goal, chance in played.items() if chance},
        dict(_left(leading, modifier)),
        arrows.get(END, Fraction(0)),
    )


def chances(state: State) -> Chances:
    """The exact chances from where the game stands; once the next box is known, it is certain."""
    sequence = state.sequence
    modifier = total(continuation_modifiers(state.period, sequence.poor_weather))
    return track_chances(sequence.box or "start", modifier, sequence.next_box)


# The alliances and their order.


def joined_alliances(alliances: list[Alliance]) -> dict[str, str]:
    """The alliance that each becomes part of, by id: the ally of my ally is my ally (INI-02)."""
    becomes = {each.id: each.id for each in alliances}
    for one in alliances:
        for other in alliances:
            if set(one.members) & set(other.members):
                kept, gone = becomes[one.id], becomes[other.id]
                becomes = {each: kept if to == gone else to for each, to in becomes.items()}
    return becomes


@lookup
def hostile_alliances(state: State, alliance: str) -> tuple[str, ...]:
    """The alliances at war with one, in order of initiative (INI-04)."""
    known = state.diplomacy.alliances
    return tuple([each.id for each in known if sides.at_war(state, alliance, each.id)])


def initiative(state: State, members: list[str]) -> int:
    """The initiative of an alliance: the lowest of its members (INI-04, INI-A3).

    Those who only intervene follow the alliance they help (INI-06); minors have none of their own,
    and alone they act at that of the country that controls them (INI-07).
    """
    fully = [who for who in members if state.countries[who].role not in ("limited", "foreign")]
    powers = [who for who in fully or members if not state.countries[who].minor]
    asked = powers or [sides.decider(state, who) for who in members]
    return min(state.sequence.initiatives.get(who, 0) for who in asked)


def _join(state: State) -> None:
    becomes = joined_alliances(state.diplomacy.alliances)
    joined = len(set(becomes.values())) < len(becomes)
    pacts = [list(each.members) for each in state.diplomacy.alliances]
    state.diplomacy.pacts = pacts if joined else []
    alliances: dict[str, list[str]] = {}
    for each in state.diplomacy.alliances:
        members = alliances.setdefault(becomes[each.id], [])
        members += [who for who in each.members if who not in members]
    state.diplomacy.alliances = [
        Alliance(name, members, initiative(state, members)) for name, members in alliances.items()
    ]
    wars = {
        (becomes.get(one, one), becomes.get(other, other)) for one, other in state.diplomacy.wars
    }
    state.diplomacy.wars = sorted(war for war in wars if war[0] != war[1])


async def _in_order(phase: Phase, tied: list[Alliance]) -> list[Alliance]:
    """The alliances of one initiative in a random order, fixed for the turn (INI-05, INI-A4)."""
    if len(tied) < 2:
        return tied
    by_die: dict[int, list[Alliance]] = {}
    for alliance in tied:
        rolled = await phase.roll(
            f"{alliance.members[0]}.initiative", purpose="which of those tied plays first"
        )
        by_die.setdefault(rolled.result, []).append(alliance)
    found = []
    for die in sorted(by_die, reverse=True):
        found += await _in_order(phase, by_die[die])
    return found


async def fix_order(phase: Phase) -> None:
    """Fixes the alliances of the turn and their order, highest initiative first (INI-01 to
    INI-07)."""
    state = phase.state
    _join(state)
    by_value: dict[int, list[Alliance]] = {}
    for alliance in state.diplomacy.alliances:
        by_value.setdefault(alliance.initiative, []).append(alliance)
    order = []
    for value in sorted(by_value, reverse=True):
        order += await _in_order(phase, by_value[value])
    state.diplomacy.alliances = order
    apart = "; " if any(len(each.members) > 1 for each in order) else ", "
    names = apart.join(f"{_name(each)} ({each.initiative})" for each in order)
    phase.tell("order", f"The impulses are played in this order: {names}.")


def _name(alliance: Alliance) -> str:
    return join_names(countries.with_article(who) for who in alliance.members)


def _apart(state: State) -> list[list[str]]:
    """The pairs of alliances that may make war on each other: of two that decide for themselves,
    one of them at least no minor's (INI-01)."""
    found = []
    for one, other in combinations(state.diplomacy.alliances, 2):
        minors = [
            all(state.countries[each].minor for each in side.members) for side in (one, other)
        ]
        if not all(minors) and sides.speaker(state, one.id) != sides.speaker(state, other.id):
            found.append([one.id, other.id])
    return found


async def declare_wars(phase: Phase) -> None:
    """Each alliance in turn says on whom it makes war, where the scenario leaves it to the players.

    The wars of the scenario are what Enter answers (INI-01).
    """
    state = phase.state
    usual, state.diplomacy.wars = list(state.diplomacy.wars), []
    for alliance in state.diplomacy.alliances:
        own = alliance.id
        if all(state.countries[each].minor for each in alliance.members):
            continue
        who = sides.speaker(state, own)
        others = [
            other
            for other in state.diplomacy.alliances
            if sides.speaker(state, other.id) != who and not sides.at_war(state, own, other.id)
        ]
        if not others:
            continue
        enter = [
            other.id for other in others if (own, other.id) in usual or (other.id, own) in usual
        ]
        chosen = await Subset(
            who=who,
            name="declare-war",
            what=f"On whom {conjugate('do', len(alliance.members))} {_name(alliance)} make war "
            "this turn?",
            options=[Option(other.id, _name(other)) for other in others],
            enter=enter,
            about={
                "alliance": own,
                "sides": [[each.id, _name(each)] for each in state.diplomacy.alliances],
                "apart": _apart(state),
                "usual": [list(war) for war in usual],
            },
        )
        for other in chosen:
            state.diplomacy.wars.append((own, other))
            foe = next(each for each in others if each.id == other)
            are = conjugate("be", len(alliance.members))
            phase.tell("war", f"{_name(alliance)} {are} at war with {_name(foe)}.", who=own)


async def start(phase: Phase) -> None:
    """The set-up of the phase: order of the alliances, starting round and its weather (INI)."""
    state = phase.state
    await fix_order(phase)
    if state.options.get("wars_asked"):
        await declare_wars(phase)
        await variants.in_force(state).wars_declared(phase)
    who = sides.speaker(state, state.diplomacy.alliances[0].id)
    rolled = await phase.roll("start", purpose="the starting round", who=who)
    _enter(phase, first_round(rolled.die, state.sequence.poor_weather), rolled)


async def continuation(phase: Phase) -> None:
    """The continuation roll, after the sieges (OVW-A1); its result waits for `advance`."""
    state = phase.state
    who = sides.speaker(state, state.diplomacy.alliances[0].id)
    modifiers = continuation_modifiers(state.period, state.sequence.poor_weather)
    rolled = await phase.roll("continuation", modifiers, "the next round", who=who)
    to = round_after(state.sequence.box, rolled.die, rolled.result, state.sequence.poor_weather)
    state.sequence.next_box = to.box
    state.sequence.next_weather = [*to[1:]]
    follows = "no further round is played" if to.box == END else f"round {_told(to)} follows"
    phase.tell_roll(rolled, f"Continuation ({rolled.spoken()}): {follows}.")


def advance(phase: Phase) -> None:
    """Enters the round that the continuation roll chose; what held for a round is forgotten."""
    state = phase.state
    to = Round(state.sequence.next_box, *state.sequence.next_weather)
    state.sequence.next_box, state.sequence.next_weather = "", []
    for name in sorted(state.countries):
        country = state.countries[name]
        if country.campaign is not None:
            country.campaign_before, country.campaign = country.campaign, None
        country.defeats.clear()
    _enter(phase, to)


def _told(to: Round) -> str:
    return to.box + (f" ({', '.join(to.circumstances)})" if to.circumstances else "")


def _enter(phase: Phase, to: Round, rolled: Rolled | None = None) -> None:
    state = phase.state
    state.sequence.box = to.box
    state.sequence.bad_weather, state.sequence.extended, state.sequence.sund_frozen = to[1:]
    if to.box != END:
        state.sequence.rounds.append(to.box)
    text = "The rounds are over." if to.box == END else f"Round {_told(to)} begins."
    if rolled is None:
        phase.tell("round", text)
    else:
        phase.tell_roll(
            rolled, f"The phase starts ({rolled.spoken()}): {text[0].lower()}{text[1:]}"
        )
