"""Every screen at many sizes: nothing cut without an ellipsis, no number split.

`screens` walks through all of them in one session; `cut` looks at what is shown, widget by widget.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Sequence
from io import StringIO
from pathlib import Path
from typing import Any, Final

import pytest
from rich.cells import cell_len
from rich.console import Console
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

import themes
from saves.store import Saved
from tests.tui import pictures
from tests.tui.contrast import CONSOLES, MODES, faint
from tests.tui.small_game import press, settled
from tui.application.app import Tercio
from tui.forms.new_campaign import read
from tui.panes.fixed_lines import FixedLines
from tui.panes.scrolling_lines import LinesPane
from tui.screens.desk.desk import Desk
from tui.screens.game.game import GameScreen
from tui.screens.game.game_panes import PANES
from tui.screens.laying_out.lay_out import LayOut
from tui.screens.new_campaign import NewCampaign
from tui.screens.new_game import NewGame
from tui.screens.open_game import OpenGame
from tui.screens.rules import Rules
from tui.screens.settings import Keys, Settings
from tui.screens.theme_list import ThemeList
from tui.settings.files import Local
from tui.table.new_game import create_campaign
from tui.words.line import text_of, width_of

GRID: Final = tuple((width, height) for width in range(80, 201, 8) for height in range(24, 61, 6))
ELLIPSIS: Final = "…"

Look = Callable[[str], Coroutine[Any, Any, None]]


def cut(pilot: Pilot[int]) -> Iterator[str]:
    """What is cut on the screen without an ellipsis, or in the middle of a number."""
    for widget in pilot.app.screen.walk_children(Widget):
        if not widget.is_on_screen or not widget.size:
            continue
        told = f"{type(widget).__name__}#{widget.id}"
        if isinstance(widget, LinesPane):
            yield from (f"{told}: {said}" for said in _pane(widget))
        elif isinstance(widget, FixedLines):
            if len(widget.fitted()) > widget.size.height:
                yield f"{told}: no row for {widget.rows[widget.size.height]!r}"
            rows = zip(widget.fitted(), widget.said.split("\n"), strict=False)
            yield from (f"{told}: {whole!r} shown as {part!r}" for whole, part in rows
                        if _badly(whole, part, widget.size.width))  # fmt: skip
        elif isinstance(widget, Static):
            yield from (f"{told}: {said}" for said in _static(widget))


def _badly(whole: str, shown: str, width: int) -> bool:
    """Whether a row is cut without an ellipsis, or between two digits."""
    if cell_len(whole) <= width or whole == shown:
        return cell_len(shown) > width
    kept = shown.rstrip().removesuffix(ELLIPSIS)
    if kept == shown.rstrip():
        return not whole.startswith(kept) or whole[len(kept) :].strip() != ""
    return kept[-1:].isdigit() and whole.startswith(kept) and whole[len(kept) :][:1].isdigit()


def _pane(pane: LinesPane) -> Iterator[str]:
    width, height = pane.size
    for y in range(height):
        number = y + pane.scroll_offset.y
        if number >= len(pane.lines) or width_of(pane.lines[number]) <= width:
            continue
        whole = text_of([pane.lines[number]])
        shown = pane.render_line(y).text
        if _badly(whole.rstrip(), shown, width):
            yield f"{whole!r} shown as {shown!r}"


def _static(widget: Static) -> Iterator[str]:
    width, height = widget.size
    scrolls = any(each.is_scrollable for each in widget.ancestors if isinstance(each, Widget))
    rows = widget.get_content_height(widget.size, widget.app.size, width)
    if rows > height and not scrolls:
        yield f"{rows} rows in {height}: {str(widget.render())!r}"


PAGES: Final[tuple[Callable[[], Screen[Any]], ...]] = (
    Settings, Keys, ThemeList, NewGame, NewCampaign, OpenGame, Rules, Desk, LayOut,
)  # fmt: skip


async def pages(pilot: Pilot[int], look: Look) -> None:
    """The title and all that is opened from it."""
    await look("title")
    for make in PAGES:
        app: Any = pilot.app
        app.open_screen(make())
        await settled(pilot)
        await look(make.__name__)
        await press(pilot, "escape")


async def game(pilot: Pilot[int], look: Look) -> None:
    """A game: each of its panes with the keys, and what is opened over it."""
    for key in PANES.values():
        await press(pilot, key)
        await look(f"pane {key}")
    await press(pilot, "a")
    for key in ("slash", "colon", "question_mark", "exclamation_mark", "Y", "v", "z", "D"):
        await press(pilot, key)
        await look(f"key {key}")
        await press(pilot, "escape")
    assert isinstance(pilot.app.screen, GameScreen)
    pilot.app.screen.action_report()
    await settled(pilot)
    await look("report")


async def resting(pilot: Pilot[int], look: Look) -> None:
    """What is shown when one comes there."""
    await look("first")
    await press(pilot, "question_mark")
    await look("help")


async def campaign(pilot: Pilot[int], look: Look) -> None:
    """A campaign: each of its panes with the keys."""
    for number in range(1, 6):
        await press(pilot, str(number))
        await look(f"pane {number}")
    await press(pilot, "1", "enter")
    await look("form")


def club(store: Path) -> Saved:
    """A campaign of a club that begins with a winter month."""
    values, _ = read({"first_month": "December", "first_year": 1805, "pillaging": True})
    return create_campaign(store, values, "rolled", seed=3, name="club")


Walk = Callable[[Pilot[int], Look], Coroutine[Any, Any, None]]
SESSIONS: Final[dict[str, tuple[Callable[[Path], Saved] | None, bool, Walk]]] = {
    "pages": (None, True, pages), "march": (pictures.march, True, game),
    "battle": (pictures.battle, True, game), "over": (pictures.over, True, game),
    "overseas": (pictures.overseas, True, game), "handover": (pictures.battle, False, resting),
    "campaign": (club, True, campaign), "first": (pictures.battle, True, resting),
}  # fmt: skip


def cut_anywhere(store: Path, name: str, sizes: Sequence[tuple[int, int]]) -> list[str]:
    """What is cut on the screens of a session, each looked at in these sizes."""

    async def at_sizes(pilot: Pilot[int]) -> list[str]:
        found = []
        for width, height in sizes:
            if (width, height) != tuple(pilot.app.size):
                await pilot.resize_terminal(width, height)
                await settled(pilot)
            found += [f"{width}x{height}: {each}" for each in cut(pilot)]
        return found

    return session(store, name, at_sizes, sizes[0], "256")


def faint_anywhere(store: Path, name: str, mode: str) -> list[str]:
    """What is too faint on the screens of a session in any theme, in a mode of contrast.MODES."""

    async def in_themes(pilot: Pilot[int]) -> list[str]:
        found = []
        app: Any = pilot.app
        for theme in themes.names():
            app.use_theme(theme)
            await settled(pilot)
            found += [f"{theme}, {mode}: {each}" for each in faint(pilot, MODES[mode])]
        return found

    with pytest.MonkeyPatch.context() as patch:
        if mode == "none":
            patch.setenv("NO_COLOR", "1")
        return session(store, name, in_themes, (120, 40), mode)


def session(
    store: Path,
    name: str,
    find: Callable[[Pilot[int]], Coroutine[Any, Any, list[str]]],
    size: tuple[int, int],
    mode: str,
) -> list[str]:
    """Walks through a session and says what was found at every screen."""
    make, seated, walk = SESSIONS[name]
    app = Tercio(Local(store), make(store) if make is not None else None)
    system = CONSOLES[mode]
    app.console = Console(color_system=system, file=StringIO(), force_terminal=True)
    app.seated = seated
    found: dict[str, None] = {}

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await settled(pilot)

            async def look(where: str) -> None:
                found.update(
                    dict.fromkeys(f"{name}, {where}, {each}" for each in await find(pilot))
                )

            await walk(pilot, look)
            app.saved = None

    asyncio.run(run())
    return list(found)
