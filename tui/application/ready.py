"""What later keys need, made ready in steps while nobody presses one."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from textual import containers
from textual.widget import Widget
from textual.widgets import _toast

from engine import lazy_modules, scenarios
from engine.facts import atlas, rulebook
from engine.notation import layout, lexicon
from tui.application import commands
from tui.map import lettering
from tui.screens import help as help_page
from tui.screens.app_interface import Application
from tui.screens.dialog import Kept
from tui.screens.finding import find_province, palette
from tui.terminal import garbage_collection, keys_first

OURS = "tui."
TEXTUALS = (containers.__name__, _toast.__name__)  # what screens of ours are made of, too


def read_ahead() -> None:
    """Read all modules, and the facts with which screens begin: scenarios, rules, what a line of
    the desk may name, an empty table, the map at every level but the nearest, which takes as long
    as all else. It is done beside the screen."""
    lazy_modules.read_all()
    uuid.uuid4()  # each notice bears one
    for name in scenarios.ids():
        with suppress(scenarios.ScenarioError):  # told where they are listed
            scenarios.read(name)
    rulebook.search("")
    lexicon.completions("artois")
    layout.empty()
    atlas.labels()
    for world, levels in atlas.LEVELS.items():
        for n in levels:
            if n > 1:
                lettering.water_under(world, n)


async def make_ready(app: Application) -> None:
    """Read the style sheets of all screens and widgets, then mount the dialogs that are kept."""
    await _read_style_sheets(app)
    await _mount_dialogs(app)
    garbage_collection.freeze()


async def _read_style_sheets(app: Application) -> None:
    """Each sheet that is read makes the style of all that is seen to be found anew."""
    for kind in list(_kinds(Widget)):
        if kind.__module__.startswith(OURS) or kind.__module__ in TEXTUALS:
            await keys_first.silence()
            app.sheet.learn(kind)
    await keys_first.silence()
    app.sheet.update(app)


def _kinds(base: type[Widget]) -> Iterator[type[Widget]]:
    for kind in base.__subclasses__():
        yield kind
        yield from _kinds(kind)


async def _mount_dialogs(app: Application) -> None:
    screen, kept = app.screen, list[Kept[Any] | None]()
    await keys_first.silence()
    kept.append(await help_page.Help.make_ready(app, screen))
    await keys_first.silence()
    kept.append(await find_province.FindPlace.make_ready(app))
    await keys_first.silence()
    listed = [*commands.commands(app, screen)]
    kept.append(await palette.Palette.make_ready(app, listed, screen))
    for one in filter(None, kept):
        await keys_first.silence()
        one.lay_out_unseen()
