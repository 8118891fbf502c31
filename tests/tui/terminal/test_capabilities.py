"""The real command on a real terminal: it leaves when the line drops, and nothing is lost."""

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from pathlib import Path
from typing import Any

import pyte
import pytest
from textual.pilot import Pilot

from saves import store
from tests.tui.small_game import TO_SPAIN, TO_THE_MARCH, drive, press, saved
from tui.application.app import Tercio
from tui.settings.files import Local

ROOT = Path(__file__).parents[3]
PATIENCE = 180  # seconds for a machine that has much else to do


class Terminal:
    """A pseudo-terminal with `tercio new artois` on it."""

    def __init__(self, where: Path, nohup: bool) -> None:
        self.pid, self.line = pty.fork()
        if not self.pid:
            signal.signal(signal.SIGHUP, signal.SIG_IGN if nohup else signal.SIG_DFL)
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # a suite behind a shell's & ignores it
            os.chdir(ROOT)
            words = ["-m", "tui", "new", "artois", "--seed", "1", "--store", str(where)]
            settings = {**os.environ, "TERM": "xterm-256color"}
            os.execve(sys.executable, [sys.executable, *words], settings)
        fcntl.ioctl(self.line, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.screen = pyte.Screen(80, 24)
        self.stream = pyte.ByteStream(self.screen)

    def shows(self, wanted: str, without: str = "nothing") -> None:
        """Waits until some words stand on the screen, and others no more."""
        until = time.monotonic() + PATIENCE
        while wanted not in (seen := "\n".join(self.screen.display)) or without in seen:
            ready, _, _ = select.select([self.line], [], [], 1)
            try:
                self.stream.feed(os.read(self.line, 65536) if ready else b"")
            except OSError:
                pytest.fail(f"the application ended by itself: {seen}")
            assert time.monotonic() < until, seen

    def ended(self, reading: bool) -> tuple[int, bytes]:
        """The exit status, and what was still written."""
        seen, until = b"", time.monotonic() + PATIENCE
        while True:
            if select.select([self.line] if reading else [], [], [], 0.05)[0]:
                try:
                    seen += os.read(self.line, 65536)
                except OSError:
                    reading = False
            done, status = os.waitpid(self.pid, os.WNOHANG)
            if done:
                return os.waitstatus_to_exitcode(status), seen
            if time.monotonic() > until:
                os.kill(self.pid, signal.SIGKILL)
                os.waitpid(self.pid, 0)
                pytest.fail("the application lives on without its terminal")


@pytest.mark.parametrize("nohup", [False, True], ids=["hang-up", "hang-up ignored"])
def test_it_ends_with_its_terminal_and_loses_nothing(tmp_path: Path, nohup: bool) -> None:
    terminal = Terminal(tmp_path, nohup)
    terminal.shows("sit down")
    os.write(terminal.line, b"\r")
    terminal.shows("Which campaign", without="sit down")
    os.write(terminal.line, b"4\r")
    terminal.shows("moves next")
    os.close(terminal.line)
    status, _ = terminal.ended(reading=False)
    assert status == 129
    saved = store.open_game(tmp_path / "artois")
    assert [record.answer for record in saved.game.records if record.answer] == ["active"]
    saved.close()


def test_a_signal_gives_the_terminal_back(tmp_path: Path) -> None:
    """SIGTERM too, as the next test has it."""
    terminal = Terminal(tmp_path, False)
    terminal.shows("sit down")
    os.kill(terminal.pid, signal.SIGINT)
    status, seen = terminal.ended(reading=True)
    assert status == 128 + signal.SIGINT
    assert b"\x1b[?1049l" in seen
    os.close(terminal.line)


def test_a_terminal_that_lies_about_its_size_is_not_believed(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, False)
    terminal.shows("sit down")
    for rows, columns in ((0, 0), (65535, 65535), (1, 1), (24, 80)):
        size = struct.pack("HHHH", rows, columns, 0, 0)
        fcntl.ioctl(terminal.line, termios.TIOCSWINSZ, size)
    os.write(terminal.line, b"\r")
    terminal.shows("Which campaign", without="sit down")
    os.write(terminal.line, b"\x1b[48;60000;60000;0;0t\x00\xff\xfe\x1b]52;c;?\x07")
    os.write(terminal.line, b"4\r")
    terminal.shows("moves next")
    os.kill(terminal.pid, signal.SIGTERM)
    status, seen = terminal.ended(reading=True)
    assert status == 128 + signal.SIGTERM
    assert b"\x1b[?1049l" in seen
    os.close(terminal.line)


@pytest.mark.parametrize("answers", [TO_THE_MARCH, TO_SPAIN])
def test_a_window_of_any_size_is_drawn(tmp_path: Path, answers: tuple[Any, ...]) -> None:
    game = saved(tmp_path / "game", answers)

    async def play(pilot: Pilot[int]) -> None:
        for size in ((3, 2), (1, 1), (20, 6), (21, 200), (500, 7), (120, 40)):
            await pilot.resize_terminal(*size)
            await press(pilot, "question_mark", "escape", "tab")
        await press(pilot, "enter")

    drive(Tercio(Local(tmp_path), game), (120, 40), play)
    game.close()
