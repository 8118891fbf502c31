"""A screen whose text is kept in a file: saved, opened, copied to the clipboard."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from engine.adjudicator.resolve import BadInput
from engine.grammar import capitalised
from saves.disk.packing import SaveError
from tui.screens.dialog import Page
from tui.screens.dialogs import Agree, TypedLine
from tui.screens.pick import Pick
from tui.settings.files import Files
from tui.settings.keymap import hint_for
from tui.words.saved_games import sentence


class TextFile(Page[None]):
    """What such a screen does with its file. `saved_text` is what the file holds."""

    what: ClassVar[str] = "document"
    saved_as: str
    saved_text: str

    @property
    @abstractmethod
    def text(self) -> str:
        """What is kept."""

    @property
    @abstractmethod
    def usual_name(self) -> str:
        """A name for the file, as an example."""

    @abstractmethod
    def may_save(self) -> bool:
        """Whether it may be kept as it is; says why not."""

    @abstractmethod
    def show_file(self, text: str) -> bool:
        """Show the text of a file that was opened; whether it could be. Raises BadInput."""

    @abstractmethod
    def say_saved(self) -> None:
        """Show what it is saved as, and whether it was changed since."""

    @property
    def files(self) -> Files:
        """Where the files are."""
        return self.tercio.files

    def written_as(self, name: str) -> str:
        """What a file of that name gets. Raises SaveError where it can't be written so."""
        return self.text

    def action_copy(self) -> None:
        """The text to the clipboard of the terminal."""
        self.app.copy_to_clipboard(self.text)
        self.notify(f"The {self.what} is in the clipboard, where the terminal allows it.")

    def action_save(self) -> None:
        """Write the text into its file, or into a new one."""
        if not self.may_save():
            return
        if self.saved_as:
            self._write(self.saved_as)
            return
        named = self.usual_name
        hint = f"a path, such as {named}" if self.files.documents() is None else f"such as {named}"
        self.tercio.open_screen(
            TypedLine(f"Save the {self.what} as", hint, refused=self._no_name), self._named
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
            self.files.write(name, self.written_as(name))
        except SaveError as error:
            self.notify(sentence(error), severity="error")
            return
        self.saved_as, self.saved_text = name, self.text
        self.notify(f"Saved as {name}.")
        self.say_saved()

    def action_open(self) -> None:
        """Read a file."""
        asked, listed = f"Open which {self.what}?", self.files.documents()
        if listed is None:
            path = f"the path of a file such as {self.usual_name}"
            self.tercio.open_screen(TypedLine(asked, path), self._open)
        elif listed:
            self.tercio.open_screen(
                Pick(asked, listed), lambda at: self._open(None if at is None else listed[at])
            )
        else:
            hint = hint_for(self.focused or self, "No document is saved yet: ctrl+s saves one.")
            self.notify(hint)

    def _open(self, name: str | None) -> None:
        if not name:
            return
        try:
            taken = self.show_file(self.files.read(name))
        except BadInput as error:
            self.notify(f"{capitalised(error.lines[0])}.", severity="error")
            return
        if taken:
            self.saved_as, self.saved_text = self.files.called(name), self.text
            self.say_saved()
