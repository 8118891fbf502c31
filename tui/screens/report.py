"""The report of the phase, and what it changed on the table, to read and to take along."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from textwrap import wrap
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from engine.chronicle import Entry
from engine.games.game import Game
from tui.panes.scrolling_lines import LinesPane
from tui.screens.dialog import Page, Styles
from tui.table.background_playout import Beside, Here
from tui.table.turning_points import Turning
from tui.words import board_changes
from tui.words.line import line
from tui.words.report import WIDTH, report

FOOT = " ↑↓ · w where it turned · c changes · t h s text, page, picture · y copy · Esc"
FRESH = 0.5  # seconds between two looks at how far the search has come
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
        Binding("w", "turned", "Where it turned, or the story", id="report.turned"),
        Binding("c", "carry", "What changed on the table, or the story", id="report.carry"),
    ]

    def __init__(
        self, game: Game, name: str, story: list[Entry], sees: Callable[[str], bool] = everybody,
        turning: Turning | None = None, changed: Callable[[str], str] | None = None,
    ) -> None:  # fmt: skip
        """`sees` says whose secrets may be told, `changed` what changed on the table, in a form, as
        far as whoever looks may know."""
        super().__init__()
        self.turning = turning
        self.turned = False
        self.sees = sees
        self.changed = changed or partial(board_changes.board_changes, game)
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
        if self.turned:
            what = "Where it turned:"
        self.query_one("#title", Static).update(Content(f" {what} {self.called}"))
        pane = self.query_one(LinesPane)
        pane.border_title = "To carry back" if self.carrying else "Report"
        pane.show([line(f" {row}") for row in self._text("text").splitlines()])
        pane.scroll_home(animate=False)

    def _text(self, form: str) -> str:
        if self.turned and self.turning is not None:
            return "\n".join(row for each in self.turning.lines() for row in wrap(each, WIDTH))
        if self.carrying:
            return self.changed(form)
        return report(self.game, self.story, form)

    def action_carry(self) -> None:
        """What the phase changed on the table, to be carried back to one of cardboard; or the story
        again."""
        self.carrying, self.turned = not self.carrying, False
        self._show()

    def action_turned(self) -> None:
        """Where the phase turned, worked out beside the screen; or the story again."""
        game = self.game
        if self.turning is None or not game.is_over:
            self.notify("Where it turned is told when the phase is over.")
        elif not all(map(self.sees, game.rules.powers(game.state))):
            self.notify("Locked seats know what nobody here may: where it turned is not told.")
        else:
            self.turned, self.carrying = not self.turned, False
            self._show()
            if not self.turning.begun:
                self._search(self.turning)

    @work
    async def _search(self, turning: Turning) -> None:
        shown = self.set_interval(FRESH, self._refresh)
        await turning.search(Here() if self.tercio.files.served else Beside())
        shown.stop()
        self._refresh()

    def _refresh(self) -> None:
        if self.turned:
            self._show()

    def action_write(self, form: str) -> None:
        """A file in the store, or what the clipboard takes."""
        if self.turned and form != "text":
            self.notify("Where it turned is written as text.")
            return
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
