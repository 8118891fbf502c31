"""What goes down the line: only the cells that differ from what the terminal shows.

Textual repaints whole pieces of lines. `DiffedApp` stands between its compositor and the terminal,
remembers every cell that was sent, and sends the others. It hangs on private parts of Textual;
where a later Textual lacks them, `DiffedApp` is an ordinary App and only bytes are lost.
"""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from inspect import signature
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any

from textual import events
from textual.app import App, ReturnType
from textual.geometry import Offset, Size
from textual.message import Message
from textual.strip import Strip

from engine.documents import printable
from tui.terminal import keys_first
from tui.terminal.capabilities import drawable_size, in_ascii
from tui.terminal.diff import (
    BLOCKS,
    UNKNOWN,
    Cell,
    Run,
    Stroke,
    brief,
    cells,
    change,
    goes_on,
    jump,
    nearest_first,
    runs_of,
    shortest,
)
from tui.terminal.keys import throttled_driver
from tui.terminal.output_filter import filtered_driver

if TYPE_CHECKING:
    from rich.console import Console
    from textual.driver import Driver

try:
    from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate

    SEAM = list(signature(App._display).parameters) == ["self", "screen", "renderable"]
except (ImportError, AttributeError):
    SEAM = False

Piece = tuple[int, int, Strip]  # column, row, what stands there
FEW = 24  # strokes up to which their order is worth a look: it takes half a millisecond
SHARE = 600  # cells that are sent in one go
PAUSE = 0.001  # seconds until the next, in which a key that has come is heard


class ScreenDiff:
    """Remembers what the terminal shows."""

    def __init__(self) -> None:
        self.on = SEAM
        self.ascii = False  # whether the terminal is sent nothing but ASCII
        self.size = Size(0, 0)
        self.rows: list[list[Cell]] = []
        self.pieces: list[dict[int, Strip]] = []  # what was drawn last at the columns of each row
        self.owed: list[Piece] = []  # what is still to be sent

    def forget(self) -> None:
        """Know nothing of the terminal any more; what is drawn next goes out whole."""
        self.rows = [[UNKNOWN] * self.size.width for _ in range(self.size.height)]
        self.pieces = [{} for _ in range(self.size.height)]

    def reduce(self, renderable: Any, size: Size) -> Any:
        """The same update, sending only what differs; an unknown kind passes untouched."""
        if size != self.size:
            self.size = size
            self.forget()
        if not self.on or renderable is None:
            return renderable
        if isinstance(renderable, LayoutUpdate):
            return Difference(self, lambda: _left_last(_laid_out(renderable)))
        if isinstance(renderable, ChopsUpdate):
            if 2 * len(renderable.spans) > size.height:
                return Difference(self, lambda: _left_last(_chopped(renderable)))
            return Difference(self, lambda: _chopped(renderable))
        self.forget()
        return renderable

    def send(self, pieces: Iterator[Piece], console: "Console") -> str:
        """The sequence that makes the terminal show the pieces (column, row, strip), or a share of
        them and of what was owed before; the others are owed then."""
        color_system = console._color_system or 3  # as Textual does: truecolor unless told
        apart = not self.owed  # else the new may overlap what was owed, and comes later
        strokes = self._strokes(chain(self.owed, pieces), color_system)
        orders: list[Iterable[Stroke]] = [strokes]
        if apart and len(strokes) <= FEW:
            orders.append(nearest_first(strokes))
        return min(map(self._drawn, orders), key=lambda drawn: len(drawn.encode()))

    def _drawn(self, strokes: Iterable[Stroke]) -> str:
        """The sequence that draws strokes one after the other."""
        out: list[str] = []
        at, style = (-1, -1), ""
        for x, y, drawn, end in strokes:
            if at != (x, y):
                moved, style = self._move(at, x, y, style)
                out.append(moved)
            at = end, y
            after = self.rows[y][end] if end < self.size.width else UNKNOWN
            for run, following in pairwise([*runs_of(drawn), Run(after, 1)]):
                text, style = self._sent(style, run, following)
                out.append(text)
        if style:
            out.append("\x1b[m")
        return "".join(out)

    def _strokes(self, pieces: Iterator[Piece], color_system: Any) -> list[Stroke]:
        """What differs from what the terminal shows, and is remembered as shown from here on."""
        width, height = self.size
        found: list[Stroke] = []
        share = SHARE
        for x, y, strip in pieces:
            if not 0 <= y < height or self.pieces[y].get(x) == strip:
                continue
            self._remember(x, y, strip)
            row, begun, end, codes = self.rows[y], x, -1, ""
            drawn: list[Cell] = []
            for cell in cells(strip, color_system):
                if self.ascii and not cell[0].isascii():
                    cell = (in_ascii(cell[0]), cell[1])
                if 0 <= x < width and row[x] != cell:
                    if cell[0]:
                        if x != end or (cell[1] != codes and not goes_on(codes, cell)):
                            if drawn:
                                found.append(Stroke(begun, y, drawn, end))
                            begun, drawn, codes = x, [], cell[1]
                        elif cell[0] != " ":
                            codes = cell[1]
                        drawn.append(cell)
                    row[x] = cell
                    share -= 1
                    end = x + 1
                x += 1
            if drawn:
                found.append(Stroke(begun, y, drawn, end))
            if share <= 0:
                break
        self.owed = list(pieces)
        return found

    def _remember(self, x: int, y: int, strip: Strip) -> None:
        stop, known = x + strip.cell_length, self.pieces[y]
        for start in [n for n, old in known.items() if n < stop and n + old.cell_length > x]:
            del known[start]
        known[x] = strip

    def _sent(self, style: str, run: Run, following: Run) -> Cell:
        """What to send for a run before another, and the style that is set then."""
        text, codes = run.cell
        if text not in BLOCKS or self.ascii:
            return change(style, codes) + text * run.length, codes
        changed, letter, style = shortest(style, brief(run), brief(following))
        return changed + letter * run.length, style

    def _move(self, at: tuple[int, int], x: int, y: int, style: str) -> Cell:
        """The way to a cell, over equal ones where that is shorter; and the style set then."""
        leap, gap = jump(at, x, y), x - at[0]
        if at[1] != y or gap < 0 or gap > len(leap):
            return leap, style
        over, codes = "", style
        passed = [Run(cell, 1) for cell in (*self.rows[y][at[0] : x], UNKNOWN)]
        for run, following in pairwise(passed):
            if not run.cell[0] or len(over) > len(leap):
                return leap, style
            text, codes = self._sent(codes, run, following)
            over += text
        return (over, codes) if len(over.encode()) <= len(leap) else (leap, style)


