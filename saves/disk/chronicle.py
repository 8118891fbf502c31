"""The chronicle of a game on the disk, which is appended to: its lines, and positions of the past.

An entry holds how many lines stand before it, those it adds, and a *mark*: how many records stand
before it, its own record and how many lines were told then, and the state there; or None. So what
was told is never written twice, and the past can be opened anywhere without playing from the start.
The snapshot says how far the file counts; what it adds up to follows from the journal as well.
"""

from __future__ import annotations

import base64
import os
import zlib
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from engine import __version__
from engine.chronicle import Entry
from engine.games.journal_records import Plain, Snapshot
from saves.disk.append_only import (
    MOST_RUN,
    Journal,
    Pencil,
    Seal,
    draft_journal,
    name_of,
    read_journal,
    write_journal,
)
from saves.disk.packing import SaveError, pack, unpack_trusted

SHARE: Final = 100  # lines in an entry
SPACING: Final = 12  # records between two marks
ALL: Final = 2**62  # records stand: none was taken back


class Told(NamedTuple):
    """What a chronicle holds: its lines, its marks where it was written in this store, and how far
    it goes; `trouble` says what is wrong with it, "" for nothing. Its marks hold up to the
    record that `stands`."""

    lines: list[Any]
    marks: list[Snapshot]
    journal: Journal
    trouble: str = ""
    stands: int = ALL


NOTHING: Final = Told([], [], Journal(2, [], 0, 0))


def read(path: Path, seal: Seal, signed: bool) -> Told:
    """The chronicle as far as a snapshot says; taken at its word where that is `signed`."""
    try:
        journal = read_journal(path, seal=seal if signed else None, most=MOST_RUN, end=seal.length)
    except SaveError as error:
        there = os.path.lexists(path)
        return NOTHING._replace(trouble=f"cannot be read ({error})" if there else "is not there")
    lines, marks, trouble = list[Any](), list[list[Any]](), journal.trouble
    for entry in journal.entries[1:]:
        if not _is_entry(entry, len(lines)):
            trouble = trouble or "holds what is not an entry"
            break
        _wind(entry, lines, marks)
    if not trouble and (not journal.entries or journal.length != seal.length):
        trouble = f"has {journal.length} bytes and had {seal.length}"
    own = marks if journal.sealed == len(journal.entries) else []
    snapshots = [Snapshot(at, partial(unpack_state, text), told, True) for _, at, told, text in own]
    return Told(lines, snapshots, journal, trouble)


def _is_entry(entry: Any, lines: int) -> bool:
    return (
        type(entry) is list
        and len(entry) == 3
        and type(entry[0]) is int
        and 0 <= entry[0] <= lines
        and type(entry[1]) is list
        and (entry[2] is None or _is_mark(entry[2]))
    )


def _is_mark(mark: Any) -> bool:
    return type(mark) is list and [type(part) for part in mark] == [int, int, int, str]


def _wind(entry: list[Any], lines: list[Any], marks: list[list[Any]]) -> None:
    standing, added, mark = entry
    del lines[standing:]
    lines += added
    if mark is not None:
        while marks and marks[-1][1] > mark[0]:
            marks.pop()
        marks.append(mark)


def pack_state(state: Plain) -> str:
    """A state as a text, a third as long as its bytes."""
    return base64.b64encode(zlib.compress(pack(state), 6)).decode("ascii")


def unpack_state(text: str) -> Plain:
    """The state in such a text."""
    state: Plain = unpack_trusted(zlib.decompress(base64.b64decode(text)))
    return state


