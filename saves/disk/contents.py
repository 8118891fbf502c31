"""What the files of a game hold, read and checked before anything is made of it.

Every defect is collected, each with its file, where in it, and what is wrong; a game is never
opened from half of its files.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, Final, NamedTuple

from engine import __version__, games
from engine.documents import bounds
from engine.documents.printable import is_text, printable
from engine.games.journal_records import Plain, Record, Snapshot
from engine.play.phase import Entry
from saves.disk import chronicle, migrations, signature, validity
from saves.disk.append_only import Journal, Seal, read_journal
from saves.disk.chronicle import ALL, Told
from saves.disk.files import read_document
from saves.disk.journal import MOST_RECORDS, Tape, Turn, read_entry, sealed, turn_of
from saves.disk.journal_digest import Names
from saves.disk.migrations import digest
from saves.disk.naming import CHRONICLE, JOURNAL, SNAPSHOT
from saves.disk.packing import SaveError

SHARE: Final = 100  # records in an entry of a journal that is written anew


class Damaged(SaveError):
    """A save that is not sound; `defects` holds every reason."""

    def __init__(self, defects: Sequence[str]) -> None:
        self.defects = list(defects)
        more = len(self.defects) - 1
        super().__init__(self.defects[0] + (f" (and {more} more)" if more else ""))


class Contents(NamedTuple):
    """A game as its files have it, in the present format.

    `trouble` says what is wrong after the last whole entry of the journal. `fits` tells whether the
    snapshot follows the journal's records, by its own word, `signed` whether that was given in
    this store. `told` lines of the story are from before the start, where a game began anew from a
    snapshot; nothing leads to those of another store: so many are `dropped`.
    `begun` tells how often the game began anew; `behind`, that the journal is of the time before.
    `written` is the format of the snapshot, `chronicle` what the file of the story holds, where
    there is one, and `names` name the records for the next snapshot.
    """

    game: str
    header: Plain
    start: Plain
    latest: Snapshot
    story: list[Entry]
    tape: Tape
    journal: Journal
    fits: bool
    signed: bool
    told: int = 0
    dropped: int = 0
    begun: int = 0
    behind: bool = False
    written: int = migrations.FORMAT
    chronicle: Told = chronicle.NOTHING
    names: Names | None = None

    @property
    def records(self) -> list[Record]:
        """The records that stand."""
        return self.tape.records

    @property
    def trouble(self) -> str:
        """What is wrong with the journal, "" when it is sound."""
        return self.journal.trouble


def read(folder: Path) -> Contents:
    """Reads and checks the files of a game; raises Damaged with all that is wrong and where."""
    with without_collector():
        return _read(folder)


SPARING: Final = [False]
"""Whether this process was seen to leave something out of its sweeps; whoever does so goes on with
it (tui.terminal.garbage_collection), and to ask goes through all that is left out."""


@contextmanager
def without_collector() -> Iterator[None]:
    """What is read lives on: sweeps for garbage would go through all of it again and again."""
    sweeps = gc.isenabled()
    SPARING[0] = SPARING[0] or gc.get_freeze_count() > 0
    gc.disable()
    try:
        yield
    finally:
        if sweeps:
            gc.freeze()  # all counts as old
            gc.enable()
        if sweeps and not SPARING[0]:
            gc.unfreeze()


def _read(folder: Path) -> Contents:
    where = f"{folder.name}/{SNAPSHOT}"
    defects: list[str] = []
    journal: Journal | None = None
    found: _Snapshot | None = None
    signed, seal, told = False, None, chronicle.NOTHING
    try:
        written = read_document(folder / SNAPSHOT)
        signed = type(written) is dict and signature.is_signed(folder.parent, written)
        plain = migrations.snapshot(written, where, __version__)
        if "story" not in plain:
            seal = _seal(plain, "seal", where) if signed else None
            told = chronicle.read(folder / CHRONICLE, _seal(plain, "chronicle", where), signed)
            told = _counted(told, plain.get("lines"), plain.get("marks"))
            plain = _with_story(plain, told)
        found = _Snapshot(plain, where, own=signed and not told.trouble and bool(told.journal.data))
        defects += found.defects
    except SaveError as error:
        written = {}
        defects.append(str(error))
    try:
        there = os.path.lexists(folder / JOURNAL)
        journal = read_journal(folder / JOURNAL, seal=seal) if there else Journal(1, [], 0, 0)
    except SaveError as error:
        defects.append(str(error))
    where = f"{folder.name}/{JOURNAL}"
    if found is None or defects or journal is None:
        game = found.game if found is not None else None
        raise Damaged([*defects, *(_wrong(journal, game, where) if journal is not None else ())])
    try:
        names = Names()
        tape, journal = _wound(journal, found, written["format"], where, names)
    except SaveError as error:
        raise Damaged(_wrong(journal, found.game, where) or [str(error)]) from error
    begun = (
        times_rewritten(journal.entries[0])[1]
        if journal.format > 1 and journal.entries
        else found.begun
    )
    behind = found.begun == begun + 1 and found.skip <= len(tape.records)
    if behind:
        del tape.records[: found.skip]  # a death came between the snapshot and the journal
    elif found.begun != begun:
        raise Damaged([f"{where} is the journal of another time of the game"])
    if journal.length < found.length and not journal.trouble and not behind:
        lost = f"has {journal.length} bytes and had {found.length}"
        journal = journal._replace(trouble=lost)
    if tape.turn == Turn():
        tape.turn = found.turn  # no word of clocks, which may be set back
    dropped = 0 if signed else found.told
    del found.story[:dropped]
    latest = Snapshot(found.record, found.state, len(found.story), True)
    fits = found.record <= len(tape.records) and (
        not found.before
        or found.before == names.name(tape.records, found.record)
        or (written["format"] < 3 and found.before == name_of_records(tape.records[: found.record]))
    )
    return Contents(
        found.game, found.header, found.start, latest, found.story, tape, journal, fits, signed,
        found.told - dropped, dropped, found.begun, behind, written["format"], told, names,
    )  # fmt: skip


def _seal(plain: Plain, key: str, where: str) -> Seal:
    """How far a file counts, as a snapshot says. Raises SaveError."""
    match plain.get(key):
        case [int(length), int(chain), int(items), str(name)] if (
            0 <= length < 2**40 and 0 <= chain < 2**32 and items >= 0
        ):
            return Seal(length, chain, items, name)
    raise SaveError(f"{where}: {key} is not there or no seal")


def _counted(told: Told, count: object, stands: object) -> Told:
    """The chronicle with as many lines as a snapshot says, and the marks that hold."""
    if type(stands) is int:
        marks = [mark for mark in told.marks if 0 < mark.record <= stands]
        told = told._replace(marks=marks, stands=stands if len(marks) < len(told.marks) else ALL)
    if type(count) is int and 0 <= count <= len(told.lines):
        return told._replace(lines=told.lines[:count])
    return told._replace(trouble=told.trouble or f"holds {len(told.lines)} lines, of {count!r:.20}")


def _with_story(plain: Plain, told: Told) -> Plain:
    """A snapshot's document with the lines of its chronicle, as far as they can be read."""
    before_start = plain.get("told", 0)
    if told.trouble and type(before_start) is int:
        before_start = min(before_start, len(told.lines))
    return {**plain, "story": told.lines, "told": before_start}


