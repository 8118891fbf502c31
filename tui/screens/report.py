"""The report of the phase, and what it changed on the table, to read and to take along."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from engine.games.game import Game
from engine.report import Entry
from tui.panes.scrolling_lines import LinesPane
from tui.screens.dialog import Page, Styles
from tui.words import board_changes
from tui.words.line import line
from tui.words.report import report

FOOT = " ↑↓ · c what changed on the table · t h s as text, page, picture · y copy · Esc"
ENDINGS = {"text": "txt", "html": "html", "svg": "svg"}


def everybody(power: str) -> bool:
    """Every power's secrets may be told."""
    return True


class Report(Page[None]):
    """The report as text; a key hands it out, as a file beside the games where it may be one."""

    CSS_PATH: ClassVar[Styles] = "lists.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Back", id="report.back"),
        Binding("t", "write('text')", "Write it as text", id="report.text"),
        Binding("h", "write('html')", "Write it as a page", id="report.html"),
        Binding("s", "write('svg')", "Write it as a picture", id="report.svg"),
        Binding("y", "copy", "Copy it", id="report.copy"),
        Binding("c", "carry", "What changed on the table, or the story", id="report.carry"),
    ]

    def __init__(
        self, game: Game, name: str, story: list[Entry], sees: Callable[[str], bool] = everybody
    ) -> None:
        """`sees` says whose secrets may be told of what changed."""
        super().__init__()
        self.sees = sees
        self.carrying = False
        self.game = game
        self.story = story
        self.called = name

    def compose(self) -> ComposeResult:
        """Title, text, keys."""
        yield Static("", id="title", classes="head", markup=False)
        yield LinesPane("Report", id="report")
        yield Static(FOOT, classes="foot", markup=False)

    def on_mount(self) -> None:
        """The text."""
        self._show()
        self.query_one(LinesPane).focus()

    def _show(self) -> None:
        what = "What changed on the table of" if self.carrying else "The report of"
        self.query_one("#title", Static).update(Content(f" {what} {self.called}"))
        pane = self.query_one(LinesPane)
        pane.border_title = "To carry back" if self.carrying else "Report"
        pane.show([line(f" {row}") for row in self._text("text").splitlines()])
        pane.scroll_home(animate=False)

    def _text(self, form: str) -> str:
        if self.carrying:
            return board_changes.board_changes(self.game, form, self.sees)
        return report(self.game, self.story, form)

    def action_carry(self) -> None:
        """What the phase changed on the table, to be carried back to one of cardboard; or the story
        again."""
        self.carrying = not self.carrying
        self._show()

    def action_write(self, form: str) -> None:
        """A file in the store, or what the clipboard takes."""
        if self.carrying and form not in board_changes.FORMATS:
            self.notify("What changed is written as text or as a page.")
            return
        what, name = ("The list", "changes") if self.carrying else ("The report", "report")
        self.tercio.hand_out(what, f"{self.called}-{name}.{ENDINGS[form]}", self._text(form))

    def action_copy(self) -> None:
        """To the clipboard of the terminal."""
        self.app.copy_to_clipboard(self._text("text"))
        what = "The list" if self.carrying else "The report"
        self.notify(f"{what} is in the clipboard, if the terminal takes it.")

    def action_leave(self) -> None:
        """Back to the game."""
        self.done(None)
