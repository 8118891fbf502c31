"""The form of what happened: it complains as one types, tells what the rules refuse, and writes."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from textual import on

from engine.documents.fields import NOTHING, Complaints
from engine.eia import tables
from engine.eia.ledger import known
from engine.eia.ledger.ledger import Ledger
from engine.eia.ledger.night import Enter
from engine.play.asks import BadAnswer, Raw
from engine.report import begun
from tui.forms import form_rows
from tui.panes.fixed import FixedLines, Hints
from tui.panes.form import FormPane
from tui.screens.game.sharing import Sharing
from tui.table.table import Table
from tui.words.names import sentence


class EntryForm(Sharing):
    """The part of a club night's screen in which an entry is filled in."""

    def __init__(self, table: Table, classes: str | None = None) -> None:
        super().__init__(table, classes)
        self.tried = False
        self.name_of_entry = ""

    @abstractmethod
    def answer(self, raw: Raw) -> bool:
        """Give an answer; whether it is taken."""

    @abstractmethod
    def action_pane(self, name: str) -> None:
        """Show a pane and give it the keys."""

    @abstractmethod
    def tell_keys(self) -> None:
        """Tell the keys that hold now."""

    @property
    def ledger(self) -> Ledger:
        """The campaign as it stands."""
        state: Any = self.table.game.state
        assert isinstance(state, Ledger)
        return state

    @property
    def form(self) -> FormPane:
        """The form of the entry that is written."""
        return self.query_one("#form", FormPane)

    @property
    def asked_entries(self) -> Enter | None:
        """What may be entered, while that is asked."""
        ask = self.table.ask
        return ask if isinstance(ask, Enter) else None

    def write_entry(self, name: str, given: Mapping[str, Any] | None = None) -> None:
        """Open the form of an entry."""
        ask = self.asked_entries
        if ask is None or name not in ask.entries:
            return
        self.name_of_entry, self.tried = name, False
        rows = self._rows(given or {})
        self.form.fill(rows, form_rows.texts_of(rows, dict(given or {})))
        self.form.border_title = begun(ask.entries[name].what)
        self.add_class("writing")
        self.action_pane("entry")
        self.form.focus()
        self.call_after_refresh(self.reread)

    def _rows(self, document: Any) -> list[form_rows.Row]:
        ask = self.asked_entries
        entry = ask.entries.get(self.name_of_entry) if ask is not None else None
        return form_rows.rows_of(entry.fields, document) if entry is not None else []

    def _stop_writing(self) -> None:
        self.remove_class("writing")
        entries = self.query_one("#entries")
        if self.focused is None or self.focused.id in ("form", "entries"):
            entries.focus()
        self.tell_keys()

    def _names(self, row: form_rows.Row) -> Sequence[str]:
        """What the ledger knows that a field may name."""
        return known.names(self.ledger, str(row.path[-1]))

    @on(FormPane.Changed)
    def reread(self) -> None:
        """Read what is typed: complaints at their fields, and what the rules refuse."""
        ask = self.asked_entries
        entry = ask.entries.get(self.name_of_entry) if ask is not None else None
        if ask is None or entry is None:
            return
        complaints = Complaints()
        values = entry.document.read(self.form.document, "", complaints)
        lacking = complaints.lacking
        said = [line for line in complaints.lines
                if self.tried or line.partition(": ")[0] not in lacking]  # fmt: skip
        self.form.mark(dict(each.partition(": ")[::2] for each in reversed(said)))
        verdict = "▸ ctrl+s, or Enter in the last field, writes it down"
        if complaints.lines or values is NOTHING:
            wanted = f"wanted: {', '.join(lacking)}"
            verdict = wanted if lacking else "not yet: see the field marked !"
        else:
            refused = ask.refuse(entry, values)
            if refused:
                why = "; ".join(f"{tables.spoken(each.why)} ({each.rule})" for each in refused)
                verdict = f"not allowed: {why}"
        width = self.query_one("#left").size.width - 1
        self.query_one("#write", Hints).tell(verdict, width)
        self._help()

    @on(FormPane.Moved)
    def _help(self) -> None:
        self.query_one("#said", FixedLines).say(*self.form.help(self.form.size.width))

    @on(FormPane.Ended)
    def action_write(self) -> None:
        """Write the entry down, or go where something is wrong."""
        ask = self.asked_entries
        if ask is None or not self.has_class("writing"):
            return
        self.form.complete()
        document = self.form.document
        try:
            ask.read({"do": self.name_of_entry, **document})
        except BadAnswer as error:
            self.tried = True
            self.reread()
            first = str(error).partition(":")[0]
            if any(row.name == first for row in self.form.rows):
                self.form.goto(first)
            self.notify(sentence(error), severity="error", timeout=10)
            return
        self.answer({"do": self.name_of_entry, **document})
