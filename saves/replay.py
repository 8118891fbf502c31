"""A game made from what its files hold: as far as its journal and the rules agree."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from engine.games.game import Game, Procedure
from engine.games.journal_records import Diverged, Record, Snapshot
from saves.disk.contents import Contents
from saves.disk.packing import SaveError


class Built(NamedTuple):
    """A game and a sentence about what was lost on the way, "" for nothing.

    `anew` tells that its files have to begin anew from the snapshot, `rewrite` that the snapshot
    has to be written anew.
    """

    game: Game
    warning: str = ""
    anew: bool = False
    rewrite: bool = False


def built(held: Contents, procedure: Procedure) -> Built:
    """The game exactly where its players left it, or at the last position that fits the rules.

    Raises SaveError when there is none.
    """
    if held.trouble and not held.fits:
        return _from_snapshot(
            held,
            procedure,
            f"The journal is damaged (it {held.trouble}): the game goes on from its last snapshot, "
            "and what came before it cannot be taken back.",
        )
    warning = f"The journal's end was lost: it {held.trouble}. " if held.trouble else ""
    if held.dropped:
        warning += (
            f"{held.dropped} lines of the chronicle were dropped: they are from before the "
            "journal, and nothing leads to them."
        )
    warning = warning.strip()
    if held.chronicle.trouble:
        damage = f"The chronicle was damaged (it {held.chronicle.trouble})"
        game = _tried(lambda records: replay(held, procedure, records), held.records)[1]
        if game is not None:
            game.redoable = list(held.tape.redoable)
            said = f"{warning} {damage}: it was rebuilt from the journal.".strip()
            return Built(game, said, rewrite=True)
        warning = f"{warning} {damage}: lines of it are lost.".strip()
    if held.fits and (held.latest.record or held.story) and not held.signed:
        found = _proved(held, procedure, warning)
        if found is not None:
            return found

    def play(records: list[Record]) -> Game:
        if held.fits:
            marks = [each for each in held.chronicle.marks if each.record < held.latest.record]
            return Game(
                held.start, procedure, held.header, records, held.story, True,
                [*marks, held.latest], held.told,
            )  # fmt: skip
        return replay(held, procedure, records)

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


def replay(held: Contents, procedure: Procedure, records: list[Record]) -> Game:
    """The game of these records, played from its start and proved on the way."""
    before, told = held.story[: held.told], held.told
    return Game(
        held.start, procedure, held.header, records, before, told=told, proving=True,
        needed=held.latest.record,
    )  # fmt: skip


def _proved(held: Contents, procedure: Procedure, warning: str) -> Built | None:
    """A game from another store: None where its snapshot is what the journal leads to, else the
    game without it."""
    error, game = _tried(lambda records: replay(held, procedure, records), held.records)
    if game is None:
        return _from_snapshot(
            held,
            procedure,
            f"The journal cannot be played again from its start ({error}): the game goes on from "
            "its last snapshot, and what came before it cannot be taken back.",
        )
    if not snapshot_defect(held, game):
        return None
    game.redoable = list(held.tape.redoable)
    changed = (
        "The snapshot is not where the journal leads: it was changed, or written under other "
        "rules. The game stands where the journal leads."
    )
    return Built(game, f"{warning} {changed}".strip(), rewrite=True)


def snapshot_defect(held: Contents, game: Game) -> str:
    """What of a snapshot is not that of its journal, played from the start: a sentence about its
    position or its chronicle, "" for neither.

    A game that began anew from a snapshot has lines from before its journal.
    """
    at = held.latest.record
    kept = [one for one in game.snapshots if one.record == at and one.state == held.latest.state]
    if not kept:
        return f"the snapshot at record {at} is not where the journal leads"
    before = len(held.story) - max(one.story for one in kept)
    stories = zip(held.story[max(0, before) :], game.story, strict=False)
    if (
        before < 0
        or (before and not held.signed)
        or any(entry.record for entry in held.story[:before])
        or any(one.to_plain() != again.to_plain() for one, again in stories)
    ):
        if held.signed:  # what another hand changes here loses its signature
            return (
                f"the chronicle until record {at} is worded otherwise than today: another version "
                "of Tercio wrote it in this store; the game itself is where its journal leads"
            )
        return (
            f"the chronicle until record {at} is not what the journal tells: it was changed, or "
            "written by another version of Tercio; the game itself is where its journal leads"
        )
    return ""


def _from_snapshot(held: Contents, procedure: Procedure, warning: str) -> Built:
    """What lies before the snapshot does not count: the game begins there, and goes on as far as
    the journal fits."""
    since = held.records[held.latest.record :] if held.fits else []
    start = held.latest.state
    error, game = _tried(lambda records: Game(start, procedure, held.header, records), since)
    if game is None and since:
        error, game = _tried(lambda records: Game(start, procedure, held.header, records), [])
    if game is None:
        raise SaveError(f"the game no longer fits the rules: {error}")
    game.story[:0] = [replace(entry, record=0) for entry in held.story]
    game.standing_lines = len(held.story)
    game.snapshots[:] = [
        Snapshot(kept.record, kept.state, kept.story + len(held.story), kept.segment)
        for kept in game.snapshots
    ]
    return Built(game, warning, anew=True)


def _tried(play: Callable[[list[Record]], Game], records: list[Record]) -> tuple[str, Game | None]:
    """The game, or why there is none: a state that no rule has left may break any of them."""
    try:
        return "", play(records)
    except Diverged as error:
        return str(error), None
    except Exception as error:
        return f"{type(error).__name__}: {error}", None
