"""What goes down the line: only the cells that differ from what the terminal shows.

Textual repaints whole pieces of lines. `DiffedApp` stands between its compositor and the terminal,
remembers every cell that was sent, and sends the others, a share at a time. It hangs on private
parts of Textual; where a later Textual lacks them, `DiffedApp` is an ordinary App and only bytes
are lost.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from inspect import signature
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Any

from textual import events
from textual.app import App, ReturnType
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.strip import Strip

from engine.documents import printable
from tui.terminal import keys_first, svg
from tui.terminal.capabilities import drawable_size, in_ascii
from tui.terminal.compositor import BAND, Changes, Piece, Span, pieces
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

Pieces = Callable[[Sequence[Span]], Iterable[Piece]]  # what stands at spans of some rows
FEW = 24  # strokes up to which their order is worth a look, while no key waits: it takes 2 ms
SHARE = 200  # cells, about, that are sent in one go
LITTLE = 400  # cells up to which what has changed is sent before what is owed
ECHO = 100  # of what a key brings at first: it is seen sooner
SOUGHT = 800  # in which what differs is looked for then: nobody sees what does not
FIRST = 2000  # until the first picture stands: nobody has seen yet what a key would answer
LOOKED = 4  # cells that are looked at in the time that it takes to send one
AT_FIRST = 2  # times that Textual and its driver tell the size which the terminal has at the start
PAUSE = 0.0  # seconds until the next: a key that has come is heard before
HELD = 0.01  # seconds until one tries again while nothing may be drawn


class ScreenDiff:
    """Remembers what the terminal shows."""

    def __init__(self) -> None:
        self.on = SEAM
        self.share = FIRST
        self.ascii = False  # whether the terminal is sent nothing but ASCII
        self.size = Size(0, 0)
        self.rows: list[list[Cell]] = []
        self.pieces: list[dict[int, Strip]] = []  # what was drawn last at the columns of each row
        self.owed: dict[Span, None] = {}  # what is still to be sent, in this order
        self.top: Region | None = None  # what a dialog covered when all was last to be sent

    def forget(self) -> None:
        """Know nothing of the terminal any more; what is drawn next goes out whole."""
        self.rows = [[UNKNOWN] * self.size.width for _ in range(self.size.height)]
        self.pieces = [{} for _ in range(self.size.height)]

    def owe(self, changes: Changes, size: Size) -> None:
        """From now on what has changed is to be sent: a little before all else, much after what is
        owed already, so that all of it comes, however often it changes; of a dialog that opens or
        closes first what it covers."""
        if size != self.size:
            self.size = size
            self.forget()
        spans = changes.spans
        if changes.full:
            covered = changes.top or self.top or Region()
            x, y, end, bottom = covered.corners
            spans = [*(Span(row, x, end) for row in range(y, bottom)), *spans]
            if changes.top != self.top:
                self.owed, self.top = {}, changes.top
        little = sum(span.end - span.x for span in spans) <= LITTLE
        self.owed = dict.fromkeys((*spans, *self.owed) if little else (*self.owed, *spans))

    def send(self, pieces: Pieces, console: "Console", soon: bool = False) -> str:
        """The sequence that makes the terminal show a share of what is owed, by `soon` the first
        that differs."""
        strokes = self._strokes(pieces, console._color_system or 3, soon)  # as Textual: truecolor
        orders: list[Iterable[Stroke]] = [strokes]
        if len(strokes) <= FEW and not soon:
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

    def _strokes(self, pieces: Pieces, color_system: Any, soon: bool) -> list[Stroke]:
        """What differs from what the terminal shows, and is remembered as shown from here on."""
        found: list[Stroke] = []
        work, rows = 0, BAND // 2 if soon else BAND
        while self.owed and work < (self.share if not soon else ECHO if found else SOUGHT):
            band = list(islice(self.owed, rows))
            for span in band:
                del self.owed[span]
            looked = sum(span.end - span.x for span in band)
            changed = self._compare(pieces(band), color_system, found)
            work += changed + looked // LOOKED
            rows = BAND if soon or 4 * changed > looked else 2 * BAND
        if not self.owed:
            self.share = SHARE
        return found

    def _compare(self, pieces: Iterable[Piece], color_system: Any, found: list[Stroke]) -> int:
        """Adds what differs, and is remembered as shown from here on; how many cells that is."""
        width, height = self.size
        changed = 0
        for x, y, strip in pieces:
            if not 0 <= y < height or self.pieces[y].get(x) == strip:
                continue
            self._remember(x, y, strip)
            row, begun, end, codes = self.rows[y], x, -1, ""
            shown = cells(strip, color_system)[: max(0, width - x)]
            if self.ascii:
                shown = [
                    cell if cell[0].isascii() else (in_ascii(cell[0]), cell[1]) for cell in shown
                ]
            if row[x : x + len(shown)] == shown:
                continue
            drawn: list[Cell] = []
            for at, cell in enumerate(shown, x):
                if row[at] == cell:
                    continue
                if cell[0]:
                    if at != end or (cell[1] != codes and not goes_on(codes, cell)):
                        if drawn:
                            found.append(Stroke(begun, y, drawn, end))
                        begun, drawn, codes = at, [], cell[1]
                    elif cell[0] != " ":
                        codes = cell[1]
                    drawn.append(cell)
                row[at] = cell
                changed += 1
                end = at + 1
            if drawn:
                found.append(Stroke(begun, y, drawn, end))
        return changed

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


if SEAM:

    class Difference(CompositorUpdate):
        """What is owed, compared with the terminal when it is written."""

        def __init__(self, wire: ScreenDiff, pieces: Pieces, soon: bool = False) -> None:
            self.wire = wire
            self.pieces = pieces
            self.soon = soon  # whether a key waits for it
            self.drawn: str | None = None  # the bytes, once they were asked for

        def render_segments(self, console: "Console") -> str:
            """The bytes for the terminal, which knows them from here on."""
            if self.drawn is None:
                self.drawn = self.wire.send(self.pieces, console, self.soon)
            return self.drawn

    def changes(update: Any) -> Changes | None:
        """Where an update of the compositor changes the screen; None for an unknown kind."""
        if isinstance(update, Changes):
            return update
        if isinstance(update, LayoutUpdate):
            x, _, end, _ = update.region.corners
            rows = [Span(y, x, end) for y in update.region.line_range]
            return Changes(rows, True, None, lambda: update)
        if isinstance(update, ChopsUpdate):
            return Changes([Span(*span) for span in update.spans], False, None, lambda: update)
        return None


class DiffedApp(App[ReturnType]):
    """An App that sends its terminal only the cells that change."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.wire = ScreenDiff()
        self.pointer = ""  # the shape that the mouse was given last
        self.told = 0  # how often its size has been told
        self.paying: asyncio.TimerHandle | None = None  # what will send more of what is owed
        self.at_key: Callable[[], object] | None = None  # done once, when the next key comes

    def get_driver_class(self) -> "type[Driver]":
        """The terminal's driver, which waits until a key is heard, behind the gate."""
        return filtered_driver(throttled_driver(super().get_driver_class()))

    def _set_pointer_shape(self, shape: str) -> None:
        """Gives the mouse another shape; each screen that opens would tell the same again."""
        if shape != self.pointer:
            self.pointer = shape
            super()._set_pointer_shape(shape)

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
        self.told += 1
        if self.wire.size and self.told > AT_FIRST:
            self.wire.forget()
            self.screen.refresh()

    def focus_at(self) -> Offset | None:
        """Where on the screen the focus is; None where nothing says so."""
        return None

    def key_waits(self) -> bool:
        """Whether a key has come that is still on its way through those who may hear it."""
        if not (keys_first.comes_first() and self.screen_stack):
            return False
        way = (self.screen.focused or self.screen).ancestors_with_self
        queues = (getattr(node._message_queue, "values", ()) for node in way if node.is_running)
        return any(isinstance(message, events.Key) for queue in queues for message in queue)

    if SEAM:

        def _display(self, screen: Any, renderable: Any) -> None:
            self.cursor_position = self.focus_at() or self.cursor_position
            update = self._reduced(screen, renderable)
            if isinstance(update, Difference) and self.wire.owed and not keys_first.is_waiting():
                self._go_on(PAUSE)  # nobody waits for it: laying out and sending are two steps
                return
            stands = self._stands_there(update)
            if not stands:
                super()._display(screen, update)
            if not (self.key_waits() or (stands and not self.wire.owed)):
                keys_first.let_others()  # else nothing was drawn of what the key brings
            self._go_on(PAUSE)

        def _reduced(self, screen: Any, update: Any) -> Any:
            """The same update, sending a share of what differs; an unknown kind passes untouched,
            and nothing is known of the terminal then."""
            changed = changes(update) if self.wire.on else None
            if changed is None:
                if update is not None:
                    self.wire.forget()
                return update
            if self.is_headless:
                deque(pieces(screen._compositor, changed.spans), maxlen=0)  # drawn for nobody
                return None
            self.wire.owe(changed, self.size)
            return Difference(self.wire, self._pieces, keys_first.comes_first())

        def _stands_there(self, update: Any) -> bool:
            """Whether the terminal shows all of an update already, and its cursor where it is."""
            if not isinstance(update, Difference) or not self._running or self._batch_count:
                return False
            cursor = self.screen.outer_size.clamp_offset(self.cursor_position)
            here = cursor == self._previous_cursor_position
            return here and not update.render_segments(self.console)

        def _pieces(self, band: Sequence[Span]) -> Iterable[Piece]:
            """What stands on the screen now, at some spans."""
            return pieces(self.screen._compositor, band)

        def _go_on(self, pause: float) -> None:
            if self.wire.owed and self.paying is None:
                loop = asyncio.get_running_loop()
                self.paying = loop.call_later(pause, self._display_more)

        def _display_more(self) -> None:
            self.paying, owed = None, len(self.wire.owed)
            if not self._running or not self.screen_stack:
                return  # one has left meanwhile
            if keys_first.comes_first():
                self._go_on(keys_first.LOOK)
                return
            more: Any = Difference(self.wire, self._pieces)
            if not self._stands_there(more):
                super()._display(self.screen, more)
            self._go_on(PAUSE if len(self.wire.owed) < owed else HELD)

    def export_screenshot(self, *, title: str | None = None, simplify: bool = False) -> str:
        """The screen as SVG."""
        drawn = super().export_screenshot(title=title, simplify=simplify)
        return printable.lines(svg.boxes_for_blocks(drawn))

    def action_redraw(self) -> None:
        """Send the whole screen anew: mends what something else wrote over it."""
        self.wire.forget()
        self.screen.refresh(layout=True)
