"""All commands in a list, found by letters of their names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, NamedTuple

from textual import events
from textual.binding import Binding, BindingType
from textual.fuzzy import FuzzySearch
from textual.screen import Screen

from tui.screens.finding import search
from tui.settings.keymap import hint_for

PAGE = 10


class Command(NamedTuple):
    """A line of the palette: its name, what is said under it or else its usual key, the deed."""

    name: str
    said: str
    do: Callable[[], object]

    def title(self, screen: Screen[Any]) -> str:
        """The name, with the key that does the same on a screen."""
        if self.help or not self.said:
            return self.name
        return f"{self.name}  ({hint_for(screen, self.said)})"

    @property
    def help(self) -> str:
        """What is said under the name."""
        return self.said if len(self.said) > 2 else ""


class Palette(search.Search[Callable[[], object] | None]):
    """A line and the commands that have its letters in this order, those first that have them
    together or where words begin; gives the deed, or None when it is given up."""

    question = "All commands"
    hint = "some letters of a command"
    keys = "↑↓ choose · Enter does it · Escape gives up"
    shape = "palette"
    BINDINGS: ClassVar[list[BindingType]] = [
        *search.KEYS,
        Binding("pagedown", f"choose({PAGE})", "Page down", priority=True),
        Binding("pageup", f"choose({-PAGE})", "Page up", priority=True),
        Binding("shift+end,ctrl+end", "choose(9999)", "To the end", priority=True),
        Binding("shift+home,ctrl+home", "choose(-9999)", "To the top", priority=True),
    ]

    def ask(self, commands: Sequence[Command], screen: Screen[Any]) -> None:
        """What can be done on a screen."""
        self.listed = [search.Found(one.title(screen), one.do, one.help) for one in commands]
        self.fuzzy = FuzzySearch()

    def found(self, words: str) -> Sequence[search.Found]:
        """The commands that fit, all of them before anything is typed."""
        if not words:
            return self.listed
        weighed = [(one, *self.fuzzy.match(words, one.text)) for one in self.listed]
        fitting = sorted((one for one in weighed if one[1] > 0), key=lambda one: -one[1])
        return [one._replace(letters=letters) for one, _, letters in fitting]

    def none(self, words: str) -> str:
        """No command has those letters."""
        return f"no command has the letters {words} in this order"

    def on_click(self, event: events.Click) -> None:
        """A click beside it gives it up."""
        if self.get_widget_at(event.screen_x, event.screen_y)[0] is self:
            self.action_leave()

    def action_leave(self) -> None:
        """No command."""
        self.done(None)
