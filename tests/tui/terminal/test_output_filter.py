"""The gate before a terminal: drawn letters, colours and ways pass; what a text brings does not."""

from __future__ import annotations

import errno
import io
import os
import pty
import re
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.segment import Segment
from textual.drivers._writer_thread import MAX_QUEUED_WRITES, WriterThread
from textual.strip import Strip

from engine.documents.printable import is_printable
from tests.engine.test_printable import HOSTILE
from tui.terminal.diff import cells
from tui.terminal.output_filter import LossyStream, allowed_output, visible_text

DRAWN = "\x1b[3;4H\x1b[1;38;5;12mKöln ▀大\x1b[m\x1b[5C\x1b[12G\x1b[7d\x1b[?2026h"
ALONE = ("\x1b[?1049h", "\x1b[>1u", "\x1b[<u", "\x1b[?2026$p", "\x1b]52;c;YQ==\x07", "\x07",
         "\x1b[?1049l\x1b[?25h", "\x1b]22;pointer\x07")  # fmt: skip


def test_what_is_drawn_and_what_is_said_alone_passes() -> None:
    for data in (DRAWN, *ALONE, "a\r\nb", ""):
        assert allowed_output(data) == data


@pytest.mark.parametrize("text", HOSTILE)
def test_what_a_text_brings_does_not_pass(text: str) -> None:
    if text in ALONE:
        return
    shown = allowed_output(DRAWN + text)
    assert shown.startswith(DRAWN)
    rest = shown.removeprefix(DRAWN).replace("\r", "").replace("\n", "")
    assert is_printable(rest)


@pytest.mark.parametrize("text", ["\x1b]52;c;YQ==\x07", "\x1b[?1049l", "\x1b[2J", "\x1bc"])
def test_what_is_said_alone_is_not_drawn(text: str) -> None:
    assert "\x1b" not in allowed_output(DRAWN + text).removeprefix(DRAWN)


@pytest.mark.parametrize("text", HOSTILE)
def test_a_drawn_text_keeps_its_width(text: str) -> None:
    assert cell_len(visible_text(text)) == cell_len(text)
    assert is_printable(visible_text(text))
    drawn = "".join(letter for letter, _ in cells(Strip([Segment(text)]), 3))
    assert is_printable(drawn)


EVIL = "\x1b]0;evil\x07\x1b[2J\u202eend"
PROGRAM = f"""
from textual.widgets import Static
from textual.app import ComposeResult
from tui.terminal.output import DiffedApp
class Shown(DiffedApp[None]):
    def compose(self) -> ComposeResult:
        yield Static({EVIL!r}, markup=False)
        yield Static("here")
    def on_mount(self) -> None:
        super().on_mount()
        self.copy_to_clipboard("a" + {EVIL!r})
        self.set_timer(0.2, self.exit)
Shown().run()
"""


def test_a_terminal_gets_nothing_of_it() -> None:
    """Over a real terminal: whatever the application writes is read and looked through."""
    master, slave = pty.openpty()
    run = subprocess.Popen(
        [sys.executable, "-c", PROGRAM], stdin=slave, stdout=slave, stderr=slave,
        cwd=Path(__file__).parents[3], env={**os.environ, "TERM": "xterm-256color"},
    )  # fmt: skip
    os.close(slave)
    got, until = b"", time.monotonic() + 60
    while select.select([master], [], [], max(0.0, until - time.monotonic()))[0]:
        try:
            part = os.read(master, 65536)
        except OSError:
            break
        if not part:
            break
        got += part
    os.close(master)
    assert run.wait() == 0
    text = got.decode()
    assert "here" in text
    assert "\x1b]0;" not in text
    assert "\x1b[2J" not in text
    assert "\u202e" not in text
    assert set(re.findall("\x1b\\](\\d+)", text)) <= {"52", "22"}  # clipboard, shape of the pointer


def test_nothing_waits_for_a_terminal_that_is_gone() -> None:
    """Its thread that writes used to die of the error, and the process of a player who read nothing
    lived on until it was killed."""

    class Gone(io.StringIO):
        def write(self, text: str) -> int:
            raise OSError(errno.EIO, "the line is cut")

        def fileno(self) -> int:
            return -1

    writer = WriterThread(LossyStream(Gone()))  # type: ignore[arg-type]
    writer.start()
    for _ in range(2 * MAX_QUEUED_WRITES):
        writer.write("a screen")
    writer.stop()
    assert not writer.is_alive()