class Chronicle:
    """The file of a game's chronicle, to be written further.

    `told` is how many leading lines of the game's story stand in it.
    """

    def __init__(self, path: Path, game: str) -> None:
        self.path = path
        self.game = game
        self.told = 0
        self._marked = 0  # the record of the last mark
        self._standing = ALL  # how many records have stood since it was written
        self._length, self._chain, self._items = 0, 0, 0
        self._name = name_of(b"")
        self._stamp: tuple[int, int] | None = None
        self._pencil: Pencil | None = None

    def begin(self, held: Told, told: int, stands: int) -> None:
        """Goes on from what was read, of which so many lines are those of the game, and the marks
        up to the record that stands."""
        self.put_down()
        journal = held.journal
        self.told = 0 if held.trouble else told
        self._length, self._chain, self._items = journal.length, journal.chain, journal.items
        self._name = name_of(journal.data)
        self._marked = held.marks[-1].record if held.marks and stands else 0
        self._standing = stands
        status = self._look()
        self._stamp = status if not held.trouble and self._length and status else None

    def back_to(self, standing: int) -> None:
        """Only so many records stand of those that were played."""
        self._standing = min(self._standing, standing)

    @property
    def stands(self) -> int:
        """The record up to which the marks of the file hold."""
        return min(self._standing, self._marked)

    def write(self, story: Sequence[Entry], latest: Snapshot, changed: int) -> Seal:
        """Has the lines until a snapshot on the disk, and now and then the position there; the
        lines from `changed` on may be others than before. Raises SaveError."""
        self.told = min(self.told, changed)
        if self._stamp is None or (self._look() != self._stamp and not self._follow(story)):
            self._anew(story[: latest.story])
        self._marked = min(self._marked, self._standing)
        mark = None
        if latest.record - self._marked >= SPACING:
            text = pack_state(latest.state)
            mark = [min(self._standing, latest.record), latest.record, latest.story, text]
        while mark is not None or self.told < latest.story:
            lines = [one.to_plain() for one in story[self.told : latest.story][:SHARE]]
            last = self.told + len(lines) >= latest.story
            self._append([self.told, lines, mark if last else None])
            self.told += len(lines)
            if last and mark is not None:
                self._marked, self._standing, mark = latest.record, ALL, None
        return Seal(self._length, self._chain, self._items, self._name.hexdigest())

    def _append(self, entry: list[Any]) -> None:
        if self._pencil is None or self._pencil.length != self._length:
            self.put_down()
            self._pencil = Pencil(self.path, self._length, self._chain, MOST_RUN)
        data, items = self._pencil.append(entry)
        self._length, self._chain = self._pencil.length, self._pencil.chain
        self._items += items
        self._name.update(data)
        self._stamp = self._look()

    def _look(self) -> tuple[int, int] | None:
        try:
            status = os.lstat(self.path)
        except OSError:
            return None
        return status.st_ino, status.st_size

    def _follow(self, story: Sequence[Entry]) -> bool:
        """Reads what others have written since; whether that could be."""
        if self._pencil is not None and self._pencil.spoiled:
            with suppress(OSError):
                self._pencil.clean()
        stamp = self._look()
        if stamp is None or self._stamp is None or stamp[0] != self._stamp[0]:
            return False
        try:
            journal = read_journal(self.path, self._length, self._chain, most=MOST_RUN)
        except SaveError:
            return False
        if journal.trouble and not journal.torn:
            return False
        for standing, lines, mark in journal.entries:
            self.told = min(self.told, standing)
            if self.told == standing:
                here = story[standing : standing + len(lines)]
                for ours, theirs in zip(here, lines, strict=False):
                    if ours.to_plain() != theirs:
                        break
                    self.told += 1
            self._marked = mark[1] if mark is not None else self._marked
        self.put_down()
        self._length, self._chain = journal.length, journal.chain
        self._items += journal.items
        self._name.update(journal.data)
        self._stamp = stamp
        return True

    def _anew(self, story: Sequence[Entry]) -> None:
        """Writes the whole file anew: there is none, or not that of this game."""
        self.put_down()
        journal = draft_journal(entries(self.game, story), MOST_RUN)
        write_journal(self.path, journal)
        self._length, self._chain, self._items = journal.length, journal.chain, journal.items
        self._name, self._stamp = name_of(journal.data), self._look()
        self._marked, self.told = 0, len(story)

    def put_down(self) -> None:
        """Lets go of the file."""
        if self._pencil is not None:
            self._pencil.close()
            self._pencil = None


def entries(game: str, story: Sequence[Entry]) -> list[Any]:
    """The entries of a chronicle that holds these lines."""
    lines = [one.to_plain() for one in story]
    head = {"format": 3, "version": __version__, "game": game}
    return [head, *([at, lines[at : at + SHARE], None] for at in range(0, len(lines), SHARE))]
