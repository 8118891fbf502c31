"""What the command palette lists: what can be done here, with its key."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from textual.screen import Screen

import themes
from tui.map.view import LAYER_NAMES
from tui.screens.app_interface import Application
from tui.screens.campaign import Campaign
from tui.screens.finding.palette import Command
from tui.screens.game.game import LAYER_KEYS, GameScreen
from tui.screens.game.game_panes import PANES
from tui.screens.rules import Rules
from tui.screens.settings import Settings
from tui.table.table import jumps


def commands(app: Application, screen: Screen[Any]) -> Iterator[Command]:
    """What a screen and the application can do now."""
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
        for name, place in jumps(screen.table.game, screen.table.fog()):
            yield Command(f"Go to {name}", "", partial(screen.goto, place))
        yield Command("Save a picture of the screen", "SVG", app.action_screenshot)
    yield Command("Settings and keys", "characters, motion, keys of your own",
                  lambda: app.open_screen(Settings()))  # fmt: skip
    if isinstance(screen, Campaign):
        yield from (Command(*line) for line in screen.commands())
        yield from (Command(*line) for line in screen.sharing())
        yield Command("Save a picture of the screen", "SVG", app.action_screenshot)
    yield Command("Rules index", "search by id or words", lambda: app.open_screen(Rules()))
    yield Command("Map: ASCII characters", "for terminals that tear half blocks",
                  lambda: app.set_ascii(not app.settings.ascii_map))  # fmt: skip
    for name in themes.names():
        theme = themes.load(name)
        yield Command(f"Theme: {theme.title}", theme.note,
                      partial(app.choose_theme, name))  # fmt: skip
    yield Command("Help", "?", app.action_help)
    yield Command("To the shell", "ctrl+z; fg comes back", app.action_suspend_process)
    yield Command("Leave Tercio", "q", app.action_leave)
