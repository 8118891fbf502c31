"""The forecast of a game, to read while it is refined."""

from __future__ import annotations

from itertools import chain
from textwrap import wrap
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from tui.panes.scrolling_lines import LinesPane
from tui.screens.dialog import Page, Styles
from tui.table.forecasting import Forecasting
from tui.words.line import line

FRESH = 0.5  # seconds between two looks at what has come in


class ForecastPage(Page[bool]):
    """What will probably come of it; left with True where it is to be laid over the map."""

    CSS_PATH: ClassVar[Styles] = "lists.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Back", id="forecast.back"),
        Binding("F", "lay", "Lay it over the map", id="forecast.map"),
        Binding("y", "copy", "Copy it", id="forecast.copy"),
    ]

    def __init__(self, found: Forecasting) -> None:
        super().__init__()
        self.found = found
        self.shown: list[str] = []

    def compose(self) -> ComposeResult:
        """Title, text, keys."""
        yield Static("", classes="head", markup=False)
        yield LinesPane("Forecast", id="forecast")
        yield Static(" F over the map · ↑↓ · y copy · Escape back", classes="foot", markup=False)

    def on_mount(self) -> None:
        """What there is so far, and what comes in."""
        self.query_one(LinesPane).focus()
        self._show()
        self.set_interval(FRESH, self._show)

    def _show(self) -> None:
        lines = self.found.lines()
        if lines == self.shown:
            return
        self.shown = lines
        come = f"{len(self.found.as_is)} of {self.found.most} games"
        self.query_one(".head", Static).update(f" What will probably come of it · {come}")
        self._draw()

    def _draw(self) -> None:
        pane = self.query_one(LinesPane)
        width = max(20, (pane.size.width or self.size.width) - 2)
        rows = (wrap(each, width, subsequent_indent="    ") or [""] for each in self.shown)
        pane.show([line(f" {row}") for row in chain.from_iterable(rows)])

    def on_resize(self) -> None:
        """The lines follow the width."""
        self.call_after_refresh(self._draw)

    def action_copy(self) -> None:
        """To the clipboard of the terminal."""
        self.app.copy_to_clipboard("\n".join(self.shown))
        self.notify("The forecast is in the clipboard, if the terminal takes it.")

    def action_lay(self) -> None:
        """Back to the game, with the forecast over the map."""
        self.done(True)

    def action_leave(self) -> None:
        """Back to the game."""
        self.done(False)
