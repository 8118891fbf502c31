"""The store: a directory of games, each a folder with a snapshot and a journal.

A game is saved by itself: every answer is in the journal, on the disk, before anybody sees what
came of
it; at the end of a segment the snapshot is written anew. Opening a game reads the snapshot and
plays the
journal's records since, so that the players are exactly where they were.
"""

from __future__ import annotations

import getpass
import os
import re
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from engine import __version__
from engine.game import Diverged, Game, Plain, Procedure, Record, Snapshot
from engine.phase import Entry
from engine.sequence import military_phase
from engine.sheets import FactsError
from engine.state import State
from saves.files import (
    SaveError,
    append_entry,
    read_journal,
    read_snapshot,
    write_snapshot,
)

FORMAT = 1
SNAPSHOT = "snapshot.msgpack"
JOURNAL = "journal.msgpack"
NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,79}")


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


def default_store() -> Path:
    """Where games are kept: TERCIO_STORE, else the user's data directory."""
    named = os.environ.get("TERCIO_STORE")
    if named:
        return Path(named)
    data = os.environ.get("XDG_DATA_HOME")
    return (Path(data) if data else Path.home() / ".local" / "share") / "tercio"


class Saved:
    """A game with its files; it writes down every answer by itself from now on.

    `warning` is a sentence when the journal could not be followed to its end, else empty.
    """

    def __init__(self, folder: Path, game: Game, warning: str = "") -> None:
        self.folder = folder
        self.game = game
        self.warning = warning
        self._journal: BinaryIO | None = None
        self._written = len(game.records)
        self._boundary = -1
        game.listener = self._heard

    @property
    def name(self) -> str:
        """The game's name in the store."""
        return self.folder.name

    def _heard(self, standing: int) -> None:
        if self._journal is None:
            self._journal = (self.folder / JOURNAL).open("ab")
        try:
            if standing < self._written:
                append_entry(self._journal, standing)
            for record in self.game.records[standing:]:
                append_entry(self._journal, record.to_plain())
        except OSError as error:
            raise SaveError(
                f"{self.folder / JOURNAL} cannot be written: {error.strerror or error}"
            ) from error
        self._written = len(self.game.records)
        latest = self._latest()
        if latest.record != self._boundary:
            self.write()

    def _latest(self) -> Snapshot:
        """The last snapshot at which a segment begins."""
        return next(kept for kept in reversed(self.game.snapshots) if kept.segment)

    def write(self) -> None:
        """Writes the snapshot file anew."""
        latest = self._latest()
        write_snapshot(self.folder / SNAPSHOT, document(self.game, latest))
        self._boundary = latest.record

    def close(self) -> None:
        """Writes the snapshot once more and closes the journal."""
        self.game.listener = None
        self.write()
        if self._journal is not None:
            self._journal.close()
            self._journal = None


def document(game: Game, latest: Snapshot) -> Plain:
    """What a snapshot file holds: the header, the start, the latest boundary and the story up to
    it."""
    return {
        "format": FORMAT,
        "version": __version__,
        "header": game.header,
        "start": game.snapshots[0].state,
        "record": latest.record,
        "state": latest.state,
        "story": [entry.to_plain() for entry in game.story[: latest.story]],
        "saved": {
            "answers": len(game.records),
            "box": game.state.box,
            "who": game.ask.who if game.ask else "",
            "when": int(time.time()),
            "by": _login(),
        },
    }


def _login() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return ""


def create(store: Path, start: State, header: Plain, name: str = "") -> Saved:
    """A new game in the store, named after its scenario unless a name is given."""
    return keep(store, Game(start.to_plain(), military_phase, header), name or start.scenario)


def keep(store: Path, game: Game, name: str) -> Saved:
    """Puts a game that nobody has written down yet into the store, with its whole journal."""
    saved = Saved(_new_folder(store, name), game)
    saved.write()
    # Dice may have fallen before the first question, and they belong into the journal.
    saved._written = 0
    if game.records:
        saved._heard(0)
    return saved


def _new_folder(store: Path, wanted: str) -> Path:
    name = re.sub(r"[^a-z0-9._-]+", "-", wanted.lower()).strip("-.") or "game"
    try:
        store.mkdir(parents=True, exist_ok=True)
        for number in range(1, 10_000):
            folder = store / (name if number == 1 else f"{name}-{number}")
            try:
                folder.mkdir()
            except FileExistsError:
                continue
            return folder
    except OSError as error:
        raise SaveError(f"{store} cannot hold games: {error.strerror or error}") from error
    raise SaveError(f"{store} holds too many games named {name}")