def _laid_out(update: "LayoutUpdate") -> Iterator[Piece]:
    for y, line in enumerate(update.strips, update.region.y):
        x = update.region.x
        for strip in line:
            yield x, y, strip
            x += strip.cell_length


def _chopped(update: "ChopsUpdate") -> Iterator[Piece]:
    """Only the pieces that a span touches are true; the others hold a container's background."""
    for y, start, stop in update.spans:
        for end, (x, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
            if strip is not None and x < stop and end > start:
                yield x, y, strip if end <= stop else strip.crop(0, stop - x)


def _left_last(pieces: Iterator[Piece]) -> Iterator[Piece]:
    """What stands at the left edge goes out last: the map.

    A compressed line looks back 32 KiB. So a pan finds there the picture that it shifts, even where
    the whole screen is more than that.
    """
    left: list[Piece] = []
    for piece in pieces:
        if piece[0]:
            yield piece
        else:
            left.append(piece)
    yield from left


if SEAM:

    class Difference(CompositorUpdate):
        """An update of the compositor, compared with the terminal when it is written."""

        def __init__(self, wire: ScreenDiff, pieces: Callable[[], Iterator[Piece]]) -> None:
            self.wire = wire
            self.pieces = pieces

        def render_segments(self, console: "Console") -> str:
            """The bytes for the terminal."""
            return self.wire.send(self.pieces(), console)


class DiffedApp(App[ReturnType]):
    """An App that sends its terminal only the cells that change."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.wire = ScreenDiff()
        self.paying: asyncio.TimerHandle | None = None  # what will send more of what is owed
        self.at_key: Callable[[], object] | None = None  # done once, when the next key comes

    def get_driver_class(self) -> "type[Driver]":
        """The terminal's driver, which waits until a key is heard, behind the gate."""
        return filtered_driver(throttled_driver(super().get_driver_class()))

    def copy_to_clipboard(self, text: str) -> None:
        """Puts a text on the clipboard, as it is shown: it may be pasted anywhere."""
        super().copy_to_clipboard(printable.lines(text))

    def on_mount(self) -> None:
        """Coming back from another program, nothing is known of the terminal."""
        self.app_resume_signal.subscribe(self, lambda _: self.action_redraw(), immediate=True)

    def post_message(self, message: Message) -> bool:
        """A size that no terminal has is not believed; what moves arrives before a key is heard."""
        if isinstance(message, events.Key) and self.at_key is not None:
            arrive, self.at_key = self.at_key, None
            arrive()
        if isinstance(message, events.Resize):
            size = Size(*drawable_size(*message.size))
            message = events.Resize(size, size)
        return super().post_message(message)

    def on_resize(self) -> None:
        """A terminal that shrank has lost cells, even if it has its old size again by now.

        Textual draws nothing when the size it comes to lay out is the one it had laid out before.
        """
        if self.wire.size:
            self.wire.forget()
            self.screen.refresh()

    def focus_at(self) -> Offset | None:
        """Where on the screen the focus is; None where nothing says so."""
        return None

    if SEAM:

        def _display(self, screen: Any, renderable: Any) -> None:
            self.cursor_position = self.focus_at() or self.cursor_position
            super()._display(screen, self.wire.reduce(renderable, self.size))
            keys_first.let_others()
            self._go_on(screen)

        def _go_on(self, screen: Any) -> None:
            if self.wire.owed and self.paying is None:
                loop = asyncio.get_running_loop()
                self.paying = loop.call_later(PAUSE, self._display_more, screen)

        def _display_more(self, screen: Any) -> None:
            self.paying, owed = None, len(self.wire.owed)
            more: Any = Difference(self.wire, lambda: iter(()))
            super()._display(screen, more)
            if len(self.wire.owed) < owed:  # else nothing may be drawn now
                self._go_on(screen)

    def export_screenshot(self, *, title: str | None = None, simplify: bool = False) -> str:
        """The screen as SVG."""
        from tui.terminal.svg import boxes_for_blocks

        drawn = super().export_screenshot(title=title, simplify=simplify)
        return printable.lines(boxes_for_blocks(drawn))

    def action_redraw(self) -> None:
        """Send the whole screen anew: mends what something else wrote over it."""
        self.wire.forget()
        self.screen.refresh(layout=True)
