"""A process that plays a position on beside the screen, which goes on taking keys meanwhile."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import engine
from engine.play.asks import Raw
from engine.programs.forecast import Future, future
from engine.programs.position import Position

PROGRAM: Final = (
    "from engine.programs import forecast, parallel; parallel.give_way(); forecast.answer_lines()"
)
LONGEST: Final = 2**22  # bytes of a line that one process writes to the other


class Beside:
    """One process that plays games on, one after the other; it gives way to the screen."""

    def __init__(self) -> None:
        self.position: Position | None = None
        self.process: Process | None = None

    async def play(self, position: Position, seed: int, first: Sequence[Raw]) -> Future | None:
        """How a game goes on with these dice when these answers are given first. Raises OSError
        where no process can be started, or it was ended."""
        if self.process is None:
            path = str(Path(engine.__file__).parents[1])
            self.process = await asyncio.create_subprocess_exec(
                sys.executable, "-P", "-c", PROGRAM, stdin=PIPE, stdout=PIPE, stderr=DEVNULL,
                limit=LONGEST, env={**os.environ, "PYTHONPATH": path},
            )  # fmt: skip
        if position is not self.position:
            self._write(list(position))
            self.position = position
        self._write([seed, list(first)])
        stdout = self.process.stdout
        line = await stdout.readline() if stdout is not None else b""
        if not line:
            raise OSError("the process that played on has ended")
        plain = json.loads(line)
        return None if plain is None else Future.from_plain(plain)

    def _write(self, plain: object) -> None:
        if self.process is not None and self.process.stdin is not None:
            self.process.stdin.write(json.dumps(plain).encode() + b"\n")

    def stop(self) -> None:
        """Nobody waits for it any more."""
        if self.process is not None and self.process.returncode is None:
            self.process.terminate()


class Here(Beside):
    """The same in a thread of this process: on a server, where a player has no other one."""

    async def play(self, position: Position, seed: int, first: Sequence[Raw]) -> Future | None:
        """How a game goes on with these dice when these answers are given first."""
        return await asyncio.to_thread(future, position, seed, first=first)