def find(store: Path, name: str) -> Path:
    """The folder of a game, by its name in the store or by a path; raises SaveError when there is
    none."""
    path = Path(name)
    candidates = [path] if path.is_absolute() or os.sep in name else [store / name, path]
    for folder in candidates:
        if (folder / SNAPSHOT).is_file():
            return folder
        if folder.is_file() and folder.name in (SNAPSHOT, JOURNAL):
            return folder.parent
    known = ", ".join(summary.name for summary in summaries(store)) or "it holds no game"
    raise SaveError(f"there is no game {name!r} in {store} ({known})")


class Contents(NamedTuple):
    """What the files of a game hold, checked for shape."""

    header: Plain
    start: Plain
    latest: Snapshot
    story: list[Entry]
    records: list[Record]
    redoable: list[Record]
    trouble: str
    sound_bytes: int
    saved: Plain


def read(folder: Path) -> Contents:
    """Reads and checks the files of a game; raises SaveError with what is wrong and where."""
    plain = read_snapshot(folder / SNAPSHOT)
    where = f"{folder.name}/{SNAPSHOT}"
    if type(plain) is not dict:
        raise SaveError(f"{where} holds no game")
    format_ = plain.get("format")
    if type(format_) is int and format_ > FORMAT:
        raise SaveError(
            f"{where} was written by a newer Tercio ({plain.get('version')}); "
            f"this one is {__version__}"
        )
    if format_ != FORMAT:
        raise SaveError(f"{where}: the format {format_!r} is not known")
    header, start = _dict(plain, "header", where), _dict(plain, "start", where)
    state, saved = _dict(plain, "state", where), _dict(plain, "saved", where)
    _header(header, where)
    for which in (start, state):
        _state(which, where)
    story = [_entry(entry, where) for entry in _list(plain, "story", where)]
    record = plain.get("record")
    if type(record) is not int or record < 0:
        raise SaveError(f"{where}: record {record!r} is no number of a record")
    entries, sound, trouble = read_journal(folder / JOURNAL)
    records, redoable = _follow(entries, f"{folder.name}/{JOURNAL}")
    return Contents(
        header,
        start,
        Snapshot(record, state, len(story), True),
        story,
        records,
        redoable,
        trouble,
        sound,
        saved,
    )


def _follow(entries: Sequence[Any], where: str) -> tuple[list[Record], list[Record]]:
    """The records that stand at the end of a journal, and those taken back that can be redone."""
    records: list[Record] = []
    redoable: list[Record] = []
    for number, entry in enumerate(entries):
        if type(entry) is int:
            if not 0 <= entry <= len(records):
                raise SaveError(f"{where}: entry {number} goes back to record {entry}")
            redoable[:0] = records[entry:]
            del records[entry:]
            continue
        record = _record(entry, f"{where}: entry {number}")
        records.append(record)
        if redoable and redoable[0] == record:
            redoable.pop(0)
        else:
            redoable.clear()
    return records, redoable


def _dict(plain: Plain, key: str, where: str) -> Plain:
    value = plain.get(key)
    if type(value) is not dict:
        raise SaveError(f"{where}: {key} is not there or no table")
    return value


def _list(plain: Plain, key: str, where: str) -> list[Any]:
    value = plain.get(key)
    if type(value) is not list:
        raise SaveError(f"{where}: {key} is not there or no list")
    return value


def _header(header: Plain, where: str) -> None:
    seed, dice, seats = header.get("seed"), header.get("dice"), header.get("seats")
    if type(seed) is not int:
        raise SaveError(f"{where}: the seed {seed!r} is no whole number")
    if dice not in ("rolled", "typed"):
        raise SaveError(f"{where}: dice are {dice!r}; rolled or typed")
    if type(seats) is not dict or any(type(seat) is not str for seat in seats.values()):
        raise SaveError(f"{where}: the seats are no table of powers and players")


def _state(plain: Plain, where: str) -> None:
    """Builds the state once, so that a wrong one is refused before a game is made of it."""
    try:
        again = State.from_plain(plain).to_plain()
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, FactsError) as error:
        raise SaveError(
            f"{where}: the state is damaged ({type(error).__name__}: {error})"
        ) from error
    if again != plain:
        keys = [key for key in again if again[key] != plain.get(key)]
        raise SaveError(f"{where}: the state is damaged at {', '.join(keys) or 'an unknown key'}")