def unreadable(plain: Plain, where: str) -> list[str]:
    """Why a snapshot's document would be refused by whoever reads it; empty when it would not.

    The start was read when the game was opened, and the lines of the chronicle are the engine's.
    """
    return _Snapshot({**plain, "start": plain["state"], "story": [], "told": 0}, where).defects


def name_of_records(records: Sequence[Record]) -> str:
    """The name of the records that a snapshot of the second format follows."""
    return digest([record.to_plain() for record in records])


def first_entry(game: str, wound: int = 0, begun: int = 0) -> Plain:
    """What a journal begins with; `wound` is how often it was written anew, shorter, and `begun`
    how often the game began anew from a snapshot, because it had become too long."""
    again = {"wound": wound, "begun": begun} if wound or begun else {}
    return {"format": migrations.FORMAT, "version": __version__, "game": game, **again}


def times_rewritten(head: Any) -> tuple[int, int]:
    """How often a journal was written anew, and its game begun anew, by what it begins with."""
    if type(head) is not dict:
        return 0, 0
    again, begun = head.get("wound", 0), head.get("begun", 0)
    return (again, begun) if type(again) is type(begun) is int else (0, 0)


def entries_rewound(tape: Tape, game: str, counts: tuple[int, int]) -> list[Any]:
    """The entries of a journal that leads where the tape does, without what was given up."""
    whole = [record.to_plain() for record in (*tape.records, *tape.redoable)]
    entries: list[Any] = [first_entry(game, *counts)]
    entries += [[at, whole[at : at + SHARE], None] for at in range(0, len(whole), SHARE)]
    return [*entries, [len(tape.records), [], list(tape.turn)]]


