"""The themes, seen at once while one goes through the list."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

import themes
from tui.panes.thumbnail import Thumbnail
from tui.screens.dialog import Dialog
from tui.screens.list_widgets import Listing


class ThemeList(Dialog[None]):
    """Choose a theme; Escape goes back to the one before."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "As it was")]

    def compose(self) -> ComposeResult:
        """The list, a real map beside it, what the theme is for."""
        with Vertical(classes="dialog"):
            yield Static("Themes", classes="question")
            with Horizontal(id="chosen"):
                yield Listing(*(Option(themes.load(name).title, name) for name in themes.names()))
                yield Thumbnail(id="seen", ascii_only=self.tercio.ascii_map)
            yield Static("", id="note", markup=False)
            yield Static("↑↓ tries it on · Enter keeps it · Escape cancels", classes="keys")

    def on_mount(self) -> None:
        """Begin at the theme that is chosen."""
        listed = self.query_one(OptionList)
        listed.highlighted = themes.names().index(self.tercio.settings.theme)
        listed.focus()
        self.call_after_refresh(self.query_one(Thumbnail).example)

    @on(OptionList.OptionHighlighted)
    def shown(self, event: OptionList.OptionHighlighted) -> None:
        """See the theme."""
        if event.option.id:
            self.tercio.use_theme(event.option.id)
            self.query_one("#note", Static).update(themes.load(event.option.id).note + ".")

    @on(OptionList.OptionSelected)
    def kept(self, event: OptionList.OptionSelected) -> None:
        """Keep the theme."""
        if event.option.id:
            self.tercio.choose_theme(event.option.id)
        self.done(None)

    def action_leave(self) -> None:
        """As it was."""
        self.tercio.use_theme(self.tercio.settings.theme)
        self.done(None)
