"""One of a few lines, picked; None when it is given up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import OptionList, Static

from tui.screens.dialog import Dialog
from tui.screens.lists import Listing


class Pick(Dialog[int | None]):
    """A list; Enter takes the marked line and gives its number, counted from 0."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "Give up")]

    def __init__(self, question: str, lines: Sequence[str]) -> None:
        super().__init__()
        self.question = question
        self.lines = lines

    def compose(self) -> ComposeResult:
        """The question and the list."""
        with Vertical(classes="dialog tall"):
            yield Static(self.question, classes="question", markup=False)
            yield Listing(*self.lines)
            yield Static("↑↓ Enter takes it · Escape gives up", classes="keys", markup=False)

    @on(OptionList.OptionSelected)
    def take(self, event: OptionList.OptionSelected) -> None:
        """The line that was picked."""
        event.stop()
        self.done(event.option_index)

    def action_leave(self) -> None:
        """None was picked."""
        self.done(None)