def _wound(
    journal: Journal, found: _Snapshot, written: int, where: str, names: Names
) -> tuple[Tape, Journal]:
    """The journal of a game whose snapshot has the format `written`, wound to its end; the records
    up to the snapshot are named on the way."""
    linked = journal.format >= migrations.LINKED
    if (written >= migrations.LINKED and not linked) or (linked and not journal.entries):
        return Tape(), Journal(2, [], 0, 0, journal.trouble or "has lost its beginning")
    entries, first, tape = journal.entries, 0, Tape()
    if linked:
        _head(entries[0], found.game, where)
        first = max(1, journal.sealed)
        tape, plain = sealed(entries[1:first])
        names.begin(plain[: found.record])
        entries = entries[first:]
    for number, entry in enumerate(migrations.journal(entries, journal.format), first):
        before = len(tape.records)
        tape.add(entry, f"{where}: entry {number}")
        if entry[0] < before:
            names.back_to(entry[0])
    return tape, journal


def _wrong(journal: Journal, game: object, where: str) -> list[str]:
    """Everything that is wrong with a journal, told when the game cannot be opened anyway."""
    found, tape = list[str](), Tape()
    entries, first = journal.entries, 0
    if journal.format > 1 and entries:
        try:
            _head(entries[0], game, where)
        except SaveError as error:
            found.append(str(error))
        entries, first = entries[1:], 1
    for number, entry in enumerate(migrations.journal(entries, journal.format), first):
        try:
            # After a wrong entry nobody knows how many records stand.
            read_entry(entry, f"{where}: entry {number}") if found else tape.add(
                entry, f"{where}: entry {number}"
            )
        except SaveError as error:
            found.append(str(error))
    return [*found, *([f"{where}: it {journal.trouble}"] if journal.trouble else [])]


def _head(head: Any, game: object, where: str) -> None:
    if type(head) is not dict or type(head.get("format")) is not int:
        raise SaveError(f"{where} does not say what it is")
    if head["format"] > migrations.FORMAT:
        raise SaveError(
            f"{where} was written by a newer Tercio ({head.get('version')!s:.20}); "
            f"this is {__version__}"
        )
    if game is not None and head.get("game") != game:
        raise SaveError(f"{where} is the journal of another game")


