"""Something told that is longer than a notice: read, scrolled, copied, closed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Static

from tui.screens.dialog import Dialog
from tui.screens.help import hung
from tui.screens.list_widgets import Reading

FRAME: Final = 5  # columns beside the text: the frame, its margin and the scroll bar
WIDTH: Final = 76 - FRAME
AROUND: Final = 4  # rows above and below it: the frame, the title, the keys


class Told(Dialog[None]):
    """Lines under a title; what goes on in the next row stands under its words."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q", "leave", "Close"),
        Binding("y", "copy", "Copy it"),
    ]

    def __init__(self, title: str, lines: Sequence[str]) -> None:
        super().__init__()
        self.told = title
        self.lines = lines

    def compose(self) -> ComposeResult:
        """Title, text, keys."""
        with Vertical(classes="dialog"):
            yield Static(self.told, classes="question", markup=False)
            with Reading():
                yield Static("", id="said", markup=False)
            yield Static("↑↓ · y copies it · Escape closes", classes="keys", markup=False)

    def on_mount(self) -> None:
        """The text has the keys, so that it scrolls."""
        self.query_one(Reading).focus()

    def on_resize(self, event: events.Resize) -> None:
        """The lines follow the width; the dialog is no higher than they are."""
        rows = list(hung(self.lines, min(WIDTH, event.size.width - FRAME)))
        self.query_one("#said", Static).update("\n".join(rows))
        room = event.size.height - AROUND
        self.query_one(Reading).styles.height = max(1, min(len(rows), room))

    def action_copy(self) -> None:
        """To the clipboard of the terminal."""
        self.app.copy_to_clipboard("\n".join(self.lines))
        self.notify("Copied, if the terminal takes it.", timeout=2)

    def action_leave(self) -> None:
        """Back to the game."""
        self.done(None)
