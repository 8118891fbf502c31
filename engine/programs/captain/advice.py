"""Advice: what captain would do in a player's place, and how much better that is."""

from __future__ import annotations

import time
from typing import Any

from engine.games.game import Game
from engine.play.asks import Ask, Raw
from engine.programs.captain.balance import EVEN
from engine.programs.captain.captain import weigh_answers
from engine.programs.captain.thought import (
    Advice,
    Alternative,
    Budget,
    Thought,
    short_label,
)
from engine.programs.captain.usual import usual_answer


def advise(game: Game, ask: Ask[Any], budget: Budget, mine: Raw | None) -> Advice:
    """What captain would answer to a question of the player who is asked, and why.

    `mine` is what he is about to do: it is weighed with the rest, and `better_by` says how many
    ducats captain's answer gains over it. It only looks at the game, as the player knows it.
    Raises BadAnswer where `mine` is not legal.
    """
    if mine is not None:
        ask.parse(mine)
    began = time.monotonic()
    usual = usual_answer(game, ask, EVEN)
    thought = weigh_answers(game, ask, usual, [] if mine is None else [mine], budget, EVEN, began)
    own = _found(thought, mine)
    best = _found(thought, thought.answer)
    better = best.worth - own.worth if own is not None and best is not None else None
    return Advice(thought.answer, tuple(_why(thought, ask)), better, thought.plan)


def _found(thought: Thought, answer: Raw | None) -> Alternative | None:
    return next((each for each in thought.plan.alternatives if each.answer == answer), None)


def _why(thought: Thought, ask: Ask[Any]) -> list[str]:
    """The reasons in sentences: the answers weighed with their figures, then the sieges."""
    weighed_ones = thought.plan.alternatives
    if not weighed_ones:
        answer = short_label(ask.label(thought.answer))
        return [f"{answer}: by rule and exact odds; nothing was played out."]
    return [*(each.told() for each in weighed_ones), *thought.plan.lines]
