"""A game's position, to be laid out elsewhere: in another process, with other dice, and with what
one power knows of it."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from engine.games.game import Game
from engine.games.journal_records import Diverged, EngineError, Record
from engine.play.asks import Ask, BadAnswer
from engine.play.dice import seeded
from engine.programs import hidden_information
from engine.state import State, known_zones
from engine.turns.turn import play_campaign

ANY_DICE: Final = 1
UNSEEN: Final = "unseen"
MANY: Final = 2**62


class Position(NamedTuple):
    """A game as it can be handed to another process: a snapshot, and the answers since."""

    header: dict[str, Any]
    state: dict[str, Any]
    records: list[list[Any]]


def position_of(game: Game, power: str = "") -> Position:
    """A game's position as a power knows it, "" for all of it.

    What others have in zones that the power does not know is drawn anew, from the printed sheets
    and the counters left to them. Where a move in progress does not go on like that, it is left
    out; where it does not go on without it, they have met the power's own, and all stays.
    """
    whole = position_before(game, len(game.records))
    if not power or not known_zones.knowledge_counts(game.state):
        return whole
    seen = known_zones.seen_by(game.state, power)
    state = State.from_plain(whole.state)
    hidden_information.take_away(state, power, seen)
    empty = whole._replace(state=state.to_plain())
    chance = seeded(int(game.header["seed"]), UNSEEN, len(game.records), MANY)
    hidden_information.draw(state, power, seen, chance)
    for each in (whole._replace(state=state.to_plain()), empty):
        if _goes_on(each, game.ask):
            return each
    return whole


def position_before(game: Game, record: int) -> Position:
    """A game's position when so many of its records had been played."""
    snapshot = next(each for each in reversed(game.snapshots) if each.record <= record)
    since = [each.to_plain() for each in game.records[snapshot.record : record]]
    return Position(game.header, snapshot.state, since)


def _goes_on(position: Position, ask: Ask[Any] | None) -> bool:
    """Whether the same is asked there."""
    try:
        found = game_at(position, ANY_DICE).ask
    except (Diverged, EngineError, BadAnswer, LookupError):
        return False
    if ask is None or found is None:
        return found is ask
    return (found.name, found.who, found.question) == (ask.name, ask.who, ask.question)


def game_at(position: Position, seed: int, checkpoints: bool = False) -> Game:
    """The game at that position with dice of that seed, rolled though players threw theirs."""
    records = [Record.from_plain(record) for record in position.records]
    header = {**position.header, "seed": seed}
    game = Game(position.state, play_campaign, header, records, (), checkpoints)
    game.roll_on()
    return game
