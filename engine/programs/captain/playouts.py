"""Playouts: ways on from a position, with dice that are not the game's.

What the player does not see is not in them: the counters and leaders of others in zones that he
does not know are left out.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from engine.games.game import Game
from engine.games.records import EngineError, Record
from engine.play.asks import Ask, BadAnswer, Raw
from engine.play.dice import seeded
from engine.programs.answering import steady_player
from engine.programs.captain.balance import Character, balance
from engine.state import State, sides, zones
from engine.turns.turn import war

SEEDS: Final = 2**62
MOST_DECISIONS: Final = 2_000


class OutOfTime(Exception):
    """The budget of seconds is spent."""


class Start(NamedTuple):
    """Where playouts begin: a position with the answers since, for an alliance in a turn."""

    header: dict[str, Any]
    state: dict[str, Any]
    records: list[list[Any]]
    alliance: str
    turn: int
    rounds: int
    seed: int


def begin(game: Game, ask: Ask[Any]) -> Start:
    """The position of a question as the one who is asked knows it."""
    state, snapshot = game.state, game.snapshots[-1]
    plain, records = snapshot.state, game.records[snapshot.record :]
    if zones.knowledge_counts(state) and not records:
        plain = _as_seen(plain, ask.who)
    return Start(
        {**game.header, "dice": "rolled"},
        plain,
        [each.to_plain() for each in records],
        sides.alliance_of(state, ask.who) or sides.phasing(state),
        state.turn,
        len(state.sequence.rounds),
        int(game.header["seed"]),
    )


def _as_seen(plain: dict[str, Any], power: str) -> dict[str, Any]:
    """A position without what others have in zones that a power does not know."""
    state = State.from_plain(plain)
    seen = zones.seen_by(state, power)
    for unit in list(state.units.values()):
        if unit.place and unit.place not in seen and sides.decider(state, unit.country) != power:
            state.remove(unit)
    for leader in list(state.leaders.values()):
        if (
            leader.status == "map"
            and leader.place not in seen
            and sides.decider(state, leader.country) != power
        ):
            state.take_leader(leader, "away")
    return state.to_plain()


def dice_of(start: Start, number: int) -> int:
    """The seed of a playout's dice: the same for every alternative, never the game's own."""
    return seeded(start.seed, f"captain.{start.rounds}", number, SEEDS)


def laid(start: Start, number: int) -> Game:
    """The position with the dice of a playout."""
    header = {**start.header, "seed": dice_of(start, number)}
    records = [Record.from_plain(each) for each in start.records]
    return Game(start.state, war, header, records, (), False)


def playout(
    start: Start, first: Iterable[Raw], number: int, rounds: int, character: Character,
    deadline: float | None = None,
) -> float | None:  # fmt: skip
    """The balance so many rounds on when these answers are given first; None where they are not
    legal there. Raises OutOfTime past the deadline."""
    game = laid(start, number)
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
