"""`tercio serve`: the game over SSH, for players without an account on the machine.

Everybody who is let in gets the whole application in a process and on a terminal of his own. There
is no shell, no command, no forwarding and no file transfer. A connection that is lost hangs
its terminal up: the application saves, frees the pen and ends, like on a terminal that is closed.
"""

from __future__ import annotations

import asyncio
import fcntl
import logging
import os
import pty
import re
import signal
import sys
import termios
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import asyncssh

from saves.plain import SaveError
from tui.server import confine, players
from tui.terminal.input import USUAL, fitting

log = logging.getLogger("tercio.serve")

TERMINAL: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9+._-]{0,39}")
TRIES: Final = 4
KNOCKING: Final = 8  # connections of one address that have not said yet who they are
LOGIN: Final = 60  # seconds in which they have to
INPUT: Final = 16 * 1024  # bytes a second that a player may send, after a first burst
BURST: Final = 64 * 1024
GRACE: Final = 8.0  # seconds an application has to save when its terminal is gone
ROOT: Final = Path(__file__).parents[2]


@dataclass(slots=True)
class House:
    """What is served, to whom and how much of it; `idle` and `minute` are seconds and connections.

    `most` players may be in at once, and as many stand at the door, who have still to say who they
    are; `minute` may come from one address within a minute. Strangers take no player's room.
    """

    store: Path
    players: Path
    most: int = 40
    minute: int = 30
    idle: float = 6 * 3600.0
    guests: set[Guest] = field(default_factory=set)
    door: set[Guest] = field(default_factory=set)
    came: dict[str, deque[float]] = field(default_factory=dict)
    hashing: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(2))

    def admit(self, address: str) -> str:
        """Why somebody from an address is not let to the door, "" when he is."""
        now = time.monotonic()
        if len(self.came) > 1000:
            self.came = {one: at for one, at in self.came.items() if now - at[-1] < 60}
        recent = self.came.setdefault(address, deque(maxlen=self.minute + 1))
        recent.append(now)
        if len(recent) > self.minute and now - recent[0] < 60:
            return f"more than {self.minute} connections a minute"
        if sum(one.address == address for one in self.door) >= KNOCKING:
            return f"{KNOCKING} connections stand at the door already"
        return "too many stand at the door" if len(self.door) >= self.most else ""


