"""The panes of a campaign's ledger and its story."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.chronicle import Entry
from engine.eia.ledger.ledger import Ledger
from tui.panes.scrolling_lines import LinesPane
from tui.words.ledger import story_lines
from tui.words.line import Line


class LedgerPane(LinesPane):
    """A part of the ledger, drawn anew for every width."""

    def __init__(self, title: str, id: str, draw: Callable[[Ledger, int], list[Line]]) -> None:
        super().__init__(title, id)
        self.source = draw
        self.state: Ledger | None = None

    def look(self, state: Ledger) -> None:
        """Draw the part as it stands."""
        self.state = state
        self.show(self.source(state, max(20, self.size.width)))

    def on_resize(self) -> None:
        """The lines follow the width."""
        super().on_resize()
        if self.state is not None:
            self.look(self.state)


class StoryPane(LinesPane):
    """The chronicle of the campaign under its months and steps; it stays at the end."""

    def __init__(self, id: str) -> None:
        super().__init__("Chronicle", id)
        self.story: Sequence[Entry] = ()

    def look(self, story: Sequence[Entry]) -> None:
        """Draw the story."""
        self.story = list(story)
        self.show(story_lines(self.story, max(20, self.size.width)))
        if self.at < 0:
            self.scroll_end(animate=False)

    def on_resize(self) -> None:
        """The lines follow the width."""
        super().on_resize()
        self.look(self.story)
