"""What screens and dialogs share: a style sheet beside them, and a way to close with a result."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from pathlib import Path, PurePath
from typing import Any, ClassVar, Self, TypeAlias, cast

from textual.geometry import Offset, Region, Size
from textual.reactive import Reactive
from textual.screen import ModalScreen, Screen, ScreenResultType
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static
from textual.widgets._toast import ToastRack

from tui.panes.foot_line import Hints
from tui.screens.app_interface import Application
from tui.settings.keymap import give_ids, hint_for
from tui.terminal import keys_first
from tui.terminal.compositor import RowsCompositor, rows
from tui.terminal.output import DiffedApp

Styles: TypeAlias = str | PurePath | list[str | PurePath] | None


def refresh_hints(screen: Screen[Any]) -> None:
    """Name the keys that were chosen in the hints of a screen."""
    for hints in screen.query(Hints):
        hints.say(*hints.usual)
    for hint in screen.query(".keys, .foot").results(Static):
        usual: str = hint.__dict__.setdefault("usual", str(hint.content))
        hint.update(hint_for(hint, usual))


class AtOnce(Screen[ScreenResultType]):
    """A screen that draws at once what a key has changed: Textual waits for the next of 60 moments
    a second."""

    def on_idle(self) -> None:
        """Nothing is left to be heard: draw, if a key may wait for it."""
        changed = self._repaint_required or self._scroll_required or self._dirty_widgets
        drawn = self.app.screen is self and not self.app._batch_count
        if (changed or self._layout_required) and drawn and keys_first.is_waiting():
            self._on_timer_update()

    def _on_timer_update(self) -> None:
        """Draw what has changed; where a key has come meanwhile and is not heard yet, after it."""
        if isinstance(self.app, DiffedApp) and self.app.key_waits():
            asyncio.get_running_loop().call_later(keys_first.LOOK, self.check_idle)
        else:
            super()._on_timer_update()


class Page(AtOnce[ScreenResultType]):
    """A whole screen. Every key of it can be changed."""

    focused: Reactive[Widget | None] = Reactive(None, repaint=False)
    """What has the keys; the screen is not drawn anew for it."""

    def __init__(
        self, name: str | None = None, id: str | None = None, classes: str | None = None
    ) -> None:
        super().__init__(name, id, classes)
        self._compositor = RowsCompositor()

    def __init_subclass__(cls, **more: Any) -> None:
        give_ids(cls)
        super().__init_subclass__(**more)

    def _extend_compose(self, widgets: list[Widget]) -> None:
        """With Textual's box of notices, which stands there when something is told: to hide it
        afterwards, as Textual does, lays the whole screen out anew."""
        super()._extend_compose(widgets)
        for rack in widgets:
            if isinstance(rack, ToastRack):
                rack.display = False

    def _screen_resized(self, size: Size) -> None:
        """Lay it out for the size that the terminal has now: of two that are told together, for
        each of which Textual does so, each brings the other back, for ever."""
        super()._screen_resized(self.app.size)

    def watch_focused(self, before: Widget | None, now: Widget | None) -> None:
        """What has the keys is drawn so, and what had them."""
        for widget in filter(None, (before, now)):
            widget.refresh()

    def on_screen_resume(self) -> None:
        """The hints tell the keys as they are now."""
        refresh_hints(self)

    @property
    def tercio(self) -> Application:
        """The application, as screens know it."""
        return cast(Application, self.app)

    @property
    def program_plays(self) -> bool:
        """Whether a program is to answer in the game that it shows."""
        return False

    @property
    def is_comfortable(self) -> bool:
        """Whether it is large enough for all its panes at once."""
        return not (self.has_class("-narrow") or self.has_class("-low") or self.has_class("-tiny"))

    def done(self, result: ScreenResultType) -> None:
        """Closes the screen with a result; a key that comes behind the one that closed it, as they
        do together over a slow line, closes nothing more."""
        if self.is_current:
            _ = self.dismiss(result)


class Over(AtOnce[ScreenResultType]):
    """A screen over another one, which stands around it as it is: its rows are taken over as they
    were drawn, where Textual would take each of them apart to tint it."""

    def render_lines(self, crop: Region) -> list[Strip]:
        """What lies beneath."""
        at = self.app.screen_stack.index(self) if self in self.app.screen_stack else 0
        if not at or self.styles.background.a:
            return super().render_lines(crop)
        return rows(self.app.screen_stack[at - 1]._compositor, crop)


class Dialog(ModalScreen[ScreenResultType], Over[ScreenResultType], Page[ScreenResultType]):
    """A small question over a screen. Every key of it can be changed."""

    CSS_PATH: ClassVar[Styles] = Path(__file__).with_name("dialogs.tcss")

    def on_mount(self) -> None:
        """Nothing told before stands in its way."""
        if self in self.app.screen_stack:  # else it is made ready for a later key
            self.app.clear_notifications()

    def on_screen_resume(self) -> None:
        """It appears in one picture: without this its first one is thrown away at once, and all
        that lies beneath is drawn twice."""
        together = ExitStack()
        together.enter_context(self.app.batch_update())
        self.call_next(together.close)

    def focus_at(self) -> Offset:
        """Where the terminal's own cursor belongs while nothing in it has the keys: at its hint."""
        hints = self.query(".keys").results(Static)
        return next((hint.region.offset for hint in hints), self.region.offset)


class Kept(Dialog[ScreenResultType]):
    """A dialog that stays mounted when it closes, and is shown again for something else: to mount
    one takes a key longer than a frame."""

    def __init__(self, *about: Any) -> None:
        super().__init__()
        self.ask(*about)

    @classmethod
    def of(cls, app: Application, *about: Any) -> Self:
        """The one that the application keeps, for something; another one while that is open."""
        name = cls.__name__
        kept = app.get_screen(name) if app.is_screen_installed(name) else None
        if not isinstance(kept, cls):
            kept = cls(*about)
            app.install_screen(kept, name)
        elif kept in app.screen_stack:
            kept = cls(*about)
        else:
            app.clear_notifications()
            kept.ask(*about)
            if kept.is_mounted:
                kept.begin()
        return kept

    @classmethod
    async def make_ready(cls, app: Application, *about: Any) -> Self | None:
        """Mount the one that the application is to keep, for something that may be asked of it,
        unseen; None where it is kept already."""
        if app.is_screen_installed(cls.__name__):
            return None
        kept = cls(*about)
        app.install_screen(kept, cls.__name__)
        await app.mount_unseen(kept)
        return kept

    def lay_out_unseen(self) -> None:
        """Style it and lay it out as it will be seen, unless it is."""
        if self not in self.app.screen_stack:
            self.update_node_styles(animate=False)
            self._refresh_layout(self.app.size)

    def ask(self, *about: Any) -> None:
        """What it is opened for."""

    def begin(self) -> None:
        """Show that."""

    def on_mount(self) -> None:
        """What it was first opened for."""
        self.begin()
