"""A player's session: his terminal here, the application on it, and the bytes between them."""

from __future__ import annotations

import asyncio
import logging
import os
import pty
import re
import termios
import time
from contextlib import suppress
from typing import Any, Final

import asyncssh

from tui.server import connection_limits
from tui.server.service import Guest, Service
from tui.server.spawn import Application
from tui.terminal.capabilities import USUAL, drawable_size

log = logging.getLogger("tercio.serve")

TERMINAL: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9+._-]{0,39}")
KEYS: Final = 2 * 1024  # bytes a second that a player may type, after a first burst
BURST: Final = 16 * 1024
HELD: Final = 64 * 1024  # bytes that wait for a player to take them, until no more are read
DEAF: Final = 60.0  # seconds without a byte taken, while some wait
LOOK: Final = 1.0  # seconds between two looks
RESIZES: Final = 0.2  # seconds until the application hears of another size
RESIZED: Final = 1.0  # seconds at least between two of them
LARGEST: Final = (240, 64)  # columns and lines: what a screen takes of memory goes by its cells
LINGERS: Final = 0.5  # seconds a client has to go by himself when his session is over
GRACE: Final = 8.0  # seconds an application has to save when its terminal is gone


class Seat(asyncssh.SSHServerSession[bytes]):
    """A player's session."""

    def __init__(self, service: Service, guest: Guest) -> None:
        self.service = service
        self.guest = guest
        self.loop = asyncio.get_running_loop()
        self.channel: asyncssh.SSHServerChannel[bytes] | None = None
        self.application = Application(service.forkserver)
        self.terminal = ""
        self.size = USUAL
        self.master = -1
        self.waiting = bytearray()  # typed, and not handed on yet
        self.allowance = float(BURST)
        self.refilled = self.heard = self.taken_at = time.monotonic()
        self.written = self.taken = self.untaken = 0  # bytes: drawn, gone to him, on their way
        self.reading = self.paused = False
        self.pushing: asyncio.TimerHandle | None = None
        self.resizing: asyncio.TimerHandle | None = None
        self.resized = 0.0  # when the application last heard of a size
        self.tasks: set[asyncio.Task[None]] = set()

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self.channel = chan

    # What a client may ask for.

    def pty_requested(self, term_type: str, term_size: Any, term_modes: Any) -> bool:
        self.terminal = term_type if TERMINAL.fullmatch(term_type) else "xterm-256color"
        self.size = _fitting(term_size[0], term_size[1])
        return True

    def shell_requested(self) -> bool:
        return bool(self.terminal) or self.guest.refused("a session without a terminal")

    def exec_requested(self, command: str) -> bool:
        return self.guest.refused(f"the command {command[:60]!r}")

    def subsystem_requested(self, subsystem: str) -> bool:
        return self.guest.refused(f"the subsystem {subsystem[:60]!r}")

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
            begun = await self.application.begin(self._environment(), slave)
        finally:
            os.close(slave)
        if not begun:
            self._hang_up()
            self.channel.write(b"Tercio cannot start for you now. Please try again later.\r\n")
            self.channel.exit(1)
            return
        self._read(True)
        watch = self.loop.create_task(self._watch())
        try:
            await self.application.ended()
        finally:
            watch.cancel()
        while self._pull():
            pass
        self._hang_up()
        self.channel.exit(0)

    def _environment(self) -> dict[str, str]:
        assert self.channel is not None
        env = {
            "PATH": os.environ.get("PATH", os.defpath), "LANG": "C.UTF-8", "TERM": self.terminal,
            "TERCIO_PLAYER": self.guest.name, "TERCIO_STORE": str(self.service.store.absolute()),
        }  # fmt: skip
        colours = self.channel.get_environment().get("COLORTERM")
        return env | ({"COLORTERM": colours} if colours in ("truecolor", "24bit") else {})

    async def _watch(self) -> None:
        """Hangs up on who says nothing for too long, or takes nothing."""
        while True:
            await asyncio.sleep(LOOK)
            now = time.monotonic()
            if now - self.heard > self.service.idle:
                log.info("%s was idle too long", self.guest.name)
                self._hang_up()
            elif self._deaf(now):
                log.info("%s took nothing for %d seconds", self.guest.name, DEAF)
                self._hang_up()
                self.guest.drop()
            elif not self.paused:
                self._read(True)

    def _deaf(self, now: float) -> bool:
        """Whether he has taken nothing for long: neither as SSH tells it, nor his system."""
        held = self.channel.get_write_buffer_size() if self.channel is not None else 0
        taken, untaken = self.written - held, connection_limits.untaken(self.guest.connection)
        if (not held or taken > self.taken) and (not untaken or untaken < self.untaken):
            self.taken_at = now
        self.taken, self.untaken = taken, untaken
        return now - self.taken_at > DEAF

    def _hang_up(self) -> None:
        """Takes the terminal away; the application gets SIGHUP, saves and ends, or is killed."""
        if self.master < 0:
            return
        self._read(False)
        os.close(self.master)
        self.master = -1
        self.loop.call_later(GRACE, self.application.kill)

    # Bytes from the application to the player.

    def _read(self, on: bool) -> None:
        if on != self.reading and self.master >= 0:
            self.reading = on
            if on:
                self.loop.add_reader(self.master, self._pull)
            else:
                self.loop.remove_reader(self.master)

    def _pull(self) -> bool:
        """Hands on what the application drew, while the player takes it; whether there was any."""
        try:
            data = os.read(self.master, 65536) if self.master >= 0 else b""
        except BlockingIOError:
            return False
        except OSError:
            data = b""
        if data and self.channel is not None:
            self.channel.write(data)
            self.written += len(data)
        if not data or connection_limits.untaken(self.guest.connection) > HELD:
            self._read(False)
        return bool(data)

    def pause_writing(self) -> None:
        self.paused = True
        self._read(False)

    def resume_writing(self) -> None:
        self.paused = False
        self._read(True)

    # Bytes from the player to the application.

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        self.heard = time.monotonic()
        self.waiting += data
        self._push()

    def _push(self) -> None:
        """Hands on what he typed, no faster than he may; the rest waits on his side."""
        now = time.monotonic()
        self.allowance = min(BURST, self.allowance + (now - self.refilled) * KEYS)
        self.refilled = now
        take = int(min(len(self.waiting), self.allowance))
        if take and self.master >= 0:
            with suppress(OSError):
                written = os.write(self.master, self.waiting[:take])
                del self.waiting[:written]
                self.allowance -= written
        if self.waiting and self.pushing is None:
            self.pushing = self.loop.call_later(0.1, self._push_on)
        if self.channel is not None:
            if self.waiting:
                self.channel.pause_reading()
            else:
                self.channel.resume_reading()

    def _push_on(self) -> None:
        self.pushing = None
        if self.master >= 0:
            self._push()

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        self.heard = time.monotonic()
        self.size = _fitting(width, height)
        if self.resizing is None:
            due = max(self.loop.time() + RESIZES, self.resized + RESIZED)
            self.resizing = self.loop.call_at(due, self._resize)

    def _resize(self) -> None:
        self.resizing, self.resized = None, self.loop.time()
        if self.master >= 0:
            termios.tcsetwinsize(self.master, (self.size[1], self.size[0]))

    def eof_received(self) -> bool:
        self._hang_up()
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        self._hang_up()
        self.loop.call_later(LINGERS, self.guest.drop)


def _fitting(width: int, height: int) -> tuple[int, int]:
    columns, lines = drawable_size(width, height)
    return min(columns, LARGEST[0]), min(lines, LARGEST[1])
