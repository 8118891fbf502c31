"""The umpire's ruling: picked from the list and filled in, or typed as one line; the journal keeps
it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from engine.documents.complaints import Complaints
from engine.play.asks import BadAnswer
from engine.state import State
from engine.umpire import umpire
from tui.forms import form_rows
from tui.forms.form_rows import Row
from tui.forms.ruling import matching_rulings, offered_names, why_refused, with_ids
from tui.panes.fixed_lines import FixedLines
from tui.panes.form import FormPane
from tui.screens.dialog import Dialog
from tui.screens.dialogs import Refusal
from tui.screens.list_widgets import Listing

WORDS: Final = "place-unit country=France kind=A+ place=Artois"


class Ruling(Dialog[str]):
    """Asks what to rule: the name of a ruling, or a whole one typed in a line; "" for none. A line
    that is refused stays, with the reason."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Give up", priority=True),
        Binding("down", "choose(1)", "Next", priority=True),
        Binding("up", "choose(-1)", "Before", priority=True),
    ]

    def __init__(self, state: State, waits: str = "") -> None:
        super().__init__()
        self.state = state
        self.waits = waits  # why none may be made now

    def compose(self) -> ComposeResult:
        """The line, and the rulings that fit it."""
        with Vertical(classes="dialog"):
            yield Static("Umpire's ruling: what all players agree on", classes="question")
            yield Input(placeholder=f"some letters of one, or: {WORDS}")
            yield Refusal()
            yield Listing()
            yield Static("↑↓ marks · Enter opens its form or takes the line · Escape gives up",
                         classes="keys", markup=False)  # fmt: skip

    def on_mount(self) -> None:
        """Every ruling is listed, and said why none is taken now."""
        self.list_fitting("")
        self.query_one(Refusal).say(self.waits)

    @on(Input.Changed)
    def typed(self, event: Input.Changed) -> None:
        """Those are listed that fit what is typed; what was refused is typed otherwise now."""
        self.list_fitting(event.value)
        self.query_one(Refusal).say(self.waits)

    def list_fitting(self, text: str) -> None:
        """The rulings that begin with the first word, then those that hold all the words."""
        listed = self.query_one(OptionList)
        listed.clear_options()
        for name in matching_rulings(text):
            listed.add_option(Option(f"{name:21}{umpire.RULINGS[name].what}", name))
        listed.highlighted = 0 if listed.option_count else None

    def action_choose(self, step: int) -> None:
        """Another ruling of the list."""
        listed = self.query_one(OptionList)
        if listed.option_count and listed.highlighted is not None:
            listed.highlighted = (listed.highlighted + step) % listed.option_count

    @on(OptionList.OptionSelected)
    def picked(self, event: OptionList.OptionSelected) -> None:
        """A click on a ruling opens its form."""
        event.stop()
        self._take(event.option.id or "")

    @on(Input.Submitted)
    def take(self, event: Input.Submitted) -> None:
        """The whole line, or the marked ruling."""
        event.stop()
        listed = self.query_one(OptionList)
        text = event.value.strip()
        if "=" not in text and listed.highlighted is not None:
            text = listed.get_option_at_index(listed.highlighted).id or ""
        self._take(text)

    def _take(self, text: str) -> None:
        why = self.waits or (why_refused(self.state, text) if text else "")
        if not self.query_one(Refusal).say(why):
            self.done(text)

    def action_leave(self) -> None:
        """Nothing is ruled."""
        self.done("")


class RulingForm(Dialog[dict[str, Any] | None]):
    """The fields of a ruling, with what it would come to; None when it is given up."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Give up", priority=True),
        Binding("ctrl+s,ctrl+w,f2", "write", "Rule so", priority=True, id="ruling.write"),
    ]

    def __init__(self, name: str, state: State, hidden: Collection[str] = ()) -> None:
        super().__init__()
        self.ruling = name
        self.state = state
        self.hidden = hidden

    def compose(self) -> ComposeResult:
        """What is ruled, the form, what a field means, what it comes to, the keys."""
        with Vertical(classes="dialog form"):
            yield Static(f"Umpire's ruling: {umpire.RULINGS[self.ruling].what}",
                         classes="question", markup=False)  # fmt: skip
            yield FormPane(id="form")
            yield FixedLines(id="said")
            yield FixedLines(id="verdict")
            yield Static("↑↓ fields · → completes, ←→ chooses · ctrl+s rules so · Escape gives up",
                         classes="keys", markup=False)  # fmt: skip

    @property
    def form(self) -> FormPane:
        """The fields."""
        return self.query_one(FormPane)

    def on_mount(self) -> None:
        """An empty form."""
        self.form.names = self._names
        self.form.fill(self._rows(), {})
        self.form.focus()
        self.call_after_refresh(self.weigh)

    def _rows(self) -> list[Row]:
        """The fields, with what stands in the place that is named for defaults."""
        fields = umpire.RULINGS[self.ruling].as_it_stands(self.state, self.form.document)
        return form_rows.rows_of(fields, {})

    def _names(self, row: Row) -> Sequence[str]:
        return offered_names(row, self.state, self.hidden)

    @on(FormPane.Moved)
    def help(self) -> None:
        """What the field under the cursor means."""
        self.query_one("#said", FixedLines).say(*self.form.help(self.form.size.width)[:3])

    @on(FormPane.Changed)
    def weigh(self) -> None:
        """What the ruling would come to, or what it lacks."""
        self.form.refit(self._rows())
        found = Complaints()
        umpire.RULINGS[self.ruling].filled_in(self.form.document, found)
        wrong = [each for each in found.lines if each.partition(": ")[0] not in found.lacking]
        said = f" wanted: {', '.join(found.lacking)}"
        if not found.lines:
            try:
                said = f" ▸ {umpire.preview(self.state, self.document)}"
            except BadAnswer as error:
                wrong = [str(error)]
        if wrong:
            said = f" not so: {wrong[0]}"
        self.form.mark(dict(each.partition(": ")[::2] for each in reversed(wrong)))
        self.query_one("#verdict", FixedLines).say(said)
        self.help()

    @property
    def document(self) -> dict[str, Any]:
        """The ruling as it is filled in, with what it leaves as it stands."""
        rule = umpire.RULINGS[self.ruling]
        return rule.whole(self.state, {"do": self.ruling, **self.form.document})

    @on(FormPane.Ended)
    def action_write(self) -> None:
        """Rule so, or go where something is wrong."""
        self.form.complete()
        try:
            umpire.preview(self.state, self.document)
        except BadAnswer as error:
            first = str(error).partition(":")[0]
            if any(row.name == first for row in self.form.rows):
                self.form.goto(first)
            self.weigh()
            return
        self.done(with_ids(self.state, self.document))

    def action_leave(self) -> None:
        """Nothing is ruled."""
        self.done(None)
