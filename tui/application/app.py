"""The application on top of its screens: what it opens, and how it begins and ends."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from io import StringIO
from threading import Thread
from typing import TYPE_CHECKING, Any, ClassVar

from rich.console import Console
from rich.text import Text
from textual import events
from textual.app import ScreenError
from textual.binding import Binding, BindingType
from textual.css.query import NoMatches
from textual.message import Message
from textual.screen import Screen

from engine import games
from saves import store
from saves.disk import index
from saves.disk.packing import SaveError
from tui.application import bindings, commands, crash_reports, ready
from tui.screens import campaign as campaign_screen
from tui.screens import dialogs
from tui.screens import help as help_page
from tui.screens import title as title_screen
from tui.screens.app_interface import Application
from tui.screens.dialog import Page, Styles
from tui.screens.finding import palette
from tui.screens.game import first_lesson, handover
from tui.screens.game import game as game_screen
from tui.settings import keymap
from tui.table import orders, tutorial
from tui.table import table as tables
from tui.terminal import garbage_collection, job_control, keys_first
from tui.terminal.capabilities import has_screen
from tui.terminal.hangup import watch_terminal
from tui.terminal.keys_first import LOOP
from tui.words import saved_games

if TYPE_CHECKING:
    from saves.store import Saved
    from tui.application.operator_line import Operator
    from tui.screens.game.cover import Cover
    from tui.settings.files import Files
    from tui.settings.keymap import KeyAction

WIDTHS = ((0, "-narrow"), (100, "-wide"), (160, "-huge"))
HEIGHTS = ((0, "-tiny"), (16, "-low"), (34, "-high"), (48, "-tall"))

SIGNALS = ("SIGHUP", "SIGTERM", "SIGINT")
AT_REST = 0.5  # seconds after the first screen until what later keys need is loaded


class Tercio(Application):
    """Tercio on a screen."""

    TITLE: str | None = "Tercio"
    CSS_PATH: ClassVar[Styles] = "app.tcss"
    HORIZONTAL_BREAKPOINTS: list[tuple[int, str]] | None = list(WIDTHS)  # noqa: RUF012 - as App has it
    VERTICAL_BREAKPOINTS: list[tuple[int, str]] | None = list(HEIGHTS)  # noqa: RUF012 - as App has it
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark,f1", "help", "Help", id="app.help"),
        Binding("q,ctrl+q", "leave", "Leave", id="app.leave"),
        Binding("ctrl+c", "leave", "Leave", show=False, priority=True),
        Binding("ctrl+l", "redraw", "Redraw the screen", id="app.redraw"),
        Binding("ctrl+p", "command_palette", "All commands", id="app.commands", priority=True),
        Binding("ctrl+z", "suspend_process", "To the shell; fg comes back", id="app.suspend"),
    ]

    def __init__(self, files: Files, saved: Saved | None = None, demo: bool = False) -> None:
        super().__init__(files, saved)
        self.demo = demo
        self.seated = False
        self.learning = False  # whether this begins with the tutorial
        self.opening: Callable[[], Page[None]] | None = None
        self.operator: Operator | None = None

    def get_default_screen(self) -> Screen[Any]:
        """The game that is named, or its cover, else the title: no empty screen is laid out beneath
        the first, and its style sheet is read with the application's."""
        first: Page[Any]
        if self.learning:
            first = self._covered(first_lesson.FirstLesson(), self._tutorial)
        else:
            first = title_screen.Title() if self.saved is None else self.first_of(self.saved)
        self.fit(first)
        for path in first.css_path:
            self.stylesheet.read(path)
        return first

    def on_mount(self) -> None:
        """What the terminal can show, and signals."""
        self.use_theme(self.settings.theme)
        self.hold_still()
        if self.settings.still:
            self.call_after_refresh(self.hold_still)
        self._listen()
        if self.opening is not None:
            self.open_screen(self.opening())
        if not self.is_headless and self.operator is None:
            self.call_after_refresh(self.set_timer, AT_REST, self._load_the_rest)

    def _load_the_rest(self) -> None:
        """Load every screen beside this one, so that no key waits for that, and mount the dialogs
        that are kept; keep sweeps for garbage short from then on. Who was forked by a process that
        had loaded everything needs none of it: what he mounts he shares with nobody."""
        loop = asyncio.get_running_loop()

        def load() -> None:
            ready.read_ahead()
            with suppress(RuntimeError):  # one has left meanwhile
                loop.call_soon_threadsafe(keys_first.before_waiting)
                loop.call_soon_threadsafe(garbage_collection.keep_sweeps_short)
                self.call_later(self.run_worker, partial(ready.make_ready, self))

        Thread(target=load, name="loading", daemon=True).start()

    def play(self, saved: Saved, demo: bool = False) -> None:
        """Show a game."""
        self.saved, self.demo = saved, demo
        self.open_screen(self.screen_of(self._table(saved)))

    def _table(self, saved: Saved) -> tables.Table:
        if self.operator is not None:
            self.operator.tell(game=saved.name)
        table = tables.Table(saved)
        if self.seated:
            table.sit()
        return table

    def screen_of(self, table: tables.Table) -> Page[None]:
        """The screen on which a game is played."""
        if games.find_game(table.game.header) == games.EIA:
            return campaign_screen.Campaign(table)
        self.call_after_refresh(garbage_collection.freeze)
        return game_screen.GameScreen(table, self.demo)

    def first_of(self, saved: Saved) -> Page[Any]:
        """What a game begins with: where the keyboard is passed first that cover, which stands
        before any of the screen beneath it is read."""
        table = self._table(saved)
        table.orders = orders.load(self.files, saved.name)
        if table.untaught:
            return self._covered(first_lesson.FirstLesson(), lambda: table)
        if table.orders or table.war_page() or not table.someone_else():
            return self.screen_of(table)
        return self._covered(handover.cover(table), lambda: table)

    def _covered(self, cover: Cover, begin: Callable[[], tables.Table]) -> Cover:
        """A cover as the first screen. The game beneath is begun when that is drawn; where it
        cannot be, the application ends and says why."""

        def lay() -> None:
            try:
                table = begin()
            except SaveError as error:
                self.exit(1, return_code=1, message=f"tercio: {error}")
                return
            game = game_screen.GameScreen(table, self.demo)
            self.lay_beneath(game)
            cover.lifted = game.lifted

        cover.beneath = lay
        cover._push_result_callback(self, None)  # as for each screen that is opened and closed
        return cover

    def open_game(self, name: str) -> None:
        """Go on with a game of the store; say what is wrong where it cannot be."""
        if (saved := self.attempt(lambda: store.open_game(self.files.game(name)))) is not None:
            self.play(saved)

    def learn(self) -> None:
        """Begin the tutorial; say what is wrong where it cannot be."""
        if (saved := self.attempt(lambda: tutorial.begin(self.files.room()))) is not None:
            self.play(saved)

    def _tutorial(self) -> tables.Table:
        """The table of the tutorial, begun. Raises SaveError."""
        self.saved = tutorial.begin(self.files.room())
        return self._table(self.saved)

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
            self.call_after_refresh(self.operator.tell, shown=True)

    def post_message(self, message: Message) -> bool:
        """Whoever presses a key is there: the pen stays with him."""
        if isinstance(message, events.Key | events.MouseDown) and self.saved is not None:
            self.saved.pen.hear()
        return super().post_message(message)

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

    def _handle_exception(self, error: Exception) -> None:
        """What is still on its way to a screen that goes when one leaves is no defect."""
        if not (self._exit and isinstance(error, NoMatches | ScreenError)):
            super()._handle_exception(error)

    def _fatal_error(self) -> None:
        """A defect ends the application: in words, instead of Textual's pages of code."""
        self.bell()
        assert self._exception is not None
        game = self.saved.name if self.saved is not None else ""
        self._exit_renderables.append(
            Text(crash_reports.explain(self._exception, self.files, game))
        )
        self._close_messages_no_wait()

    def close_game(self) -> None:
        """Write the game down and let go of its files."""
        if self.saved is not None:
            self.saved.close()
            self.saved = None

    def action_leave(self) -> None:
        """Ask, then leave; a second ctrl+c leaves too."""
        if isinstance(self.screen, dialogs.Agree):
            self.screen.action_say(True)
            return
        playing = self.saved is not None
        said = "The game is saved; tercio opens it exactly here." if playing else ""
        self.open_screen(dialogs.Agree("Leave Tercio?", said, enter=True), self._left)

    def _left(self, agreed: bool | None) -> None:
        if not agreed:
            return
        try:
            self.close_game()
        except SaveError as error:
            self.exit(1, return_code=1, message=saved_games.sentence(error))
        else:
            self.exit(0)

    def key_actions(self) -> list[KeyAction]:
        return keymap.key_actions(bindings.owners(type(self)))

    def program_plays(self) -> bool:
        """Whether a program is to answer in a game that is open."""
        return any(isinstance(each, Page) and each.program_plays for each in self.screen_stack)

    def action_command_palette(self) -> None:
        """All that can be done now, in a list; what is chosen is done when that has closed."""
        screen = self.screen
        if not isinstance(screen, palette.Palette):
            listed = [*commands.commands(self, screen)]
            self.open_screen(palette.Palette.of(self, listed, screen), self._do)

    def _do(self, deed: Callable[[], object] | None) -> None:
        if deed is not None:
            self.call_later(deed)

    async def action_quit(self) -> None:
        """The same as leaving."""
        self.action_leave()

    def action_suspend_process(self) -> None:
        """Step aside for the shell; on a server, and where there is none, say so."""
        if self.operator is not None or self.is_headless or not job_control.shell_waits():
            self.notify("No shell waits here: q leaves, and nothing is lost.")
            return
        self._suspend_signal()
        job_control.step_aside(self._driver)

    def action_help(self) -> None:
        """What the keys do on this screen."""
        if not isinstance(self.screen, help_page.Help):
            self.open_screen(help_page.Help.of(self, self.screen))


