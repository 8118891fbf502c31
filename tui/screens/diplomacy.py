"""The state of diplomacy: alliances, wars, truces, reasons for war, minors, variants."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from engine.games.game import Game
from tui.panes.scrolling_lines import LinesPane
from tui.screens.dialog import Page, Styles
from tui.screens.rules import Rules
from tui.words.diplomacy import lines


class Diplomacy(Page[None]):
    """Who fights with whom and against whom; every line says why when it is asked."""

    CSS_PATH: ClassVar[Styles] = "lists.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Back", id="diplomacy.back"),
    ]

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game

    def compose(self) -> ComposeResult:
        """Title, lines, keys."""
        state = self.game.state
        title = str(self.game.header.get("title") or state.scenario)
        yield Static(f" Diplomacy · {title} · turn {state.turn}", classes="head", markup=False)
        yield LinesPane("", id="diplomacy")
        yield Static(" ↑↓ lines and why · Enter rules · Escape back", classes="foot", markup=False)

    def on_mount(self) -> None:
        """All lines."""
        self.query_one(LinesPane).focus()
        self.call_after_refresh(self.draw)

    def draw(self) -> None:
        """The lines at the width there is."""
        pane = self.query_one(LinesPane)
        pane.show(lines(self.game.state, max(40, pane.size.width)))

    def on_resize(self) -> None:
        """Lines follow the width."""
        self.call_after_refresh(self.draw)

    @on(LinesPane.RulesRequested)
    def rules_wanted(self, event: LinesPane.RulesRequested) -> None:
        """The rules behind a line."""
        event.stop()
        self.tercio.open_screen(Rules(" ".join(event.rules)))

    def action_leave(self) -> None:
        """Back to the game."""
        self.done(None)
