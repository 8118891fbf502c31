"""The wire: the same screen with fewer bytes."""

import fcntl
import os
import pty
import select
import struct
import sys
import termios
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pyte
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region, Size
from textual.strip import Strip

from tui.terminal import output
from tui.terminal.compositor import Changes, Piece, Span

ROOT = Path(__file__).parents[3]
PATIENCE = 60.0  # seconds until a silent application is given up
SOON = 0.1  # seconds between two looks whether a screen is drawn


class Terminal:
    """An application in a pseudo-terminal, with a pyte screen that shows what it draws."""

    def __init__(self, *arguments: str, columns: int = 120, lines: int = 40) -> None:
        self.screen = pyte.Screen(columns, lines)
        self.stream = pyte.ByteStream(self.screen)
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            environment = {
                **os.environ, "TERM": "xterm-256color", "PYTHONPATH": str(ROOT), "LINES": "",
                "COLUMNS": "", "TEXTUAL_ANIMATIONS": "none",
            }  # fmt: skip
            for name in ("COLORTERM", "NO_COLOR", "LINES", "COLUMNS"):
                environment.pop(name, None)
            while os.get_terminal_size(0).columns != columns:
                pass  # until the parent has set it
            os.execve(sys.executable, [sys.executable, *arguments], environment)
        self.resized(columns, lines)
        self.keys = 0

    def resized(self, columns: int, lines: int) -> None:
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def until(self, mark: str) -> bytes:
        """What was written up to a mark of a Teller, without it; already on the screen."""
        written, sign = b"", f"\x1b]2;{mark}\x07".encode()
        while sign not in written:
            ready, _, _ = select.select([self.fd], [], [], PATIENCE)
            assert ready, f"nothing more came after {written[-200:]!r}"
            written += os.read(self.fd, 65536)
        self.stream.feed(written)
        return written.replace(sign, b"")

    def press(self, key: str) -> bytes:
        os.write(self.fd, key.encode())
        self.keys += 1
        return self.until(f"key {self.keys}")

    def more(self, seconds: float) -> None:
        """Feed the screen with what comes within some seconds, if anything."""
        if select.select([self.fd], [], [], seconds)[0]:
            self.stream.feed(os.read(self.fd, 65536))

    def resize(self, columns: int, lines: int) -> None:
        self.screen.resize(lines, columns)
        self.resized(columns, lines)
        self.until(f"{columns} x {lines}")

    def picture(self) -> list[list[Any]]:
        """How every cell looks."""
        return [
            [looks(self.screen.buffer[y][x]) for x in range(self.screen.columns)]
            for y in range(self.screen.lines)
        ]

    def close(self, keys: bytes = b"\x11") -> None:
        os.write(self.fd, keys)  # ctrl+q
        while True:
            try:
                if not os.read(self.fd, 65536):
                    break
            except OSError:
                break
        os.waitpid(self.pid, 0)
        os.close(self.fd)


def looks(cell: Any) -> Any:
    """A cell of pyte as it is seen: of half blocks and blanks, the colours of both halves."""
    halves = {" ": (cell.bg, cell.bg), "█": (cell.fg, cell.fg),
              "▀": (cell.fg, cell.bg), "▄": (cell.bg, cell.fg)}  # fmt: skip
    if cell.data not in halves or cell.reverse or cell.underscore or cell.strikethrough:
        return cell
    return halves[cell.data]


def same(a: Terminal, b: Terminal) -> bool:
    """Whether both come to show the same."""
    return comes(lambda: a.picture() == b.picture(), a, b)


def comes(wanted: Callable[[], bool], *terminals: Terminal) -> bool:
    """Whether something becomes true while terminals are read; a loaded machine takes its time."""
    end = time.monotonic() + PATIENCE
    while not wanted():
        if time.monotonic() > end:
            return False
        for terminal in terminals:
            terminal.more(SOON)
    return True


@pytest.mark.skipif(not output.SEAM, reason="this Textual lacks the seam; the app runs without")
def test_with_and_without_the_wire_the_screen_is_the_same() -> None:
    app = str(ROOT / "tests/tui/map_app.py")
    terse, plain = Terminal(app), Terminal(app, "plain")
    try:
        for terminal in (terse, plain):
            terminal.until("ready")
        for key in ("\x1b[C", "\x1b[B", "l", "+", "j", "-", "z", "\x0c"):
            terse.press(key)
            plain.press(key)
            assert same(terse, plain), f"after {key!r}"
        for columns, lines in ((80, 24), (40, 10), (120, 40)):
            for terminal in (terse, plain):
                terminal.resize(columns, lines)
            assert same(terse, plain), f"at {columns} × {lines}"
    finally:
        terse.close()
        plain.close()


