"""The line at the foot of a screen, or of a dialog, which names the keys that may be pressed."""

from __future__ import annotations

from rich.cells import cell_len

from tui.panes.fixed_lines import FixedLines
from tui.settings.keymap import hint_for


class Hints(FixedLines):
    """Rows that name keys: those that were chosen, whatever they are said with."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id)
        self.usual: tuple[str, ...] = ()

    def say(self, *rows: str) -> None:
        """Show these rows with the keys as they are now."""
        self.usual = rows
        super().say(*(hint_for(self, row) for row in rows))

    def fit(self, *rows: str) -> None:
        """Show the first of these rows for which the screen is wide enough, or the last."""
        width = self.screen.size.width
        fitting = (row for row in rows if cell_len(hint_for(self, row)) <= width)
        self.say(next(fitting, rows[-1]))