def run(
    files: Files,
    saved: Saved | None = None,
    demo: bool = False,
    opening: Callable[[], Page[None]] | None = None,
    operator: Operator | None = None,
    learning: bool = False,
) -> int:
    """Opens a game, the tutorial where one is `learning`, or the title, with a page over it where
    one is made. The exit status is 0, 1 where the tutorial cannot be begun, 2 without a terminal,
    or 128 and the number of a signal. `operator` is the line to the server that serves it, if any.
    """
    if not has_screen():
        where = "" if saved is None else f" The game is saved as {saved.name}."
        if saved is not None:
            saved.close()
        print(f"tercio: there is no terminal here to draw on; --plain plays by lines.{where}",
              file=sys.stderr)  # fmt: skip
        return 2
    if operator is not None:
        keys_first.before_waiting()
        garbage_collection.keep_sweeps_short(forked=True)
    app = Tercio(files, saved, demo)
    app.opening, app.operator, app.learning = opening, operator, learning
    with asyncio.Runner(loop_factory=LOOP) as runner:
        runner.run(app.run_async())
    app.close_game()
    _note_games(files)
    return app.return_code or 0


def _note_games(files: Files) -> None:
    """Read where the games of the store stand, so that the next title need not."""
    with suppress(SaveError):
        index.summaries(files.store)


def picture(files: Files, saved: Saved) -> str:
    """The screen of a game, 120 by 40, as SVG, without a terminal; the one who decides sits there
    already."""

    async def take() -> str:
        app = Tercio(files, saved)
        app.console = Console(color_system="256", file=StringIO(), force_terminal=True)
        app.seated = True
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.pause()
            found = app.export_screenshot(title=f"Tercio: {saved.name}")
            app.saved = None
            return found

    return asyncio.run(take())
