"""Playouts: ways on from a position, with dice that are not the game's.

What the player does not see is not in them (engine.programs.position).
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from engine.games.game import Game
from engine.games.journal_records import EngineError
from engine.play.asks import Ask, BadAnswer, Raw
from engine.play.dice import seeded
from engine.programs.captain.balance import Balance, Character, balance
from engine.programs.captain.orders import NO_DESIGN, Design
from engine.programs.captain.usual import usual_answer
from engine.programs.position import Position, game_at, position_of
from engine.programs.random_and_steady import steady_player
from engine.state import State, sides

SEEDS: Final = 2**62
MOST_DECISIONS: Final = 2_000

OWN: Final = ("supply", "campaign", "movement")
"""The steps in which the phasing alliance decides what it does."""


class OutOfTime(Exception):
    """The budget of seconds is spent."""


class Start(NamedTuple):
    """Where playouts begin: a position with the answers since, for an alliance in a turn.

    What is decided in an impulse of its own is played on till all enemies have had an impulse: to
    the end of the round, and in the next one as far as the impulse `answered`.
    """

    position: Position
    alliance: str
    turn: int
    rounds: int
    seed: int
    impulse: int
    answered: int


def begin(game: Game, ask: Ask[Any]) -> Start:
    """The position of a question as the one who is asked knows it."""
    state = game.state
    phasing = sides.phasing_alliance(state)
    alliance = sides.alliance_of(state, ask.who) or phasing
    own = alliance == phasing and state.sequence.step in OWN
    return Start(
        position_of(game, ask.who),
        alliance,
        state.turn,
        len(state.sequence.rounds),
        int(game.header["seed"]),
        state.sequence.impulse,
        state.sequence.impulse if own else 0,
    )


def dice_of(start: Start, number: int) -> int:
    """The seed of a playout's dice: the same for every alternative, never the game's own."""
    return seeded(start.seed, f"captain.{start.rounds}", number, SEEDS)


def with_dice(start: Start, number: int) -> Game:
    """The position with the dice of a playout."""
    return game_at(start.position, dice_of(start, number))


def playout(
    start: Start, first: Iterable[Raw], number: int, rounds: int, character: Character,
    deadline: float | None = None, design: Design = NO_DESIGN,
) -> Balance | None:  # fmt: skip
    """The balance so many rounds on when these answers are given first, and the rest of the impulse
    is played by a design; None where they are not legal there. Raises OutOfTime past the
    deadline."""
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
            if len(state.sequence.rounds) > start.rounds + rounds and (
                state.sequence.impulse >= start.answered
            ):
                break
            if deadline is not None and time.monotonic() > deadline:
                raise OutOfTime
            ordered = None
            if design != NO_DESIGN and _same_impulse(state, start):
                ordered = design.answer(state, game.ask)
            if ordered is None and sides.alliance_of(state, game.ask.who) == start.alliance:
                ordered = usual_answer(game, game.ask, character)
            game.answer(steady_player(game, game.ask) if ordered is None else ordered)
    except (EngineError, BadAnswer):
        return None
    return balance(game.state, start.alliance, character)


def _same_impulse(state: State, start: Start) -> bool:
    """Whether the impulse of the start still runs."""
    sequence = state.sequence
    return sequence.impulse == start.impulse and len(sequence.rounds) == start.rounds
