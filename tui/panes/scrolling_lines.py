"""A pane of lines that scroll, in which any number can be asked why.

The cursor goes from one bit that can be asked to the next; the answer stands in the pane's last
rows.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from operator import is_
from textwrap import wrap
from typing import ClassVar, NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.scrollbar import ScrollBar
from textual.strip import Strip

from tui.panes.scrolling import ScrollsAtOnce
from tui.words.line import Bit, Line, cited_rules, shorten, text_of, width_of

STYLES = ("head", "quiet", "good", "bad", "strong", "here", "why")


class Spot(NamedTuple):
    """Where a bit that can be asked stands."""

    row: int
    start: int
    bit: Bit


def spots_in(lines: Iterable[Line], first: int, width: int) -> Iterator[Spot]:
    """What can be asked in lines from a row on: their bits, or all of a line that the pane cuts."""
    for row, bits in enumerate(lines, first):
        asked = [number for number, bit in enumerate(bits) if bit.asked]
        for number in asked:
            yield Spot(row, width_of(bits[:number]), bits[number])
        if not asked and 0 < width < width_of(bits):
            yield Spot(row, 0, Bit(text_of([bits])))


def same_at_start(old: Sequence[object], new: Sequence[object]) -> int:
    """How many things two sequences have in common before they differ; of long ones that only grow
    it is told at once."""
    if all(map(is_, old, new)):
        return min(len(old), len(new))
    pairs = enumerate(zip(old, new, strict=False))
    other = (n for n, (before, now) in pairs if before is not now and before != now)
    return next(other, min(len(old), len(new)))


class LinesPane(ScrollsAtOnce, ScrollView, can_focus=True, inherit_bindings=False):
    """Lines with a cursor over what can be asked."""

    DEFAULT_CSS = """
    LinesPane {
        border: solid $panel-lighten-2; height: 1fr; scrollbar-size-vertical: 1;
        scrollbar-size-horizontal: 0; overflow-x: hidden; scrollbar-color: $panel-lighten-3;
        scrollbar-background: $background; background: $background;
        border-title-color: $foreground; border-subtitle-color: $foreground;
        &:focus { border: double $accent; }
        & > .lines--head { text-style: bold; color: $accent; }
        & > .lines--strong { text-style: bold; }
        & > .lines--quiet { color: $foreground; text-style: dim; }
        & > .lines--good { color: $success; }
        & > .lines--bad { color: $error; text-style: bold; }
        & > .lines--here { text-style: reverse; }
        & > .lines--why { color: $accent; text-style: italic; }
    }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {f"lines--{name}" for name in STYLES}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "next(-1, 1)", "Line up", show=False, id="pane.up"),
        Binding("down", "next(1, 1)", "Line down", show=False, id="pane.down"),
        Binding("left", "next(-1, 0)", "Number before", show=False, id="pane.left"),
        Binding("right", "next(1, 0)", "Why? Next number", show=False, id="pane.right"),
        Binding("pageup", "page_up", "Page up", show=False, id="pane.pageup"),
        Binding("pagedown", "page_down", "Page down", show=False, id="pane.pagedown"),
        Binding("home", "scroll_home", "Top", show=False, id="pane.home"),
        Binding("end", "scroll_end", "End", show=False, id="pane.end"),
        Binding("enter", "enter", "Go there, or open the rules of a number", show=False,
                id="pane.enter"),
        Binding("y", "copy", "Copy what stands here", show=False, id="pane.copy"),
    ]  # fmt: skip

    class PlaceChosen(Message):
        """Enter, or a double click, on a bit that leads to a place."""

        def __init__(self, place: str) -> None:
            super().__init__()
            self.place = place

    class RulesRequested(Message):
        """Enter on a number that rules stand behind: their ids."""

        def __init__(self, rules: tuple[str, ...]) -> None:
            super().__init__()
            self.rules = rules

    class CursorMoved(Message):
        """The cursor is on another number."""

    def __init__(self, title: str = "", id: str | None = None) -> None:
        super().__init__(id=id)
        self.border_title = title
        self.lines: Sequence[Line] = ()
        self.spots: list[Spot] = []
        self.at = -1
        self._strips: dict[int, Strip] = {}  # lines as they are drawn without a cursor
        self._plain: Style | None = None
        self._last_styles: list[Style] = []  # all its styles, when they were looked at last
        self._cut_at = 0  # the width at which the spots were found

    @property
    def current(self) -> Bit | None:
        """The bit under the cursor."""
        return self.spots[self.at].bit if 0 <= self.at < len(self.spots) else None

    def show(self, lines: Sequence[Line]) -> None:
        """Draw other lines; the cursor stays on the spot of the same number."""
        same = same_at_start(self.lines, lines)
        if same == len(self.lines) == len(lines):
            return
        self._strips = {row: strip for row, strip in self._strips.items() if row < same}
        self.lines = lines
        self._find_spots(same)
        self.measure()
        self.refresh()

    def show_found(self, lines: Sequence[Line], spots: list[Spot]) -> None:
        """Draw other lines, of which it was found beside the screen what can be asked."""
        self._strips.clear()
        self.lines, self.spots, self._cut_at = lines, spots, self.size.width
        self.at = min(self.at, len(spots) - 1)
        self.measure()
        self.refresh()

    def _find_spots(self, first: int) -> None:
        """What can be asked from a line on."""
        del self.spots[bisect_left(self.spots, first, key=lambda spot: spot.row) :]
        width = self._cut_at = self.size.width
        self.spots += spots_in(islice(self.lines, first, None), first, width)
        self.at = min(self.at, len(self.spots) - 1)

    def measure(self, rows: int | None = None) -> None:
        """How much there is to scroll, all lines if nothing else. The screen is laid out anew only
        where that changes the height of the pane, or a later Textual knows no other way."""
        size = Size(self.size.width, len(self.lines) if rows is None else rows)
        scrolled = getattr(self, "_scroll_update", None)
        if not self.display:
            self.set_reactive(ScrollView.virtual_size, size)
        elif scrolled is None or (self.styles.auto_dimensions and not self._keeps_height()):
            self.virtual_size = size
        elif size != self.virtual_size:
            self.set_reactive(ScrollView.virtual_size, size)
            scrolled(size)

    @property
    def vertical_scrollbar(self) -> ScrollBar:
        """The scroll bar. Textual would lay the screen out a second time when it grows or shrinks
        with its pane."""
        bar = super().vertical_scrollbar
        grown = getattr(bar, "_size_updated", None)
        if grown is not None and "_size_updated" not in vars(bar):
            setattr(bar, "_size_updated", partial(grown, layout=False))  # noqa: B010 - not its API
        return bar

    def _keeps_height(self) -> bool:
        """Whether the pane is as high as its lines want it, within the least and the most."""
        least, most, frame = self.styles.min_height, self.styles.max_height, self.gutter.height
        wanted = self.rows_wanted
        if most is not None and most.cells is not None:
            wanted = min(wanted, most.cells - frame)
        if least is not None and least.cells is not None:
            wanted = max(wanted, least.cells - frame)
        return wanted == self.size.height

    def notify_style_update(self) -> None:
        """Its colours may be others now."""
        super().notify_style_update()
        self._plain = None

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many rows as there are lines, for `height: auto`."""
        return self.rows_wanted

    @property
    def rows_wanted(self) -> int:
        """How high it would be for `height: auto`, without its frame."""
        return max(1, len(self.lines))

    def why_lines(self) -> list[str]:
        """What the number under the cursor answers, as rows of the pane's width; where the pane
        cuts the line, all of it first."""
        bit = self.current
        if bit is None or not self.has_focus:
            return []
        width = max(8, self.size.width - 1)
        line = self.lines[self.spots[self.at].row]
        whole = (text_of([line]).strip(),) if width_of(line) > self.size.width else ()
        rows = [row for sentence in (*whole, *bit.why) for row in wrap(sentence, width)]
        return rows[: max(0, self.size.height - 1)]

    # Drawing

    def _style(self, name: str) -> Style:
        return self.get_component_rich_style(f"lines--{name}") if name else self.plain

    @property
    def plain(self) -> Style:
        """The style of what has no other. Lines are drawn anew where this or another style has
        changed; that a pane has the keys changes none."""
        if self._plain is None:
            self._plain = self.rich_style
            parts = map(self.get_component_rich_style, sorted(self._get_component_classes()))
            styles = [self._plain, *parts]
            if styles != self._last_styles:
                self._last_styles = styles
                self._strips.clear()
        return self._plain

    def render_line(self, y: int) -> Strip:
        """One row: a line, or at the bottom the answer to why."""
        width, height = self.size
        plain = self.plain
        if self.show_vertical_scrollbar:  # which may have come without a new layout
            width = self.scrollable_content_region.width
        reasons = self.why_lines()
        if y >= height - len(reasons):
            text = set_cell_size(f" {reasons[y - height + len(reasons)]}", width)
            return Strip([Segment(text, self._style("why"))], width)
        number = y + self.scroll_offset.y
        if not 0 <= number < len(self.lines):
            return Strip.blank(width, plain)
        here = self.spots[self.at] if self.current is not None and self.has_focus else None
        marked = here is not None and here.row == number
        drawn = None if marked else self._strips.get(number)
        if drawn is not None and drawn.cell_length == width:
            return drawn
        parts: list[Segment] = []
        start = 0
        for bit in shorten(self.lines[number], width):
            style = self._style(bit.style)
            if here is not None and marked and here.start == start and (bit.asked or not start):
                style += Style(reverse=True)
            parts.append(Segment(bit.text, style))
            start += cell_len(bit.text)
        strip = Strip(parts).adjust_cell_length(width, plain)
        if not marked:
            self._strips[number] = strip
        return strip

    # Moving

    def action_next(self, step: int, by_row: int) -> None:
        """The next number that can be asked; by rows it is the one nearest in another line."""
        if not self.spots:
            self.scroll_relative(y=step, animate=False, immediate=True)
            return
        marked, at = self._marked(), self.at
        if at < 0:
            at = 0 if step > 0 else len(self.spots) - 1
        elif by_row:
            old = self.spots[at]
            while 0 <= at < len(self.spots) and self.spots[at].row == old.row:
                at += step
            row = self.spots[at].row if 0 <= at < len(self.spots) else -1
            there = [n for n, spot in enumerate(self.spots) if spot.row == row]
            if there:
                at = min(there, key=lambda n: abs(self.spots[n].start - old.start))
        else:
            at += step
        if 0 <= at < len(self.spots):
            self.at = at
            self.reveal(self.spots[at].row)
        else:
            self.scroll_relative(y=step, animate=False, immediate=True)
        self._refresh_rows(marked | self._marked())
        self.post_message(self.CursorMoved())

    def _marked(self) -> set[int]:
        """The rows of the pane that show the cursor, or what it answers."""
        height = self.size.height
        rows = set(range(height - len(self.why_lines()), height))
        return rows | {self.focus_at().y - self.content_region.y}

    def _refresh_rows(self, rows: Iterable[int]) -> None:
        self.refresh(*(Region(0, y, self.size.width, 1) for y in rows))

    def focus_at(self) -> Offset:
        """Where the terminal's own cursor belongs, for those who follow it."""
        at = self.spots[self.at] if self.current is not None else Spot(self.row_at(), 0, Bit(""))
        width, height = self.size
        x, y = min(at.start, width - 1), at.row - self.scroll_offset.y
        return self.content_region.offset + Offset(x, max(0, min(y, height - 1)))

    def row_at(self) -> int:
        """The line that counts as the cursor's where no number has it."""
        return self.scroll_offset.y

    @property
    def room(self) -> int:
        """How many lines are seen above the answer to why."""
        return max(1, self.size.height - len(self.why_lines()))

    def reveal(self, row: int) -> None:
        """Scroll so far that a row is seen above the answer to why. Where the pane stays as high as
        it is, at once: it would be drawn where it was first, and then once more."""
        room, top = self.room, self.scroll_offset.y
        if top <= row < top + room:
            return
        stays = bool(self.size) and (not self.styles.auto_dimensions or self._keeps_height())
        self.scroll_to(y=row if row < top else row - room + 1, animate=False, immediate=stays)

    def action_enter(self) -> None:
        """Go where the bit under the cursor leads: to a place, or to the rules of a number."""
        bit = self.current
        if bit is None:
            return
        found = cited_rules(bit.why)
        if bit.place:
            self.post_message(self.PlaceChosen(bit.place))
        elif found:
            self.post_message(self.RulesRequested(found))

    def action_copy(self) -> None:
        """What the number says, or the whole pane, to the clipboard, over SSH too (OSC 52)."""
        bit = self.current
        text = " ".join((bit.text.strip(), *bit.why)) if bit is not None else text_of(self.lines)
        self.app.copy_to_clipboard(text)
        self.notify("Copied, if the terminal takes it.", timeout=2)

    def on_click(self, event: events.Click) -> None:
        """The cursor comes to what was clicked; a double click goes there."""
        at = event.get_content_offset(self)
        if at is None:
            return
        row = at.y + self.scroll_offset.y
        for number, spot in enumerate(self.spots):
            if spot.row == row and spot.start <= at.x < spot.start + cell_len(spot.bit.text):
                self.at = number
                self.refresh()
                if event.chain == 2:
                    self.action_enter()

    def on_resize(self) -> None:
        """The virtual size and what is cut follow the width."""
        if self.size.width != self._cut_at:
            self._find_spots(0)
        self.measure()
