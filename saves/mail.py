"""Play by mail: a game in one file that goes from player to player.

The file's name says whose turn it is. It holds all that the game's folder does, the locks of the
seats too. Whoever gets it opens it; where his store has the game already, it goes on from there if
that is the same game further on, and nothing is overwritten if it is not.
"""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from saves import contents, naming, seats
from saves.files import called, read_document, read_journal, reason, write_document, write_journal
from saves.index import JOURNAL, SNAPSHOT
from saves.pen import Pen
from saves.plain import SaveError
from saves.saved import Saved
from saves.store import named

ENDING: Final = ".tercio"


class Received(NamedTuple):
    """A game that came by mail: its folder, whose turn it is ("" when it is over), and a sentence
    about what came of the copy that was here."""

    folder: Path
    who: str
    said: str


def post(folder: Path, where: Path) -> tuple[Path, str]:
    """Writes a game into a file of the directory `where`; the file, and whose turn it is.

    Raises SaveError when the game is not sound or the file cannot be written.
    """
    saved = Saved(folder)  # mends what a crash has left, and knows who decides
    try:
        with saved.pen.alone():
            snapshot = read_document(folder / SNAPSHOT)
            journal = read_journal(folder / JOURNAL)
            locked = dict(seats.locks(folder))
        who = saved.game.ask.who if saved.game.ask is not None else ""
        answers = len(saved.game.records)
    finally:
        saved.close()
    if saved.warning or journal.trouble:
        raise SaveError(f"{folder.name} is damaged: open it first, or ask tercio check")
    file = where / f"{folder.name}-{answers}-{who or 'over'}{ENDING}"
    snapshot.pop("signature", None)
    letter = {
        "letter": folder.name, "snapshot": snapshot, "journal": journal.entries, "seats": locked,
    }  # fmt: skip
    write_document(file, letter)
    return file, who


def is_letter(name: str) -> bool:
    """Whether a name is that of a file that came by mail."""
    return name.endswith(ENDING) and Path(name).is_file()


def receive(store: Path, file: Path) -> Received:
    """Takes a game that came by mail into the store. Raises SaveError with what is wrong."""
    letter = read_document(file)
    if type(letter) is not dict or type(letter.get("journal")) is not list:
        raise SaveError(f"{file.name} holds no game that was sent")
    aside = store / f".mail-{secrets.token_hex(8)}"
    try:
        aside.mkdir(parents=True)
        try:
            return _received(store, aside, letter, file)
        finally:
            shutil.rmtree(aside, ignore_errors=True)
    except OSError as error:
        raise SaveError(f"{called(store)} cannot hold games: {reason(error)}") from error


def _received(store: Path, aside: Path, letter: dict[str, Any], file: Path) -> Received:
    write_journal(aside / JOURNAL, letter["journal"])
    write_document(aside / SNAPSHOT, letter.get("snapshot"))
    if letter.get("seats"):
        write_document(aside / seats.SEATS, letter["seats"])
    try:
        locked = seats.locks(aside)
        theirs = contents.read(aside)
    except SaveError as error:
        raise SaveError(f"{file.name}: {str(error).replace(aside.name, 'it')}") from error
    if theirs.trouble:
        raise SaveError(f"{file.name} is damaged: its journal {theirs.trouble}")
    for folder in _copies(store, theirs.game):
        return _joined(folder, letter, locked, file)
    wanted = letter.get("letter")
    folder = named(store, aside, naming.slug(wanted if type(wanted) is str else "game"))
    return Received(folder, _opened(folder), "")


def _opened(folder: Path) -> str:
    saved = Saved(folder)
    try:
        if saved.pen.mine:
            saved.write()  # from now on it is this store's
        return saved.game.ask.who if saved.game.ask is not None else ""
    finally:
        saved.close()


def _copies(store: Path, game: str) -> list[Path]:
    """The folders of the store that hold a game of this id."""
    found = []
    for path in sorted(store.glob(f"[!.]*/{SNAPSHOT}")):
        try:
            plain = read_document(path)
        except SaveError:
            continue
        if type(plain) is dict and plain.get("game") == game:
            found.append(path.parent)
    return found


def _joined(
    folder: Path, letter: dict[str, Any], locked: Mapping[str, str], file: Path
) -> Received:
    """Brings the copy that is here to where the letter stands, if that is further on."""
    with Pen(folder, "").alone():
        journal = read_journal(folder / JOURNAL)
        ours, sent = journal.entries, letter["journal"]
        if journal.trouble:
            raise SaveError(f"{folder.name} is here already and damaged: open it first")
        if ours[1:] == sent[1:]:
            said = f"{folder.name} stands here as it was sent."
        elif len(ours) > len(sent) and ours[1 : len(sent)] == sent[1:]:
            said = f"{folder.name} is further on here than it was sent: it stays as it is."
        elif ours[1:] == sent[1 : len(ours)]:
            write_journal(folder / JOURNAL, sent)
            write_document(folder / SNAPSHOT, letter["snapshot"])
            said = f"{folder.name} goes on from where it was sent."
        else:
            raise SaveError(
                f"{folder.name} has gone on otherwise here than in {file.name}: give one of them "
                "up, or open the file in another store"
            )
        here = seats.locks(folder)
        if new := {power: seal for power, seal in locked.items() if power not in here}:
            write_document(folder / seats.SEATS, {**here, **new})
    return Received(folder, _opened(folder), said)
