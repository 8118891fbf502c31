"""A game's position, to be laid out elsewhere: in another process, with other dice, and with what
one power knows of it."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from engine.games.game import Game
from engine.games.records import EngineError, Record
from engine.play.asks import Ask, BadAnswer
from engine.state import State, sides, zones
from engine.turns.turn import play_campaign

ANY_DICE: Final = 1


class Position(NamedTuple):
    """A game as it can be handed to another process: a snapshot, and the answers since."""

    header: dict[str, Any]
    state: dict[str, Any]
    records: list[list[Any]]


def position_of(game: Game, power: str = "") -> Position:
    """A game's position as a power knows it, "" for all of it.

    What others have in zones that the power does not know is left out. Where a move in progress
    does not go on without them, they have met the power's own, and all stays.
    """
    snapshot = game.snapshots[-1]
    since = [record.to_plain() for record in game.records[snapshot.record :]]
    whole = Position({**game.header, "dice": "rolled"}, snapshot.state, since)
    if not power or not zones.knowledge_counts(game.state):
        return whole
    units, leaders = _hidden(game.state, power)
    if not units and not leaders:
        return whole
    state = State.from_plain(snapshot.state)
    for number in units & state.units.keys():
        state.remove(state.units[number])
    for name in leaders & state.leaders.keys():
        state.take_leader(state.leaders[name], "away")
    seen = whole._replace(state=state.to_plain())
    return seen if _goes_on(seen, game.ask) else whole


def position_before(game: Game, record: int) -> Position:
    """A game's position when so many of its records had been played."""
    snapshot = max((each for each in game.snapshots if each.record <= record),
                   key=lambda each: each.record)  # fmt: skip
    since = [each.to_plain() for each in game.records[snapshot.record : record]]
    return Position({**game.header, "dice": "rolled"}, snapshot.state, since)


def _hidden(state: State, power: str) -> tuple[set[int], set[str]]:
    """The counters and leaders of others in zones that a power does not know."""
    seen = zones.seen_by(state, power)
    units = {
        unit.id
        for unit in state.units.values()
        if unit.place and unit.place not in seen and sides.decider(state, unit.country) != power
    }
    leaders = {
        leader.id
        for leader in state.leaders.values()
        if leader.status == "map"
        and leader.place not in seen
        and sides.decider(state, leader.country) != power
    }
    return units, leaders


def _goes_on(position: Position, ask: Ask[Any] | None) -> bool:
    """Whether the same is asked there."""
    try:
        found = game_at(position, ANY_DICE).ask
    except (EngineError, BadAnswer, LookupError):
        return False
    if ask is None or found is None:
        return found is ask
    return (found.name, found.who, found.what) == (ask.name, ask.who, ask.what)


def game_at(position: Position, seed: int, checkpoints: bool = False) -> Game:
    """The game at that position with dice of that seed."""
    records = [Record.from_plain(record) for record in position.records]
    return Game(
        position.state, play_campaign, {**position.header, "seed": seed}, records, (), checkpoints
    )
