"""The report of the phase, to read and to take along."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from engine.games.game import Game
from engine.report import Entry
from tui.panes.lines import LinesPane
from tui.screens.dialog import Page, Styles
from tui.words.line import line
from tui.words.report import as_text, report

ENDINGS = {"text": "txt", "html": "html", "svg": "svg"}


class Report(Page[None]):
    """The report as text; a key hands it out, as a file beside the games where it may be one."""

    CSS_PATH: ClassVar[Styles] = "lists.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Back", id="report.back"),
        Binding("t", "write('text')", "Write it as text", id="report.text"),
        Binding("h", "write('html')", "Write it as a page", id="report.html"),
        Binding("s", "write('svg')", "Write it as a picture", id="report.svg"),
        Binding("y", "copy", "Copy it", id="report.copy"),
    ]

    def __init__(self, game: Game, name: str, story: list[Entry]) -> None:
        super().__init__()
        self.game = game
        self.story = story
        self.called = name

    def compose(self) -> ComposeResult:
        """Title, text, keys."""
        yield Static(f" The report of {self.called}", classes="head", markup=False)
        yield LinesPane("Report", id="report")
        yield Static(" ↑↓ read · t h s write it as text, page (HTML), picture (SVG) · y copy"
                     " · Escape back", classes="foot", markup=False)  # fmt: skip

    def on_mount(self) -> None:
        """The text."""
        pane = self.query_one(LinesPane)
        pane.show([line(f" {row}") for row in as_text(self.game, self.story).splitlines()])
        pane.focus()

    def action_write(self, form: str) -> None:
        """A file in the store, or what the clipboard takes."""
        text = report(self.game, self.story, form)
        self.tercio.hand_out("The report", f"{self.called}-report.{ENDINGS[form]}", text)

    def action_copy(self) -> None:
        """To the clipboard of the terminal."""
        self.app.copy_to_clipboard(as_text(self.game, self.story))
        self.notify("The report is in the clipboard, if the terminal takes it.")

    def action_leave(self) -> None:
        """Back to the game."""
        self.done(None)
