"""The table as it lay when a turn's phase began, however far back that is."""

from __future__ import annotations

from engine.games.game import Game
from engine.games.journal_records import Snapshot
from engine.state import State

STRIDE = 48  # records played at once: fewer than those of which every snapshot is kept


def turn_start(game: Game) -> State:
    """The table at the first boundary of this turn, or where the game began later: played again
    from the nearest snapshot before, for its own is perhaps no longer kept.

    Raises Diverged where the journal no longer fits the rules.
    """
    turn, first = game.state.turn, game.snapshots[0]
    earlier = [each for each in game.snapshots if each.state["turn"] < turn]
    if not earlier:
        return State.from_plain(dict(first.state))
    nearest = earlier[-1]
    records, at = list(game.records), nearest.record
    again = Game(first.state, game.procedure, game.header, records[:at], (), True, [nearest])
    while at < len(records):
        until = min(at + STRIDE, len(records))
        while until < len(records) and records[until].answer is None:
            until += 1
        again.follow(at, records[at:until])
        for snapshot in again.snapshots:
            if snapshot.record >= at and _begins(snapshot, turn):
                return State.from_plain(dict(snapshot.state))
        at = until
    return State.from_plain(dict(first.state))


def _begins(snapshot: Snapshot, turn: int) -> bool:
    plain = snapshot.state
    return plain["turn"] == turn and plain["step"] in ("", "start")
