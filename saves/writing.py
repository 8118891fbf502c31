"""What an open game writes down: each answer in the journal; what a crash, an old format or a
journal that grew too long leaves to be mended."""

from __future__ import annotations

import os
import time
from abc import abstractmethod
from itertools import takewhile
from typing import Any, Final

from engine.facts.countries import country_name
from engine.games.journal_records import Record
from saves.disk import contents, migrations
from saves.disk.append_only import (
    Journal,
    Pencil,
    draft_journal,
    journal_fullness,
    name_of,
    read_journal,
    truncate_journal,
    write_journal,
)
from saves.disk.contents import Contents
from saves.disk.files import Unwritable, copy_file, reason
from saves.disk.journal import Tape, Turn
from saves.disk.journal_digest import Names
from saves.disk.naming import CHRONICLE, JOURNAL
from saves.disk.packing import SaveError
from saves.snapshots import Overtaken, Snapshots

CROWDED: Final = 0.5  # of what a reader takes, from which on a journal is made shorter
FULL: Final = 0.7  # of it, from which on even an answer waits for that
GROWN: Final = 1.2  # times what it was then, before it is tried again


class Writing(Snapshots):
    """The part of an open game that has its files."""

    warning = ""
    _stamp: tuple[int, ...] = ()
    _astray = ""
    _pencil: Pencil | None = None
    _held: Contents | None
    _anew: bool
    _tape: Tape
    _light: float
    _wound: int
    _asked: str

    @abstractmethod
    def _build(self, held: Contents, stamp: tuple[int, ...]) -> None:
        """Makes the game of what its files hold."""

    @abstractmethod
    def _read(self) -> tuple[Contents, tuple[int, ...]]:
        """What its files hold."""

    def _look(self) -> tuple[int, ...]:
        try:
            status = (self.folder / JOURNAL).stat()
        except OSError:
            return ()
        return status.st_ino, status.st_size, status.st_mtime_ns

    def _heard(self, standing: int) -> None:
        self.settle()
        self.pen.come_again()
        with self.pen.alone():
            self._permit(standing)
            added = self.game.records[standing:]
            turn = Turn(self._decides, self.game.track_box, int(time.time()), self.pen.me.player)
            self._append([standing, [record.to_plain() for record in added], list(turn)], added)
        self._asked = self._decides
        self._write_if_due(standing, bool(added))
        self._relieve()

    def _relieve(self, share: float = FULL) -> None:
        """Writes a journal anew before it is as long as its reader allows, from a share on."""
        crowd = journal_fullness(self._length, self._items)
        if crowd < share or crowd < self._light * GROWN:
            return
        self.settle()
        self._try(self._wind_anew)
        self._light = journal_fullness(self._length, self._items)

    def _permit(self, standing: int) -> None:
        """Raises SaveError when this connection may not write what it is about to write."""
        if self._astray or self.pen.closed:
            why = f"{self.name} cannot be written to: {self.pen.closed}"
            raise SaveError(self._astray or why)
        new, undone = self.game.records[standing:], self._tape.records[standing:]
        if not self._agreed:
            touched = {record.who for record in new} & self._elsewhere(self.locks()).keys()
            touched |= self._elsewhere(self._witnesses(undone, self._asked)).keys()
            if touched:
                names = ", ".join(map(country_name, sorted(touched)))
                raise SaveError(f"{names} must agree: the seat is locked or taken elsewhere")
            if not self.pen.mine and not self.pen.take(new[0].who if new else ""):
                holder = self.pen.holder()
                name = holder.player if holder is not None else "nobody"
                raise SaveError(f"the pen is not here ({name} holds it)")
        if self._held is not None:
            if self._look() != self._stamp:
                raise Overtaken  # nothing is mended that was not looked at
            self._mend(self._held)
            self._held = None
        if not self._in_step():
            raise Overtaken

    def _in_step(self) -> bool:
        """Whether the journal ends where the game stands, but for what a death tore off."""
        if self._pencil is not None and self._pencil.spoiled:
            # What failed here may lie there whole: it does not count, nobody was told that it does.
            try:
                self._pencil.clean()
            except OSError as error:
                path = self.folder / JOURNAL
                raise Unwritable(f"{path} cannot be written: {reason(error)}") from error
            self._stamp = self._look()
        stamp = self._look()
        if stamp[:1] != self._stamp[:1] or stamp[1] < self._length:
            return False
        path = self.folder / JOURNAL
        return stamp[1] == self._length or not read_journal(path, self._length, self._chain).entries

    def _append(self, entry: list[Any], added: list[Record]) -> None:
        standing, _, turn = self._tape.read(entry, self.name)  # nobody reads again what is not so
        if self._pencil is None or self._pencil.length != self._length:
            self._put_down()
            self._pencil = Pencil(self.folder / JOURNAL, self._length, self._chain)
        # What programs answered they answer again: no key waits until the disk itself has it.
        answered = {record.who for record in added if record.answer is not None}
        programs = self.game.header.get("programs", {}).keys()
        try:
            data, items = self._pencil.append(entry, sync=not answered or not answered <= programs)
        except Unwritable as error:
            why = f"{error}. The last answer is not saved and does not count"
            raise Unwritable(why) from error
        finally:
            self._stamp = self._look()
        self._items += items
        self._name.update(data)
        self._length, self._chain = self._pencil.length, self._pencil.chain
        if standing < len(self._tape.records):
            self._back_to(standing)
        self._tape.wind(standing, added, turn)

    def _back_to(self, standing: int) -> None:
        """Only so many records stand of those that were played."""
        self._names.back_to(standing)
        self.chronicle.back_to(standing)

    def _stand(self, journal: Journal) -> None:
        """Goes on from a journal as it was read or written."""
        self._length, self._chain, self._items = journal.length, journal.chain, journal.items
        self._name = name_of(journal.data)

    def _replace(self, journal: Journal) -> None:
        """Writes the journal anew, and goes on from it."""
        self._put_down()
        write_journal(self.folder / JOURNAL, journal)
        self._stand(journal)

    def _put_down(self) -> None:
        self.chronicle.put_down()
        if self._pencil is not None:
            self._pencil.close()
            self._pencil = None

    def _wind_anew(self) -> None:
        """Writes the journal anew without what was given up: the same records, the same to redo.

        The snapshot is first, which fits both; a death between them costs nothing. Raises
        SaveError.
        """
        with self.pen.alone():
            counts = (self._wound + 1, self._begun)
            draft = draft_journal(contents.entries_rewound(self._tape, self._game, counts))
            self.write(draft)
            self._replace(draft)
            self._wound, self._stamp = counts[0], self._look()

    def _begin_anew(self) -> None:
        """Lets the game begin at its last snapshot, where even what stands is near to what a reader
        takes: what lies before can no longer be taken back, and the chronicle stays.

        The snapshot is first, and says how many records of the journal it leaves behind. Raises
        SaveError.
        """
        latest = self._latest()
        turn = self._tape.turn
        tape = Tape(self._tape.records[latest.record :], list(self._tape.redoable), turn)
        counts = (0, self._begun + 1)
        draft = draft_journal(contents.entries_rewound(tape, self._game, counts))
        plain = self._document(latest, draft) | {
            "start": latest.state, "record": 0, "records": Names().name([], 0), "begun": counts[1],
            "told": latest.story, "skip": latest.record,
        }  # fmt: skip
        self._snapshot(latest, plain)
        self._replace(draft)
        self._build(*self._read())
        self._held = None

    @staticmethod
    def _is_old(held: Contents) -> bool:
        """Whether files are of a format before this one."""
        return held.written < migrations.FORMAT or held.journal.format < migrations.LINKED

    def _mend(self, held: Contents) -> None:
        """Brings the files to where the game stands: what a crash cut off, an old format."""
        records, old = self.game.records, self._is_old(held)
        if held.trouble or self._anew or held.chronicle.trouble:
            self._keep_aside(held)
        unlinked = held.journal.format < migrations.LINKED
        if self._anew or unlinked or held.behind:
            if self._anew:
                self._tape = Tape(list(records), turn=self._tape.turn)
            counts = (self._wound, self._begun)
            entries = contents.entries_rewound(self._tape, held.game, counts)
            if unlinked and not self._anew:
                entries[1:] = migrations.journal(held.journal.entries, held.journal.format)
            self._replace(draft_journal(entries))
            self._stamp = self._look()
        elif held.trouble:
            truncate_journal(self.folder / JOURNAL, self._length)
            self._stamp = self._look()
        same = map(_same, records, self._tape.records)
        standing = len(list(takewhile(bool, same)))
        if standing != max(len(records), len(self._tape.records)):
            # Answers that no longer fit go; dice that a cut tore off were rolled anew and come.
            turn = Turn(self._decides, self.game.track_box, int(time.time()), self.pen.me.player)
            added = records[standing:]
            self._append([standing, [one.to_plain() for one in added], list(turn)], added)
        if old or self._anew or not held.fits or held.chronicle.trouble or held.dropped:
            self.write()

    def _keep_aside(self, held: Contents) -> None:
        """A copy of what is damaged; a torn end alone is worth none when the disk is full."""
        now = int(time.time())
        journal = JOURNAL if held.trouble or self._anew else ""
        for name in filter(None, (journal, CHRONICLE if held.chronicle.trouble else "")):
            try:
                if os.path.lexists(self.folder / name):
                    copy_file(self.folder / name, self.folder / f"{name}.damaged-{now}")
            except SaveError:
                if name == JOURNAL and not held.journal.torn:
                    raise


def _same(one: Record, other: Record) -> bool:
    return one is other or one == other