def test_a_terminal_that_shrinks_and_grows_again_at_once_is_drawn_anew() -> None:
    """It lost cells, although the application finds it as large as before."""
    terminal = Terminal(str(ROOT / "tests/tui/map_app.py"))
    try:
        terminal.until("ready")
        before = terminal.picture()
        for columns, lines in ((40, 10), (120, 40)):
            terminal.screen.resize(lines, columns)
            terminal.resized(columns, lines)
        assert terminal.picture() != before
        assert comes(lambda: terminal.picture() == before, terminal)
    finally:
        terminal.close()


@pytest.mark.skipif(not output.SEAM, reason="this Textual lacks the seam; the app runs without")
def test_a_cursor_step_costs_bytes_not_kilobytes() -> None:
    terminal = Terminal(str(ROOT / "tests/tui/map_app.py"))
    try:
        terminal.until("ready")
        costs = {key: len(terminal.press(key)) for key in ("x", "\x1b[C", "z", "l")}
    finally:
        terminal.close()
    assert costs["x"] < 64, "a key that does nothing"
    assert costs["\x1b[C"] < 256, "a cursor step"
    assert costs["z"] <= 900, "a province lit"
    assert costs["l"] < 24_000, "a pan"


def test_the_seam_is_there() -> None:
    assert output.SEAM, "Textual changed: tui.terminal.output is off, every repaint goes out whole"


class Console:
    _color_system = 2


class Frame:
    """A screen: the strips of its rows, all of them changed."""

    def __init__(self, *rows: Strip, top: Region | None = None) -> None:
        self.rows = rows
        self.top = top
        self.asked: list[int] = []

    def pieces(self, spans: Iterable[Span]) -> Iterator[Piece]:
        for y, x, _ in spans:
            self.asked.append(y)
            yield x, y, self.rows[y]

    def changes(self, *rows: int) -> Changes:
        """All of it, or some rows."""
        width = self.rows[0].cell_length
        spans = [Span(y, 0, width) for y in rows or range(len(self.rows))]
        return Changes(spans, not rows, self.top, lambda: None)


def frame(*rows: str, style: Style = Style.null()) -> Frame:  # noqa: B008 - immutable
    return Frame(*(Strip([Segment(row, style)]) for row in rows))


def share(w: output.ScreenDiff, picture: Frame) -> str:
    """What goes out next of what is owed."""
    return w.send(picture.pieces, Console())  # type: ignore[arg-type]


def sent(w: output.ScreenDiff, picture: Frame, size: Size) -> str:
    w.owe(picture.changes(), size)
    return share(w, picture)


def test_only_cells_that_differ_are_sent() -> None:
    w, size = output.ScreenDiff(), Size(10, 2)
    sent(w, frame("abcdefghij", "0123456789"), size)
    assert sent(w, frame("abcdefghij", "0123456789"), size) == ""
    assert sent(w, frame("abXdefghij", "0123456789"), size) == "\x1b[1;3HX"
    assert sent(w, frame("abXdefghYj", "0123456Z89"), size) == "\x1b[1;9HY\x1b[2;8HZ"
    assert sent(w, frame("1bXd2fghYj", "0123456Z89"), size) == "\x1b[1;1H1bXd2", "a short bridge"
    assert sent(w, frame("3bXd2fgh4j", "0123456Z89"), size) == "\x1b[1;1H3\x1b[7C4"


def test_the_shortest_way_leads_from_cell_to_cell() -> None:
    w, size = output.ScreenDiff(), Size(40, 3)
    blank = " " * 40
    sent(w, frame(blank, blank, blank), size)
    down = frame("a" + " " * 39, " c" + " " * 38, blank)
    assert sent(w, down, size) == "\x1b[1;1Ha\x1b[2dc", "in one column"
    back = frame("a" + " " * 39, "de" + " " * 38, " f" + " " * 38)
    assert sent(w, back, size) == "\x1b[2;1Hde\x1b[3;2Hf"
    along = frame("b" + " " * 38 + "g", "de" + " " * 38, " f" + " " * 38)
    assert sent(w, along, size) == "\x1b[1;1Hb\x1b[38Cg", "in one row"


def test_everything_is_sent_anew_after_forgetting_and_at_another_size() -> None:
    w, size = output.ScreenDiff(), Size(4, 1)
    assert sent(w, frame("abcd"), size) == "\x1b[1;1Habcd"
    w.forget()
    assert sent(w, frame("abcd"), size) == "\x1b[1;1Habcd"
    assert sent(w, frame("abcd"), Size(4, 2)) == "\x1b[1;1Habcd"


