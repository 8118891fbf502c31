"""The documents of the desk: copied, saved, opened."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any

from textual.widgets import OptionList

from engine.adjudicator import KINDS, resolve
from engine.adjudicator.kind import Kind
from engine.adjudicator.resolve import BadInput
from saves.disk.plain import SaveError
from tui.panes.form import FormPane
from tui.screens.dialog import Page
from tui.screens.dialogs import Agree, TypedLine
from tui.screens.pick import Pick
from tui.settings.files import Files
from tui.settings.keymap import hint_for
from tui.words.names import sentence


class Documents(Page[None]):
    """What the desk does with documents."""

    kind: Kind
    about: str  # what the document is about, where it came from a game
    saved_as: str
    saved_text: str

    @property
    @abstractmethod
    def form(self) -> FormPane:
        """The form."""

    @property
    @abstractmethod
    def text(self) -> str:
        """The document as JSON."""

    @abstractmethod
    def load(self, document: Mapping[str, Any]) -> None:
        """Fill the form with a document of the kind."""

    @abstractmethod
    def _wrong(self) -> bool: ...

    @abstractmethod
    def _show(self) -> None: ...

    @property
    def files(self) -> Files:
        """Where documents are."""
        return self.tercio.files

    def action_copy(self) -> None:
        """The document to the clipboard of the terminal."""
        self.app.copy_to_clipboard(self.text)
        self.notify("The document is in the clipboard, where the terminal allows it.")

    def action_save(self) -> None:
        """Write the document into its file, or into a new one."""
        if self._wrong():
            return
        if self.saved_as:
            self._write(self.saved_as)
            return
        named = f"{self.kind.name}.json"
        hint = f"a path, such as {named}" if self.files.documents() is None else f"such as {named}"
        self.tercio.open_screen(
            TypedLine("Save the document as", hint, refused=self._no_name), self._named
        )

    def _no_name(self, typed: str) -> str:
        try:
            self.files.called(typed)
        except SaveError as error:
            return sentence(error)
        return ""

    def _named(self, typed: str | None) -> None:
        if not typed:
            return
        name = self.files.called(typed)
        if self.files.has(name):
            self.tercio.open_screen(
                Agree(f"{name} exists. Write over it?"),
                lambda agreed: self._write(name) if agreed else None,
            )
        else:
            self._write(name)

    def _write(self, name: str) -> None:
        try:
            self.files.write(name, self.text)
        except SaveError as error:
            self.notify(sentence(error), severity="error")
            return
        self.saved_as, self.saved_text = name, self.text
        self.notify(f"Saved as {name}.")
        self._show()

    def action_open(self) -> None:
        """Read a document from a file."""
        asked, listed = "Open which document?", self.files.documents()
        if listed is None:
            self.tercio.open_screen(TypedLine(asked, "the path of a JSON file"), self._open)
        elif listed:
            self.tercio.open_screen(
                Pick(asked, listed), lambda at: self._open(None if at is None else listed[at])
            )
        else:
            self.notify(hint_for(self.form, "No document is saved yet: ctrl+s saves one."))

    def _open(self, name: str | None) -> None:
        if not name:
            return
        try:
            text = self.files.read(name)
            found = resolve.parsed(text)
            if not isinstance(found, dict):
                raise BadInput(["the document: is not an object in braces"])
        except BadInput as error:
            self.notify(f"{error.lines[0]}.", severity="error")
            return
        self.kind = resolve.kind_of(_kind_for(text, self.kind.name))
        self.query_one("#kinds", OptionList).highlighted = list(KINDS).index(self.kind.name)
        self.about = ""
        self.load(found)
        self.saved_as, self.saved_text = self.files.called(name), self.text
        self._show()


def _kind_for(text: str, usual: str) -> str:
    """The kind that a document is of: the usual one if it fits, or the first that does."""
    fewest, best = len(text) + 1, usual
    for name in (usual, *KINDS):
        try:
            resolve.document(resolve.kind_of(name), text)
        except BadInput as error:
            if len(error.lines) < fewest:
                fewest, best = len(error.lines), name
        else:
            return name
    return best
