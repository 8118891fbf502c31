"""Pictures of the real screen for the README: SVG that names no address and is the same each time.

`python -m pytest tests/tui/test_pictures.py --snapshot-update` draws them anew.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Coroutine
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from textual.pilot import Pilot
from textual.widgets import Input

from engine import games, scenarios
from engine.expeditions import exploration
from engine.games.game import Game
from engine.land.battle import battle as land_battle
from engine.land.battle.parameters import Force
from engine.land.movement.march_ask import March
from engine.play.phase import Phase
from engine.programs import bots
from engine.state import sides
from saves.store import Saved, keep
from tests.tui.small_game import press, screen, settled
from tui.application.app import Tercio
from tui.screens.desk.desk import Desk
from tui.screens.game.handover import Handover

FOLDER: Final = Path(__file__).parent / "pictures"
SIZE: Final = (120, 40)
SMALL: Final = (100, 30)
WIDE: Final = (160, 50)

Shoot = Callable[[str, str], None]
Play = Callable[[Pilot[int], Shoot], Coroutine[Any, Any, None]]


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


@cache
def whole(seed: int = 4) -> Game:
    """A whole phase in Artois, played by programs, as if by persons."""
    start = scenarios.read("artois")
    header = {"seed": seed, "dice": "rolled", "title": start.title,
              "seats": dict.fromkeys(start.powers, "one")}  # fmt: skip
    game = Game(start.state().to_plain(), games.procedure(header), header)
    while game.ask is not None:
        game.answer(bots.steady_player(game, game.ask))
    return game


def over(store: Path) -> Saved:
    """The whole phase in Artois, on disk."""
    game = whole()
    return keep(store, Game(game.snapshots[0].state, game.procedure, dict(game.header),
                            game.records), "artois")  # fmt: skip


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
    await land_battle.battle(phase, "artois", forces[0], forces[1])


def battle(store: Path) -> Saved:
    """A battle after its first day: the loser thinks of breaking off."""
    start = scenarios.read("artois")
    set_up = header(start.title, *start.powers)
    state = start.state()
    state.sequence.box, state.sequence.step = "S3", "battles"
    state.sequence.rounds = ["S3"]
    game = Game(state.to_plain(), fight, set_up)
    while game.ask is not None and game.ask.name != "retreat-attempt":
        game.answer(bots.steady_player(game, game.ask))
    return keep(store, game, "artois")


def overseas(store: Path) -> Saved:
    """Cortés's ships before the unknown coast of Mexico, his men still aboard."""
    start = scenarios.read("conquistadors-1519")
    set_up = {**header(start.title, *start.powers), "programs": {"portugal": "steady"}}
    state = start.state()
    state.sequence.box, state.sequence.step, state.sequence.rounds = "S3", "exploration", ["S3"]
    state.countries["spain"].campaign = "passive"
    for unit in list(state.units_at("cuba-w")):
        if unit.kind != "LDE":
            state.put(unit, "sea-mexique", "aboard" if unit.land else "field")
    state.put_leader(state.leaders["cortes"], "sea-mexique", "aboard")
    return keep(store, Game(state.to_plain(), exploration.explorations, set_up), "mexico")


async def first(pilot: Pilot[int], shoot: Shoot) -> None:
    """From the title: the first lesson, the rules, the desk."""
    shoot("title", "Tercio")
    await press(pilot, "d")
    desk = pilot.app.screen
    assert isinstance(desk, Desk)
    while desk.reckoning:
        await pilot.pause(0.01)
    shoot("desk", "Tercio: the desk")
    await press(pilot, "escape", "r")
    pilot.app.screen.query_one(Input).value = "supply weak"
    await settled(pilot)
    shoot("rules", "Tercio: the rules index")
    await press(pilot, "escape", "s")
    shoot("settings", "Tercio: the settings, over a real map")
    await press(pilot, "escape", "l")
    shoot("lesson", "Tercio: the tutorial")


async def marching(pilot: Pilot[int], shoot: Shoot) -> None:
    """A path that builds as the cursor goes to Lombardy; layers; other looks."""
    here = screen(pilot)
    here.map.zoom_to(3)
    here.map.goto("lombardia")
    await settled(pilot)
    shoot("march", "Tercio: a march, and what it may meet")
    await press(pilot, "S")
    shoot("supply", "Tercio: supply laid over the map")
    await press(pilot, "C", "minus", "minus")
    here.tercio.choose_theme("parchment")
    await settled(pilot)
    shoot("parchment", "Tercio: the continent, on parchment")
    here.tercio.choose_theme("night")
    await press(pilot, "plus", "plus", "question_mark")
    shoot("help", "Tercio: what is under the cursor")


async def fighting(pilot: Pilot[int], shoot: Shoot) -> None:
    """A battle; the same again in the past, and its dice."""
    here = screen(pilot)
    here.map.goto("artois")
    await settled(pilot)
    shoot("battle", "Tercio: a battle")
    here.tercio.open_screen(Handover("spain", here.table.story()))
    await settled(pilot)
    shoot("handover", "Tercio: the keyboard is passed on")
    await press(pilot, "enter")
    here.tercio.choose_theme("contrast")
    await settled(pilot)
    shoot("contrast", "Tercio: for low vision")


async def exploring(pilot: Pilot[int], shoot: Shoot) -> None:
    """The second map in its fog, and the odds of what may be explored."""
    here = screen(pilot)
    here.map.goto("sea-mexique")
    await press(pilot, "up", "up", "up", "up", "up", "up", "up")
    shoot("overseas", "Tercio: an unknown coast")


async def looking_back(pilot: Pilot[int], shoot: Shoot) -> None:
    """A battle of the past on the map, the dice of a phase."""
    here = screen(pilot)
    told = here.table.game.story
    here.replay(next(at for at, entry in enumerate(told) if entry.kind == "battle"))
    await settled(pilot)
    shoot("replay", "Tercio: the past on the map")
    await press(pilot, "escape", "z")
    shoot("dice", "Tercio: the dice")


def take(app: Tercio, play: Play, size: tuple[int, int] = SIZE) -> dict[str, str]:
    """What a player sees at several moments of a session, as SVG without a font from afar."""
    app.console = Console(color_system="256", file=StringIO(), force_terminal=True)
    app.seated = True
    taken: dict[str, str] = {}

    def shoot(name: str, title: str) -> None:
        taken[name] = local(app.export_screenshot(title=title))

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await settled(pilot)
            await play(pilot, shoot)
            app.saved = None

    asyncio.run(run())
    return taken


def local(svg: str) -> str:
    """An SVG that fetches nothing, with ids that do not differ from time to time."""
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r"<!-- .*? -->\s*", "", svg)
    svg = svg.replace("Fira Code, monospace", "monospace")
    return re.sub(r"terminal-\d+", "tercio", svg)
