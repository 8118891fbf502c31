"""The operator's way to a server that runs: a socket in the store, for its own account alone.

`tercio serve --who`, `--message TEXT` and `--close` speak through it: a JSON object in a line each
way.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import struct
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, Final

from engine.documents.printable import printable
from saves.disk.packing import SaveError
from tui.server.service import Service
from tui.server.spawn import private

NAME: Final = ".control"
LONGEST: Final = 1000  # letters of a message
MOST: Final = 2**20  # bytes of a request, and of an answer
PATIENCE: Final = 30.0  # seconds for the server to answer


class Control:
    """The server's end, while it is open. Raises SaveError where another server holds it."""

    def __init__(self, service: Service, close: Callable[[], None]) -> None:
        self.service = service
        self.close = close
        self.path = service.store / NAME
        self.door: asyncio.AbstractServer | None = None
        self.near = ExitStack()  # its short name

    async def __aenter__(self) -> Control:
        try:
            ask(self.service.store, {"do": "who"})
        except SaveError:
            self.path.unlink(missing_ok=True)
        else:
            raise SaveError(
                f"{self.service.store} is served already: tercio serve --close ends that"
            )
        mask = os.umask(0o177)
        try:
            with ExitStack() as kept:
                near = kept.enter_context(ShortSocketName(self.path))
                self.door = await asyncio.start_unix_server(self._serve, near, limit=MOST)
                self.near = kept.pop_all()  # from Python 3.13 on it is taken away by this name
        finally:
            os.umask(mask)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self.door is not None
        self.door.close()
        self.near.close()
        self.path.unlink(missing_ok=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, ValueError, RecursionError, TimeoutError):
            if self._is_player(writer.get_extra_info("socket")):
                raise ValueError("a player is not an operator")
            async with asyncio.timeout(PATIENCE):
                answer = self.answer(json.loads(await reader.readline()))
                writer.write(json.dumps(answer).encode() + b"\n")
                await writer.drain()
        writer.close()

    def _is_player(self, line: socket.socket) -> bool:
        """Whether a player's process speaks: it runs under the same account, and is no operator."""
        if not hasattr(socket, "SO_PEERCRED"):
            return False
        told = line.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
        process, _, _ = struct.unpack("3i", told)
        seats = (guest.seat for guest in self.service.guests)
        theirs = {seat.application.process for seat in seats if seat is not None}
        return os.getsid(process) in theirs

    def answer(self, wish: Any) -> dict[str, Any]:
        """Does what the operator wishes."""
        match wish:
            case {"do": "who"}:
                return who(self.service)
            case {"do": "message", "text": str(text)}:
                said = printable(text)[:LONGEST]
                told = [guest.seat for guest in self.service.guests if guest.seat is not None]
                for seat in told:
                    seat.application.say(said)
                return {"told": len(told)}
            case {"do": "close"}:
                self.close()
                return {"closing": len(self.service.guests)}
        return {"wrong": "there is no such wish"}


def who(service: Service) -> dict[str, Any]:
    """Who is in, since when, what it costs, and how much was refused; for people and monitors."""
    now = time.time()
    found: list[dict[str, Any]] = []
    for guest in sorted(service.guests, key=lambda one: one.since):
        seat = guest.seat
        found.append(
            {
                "name": guest.name, "address": guest.address, "seconds": int(now - guest.since),
                "game": seat.application.game if seat is not None else "",
                "silent": int(time.monotonic() - seat.heard) if seat is not None else 0,
                "process": seat.application.process if seat is not None else 0,
                "memory": seat.application.memory() if seat is not None else 0,
            }
        )  # fmt: skip
    return {
        "players": found, "sessions": len(found), "most": service.most,
        "strangers": len(service.door),
        "refused": service.refused, "seconds": int(now - service.since),
        "memory": private(os.getpid()) + sum(one["memory"] for one in found),
    }  # fmt: skip


def ask(store: Path, wish: dict[str, str]) -> dict[str, Any]:
    """Asks the server of a store for something. Raises SaveError where none runs."""
    try:
        with socket.socket(socket.AF_UNIX) as line, ShortSocketName(store / NAME) as near:
            line.settimeout(PATIENCE)
            line.connect(near)
            line.sendall(json.dumps(wish).encode() + b"\n")
            with line.makefile("rb") as answer:
                found = json.loads(answer.readline(MOST))
        if not isinstance(found, dict):
            raise ValueError("no answer of a server")
    except (OSError, ValueError, RecursionError) as error:
        raise SaveError(f"no server answers for {store}: tercio serve starts one") from error
    return found


class ShortSocketName:
    """A short name for a socket, however long its folder's is: they have a hundred letters."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.folder = -1

    def __enter__(self) -> str:
        if not Path("/proc/self/fd").exists():
            return str(self.path)
        self.folder = os.open(self.path.parent, os.O_RDONLY | os.O_DIRECTORY)
        return f"/proc/self/fd/{self.folder}/{self.path.name}"

    def __exit__(self, *_: object) -> None:
        if self.folder >= 0:
            os.close(self.folder)


def lines(answer: dict[str, Any]) -> list[str]:
    """Who is in, as lines to read."""
    whole = f"{answer['sessions']} of {answer['most']} players, {answer['strangers']} at the door"
    whole += f", {answer['refused']} refused, {_megabytes(answer['memory'])}"
    told = [f"{whole}, open for {_time(answer['seconds'])}"]
    for one in answer["players"]:
        game = one["game"] or "the title"
        told.append(
            f"{one['name']:16} {game:24} {_time(one['seconds']):>8}  silent {_time(one['silent'])}"
            f"  {_megabytes(one['memory'])}  {one['address']}"
        )
    return told


def _megabytes(count: int) -> str:
    return f"{count / 2**20:.0f} MB"


def _time(seconds: int) -> str:
    minutes = seconds // 60
    return f"{minutes // 60}:{minutes % 60:02}" if minutes else f"{seconds} s"
