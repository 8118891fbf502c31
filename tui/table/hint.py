"""A hint: what captain would answer in a player's place, why, and how much better that is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from engine.grammar import counted
from engine.play.asks import Ask, BadAnswer, Die, Raw
from engine.programs.captain.advice import advise
from engine.programs.captain.thought import Advice, Budget, short_label
from engine.programs.position import Position, game_at, position_of
from tui.table.table import Table
from tui.table.visibility import names_hidden

LONGER: Final = 3  # times the seconds of a decision: a person asks seldom, and reads meanwhile
NONE_HERE: Final = "This table plays without hints."
A_DIE: Final = "There is no hint for a die: it says what fell."
NOTHING_ASKED: Final = "No person is to decide now, so there is nothing to give a hint for."
LOST: Final = "captain lost the thread here and has no hint."


def refusal(table: Table) -> str:
    """Why whoever looks gets no hint now, "" where he does."""
    ask = table.ask
    if ask is None or table.program_decides:
        return NOTHING_ASKED
    if not table.saved.hints():
        return NONE_HERE
    if table.held_back or not table.saved.may_see(ask.who):
        return table.held_back or NOTHING_ASKED
    return A_DIE if isinstance(ask, Die) else ""


def hint(table: Table, mine: Raw) -> Callable[[], list[str]]:
    """What works out the hint for the question as it is now, to be called anywhere: it has a game
    of its own, and takes three times as long as a program may at this table. `mine` is what the
    player is about to answer, None for nothing."""
    game, budget, hidden = table.game, table.thinking.budget, table.fog()
    if budget.seconds is not None:
        budget = budget._replace(seconds=LONGER * budget.seconds)
    position, seed = position_of(game, game.decides), int(game.header["seed"])

    def work() -> list[str]:
        lines = _lines(position, seed, mine, budget)
        return [line for line in lines if not names_hidden(line, hidden)] or [LOST]

    return work


def _lines(position: Position, seed: int, mine: Raw, budget: Budget) -> list[str]:
    try:
        game = game_at(position, seed)
        ask = game.ask
        if ask is None:
            return []
        mine = legal(ask, mine)
        return _told(ask, advise(game, ask, budget, mine), mine)
    except Exception:  # a defect in a program must not stop a player
        return []


def legal(ask: Ask[Any], mine: Raw) -> Raw:
    """What a player is about to answer, None where it is not legal as it stands."""
    try:
        ask.parse(mine)
    except BadAnswer:
        return None
    return mine


def _told(ask: Ask[Any], advice: Advice, mine: Raw) -> list[str]:
    """The answer, how much better it is than what is marked, and why."""
    said = f"captain would answer: {short_label(ask.label(advice.answer))}."
    if mine is None:
        return [said, *_why(advice)]
    if advice.answer == mine:
        said += " That is what is marked."
    elif advice.better_by is None:
        said += f" What is marked ({short_label(ask.label(mine))}) was not played out."
    else:
        gain = round(advice.better_by)
        than = f"than what is marked ({short_label(ask.label(mine))})"
        said += (
            f" That is worth {counted(abs(gain), 'ducat')} more {than}." if gain > 0
            else f" It found nothing surely better {than}."
        )  # fmt: skip
    return [said, *_why(advice)]


def _why(advice: Advice) -> list[str]:
    return [f"  {line}" for line in advice.why]
