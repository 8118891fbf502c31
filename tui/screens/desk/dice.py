"""The dice of the desk as they fall on a real table: typed one by one, or several at once."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from engine.adjudicator import resolve
from engine.adjudicator.document_kind import MissingDie
from engine.adjudicator.resolve import BadInput
from engine.facts.sheets import FactsError
from engine.play.asks import dice_in
from tui.screens.desk.in_words import InWords
from tui.screens.dialogs import TypedLine
from tui.words.adjudication import whose_die


class TypedDice(InWords):
    """What the desk does with dice that are typed."""

    fallen: Sequence[int] = ()  # typed at once, still to be used

    @property
    @abstractmethod
    def text(self) -> str:
        """The document as it is adjudicated."""

    @abstractmethod
    def reread(self) -> None:
        """Read the form."""

    @abstractmethod
    def _wrong(self) -> bool:
        """Whether something is to be put right first."""

    @abstractmethod
    def _finish(self) -> None:
        """Show what came of it."""

    def action_type_dice(self) -> None:
        """Ask for one die after the other, as they fall on a real table."""
        if self.misread and self._wrong():
            return
        try:
            resolve.adjudicate(self.kind.name, self.text, rolling=False)
        except MissingDie as error:
            name, faces = error.name, self.kind.faces
            if self.fallen:
                self._die(name)
                return
            hint = f"the unmodified die, 1 to {faces}; or several, in their order"
            what = f"{whose_die(name)}: {error.purpose}"
            said = f"That is no die from 1 to {faces}, nor several."

            def refused(typed: str) -> str:
                return "" if dice_in(typed, faces) else said

            def fell(typed: str | None) -> None:
                self.fallen = dice_in(typed or "", faces)
                if self.fallen:
                    self._die(name)

            self.tercio.open_screen(TypedLine(what, hint, refused=refused), fell)
            return
        except (BadInput, FactsError):
            pass
        if self.fallen:
            left = ", ".join(map(str, self.fallen))
            self.notify(f"Left over of the dice that were typed: {left}.", severity="warning")
            self.fallen = ()
        self._finish()

    def _die(self, name: str) -> None:
        """The next of the dice that were typed."""
        die, *self.fallen = self.fallen
        self._dice([*self.form.texts.get(("dice",), "").split(), f"{name}={die}"])
        self.action_type_dice()

    def _dice(self, words: Sequence[str]) -> None:
        self.form.texts[("dice",)] = " ".join(words)
        if not words:
            del self.form.texts[("dice",)]
        self.form.draw()
        self.reread()
