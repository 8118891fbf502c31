"""The store: a directory of games, each a folder with a snapshot and a journal.

A game is saved by itself: every answer is in the journal, on the disk, before anybody sees what
came of it (a power cut may take what programs answered last); at the end of a segment the snapshot
is written anew. Opening a game reads the snapshot and plays the journal's records since, so that
the players are exactly where they were. Several programs may have a game open: the one that holds
the pen answers, the others follow.
"""

from __future__ import annotations

import os
import secrets
import shutil
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from engine import games
from engine.documents import paths
from engine.eia.ledger import club_night
from engine.games.game import Game, Procedure
from engine.games.journal_records import Diverged, Plain
from engine.state import State
from saves.disk import chronicle, contents, naming, signature
from saves.disk.append_only import MOST_RUN, draft_journal, seal_of, write_journal
from saves.disk.contents import read
from saves.disk.files import folder_in_words, reason, sync_folder, write_document
from saves.disk.index import Summary, default_store, summaries
from saves.disk.journal import Turn
from saves.disk.journal_digest import Names
from saves.disk.naming import CHRONICLE, JOURNAL, SNAPSHOT
from saves.disk.packing import SaveError
from saves.replay import replay, snapshot_defect
from saves.saved import Saved
from saves.sharing import seats
from saves.sharing.pen import player_name
from saves.sharing.spoken_lines import WORDS, Words
from saves.snapshots import document

if TYPE_CHECKING:
    from engine.eia.ledger.ledger import Ledger

__all__ = [
    "JOURNAL", "SNAPSHOT", "SaveError", "Saved", "Summary", "check", "create", "default_store",
    "find", "keep", "open_game", "player_name", "read", "summaries",
]  # fmt: skip

MOST_REFUSED: Final = 20
MOST_NAMED: Final = 10_000


# Games of a store.


def create(
    store: Path,
    start: State | Ledger,
    header: Plain,
    name: str = "",
    procedure: Procedure | None = None,
) -> Saved:
    """A new game in the store, named after its scenario or as given. Raises SaveError."""
    procedure = procedure or games.procedure(header)
    game = Game(start.to_plain(), procedure, header)
    return keep(store, game, name or naming.slug(start.scenario))


def keep(store: Path, game: Game, name: str) -> Saved:
    """Puts a game that nobody has written down yet into the store, with its whole journal.

    It is written aside and gets its name when it is whole. Raises SaveError, also for what is no
    name of a game.
    """
    name = naming.game(name, _names(store))
    game_id = secrets.token_hex(8)
    aside = store / f".fresh-{game_id}"
    latest = next(kept for kept in reversed(game.snapshots) if kept.segment or not kept.record)
    turn = Turn(game.decides, game.track_box, int(time.time()), player_name())
    records = [record.to_plain() for record in game.records]
    fresh = [each for each in (store, *store.parents) if not paths.is_there(each)]
    folder = aside
    try:
        store.mkdir(parents=True, exist_ok=True)
        os.mkdir(aside)  # noqa: PTH102 - whatever a disk can refuse is called by os
        first = [contents.first_entry(game_id), [0, records, list(turn)]]
        journal = draft_journal(first)
        write_journal(aside / JOURNAL, journal)
        lines = chronicle.entries(game_id, game.story[: latest.story])
        told = draft_journal(lines, MOST_RUN)
        write_journal(aside / CHRONICLE, told)
        name_of_records = Names().name(game.records, latest.record)
        plain = document(game_id, game, latest, name_of_records, journal.length, seal_of(journal))
        plain |= {"chronicle": list(seal_of(told)), "lines": latest.story, "marks": 0}
        write_document(aside / SNAPSHOT, signature.sign(store, plain))
        _readable(aside, name)
        folder = name_in_store(store, aside, name)
        for each in (store, *(one.parent for one in fresh)):
            sync_folder(each)
        return Saved(folder, game.procedure)
    except BaseException as error:
        _undone(folder, fresh)
        if isinstance(error, OSError):
            raise SaveError(
                f"{folder_in_words(store)} cannot hold games: {reason(error)}"
            ) from error
        raise


def _undone(folder: Path, fresh: Sequence[Path]) -> None:
    """Nothing is left of a game that could not be created, nor of the directories made for it."""
    shutil.rmtree(folder, ignore_errors=True)
    with suppress(OSError):
        if fresh:
            (fresh[0] / signature.SECRET).unlink(missing_ok=True)
        for each in fresh:
            each.rmdir()  # not where anybody else has put something meanwhile


def _readable(aside: Path, name: str) -> None:
    """Raises SaveError where nobody could open what was written aside for a game of that name."""
    try:
        read(aside)
    except SaveError as error:
        raise SaveError(str(error).replace(aside.name, name)) from error


