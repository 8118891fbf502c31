"""Old saves become new ones: one small step a format, run in order.

What a step takes and gives are plain documents; it imports no rule, so that it stays right when
the rules change. A new key of the state needs no step: it begins as in an empty state. Each format
has a name and a sentence here, and saves of it are kept in tests/saves/kept.

1, *first*: a snapshot, and a journal without a signature: a record an entry, or the number of
   records that stand when one was taken back.
2, *linked*: an entry holds what stands, the records after it and whose turn it then was; the
   journal begins with its game's id, each checksum goes over the entries before; the snapshot
   names the records it follows and the length that the journal had.
3, *apart*: the chronicle is a file of its own, and the snapshot says how far that and the journal
   go; one that stands alone, in a letter, holds its lines as before. The journal is as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import blake2b
from typing import Any, Final

from engine.games.journal_records import Plain
from saves.disk.packing import SaveError, canonical

FORMAT: Final = 3
LINKED: Final = 2  # from which on a journal says what it is


def digest(document: Any) -> str:
    """A short name for a plain document, equal for equal ones."""
    return blake2b(canonical(document), digest_size=8).hexdigest()


def linked_snapshot(plain: Plain) -> Plain:
    """1 to 2: the game gets an id, and the records before the snapshot go unnamed."""
    saved = plain.pop("saved", None)
    known = type(saved) is dict
    return {
        **plain,
        "format": 2,
        "game": digest([plain.get("header"), plain.get("start")]),
        "records": "",
        "journal": 0,
        "turn": [saved.get(key) for key in ("who", "box", "when", "by")] if known else None,
    }


def linked_journal(entries: list[Any]) -> list[Any]:
    """1 to 2: every entry says what stands before it, and nobody knows whose turn it was."""
    linked: list[Any] = []
    standing = 0
    for entry in entries:
        back = type(entry) is int and 0 <= entry <= standing
        linked.append([entry if back else standing, [] if back else [entry], None])
        standing = entry if back else standing + 1
    return linked


def chronicle_alone(plain: Plain) -> Plain:
    """2 to 3: the snapshot holds its chronicle."""
    return {**plain, "format": 3}


def same(entries: list[Any]) -> list[Any]:
    """2 to 3: the entries are as they were."""
    return entries


SNAPSHOTS: Final[Mapping[int, Callable[[Plain], Plain]]] = {1: linked_snapshot, 2: chronicle_alone}
JOURNALS: Final[Mapping[int, Callable[[list[Any]], list[Any]]]] = {1: linked_journal, 2: same}


def snapshot(plain: Any, where: str, ours: str) -> Plain:
    """The document of a snapshot in the present format. Raises SaveError for a foreign one."""
    if type(plain) is not dict:
        raise SaveError(f"{where} holds no game")
    found = plain.get("format")
    if type(found) is int and found > FORMAT:
        raise SaveError(
            f"{where} was written by a newer Tercio ({plain.get('version')!s:.20}, format {found})"
            f"; this is {ours} and reads formats up to {FORMAT}"
        )
    if type(found) is not int or found < 1:
        raise SaveError(f"{where}: the format {found!r:.20} is not known")
    document: Plain = plain
    for step in range(found, FORMAT):
        document = SNAPSHOTS[step](dict(document))
    return document


def journal(entries: list[Any], written: int) -> list[Any]:
    """The entries of a journal of the format `written` in the present format."""
    for step in range(written, FORMAT):
        entries = JOURNALS[step](entries)
    return entries
