"""Naval actions as they are announced: kind, target, words, and what goes on after them (NAC).

An action is written behind the path: `!battle:41` attacks the stack of counter 41,
`!blockade:palermo`, `!blockade+supply:palermo`, `!supply`, and `!resupply` in a besieged port.
`!hunt` fights corsairs, `!explore` explores a sea zone beside it in the exploration step.
`!embark:kent` takes troops aboard, which is no action yet; `!land:picardie` lands them.
`!load:cuba` takes gold aboard.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from engine.facts import board, countries
from engine.facts.board import called
from engine.facts.wordings import wordings
from engine.fleets import blockades, fleets, gold, ports
from engine.overseas import exploration_rights
from engine.play.asks import BadAnswer, ordinal
from engine.sea import corsairs_math
from engine.sea.under_way import boarding
from engine.sea.under_way.voyage import Arrival, Voyage
from engine.state import State, sides

RESUPPLY: Final = "land+resupply"
LANDINGS: Final = ("land", "land+blockade", "land+supply", "land+blockade+supply", RESUPPLY)
"""A landing and what may follow it in the same action (CMB-10)."""

ANNOUNCE: Final = "!"
EXPLORE: Final = exploration_rights.EXPLORE
TARGETED: Final = (
    "battle", "blockade", "blockade+supply", boarding.EMBARK, gold.LOAD, *LANDINGS
)  # fmt: skip
GOING_ABOARD: Final = (boarding.EMBARK, gold.LOAD)
"""No actions: the way is asked again after them (CMB-02)."""

PLAIN: Final = ("supply", "resupply", corsairs_math.HUNT, EXPLORE)


class Action(NamedTuple):
    """An action that may be announced: its kind, and the counter or port that it is aimed at."""

    kind: str
    target: str = ""

    def __str__(self) -> str:
        return ANNOUNCE + self.kind + (f":{self.target}" if self.target else "")


def read(item: str) -> Action:
    """The action that an item of a path means. Raises BadAnswer."""
    kind, _, target = item.removeprefix(ANNOUNCE).partition(":")
    if kind in TARGETED and target:
        if kind != "battle" and target not in board.provinces():
            raise BadAnswer(f"{target!r} is not a province")
        return Action(kind, target)
    if kind in PLAIN and not target:
        return Action(kind)
    raise BadAnswer(
        f"{item!r} is no naval action: !battle:COUNTER, !blockade:PORT, !blockade+supply:PORT, "
        "!supply, !resupply, !hunt, !embark:PROVINCE, !land:PROVINCE or !load:PORT"
    )


def end_of(way: Sequence[str], start: str) -> tuple[str, Action | None]:
    """Where a way ends that begins in a place, and the action that is announced there."""
    end = next((item for item in reversed(way) if item[0] not in "+-!"), start)
    return end, read(way[-1]) if way and way[-1][0] == ANNOUNCE else None


def lasting_task(action: Action) -> str:
    """What a stack goes on with after an action, "" for nothing: see `fleets.task`."""
    kind = action.kind.removeprefix("land").removeprefix("+")
    if kind in ("", "battle", "resupply", *GOING_ABOARD):
        return ""
    return kind + (f":{action.target}" if action.target else "")


ACTIONS: Final = wordings("naval action")
ANSWERS: Final = wordings("naval action as an answer")


def action_in_words(state: State, action: Action) -> str:
    """An action in words: `the blockade of Palermo`."""
    return _in_words(state, action, ACTIONS)


def answer_in_words(state: State, action: Action) -> str:
    """The same as what one answers, the deed first: `blockade Palermo`."""
    return _in_words(state, action, ANSWERS)


def _in_words(state: State, action: Action, words: Mapping[str, str]) -> str:
    attacked = state.units.get(ordinal(action.target)) if action.kind == "battle" else None
    return words[action.kind].format(
        place=called(action.target) if action.target in board.provinces() else "",
        whom=countries.with_article(attacked.country) if attacked else "nobody",
        ducats=state.sea.gold.get(action.target, 0),
    )


def join(state: State, voyage: Voyage, action: Action) -> None:
    """Sets what the stack does from now on; friends who blockade the same port join it (NAC-08),
    and what either supplied the one stack supplies until it moves (SUP-20)."""
    task = lasting_task(action)
    joined = [str(number) for number in voyage.units]
    joined += voyage.leaders
    if fleets.blockaded_port(task):
        friends = [str(unit.id) for unit in blockades.blockaders(state, action.target)]
        old = {state.sea.tasks[key] for key in friends}
        here = [leader.id for leader in state.leaders_at(voyage.place)]
        joined += [*friends, *(name for name in here if state.sea.tasks.get(name) in old)]
        task = next((each for each in sorted(old) if fleets.supplies_ashore(each)), task)
    before = [(unit, state.sea.tasks.get(str(unit.id), "")) for unit in voyage.ships(state)]
    for key in joined:
        state.sea.tasks[key] = task
    for unit, done in before:
        if done != task:
            state.leave_behind(unit, done)


def why_no_resupply(ships: Arrival) -> str:
    """Why ships may not supply a besieged port, "" when they may: from an open friendly port, and
    with enough ships (NAC-15, NAC-16)."""
    state, place, alliance = ships.state, ships.place, ships.alliance
    if board.is_sea(place) or not sides.is_besieged(state, place) or len(ships.way) < 2:
        return "only a besieged port that was entered in this move is supplied (NAC-15)"
    if not sides.controlled_by(state, place, alliance):
        return f"{board.does(place, 'be')} not held by friends (NAC-15)"
    loaded = any(
        not board.is_sea(each)
        and each != place
        and ports.harbour(state, each, alliance)
        and not blockades.is_blockaded(state, each)
        for each in ships.way[:-1]
    )
    if not loaded:
        return "the ships must come from a friendly port that is not blockaded (NAC-15)"
    if not blockades.large_enough(ships.ships, sides.fortress_level(state, place)):
        return f"these ships could not blockade {called(place)}, so are too few (NAC-16)"
    return ""
