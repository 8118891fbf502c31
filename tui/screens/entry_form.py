"""The form of what happened: it complains as one types, tells what the rules refuse, and writes."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from textual import on

from engine.documents.complaints import NOTHING, Complaints
from engine.documents.fields import Fields
from engine.eia import tables
from engine.eia.ledger import known_names
from engine.eia.ledger.club_night import Enter
from engine.eia.ledger.desk import engagement
from engine.eia.ledger.desk.document_sides import LAND, SEA, Situation
from engine.eia.ledger.known_fields import known_fields
from engine.eia.ledger.ledger import Ledger
from engine.eia.reasons import Reason
from engine.grammar import capitalised
from engine.play.asks import BadAnswer, Raw
from tui.forms import form_rows
from tui.panes.fixed_lines import FixedLines
from tui.panes.foot_line import Hints
from tui.panes.form import FormPane
from tui.screens.game.sharing import Sharing
from tui.screens.pick import Pick
from tui.table.table import Table
from tui.words.saved_games import sentence


class EntryForm(Sharing):
    """The part of a club night's screen in which an entry is filled in."""

    def __init__(self, table: Table, classes: str | None = None) -> None:
        super().__init__(table, classes)
        self.tried = False
        self.name_of_entry = ""
        self.verdict = ""

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

    def _battles(self) -> list[str]:
        """The battles in short that the step is for."""
        if not self.ledger.wars:
            return []
        now = self.ledger.now.name
        return [engagement.ENGAGE] * (now in SEA) + [engagement.FIGHT] * (now in LAND)

    def action_find(self) -> None:
        """The form of an entry that is picked by its letters."""
        ask = self.asked_entries
        if ask is None:
            return
        known = {**{name: engagement.WHAT[name] for name in self._battles()},
                 **{name: each.what for name, each in ask.entries.items()}}  # fmt: skip
        names = [*known]
        lines = [f"{name}: {known[name]}" for name in names]
        self.tercio.open_screen(
            Pick("What happened?", lines),
            lambda at: None if at is None else self.write_entry(names[at]),
        )

    def write_entry(self, name: str, given: Mapping[str, Any] | None = None) -> None:
        """Open the form of an entry, or of a battle in short."""
        ask = self.asked_entries
        if ask is None or name not in (*ask.entries, *engagement.FORMS):
            return
        self.name_of_entry, self.tried = name, False
        self.form.opened = set()
        if given is None:
            given = known_fields(self.ledger, name)
        rows = self._rows(given or {})
        self.form.fill(rows, form_rows.texts_of(rows, dict(given or {})))
        what = engagement.WHAT[name] if name in engagement.FORMS else ask.entries[name].what
        self.form.border_title = capitalised(what)
        self.add_class("writing")
        self.action_pane("entry")
        self.form.focus()
        self.call_after_refresh(self.reread)

    def _rows(self, document: Any) -> list[form_rows.Row]:
        shape = self._shape
        return [] if shape is None else form_rows.rows_of(shape.fields, document, self.form.opened)

    @property
    def _shape(self) -> Fields | None:
        """What may stand in the form that is open."""
        ask, name = self.asked_entries, self.name_of_entry
        if ask is None or name in engagement.FORMS:
            return engagement.FORMS.get(name) if ask is not None else None
        return ask.entries[name].document if name in ask.entries else None

    def _refused(self, ask: Enter, values: dict[str, Any]) -> tuple[Reason, ...]:
        """What the rules don't allow of what is typed."""
        if self.name_of_entry in engagement.FORMS:
            values = engagement.with_whole_names(self.ledger, self.name_of_entry, values)
            return engagement.why_refused(self.ledger, self.name_of_entry, values)
        values = known_names.with_known_names(self.ledger, values)
        return ask.refuse(ask.entries[self.name_of_entry], values)

    @abstractmethod
    def to_desk(self, about: Situation | None) -> None:
        """Open the desk with a document that is begun."""

    def _stop_writing(self) -> None:
        self.remove_class("writing")
        entries = self.query_one("#entries")
        if self.focused is None or self.focused.id in ("form", "entries"):
            entries.focus()
        self.tell_keys()

    def _names(self, row: form_rows.Row) -> Sequence[str]:
        """What the ledger knows that a field may name."""
        return known_names.names(self.ledger, str(row.path[-1]), self.form.document)

    @on(FormPane.Wanted)
    def drop_down(self, event: FormPane.Wanted) -> None:
        """The names that a field may hold, to pick one."""
        row = event.row
        self.tercio.open_screen(
            Pick(capitalised(tables.in_words(row.what)), event.names),
            lambda at: None if at is None else self.form.take(row, event.names[at]),
        )

    @on(FormPane.Changed)
    def reread(self) -> None:
        """Read what is typed: complaints at their fields, and what the rules refuse."""
        ask, shape = self.asked_entries, self._shape
        if ask is None or shape is None:
            return
        complaints = Complaints()
        values = shape.read(self.form.document, "", complaints)
        lacking = complaints.lacking
        said = [line for line in complaints.lines
                if self.tried or line.partition(": ")[0] not in lacking]  # fmt: skip
        self.form.mark(dict(each.partition(": ")[::2] for each in reversed(said)))
        self.verdict = "▸ ctrl+s, or Enter in the last field, writes it down"
        if self.name_of_entry in engagement.FORMS:
            self.verdict = (
                "▸ ctrl+s, or Enter in the last field, goes to the desk: odds, dice, sheet"
            )
        if complaints.lines or values is NOTHING:
            wanted = f"wanted: {', '.join(lacking)}"
            self.verdict = wanted if lacking else "not yet: see the field marked !"
        else:
            refused = self._refused(ask, values)
            if refused:
                why = "; ".join(f"{tables.in_words(each.why)} ({each.rule})" for each in refused)
                self.verdict = f"not allowed: {why}"
        self._help()

    @on(FormPane.Moved)
    def _help(self) -> None:
        """What the row under the cursor means, and what is lacking, as wide as there is room."""
        width = self.query_one("#left").size.width - 1
        self.query_one("#write", Hints).tell(self.verdict, width)
        self.query_one("#said", FixedLines).say(*self.form.help(self.form.size.width))

    @on(FormPane.Ended)
    def action_write(self) -> None:
        """Write the entry down, or go where something is wrong."""
        ask = self.asked_entries
        if ask is None or not self.has_class("writing"):
            return
        self.form.complete()
        document = self.form.document
        if self.name_of_entry in engagement.FORMS:
            self._engage(ask, document)
            return
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

    def _engage(self, ask: Enter, document: dict[str, Any]) -> None:
        """Go to the desk with a battle in short, or where something is wrong."""
        complaints, name = Complaints(), self.name_of_entry
        values = engagement.FORMS[name].read(document, "", complaints)
        refused = () if complaints.lines else self._refused(ask, values)
        if complaints.lines or refused:
            self.tried = True
            self.reread()
            said = [*complaints.lines, *(tables.in_words(each.why) for each in refused)]
            self.form.goto(said[0].partition(":")[0])
            self.notify("; ".join(said), severity="error", timeout=10)
            return
        self._stop_writing()
        values = engagement.with_whole_names(self.ledger, name, values)
        self.to_desk(engagement.situation(self.ledger, name, values))