class Guest(asyncssh.SSHServer):
    """A connection at the door."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.connection: asyncssh.SSHServerConnection | None = None
        self.address = "nowhere"
        self.name = ""
        self.tries = 0.0
        self.seated = False

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self.connection = conn
        self.address = str((conn.get_extra_info("peername") or ("nowhere",))[0])
        if refusal := self.house.admit(self.address):
            log.warning("refused %s: %s", self.address, refusal)
            conn.abort()
            return
        self.house.door.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self.house.guests.discard(self)
        self.house.door.discard(self)
        if self.name:
            log.info("%s left (%s)", self.name, exc or "closed")

    def begin_auth(self, username: str) -> bool:
        return True

    def password_auth_supported(self) -> bool:
        return True

    def public_key_auth_supported(self) -> bool:
        return True

    async def validate_password(self, username: str, password: str) -> bool:
        async with self.house.hashing:
            known = await asyncio.to_thread(
                players.knows_passphrase, self.house.players, username, password
            )
        return self._let_in(username, known, "passphrase")

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        # A client offers all its keys, so a strange one is no wrong try, but there is an end to it.
        return self._let_in(username, players.knows_key(self.house.players, username, key), "key")

    def _let_in(self, username: str, known: bool, by: str) -> bool:
        if known:
            self.name = username
            return True
        self.tries += 1 if by == "passphrase" else 0.25
        log.warning("refused %.60r from %s: wrong %s", username, self.address, by)
        if self.tries >= TRIES and self.connection is not None:
            self.connection.abort()
        return False

    def auth_completed(self) -> None:
        self.house.door.discard(self)
        if len(self.house.guests) >= self.house.most and self.connection is not None:
            log.warning("refused %s from %s: the house is full", self.name, self.address)
            self.connection.disconnect(asyncssh.DISC_TOO_MANY_CONNECTIONS, "The house is full")
            return
        self.house.guests.add(self)
        log.info("%s came from %s", self.name, self.address)

    def session_requested(self) -> Any:
        if self.seated:
            log.warning("refused %s a second session", self.name)
            return False
        self.seated = True
        return Seat(self)

    def connection_requested(self, *_: Any) -> bool:
        return self._refused("a connection through")

    def server_requested(self, *_: Any) -> bool:
        return self._refused("a listener")

    def unix_connection_requested(self, *_: Any) -> bool:
        return self._refused("a connection through")

    def unix_server_requested(self, *_: Any) -> bool:
        return self._refused("a listener")

    def _refused(self, what: str) -> bool:
        log.warning("refused %s %s", self.name, what)
        return False


class Seat(asyncssh.SSHServerSession[bytes]):
    """A player's session: his terminal here, and the application on it."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self.loop = asyncio.get_running_loop()
        self.channel: asyncssh.SSHServerChannel[bytes] | None = None
        self.terminal = ""
        self.size = USUAL
        self.master = -1
        self.process: asyncio.subprocess.Process | None = None
        self.waiting = bytearray()
        self.reading = False
        self.allowance = float(BURST)
        self.heard = time.monotonic()
        self.resizing: asyncio.TimerHandle | None = None
        self.tasks: set[asyncio.Task[None]] = set()

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self.channel = chan

    # What a client may ask for.

    def pty_requested(self, term_type: str, term_size: Any, term_modes: Any) -> bool:
        self.terminal = term_type if TERMINAL.fullmatch(term_type) else "xterm-256color"
        self.size = fitting(term_size[0], term_size[1])
        return True

    def shell_requested(self) -> bool:
        return bool(self.terminal) or self._refused("a session without a terminal")

    def exec_requested(self, command: str) -> bool:
        return self._refused(f"the command {command[:60]!r}")

    def subsystem_requested(self, subsystem: str) -> bool:
        return self._refused(f"the subsystem {subsystem[:60]!r}")

    def _refused(self, what: str) -> bool:
        log.warning("refused %s %s", self.guest.name, what)
        return False

    # The application.

    def session_started(self) -> None:
        task = self.loop.create_task(self._play())
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _play(self) -> None:
        assert self.channel is not None
        self.master, slave = pty.openpty()
        termios.tcsetwinsize(self.master, (self.size[1], self.size[0]))
        os.set_blocking(self.master, False)
        try:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "tui.server.guest",
                stdin=slave, stdout=slave, stderr=slave, env=self._environment(),
                start_new_session=True, preexec_fn=_own_terminal,
            )  # fmt: skip
        except OSError as error:
            log.error("no process for %s: %s", self.guest.name, error)
            self.channel.exit(1)
            return
        finally:
            os.close(slave)
        self._read(True)
        watch = self.loop.create_task(self._watch())
        try:
            status = await self.process.wait()
        finally:
            watch.cancel()
        self._pull()
        self._hang_up()
        self.channel.exit(status if status >= 0 else 1)

    def _environment(self) -> dict[str, str]:
        assert self.channel is not None
        house = self.guest.house
        given = self.channel.get_environment()
        env = {
            "PATH": os.environ.get("PATH", os.defpath), "LANG": "C.UTF-8", "TERM": self.terminal,
            "TERCIO_PLAYER": self.guest.name, "TERCIO_STORE": str(house.store.absolute()),
            "PYTHONPATH": str(ROOT), "PYTHONSAFEPATH": "1",
        }  # fmt: skip
        if given.get("COLORTERM") in ("truecolor", "24bit"):
            env["COLORTERM"] = str(given["COLORTERM"])
        return env

    async def _watch(self) -> None:
        """Hangs up on who says nothing for too long; refills what he may send."""
        while True:
            await asyncio.sleep(0.25)
            self.allowance = min(BURST, self.allowance + INPUT / 4)
            self._push()
            if time.monotonic() - self.heard > self.guest.house.idle:
                log.info("%s was idle too long", self.guest.name)
                self._hang_up()
                return

    def _hang_up(self) -> None:
        """Takes the terminal away; the application gets SIGHUP, saves and ends, or is killed."""
        if self.master < 0:
            return
        self._read(False)
        os.close(self.master)
        self.master = -1
        process = self.process
        if process is not None and process.returncode is None:
            self.loop.call_later(GRACE, _kill, process)

    # Bytes from the application to the player.

    def _read(self, on: bool) -> None:
        if on != self.reading and self.master >= 0:
            self.reading = on
            if on:
                self.loop.add_reader(self.master, self._pull)
            else:
                self.loop.remove_reader(self.master)

    def _pull(self) -> None:
        try:
            data = os.read(self.master, 65536) if self.master >= 0 else b""
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if data and self.channel is not None:
            self.channel.write(data)
        else:
            self._read(False)

    def pause_writing(self) -> None:
        self._read(False)

    def resume_writing(self) -> None:
        self._read(True)

    # Bytes from the player to the application.

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        self.heard = time.monotonic()
        self.waiting += data
        self._push()

    def _push(self) -> None:
        """Hands on what he typed, no faster than he may; the rest waits on his side."""
        take = int(min(len(self.waiting), self.allowance))
        if take and self.master >= 0:
            with suppress(BlockingIOError, OSError):
                written = os.write(self.master, self.waiting[:take])
                del self.waiting[:written]
                self.allowance -= written
        if self.channel is not None:
            if len(self.waiting) > BURST:
                self.channel.pause_reading()
            elif not self.waiting:
                self.channel.resume_reading()

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        self.size = fitting(width, height)
        if self.resizing is None:
            self.resizing = self.loop.call_later(0.05, self._resize)

    def _resize(self) -> None:
        self.resizing = None
        if self.master >= 0:
            termios.tcsetwinsize(self.master, (self.size[1], self.size[0]))

    def eof_received(self) -> bool:
        self._hang_up()
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        self._hang_up()


