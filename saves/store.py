"""The store: a directory of games, each a folder with a snapshot and a journal.

A game is saved by itself: every answer is in the journal, on the disk, before anybody sees what
came of it; at the end of a segment the snapshot is written anew. Opening a game reads the snapshot
and plays the journal's records since, so that the players are exactly where they were. Several
programs may have a game open: the one that holds the pen answers, the others follow.
"""

from __future__ import annotations

import getpass
import os
import re
import secrets
import shutil
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from engine import __version__, games
from engine.eia.ledger import Ledger
from engine.game import Diverged, Game, Plain, Procedure, Snapshot
from engine.state import State
from saves import contents, migrations, seats
from saves.contents import JOURNAL, SNAPSHOT, Contents, Tape, Turn, read
from saves.files import Pencil, read_journal, reason, sync_folder, write_document, write_journal
from saves.index import Summary, summaries
from saves.news import News
from saves.pen import Pen, Person
from saves.plain import SaveError
from saves.replay import built

__all__ = [
    "JOURNAL", "SNAPSHOT", "SaveError", "Saved", "Summary", "check", "create", "default_store",
    "find", "keep", "open_game", "player_name", "read", "summaries",
]  # fmt: skip

MOST_NAMED: Final = 10_000


def default_store() -> Path:
    """Where games are kept: TERCIO_STORE, else the user's data directory."""
    named = os.environ.get("TERCIO_STORE")
    if named:
        return Path(named)
    data = os.environ.get("XDG_DATA_HOME")
    return (Path(data) if data else Path.home() / ".local" / "share") / "tercio"


def player_name() -> str:
    """Who sits here: TERCIO_PLAYER, else the name of the login."""
    with suppress(KeyError, OSError):
        name = os.environ.get("TERCIO_PLAYER") or getpass.getuser()
        return "".join(letter for letter in name if letter.isprintable())[:40]
    return ""


