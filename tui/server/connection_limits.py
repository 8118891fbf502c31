"""Bounds on what a connection may send, beyond those that SSH itself sets.

They hang on parts of AsyncSSH that it does not promise to keep: its transport, and how a channel is
told of an environment variable. A test tries each of them on a real connection.
"""

from __future__ import annotations

import asyncio
import select
import time
import zlib
from collections.abc import Callable
from contextlib import suppress
from socket import SO_RCVBUF, SO_SNDBUF, SOL_SOCKET
from typing import Any, Final, cast

import asyncssh
from asyncssh import compression
from asyncssh.connection import SSHConnection

COMPRESSION: Final = "zlib@openssh.com"
UNPACKED: Final = 256 * 1024  # bytes that a packet may become
RATE: Final = 16 * 1024  # bytes of packets a second, after a first burst
BURST: Final = 128 * 1024
SHARE: Final = 16 * 1024  # bytes handed on before others have their turn
ASKED: Final = 1.0  # seconds after which one who is kept waiting is asked whether he is there
HELD: Final = 64 * 1024  # bytes that the system holds for a connection, each way
VARIABLES: Final = 64  # of the environment, known or not
KNOWN: Final = (b"COLORTERM", b"LANG", b"LC_ALL", b"LC_CTYPE", b"TERM")
LONGEST: Final = 64  # bytes of a variable


class Decompressor(compression.Decompressor):
    """Unpacks a packet unless it becomes too large: then the connection ends."""

    def __init__(self) -> None:
        self._unpack = zlib.decompressobj()

    def decompress(self, data: bytes) -> bytes | None:
        """What a packet becomes; None where it is too much, or nothing that was packed."""
        try:
            found = self._unpack.decompress(data, UNPACKED)
        except zlib.error:
            return None
        return None if self._unpack.unconsumed_tail else found


def bound_compression() -> None:
    """Has every connection unpack no more than that, once for the whole process."""
    name = COMPRESSION.encode()
    if compression._cmp_decompressors[name] is not Decompressor:
        packing = compression._cmp_compressors[name]
        compression.register_compression_alg(name, packing, Decompressor, True, False)


def transport(connection: SSHConnection | None) -> asyncio.Transport | None:
    """The transport below a connection, while it stands."""
    return cast("asyncio.Transport | None", getattr(connection, "_transport", None))


def untaken(connection: SSHConnection | None) -> int:
    """The bytes that wait for room on the line to the other side."""
    line = transport(connection)
    return line.get_write_buffer_size() if line is not None else 0


class Meter:
    """Hands on what a connection sends in small shares and no faster than RATE, so that no guest
    takes the server's time from the others, whatever packets he sends."""

    def __init__(self, connection: SSHConnection) -> None:
        self.connection = connection
        self.given: Callable[[bytes], None] = connection.data_received
        self.waiting = bytearray()
        self.allowance = float(BURST)
        self.refilled = self.asked = time.monotonic()
        self.due: asyncio.TimerHandle | None = None
        line = transport(connection)
        if line is not None:
            socket = line.get_extra_info("socket")
            socket.setsockopt(SOL_SOCKET, SO_RCVBUF, HELD)
            socket.setsockopt(SOL_SOCKET, SO_SNDBUF, HELD)
        setattr(connection, "data_received", self.received)  # noqa: B010 - in front of a method

    def received(self, data: bytes, _kind: int | None = None) -> None:
        """Takes what came."""
        self.waiting += data
        if self.due is None:
            self._hand_on()

    def _hand_on(self) -> None:
        self.due = None
        line, now = transport(self.connection), time.monotonic()
        if line is None or line.is_closing():
            return
        self.allowance = min(BURST, self.allowance + (now - self.refilled) * RATE)
        self.refilled = now
        share = bytes(self.waiting[:SHARE])
        del self.waiting[:SHARE]
        self.allowance -= len(share)
        self.given(share)
        if self.waiting or self.allowance < 0:
            line.pause_reading()
            if now - self.asked > ASKED:  # whoever is gone answers that the line is cut
                self.asked = now
                self.connection.send_debug("slower")
            wait = max(0.0, -self.allowance / RATE)
            self.due = asyncio.get_running_loop().call_later(wait, self._hand_on)
        else:
            line.resume_reading()


class Hangups:
    """Notices that a line is gone also while nothing is read from it, where the system has epoll.

    What a guest sent before may wait for minutes: he is to leave at once.
    """

    def __init__(self) -> None:
        self.watch = select.epoll() if hasattr(select, "epoll") else None
        self.known: dict[int, SSHConnection] = {}

    def add(self, connection: SSHConnection) -> None:
        """Watches a connection; its end ends it."""
        line = transport(connection)
        if self.watch is None or line is None:
            return
        if not self.known:
            asyncio.get_running_loop().add_reader(self.watch.fileno(), self._gone)
        number = line.get_extra_info("socket").fileno()
        self.known[number] = connection
        with suppress(OSError):
            self.watch.unregister(number)
        self.watch.register(number, select.EPOLLRDHUP)

    def _gone(self) -> None:
        assert self.watch is not None
        for number, _ in self.watch.poll(0):
            with suppress(OSError):
                self.watch.unregister(number)
            connection = self.known.pop(number, None)
            line = transport(connection)
            here = line.get_extra_info("socket").fileno() if line is not None else -1
            if connection is not None and here == number:
                connection.abort()


def bound_environment(channel: asyncssh.SSHServerChannel[bytes], over: Callable[[], None]) -> None:
    """Keeps of the environment that a client sends what is known and short; `over` is called when
    he sends more than anybody has."""
    heard = 0

    def request(packet: Any) -> bool:
        nonlocal heard
        heard += 1
        if heard > VARIABLES:
            over()
            return False
        name, value = packet.get_string(), packet.get_string()
        if name not in KNOWN or len(value) > LONGEST:
            return False
        environment: dict[bytes, bytes] = getattr(channel, "_env")  # noqa: B009
        environment[name] = value
        return True

    setattr(channel, "_process_env_request", request)  # noqa: B010
