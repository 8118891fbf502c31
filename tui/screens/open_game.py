"""The games of the store, the one played last first."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tui.screens.dialog import Page, Styles
from tui.table import sentence
from tui.words import standing

if TYPE_CHECKING:
    from saves.store import Summary


def summary_line(one: Summary) -> str:
    """A game in the list: its name, where it stands, when and by whom."""
    if one.problem:
        return f"{one.name:22} {one.problem}"
    when = datetime.fromtimestamp(one.when, UTC).astimezone().strftime("%Y-%m-%d %H:%M")
    stands = standing(one.box, one.who)
    by = f" by {one.by}" if one.by else ""
    return f"{one.name:22} {one.title or one.scenario} · {stands} · {when}{by}"


class OpenGame(Page[None]):
    """A list of games; Enter opens one."""

    CSS_PATH: ClassVar[Styles] = "lists.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "Back")]

    def compose(self) -> ComposeResult:
        """The list."""
        yield Static(" Open a game", classes="head", markup=False)
        yield OptionList()
        yield Static(" ↑↓ Enter opens it · Escape back · ? help", classes="foot", markup=False)

    def on_mount(self) -> None:
        """Read the store."""
        from saves.plain import SaveError
        from saves.store import summaries

        listed = self.query_one(OptionList)
        try:
            for one in summaries(self.tercio.store):
                listed.add_option(Option(summary_line(one), one.name, disabled=bool(one.problem)))
        except SaveError as error:
            self.notify(sentence(error), severity="error")
        listed.focus()

    @on(OptionList.OptionSelected)
    def opened(self, event: OptionList.OptionSelected) -> None:
        """Open the game on that line."""
        if event.option.id:
            self.tercio.open_game(event.option.id)

    def action_leave(self) -> None:
        """Back to the title."""
        self.done(None)
