"""The line between a player's process and the server that started it.

The server says what its operator has to say, or that it closes. The process tells what the operator
may know of it: its number and the game that is open. A message is a JSON object in a line.
"""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Final, NamedTuple, Protocol

MOST: Final = 8192  # bytes read at once, and of a message


class Line(Protocol):
    """What the line is made of: a connected socket."""

    def fileno(self) -> int:
        """Its number for the system."""

    def send(self, data: bytes, /) -> int:
        """Sends what there is room for."""

    def recv(self, most: int, /) -> bytes:
        """Waits for something; nothing when the other side is gone."""


class Notice(NamedTuple):
    """What the operator says; `ends` when the application is to save and leave."""

    text: str
    ends: bool


class Operator:
    """A player's end of the line."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self._begun = b""

    def fileno(self) -> int:
        """What becomes readable when something was said."""
        return self.line.fileno()

    def tell(self, **what: str | int) -> None:
        """Tells the server something; nothing where it does not listen."""
        with suppress(OSError):
            self.line.send(json.dumps(what).encode() + b"\n")

    def hear(self) -> list[Notice] | None:
        """What was said, waiting for it where nothing was; None when the server is gone."""
        try:
            data = self.line.recv(MOST)
        except OSError:
            data = b""
        if not data:
            return None
        *lines, self._begun = (self._begun + data)[-2 * MOST :].split(b"\n")
        return [notice for line in lines if (notice := _notice(line)) is not None]


def _notice(line: bytes) -> Notice | None:
    with suppress(ValueError, RecursionError):
        match json.loads(line):
            case {"say": str(text), **more}:
                return Notice(text, bool(more.get("ends")))
    return None
