"""What an open game writes down: each answer in the journal, now and then the chronicle and the
snapshot; what a crash, an old format or a journal that grew too long leaves to be mended."""

from __future__ import annotations

import os
import time
from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Final

from engine import __version__
from engine.chronicle import Entry
from engine.facts.countries import country_name
from engine.games.game import Game
from engine.games.journal_records import Plain, Record, Snapshot
from saves.disk import contents, migrations, signature
from saves.disk.append_only import (
    Journal,
    Pencil,
    Seal,
    draft_journal,
    journal_fullness,
    name_of,
    read_journal,
    seal_of,
    truncate_journal,
    write_journal,
)
from saves.disk.chronicle import Chronicle
from saves.disk.contents import Contents
from saves.disk.files import Unwritable, copy_file, reason, sync_file, write_document
from saves.disk.journal import Tape, Turn
from saves.disk.journal_digest import Names
from saves.disk.naming import CHRONICLE, JOURNAL, SNAPSHOT
from saves.disk.packing import SaveError
from saves.sharing.pen import player_name
from saves.sharing.undoing import Undoing

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

CROWDED: Final = 0.5  # of what a reader takes, from which on a journal is made shorter
FULL: Final = 0.7  # of it, from which on even an answer waits for that
GROWN: Final = 1.2  # times what it was then, before it is tried again
SPACING: Final = 20  # records of programs that the snapshot may lie behind: opening plays them anew
FAR: Final = 16  # records of a segment from which on it is opened in its midst
NEAR: Final = 4  # records before the snapshot to which answers are taken back until one is written


