"""A new campaign of Empires in Arms: its months, powers, goals and optional rules."""

from __future__ import annotations

from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from engine.eia import tables
from engine.grammar import capitalised
from tui.forms import form_rows
from tui.forms.new_campaign import FIELDS, read
from tui.panes.fixed_lines import FixedLines
from tui.panes.foot_line import Hints
from tui.panes.form import FormPane
from tui.screens.dialog import Page, Styles
from tui.table.new_game import create_campaign


class NewCampaign(Page[None]):
    """One form; ctrl+s, or Enter in its last field, begins."""

    CSS_PATH: ClassVar[Styles] = "campaign.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s,f2,ctrl+g", "begin", "Begin the campaign", priority=True),
        Binding("escape", "leave", "Back"),
    ]

    def compose(self) -> ComposeResult:
        """The form, what it says, the keys."""
        yield Static(" A new campaign of Empires in Arms", id="head", markup=False)
        yield FormPane(id="form")
        yield FixedLines(id="said")
        yield Hints(id="write")
        yield Hints(id="foot")

    @property
    def form(self) -> FormPane:
        """The form."""
        return self.query_one("#form", FormPane)

    def on_mount(self) -> None:
        """An empty form: what it says without more is a campaign already."""
        self.form.build = lambda document: form_rows.rows_of(FIELDS.fields, document)
        self.form.names = lambda row: (
            tables.scenarios() if row.name == "scenario" else tuple(tables.POWERS)
        )
        self.form.fill(form_rows.rows_of(FIELDS.fields, {}), {})
        self.query_one("#foot", Hints).say(
            " ↑↓ fields · → completes, ←→ chooses · ctrl+s begins · Esc back · F1 help"
        )
        self.form.focus()
        self.reread()

    @on(FormPane.Changed)
    def reread(self) -> None:
        """Complaints at their fields."""
        _, wrong = read(self.form.document)
        self.form.mark(dict(each.partition(": ")[::2] for each in reversed(wrong)))
        said = "▸ ctrl+s begins the campaign" if not wrong else f"not yet: {wrong[0]}"
        self.query_one("#write", Hints).tell(said, self.size.width - 1)
        self._help()

    @on(FormPane.Moved)
    def _help(self) -> None:
        self.query_one("#said", FixedLines).say(*self.form.help(self.form.size.width))

    def on_click(self, event: Any) -> None:
        """A click on the line that says so begins."""
        if event.widget is self.query_one("#write"):
            self.action_begin()

    @on(FormPane.Ended)
    def action_begin(self) -> None:
        """Write the campaign into the store and open it."""
        values, wrong = read(self.form.document)
        if wrong:
            self.form.goto(wrong[0].partition(":")[0])
            self.notify(f"{capitalised(wrong[0])}.", severity="error", timeout=10)
            return
        app, dice, name = self.tercio, values["dice"], values["name"]
        saved = app.attempt(lambda: create_campaign(app.files.room(), values, dice, name=name))
        if saved is not None:
            self.done(None)
            app.play(saved)

    def action_leave(self) -> None:
        """Back to the title."""
        self.done(None)