class _Snapshot:
    """The parts of a snapshot's document, with every defect of them."""

    def __init__(self, plain: Plain, where: str, own: bool = False) -> None:
        self.defects: list[str] = []
        self.where = where
        self.own = own  # whether it was written in this store
        self.header = self._part(plain, "header", dict)
        self.start = self._part(plain, "start", dict)
        self.state = self._part(plain, "state", dict)
        self.game: str = self._part(plain, "game", str)
        self.before: str = self._part(plain, "records", str)
        self.record: int = self._part(plain, "record", int)
        self.length: int = self._part(plain, "journal", int)
        lines: list[Any] = self._part(plain, "story", list)
        plain = {"told": 0, "begun": 0, "skip": 0, **plain}
        self.told: int = self._part(plain, "told", int)
        self.begun: int = self._part(plain, "begun", int)
        self.skip: int = self._part(plain, "skip", int)
        self.turn = Turn()
        if self.defects:
            return
        self._header()
        try:
            game = games.find_game(self.header)
        except games.UnknownGame as error:
            self.defects.append(f"{where}: {error}")
            return
        same = self.start is self.state  # as a writer asks who looks only at what is new
        self.state = validity.with_defaults(self.state, game)
        self.start = self.state if same else validity.with_defaults(self.start, game)
        if self.start is not self.state and not self.own:
            self.defects += validity.defects(self.start, f"{where}: start", game)
        if not self.own:
            self.defects += validity.defects(self.state, f"{where}: state", game)
        if not 0 <= self.record <= MOST_RECORDS:
            self.defects.append(f"{where}: record {self.record} is not a number of a record")
        if not 0 <= self.told <= len(lines):
            self.defects.append(f"{where}: told {self.told} is not a number of lines")
        if self.begun < 0 or self.skip < 0:
            self.defects.append(f"{where}: begun {self.begun} and skip {self.skip} are no counts")
        self.story = (
            [Entry(*line) for line in lines]
            if self.own
            else [self._entry(line, number) for number, line in enumerate(lines)]
        )
        if not self.defects:
            self.story[: self.told] = [replace(one, record=0) for one in self.story[: self.told]]
        try:
            self.turn = turn_of(plain.get("turn"), where)
        except SaveError as error:
            self.defects.append(str(error))

    def _part(self, plain: Plain, key: str, kind: Any) -> Any:
        value = plain.get(key)
        if type(value) is not kind:
            words = {dict: "table", list: "list", str: "text", int: "whole number"}[kind]
            self.defects.append(f"{self.where}: {key} is not there or no {words}")
        return value

    def _header(self) -> None:
        seed, dice = self.header.get("seed"), self.header.get("dice")
        if type(seed) is not int:
            self.defects.append(f"{self.where}: the seed {seed!r:.20} is not a whole number")
        if dice not in ("rolled", "typed"):
            self.defects.append(f"{self.where}: dice are {dice!r:.20}; rolled or typed")
        if not is_text(self.header.get("title", "")):
            self.defects.append(f"{self.where}: the title is not text")
        if not games.may_think(think := self.header.get("think", 1)):
            self.defects.append(
                f"{self.where}: programs think {think!r:.20} milliseconds; they may think 1 to "
                f"{games.LONGEST_THOUGHT}"
            )
        for key in ("seats", "programs"):
            table = self.header.get(key, {})
            if type(table) is not dict or not all(
                is_text(part) for part in (*table, *table.values())
            ):
                self.defects.append(f"{self.where}: {key} are no table of powers and names")
        if strange := set(map(str, self._programs())) - set(games.PROGRAMS):
            self.defects.append(f"{self.where}: {bounds.shown(min(strange))} is not a program")

    def _programs(self) -> Collection[Any]:
        programs = self.header.get("programs", {})
        return programs.values() if type(programs) is dict else ()

    def _entry(self, plain: Any, number: int) -> Entry:
        most = len(fields(Entry))
        whole = type(plain) is list and most - 1 <= len(plain) <= most
        entry = Entry(*plain) if whole else None
        if (
            entry is None
            or any(type(text) is not str for text in plain[:6])
            or type(entry.record) is not int
            or (entry.sheet is not None and type(entry.sheet) is not dict)
            or type(entry.only) not in (list, tuple)
            or not all(is_text(power) for power in entry.only)
        ):
            self.defects.append(f"{self.where}: line {number} of the chronicle is damaged")
            return Entry("", "", "", "")
        box, impulse, kind, text, place, who = map(printable, plain[:6])
        return Entry(box, impulse, kind, text, place, who, entry.sheet, entry.record, entry.only)
