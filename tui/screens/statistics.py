"""The statistics of a game: its dice and its losses, as plots."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from engine.chronicle import Entry
from engine.games.game import Game
from tui.panes.scrolling_lines import LinesPane
from tui.screens.dialog import Page, Styles
from tui.words.line import Line
from tui.words.statistics import dice_lines, loss_lines

KINDS = ("dice", "losses")


class Statistics(Page[None]):
    """Dice, then losses; the cursor goes from number to number and each says why."""

    CSS_PATH: ClassVar[Styles] = "lists.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Back", id="statistics.back"),
        Binding("1", "pick('dice')", "Dice", id="statistics.dice"),
        Binding("2", "pick('losses')", "Losses", id="statistics.losses"),
        Binding("tab,shift+tab", "other", "The other"),
    ]

    def __init__(self, game: Game, story: list[Entry]) -> None:
        super().__init__()
        self.game = game
        self.story = story
        self.kind = KINDS[0]
        self.drawn: dict[tuple[str, int], list[Line]] = {}  # by kind and width

    def compose(self) -> ComposeResult:
        """Title, plots, keys."""
        yield Static("", classes="head", markup=False)
        yield LinesPane("Statistics", id="plots")
        yield Static(" 1 dice · 2 losses · ↑↓ numbers and why · Escape back",
                     classes="foot", markup=False)  # fmt: skip

    def on_mount(self) -> None:
        """The dice first."""
        self.query_one(LinesPane).focus()
        self.call_after_refresh(self.draw)

    def draw(self) -> None:
        """The plots at the width there is."""
        pane = self.query_one(LinesPane)
        width = max(40, pane.size.width)
        drawn = self.drawn.get((self.kind, width))
        if drawn is None:
            lines = dice_lines if self.kind == "dice" else loss_lines
            drawn = self.drawn[self.kind, width] = lines(self.game, self.story, width)
        pane.border_title = self.kind.capitalize()
        pane.show(drawn)
        title = str(self.game.header.get("title") or self.game.state.scenario)
        tabs = "  ".join(f"[{name}]" if name == self.kind else f" {name} " for name in KINDS)
        self.query_one(".head", Static).update(f" Statistics · {title}   {tabs}")

    def on_resize(self) -> None:
        """Plots follow the width."""
        self.call_after_refresh(self.draw)

    def action_pick(self, kind: str) -> None:
        """Dice or losses."""
        self.kind = kind
        pane = self.query_one(LinesPane)
        pane.at = -1
        pane.scroll_home(animate=False)
        self.draw()

    def action_other(self) -> None:
        """The other of the two."""
        self.action_pick(KINDS[1 - KINDS.index(self.kind)])

    def action_leave(self) -> None:
        """Back to the game."""
        self.done(None)
