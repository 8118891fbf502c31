"""A line to type, and the list of what fits it: a dialog that finds one of any number of things."""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_left
from collections.abc import Sequence
from typing import Any, ClassVar, Final, NamedTuple, overload

from rich.segment import Segment
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.message import Message
from textual.screen import ScreenResultType
from textual.strip import Strip
from textual.widgets import Input, Static

from tui.panes.scrolling_lines import LinesPane
from tui.screens.dialog import Kept
from tui.words.line import Bit, Line, line

KEYS: Final = (
    Binding("escape", "leave", "Give up", priority=True),
    Binding("down", "choose(1)", "Next", priority=True),
    Binding("up", "choose(-1)", "Before", priority=True),
)


class Found(NamedTuple):
    """What fits: how it reads, what it gives, what is said in a row under it, and which of its
    letters were typed."""

    text: str
    gives: Any
    said: str = ""
    letters: Sequence[int] = ()

    def row(self, number: int) -> Line:
        """How it reads, the letters that were typed marked; then what is said under it."""
        if number:
            return line(Bit(f"  {self.said}", "quiet"))
        if not self.letters:
            return line(self.text)
        typed = {at for at in self.letters if not self.text[at].isspace()}
        return tuple(
            Bit(letter, "typed" if at in typed else "") for at, letter in enumerate(self.text)
        )


class Rows(Sequence[Line]):
    """The rows of all that fits, each made when it is seen."""

    def __init__(self, found: Sequence[Found]) -> None:
        self.found = found
        self.of = [(at, n) for at, one in enumerate(found) for n in range(2 if one.said else 1)]

    def __len__(self) -> int:
        return len(self.of)

    def of_one(self, number: int) -> range:
        """The rows of one of it."""
        first = bisect_left(self.of, (number, 0))
        return range(first, bisect_left(self.of, (number + 1, 0)))

    @overload
    def __getitem__(self, at: int) -> Line: ...
    @overload
    def __getitem__(self, at: slice) -> list[Line]: ...
    def __getitem__(self, at: int | slice) -> Line | list[Line]:
        if isinstance(at, slice):
            return [self.found[number].row(part) for number, part in self.of[at]]
        number, part = self.of[at]
        return self.found[number].row(part)


class FoundList(LinesPane, can_focus=False, inherit_bindings=False):
    """What fits, one of it marked; only the rows that are seen are drawn, however many there are.

    The keys are those of the dialog, which has them."""

    DEFAULT_CSS = """
    FoundList {
        & > .lines--typed { text-style: bold underline; }
        & > .lines--marked {
            color: $block-cursor-foreground; background: $block-cursor-background;
        }
        &:nocolor > .lines--marked { text-style: reverse; }
    }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {"lines--typed", "lines--marked"}

    class Taken(Message):
        """A click on one of them."""

        def __init__(self, found: Found) -> None:
            super().__init__()
            self.found = found

    def __init__(self) -> None:
        super().__init__()
        self.rows = Rows(())
        self.marked = 0

    @property
    def chosen(self) -> Found | None:
        """The marked one."""
        found = self.rows.found
        return found[self.marked] if found else None

    def offer(self, found: Sequence[Found], none: str) -> None:
        """Show what fits, the first of it marked, or say that there is none."""
        self.rows, self.marked = Rows(found), 0
        self.lines = self.rows if found or not none else [line(Bit(none, "quiet"))]
        self._strips.clear()
        self.measure()
        self.scroll_home(animate=False)
        self.refresh()

    def choose(self, step: int) -> None:
        """Mark the next or the one before, round the ends; or one further off, up to the ends."""
        most = len(self.rows.found)
        if not most:
            return
        at, before = self.marked + step, self.rows.of_one(self.marked)
        self.marked = at % most if abs(step) == 1 else max(0, min(at, most - 1))
        rows, top = self.rows.of_one(self.marked), self.scroll_offset.y
        self.reveal(rows[-1])
        self.reveal(rows[0])
        if self.scroll_offset.y == top:  # else it is all drawn anew
            self._refresh_rows(row - top for row in (*before, *rows))

    def render_line(self, y: int) -> Strip:
        """One row, that of the marked one to its end."""
        strip, row = super().render_line(y), y + self.scroll_offset.y
        if row >= len(self.rows) or self.rows.of[row][0] != self.marked:
            return strip
        over = self._style("marked")
        return Strip(Segment.apply_style(strip, post_style=over), strip.cell_length)

    @property
    def rows_wanted(self) -> int:
        """No row at all where nothing is said."""
        return len(self.lines)

    def _find_spots(self, first: int) -> None:
        """Nothing in it is asked why."""

    def on_click(self, event: events.Click) -> None:
        """A click takes what it is on."""
        at = event.get_content_offset(self)
        row = -1 if at is None else at.y + self.scroll_offset.y
        if 0 <= row < len(self.rows):
            self.post_message(self.Taken(self.rows.found[self.rows.of[row][0]]))


class Search(Kept[ScreenResultType]):
    """A line and the list of what fits it; gives what the marked one gives, or `nothing`."""

    question: ClassVar[str]
    hint: ClassVar[str]
    keys: ClassVar[str]
    shape: ClassVar[str] = ""  # a class of the style sheet

    @abstractmethod
    def found(self, words: str) -> Sequence[Found]:
        """What fits what was typed, the best first."""

    @abstractmethod
    def none(self, words: str) -> str:
        """What is said where nothing fits."""

    @abstractmethod
    def action_leave(self) -> None:
        """Nothing of it."""

    def compose(self) -> ComposeResult:
        """The line and the list."""
        with Vertical(classes=f"dialog {self.shape}"):
            yield Static(self.question, classes="question", markup=False)
            yield Input(placeholder=self.hint)
            yield FoundList()
            yield Static(self.keys, classes="keys", markup=False)

    def begin(self) -> None:
        """What there is before anything is typed."""
        line = self.query_one(Input)
        with line.prevent(Input.Changed):
            line.value = ""
        self._offer("")

    def on_key(self, event: events.Key) -> None:
        """A key that came before the line stood, at once behind the one that opened it: it is
        typed there. Enter takes what all letters before it have found."""
        line = self.query_one(Input)
        if event.is_printable and event.character:
            line.insert_text_at_cursor(event.character)
        elif event.key == "enter":
            line.post_message(Input.Submitted(line, line.value))
        else:
            return
        event.stop()

    @on(Input.Changed)
    def typed(self, event: Input.Changed) -> None:
        """What fits now."""
        self._offer(event.input.value.strip())

    def _offer(self, words: str) -> None:
        self.query_one(FoundList).offer(self.found(words), self.none(words) if words else "")

    def action_choose(self, step: int) -> None:
        """Another line of the list."""
        self.query_one(FoundList).choose(step)

    @on(Input.Submitted)
    def take(self) -> None:
        """The marked line."""
        chosen = self.query_one(FoundList).chosen
        if chosen is not None:
            self.done(chosen.gives)

    @on(FoundList.Taken)
    def clicked(self, event: FoundList.Taken) -> None:
        """A click on a line."""
        self.done(event.found.gives)
