"""ctrl+z leaves a game for the shell that it was started from, and fg comes back to it."""

from __future__ import annotations

import os
import pty
import select
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.tui.small_game import drive, press, seated
from tui.terminal import job_control

PATIENCE = 60  # seconds until a screen that never comes is told as if it had
NORMAL, OTHER = b"\x1b[?1049l", b"\x1b[?1049h"  # the terminal's own screen, and the application's


class Shell:
    """An interactive shell on a terminal of its own, in which jobs are stopped and go on."""

    def __init__(self, where: Path) -> None:
        self.seen = b""
        self.pid, self.line = pty.fork()
        if not self.pid:
            told = {
                "TERM": "xterm-256color",
                "PS1": "READY ",
                "ENV": "",
                "TERCIO_STORE": str(where),
            }
            os.execvpe("sh", ["sh", "-i"], {**os.environ, **told})

    def type(self, text: str) -> None:
        os.write(self.line, text.encode())

    def until(self, text: bytes) -> bytes:
        """What it shows up to a text."""
        while text not in self.seen:
            assert select.select([self.line], [], [], PATIENCE)[0], self.seen[-2000:]
            self.seen += os.read(self.line, 65536)
        before, _, self.seen = self.seen.partition(text)
        return before


@pytest.fixture
def shell(tmp_path: Path) -> Iterator[Shell]:
    made = Shell(tmp_path)
    yield made
    os.close(made.line)  # hangs up: whatever runs there ends
    os.waitpid(made.pid, 0)


@pytest.mark.parametrize("above", ["", "sh -c '{}; true'"], ids=["alone", "below another"])
def test_ctrl_z_leaves_for_the_shell_and_fg_comes_back(shell: Shell, above: str) -> None:
    """As `tercio`, and as `make play`, where all that was started together has to stop."""
    begun = f"{sys.executable} -m tui new artois"
    shell.until(b"READY ")
    shell.type(f"{above.format(begun) or begun}\n")
    shell.until(b"Pass the keyboard to France.")
    shell.type("\x1a")
    shell.until(NORMAL)
    shell.until(b"READY ")
    shell.type("echo at $((6 * 7))\n")
    shell.until(b"at 42")
    shell.until(b"READY ")
    shell.type("fg\n")
    shell.until(OTHER)
    shell.until(b"Pass the keyboard to France.")
    shell.type("\r")
    shell.until(b"no campaign")
    shell.type("qy")
    shell.until(NORMAL)
    shell.until(b"READY ")


def test_where_no_shell_waits_ctrl_z_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A terminal that runs nothing but the game, or a server, would stand still for ever."""
    monkeypatch.setattr(os, "getsid", lambda _: os.getpgrp())
    assert not job_control.shell_waits()

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "ctrl+z")
        (said,) = pilot.app._notifications
        assert said.message.startswith("No shell waits here: q leaves")

    drive(seated(tmp_path), (80, 24), play)
