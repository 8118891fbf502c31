"""What the real screen of a game sends down the line, over a pty in 256 colours."""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.tui.terminal.test_output import ROOT, Terminal
from tui.terminal import output

APP = str(ROOT / "tests/tui/game_app.py")
NEVER = "600"  # the map's cursor does not rest
RIGHT, LEFT, UP, DOWN = "\x1b[1;5C", "\x1b[1;5D", "\x1b[1;5A", "\x1b[1;5B"  # by cells
NOTHING = "\x1b[20~"  # F9

pytestmark = pytest.mark.skipif(not output.SEAM, reason="this Textual lacks the seam of the wire")


class Line:
    """A game in a terminal, and a stream compressed as SSH compresses it."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self.stream = zlib.compressobj(6)
        self.squeezed = 0

    def key(self, key: str) -> int:
        """How many bytes a key costs, with all that is worked out because of it."""
        return self.sent(self.terminal.press(key))

    def sent(self, written: bytes) -> int:
        """How many bytes these are, and how many compressed."""
        packed = self.stream.compress(written) + self.stream.flush(zlib.Z_SYNC_FLUSH)
        self.squeezed = len(packed)
        return len(written)

    def says(self, text: str) -> bool:
        """Whether the screen shows something."""
        return any(text in row for row in self.terminal.screen.display)

    def rows(self, first: int, last: int) -> list[str]:
        """Some rows of the screen, from below."""
        return list(self.terminal.screen.display[first:last])


@contextmanager
def playing(game: str, rest: str, wanted: str, size: tuple[int, int]) -> Iterator[tuple[Line, int]]:
    terminal = Terminal(APP, game, rest, columns=size[0], lines=size[1])
    line = Line(terminal)
    try:
        first = line.sent(terminal.until("ready"))
        assert line.says(wanted), terminal.screen.display
        yield line, first
    finally:
        terminal.close(b"\x03\x03")


def test_steps_of_the_cursor_and_the_first_screen() -> None:
    with playing("march", NEVER, "MP left", (120, 40)) as (line, first):
        assert first <= 30 * 1024
        for key in (*[RIGHT] * 7, *[UP] * 4, "-", *[RIGHT] * 3, UP, "-", *[LEFT] * 3, DOWN):
            before = line.rows(-13, -10)
            cost = line.key(key)
            same = line.rows(-13, -10) == before
            assert key == "-" or cost <= (100 if same else 340), f"{key!r}, {before}"
        line.key(NOTHING)  # the panes follow
        os.write(line.terminal.fd, b"\x1b[<35;30;12M\x1b[<35;31;12M")  # the pointer passes
        assert line.key(NOTHING) == 0


def test_when_the_cursor_rests_the_panes_follow() -> None:
    with playing("march", "0.05", "MP left", (120, 40)) as (line, _):
        costs = [line.key(key) for key in (*[RIGHT] * 5, *[UP] * 4)]
        assert max(costs) <= 2000  # the strip of the decision is drawn where a battle would be


@pytest.mark.parametrize("game", ["italian-wars-1494", "hungary-1526"])
def test_another_line_lights_another_province_and_all_panes_follow(game: str) -> None:
    with playing(game, "0.05", "moves next?", (120, 40)) as (line, first):
        assert first <= 30 * 1024
        costs = [line.key(key) for key in (*[DOWN] * 3, UP)]
        assert max(costs) <= 900


@pytest.mark.parametrize(("size", "most"), [((120, 40), 1536), ((200, 60), 3072)])
def test_a_pan(size: tuple[int, int], most: int) -> None:
    """The first too, after a picture of the whole screen."""
    with playing("march", NEVER, "MP left", size) as (line, _):
        for key in (*"lljhk", "-", *"lj", "+", "+", *"lj"):
            line.key(key)
            assert key in "+-" or line.squeezed <= most, key


def test_a_die() -> None:
    with playing("rolls", NEVER, "One more die?", (120, 40)) as (line, _):
        for _ in range(4):
            assert 0 < line.key("y") <= 1024
