"""One of a few lines, picked; None when it is given up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import OptionList, Static

from tui.screens.dialog import Dialog
from tui.screens.list_widgets import Listing


class Pick(Dialog[int | None]):
    """A list; Enter takes the marked line and gives its number, counted from 0."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "Give up")]

    def __init__(self, question: str, lines: Sequence[str], at: int = 0) -> None:
        super().__init__()
        self.at = at
        self.question = question
        self.lines = lines
        self.typed = ""

    def compose(self) -> ComposeResult:
        """The question and the list."""
        with Vertical(classes="dialog tall"):
            yield Static(self.question, classes="question", markup=False)
            yield Listing(*self.lines)
            keys = "↑↓ or letters, Enter takes it · Escape gives up"
            yield Static(keys, classes="keys", markup=False)

    def on_mount(self) -> None:
        """What it is now is marked."""
        self.query_one(OptionList).highlighted = self.at if self.lines else None

    def on_key(self, event: events.Key) -> None:
        """Letters go to the first line that they begin, or a word of which they begin."""
        if not event.is_printable or not event.character:
            return
        for typed in (self.typed + event.character.lower(), event.character.lower()):
            low = [line.lower() for line in self.lines]
            fits = [at for at, line in enumerate(low) if line.startswith(typed)]
            fits += [at for at, line in enumerate(low) if f" {typed}" in line]
            if fits:
                self.typed = typed
                self.query_one(OptionList).highlighted = fits[0]
                break
        event.stop()

    @on(OptionList.OptionSelected)
    def take(self, event: OptionList.OptionSelected) -> None:
        """The line that was picked."""
        event.stop()
        self.done(event.option_index)

    def action_leave(self) -> None:
        """None was picked."""
        self.done(None)
