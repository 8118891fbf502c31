"""The games of the store, the one played last first."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from saves import store
from saves.disk.packing import SaveError
from tui.screens.dialog import Page, Styles
from tui.screens.list_widgets import Listing
from tui.words.saved_games import sentence, summary_line


class OpenGame(Page[None]):
    """A list of games; Enter opens one."""

    CSS_PATH: ClassVar[Styles] = "lists.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "Back")]

    def compose(self) -> ComposeResult:
        """The list."""
        yield Static(" Open a game", classes="head", markup=False)
        yield Listing()
        yield Static(" ↑↓ Enter opens it · Escape back · ? help", classes="foot", markup=False)

    def on_mount(self) -> None:
        """Read the store."""
        listed = self.query_one(OptionList)
        try:
            for one in store.summaries(self.tercio.store):
                listed.add_option(Option(summary_line(one), one.name, disabled=bool(one.problem)))
        except SaveError as error:
            self.notify(sentence(error), severity="error")
        listed.action_first()  # Enter opens it at once
        listed.focus()

    @on(OptionList.OptionSelected)
    def opened(self, event: OptionList.OptionSelected) -> None:
        """Open the game on that line."""
        if event.option.id:
            self.tercio.open_game(event.option.id)

    def action_leave(self) -> None:
        """Back to the title."""
        self.done(None)
