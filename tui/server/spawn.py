"""Players' processes as the server sees them: how one is begun, told something, and ended."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

log = logging.getLogger("tercio.serve")

ROOT: Final = Path(__file__).parents[2]
MOST: Final = 8192  # bytes of a message
SIZE: Final = 4096  # bytes of a request, padded
ATTEMPTS: Final = 2  # the second with a fresh forkserver
YIELDS: Final = 10  # how nice who plays is to who comes, and to the server, through which all goes
YIELDED: Final = 20  # times that the kernel is asked for that, which hears ten such wishes a second


def request(environment: Mapping[str, str]) -> bytes:
    """A request for a player's process with this environment. Raises ValueError when it is too
    long."""
    data = json.dumps(dict(environment)).encode()
    if len(data) > SIZE:
        raise ValueError("the environment of a player's process is too long")
    return data.ljust(SIZE)


class Forkserver:
    """The process that forks the players' processes; started when it is first needed, and again
    when it has died."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self.unbound = ""  # what does not bind the players' processes, as it was logged
        self._requests: socket.socket | None = None

    def start(self) -> None:
        """Starts it, unless it runs. Raises OSError."""
        if self.process is not None and self.process.poll() is None:
            return
        self.close()
        ours, theirs = socket.socketpair()
        with theirs:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tui.guest.forkserver", str(theirs.fileno())],
                pass_fds=(theirs.fileno(),), stdin=subprocess.DEVNULL, start_new_session=True,
                env={
                    "PATH": os.environ.get("PATH", os.defpath), "LANG": "C.UTF-8",
                    "TERM": "xterm-256color", "COLORTERM": "truecolor", "MALLOC_ARENA_MAX": "1",
                    "PYTHONPATH": str(ROOT), "PYTHONSAFEPATH": "1",
                },
            )  # fmt: skip
        ours.setblocking(False)
        self._requests = ours

    def begin(self, environment: Mapping[str, str], terminal: int) -> socket.socket:
        """Has a player's process forked that gets a terminal; the line on which it will speak.
        Raises OSError, or ValueError for an environment that is too long."""
        self.start()
        assert self._requests is not None
        ours, theirs = socket.socketpair()
        with theirs:
            try:
                socket.send_fds(self._requests, [request(environment)], [terminal, theirs.fileno()])
            except BaseException:
                ours.close()
                raise
        ours.setblocking(False)
        return ours

    def close(self) -> None:
        """Lets it end; the players' processes stay."""
        if self._requests is not None:
            self._requests.close()
        if self.process is not None:
            self.process.kill()
            self.process.wait()
        self._requests = self.process = None


class Application:
    """A player's process: its number, the game that is open there, and how it ended."""

    def __init__(self, forkserver: Forkserver) -> None:
        self.forkserver = forkserver
        self.process = 0
        self.game = ""
        self._line: socket.socket | None = None
        self._begun = b""

    async def begin(self, environment: Mapping[str, str], terminal: int) -> bool:
        """Starts it on a terminal; whether it runs."""
        for _ in range(ATTEMPTS):
            try:
                self._line = self.forkserver.begin(environment, terminal)
            except (OSError, ValueError) as error:
                log.error("no process for a player: %s", error)
                self.forkserver.close()
                continue
            if await self._hear():
                return True
            self.end()
        return False

    async def _hear(self) -> bool:
        """Takes in what it tells; False when it has ended."""
        assert self._line is not None
        try:
            data = await asyncio.get_running_loop().sock_recv(self._line, MOST)
        except OSError:
            data = b""
        *lines, self._begun = (self._begun + data)[-MOST:].split(b"\n")
        for line in lines:
            with suppress(ValueError, RecursionError):
                self._told(json.loads(line))
        return bool(data)

    def _told(self, what: Any) -> None:
        match what:
            case {"process": int(number), "unbound": str(unbound)} if not self.process:
                self.process = max(number, 0)
                if unbound and unbound != self.forkserver.unbound:
                    self.forkserver.unbound = unbound
                    log.warning("players' processes are not bound whole: %.300r", unbound)
            case {"game": str(name)}:
                self.game = name[:80]
            case {"shown": True} if self.process:
                _yield(self.process)

    async def ended(self) -> None:
        """Waits for its end."""
        while await self._hear():
            pass
        self.end()

    def say(self, text: str, ends: bool = False) -> None:
        """Shows the player a text; where it `ends`, his application saves and leaves."""
        if self._line is not None:
            with suppress(OSError):
                self._line.send(json.dumps({"say": text, "ends": ends}).encode() + b"\n")

    def kill(self) -> None:
        """Ends it at once, if it still runs."""
        if self._line is not None and self.process:
            with suppress(ProcessLookupError):
                os.kill(self.process, signal.SIGKILL)

    def end(self) -> None:
        """Lets go of the line."""
        if self._line is not None:
            self._line.close()
            self._line = None

    def memory(self) -> int:
        """The bytes of memory that are its own alone; 0 where the system does not tell."""
        return private(self.process)


def _yield(process: int, times: int = YIELDED) -> None:
    """Has a player's process compute behind the server and behind those that begin: once its first
    screen is shown. Linux may weigh whole sessions against each other, and each is one of its own.
    """
    try:
        os.setpriority(os.PRIO_PROCESS, process, YIELDS)
        Path(f"/proc/{process}/autogroup").write_text(str(YIELDS), encoding="ascii")
    except BlockingIOError:
        if times:
            asyncio.get_running_loop().call_later(0.2, _yield, process, times - 1)
    except OSError:  # no sessions are weighed, or it has ended
        pass


def private(process: int) -> int:
    """The bytes of memory that are a process's own alone; 0 where the system does not tell."""
    with suppress(OSError, ValueError):
        told = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="utf-8")
        lines = (line.split() for line in told.splitlines() if line.startswith("Private_"))
        return sum(int(line[1]) for line in lines) * 1024
    return 0
