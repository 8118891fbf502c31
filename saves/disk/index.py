"""The list of a store's games, quick however many there are.

What a game's files say is remembered in the store with their size and time of change; only files
that changed are read again. The index can be thrown away at any moment.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

from engine.documents.printable import is_printable, printable
from saves.disk import contents
from saves.disk.files import folder_in_words, read_document, reason, write_document
from saves.disk.naming import JOURNAL, SNAPSHOT
from saves.disk.packing import SaveError

INDEX: Final = "index.msgpack"


class Summary(NamedTuple):
    """A game in the list of saves: where it stands, whose decision it is, when and by whom."""

    name: str
    scenario: str
    title: str
    box: str
    who: str
    when: int
    by: str
    answers: int
    problem: str = ""


NO_HOME: Final = (
    "you have no home folder to keep games in: name one, as in tercio --store games, or set "
    "TERCIO_STORE"
)
KINDS: Final = (str, str, str, str, str, int, str, int, str)


def default_store() -> Path:
    """Where games are kept: TERCIO_STORE, else the user's data directory. Raises SaveError for a
    user without a home."""
    named = os.environ.get("TERCIO_STORE")
    if named:
        return Path(named)
    data = os.environ.get("LOCALAPPDATA" if os.name == "nt" else "XDG_DATA_HOME")
    try:
        return (Path(data) if data else Path.home() / ".local" / "share") / "tercio"
    except RuntimeError:
        raise SaveError(NO_HOME) from None


def summaries(store: Path) -> list[Summary]:
    """The games of a store, the one played last first; a damaged one says so. Raises SaveError for
    a store that cannot be read."""
    known = _known(store)
    found: dict[str, list[Any]] = {}
    try:
        folders = sorted(store.iterdir()) if store.is_dir() else []
    except OSError as error:
        raise SaveError(f"{folder_in_words(store)} cannot be read: {reason(error)}") from error
    for folder in folders:
        stamp = _stamp(folder)
        if folder.name.startswith(".") or not stamp:
            continue
        line = known.get(folder.name)
        if line is None or line[0] != stamp:
            line = [stamp, list(_summary(folder))]
        found[folder.name] = line
    if found != known:
        with suppress(SaveError):
            write_document(store / INDEX, found, sync=False)
    return sorted((Summary(*line[1]) for line in found.values()), key=lambda one: -one.when)


def _stamp(folder: Path) -> list[int]:
    """Size and time of a game's files; empty where there is no game."""
    stamp = []
    for name in (SNAPSHOT, JOURNAL):
        try:
            status = (folder / name).stat()
        except OSError:
            if name == SNAPSHOT:
                return []
            stamp += [0, 0]
            continue
        stamp += [status.st_size, status.st_mtime_ns]
    return stamp


def _known(store: Path) -> dict[str, list[Any]]:
    try:
        plain = read_document(store / INDEX)
    except SaveError:
        return {}
    if type(plain) is not dict:
        return {}
    return {name: line for name, line in plain.items() if _is_line(name, line)}


def _is_line(name: str, line: Any) -> bool:
    return (
        type(line) is list
        and len(line) == 2
        and type(line[1]) is list
        and tuple(map(type, line[1])) == KINDS
        and line[1][0] == name
        and all(is_printable(part) for part in line[1] if type(part) is str)
    )


def _summary(folder: Path) -> Summary:
    try:
        held = contents.read(folder)
    except SaveError as error:
        return Summary(folder.name, "", "", "", "", 0, "", 0, _without_path(error, folder))
    turn = held.tape.turn
    return Summary(
        folder.name,
        str(held.start["scenario"]),
        str(held.header.get("title", "")),
        turn.box,
        turn.who,
        turn.when,
        turn.by,
        len(held.records),
    )


def _without_path(error: SaveError, folder: Path) -> str:
    """What is wrong with a game, for all who use the store: some of them must not see where it
    lies."""
    return printable(str(error)).replace(f"{folder.parent}{os.sep}", "")
