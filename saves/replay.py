"""A game made from what its files hold: as far as its journal and the rules agree."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from typing import NamedTuple

from engine.game import Diverged, Game, Procedure, Record, Snapshot
from saves.contents import Contents
from saves.plain import SaveError


class Built(NamedTuple):
    """A game, a sentence about what was lost on the way ("" for nothing), and whether its files
    have to begin anew from the snapshot."""

    game: Game
    warning: str = ""
    anew: bool = False


def built(held: Contents, procedure: Procedure) -> Built:
    """The game exactly where its players left it, or at the last position that fits the rules.

    Raises SaveError when there is none.
    """
    if held.trouble and not held.fits:
        return _from_snapshot(held, procedure)
    warning = f"The journal's end was lost: it {held.trouble}." if held.trouble else ""

    def play(records: list[Record]) -> Game:
        if held.fits:
            return Game(held.start, procedure, held.header, records, held.story, True, held.latest)
        return Game(held.start, procedure, held.header, records)

    first = held.latest.record if held.fits else 0
    error, game = _tried(play, held.records)
    if game is not None:
        game.redoable = list(held.tape.redoable)
        return Built(game, warning)
    ends = [n for n in range(first, len(held.records)) if held.records[n].answer is not None]
    ends = ends if ends[:1] == [first] else [first, *ends]
    # All that fit come before all that do not; the last that fits is looked for by halves.
    fitting = bisect_left(ends, True, key=lambda n: _tried(play, held.records[:n])[1] is None)
    if not fitting:
        raise SaveError(f"the game no longer fits the rules: {error}")
    count = ends[fitting - 1]
    game = play(held.records[:count])
    lost = len(held.records) - count
    warning = (
        f"The journal no longer fits the rules ({error}); opened {lost} records before its end."
    )
    return Built(game, warning)


def _from_snapshot(held: Contents, procedure: Procedure) -> Built:
    """The journal is damaged before the snapshot: the game begins where the snapshot is."""
    error, game = _tried(lambda _: Game(held.latest.state, procedure, held.header), [])
    if game is None:
        raise SaveError(f"the game no longer fits the rules: {error}")
    game.story[:0] = [entry._replace(record=0) for entry in held.story]
    game.snapshots = [
        Snapshot(kept.record, kept.state, kept.story + len(held.story), kept.segment)
        for kept in game.snapshots
    ]
    return Built(
        game,
        f"The journal is damaged (it {held.trouble}): the game goes on from its last snapshot, and "
        "what came before it cannot be taken back.",
        anew=True,
    )


def _tried(play: Callable[[list[Record]], Game], records: list[Record]) -> tuple[str, Game | None]:
    """The game, or why there is none: a state that no rule has left may break any of them."""
    try:
        return "", play(records)
    except Diverged as error:
        return str(error), None
    except Exception as error:
        return f"{type(error).__name__}: {error}", None