def name_in_store(store: Path, aside: Path, wanted: str) -> Path:
    """Gives a game that lies `aside` its name in the store: the wanted one, or the next free number
    after it. Its folder; raises SaveError when no name is free, OSError as the disk does."""
    for number in range(1, MOST_NAMED):
        folder = store / (wanted if number == 1 else f"{wanted}-{number}")
        if folder.exists():
            continue
        try:
            os.rename(aside, folder)  # noqa: PTH104 - whatever a disk can refuse is called by os
        except FileExistsError:
            continue
        except OSError as error:
            if folder.exists():
                continue
            raise error
        return folder
    raise SaveError(f"{folder_in_words(store)} holds too many games named {wanted}")


def _names(store: Path) -> list[str]:
    with suppress(OSError):
        return [path.name for path in store.iterdir() if not path.name.startswith(".")]
    return []


def find(store: Path, name: str) -> Path:
    """The folder of a game, by its name in the store or by a path; raises SaveError when there is
    none."""
    path = Path(name)
    candidates = [path] if path.is_absolute() or os.sep in name else [store / name, path]
    with suppress(OSError, ValueError):
        for folder in candidates:
            if (folder / SNAPSHOT).is_file():
                return folder
            if folder.is_file() and folder.name in (SNAPSHOT, JOURNAL):
                return folder.parent
    known = ", ".join(summary.name for summary in summaries(store)) or "it holds no game"
    raise SaveError(f"there is no game {name!r} in {folder_in_words(store)} ({known})")


def open_game(
    folder: Path,
    procedure: Procedure | None = None,
    player: str = "",
    watch: bool = False,
) -> Saved:
    """Opens a game exactly where its players left it.

    Where the journal was cut off or no longer fits the rules, the game opens at the last position
    that does, and `warning` says which record differs. Raises SaveError when nothing can be opened.
    """
    return Saved(folder, procedure, player, watch)


def check(folder: Path, procedure: Procedure | None = None) -> list[str]:
    """Every defect of a save, or an empty list when it is sound.

    The whole journal is played again from the start, and the position at the stored snapshot
    compared with it (a corrected rule shows here).
    """
    wrong = []
    try:
        seats.locks(folder)
    except SaveError as error:
        wrong.append(str(error))
    said = Words(folder)
    try:
        said.look()
        wrong += [f"{WORDS}: it {said.trouble}"] if said.trouble else []
    except SaveError as error:
        wrong.append(str(error))
    try:
        held = read(folder)
    except contents.Damaged as error:
        return [*error.defects, *wrong]
    except SaveError as error:
        return [str(error), *wrong]
    if wrong:
        return wrong
    defects = [f"{JOURNAL}: it {held.trouble}"] if held.trouble else []
    if held.chronicle.trouble:
        defects.append(f"{CHRONICLE}: it {held.chronicle.trouble}")
    if held.dropped:
        defects.append(f"{SNAPSHOT}: nothing leads to the first {held.dropped} lines of its story")
    try:
        procedure = procedure or games.procedure(held.header)
        whole = replay(held, procedure, held.records)
    except Diverged as error:
        return [*defects, str(error)]
    except Exception as error:
        return [*defects, f"the rules cannot play it: {type(error).__name__}: {error}"]
    # A crash may leave the snapshot of another hour: the journal is played from the start then.
    if held.fits and not held.chronicle.trouble and (strays := snapshot_defect(held, whole)):
        defects.append(strays)
    return [*defects, *refused_today(held, procedure)]


def refused_today(held: contents.Contents, procedure: Procedure) -> list[str]:
    """The entries of a campaign of before that the ledger would refuse today, each with what to do:
    they count as they were entered."""
    if held.header.get("game") != "eia" or held.start.get("edition"):
        return []
    found: list[str] = []
    let = set[int]()
    while len(found) < MOST_REFUSED:
        records = [
            replace(each, answer={**each.answer, club_night.EDITION: 1, club_night.SURE: True})
            if type(each.answer) is dict and "do" in each.answer and number not in let
            and each.answer["do"] not in (club_night.DONE, club_night.ON)
            else each
            for number, each in enumerate(held.records)
        ]  # fmt: skip
        try:
            replay(held, procedure, records)
        except Diverged as error:
            where, _, why = str(error).partition(": ")
            number = int(where.removeprefix("record ")) if where[7:].isdecimal() else -1
            if number in let or not 0 <= number < len(records):
                break
            let.add(number)
            found.append(
                f"{where} would be refused today: {why.rstrip('.')}. It counts as it was entered; "
                "to change it, take it back, or set points right with an umpire's ruling"
            )
            continue
        break
    return found
