"""Lists to choose from and long texts, with keys that can be changed like all others."""

from __future__ import annotations

from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import OptionList

from tui.panes.scrolling import ScrollsAtOnce

WAYS = {
    "up": "Up", "down": "Down", "pageup": "Page up", "pagedown": "Page down",
    "home": "To the top", "end": "To the end",
}  # fmt: skip


def _ways(name: str, **actions: str) -> list[BindingType]:
    return [
        Binding(key, action, said, show=False, id=f"{name}.{key}")
        for (key, said), action in zip(WAYS.items(), actions.values(), strict=True)
    ]


class Listing(OptionList, inherit_bindings=False):
    """A list to choose from; a bracket in it is a bracket."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *_ways(
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


class Reading(ScrollsAtOnce, VerticalScroll, inherit_bindings=False):
    """A text that may be longer than its place."""

    BINDINGS: ClassVar[list[BindingType]] = _ways(
        "text", up="scroll_up", down="scroll_down", pageup="page_up", pagedown="page_down",
        home="scroll_home", end="scroll_end",
    )  # fmt: skip