class Writing(Undoing):
    """The part of an open game that has its files."""

    warning = ""
    beside: Executor | None = None  # writes snapshots while programs play: no key waits for a disk
    # The one that is being written so, and the lines and boundary to go back to if it cannot be.
    _aside: tuple[Future[None], int, int] | None = None
    chronicle: Chronicle
    _stamp: tuple[int, ...] = ()
    _astray = ""
    _pencil: Pencil | None = None
    _held: Contents | None
    _anew: bool
    _tape: Tape
    _names: Names
    _game: str
    _chain: int
    _items: int
    _name: Any
    _light: float
    _wound: int
    _begun: int
    _boundary: int
    _asked: str

    @property
    def name(self) -> str:
        """The game's name in the store."""
        return self.folder.name

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

    def settle(self) -> None:
        """Waits until what is written beside is written, or is due again as it could not be."""
        if self._aside is None:
            return
        (written, changed, boundary), self._aside = self._aside, None
        if not self._try(written.result):
            self.game.standing_lines = min(self.game.standing_lines, changed)
            self._boundary = boundary

    def _heard(self, standing: int) -> None:
        self.settle()
        self.pen.come_again()
        with self.pen.alone():
            self._permit(standing)
            added = self.game.records[standing:]
            turn = Turn(self._decides, self.game.track_box, int(time.time()), self.pen.me.player)
            self._append([standing, [record.to_plain() for record in added], list(turn)], added)
        self._asked = self._decides
        latest = self._latest() if added else self._behind(standing)
        if self._is_due(latest.record, standing, bool(added)):
            if self.beside is not None and added and self._program_decides:
                self._write_aside(self.beside, latest)
            else:
                self._try(partial(self.write, latest=latest))
        self._relieve()

    @property
    def _program_decides(self) -> bool:
        return self._decides in self.game.header.get("programs", {})

    def _try(self, write: Callable[[], None]) -> bool:
        """Writes a snapshot or a shorter journal, if that can be, and whether it could: the answer
        is in the journal."""
        try:
            write()
        except SaveError as error:
            self.warning = f"{error}."  # the next segment or answer tries again
            return False
        return True

    def _write_aside(self, beside: Executor, latest: Snapshot) -> None:
        """Has a snapshot written in another thread, of the game as it stands now."""
        plain, story = self._document(latest), self.game.story[: latest.story]
        changed, self.game.standing_lines = self.game.standing_lines, len(self.game.story)
        boundary, self._boundary = self._boundary, latest.record
        written = beside.submit(self._put, latest, plain, story, changed)
        self._aside = written, changed, boundary

    def _relieve(self, share: float = FULL) -> None:
        """Writes a journal anew before it is as long as its reader allows, from a share on."""
        crowd = journal_fullness(self._length, self._items)
        if crowd < share or crowd < self._light * GROWN:
            return
        self.settle()
        self._try(self._wind_anew)
        self._light = journal_fullness(self._length, self._items)

    def _is_due(self, latest: int, standing: int, forward: bool) -> bool:
        """Whether the snapshot file is to be written; while programs play, not at each segment, and
        after the answer that began one, so that a key waits for one of the two only. Where answers
        are taken back, when few are left to the snapshot: to play on from one far back takes as
        long as to write it, and no undo is to wait for both."""
        behind = latest - self._boundary
        if not forward:
            return not 0 <= self._boundary <= max(0, standing - NEAR)
        if not self._program_decides:
            return behind != 0
        return behind < 0 or (behind >= SPACING and latest <= standing)

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
            self._mend(self._held)
            self._held = None
        if not self._in_step():
            raise SaveError("the game has moved on meanwhile: look again, then answer")

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

    def _latest(self) -> Snapshot:
        """The snapshot to open at: the last at which a segment begins, or in a long one a later."""
        newest = self.game.snapshots[-1].record
        segment = next(kept for kept in reversed(self.game.snapshots) if kept.segment)
        if newest - segment.record < FAR:
            return segment
        at = newest - (newest - segment.record) % FAR
        return next(kept for kept in self.game.snapshots if kept.record >= at)

    def _behind(self, standing: int) -> Snapshot:
        """The snapshot to open at while answers are taken back: so far behind that the next of them
        need none."""
        far = (kept for kept in reversed(self.game.snapshots) if kept.record <= standing - FAR)
        return next(far, self.game.snapshots[0])

    def write(self, journal: Journal | None = None, latest: Snapshot | None = None) -> None:
        """Writes the snapshot file anew, for the journal that is there or the one that is to come.

        The chronicle is first, which the snapshot goes by. Raises SaveError, also where nobody
        could read it again: the one that is there stays, and the journal leads on from it.
        """
        latest = latest or self._latest()
        self._snapshot(latest, self._document(latest, journal))
        self._boundary = latest.record

    def _document(self, latest: Snapshot, journal: Journal | None = None) -> Plain:
        seal = Seal(self._length, self._chain, self._items, self._name.hexdigest())
        length = self._length
        if journal is not None:
            seal, length = seal_of(journal), min(length, journal.length)
        name = self._names.name(self.game.records, latest.record)
        return document(self._game, self.game, latest, name, length, seal, self._begun)

    def _snapshot(self, latest: Snapshot, plain: Plain) -> None:
        self._put(latest, plain, self.game.story, self.game.standing_lines)
        self.game.standing_lines = len(self.game.story)

    def _put(self, latest: Snapshot, plain: Plain, story: Sequence[Entry], changed: int) -> None:
        """Writes a snapshot's document, after the lines that it goes by."""
        if defects := contents.unreadable(plain, self.name):
            raise SaveError(f"{defects[0]}: the snapshot stays as it was")
        sync_file(self.folder / JOURNAL)  # the snapshot says how long it is
        told = self.chronicle.write(story, latest, changed)
        plain |= {"chronicle": list(told), "lines": latest.story, "marks": self.chronicle.stands}
        write_document(self.folder / SNAPSHOT, signature.sign(self.folder.parent, plain))

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


def document(
    game_id: str, game: Game, latest: Snapshot, name: str, journal: int, seal: Seal, begun: int = 0
) -> Plain:
    """What a snapshot file holds, but for the chronicle: the header, the start, the latest boundary
    and the `name` of the records until there, how many lines of the story are from before the
    start, and the length of the journal it was written with, and its seal."""
    who = game.decides
    return {
        "format": migrations.FORMAT,
        "version": __version__,
        "game": game_id,
        "header": game.header,
        "start": game.snapshots[0].state,
        "record": latest.record,
        "journal": journal,
        "seal": list(seal),
        "records": name,
        "state": latest.state,
        "told": game.snapshots[0].story,
        "begun": begun,
        "turn": list(Turn(who, game.track_box, int(time.time()), player_name())),
    }
