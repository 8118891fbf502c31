"""The lesson that is on: what to do, why, and the keys."""

from __future__ import annotations

from textwrap import wrap

from rich.text import Text
from textual.widgets import Static

from tui.settings.keymap import hint_for
from tui.table.course import Card


class LessonPane(Static):
    """A few rows above the foot line."""

    DEFAULT_CSS = """
    LessonPane {
        height: 6; width: 1fr; border-top: solid $accent; padding: 0 1;
        border-title-color: $accent; border-title-style: bold;
    }
    """

    def __init__(self, card: Card | None = None, id: str | None = None) -> None:
        super().__init__("", id=id, markup=False)
        self.card = card
        self.keys: tuple[str, ...] = card.press if card is not None else ()

    def look(self, card: Card, keys: tuple[str, ...]) -> None:
        """Show a card and its keys."""
        if (card, keys) != (self.card, self.keys):
            self.card, self.keys = card, keys
            self.draw()

    def draw(self) -> None:
        """The card at the width there is; a text too long for it loses its end, never its keys."""
        if self.card is None:
            return
        card = self.card
        far = f"Lesson {card.number} of {card.of}: " if card.number else ""
        self.border_title = f"{far}{card.title}"
        rows = wrap(card.text, max(20, self.size.width))
        room = max(1, self.size.height - 1)
        text = Text("\n".join(rows[:room]))
        text.append("\n" + hint_for(self, f"Press: {' · '.join(self.keys)}"), style="bold")
        self.update(text, layout=False)

    def on_resize(self) -> None:
        """The text follows the width."""
        self.draw()
