"""Lines of fixed height above and below the panes, which never lay the screen out again."""

from __future__ import annotations

from rich.cells import cell_len, set_cell_size
from rich.text import Text
from textual.widgets import Static

from tui.keymap import told


class FixedLines(Static):
    """A few rows of text; `say` changes them without a new layout."""

    DEFAULT_CSS = "FixedLines { height: 1; width: 1fr; }"

    def __init__(self, id: str | None = None) -> None:
        super().__init__("", id=id, markup=False)
        self.rows: tuple[str, ...] = ()
        self.said = ""

    def say(self, *rows: str) -> None:
        """Show these rows, each cut at the width."""
        if self.id == "foot":
            rows = tuple(told(self, row) for row in rows)
        self.rows = rows
        self._cut()

    def _cut(self) -> None:
        width = self.size.width
        text = "\n".join(
            row if cell_len(row) <= width else f"{set_cell_size(row, max(0, width - 1))}…"
            for row in self.rows
        )
        if text != self.said:
            self.said = text
            self.update(Text(text), layout=False)

    def on_resize(self) -> None:
        """Cut them for the new width."""
        self._cut()


class HeadLine(FixedLines):
    """One row with something at its left, longer or shorter, and something at its right."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id)
        self.lefts: tuple[str, ...] = ("",)
        self.right = ""

    def between(self, lefts: tuple[str, ...], right: str) -> None:
        """Show the longest left text that fits, and the right one, pushed apart."""
        self.lefts, self.right = lefts, right
        width = self.size.width
        left = next((text for text in lefts if cell_len(text + right) < width), lefts[-1])
        room = max(0, width - cell_len(right))
        left = left if cell_len(left) < room else set_cell_size(left, max(0, room - 1))
        self.say(left + " " * max(1, room - cell_len(left)) + right)

    def on_resize(self) -> None:
        """Push them apart again."""
        self.between(self.lefts, self.right)