class Saved:
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
        self._pencil: Pencil | None = None
        self._stamp: tuple[int, ...] = ()
        self._seen: object = None
        if watch:
            self.pen.watching_only = True
        else:
            self.pen.join()
        try:
            with self.pen.alone():
                self._load()
                self._sit_by_name()
                self.take_pen()
        except BaseException:
            self.close()
            raise

    @property
    def name(self) -> str:
        """The game's name in the store."""
        return self.folder.name

    # Reading.

    def _load(self) -> None:
        self._held: Contents | None = read(self.folder)
        procedure = self.procedure or games.procedure(self._held.header)
        self.game, self.warning, self._anew = built(self._held, procedure)
        self.game.listener = self._heard
        self._tape = Tape(list(self._held.records), list(self._held.tape.redoable))
        self._game = self._held.game
        self._length, self._chain = self._held.journal.length, self._held.journal.chain
        self._boundary = self._held.latest.record if self._held.fits else -1
        self._stamp = self._look()

    def _look(self) -> tuple[int, ...]:
        try:
            status = (self.folder / JOURNAL).stat()
        except OSError:
            return ()
        return status.st_ino, status.st_size, status.st_mtime_ns

    def poll(self) -> News:
        """Follows what others did; takes the pen where a power decides that sits here only."""
        moved = self._look() != self._stamp and self._catch_up()
        if not self.pen.mine and self._decides in self.pen.me.seats:
            self.take_pen()
        seen = (self.pen.held(), self.pen.people())
        news = News(moved, seen != self._seen)
        self._seen = seen
        return news

    @property
    def _decides(self) -> str:
        return self.game.ask.who if self.game.ask is not None else ""

    def _catch_up(self) -> bool:
        """Plays what came into the journal since; whether anything did."""
        with self.pen.alone():
            stamp = self._look()
            if stamp[:1] != self._stamp[:1] or stamp[1] < self._length:
                self._load()
                return True
            self._stamp = stamp
            journal = read_journal(self.folder / JOURNAL, self._length, self._chain)
            self._length, self._chain = journal.length, journal.chain
            standing = len(self._tape.records)
            for entry in journal.entries:
                self._tape.add(entry, f"{self.name}/{JOURNAL}")
                standing = min(standing, entry[0])
            if journal.entries:
                self._follow(standing)
            return bool(journal.entries)

    def _follow(self, standing: int) -> None:
        try:
            self.game.follow(standing, self._tape.records[standing:])
        except Diverged as error:
            raise SaveError(f"whoever plays {self.name} has other rules: {error}") from error
        self.game.redoable = list(self._tape.redoable)
        self._boundary = -1

    # The pen.

    def take_pen(self) -> bool:
        """Takes the pen where it is free or belongs here; whether it is here now."""
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
        """Why this connection cannot answer now, as a sentence; "" when it can."""
        if self.pen.watching_only:
            return "The game can only be watched from here: its folder cannot be written to."
        who = self._decides
        if who in self.locks() and who not in self.pen.me.seats:
            return f"{who.capitalize()}'s seat is locked: sit down there with its passphrase."
        holder = self.pen.holder()
        if holder is not None and holder.id != self.pen.me.id:
            return f"{holder.player or 'Somebody'} holds the pen; ask for it."
        if who not in self.pen.me.seats:
            for person in self.people():
                if who in person.seats and person.id != self.pen.me.id:
                    return f"{person.player or 'Somebody'} sits there."
        return ""

    def people(self) -> list[Person]:
        """Everybody who has the game open, the longest first."""
        return self.pen.people()

    def asking(self) -> list[Person]:
        """Who asked for the pen, the first first."""
        people = (self.pen.person(one) for one in self.pen.held().asked)
        return [person for person in people if person is not None]

    # Seats.

    def locks(self) -> Mapping[str, str]:
        """The locked powers."""
        return seats.locks(self.folder)

    def sit(self, power: str, passphrase: str = "") -> None:
        """Takes a power's seat; raises SaveError when it is locked and the passphrase is wrong."""
        seal = self.locks().get(power)
        if seal is not None and not seats.opens(seal, passphrase):
            raise SaveError(f"{power} is locked, and that is not its passphrase")
        self.pen.sit(frozenset((*self.pen.me.seats, power)))
        self.poll()

    def rise(self, power: str) -> None:
        """Leaves a power's seat."""
        self.pen.sit(frozenset(self.pen.me.seats) - {power})

    def lock(self, power: str, passphrase: str, before: str = "") -> None:
        """Locks a power's seat and takes it, or with "" unlocks it; `before` is the passphrase of
        one that is locked."""
        with self.pen.alone():
            seats.set_lock(self.folder, power, passphrase, before)
            if passphrase:
                self.pen.sit(frozenset((*self.pen.me.seats, power)))

    def may_see(self, power: str) -> bool:
        """Whether what only a power may see is shown here."""
        return power in self.pen.me.seats or power not in self.locks()

    def _sit_by_name(self) -> None:
        """A player whose name stands at a seat that is not locked sits there."""
        named = self.game.header["seats"].items()
        locked = self.locks()
        mine = {power for power, player in named if player == self.pen.me.player}
        if mine - locked.keys():
            self.pen.sit(frozenset(mine - locked.keys()))

    # Writing.

    def _heard(self, standing: int) -> None:
        with self.pen.alone():
            self._permit(standing)
            records = [record.to_plain() for record in self.game.records[standing:]]
            turn = Turn(self._decides, self.game.state.box, int(time.time()), self.pen.me.player)
            self._append([standing, records, list(turn)])
        if self._latest().record != self._boundary:
            try:
                self.write()
            except SaveError as error:
                # The answer is in the journal; the next segment tries again.
                self.warning = f"{error}."

    def _permit(self, standing: int) -> None:
        """Raises SaveError when this connection may not write what it is about to write."""
        sealed = self.locks().keys() - set(self.pen.me.seats)
        undone = self._tape.records[standing:]
        if sealed:
            new = self.game.records[standing:]
            touched = {record.who for record in (*new, *undone)} & sealed
            if any(record.dice for record in undone):
                touched = set(sealed)
            if touched:
                names = ", ".join(sorted(touched))
                raise SaveError(f"{names} must agree: the seat is locked and taken elsewhere")
        answered = self.game.records[standing:]
        if not self.pen.mine and not self.pen.take(answered[0].who if answered else ""):
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
        stamp = self._look()
        if stamp[:1] != self._stamp[:1] or stamp[1] < self._length:
            return False
        path = self.folder / JOURNAL
        return stamp[1] == self._length or not read_journal(path, self._length, self._chain).entries

    def _append(self, entry: list[object]) -> None:
        if self._pencil is None or self._pencil.length != self._length:
            self._put_down()
            self._pencil = Pencil(self.folder / JOURNAL, self._length, self._chain)
        try:
            self._pencil.append(entry)
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

    def write(self) -> None:
        """Writes the snapshot file anew."""
        latest = self._latest()
        write_document(
            self.folder / SNAPSHOT, document(self._game, self.game, latest, self._length)
        )
        self._boundary = latest.record

    def _mend(self, held: Contents) -> None:
        """Brings the files to where the game stands: what a crash cut off, an old format."""
        records = self.game.records
        if held.trouble or self._anew:
            self._keep_aside(held)
        old = held.journal.format < migrations.FORMAT
        if self._anew or old:
            entries: list[object] = [contents.first_entry(held.game)]
            if self._anew:
                entries.append([0, [record.to_plain() for record in records], None])
                self._tape = Tape(list(records))
            else:
                entries += migrations.journal(held.journal.entries, held.journal.format)
            journal = write_journal(self.folder / JOURNAL, entries)
            self._length, self._chain = journal.length, journal.chain
            self._stamp = self._look()
        elif held.trouble:
            os.truncate(self.folder / JOURNAL, self._length)
            self._stamp = self._look()
        standing = min(len(records), len(self._tape.records))
        if len(records) != len(self._tape.records):
            # Answers that no longer fit go; dice that a cut tore off were rolled anew and come.
            turn = Turn(self._decides, self.game.state.box, int(time.time()), self.pen.me.player)
            added = [record.to_plain() for record in records[standing:]]
            self._append([standing, added, list(turn)])
        if old or self._anew or not held.fits:
            self.write()

    def _keep_aside(self, held: Contents) -> None:
        """A copy of a damaged journal; a torn end alone is worth none when the disk is full."""
        aside = self.folder / f"{JOURNAL}.damaged-{int(time.time())}"
        try:
            if (self.folder / JOURNAL).exists():
                shutil.copyfile(self.folder / JOURNAL, aside)
        except OSError as error:
            aside.unlink(missing_ok=True)
            if not held.journal.torn:
                raise SaveError(f"{aside} cannot be written: {reason(error)}") from error

    def close(self) -> None:
        """Lets go of the files and of the pen; everything is on the disk already."""
        if hasattr(self, "game"):
            self.game.listener = None
        self._put_down()
        self.pen.leave()


