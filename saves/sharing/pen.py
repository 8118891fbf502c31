"""Who is at a game, and who holds the pen: the right to answer.

Everybody at a game has a file in its folder `here`, locked as long as he is connected and touched
every few seconds. The kernel lets go of the lock when his process ends, however it ends; one whose
file was not touched for a minute is taken for dead too, and finds on waking that the pen is gone,
for every answer is written under the game's own lock and only by the holder. This takes a file
system with working flock: any local one, and NFS from version 4 on.
"""

from __future__ import annotations

import errno
import getpass
import json
import os
import secrets
import socket
import threading
import time
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

from engine.documents.printable import is_text
from saves.disk import locks, naming
from saves.disk.files import (
    create_file,
    open_file,
    read_document,
    reason,
    write_bytes,
    write_document,
)
from saves.disk.packing import SaveError

LOCK: Final = "lock"
PEN: Final = "pen.msgpack"
HERE: Final = "here"
BEAT: Final = 5.0  # seconds between two signs of life
DEAD: Final = 60.0  # seconds without one
PATIENCE: Final = 30.0  # seconds to wait for the game's lock
MOST_HERE: Final = 200
CLOSED: Final = (
    errno.EACCES,
    errno.EPERM,
    errno.EROFS,
    errno.ENOSPC,
    getattr(errno, "EDQUOT", errno.ENOSPC),
)
"""What says that nothing can be written, and does not keep anybody from looking on."""


def player_name() -> str:
    """Who sits here: TERCIO_PLAYER, else the name of the login."""
    with suppress(KeyError, OSError, ImportError):
        return naming.visible(os.environ.get("TERCIO_PLAYER") or getpass.getuser())
    return ""


class Person(NamedTuple):
    """Somebody connected to a game: his name, where from, and the powers he sits for."""

    id: str
    player: str
    host: str = ""
    process: int = 0
    since: int = 0
    seats: tuple[str, ...] = ()


class Held(NamedTuple):
    """The pen: who has it ("" for nobody) and who asked for it, by their ids; and since when, as
    seconds of the clock, its holder has been silent while somebody waits."""

    holder: str = ""
    asked: tuple[str, ...] = ()
    silent: int = 0


class Inside(threading.local):
    """How often a thread has entered where it is alone: one that writes beside waits as others."""

    depth = 0


