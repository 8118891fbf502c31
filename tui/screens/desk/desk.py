"""The desk: any situation filled in field by field, its odds, its dice and its combat sheet.

What is typed is one document of the adjudicator. It is read after every letter; the odds are worked
out by another process, so that typing never waits for them.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path, PurePath
from random import SystemRandom
from typing import Any, ClassVar, Final, TypeAlias

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical
from textual.timer import Timer
from textual.widgets import OptionList
from textual.widgets.option_list import Option

import engine
from engine.adjudicator import KINDS, resolve
from engine.adjudicator.document_kind import Answer
from engine.adjudicator.resolve import BadInput
from engine.documents.fields import Named, Whole
from engine.facts.sheets import FactsError
from tui.forms import form_rows
from tui.panes.desk_answer import DeskPane
from tui.panes.fixed_lines import FixedLines
from tui.panes.foot_line import Hints
from tui.panes.form import FormPane
from tui.panes.head_line import HeadLine
from tui.screens.desk.dice import TypedDice
from tui.screens.dialog import Styles
from tui.screens.list_widgets import Listing
from tui.settings.keymap import hint_for
from tui.words import adjudication
from tui.words.line import Bit, Line, line

Settle: TypeAlias = Callable[[str, dict[str, Any]], dict[str, Any]]
Book: TypeAlias = Callable[[str, Mapping[str, Any], Mapping[str, Any]], str]
ESTIMATES: Final = frozenset(("estimate", "pairs_estimate"))
PAUSE: Final = 0.15  # seconds without a letter after which the odds are worked out
FOOT: Final = (
    (
        " ↑↓ fields · → completes, ←→ chooses · ^F in words · ^R roll · ^T type dice · ^D no dice"
        " · ^S save · ^O open · ^Y copy · ^E example · tab panes · Esc back · F1 help"
    ),
    " ↑↓ → type · ^F in words · ^R roll · ^T type dice · ^S save · ^O open · tab · Esc · F1",
    " ↑↓ → ^F in words ^R roll ^T dice ^S save ^O open ^K kinds · tab · Esc · F1",
)
BOOKED: Final = (
    " ↑↓ fields · → completes · ^R roll · ^T type dice · ^L into the ledger · ^S save · Esc · F1",
    " ↑↓ → ^R roll ^T dice ^L into the ledger ^K kinds · tab · Esc · F1",
)


class Desk(TypedDice):
    """Kinds at the left, the form, and what comes of it at the right."""

    CSS_PATH: ClassVar[Styles] = "desk.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+r,f5", "roll", "Roll the dice", priority=True),
        Binding("ctrl+t,f6", "type_dice", "Type real dice", priority=True),
        Binding("ctrl+d,f7", "no_dice", "Take the dice away", priority=True),
        Binding("ctrl+s,ctrl+w", "save", "Save the document", priority=True),
        Binding("ctrl+o", "open", "Open a document", priority=True),
        Binding("ctrl+y", "copy", "Copy the document as JSON", priority=True),
        Binding("ctrl+k", "kinds", "Another kind", priority=True),
        Binding("ctrl+f,f2", "line", "In one line of words", priority=True),
        Binding("ctrl+e", "example", "The example with its dice", priority=True),
        Binding("ctrl+n", "empty", "An empty form", priority=True),
        Binding("ctrl+l,f8", "book", "Write it into the ledger of the campaign", priority=True),
        Binding("f1,ctrl+g", "app.help", "Help", priority=True),
        Binding("tab", "app.focus_next", "Next pane", priority=True),
        Binding("shift+tab", "app.focus_previous", "Pane before", show=False, priority=True),
        Binding("escape", "leave", "Back"),
    ]

    def __init__(
        self,
        kind: str = "battle",
        document: Mapping[str, Any] | None = None,
        about: str = "",
        settle: Settle | None = None,
        book: Book | None = None,
    ) -> None:
        """`settle` adds what a campaign has settled to what is typed; `book` takes what came of it
        into its ledger and says why it cannot."""
        super().__init__()
        self.settle = settle
        self.book = book
        self.kind = resolve.kind_of(kind)
        self.given = document
        self.about = about
        self.seed = 0
        self.rolled = False
        self.complaints: Sequence[str] = ()
        self.answer: Answer | None = None
        self.printed: Mapping[str, Any] = {}
        self.odds: Mapping[str, Any] | None = None
        self.reckoning = False
        self.pause: Timer | None = None
        self.saved_as = ""
        self.saved_text = ""

    def compose(self) -> ComposeResult:
        """Head, kinds, form with what it says, result, keys."""
        yield HeadLine(id="head")
        with Container(id="body"):
            yield Listing(id="kinds")
            with Vertical(id="left"):
                yield self.new_line()
                yield FormPane(id="form")
                yield FixedLines(id="said")
            yield DeskPane(id="result")
        yield Hints(id="foot")

    @property
    def form(self) -> FormPane:
        """The form."""
        return self.query_one("#form", FormPane)

    @property
    def result(self) -> DeskPane:
        """What comes of it."""
        return self.query_one("#result", DeskPane)

    def on_mount(self) -> None:
        """The kinds, and the document to begin with."""
        kinds = self.query_one("#kinds", OptionList)
        kinds.border_title = "Kinds"
        kinds.add_options([Option(name, name) for name in KINDS])
        kinds.highlighted = list(KINDS).index(self.kind.name)
        self.form.names = self._names
        self.form.build = lambda document: form_rows.rows(self.kind, document, self.form.opened)
        given = self.given
        if given is None:
            given = {key: each for key, each in self.kind.example.items() if key != "dice"}
        self.load(given)
        self.form.focus()
        self.on_resize()

    def load(self, document: Mapping[str, Any]) -> None:
        """Fill the form with a document of the kind."""
        self.form.opened = set()
        rows = form_rows.rows(self.kind, document)
        self.form.fill(rows, form_rows.texts_of(rows, document))
        self.form.border_title = self.kind.name
        self.saved_text = self.text
        self.reread()

    @property
    def document(self) -> dict[str, Any]:
        """What is typed, as a document."""
        typed = self.form.document
        return typed if self.settle is None else self.settle(self.kind.name, typed)

    @property
    def text(self) -> str:
        """The document as JSON."""
        return json.dumps(self.document, indent=1, ensure_ascii=False) + "\n"

    def _names(self, row: form_rows.Row) -> Sequence[str]:
        """Free names that are known: the dice that are rolled, the decisions of the sides."""
        if not isinstance(row.shape, Named):
            return ()
        if isinstance(row.shape.shape, Whole):
            return [f"{roll['name']}=" for roll in self.printed.get("rolls", ())]
        sides = [str(each.get("name") or "") for each in self.document.get("sides", ())]
        verbs = [word.strip(" ,").rpartition(".")[2] for word in row.what.split(" ") if "." in word]
        return [f"{side}.{verb}" for side in sides if side for verb in verbs]

    # What is typed is read.

    @on(FormPane.Changed)
    def reread(self) -> None:
        """Read the document, complain or show it, and have its odds worked out soon."""
        self.rolled = False
        self.form.refit(form_rows.rows(self.kind, self.document, self.form.opened))
        self._read()
        self.workers.cancel_group(self, "odds")
        if self.pause is not None:
            self.pause.stop()
        self.odds, self.reckoning = None, False
        if not self.complaints and self.kind.odds is not None:
            self.reckoning = True
            self.pause = self.set_timer(PAUSE, self._weigh)
        self._show()

    def _read(self) -> None:
        self.complaints, self.answer = (), None
        try:
            self.printed, self.answer = resolve.adjudicate(self.kind.name, self.text, self.seed)
        except (BadInput, FactsError) as error:
            self.complaints = error.lines
        wrong = dict(said.partition(": ")[::2] for said in reversed(self.complaints))
        self.form.mark(wrong)
        self.say_line()

    def _weigh(self) -> None:
        self.run_worker(self._reckon(self.kind.name, self.text), group="odds", exclusive=True)

    async def _reckon(self, kind: str, text: str) -> None:
        """The odds, by a process that is ended when something else is typed, refined meanwhile."""
        for fineness in ((), ("--fine",), ("--finest",)):
            if fineness and not ESTIMATES & (self.odds or {}).keys():
                return
            await self._reckoned(kind, text, fineness)

    async def _reckoned(self, kind: str, text: str, fineness: Sequence[str]) -> None:
        """The odds, as finely as is asked for, in place of those that were shown."""
        folder = str(Path(engine.__file__).parents[1])
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-m", "engine", "resolve", kind, "-", "--odds", *fineness,
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": folder, "PYTHONIOENCODING": "utf-8"},
        )  # fmt: skip
        try:
            found, _ = await process.communicate(text.encode())
        finally:
            if process.returncode is None:
                process.kill()
        self.reckoning = False
        if process.returncode == 0:
            self.odds = json.loads(found)["odds"]
        self._show()

    # Showing.

    def _show(self) -> None:
        self.result.look(self._lines)
        self.result.border_title = "Combat sheet" if self.rolled else "What if"
        self._said()
        name = PurePath(self.saved_as).name if self.saved_as else ""
        state = "" if self.text == self.saved_text else "changed"
        right = " · ".join(each for each in (name, state) if each)
        left = f" The desk · {self.kind.name}"
        lefts = (f"{left} · {self.about}", left) if self.about else (left,)
        self.query_one("#head", HeadLine).between(lefts, f"{right} ")

    def _lines(self, width: int) -> list[Line]:
        """Complaints, or the odds, the sheet and the modifiers."""
        if self.complaints or self.answer is None:
            return adjudication.complaint_lines(self.complaints, width)
        sheet = adjudication.answer_lines(
            self.answer, self.printed["rolls"], self.rolled, self.kind.name.capitalize(), width
        )
        odds: list[Line] = []
        if self.odds is not None:
            odds = [*self._refining(), *adjudication.odds_lines(self.odds, width)]
        elif self.reckoning:
            odds = [line(Bit(" reckoning the odds …", "quiet"))]
        modifiers = adjudication.modifier_lines(self.printed["modifiers"], width)
        gap = [line("")]
        parts = [sheet, odds, modifiers] if self.rolled else [odds, sheet, modifiers]
        if not self.rolled and self.answer.setup is not None and odds:
            parts = [odds[:4], sheet, odds[4:], modifiers]
        return [row for part in parts if part for row in (*part, *gap)]

    def _refining(self) -> list[Line]:
        """How far odds that are estimates may be off."""
        off = max((self.odds or {}).get(each, 0.0) for each in ESTIMATES)
        said = f" sampled: right to {100 * off:.1f} in a hundred, and refined as you look"
        return [line(Bit(said, "quiet"))] if off else []

    @on(FormPane.Moved)
    def _said(self) -> None:
        width = self.form.size.width
        said = self.assumed_lines(width) or self.form.help(width)
        self.query_one("#said", FixedLines).say(*said)

    def on_resize(self) -> None:
        """The keys that fit."""
        self.query_one("#foot", Hints).fit(*(FOOT if self.book is None else BOOKED))

    def on_descendant_focus(self) -> None:
        """Where one pane is seen at a time, the one with the keys is the large one."""
        focused = self.focused.id if self.focused is not None else ""
        self.set_class(focused == "result", "reading")
        self.set_class(focused == "kinds", "choosing")
        self.call_after_refresh(self._said)  # as wide as the form is now

    # Kinds.

    def action_kinds(self) -> None:
        """Choose another kind."""
        self.add_class("choosing")
        self.query_one("#kinds").focus()

    @on(OptionList.OptionSelected, "#kinds")
    def chosen(self, event: OptionList.OptionSelected) -> None:
        """Another kind, with its example; a siege stays the siege it is."""
        name = event.option.id or "battle"
        before, document = self.kind.name, self.document
        self.kind = resolve.kind_of(name)
        if {before, name} != {"undermine", "assault"}:
            document = {key: each for key, each in self.kind.example.items() if key != "dice"}
            self.about = ""
        self.load(document)
        self.form.focus()

    def action_example(self) -> None:
        """The example of the kind with its dice."""
        self.load(dict(self.kind.example))

    def action_empty(self) -> None:
        """Nothing but the defaults."""
        self.load({})

    # Dice.

    def action_roll(self) -> None:
        """Roll the dice that are not typed."""
        self.seed = SystemRandom().randrange(2**53)
        self._finish()

    def _finish(self) -> None:
        if not self.misread:
            self._read()
        if not self._wrong():
            self.rolled = True
            if self.has_class("-narrow"):
                self.result.focus()
        self._show()
        self.result.scroll_home(animate=False)

    def _wrong(self) -> bool:
        """Whether something is to be put right first; the cursor goes there."""
        if self.misread:
            self.action_line()
            self.notify("Put the line right first, or empty it.", severity="warning")
            return True
        if self.complaints:
            self.form.goto(self.complaints[0].partition(":")[0])
            self.notify("Put the document right first.", severity="warning")
        return bool(self.complaints)

    def action_book(self) -> None:
        """Take what came of it into the ledger of the campaign that the desk belongs to."""
        if self.book is None:
            self.notify("No campaign is open: from its ledger, i leads to the desk.")
            return
        if self._wrong():
            return
        if not self.rolled and self.printed.get("rolls"):
            first = hint_for(self.form, "Roll the dice first: ctrl+r, or ctrl+t to type them.")
            self.notify(first, severity="warning")
            return
        values = resolve.parse_document(self.kind, self.text)
        trouble = self.book(self.kind.name, values, self.printed["outcome"])
        if trouble:
            self.notify(trouble, severity="warning")
        else:
            self.workers.cancel_group(self, "odds")
            self.done(None)

    def action_no_dice(self) -> None:
        """Take away the dice that were typed, and the roll."""
        self._dice(())

    def action_leave(self) -> None:
        """Back to where one came from."""
        if self.has_class("choosing") or self.has_class("reading"):
            self.form.focus()
            return
        self.workers.cancel_group(self, "odds")
        self.done(None)
