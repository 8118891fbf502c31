"""Programs on a pseudo-terminal, as a person would use them: for tests.bench."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
SILENCE: Final = 0.4  # seconds after which a screen has painted


class Terminal:
    """A program on a pseudo-terminal, and what it sends."""

    def __init__(
        self, words: Sequence[str], lines: int = 40, columns: int = 120, where: Path = ROOT
    ) -> None:
        self.began = time.perf_counter()
        self.pid, self.line = pty.fork()
        if not self.pid:
            os.chdir(where)
            settings = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
            os.execve(sys.executable, [sys.executable, *words], settings)
        fcntl.ioctl(self.line, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def settle(self, silence: float = SILENCE) -> tuple[bytes, float]:
        """What it sends until it falls silent or ends, and when the last of it came."""
        seen, last = b"", time.perf_counter()
        while select.select([self.line], [], [], silence if seen else 20)[0]:
            try:
                seen += os.read(self.line, 65536)
            except OSError:
                break
            last = time.perf_counter()
        return seen, last

    def read_for(self, seconds: float) -> None:
        """Takes what it sends for so long."""
        ends = time.perf_counter() + seconds
        while (left := ends - time.perf_counter()) > 0:
            if select.select([self.line], [], [], left)[0]:
                os.read(self.line, 65536)

    def answer(self) -> bytes:
        """The next line that it sends, without the end of it."""
        line = b""
        while not line.endswith(b"\n"):
            line += os.read(self.line, 1)
        return line.strip()

    def press(self, keys: bytes) -> int:
        """The bytes that keys bring."""
        os.write(self.line, keys)
        return len(self.settle()[0])

    def close(self) -> None:
        """Ends the program."""
        os.kill(self.pid, signal.SIGTERM)
        while select.select([self.line], [], [], 1)[0]:
            try:
                if not os.read(self.line, 65536):
                    break
            except OSError:
                break
        os.close(self.line)
        os.waitpid(self.pid, 0)
