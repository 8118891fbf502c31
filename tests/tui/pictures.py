"""Pictures of the real screen for the README: SVG that names no address and is the same each time.

`python -m pytest tests/tui/test_pictures.py --snapshot-update` draws them anew.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Coroutine
from io import StringIO
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from textual.pilot import Pilot

from engine import bots, engagement, games, scenarios, sides
from engine.game import Game
from engine.march import March
from engine.parameters import Force
from engine.phase import Phase
from saves.store import Saved, keep
from tests.tui.small_game import screen, settled
from tui.app import Tercio

FOLDER: Final = Path(__file__).parent / "pictures"
SIZE: Final = (120, 40)
SMALL: Final = (80, 24)

Play = Callable[[Pilot[int]], Coroutine[Any, Any, None]]


def header(title: str, *powers: str) -> dict[str, Any]:
    """The header of a game in which a person plays every power."""
    seats = {power: power for power in powers}
    return {"seed": 4, "dice": "rolled", "title": title, "seats": seats}


def march(store: Path) -> Saved:
    """The Italian Wars, where the army of La Trémoille is about to march."""
    start = scenarios.read("italian-wars-1494")
    set_up = header(start.title, *start.powers)
    game = Game(start.state().to_plain(), games.procedure(set_up), set_up)
    while not isinstance(game.ask, March):
        ask = game.ask
        assert ask is not None
        if ask.name == "campaign":
            game.answer(next(raw for raw in ask.offers() if "major" in str(raw)))
        elif ask.name == "next-move":
            game.answer(next(raw for raw in ask.offers() if "dauphine" in str(raw)))
        else:
            game.answer(bots.steady_player(game, ask))
    return keep(store, game, "italian-wars")


async def fight(phase: Phase) -> None:
    """The two armies of the tutorial meet in Artois."""
    forces: list[Force] = []
    for alliance, start in (("france", "ile-de-france"), ("spain", "artois")):
        stack = sides.stack(phase.state, start, alliance)
        units, leaders = (
            tuple(unit.id for unit in stack.units),
            tuple(each.id for each in stack.leaders),
        )
        for unit in stack.units:
            phase.state.put(unit, "artois", "field")
        for leader in stack.leaders:
            phase.state.put_leader(leader, "artois", "field")
        forces.append(Force(alliance, units, leaders, came_from=dict.fromkeys(units, start)))
    await engagement.battle(phase, "artois", forces[0], forces[1])


def battle(store: Path) -> Saved:
    """A battle after its first day: the loser thinks of breaking off."""
    start = scenarios.read("artois")
    set_up = header(start.title, *start.powers)
    state = start.state()
    state.box, state.step = "S3", "battles"
    state.rounds = ["S3"]
    game = Game(state.to_plain(), fight, set_up)
    while game.ask is not None and game.ask.name != "retreat-attempt":
        game.answer(bots.steady_player(game, game.ask))
    return keep(store, game, "artois")


async def to_milan(pilot: Pilot[int]) -> None:
    """The path builds as the cursor goes to Lombardy."""
    screen(pilot).map.goto("lombardia")
    await settled(pilot)


async def to_artois(pilot: Pilot[int]) -> None:
    """The cursor is where the battle is."""
    screen(pilot).map.goto("artois")
    await settled(pilot)


async def nothing(_: Pilot[int]) -> None:
    """As it opens."""


def take(app: Tercio, play: Play, title: str, size: tuple[int, int] = SIZE) -> str:
    """What a player sees after some keys, as SVG without a font from afar."""
    app.console = Console(color_system="256", file=StringIO(), force_terminal=True)
    app.seated = True

    async def run() -> str:
        async with app.run_test(size=size) as pilot:
            await settled(pilot)
            await play(pilot)
            found = app.export_screenshot(title=title)
            app.saved = None
            return found

    return local(asyncio.run(run()))


def local(svg: str) -> str:
    """An SVG that fetches nothing, with ids that do not differ from time to time."""
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r"<!-- .*? -->\s*", "", svg)
    svg = svg.replace("Fira Code, monospace", "monospace")
    return re.sub(r"terminal-\d+", "tercio", svg)
