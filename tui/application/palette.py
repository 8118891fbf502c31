"""The command palette: what can be done here, with its key."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple, cast

from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.screen import Screen

import themes
from tui.map.view import LAYER_NAMES
from tui.screens.app_interface import Application
from tui.screens.campaign import Campaign
from tui.screens.game.game import LAYER_KEYS, GameScreen
from tui.screens.game.game_panes import PANES
from tui.screens.rules import Rules
from tui.screens.settings import Settings
from tui.settings.keymap import hint_for
from tui.table.table import jumps


class Command(NamedTuple):
    """A line of the palette: its name, what is said under it or else its usual key, the deed."""

    name: str
    said: str
    do: Callable[[], object]

    def title(self, screen: Screen[Any]) -> str:
        """The name, with the key that does the same on a screen."""
        if self.help or not self.said:
            return self.name
        return f"{self.name}  ({hint_for(screen, self.said)})"

    @property
    def help(self) -> str | None:
        """What is said under the name."""
        return self.said if len(self.said) > 2 else None


class Commands(Provider):
    """What the game's screen and the application can do now."""

    @property
    def _tercio(self) -> Application:
        return cast(Application, self.app)

    def commands(self) -> Iterator[Command]:
        """Those that apply."""
        app, screen = self._tercio, self.screen
        if isinstance(screen, GameScreen):
            yield Command("Find a province", "/", screen.action_find)
            for name in PANES:
                yield Command(f"Pane: {name}", "", partial(screen.action_pane, name))
            yield Command("Undo the last answer", "u", screen.action_undo)
            yield Command("Redo", "r", screen.action_redo)
            yield Command("Answer by typing", ":", screen.action_words)
            yield Command("What happened, again on the map", "v", screen.action_replay)
            yield Command("Statistics: dice and losses", "z", screen.action_statistics)
            yield Command("The report of the phase", "text, HTML or SVG", screen.action_report)
            yield Command("Diplomacy: alliances, wars, truces", "D", screen.action_diplomacy)
            yield Command("Standing orders: what is not asked", "Y", screen.action_orders)
            yield Command("Why did captain do that?", "W", screen.action_why_program)
            yield Command("A hint: what would captain do?", "V", screen.action_hint)
            yield Command("Umpire's ruling", "!", screen.action_rule)
            yield Command("Lay out the table", "as one ruling", screen.action_lay_out)
            yield Command("Map: control or terrain", "c", screen.action_colouring)
            for key, name in LAYER_KEYS.items():
                yield Command(f"Map: {LAYER_NAMES[name]}", key, partial(screen.action_layer, name))
            yield Command("Map: the whole board in a corner", "M", screen.action_mini_map)
            yield from (Command(*line) for line in screen.sharing())
            yield from self._stacks(screen)
            yield Command("Save a picture of the screen", "SVG", self._picture)
        yield Command("Settings and keys", "characters, motion, keys of your own", self._settings)
        if isinstance(screen, Campaign):
            yield from (Command(*line) for line in screen.commands())
            yield from (Command(*line) for line in screen.sharing())
            yield Command("Save a picture of the screen", "SVG", self._picture)
        yield Command("Rules index", "search by id or words", self._rules)
        yield Command("Map: ASCII characters", "for terminals that tear half blocks",
                      lambda: app.set_ascii(not app.settings.ascii_map))  # fmt: skip
        for name in themes.names():
            theme = themes.load(name)
            yield Command(f"Theme: {theme.title}", theme.note,
                          partial(app.choose_theme, name))  # fmt: skip
        yield Command("Help", "?", app.action_help)
        yield Command("To the shell", "ctrl+z; fg comes back", app.action_suspend_process)
        yield Command("Leave Tercio", "q", app.action_leave)

    def _stacks(self, screen: GameScreen) -> Iterator[Command]:
        for name, place in jumps(screen.table.game, screen.table.fog()):
            yield Command(f"Go to {name}", "", partial(screen.goto, place))

    def _rules(self) -> None:
        self._tercio.open_screen(Rules())

    def _settings(self) -> None:
        self._tercio.open_screen(Settings())

    def _picture(self) -> None:
        self._tercio.action_screenshot()

    async def discover(self) -> Hits:
        """The whole list, before anything is typed."""
        for command in self.commands():
            yield DiscoveryHit(command.title(self.screen), command.do, help=command.help)

    async def search(self, query: str) -> Hits:
        """The commands that fit."""
        matcher = self.matcher(query)
        for command in self.commands():
            title = command.title(self.screen)
            score = matcher.match(title)
            if score > 0:
                yield Hit(score, matcher.highlight(title), command.do, help=command.help)
