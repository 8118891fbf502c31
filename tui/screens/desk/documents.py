"""The documents of the desk: which kind a text is of, and what is saved of the form."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any

from textual.widgets import OptionList

from engine.adjudicator import KINDS, resolve
from engine.adjudicator.document_kind import Kind
from engine.adjudicator.resolve import BadInput
from tui.panes.form import FormPane
from tui.screens.text_file import TextFile


class Documents(TextFile):
    """What the desk does with documents."""

    kind: Kind
    about: str  # what the document is about, where it came from a game

    @property
    @abstractmethod
    def form(self) -> FormPane:
        """The form."""

    @abstractmethod
    def load(self, document: Mapping[str, Any]) -> None:
        """Fill the form with a document of the kind."""

    @abstractmethod
    def _wrong(self) -> bool: ...

    @abstractmethod
    def _show(self) -> None: ...

    @property
    def usual_name(self) -> str:
        return f"{self.kind.name}.json"

    def may_save(self) -> bool:
        return not self._wrong()

    def say_saved(self) -> None:
        self._show()

    def show_file(self, text: str) -> bool:
        found = resolve.parse_json(text)
        if not isinstance(found, dict):
            raise BadInput(["the document: is not an object in braces"])
        self.kind = resolve.kind_of(_kind_for(text, self.kind.name))
        self.query_one("#kinds", OptionList).highlighted = list(KINDS).index(self.kind.name)
        self.about = ""
        self.load(found)
        return True


def _kind_for(text: str, usual: str) -> str:
    """The kind that a document is of: the usual one if it fits, or the first that does."""
    fewest, best = len(text) + 1, usual
    for name in (usual, *KINDS):
        try:
            resolve.parse_document(resolve.kind_of(name), text)
        except BadInput as error:
            if len(error.lines) < fewest:
                fewest, best = len(error.lines), name
        else:
            return name
    return best
