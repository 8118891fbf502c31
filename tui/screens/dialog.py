"""What screens and dialogs share: a style sheet beside them, and a way to close with a result."""

from __future__ import annotations

from pathlib import Path, PurePath
from typing import Any, ClassVar, TypeAlias, cast

from textual.geometry import Offset
from textual.screen import ModalScreen, Screen, ScreenResultType
from textual.widgets import Static

from tui.panes.fixed import Hints
from tui.screens.application import Application
from tui.settings.keymap import give_ids, hint_for

Styles: TypeAlias = str | PurePath | list[str | PurePath] | None


def refresh_hints(screen: Screen[Any]) -> None:
    """Name the keys that were chosen in the hints of a screen."""
    for hints in screen.query(Hints):
        hints.say(*hints.usual)
    for hint in screen.query(".keys, .foot").results(Static):
        usual: str = hint.__dict__.setdefault("usual", str(hint.content))
        hint.update(hint_for(hint, usual))


class Page(Screen[ScreenResultType]):
    """A whole screen. Every key of it can be changed."""

    def __init_subclass__(cls, **more: Any) -> None:
        give_ids(cls)
        super().__init_subclass__(**more)

    def on_screen_resume(self) -> None:
        """The hints tell the keys as they are now."""
        refresh_hints(self)

    @property
    def tercio(self) -> Application:
        """The application, as screens know it."""
        return cast(Application, self.app)

    @property
    def is_comfortable(self) -> bool:
        """Whether it is large enough for all its panes at once."""
        return not (self.has_class("-narrow") or self.has_class("-low") or self.has_class("-tiny"))

    def done(self, result: ScreenResultType) -> None:
        """Closes the screen with a result."""
        _ = self.dismiss(result)


class Dialog(ModalScreen[ScreenResultType], Page[ScreenResultType]):
    """A small question over a screen. Every key of it can be changed."""

    CSS_PATH: ClassVar[Styles] = Path(__file__).with_name("dialogs.tcss")

    def on_mount(self) -> None:
        """Nothing told before stands in its way."""
        self.app.clear_notifications()

    def focus_at(self) -> Offset:
        """Where the terminal's own cursor belongs while nothing in it has the keys: at its hint."""
        hints = self.query(".keys").results(Static)
        return next((hint.region.offset for hint in hints), self.region.offset)
