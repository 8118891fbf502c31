"""A game that is open: it follows its files, holds the pen or waits for it, and writes down every
answer."""

from __future__ import annotations

import os
import time
from itertools import takewhile
from operator import eq
from pathlib import Path
from typing import Final

from engine import __version__, games
from engine.facts.countries import country_name, whose
from engine.games.game import Game, Procedure
from engine.games.records import Diverged, Plain, Snapshot
from engine.report import begun
from saves.disk import contents, migrations, signature
from saves.disk.contents import Contents, Tape, Turn, read
from saves.disk.files import (
    Pencil,
    Unwritable,
    copied,
    crowded,
    cut,
    drafted,
    read_journal,
    reason,
    write_document,
    write_journal,
)
from saves.disk.naming import JOURNAL, SNAPSHOT
from saves.disk.plain import SaveError
from saves.replay import built
from saves.sharing import votes
from saves.sharing.news import News
from saves.sharing.pen import Pen, player_name
from saves.sharing.undoing import Undoing
from saves.sharing.words import Words

CROWDED: Final = 0.5  # of what a reader takes, from which on a journal is made shorter
LONG: Final = 0.8  # of it, from which on a game begins anew
GROWN: Final = 1.2  # times what it was then, before it is tried again
SPACING: Final = 20  # records of programs that the snapshot may lie behind: opening plays them anew


