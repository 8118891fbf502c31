"""How the two plain programs answer: `random` anything legal, `steady` a sensible game.

A program sees the game and the pending Ask and returns a raw answer. It draws no dice: what chance
it needs comes from the seed and the number of records, so that a game with programs plays the same
again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from engine.games.game import Game
from engine.play.asks import Ask, Raw
from engine.play.dice import TOGETHER, chances
from engine.programs.steady import JUDGEMENTS

Player: TypeAlias = Callable[[Game, Ask[Any]], Raw]

ENOUGH: Final = 2**20
"""One number is chance for several draws: as long as that many times a draw's numbers are left."""


def random_player(game: Game, ask: Ask[Any]) -> Raw:
    """Any legal answer that the question draws."""
    times, at = divmod(len(game.records), TOGETHER)
    chance = hashed = 0

    def draw(most: int) -> int:
        nonlocal chance, hashed
        if chance < most * ENOUGH:
            chance = chances(game.header["seed"], hashed, times)[at]
            hashed += 1
        chance, drawn = divmod(chance, most)
        return drawn

    return ask.random_answer(draw)


def steady_player(game: Game, ask: Ask[Any]) -> Raw:
    """A sensible answer: what it has learnt for this question, else the default, else any."""
    judge = JUDGEMENTS.get(ask.name)
    answer = judge(game, ask) if judge is not None else None
    if answer is not None:
        return answer
    return ask.default if ask.default is not None else random_player(game, ask)
