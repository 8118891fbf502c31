"""Lists to choose from, with keys that can be changed like all others."""

from __future__ import annotations

from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import OptionList

from tui.screens.reading import ways


class Listing(OptionList, inherit_bindings=False):
    """A list to choose from; a bracket in it is a bracket."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *ways(
            "list", up="cursor_up", down="cursor_down", pageup="page_up", pagedown="page_down",
            home="first", end="last",
        ),
        Binding("enter", "select", "Take it", show=False, id="list.enter"),
    ]  # fmt: skip

    def __init__(self, *content: Any, **named: Any) -> None:
        super().__init__(*content, markup=False, **named)

    def on_focus(self) -> None:
        """Where it has the keys, a line is marked: Enter takes it at once."""
        if self.highlighted is None:
            self.action_first()
