"""The chronicle: the history of the campaign under the headings of its impulses.

Enter goes to the place, v to the moment; a filter leaves only what fits.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from itertools import accumulate, chain
from textwrap import wrap
from typing import ClassVar, Final

from textual import work
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.timer import Timer

from engine.play.phase import Entry
from tui.panes.scrolling_lines import LinesPane, Spot, same_at_start, spots_in
from tui.settings.keymap import hint_for
from tui.terminal import keys_first
from tui.words.chronicle import entry_lines, fits, heading
from tui.words.line import Bit, Line, line

HINT: Final = "Enter place · v moment · f filter"
LONG: Final = 500  # entries that take longer to lay out than a key may wait
REST: Final = 0.15  # seconds without another width until they are
SHARE: Final = 100  # entries that are laid out until a key is heard


class ChroniclePane(LinesPane):
    """The story of the game; it stays at the end unless one scrolls back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("v", "moment", "See that moment again", id="chronicle.moment"),
        Binding("f", "filter", "Only what fits some words", id="chronicle.filter"),
    ]

    class Moment(Message):
        """v on a line: the moment of that entry of the story."""

        def __init__(self, at: int) -> None:
            super().__init__()
            self.at = at

    class Filter(Message):
        """f: other words are wanted."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__("Chronicle", id)
        self.border_subtitle = HINT
        self.entries: list[Entry] = []
        self.ends: list[int] = []  # the number of drawn lines after each entry
        self.drawn: list[Line] = []
        self.wide = 0
        self.words = ""
        self.short = ""
        self.follows = True  # the end, as it grows
        self.resting: Timer | None = None  # runs from a new width until it has come to rest

    def look(self, story: Sequence[Entry], short: str = "") -> None:
        """Draw the story, then in `short` what has happened; only what is new is laid out."""
        self.short = short
        self.border_subtitle = hint_for(self, HINT)
        width = self.wide if self.wide and self.resting is not None else self._width
        same = same_at_start(self.entries, story) if width == self.wide else 0
        del self.entries[same:], self.ends[same:]
        del self.drawn[self.ends[-1] if self.ends else 0 :]
        self.wide = width
        before = self._last(same)
        for entry, lines in self._laid(story[same:], width, before):
            self.entries.append(entry)
            self.drawn += lines
            self.ends.append(len(self.drawn))
        self.follows = self.current is None or self.at == len(self.spots) - 1
        shown = list(self.drawn) or [line(Bit(" nothing fits" if self.words else "", "quiet"))]
        said = f"In short: {short}" if short and not self.words else ""
        self.show(shown + [line(" ", Bit(row, "strong")) for row in wrap(said, width - 2)])
        if self.follows:
            self.at = len(self.spots) - 1 if self.at >= 0 else -1
            self.scroll_end(animate=False, immediate=True)

    @property
    def _width(self) -> int:
        return max(20, self.size.width)

    def _laid(
        self, story: Sequence[Entry], width: int, before: Entry | None
    ) -> Iterator[tuple[Entry, list[Line]]]:
        """The lines of each entry, after the last one shown before them."""
        for entry in story:
            shown = fits(entry, self.words)
            lines = [*heading(before, entry, width), *entry_lines(entry, width)] if shown else []
            yield entry, lines
            before = entry if shown else before

    def _last(self, before: int) -> Entry | None:
        """The last entry shown before that one."""
        shown = (self.entries[n] for n in range(before - 1, -1, -1)
                 if fits(self.entries[n], self.words))  # fmt: skip
        return next(shown, None)

    def show_only(self, words: str) -> None:
        """Leave only what fits the words; everything without any."""
        self.words = words
        self.border_title = f"Chronicle: {words}" if words else "Chronicle"
        story = list(self.entries)
        self.wide, self.at = 0, -1
        self.look(story, self.short)

    def entry_at_cursor(self) -> int | None:
        """The number of the entry under the cursor, the last one without a cursor."""
        if not self.entries:
            return None
        if self.current is None:
            return len(self.entries) - 1
        row = self.spots[self.at].row
        return next((n for n, end in enumerate(self.ends) if end > row), None)

    def action_moment(self) -> None:
        """Ask for the moment of the entry under the cursor."""
        at = self.entry_at_cursor()
        if at is not None:
            self.post_message(self.Moment(at))

    def action_filter(self) -> None:
        """Ask for other words."""
        self.post_message(self.Filter())

    def on_resize(self) -> None:
        """Lay the sentences out for the new width; a long story when that has come to rest, and
        what can be asked in it with it."""
        long = self.wide and len(self.entries) > LONG
        if long:
            self._cut_at = self.size.width  # else all panes' on_resize, called too, finds it now
        if self.size.width == self.wide:
            super().on_resize()
        elif long:
            if self.resting is not None:
                self.resting.stop()
            self.resting = self.set_timer(REST, self._lay_out_beside)
            self.measure()
        else:
            self._lay_out()
        if self.follows:
            self.scroll_end(animate=False, immediate=True)

    def _lay_out(self) -> None:
        """Lay everything out for the width as it is now."""
        self.resting = None
        if self.size.width != self.wide:
            self.lines = ()  # none is where it was
            self.look(list(self.entries), self.short)

    @work(exclusive=True)
    async def _lay_out_beside(self) -> None:
        """The same, and keys are heard meanwhile. Another width comes to rest by itself."""
        width, words, story = self._width, self.words, list(self.entries)
        found, spots, rows = list[list[Line]](), list[Spot](), 0
        if width != self.wide:
            for number, (_, lines) in enumerate(self._laid(story, width, None), 1):
                found.append(lines)
                spots += spots_in(lines, rows, self.size.width)
                rows += len(lines)
                if number % SHARE == 0:
                    await asyncio.sleep(0)
                    await keys_first.drawn()  # else a share comes between all steps of a key
        if width != self._width:
            return
        self.resting = None
        if width != self.wide and words == self.words:
            now, self.entries = self.entries, story
            self.drawn = [*chain.from_iterable(found)]
            self.ends = [*accumulate(map(len, found))]
            self.wide = width
            self.show_found(list(self.drawn), spots)
            self.look(now, self.short)
