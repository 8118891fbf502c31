"""The line above the form: a situation in words, as `tercio fight` takes it (docs/NOTATION.md).

While it is typed the form follows; where the form is changed by hand, the line says the same again,
or nothing where the form holds more than a line can say.
"""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import Any, ClassVar, Final

from textual import on
from textual.binding import Binding, BindingType
from textual.widgets import Input, OptionList

from engine.adjudicator import KINDS, resolve
from engine.adjudicator.resolve import BadInput
from engine.facts.sheets import FactsError
from engine.notation.documents import document_meant
from engine.notation.line_writer import write_line
from engine.notation.reading_errors import Unread
from tui.forms.word_endings import WordEndings
from tui.screens.desk.documents import Documents

HINT: Final = "in words: 2A+ Condé v A+ LD Farnese, plain, 1597"
LONGEST: Final = 400
UNSAID: Final = ("dice", "decisions", "options", "round", "turn")


class LineInput(Input):
    """The line itself; Enter, ↓ and Escape lead into the form."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,escape", "back", "Into the form", show=False, id="line.form")
    ]

    def action_back(self) -> None:
        """Into the form."""
        self.screen.query_one("#form").focus()


class InWords(Documents):
    """What the desk does with the line above its form."""

    assumed: Sequence[str] = ()
    misread: bool = False  # whether the line says what cannot be read, so not what the form holds
    complaints: Sequence[str]

    @property
    @abstractmethod
    def document(self) -> dict[str, Any]:
        """What is typed, as a document."""

    @property
    def line(self) -> LineInput:
        """The line."""
        return self.query_one(LineInput)

    def new_line(self) -> LineInput:
        """The line, empty."""
        return LineInput(
            placeholder=HINT, max_length=LONGEST, compact=True, id="line", suggester=WordEndings()
        )

    def action_line(self) -> None:
        """To the line above the form; whatever is typed there replaces it."""
        self.line.focus()
        self.line.select_all()

    @on(Input.Changed, "#line")
    def said(self, event: Input.Changed) -> None:
        """The form follows what is typed; a line that cannot be read says why instead."""
        if not event.value.strip():
            if self.misread:  # the form counts again
                self.misread = False
                self.reread()
            return
        try:
            found = document_meant(event.value)
        except (Unread, FactsError) as error:
            self.complaints = error.lines
            self.misread, self.rolled, self.assumed = True, False, ()
            self._show()
            return
        self.misread = False
        self.kind = resolve.kind_of(found.kind)
        self.query_one("#kinds", OptionList).highlighted = list(KINDS).index(found.kind)
        self.about, self.assumed = "", found.assumed
        self.load(found.document)
        self._said()

    @abstractmethod
    def _said(self) -> None: ...

    @abstractmethod
    def reread(self) -> None: ...

    def assumed_lines(self, width: int) -> list[str]:
        """What the line left open and how it was taken, while it has the keys."""
        if not (self.line.has_focus and self.assumed):
            return []
        text = f"Assumed: {'; '.join(self.assumed)}."
        return [f" {each}" for each in wrap(text, max(20, width - 2))]

    @on(Input.Submitted, "#line")
    def into_the_form(self) -> None:
        """The line is said; what it left open is corrected in the form."""
        self.line.action_back()

    def say_line(self) -> None:
        """Say the form again as a line, where it was changed by hand and a line can say it."""
        if self.line.has_focus:
            return
        self.assumed, self.misread = (), False
        with self.line.prevent(Input.Changed):
            self.line.value = "" if self.complaints else line_of(self.kind.name, self.document)


def line_of(kind: str, document: Mapping[str, Any]) -> str:
    """The line that means a document, "" where none does."""
    try:
        text = write_line(kind, document)
        meant = document_meant(text)
    except (KeyError, Unread, FactsError):
        return ""
    said, wanted = _read(kind, meant.document), _read(kind, document)
    same = meant.kind == kind and said is not None and said == wanted
    return text if same and len(text) <= LONGEST else ""


def _read(kind: str, document: Mapping[str, Any]) -> object:
    """What a line can say of a document: all but what its sides are called, its dice and what
    was decided; of a leader his values; a turn stands for its period."""
    try:
        found = resolve.parse_document(resolve.kind_of(kind), json.dumps(document))
    except BadInput:
        return None
    left = {key: value for key, value in found.items() if key not in UNSAID}
    for key, value in left.items():
        if key == "sides":
            left[key] = [_side(each) for each in value]
        elif key in ("besieger", "besieged"):
            left[key] = _side(value)
    return left


def _side(side: Mapping[str, Any]) -> dict[str, Any]:
    leader = side["leader"]
    values = leader and (leader.manoeuvre, leader.fire, leader.shock, leader.siege)
    return {**side, "name": "", "leader": values}