def test_wide_text_goes_out_whole() -> None:
    w, size = output.ScreenDiff(), Size(6, 1)
    assert sent(w, Frame(Strip([Segment("軍a"), Segment("bcd")])), size) == "\x1b[1;1H軍abcd"
    assert sent(w, Frame(Strip([Segment("軍x"), Segment("bcd")])), size) == "\x1b[1;1H軍x"


def test_the_nearest_is_drawn_next_where_little_changes() -> None:
    """What has one style is sent together, though it stands in several rows."""
    w, size = output.ScreenDiff(), Size(4, 2)

    def both(one: str, other: str) -> Frame:
        red, blue = Style.parse("color(150)"), Style.parse("color(24)")
        row = [Segment(one, red), Segment("  "), Segment(other, blue)]
        return Frame(Strip(row), Strip(row))

    sent(w, both("a", "b"), size)
    blue_first = "\x1b[1;4H\x1b[38;5;24md\x1b[2;4Hd\x1b[1G\x1b[38;5;150mc\x1b[1;1Hc\x1b[m"
    assert sent(w, both("c", "d"), size) == blue_first


COLOURS = [None, "color(1)", "color(9)", "color(12)", "color(24)", "color(150)"]
LETTERS = st.sampled_from(" ▀▄█ax")
STYLES = st.sampled_from(
    [
        Style(color=ink, bgcolor=ground, bold=bold)
        for ink in COLOURS
        for ground in COLOURS
        for bold in (None, None, None, True)
    ]
)
ROW = st.lists(st.builds(Segment, LETTERS, STYLES), min_size=12, max_size=12)
PICTURE = st.tuples(ROW, ROW)


@settings(max_examples=50)
@given(st.lists(PICTURE, min_size=1, max_size=4))
def test_whatever_is_sent_looks_like_what_is_meant(
    pictures: list[tuple[list[Segment], list[Segment]]],
) -> None:
    """Half blocks and blanks go out in the form that is shortest, and what is nearest first: never
    in another look."""
    w, size = output.ScreenDiff(), Size(12, 2)
    screen = pyte.Screen(12, 2)
    for rows in pictures:
        pyte.Stream(screen).feed(sent(w, Frame(*map(Strip, rows)), size))
        for y, row in enumerate(rows):
            plain = pyte.Screen(12, 1)
            pyte.Stream(plain).feed(Strip(row).render(Console()))  # type: ignore[arg-type]
            assert [looks(screen.buffer[y][x]) for x in range(12)] == [
                looks(plain.buffer[0][x]) for x in range(12)
            ]


def test_much_goes_out_in_shares_as_it_stands_then(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "SHARE", 12)
    monkeypatch.setattr(output, "LITTLE", 12)
    monkeypatch.setattr(output, "FIRST", 12)
    monkeypatch.setattr(output, "BAND", 1)
    w, size = output.ScreenDiff(), Size(8, 4)
    screen = pyte.Screen(8, 4)
    stream = pyte.Stream(screen)
    stream.feed(sent(w, frame(*["abcdefgh"] * 4), size))
    assert screen.display == ["abcdefgh", "abcdefgh", " " * 8, " " * 8]
    now = frame("Xbcdefgh", *["abcdefgh"] * 2, "12345678")
    w.owe(now.changes(0), size)
    stream.feed(share(w, now))
    assert screen.display[0] == "Xbcdefgh", "a little that changes goes before what is owed"
    while w.owed:
        stream.feed(share(w, now))
    assert screen.display == ["Xbcdefgh", "abcdefgh", "abcdefgh", "12345678"]
    assert now.asked == [0, 2, 3], "what was owed is drawn once, as it stands now"
    sent(w, frame(*["qrstuvwx"] * 4), size)
    assert w.owed
    w.forget()
    assert w.owed, "what is not sent yet is not on the terminal: nobody else would draw it"