class Saved(Undoing):
    """A game with its files; it writes down every answer by itself, while it holds the pen.

    `warning` is a sentence when the journal could not be followed to its end, else empty. `watch`
    opens a game only to look at it: nobody sees one do so, and nothing is written. Raises SaveError
    when nothing can be opened.
    """

    def __init__(
        self,
        folder: Path,
        procedure: Procedure | None = None,
        player: str = "",
        watch: bool = False,
    ) -> None:
        self.folder = folder
        self.procedure = procedure
        self.warning = ""
        self.pen = Pen(folder, player or player_name())
        self.words = Words(folder)
        self._pencil: Pencil | None = None
        self._stamp: tuple[int, ...] = ()
        self._seen: object = None
        self._astray = ""
        if watch:
            self.pen.watching_only = True
        else:
            self.pen.join()
        try:
            self._build(*self._read())
            with self.pen.alone():
                self._sit_by_name()
                try:
                    self.take_pen()
                except Unwritable as error:
                    self.warning = f"{self.warning} {error}: the game can only be watched.".strip()
        except BaseException:
            self.close()
            raise

    @property
    def name(self) -> str:
        """The game's name in the store."""
        return self.folder.name

    # Reading.

    def _read(self) -> tuple[Contents, tuple[int, ...]]:
        with self.pen.alone():
            stamp = self._look()
            return read(self.folder), stamp

    def _build(self, held: Contents, stamp: tuple[int, ...]) -> None:
        """Makes the game of what its files hold; that takes longer, and nobody waits for it."""
        made = built(held, self.procedure or games.procedure(held.header))
        self.game, self.warning, self._anew = made.game, made.warning, made.anew
        self.game.listener = self._heard
        self._held: Contents | None = held._replace(fits=held.fits and not made.rewrite)
        self._tape = Tape(list(held.records), list(held.tape.redoable), held.tape.turn)
        self._game = held.game
        self._length, self._chain = held.journal.length, held.journal.chain
        self._items, self._light = held.journal.items, 0.0
        head = held.journal.entries[0] if held.journal.entries else None
        self._wound, self._begun = contents.wound(head)[0], held.begun
        self._boundary = held.latest.record if self._held.fits else -1
        self._stamp = stamp
        self._asked = self._decides

    def _look(self) -> tuple[int, ...]:
        try:
            status = (self.folder / JOURNAL).stat()
        except OSError:
            return ()
        return status.st_ino, status.st_size, status.st_mtime_ns

    def poll(self) -> News:
        """Follows what others did; takes the pen where a power decides that sits here only.

        Raises SaveError for files that cannot be read or followed.
        """
        self.pen.come_again()
        long = self._light > LONG or len(self._tape.records) > LONG * contents.MOST_RECORDS
        if long and self.pen.mine and self._latest().record:
            with self.pen.alone():
                self._begin_anew()
            return News(True, True, "The game begins anew here: what lies back stays as it is.")
        moved = self._look() != self._stamp and self._catch_up()
        if not self.pen.mine and self._decides in self.pen.me.seats:
            self.take_pen()
        said = self._heard_of_wish() or self._pass_on()
        seen = (self.pen.held(), self.pen.people(), votes.read(self.folder))
        news = News(moved, seen != self._seen, said)
        self._seen = seen
        return news

    def _catch_up(self) -> bool:
        """Plays what came into the journal since; whether anything did."""
        with self.pen.alone():
            stamp = self._look()
            anew = stamp[:1] != self._stamp[:1] or stamp[1] < self._length
            if not anew:
                self._stamp = stamp
            journal = (
                None if anew else read_journal(self.folder / JOURNAL, self._length, self._chain)
            )
        if journal is None or (journal.trouble and self._is_another()):
            self._build(*self._read())
            return True
        self._length, self._chain = journal.length, journal.chain
        self._items += journal.items
        standing = len(self._tape.records)
        for entry in journal.entries:
            self._tape.add(entry, f"{self.name}/{JOURNAL}")
            standing = min(standing, entry[0])
        if journal.entries:
            self._follow(standing)
        return bool(journal.entries)

    def _is_another(self) -> bool:
        """Whether the journal was written anew since, in a file that goes by the same number."""
        with self.pen.alone():
            entries = read_journal(self.folder / JOURNAL).entries
        return contents.wound(entries[0] if entries else None) != (self._wound, self._begun)

    def _follow(self, standing: int) -> None:
        try:
            self.game.follow(standing, self._tape.records[standing:])
        except Diverged as error:
            self._astray = f"whoever plays {self.name} has other rules: {error}"
            raise SaveError(self._astray) from error
        self.game.redoable = list(self._tape.redoable)
        self._boundary = -1
        self._asked = self._decides

    # The pen.

    def take_pen(self) -> bool:
        """Takes the pen where it is free or belongs here; whether it is here now. Raises SaveError
        where the game cannot be followed or written."""
        with self.pen.alone():
            if not self.pen.may_take(self._decides):
                return False
            if self._look() != self._stamp:
                self._catch_up()
            if not self.pen.take(self._decides):
                return False
            if self._held is not None:
                self._mend(self._held)
                self._held = None
            return True

    def refusal(self) -> str:
        """Why this connection cannot answer now, as a sentence; "" when it can. Raises SaveError
        where the seats cannot be read."""
        if self.pen.watching_only:
            return "The game can only be watched from here: its folder cannot be written to."
        if self._astray:
            return f"{begun(self._astray)}."
        who = self._decides
        if who in self.locks() and who not in self.pen.me.seats:
            return f"{begun(whose(who))} seat is locked: sit down there with its passphrase."
        holder = self.pen.holder()
        if holder is not None and holder.id != self.pen.me.id and who not in holder.seats:
            return f"{holder.player or 'Somebody'} holds the pen; ask for it."
        if who not in self.pen.me.seats:
            for person in self.people():
                if who in person.seats and person.id != self.pen.me.id:
                    return f"{person.player or 'Somebody'} sits there."
        return ""

    # Writing.

    def _heard(self, standing: int) -> None:
        self.pen.come_again()
        with self.pen.alone():
            self._permit(standing)
            records = [record.to_plain() for record in self.game.records[standing:]]
            turn = Turn(self._decides, self.game.box, int(time.time()), self.pen.me.player)
            self._append([standing, records, list(turn)])
        self._asked = self._decides
        if self._is_due(self._latest().record, standing):
            try:
                self.write()
            except SaveError as error:
                # The answer is in the journal; the next segment tries again.
                self.warning = f"{error}."
        self._relieve()

    def _relieve(self) -> None:
        """Writes a journal anew before it is as long as its reader allows."""
        crowd = crowded(self._length, self._items)
        if crowd < CROWDED or crowd < self._light * GROWN:
            return
        try:
            with self.pen.alone():
                self._wind_anew()
        except SaveError as error:
            self.warning = f"{error}."  # the answer is in the journal; the next one tries again
        self._light = crowded(self._length, self._items)

    def _is_due(self, latest: int, standing: int) -> bool:
        """Whether the snapshot file is to be written; while programs play, not at each segment, and
        after the answer that began one, so that a key waits for one of the two only."""
        behind = latest - self._boundary
        if self._decides not in self.game.header.get("programs", {}):
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

    def _append(self, entry: list[object]) -> None:
        self._tape.read(entry, self.name)  # what nobody could read again is not written
        if self._pencil is None or self._pencil.length != self._length:
            self._put_down()
            self._pencil = Pencil(self.folder / JOURNAL, self._length, self._chain)
        try:
            self._items += self._pencil.append(entry)
        finally:
            self._stamp = self._look()
        self._length, self._chain = self._pencil.length, self._pencil.chain
        self._tape.add(entry, self.name)

    def _put_down(self) -> None:
        if self._pencil is not None:
            self._pencil.close()
            self._pencil = None

    def _latest(self) -> Snapshot:
        """The last snapshot at which a segment begins."""
        return next(kept for kept in reversed(self.game.snapshots) if kept.segment)

    def write(self, length: int = -1) -> None:
        """Writes the snapshot file anew. Raises SaveError, also where nobody could read it again:
        the one that is there stays, and the journal leads on from it."""
        latest = self._latest()
        length = self._length if length < 0 else length
        plain = document(self._game, self.game, latest, length, self._begun)
        if defects := contents.unreadable(plain, self.name):
            raise SaveError(f"{defects[0]}: the snapshot stays as it was")
        write_document(self.folder / SNAPSHOT, signature.signed(self.folder.parent, plain))
        self._boundary = latest.record

    def _wind_anew(self) -> None:
        """Writes the journal anew without what was given up: the same records, the same to redo.

        The snapshot is first, which fits both; a death between them costs nothing. Raises
        SaveError.
        """
        counts = (self._wound + 1, self._begun)
        draft = drafted(contents.rewound(self._tape, self._game, counts))
        self.write(min(self._length, draft.journal.length))
        self._put_down()
        journal = write_journal(self.folder / JOURNAL, draft)
        self._length, self._chain, self._items = journal.length, journal.chain, journal.items
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
        draft = drafted(contents.rewound(tape, self._game, counts))
        plain = document(self._game, self.game, latest, draft.journal.length, counts[1])
        plain |= {
            "start": latest.state, "record": 0, "records": contents.before([]),
            "told": latest.story, "skip": latest.record,
            "story": [[*line[:7], 0, *line[8:]] for line in plain["story"]],
        }  # fmt: skip
        if defects := contents.unreadable(plain, self.name):
            raise SaveError(f"{defects[0]}: the snapshot stays as it was")
        write_document(self.folder / SNAPSHOT, signature.signed(self.folder.parent, plain))
        self._put_down()
        write_journal(self.folder / JOURNAL, draft)
        self._build(*self._read())
        self._held = None

    def _mend(self, held: Contents) -> None:
        """Brings the files to where the game stands: what a crash cut off, an old format."""
        records = self.game.records
        if held.trouble or self._anew:
            self._keep_aside(held)
        old = held.journal.format < migrations.FORMAT
        if self._anew or old or held.behind:
            if self._anew:
                self._tape = Tape(list(records), turn=self._tape.turn)
            counts = (self._wound, self._begun)
            entries = contents.rewound(self._tape, held.game, counts)
            if old and not self._anew:
                entries = [entries[0]]
                entries += migrations.journal(held.journal.entries, held.journal.format)
            journal = write_journal(self.folder / JOURNAL, entries)
            self._length, self._chain, self._items = journal.length, journal.chain, journal.items
            self._stamp = self._look()
        elif held.trouble:
            cut(self.folder / JOURNAL, self._length)
            self._stamp = self._look()
        same = map(eq, records, self._tape.records)
        standing = len(list(takewhile(bool, same)))
        if standing != max(len(records), len(self._tape.records)):
            # Answers that no longer fit go; dice that a cut tore off were rolled anew and come.
            turn = Turn(self._decides, self.game.box, int(time.time()), self.pen.me.player)
            added = [record.to_plain() for record in records[standing:]]
            self._append([standing, added, list(turn)])
        if old or self._anew or not held.fits:
            self.write()

    def _keep_aside(self, held: Contents) -> None:
        """A copy of a damaged journal; a torn end alone is worth none when the disk is full."""
        aside = self.folder / f"{JOURNAL}.damaged-{int(time.time())}"
        try:
            if os.path.lexists(self.folder / JOURNAL):
                copied(self.folder / JOURNAL, aside)
        except SaveError:
            if not held.journal.torn:
                raise

    def close(self) -> None:
        """Lets go of the files and of the pen; everything is on the disk already."""
        if hasattr(self, "game"):
            self.game.listener = None
        self._put_down()
        self.pen.leave()


def document(game_id: str, game: Game, latest: Snapshot, journal: int, begun: int = 0) -> Plain:
    """What a snapshot file holds: the header, the start, the latest boundary and the story up to
    it, how many of its lines are from before the start, and the length of the journal it was
    written with."""
    who = game.ask.who if game.ask is not None else ""
    return {
        "format": migrations.FORMAT,
        "version": __version__,
        "game": game_id,
        "header": game.header,
        "start": game.snapshots[0].state,
        "record": latest.record,
        "journal": journal,
        "records": contents.before(game.records[: latest.record]),
        "state": latest.state,
        "story": [entry.to_plain() for entry in game.story[: latest.story]],
        "told": game.snapshots[0].story,
        "begun": begun,
        "turn": list(Turn(who, game.box, int(time.time()), player_name())),
    }
