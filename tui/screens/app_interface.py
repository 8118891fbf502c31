"""The application as its screens know it: settings, keys, themes, and screens over screens.

What opens a game, and which screens there are, is declared here and lies above the screens
(application/app.py).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from rich.cells import cell_len
from textual import events
from textual.filter import Monochrome, NoColor
from textual.geometry import Offset
from textual.notifications import Notify, SeverityLevel
from textual.screen import Screen
from textual.timer import Timer
from textual.widget import AwaitMount, Widget
from textual.widgets._toast import Toast

import themes
from saves.disk.packing import SaveError
from tui.panes import map as map_pane
from tui.settings import settings as player_settings
from tui.terminal import garbage_collection, keys_first
from tui.terminal.capabilities import speaks_unicode
from tui.terminal.output import DiffedApp
from tui.terminal.repeated_keys import Repeats
from tui.terminal.style_sheet import StyleSheet
from tui.words import saved_games

if TYPE_CHECKING:
    from textual.widgets import Input, OptionList

    from saves.store import Saved
    from tui.settings.files import Files
    from tui.settings.keymap import KeyAction
    from tui.settings.settings import Colouring

R = TypeVar("R")

NOTICES = 8  # at once
COLLECT = 60  # seconds after a screen is opened


class Application(DiffedApp[int]):
    """What every screen may ask of the application."""

    def __init__(self, files: Files, saved: Saved | None = None) -> None:
        super().__init__()
        self.files = files
        self.store = files.store
        self.saved = saved
        self._collecting: Timer | None = None
        self.settings = player_settings.load(files)
        self.keys = player_settings.load_keys(files)
        self.set_keymap(self.keys)
        self.repeats = Repeats()
        self.wire.ascii = self.ascii
        self.use_theme(self.settings.theme)
        self.stylesheet = self.sheet = StyleSheet(variables=self.get_css_variables())
        self.css_theme = self.theme  # the theme whose colours the style sheet has

    @abstractmethod
    def play(self, saved: Saved, demo: bool = False) -> None:
        """Show a game."""

    @abstractmethod
    def open_game(self, name: str) -> None:
        """Go on with a game of the store; say what is wrong where it cannot be."""

    @abstractmethod
    def learn(self) -> None:
        """Begin the tutorial; say what is wrong where it cannot be."""

    @abstractmethod
    def key_actions(self) -> list[KeyAction]:
        """Everything whose key can be changed."""

    @abstractmethod
    def program_plays(self) -> bool:
        """Whether a program is to answer in a game that is open."""

    @abstractmethod
    def action_leave(self) -> None:
        """Ask, then leave."""

    @abstractmethod
    def action_help(self) -> None:
        """What the keys do on this screen."""

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = False,
    ) -> None:
        """Say something for a moment, letter by letter: a bracket is a bracket."""
        super().notify(message, title=title, severity=severity, timeout=timeout, markup=False)

    def _on_notify(self, event: Notify) -> None:
        """Says nothing twice at a time, and so many things at once at most: the oldest gives way.
        What has no title answers what the player did last, so it takes the place of the answer
        before.

        A key that is held says the same for ever; every notice costs a widget.
        """
        said, shown = event.notification, list(self._notifications)
        if any((one.title, one.message) == (said.title, said.message) for one in shown):
            event.prevent_default()
            return
        gone = [one for one in shown if not (one.title or said.title)]
        for one in gone or shown[: max(0, len(shown) + 1 - NOTICES)]:
            self._unnotify(one, refresh=False)

    def _refresh_notifications(self) -> None:
        """Textual takes away what is told no more, but leaves the box that it stood in: an empty
        row above what is told next."""
        super()._refresh_notifications()
        for toast in self.screen.query(Toast) if self.screen_stack else ():
            if toast._notification not in self._notifications and isinstance(toast.parent, Widget):
                _ = toast.parent.remove()

    def open_screen(
        self, screen: Screen[R], then: Callable[[R | None], None] | None = None
    ) -> None:
        """Put a screen over this one; `then` gets its result, unless one leaves meanwhile."""

        def answered(result: R | None) -> None:
            if then is not None and not self._exit:
                then(result)

        self.fit(screen)
        _ = self.push_screen(screen, answered)
        if self.settings.still:
            self.call_after_refresh(self.hold_still)
        if self._collecting is not None:
            self._collecting.stop()
        self._collecting = self.set_timer(COLLECT, self.collect_garbage)

    def mount_unseen(self, screen: Screen[Any]) -> AwaitMount:
        """Mount a screen that is not shown."""
        self.fit(screen)
        _, mounted = self._get_screen(screen)
        self._load_screen_css(screen)
        return mounted

    def lay_beneath(self, screen: Screen[Any]) -> None:
        """Put a screen beneath the first one, as if it had been there before."""
        _ = self.mount_unseen(screen)
        self._screen_stack.insert(0, screen)
        screen.post_message(events.ScreenResume())
        screen.post_message(events.ScreenSuspend())

    def fit(self, screen: Screen[Any]) -> None:
        """Give a screen the classes of the terminal's size before it is styled and laid out:
        Textual gives them afterwards, and does both once more."""
        for length, steps in (
            (self.size.width, self.HORIZONTAL_BREAKPOINTS),
            (self.size.height, self.VERTICAL_BREAKPOINTS),
        ):
            now = screen._get_breakpoint_classes(length, steps or [])
            screen.remove_class(*({name for _, name in steps or ()} - now), update=False)
            screen.add_class(*now, update=False)

    def collect_garbage(self) -> None:
        """Let go of what closed screens leave behind, unless programs play, when no key has come
        for long: one that came meanwhile would wait half a second."""
        if not keys_first.at_rest():
            self._collecting = self.set_timer(keys_first.REST, self.collect_garbage)
            return
        if not self.program_plays():
            garbage_collection.collect()

    def refresh(
        self, *, repaint: bool = True, layout: bool = False, recompose: bool = False
    ) -> Self:
        """Draw the screen anew. One that opens or closes has no other laid out for it, as Textual
        does: each comes and draws itself as it is."""
        if not layout:
            super().refresh(repaint=repaint, recompose=recompose)
        return self

    def attempt(self, make: Callable[[], Saved]) -> Saved | None:
        """The game that is opened or begun; None where it cannot be, and what is wrong is said."""
        try:
            return make()
        except SaveError as error:
            self.notify(saved_games.sentence(error), severity="error", timeout=15)
            return None

    # Themes and settings.

    def use_theme(self, name: str) -> None:
        """Take a theme, or the one it names for a terminal of fewer colours."""
        theme = themes.for_console(name, self.console.color_system, self.no_color)
        if self.no_color:
            # Textual makes shades of grey of a terminal's own two colours: black on black.
            self._filters = [
                NoColor() if isinstance(each, Monochrome) else each for each in self._filters
            ]
        if theme.name not in self.available_themes:
            self.register_theme(themes.as_screen_theme(theme))
        self.theme = theme.name

    def refresh_css(self, animate: bool = True) -> None:
        """Give the style sheet the colours of the theme, unless it has them."""
        if self.css_theme != self.theme:
            super().refresh_css(animate)
            self.css_theme = self.theme

    def choose_theme(self, name: str) -> None:
        """Take a theme and remember it."""
        self.settings.theme = name
        self.keep_settings()
        self.use_theme(name)

    def mute(self, player: str) -> str:
        """Mute a player or hear him again, remembered; a sentence that says which."""
        said = self.settings.mute(player)
        self.keep_settings()
        return said

    def set_colouring(self, colouring: Colouring) -> None:
        """What the colours of the map tell, remembered."""
        self.settings.colouring = colouring
        self.keep_settings()

    @property
    def ascii(self) -> bool:
        """Whether nothing but ASCII is drawn: it is wished for, or the terminal has no more."""
        return self.settings.ascii_all or not (self.is_headless or speaks_unicode())

    @property
    def ascii_map(self) -> bool:
        """Whether the map is drawn in ASCII."""
        return self.settings.ascii_map or self.ascii

    def keep_settings(self) -> None:
        """Remember the settings."""
        player_settings.save(self.files, self.settings)

    def take_settings(self) -> None:
        """Show what was changed in the settings, and remember it."""
        self.keep_settings()
        self.wire.ascii = self.ascii
        self.hold_still()
        for screen in self.screen_stack:
            for pane in screen.query(map_pane.MapPane):
                pane.plain_characters(self.ascii_map)
        self.action_redraw()

    def hold_still(self) -> None:
        """Let nothing move by itself where that is wished; show the terminal's cursor, or not."""
        if self.settings.still:
            self.animation_level = "none"
        for typed in self.screen.query("Input"):
            cast("Input", typed).cursor_blink = not self.settings.still
        if self._driver is not None and not self.is_headless:
            self._driver.write("\x1b[?25h" if self.settings.cursor else "\x1b[?25l")

    def focus_at(self) -> Offset | None:
        """Where the terminal's own cursor belongs: at the option, the letter, the number or the
        province that has the keys."""
        focused = self.screen.focused if self.screen_stack else None
        if focused is None:
            at_hint: Callable[[], Offset] | None = getattr(self.screen, "focus_at", None)
            return at_hint() if self.screen_stack and at_hint is not None else None
        region, kinds = focused.content_region, focused._css_type_names
        if "OptionList" in kinds:  # by its name: none is read before one is seen
            options = cast("OptionList", focused)
            rows: dict[int, int] = getattr(options, "_index_to_line", {})
            at = options.highlighted or 0
            row = rows.get(at, at) - options.scroll_offset.y
            return region.offset + Offset(0, max(0, min(row, region.height - 1)))
        if "Input" in kinds:
            typed = cast("Input", focused)
            before = cell_len(typed.value[: typed.cursor_position])
            return region.offset + Offset(before - typed.scroll_offset.x, 0)
        at_pane: Callable[[], Offset] = getattr(focused, "focus_at", lambda: region.offset)
        return at_pane()

    def take_keys(self, keys: dict[str, str]) -> None:
        """Use other keys, and remember them."""
        self.keys = keys
        player_settings.save_keys(self.files, keys)
        self.set_keymap(keys)

    def set_ascii(self, on: bool) -> None:
        """Whether the map is drawn in ASCII where all else is not, remembered."""
        self.settings.ascii_map = on
        self.take_settings()

    # What is taken along.

    def hand_out(self, what: str, name: str, text: str) -> None:
        """Give the player a text, as a file of that name or otherwise; say where it is."""
        try:
            self.notify(self.files.hand_out(what, name, text, self.copy_to_clipboard))
        except SaveError as error:
            self.notify(saved_games.sentence(error), severity="error")

    def action_screenshot(self, filename: str | None = None, path: str | None = None) -> None:
        """A picture of the screen, by the name of the game and nowhere else."""
        name = self.saved.name if self.saved is not None else "tercio"
        self.hand_out("The picture", f"{name}.svg", self.export_screenshot())

    def deliver_text(self, *_: Any, **__: Any) -> str | None:
        """Nothing goes anywhere else."""
        return None

    def deliver_binary(self, *_: Any, **__: Any) -> str | None:
        """Nothing goes anywhere else."""
        return None

    def save_screenshot(self, *_: Any, **__: Any) -> str:
        """Nothing goes anywhere else."""
        return ""

    def open_url(self, url: str, *, new_tab: bool = True) -> None:
        """No page is opened: on a server that would be a program of its own."""