def document(game_id: str, game: Game, latest: Snapshot, journal: int) -> Plain:
    """What a snapshot file holds: the header, the start, the latest boundary and the story up to
    it, and the length of the journal it was written with."""
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
        "turn": list(Turn(who, game.state.box, int(time.time()), player_name())),
    }


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
    return keep(store, Game(start.to_plain(), procedure, header), name or start.scenario)


def keep(store: Path, game: Game, name: str) -> Saved:
    """Puts a game that nobody has written down yet into the store, with its whole journal.

    It is written aside and gets its name when it is whole. Raises SaveError.
    """
    game_id = secrets.token_hex(8)
    aside = store / f".fresh-{game_id}"
    latest = next(kept for kept in reversed(game.snapshots) if kept.segment or not kept.record)
    turn = Turn(game.ask.who if game.ask else "", game.state.box, int(time.time()), player_name())
    records = [record.to_plain() for record in game.records]
    try:
        store.mkdir(parents=True, exist_ok=True)
        os.mkdir(aside)  # noqa: PTH102 - whatever a disk can refuse is called by os
        try:
            first = [contents.first_entry(game_id), [0, records, list(turn)]]
            journal = write_journal(aside / JOURNAL, first)
            plain = document(game_id, game, latest, journal.length)
            write_document(aside / SNAPSHOT, plain)
            folder = _named(store, aside, name)
            sync_folder(store)
        except BaseException:
            shutil.rmtree(aside, ignore_errors=True)
            raise
    except OSError as error:
        raise SaveError(f"{store} cannot hold games: {reason(error)}") from error
    return Saved(folder, game.procedure)


def _named(store: Path, aside: Path, wanted: str) -> Path:
    """Gives a game its name: the wanted one, or the next free number after it."""
    name = re.sub(r"[^a-z0-9._-]+", "-", wanted.lower()).strip("-.")[:60] or "game"
    for number in range(1, MOST_NAMED):
        folder = store / (name if number == 1 else f"{name}-{number}")
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
    raise SaveError(f"{store} holds too many games named {name}")


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
    raise SaveError(f"there is no game {name!r} in {store} ({known})")


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
    try:
        held = read(folder)
        seats.locks(folder)
    except contents.Damaged as error:
        return error.defects
    except SaveError as error:
        return [str(error)]
    defects = [f"{JOURNAL}: it {held.trouble}"] if held.trouble else []
    if not held.fits:
        defects.append(f"{SNAPSHOT} follows from other records than those of {JOURNAL}")
    try:
        procedure = procedure or games.procedure(held.header)
        whole = Game(held.start, procedure, held.header, held.records)
    except Diverged as error:
        return [*defects, str(error)]
    except Exception as error:
        return [*defects, f"the rules cannot play it: {type(error).__name__}: {error}"]
    if held.fits:
        at = held.latest.record
        kept = [snapshot.state for snapshot in whole.snapshots if snapshot.record == at]
        if held.latest.state not in kept:
            defects.append(f"the snapshot at record {at} differs from the journal played again")
    return defects
