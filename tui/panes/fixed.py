"""Lines of fixed height above and below the panes, which never lay the screen out again."""

from __future__ import annotations

from rich.text import Text
from textual.widgets import Static


class FixedLines(Static):
    """A few rows of text; `say` changes them without a new layout."""

    DEFAULT_CSS = "FixedLines { height: 1; width: 1fr; }"

    def __init__(self, id: str | None = None) -> None:
        super().__init__("", id=id, markup=False)
        self.rows: tuple[str, ...] = ()
        self.said = ""

    def say(self, *rows: str) -> None:
        """Show these rows, each cut at the width."""
        self.rows = rows
        width = self.size.width
        text = "\n".join(
            row if len(row) <= width else f"{row[: max(0, width - 1)]}…" for row in rows
        )
        if text != self.said:
            self.said = text
            self.update(Text(text), layout=False)

    def on_resize(self) -> None:
        """Cut them for the new width."""
        self.say(*self.rows)


class HeadLine(FixedLines):
    """One row with something at its left and something at its right."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id)
        self.ends = ("", "")

    def between(self, left: str, right: str) -> None:
        """Show the two texts, pushed apart as far as the row is wide."""
        self.ends = (left, right)
        gap = self.size.width - len(left) - len(right)
        if gap < 1:
            left = left[: max(0, self.size.width - len(right) - 1)]
            gap = max(1, self.size.width - len(left) - len(right))
        self.say(left + " " * gap + right)

    def on_resize(self) -> None:
        """Push them apart again."""
        self.between(*self.ends)
