"""The pane of the desk that shows what comes of a document."""

from __future__ import annotations

from collections.abc import Callable

from tui.panes.scrolling_lines import LinesPane
from tui.words.combat_sheet import LEAST
from tui.words.line import Line


class DeskPane(LinesPane):
    """The answer to what is typed."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__("Combat sheet", id)
        self.source: Callable[[int], list[Line]] = lambda width: []

    def look(self, source: Callable[[int], list[Line]]) -> None:
        """Draw what the source gives for the pane's width."""
        self.source = source
        self.draw()

    def draw(self) -> None:
        """Draw for the width the pane has."""
        self.show(self.source(max(2 * LEAST, self.size.width)))

    def on_resize(self) -> None:
        """The lines follow the width."""
        super().on_resize()
        self.draw()
