"""Playouts: ways on from a position, with dice that are not the game's.

What the player does not see is not in them (engine.programs.position).
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from engine.games.game import Game
from engine.games.records import EngineError
from engine.play.asks import Ask, BadAnswer, Raw
from engine.play.dice import seeded
from engine.programs.answering import steady_player
from engine.programs.captain.balance import Character, balance
from engine.programs.position import Position, game_at, position_of
from engine.state import sides

SEEDS: Final = 2**62
MOST_DECISIONS: Final = 2_000


class OutOfTime(Exception):
    """The budget of seconds is spent."""


class Start(NamedTuple):
    """Where playouts begin: a position with the answers since, for an alliance in a turn."""

    position: Position
    alliance: str
    turn: int
    rounds: int
    seed: int


def begin(game: Game, ask: Ask[Any]) -> Start:
    """The position of a question as the one who is asked knows it."""
    state = game.state
    return Start(
        position_of(game, ask.who),
        sides.alliance_of(state, ask.who) or sides.phasing_alliance(state),
        state.turn,
        len(state.sequence.rounds),
        int(game.header["seed"]),
    )


def dice_of(start: Start, number: int) -> int:
    """The seed of a playout's dice: the same for every alternative, never the game's own."""
    return seeded(start.seed, f"captain.{start.rounds}", number, SEEDS)


def with_dice(start: Start, number: int) -> Game:
    """The position with the dice of a playout."""
    return game_at(start.position, dice_of(start, number))


def playout(
    start: Start, first: Iterable[Raw], number: int, rounds: int, character: Character,
    deadline: float | None = None,
) -> float | None:  # fmt: skip
    """The balance so many rounds on when these answers are given first; None where they are not
    legal there. Raises OutOfTime past the deadline."""
    game = with_dice(start, number)
    try:
        for raw in first:
            if game.ask is None:
                break
            game.answer(raw)
        for _ in range(MOST_DECISIONS):
            state = game.state
            if game.ask is None or state.turn != start.turn:
                break
            if len(state.sequence.rounds) >= start.rounds + rounds + 1:
                break
            if deadline is not None and time.monotonic() > deadline:
                raise OutOfTime
            game.answer(steady_player(game, game.ask))
            time.sleep(0)  # another thread may have a key to answer
    except (EngineError, BadAnswer):
        return None
    return balance(game.state, start.alliance, character)
