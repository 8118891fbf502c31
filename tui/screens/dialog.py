"""What screens and dialogs share: a style sheet beside them, and a way to close with a result."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING, ClassVar, TypeAlias, cast

from textual.screen import ModalScreen, Screen, ScreenResultType

if TYPE_CHECKING:
    from tui.app import Tercio

Styles: TypeAlias = str | PurePath | list[str | PurePath] | None


class Page(Screen[ScreenResultType]):
    """A whole screen."""

    @property
    def tercio(self) -> Tercio:
        """The application, by its own name."""
        return cast("Tercio", self.app)

    def done(self, result: ScreenResultType) -> None:
        """Closes the screen with a result."""
        _ = self.dismiss(result)


class Dialog(ModalScreen[ScreenResultType]):
    """A small question over a screen."""

    CSS_PATH: ClassVar[Styles] = "dialogs.tcss"

    @property
    def tercio(self) -> Tercio:
        """The application, by its own name."""
        return cast("Tercio", self.app)

    def done(self, result: ScreenResultType) -> None:
        """Closes the dialog with a result."""
        _ = self.dismiss(result)