def test_of_what_a_key_brings_little_goes_out_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows that are as they were are looked at until one differs."""
    monkeypatch.setattr(output, "ECHO", 8)
    monkeypatch.setattr(output, "BAND", 2)
    w, size = output.ScreenDiff(), Size(8, 6)
    sent(w, frame(*["abcdefgh"] * 6), size)
    now = frame(*["abcdefgh"] * 2, *["qrstuvwx"] * 4)
    w.owe(now.changes(), size)
    assert "qrst" in w.send(now.pieces, Console(), soon=True)  # type: ignore[arg-type]
    assert len(w.owed) == 3, "the rest is sent when that is seen"
    assert "qrst" in share(w, now)
    assert not w.owed


def test_the_first_picture_goes_out_in_larger_shares(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "SHARE", 8)
    monkeypatch.setattr(output, "LITTLE", 8)
    monkeypatch.setattr(output, "FIRST", 32)
    monkeypatch.setattr(output, "BAND", 1)
    w, size = output.ScreenDiff(), Size(8, 4)
    sent(w, frame(*["abcdefgh"] * 4), size)
    assert not w.owed
    sent(w, frame(*["qrstuvwx"] * 4), size)
    assert len(w.owed) == 3


def test_what_changes_all_the_time_comes_whole_nevertheless(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A map that a held key pans: each picture goes on where the one before it was left."""
    monkeypatch.setattr(output, "SHARE", 8)
    monkeypatch.setattr(output, "LITTLE", 8)
    monkeypatch.setattr(output, "BAND", 1)
    w, size, seen = output.ScreenDiff(), Size(8, 4), set[int]()
    for letter in "abcd":
        picture = frame(*[letter * 8] * 4)
        sent(w, picture, size)
        seen |= set(picture.asked)
    assert seen == {0, 1, 2, 3}


def test_a_dialog_comes_first_where_it_stands_and_goes_first_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(output, "SHARE", 8)
    monkeypatch.setattr(output, "LITTLE", 8)
    monkeypatch.setattr(output, "BAND", 1)
    w, size = output.ScreenDiff(), Size(8, 4)
    game = frame(*["abcdefgh"] * 4)
    w.owe(game.changes(), size)
    while w.owed:
        share(w, game)
    dialog = Frame(*map(Strip, [[Segment("abcdefgh")]] * 2), Strip([Segment("a dialog")]),
                   Strip([Segment("abcdefgh")]), top=Region(0, 2, 8, 1))  # fmt: skip
    assert sent(w, dialog, size) == "\x1b[3;2H dialog"
    assert sent(w, game, size) == "\x1b[3;2Hbcdefgh"
    dialog.top = Region(2, 1, 4, 2)
    w.owe(dialog.changes(), size)
    first = [Span(1, 2, 6), Span(2, 2, 6)]
    assert [*w.owed] == [*first, *game.changes().spans], "nothing beside it, and then all of it"


@settings(max_examples=50)
@given(st.lists(PICTURE, min_size=2, max_size=4))
def test_what_was_owed_never_goes_out_over_what_came_after_it(
    pictures: list[tuple[list[Segment], list[Segment]]],
) -> None:
    w, size = output.ScreenDiff(), Size(12, 2)
    screen = pyte.Screen(12, 2)
    stream = pyte.Stream(screen)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(output, "SHARE", 1)
        patch.setattr(output, "BAND", 1)
        for rows in pictures[:-1]:
            stream.feed(sent(w, Frame(*map(Strip, rows)), size))
    rows = pictures[-1]
    stream.feed(sent(w, Frame(*map(Strip, rows)), size))
    for y, row in enumerate(rows):
        plain = pyte.Screen(12, 1)
        pyte.Stream(plain).feed(Strip(row).render(Console()))  # type: ignore[arg-type]
        drawn, meant = screen.buffer[y], plain.buffer[0]
        assert [looks(drawn[x]) for x in range(12)] == [looks(meant[x]) for x in range(12)]


def test_the_shortest_form_of_blocks_goes_out() -> None:
    w, size = output.ScreenDiff(), Size(8, 1)

    def row(*runs: tuple[str, str, str]) -> Frame:
        segments = [Segment(text, Style.parse(f"{ink} on {ground}")) for text, ink, ground in runs]
        return Frame(Strip(segments))

    land = row(("▀███████", "color(69)", "color(25)"))
    assert sent(w, land, size) == "\x1b[1;1H\x1b[38;5;25;48;5;69m▄       \x1b[m"
    turned = row(("▄       ", "color(25)", "color(69)"))
    assert sent(w, turned, size) == "", "the same in another form"
    half = row(("▄", "color(25)", "color(69)"), ("       ", "color(25)", "color(25)"))
    assert sent(w, half, size) == "\x1b[1;2H\x1b[48;5;25m       \x1b[m", "blanks are the shortest"
    bright = row(("████████", "color(9)", "color(1)"))
    assert "\x1b[91m█" in sent(w, bright, size), "no bright ground: the Linux console has none"
