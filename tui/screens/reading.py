"""Long texts, and the keys by which texts and lists are gone through: all can be changed."""

from __future__ import annotations

from typing import ClassVar, Final

from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll

from tui.panes.scrolling import ScrollsAtOnce

WAYS: Final = {
    "up": "Up", "down": "Down", "pageup": "Page up", "pagedown": "Page down",
    "home": "To the top", "end": "To the end",
}  # fmt: skip


def ways(name: str, **actions: str) -> list[BindingType]:
    """Bindings of the keys that go up and down, to be changed under a name."""
    return [
        Binding(key, action, said, show=False, id=f"{name}.{key}")
        for (key, said), action in zip(WAYS.items(), actions.values(), strict=True)
    ]


class Reading(ScrollsAtOnce, VerticalScroll, inherit_bindings=False):
    """A text that may be longer than its place."""

    BINDINGS: ClassVar[list[BindingType]] = ways(
        "text", up="scroll_up", down="scroll_down", pageup="page_up", pagedown="page_down",
        home="scroll_home", end="scroll_end",
    )  # fmt: skip