def _own_terminal() -> None:
    """In the new process: the terminal is its own."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def _kill(process: asyncio.subprocess.Process) -> None:
    with suppress(ProcessLookupError):
        if process.returncode is None:
            process.kill()


def host_key(store: Path) -> asyncssh.SSHKey:
    """The key by which players know this server again; made at the first start."""
    path = store / "host_key"
    try:
        if path.exists():
            return asyncssh.read_private_key(path)
        store.mkdir(parents=True, exist_ok=True)
        key = asyncssh.generate_private_key("ssh-ed25519")
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(key.export_private_key())
            file.flush()
            os.fsync(file.fileno())
        return key
    except (OSError, asyncssh.KeyImportError) as error:
        raise SaveError(f"{path} cannot be used as host key: {error}") from error


async def listen(house: House, host: str, port: int) -> asyncssh.SSHAcceptor:
    """Opens the house. Raises OSError when the address is taken."""
    return await asyncssh.listen(
        host,
        port,
        server_factory=lambda: Guest(house),
        server_host_keys=[host_key(house.store)],
        encoding=None,
        line_editor=False,
        compression_algs=["zlib@openssh.com"],
        login_timeout=LOGIN,
        keepalive_interval=20,
        keepalive_count_max=3,
        allow_scp=False,
        agent_forwarding=False,
        x11_forwarding=False,
        gss_host=None,
        server_version="Tercio",
    )


async def _serve(house: House, host: str, port: int, ready: Callable[[int], None]) -> None:
    door = await listen(house, host, port)
    ready(door.get_port())
    over = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, over.set)
    await over.wait()
    log.info("closing")
    door.close()
    for guest in [*house.guests, *house.door]:
        if guest.connection is not None:
            guest.connection.disconnect(asyncssh.DISC_BY_APPLICATION, "Tercio is closing")
    await door.wait_closed()
    await asyncio.sleep(0.2)


def run(house: House, host: str, port: int, log_file: Path | None) -> int:
    """Serves until it is told to stop. Raises SaveError when it cannot begin."""
    where: dict[str, Any] = {"filename": log_file} if log_file else {"stream": sys.stderr}
    try:
        logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s", **where)
    except OSError as error:
        raise SaveError(f"{log_file} cannot be written: {error.strerror or error}") from error
    logging.getLogger("asyncssh").setLevel(logging.ERROR)
    if not players.lines(house.players):
        raise SaveError(f"{house.players} names no player: tercio serve --add NAME adds one")

    os.umask(confine.mask(house.store))
    if not confine.version():
        log.warning("this kernel has no Landlock: only limits and rights bind the players")

    def ready(bound: int) -> None:
        log.info("serving %s on %s port %s", house.store, host, bound)

    try:
        asyncio.run(_serve(house, host, port, ready))
    except OSError as error:
        raise SaveError(f"{host} port {port} cannot be used: {error.strerror or error}") from error
    return 0