class Pen:
    """One connection's place at a game. Methods that change something raise SaveError."""

    def __init__(self, folder: Path, player: str) -> None:
        self.folder = folder
        self.me = Person(
            secrets.token_hex(8), player, socket.gethostname(), os.getpid(), int(time.time())
        )
        self.watching_only = False
        self.closed = ""  # why nothing could be written, where that is the reason
        self._own: BinaryIO | None = None
        self._inside = Inside()
        self._over = threading.Event()
        self.patience = 0  # seconds of silence after which the pen goes on, 0 for never
        self._heard = False  # whether a key was pressed since one last looked

    # Coming and going.

    def join(self) -> None:
        """Takes a place at the game; where nothing can be written, one to watch from."""
        try:
            (self.folder / HERE).mkdir(exist_ok=True)
            if (self.folder / HERE).is_symlink():
                raise OSError(errno.ELOOP, "a link", HERE)
            with self.alone():
                self._own = os.fdopen(
                    create_file(self.folder / HERE / self.me.id), "wb", buffering=0
                )
                locks.hold(self._own, wait=True)
                self._write_own()
        except OSError as error:
            if self._own is not None:
                self._own.close()
                with suppress(OSError):
                    (self.folder / HERE / self.me.id).unlink(missing_ok=True)
                self._own = None
            if error.errno in CLOSED:
                self.watching_only, self.closed = True, reason(error)
                return
            raise SaveError(f"{self.folder} cannot be written to: {reason(error)}") from error
        self.closed = ""
        threading.Thread(target=_beat, args=(weakref.ref(self), self._over), daemon=True).start()

    def come_again(self) -> None:
        """Takes the place that could not be taken, where there is room by now. Raises SaveError."""
        if self.closed:
            self.watching_only = False
            self.join()

    def leave(self) -> None:
        """Gives up the place, and the pen with it."""
        self._over.set()
        if self._own is None:
            return
        with suppress(OSError, SaveError), self.alone():
            if self.held().holder == self.me.id:
                self._write(Held("", self.held().asked))
        self._own.close()
        with suppress(OSError):
            (self.folder / HERE / self.me.id).unlink(missing_ok=True)
        self._own = None

    def sit(self, seats: frozenset[str]) -> None:
        """Says for which powers one sits."""
        self.me = self.me._replace(seats=tuple(sorted(seats)))
        if self._own is not None:
            try:
                with self.alone():
                    self._write_own()
            except OSError as error:
                raise SaveError(f"{self.folder} cannot be written to: {reason(error)}") from error

    def _write_own(self) -> None:
        assert self._own is not None
        data = json.dumps(self.me).encode()
        self._own.seek(0)
        self._own.truncate()
        write_bytes(self._own.fileno(), data)

    def beat(self) -> None:
        """A sign of life."""
        if self._own is not None:
            with suppress(OSError, ValueError):
                os.utime(self._own.fileno() if os.utime in os.supports_fd else self._own.name)

    # The game's lock.

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Nobody else reads or writes the game's files meanwhile; may be entered again inside."""
        if self._inside.depth or self.watching_only:
            self._inside.depth += 1
            try:
                yield
            finally:
                self._inside.depth -= 1
            return
        with self._lock() as file:
            self._wait(file)
            self._inside.depth = 1
            try:
                yield
            finally:
                self._inside.depth = 0

    def _lock(self) -> BinaryIO:
        try:
            return os.fdopen(open_file(self.folder / LOCK, os.O_WRONLY | os.O_CREAT), "wb")
        except OSError as error:
            if self._own is None:
                raise  # whoever comes may look on
            raise SaveError(f"{self.folder.name} cannot be written to: {reason(error)}") from error

    def _wait(self, file: BinaryIO) -> None:
        until = time.monotonic() + PATIENCE
        while True:
            try:
                if locks.hold(file):
                    return
                if time.monotonic() > until:
                    raise SaveError(f"{self.folder.name} is busy: another program holds it")
                time.sleep(0.005)
            except OSError as error:
                raise SaveError(
                    f"{self.folder} lies on a file system without locks ({reason(error)}); "
                    "a shared game needs them"
                ) from error

    # Looking.

    def people(self) -> list[Person]:
        """Everybody who is connected, the longest first."""
        found = []
        with suppress(OSError):
            for path in sorted((self.folder / HERE).iterdir())[:MOST_HERE]:
                person = self.person(path.name)
                if person is not None:
                    found.append(person)
        return sorted(found, key=lambda person: (person.since, person.id))

    def person(self, id: str) -> Person | None:
        """Who has this id; None when he is gone."""
        if id == self.me.id:
            return self.me
        if not id.isalnum():
            return None
        try:
            with os.fdopen(open_file(self.folder / HERE / id, os.O_RDONLY), "rb") as file:
                if not _alive(file):
                    return None
                return _person(json.loads(file.read(10_000)), id)
        except (OSError, ValueError, RecursionError):
            return None

    def held(self) -> Held:
        """The pen as the file has it; the holder may be dead."""
        try:
            holder, asked, *silent = read_document(self.folder / PEN)
            if type(holder) is str and all(type(one) is str for one in asked):
                since = silent[0] if silent and type(silent[0]) is int else int(time.time())
                return Held(holder, tuple(asked), since)
        except (SaveError, TypeError, ValueError):
            pass
        return Held()

    def holder(self) -> Person | None:
        """Who holds the pen; None when it is free."""
        holder = self.held().holder
        return self.person(holder) if holder else None

    @property
    def mine(self) -> bool:
        """Whether this connection holds the pen."""
        return self._own is not None and self.held().holder == self.me.id

    # Changing hands.

    def may_take(self, decides: str) -> bool:
        """Whether the pen is free, or belongs here because a power decides that sits here only, or
        because its holder is silent."""
        if self._own is None:
            return False
        holder = self.holder()
        if holder is None or holder.id == self.me.id or self.inherits:
            return True
        return decides in self.me.seats and decides not in holder.seats

    def take(self, decides: str) -> bool:
        """Takes the pen where it may be taken; whether it is here now."""
        with self.alone():
            if not self.may_take(decides):
                return False
            held = self.held()
            if held.holder != self.me.id:
                self._write(Held(self.me.id, self._still(held.asked), int(time.time())))
                self._sweep()
            return True

    def ask(self) -> None:
        """Asks the holder for the pen; he sees it."""
        with self.alone():
            held = self.held()
            if self._own is not None and self.me.id not in held.asked:
                waiting = self._still(held.asked)
                silent = held.silent if waiting else int(time.time())
                self._write(Held(held.holder, (*waiting, self.me.id), silent))

    def hear(self) -> None:
        """Whoever sits here pressed a key."""
        self._heard = True

    def keep(self) -> None:
        """Where somebody waits for the pen that is here, lets him wait anew if a key was pressed
        since."""
        now, held = int(time.time()), self.held()
        if self._heard and held.asked and held.silent + BEAT <= now and self.mine:
            with self.alone():
                if self.mine:
                    self._write(self.held()._replace(silent=now))
        self._heard = False

    def waits(self) -> tuple[Person, Person, int] | None:
        """The holder of the pen, who is the first to wait for it, and since when the holder has
        been silent; None where nobody waits."""
        held = self.held()
        waiting = self._waiting(held.asked)
        holder = self.person(held.holder) if held.holder and waiting else None
        first = self.person(waiting[0]) if waiting else None
        return (holder, first, held.silent) if holder is not None and first is not None else None

    @property
    def inherits(self) -> bool:
        """Whether the pen comes here, because its holder was silent for `patience` seconds while
        one waited for it here first."""
        waits = self.waits() if self.patience else None
        if waits is None or waits[1].id != self.me.id:
            return False
        return waits[2] + self.patience <= time.time()

    def give(self, to: str) -> None:
        """Hands the pen over. Raises SaveError when it is not here, or nobody of that id is."""
        with self.alone():
            if not self.mine:
                raise SaveError("the pen is not here: it cannot be handed over")
            if self.person(to) is None:
                raise SaveError("the player who was to take over is gone")
            waiting = tuple(one for one in self._still(self.held().asked) if one != to)
            self._write(Held(to, waiting, int(time.time())))

    def _waiting(self, asked: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(one for one in asked if self.person(one) is not None)

    def _still(self, asked: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(one for one in self._waiting(asked) if one != self.me.id)

    def _write(self, held: Held) -> None:
        write_document(self.folder / PEN, [held.holder, list(held.asked), held.silent], sync=False)

    def _sweep(self) -> None:
        """Takes away the files of those who died."""
        for path in list((self.folder / HERE).iterdir())[:MOST_HERE]:
            with suppress(OSError):
                with os.fdopen(open_file(path, os.O_RDONLY), "rb") as file:
                    gone = path.name != self.me.id and not locks.is_held(file)
                if gone:
                    path.unlink(missing_ok=True)


def _beat(pen: weakref.ref[Pen], over: threading.Event) -> None:
    while not over.wait(BEAT):
        one = pen()
        if one is None:
            return
        one.beat()
        del one


def _alive(file: BinaryIO) -> bool:
    return locks.is_held(file) and time.time() - os.fstat(file.fileno()).st_mtime < DEAD


def _person(plain: object, id: str) -> Person | None:
    match plain:
        case [str(), str(player), str(host), int(process), int(since), [*seats]] if all(
            is_text(seat) for seat in seats
        ):
            return Person(
                id,
                naming.visible(player),
                naming.visible(host),
                process,
                since,
                tuple(map(str, seats)),
            )
    return None
