"""The application: its screens, themes and settings, and how it ends."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from io import StringIO
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text
from textual.binding import Binding, BindingType
from textual.geometry import Offset
from textual.notifications import SeverityLevel
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Input, OptionList

import themes
from tui.application import garbage
from tui.screens.dialog import Page, Styles
from tui.settings import settings as kept
from tui.terminal.hangup import watch_terminal
from tui.terminal.input import speaks_unicode
from tui.terminal.output import Wired

if TYPE_CHECKING:
    from textual.command import Provider

    from saves.store import Saved
    from tui.application.operator import Operator
    from tui.settings.files import Files
    from tui.settings.settings import Colouring

R = TypeVar("R")

WIDTHS = ((0, "-narrow"), (100, "-wide"), (160, "-huge"))
HEIGHTS = ((0, "-tiny"), (16, "-low"), (34, "-high"), (48, "-tall"))

TIDY = 60  # seconds after a screen is opened
SIGNALS = ("SIGHUP", "SIGTERM", "SIGINT")


def palette() -> type[Provider]:
    """The commands of the palette, loaded when it is first opened."""
    from tui.application.palette import Commands

    return Commands


class Tercio(Wired[int]):
    """Tercio on a screen."""

    TITLE: str | None = "Tercio"
    CSS_PATH: ClassVar[Styles] = "app.tcss"
    HORIZONTAL_BREAKPOINTS: list[tuple[int, str]] | None = list(WIDTHS)  # noqa: RUF012 - as App has it
    VERTICAL_BREAKPOINTS: list[tuple[int, str]] | None = list(HEIGHTS)  # noqa: RUF012 - as App has it
    COMMANDS: ClassVar[set[Any]] = {palette}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark,f1", "help", "Help", id="app.help"),
        Binding("q,ctrl+q", "leave", "Leave", id="app.leave"),
        Binding("ctrl+c", "leave", "Leave", show=False, priority=True),
        Binding("ctrl+l", "redraw", "Draw the screen anew", id="app.redraw"),
        Binding("ctrl+p", "command_palette", "All commands", id="app.commands"),
    ]

    def __init__(self, files: Files, saved: Saved | None = None, demo: bool = False) -> None:
        super().__init__()
        self.files = files
        self.store = files.store
        self.saved = saved
        self.demo = demo
        self.seated = False
        self.opening: Callable[[], Page[None]] | None = None
        self.operator: Operator | None = None
        self._tidying: Timer | None = None
        self.settings = kept.load(files)
        self.keys = kept.load_keys(files)
        self.set_keymap(self.keys)
        self.wire.ascii = self.ascii
        self.wear(self.settings.theme)
        self.stylesheet.set_variables(self.get_css_variables())
        self.dyed = self.theme  # the theme whose colours the style sheet has

    def get_default_screen(self) -> Screen[Any]:
        """The title, where no game is named: its style sheet is read with the application's."""
        if self.saved is not None:
            return super().get_default_screen()
        from tui.screens.title import Title

        title = Title()
        for path in title.css_path:
            self.stylesheet.read(path)
        return title

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

    def on_mount(self) -> None:
        """What the terminal can show, signals, and the game that was named."""
        self.wear(self.settings.theme)
        self.hold_still()
        if self.settings.still:
            self.call_after_refresh(self.hold_still)
        self._listen()
        if self.saved is not None:
            self.play(self.saved, self.demo)
        elif self.opening is not None:
            self.over(self.opening())

    def play(self, saved: Saved, demo: bool = False) -> None:
        """Show a game."""
        from engine import games
        from tui.table.table import Table

        self.saved = saved
        if self.operator is not None:
            self.operator.tell(game=saved.name)
        table = Table(saved)
        if games.named(saved.game.header) == games.EIA:
            from tui.screens.campaign import Campaign

            self.over(Campaign(table))
            return
        from tui.screens.game.game import GameScreen

        if self.seated:
            table.sit()
        self.over(GameScreen(table, demo))
        self.call_after_refresh(garbage.spare)

    def open_game(self, name: str) -> None:
        """Go on with a game of the store; say what is wrong where it cannot be."""
        from saves.store import open_game

        if (saved := self.made(lambda: open_game(self.files.game(name)))) is not None:
            self.play(saved)

    def learn(self) -> None:
        """Begin the tutorial; say what is wrong where it cannot be."""
        from tui.table.tutorial import begin

        if (saved := self.made(lambda: begin(self.store))) is not None:
            self.seated = True
            self.play(saved)
            self.seated = False

    def made(self, make: Callable[[], Saved]) -> Saved | None:
        """The game that is opened or begun; None where it cannot be, and what is wrong is said."""
        from saves.plain import SaveError
        from tui.table.table import sentence

        try:
            return make()
        except SaveError as error:
            self.notify(sentence(error), severity="error", timeout=15)
            return None

    def over(self, screen: Screen[R], then: Callable[[R | None], None] | None = None) -> None:
        """Put a screen over this one; `then` gets its result."""
        _ = self.push_screen(screen, then)
        if self.settings.still:
            self.call_after_refresh(self.hold_still)
        if self._tidying is not None:
            self._tidying.stop()
        self._tidying = self.set_timer(TIDY, self.tidy)

    def tidy(self) -> None:
        """Let go of what closed screens leave behind, unless programs play."""
        tables = [getattr(screen, "table", None) for screen in self.screen_stack]
        if not any(table.program_decides for table in tables if table is not None):
            garbage.whole()

    # Themes and settings.

    def wear(self, name: str) -> None:
        """Take a theme, or the one it names for a terminal of fewer colours."""
        theme = themes.for_console(name, self.console.color_system, self.no_color)
        if theme.name not in self.available_themes:
            self.register_theme(themes.as_screen_theme(theme))
        self.theme = theme.name

    def refresh_css(self, animate: bool = True) -> None:
        """Dye the style sheet in the colours of the theme, unless it has them."""
        if self.dyed != self.theme:
            super().refresh_css(animate)
            self.dyed = self.theme

    def choose_theme(self, name: str) -> None:
        """Take a theme and remember it."""
        self.settings.theme = name
        kept.keep(self.files, self.settings)
        self.wear(name)

    def set_colouring(self, colouring: Colouring) -> None:
        """What the colours of the map tell, remembered."""
        self.settings.colouring = colouring
        kept.keep(self.files, self.settings)

    @property
    def ascii(self) -> bool:
        """Whether nothing but ASCII is drawn: it is wished for, or the terminal has no more."""
        return self.settings.ascii_all or not (self.is_headless or speaks_unicode())

    @property
    def ascii_map(self) -> bool:
        """Whether the map is drawn in ASCII."""
        return self.settings.ascii_map or self.ascii

    def take_settings(self) -> None:
        """Wear what was changed in the settings, and remember it."""
        from tui.panes.map import MapPane

        kept.keep(self.files, self.settings)
        self.wire.ascii = self.ascii
        self.hold_still()
        for screen in self.screen_stack:
            for pane in screen.query(MapPane):
                pane.plain_characters(self.ascii_map)
        self.action_redraw()

    def hold_still(self) -> None:
        """Let nothing move by itself where that is wished; show the terminal's cursor, or not."""
        if self.settings.still:
            self.animation_level = "none"
        for typed in self.screen.query(Input):
            typed.cursor_blink = not self.settings.still
        if self._driver is not None and not self.is_headless:
            self._driver.write("\x1b[?25h" if self.settings.cursor else "\x1b[?25l")

    def focus_at(self) -> Offset | None:
        """Where the terminal's own cursor belongs: at the option, the letter, the number or the
        province that has the keys."""
        focused = self.screen.focused if self.screen_stack else None
        if focused is None:
            at_hint: Callable[[], Offset] | None = getattr(self.screen, "focus_at", None)
            return at_hint() if self.screen_stack and at_hint is not None else None
        region = focused.content_region
        if isinstance(focused, OptionList):
            rows: dict[int, int] = getattr(focused, "_index_to_line", {})
            at = focused.highlighted or 0
            row = rows.get(at, at) - focused.scroll_offset.y
            return region.offset + Offset(0, max(0, min(row, region.height - 1)))
        if isinstance(focused, Input):
            before = cell_len(focused.value[: focused.cursor_position])
            return region.offset + Offset(before - focused.scroll_offset.x, 0)
        at_pane: Callable[[], Offset] = getattr(focused, "focus_at", lambda: region.offset)
        return at_pane()

    def take_keys(self, keys: dict[str, str]) -> None:
        """Use other keys, and remember them."""
        self.keys = keys
        kept.keep_keys(self.files, keys)
        self.set_keymap(keys)

    def set_ascii(self, on: bool) -> None:
        """Whether the map is drawn in ASCII where all else is not, remembered."""
        self.settings.ascii_map = on
        self.take_settings()

    # What is taken along.

    def hand_out(self, what: str, name: str, text: str) -> None:
        """Give the player a text, as a file of that name or otherwise; say where it is."""
        from saves.plain import SaveError
        from tui.table.table import sentence

        try:
            self.notify(self.files.hand_out(what, name, text, self.copy_to_clipboard))
        except SaveError as error:
            self.notify(sentence(error), severity="error")

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

    # Leaving.

    def _listen(self) -> None:
        """Leave when the terminal goes or somebody ends the process; everything is on disk."""
        if self.is_headless:
            return
        loop = asyncio.get_running_loop()
        for name in SIGNALS:
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
                with suppress(NotImplementedError):  # on Windows the driver alone hears of ctrl+c
                    loop.add_signal_handler(number, self.depart, 128 + number)
        watch_terminal(loop, sys.__stdin__, lambda: self.depart(129))
        if self.operator is not None:
            loop.add_reader(self.operator, self._hear, loop, self.operator)

    def _hear(self, loop: asyncio.AbstractEventLoop, operator: Operator) -> None:
        """Show what the operator of the server says; leave when he closes it."""
        said = operator.hear()
        if said is None:
            loop.remove_reader(operator)
        for notice in said or ():
            if notice.ends:
                self.depart(0, notice.text)
            else:
                self.notify(notice.text, title="The operator says", timeout=60)

    def depart(self, status: int, said: str = "") -> None:
        """End at once: the game is saved, the terminal gets its modes back where it still is."""
        try:
            self.close_game()
        finally:
            self.exit(status, return_code=status, message=said or None)

    def _fatal_error(self) -> None:
        """A defect ends the application: in words, instead of Textual's pages of code."""
        from tui.application.defects import told

        self.bell()
        assert self._exception is not None
        game = self.saved.name if self.saved is not None else ""
        self._exit_renderables.append(Text(told(self._exception, self.files, game)))
        self._close_messages_no_wait()

    def close_game(self) -> None:
        """Write the game down and let go of its files."""
        if self.saved is not None:
            self.saved.close()
            self.saved = None

    def action_leave(self) -> None:
        """Ask, then leave; a second ctrl+c leaves too."""
        from tui.screens.dialogs import Agree

        if isinstance(self.screen, Agree):
            self.screen.action_say(True)
            return
        playing = self.saved is not None
        said = "The game is saved; tercio opens it exactly here." if playing else ""
        self.over(Agree("Leave Tercio?", said, enter=True), self._left)

    def _left(self, agreed: bool | None) -> None:
        if not agreed:
            return
        from saves.plain import SaveError
        from tui.table.table import sentence

        try:
            self.close_game()
        except SaveError as error:
            self.exit(1, return_code=1, message=sentence(error))
        else:
            self.exit(0)

    async def action_quit(self) -> None:
        """The same as leaving."""
        self.action_leave()

    def action_help(self) -> None:
        """What the keys do on this screen."""
        from tui.screens.help import Help

        if not isinstance(self.screen, Help):
            self.over(Help(self.screen))


def run(
    files: Files,
    saved: Saved | None = None,
    demo: bool = False,
    opening: Callable[[], Page[None]] | None = None,
    operator: Operator | None = None,
) -> int:
    """Opens a game, or the title, with a page over it where one is made. The exit status is 0, or
    128 and the number of a signal. `operator` is the line to the server that serves it, if any."""
    garbage.shorten(forked=operator is not None)
    app = Tercio(files, saved, demo)
    app.opening, app.operator = opening, operator
    app.run()
    app.close_game()
    return app.return_code or 0


def picture(files: Files, saved: Saved, width: int = 120, height: int = 40) -> str:
    """The screen of a game as SVG, without a terminal; the one who decides sits there already."""

    async def take() -> str:
        app = Tercio(files, saved)
        app.console = Console(color_system="256", file=StringIO(), force_terminal=True)
        app.seated = True
        async with app.run_test(size=(width, height)) as pilot:
            await pilot.pause()
            found = app.export_screenshot(title=f"Tercio: {saved.name}")
            app.saved = None
            return found

    return asyncio.run(take())
