"""What has just happened, in a banner above the panes, until the next answer."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import Final

from rich.text import Text
from textual.widgets import Static

from tui.words.line import truncate
from tui.words.results import Result, in_sentences

SENTENCES: Final = 8


def rows(found: Sequence[Result], width: int, most: int) -> list[str]:
    """The first result and what it means, then the others, in at most so many rows: whole sentences
    as far as there is room, and how many more there are."""
    drawn: list[str] = []
    for number in range(SENTENCES, 0, -1):
        first, *others = in_sentences(found, number)
        drawn = [*wrap(first, width), *wrap(" ".join(others), width)]
        if len(drawn) <= most:
            return drawn
    return [*drawn[: most - 1], truncate(" ".join(drawn[most - 1 :]), width)]


class ResultPane(Static):
    """A banner of a row or two, a card for what is great; it takes no keys and covers nothing."""

    DEFAULT_CSS = """
    ResultPane {
        display: none; width: 1fr; height: 1; padding: 0 1;
        background: $panel; color: $foreground;
        border-title-color: $accent; border-title-style: bold;
        &.great { border-top: heavy $accent; }
    }
    """

    def __init__(self, id: str | None = None) -> None:
        super().__init__("", id=id, markup=False)
        self.found: tuple[Result, ...] = ()
        self.away: tuple[Result, ...] = ()
        self.most = 1

    def look(self, found: Sequence[Result], most: int) -> None:
        """Show these results in at most so many rows; none put the pane away."""
        shown = tuple(found)
        if (shown, most) != (self.found, self.most):
            self.found, self.most = shown, most
            self.draw()

    def put_away(self) -> bool:
        """Have them read: they are shown no more; whether there were any."""
        seen = bool(self.display)
        self.away = self.found
        self.draw()
        return seen

    def draw(self) -> None:
        """The rows at the width there is."""
        seen = bool(self.found) and self.found != self.away
        self.display = seen
        if not seen:
            return
        first = self.found[0]
        great = first.great and self.most > 1
        self.set_class(great, "great")
        self.border_title = first.title.upper() if great else ""
        width = max(20, self.screen.size.width - 2)
        drawn = rows(self.found, width, self.most - great)
        self.styles.height = len(drawn) + great
        text = Text("\n".join(drawn))
        text.stylize("bold", 0, len(self.found[0].text))
        self.update(text)

    def on_resize(self) -> None:
        """The rows follow the width."""
        self.draw()