def _entry(plain: Any, where: str) -> Entry:
    if type(plain) is not list or len(plain) != len(Entry._fields):
        raise SaveError(f"{where}: a line of the chronicle is damaged")
    entry = Entry(*plain)
    if any(type(text) is not str for text in entry[:6]) or type(entry.record) is not int:
        raise SaveError(f"{where}: a line of the chronicle is damaged")
    return entry


def _record(plain: Any, where: str) -> Record:
    if type(plain) is not list or len(plain) != 3 or type(plain[1]) is not str:
        raise SaveError(f"{where} is no record")
    dice = plain[2]
    if type(dice) is not list or any(
        type(die) is not list
        or len(die) != 3
        or type(die[0]) is not str
        or type(die[1]) is not int
        or type(die[2]) is not int
        for die in dice
    ):
        raise SaveError(f"{where} holds damaged dice")
    return Record.from_plain(plain)


def open_game(folder: Path, procedure: Procedure = military_phase) -> Saved:
    """Opens a game exactly where its players left it.

    Where the journal was cut off or no longer fits the rules, the game opens at the last position
    that
    does, and `warning` says which record differs. Raises SaveError when nothing can be opened.
    """
    held = read(folder)
    records, warning = held.records, held.trouble and f"The journal's end was lost: {held.trouble}."
    if held.trouble:
        _cut(folder / JOURNAL, held.sound_bytes)
    game = None
    if 0 < held.latest.record <= len(records):
        try:
            game = _game(held, records, procedure, held.latest)
        except Diverged as error:
            warning = (
                f"The journal no longer fits the rules ({error}); opened at the last snapshot."
            )
            records = records[: held.latest.record]
            try:
                game = _game(held, records, procedure, held.latest)
            except Diverged as again:
                raise SaveError(f"{folder.name} no longer fits the rules: {again}") from again
    else:
        game, warning = _from_start(held, records, procedure, warning)
    if not warning:
        game.redoable = held.redoable
    saved = Saved(folder, game, warning)
    if len(game.records) < len(held.records):
        saved._written = len(held.records)
        saved._heard(len(game.records))
    saved.write()
    return saved


def _from_start(
    held: Contents, records: list[Record], procedure: Procedure, warning: str
) -> tuple[Game, str]:
    while True:
        try:
            return Game(held.start, procedure, held.header, records), warning
        except Diverged as error:
            warning = f"The journal no longer fits the rules ({error}); opened before that."
            if not records:
                raise SaveError(f"the game no longer fits the rules: {error}") from error
            records = records[: len(records) // 2]


def _game(held: Contents, records: list[Record], procedure: Procedure, latest: Snapshot) -> Game:
    return Game(held.start, procedure, held.header, records, held.story, True, latest)


def _cut(journal: Path, length: int) -> None:
    try:
        os.truncate(journal, length)
    except OSError as error:
        raise SaveError(f"{journal} cannot be mended: {error.strerror or error}") from error


def summaries(store: Path) -> list[Summary]:
    """The games of a store, the one played last first; a damaged one says so."""
    found = []
    try:
        folders = sorted(store.iterdir()) if store.is_dir() else []
    except OSError as error:
        raise SaveError(f"{store} cannot be read: {error.strerror or error}") from error
    for folder in folders:
        if not (folder / SNAPSHOT).is_file():
            continue
        try:
            held = read(folder)
        except SaveError as error:
            found.append(Summary(folder.name, "", "", "", "", 0, "", 0, str(error)))
            continue
        saved = held.saved
        found.append(
            Summary(
                folder.name,
                str(held.start.get("scenario", "")),
                str(held.header.get("title", "")),
                str(saved.get("box", "")),
                str(saved.get("who", "")),
                saved["when"] if type(saved.get("when")) is int else 0,
                str(saved.get("by", "")),
                len(held.records),
            )
        )
    return sorted(found, key=lambda summary: -summary.when)


def check(folder: Path, procedure: Procedure = military_phase) -> list[str]:
    """Every defect of a save, or an empty list when it is sound.

    The whole journal is played again from the start, and the position at the stored snapshot
    compared
    with it (a corrected rule shows here).
    """
    try:
        held = read(folder)
    except SaveError as error:
        return [str(error)]
    defects = [f"{JOURNAL}: {held.trouble}"] if held.trouble else []
    until = min(held.latest.record, len(held.records))
    try:
        whole = Game(held.start, procedure, held.header, held.records)
    except Diverged as error:
        return [*defects, str(error)]
    if held.latest.record <= len(held.records):
        kept = [snapshot for snapshot in whole.snapshots if snapshot.record == until]
        if not any(snapshot.state == held.latest.state for snapshot in kept):
            defects.append(f"the snapshot at record {until} differs from the journal played again")
    return defects
