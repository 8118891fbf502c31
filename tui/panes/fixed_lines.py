"""Lines of fixed height above and below the panes, which never lay the screen out again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap

from rich.cells import cell_len, set_cell_size
from rich.text import Text
from textual.widgets import Static

from tui.words.line import truncate


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
        self._cut()

    def tell(self, text: str, width: int) -> None:
        """Show a text in rows of a width, each a column from the edge."""
        self.say(*wrap(text, max(20, width), initial_indent=" ", subsequent_indent=" ",
                       break_on_hyphens=False))  # fmt: skip

    def _cut(self) -> None:
        width = self.size.width
        text = "\n".join(
            row if cell_len(row) <= width else self.shorter(row, width) for row in self.fitted()
        )
        if text != self.said:
            self.said = text
            self.update(Text(text), layout=False)

    def fitted(self) -> Sequence[str]:
        """The rows, as many as are shown."""
        return self.rows

    def shorter(self, row: str, width: int) -> str:
        """What is shown of a row that is too long."""
        return f"{set_cell_size(row, max(0, width - 1))}…"

    def on_resize(self) -> None:
        """Cut them for the new width."""
        self._cut()


class Facts(FixedLines):
    """Rows of facts, the most important first; those without a row of their own share the last."""

    def fitted(self) -> Sequence[str]:
        """The rows, the last of them joined where there are more than it is high."""
        most = self.size.height
        if not 0 < most < len(self.rows):
            return self.rows
        rest = [row.strip() for row in self.rows[most - 1 :] if row.strip()]
        return [*self.rows[: most - 1], " " + " · ".join(rest)]

    def shorter(self, row: str, width: int) -> str:
        """As many whole facts as there is room for, or parts of the last of them."""
        return truncate(row, width)


class Tabs(FixedLines):
    """The names of panes of which one is seen at a time, each behind the key that shows it."""

    def __init__(self, names: Mapping[str, str], gap: str = "", id: str | None = None) -> None:
        super().__init__(id)
        self.names = names
        self.gap = gap

    def mark(self, shown: str) -> None:
        """Show which one is seen."""
        tabs = (f"[{key} {name}]" if name == shown else f" {key} {name} "
                for name, key in self.names.items())  # fmt: skip
        self.say(" " + self.gap.join(tabs))

    def name_at(self, x: int) -> str:
        """The pane that a column is of; "" for none."""
        start = 1
        for name in self.names:
            end = start + len(f" 1 {name} {self.gap}")
            if start <= x < end:
                return name
            start = end
        return ""
