"""The new-game screen: variants and turns beside the seats."""

import asyncio
from pathlib import Path

from textual.widgets import OptionList, Static

from engine import atlas
from tui.app import Tercio
from tui.panes.thumbnail import Thumbnail
from tui.screens.new_game import NewGame
from tui.words import standing


def test_variants_are_explained_and_switched_and_turns_counted(tmp_path: Path) -> None:
    async def play() -> None:
        app = Tercio(tmp_path)
        async with app.run_test(size=(100, 30)) as pilot:
            screen = NewGame()
            await app.push_screen(screen)
            await pilot.pause()
            await pilot.press("enter", "down")
            about = screen.query_one("#about", Static)
            assert "EUV-STK" in str(about.render())
            await pilot.press("enter")
            assert screen.changes == ["neutral-stacking"]
            rows = screen.query_one("#seats", OptionList)
            row = rows.get_option("variant neutral-stacking")
            assert str(row.prompt).startswith("[x]")
            await pilot.press("enter")
            assert screen.changes == []
            rows.highlighted = rows.get_option_index("turns")
            await pilot.press("enter")
            assert screen.turns == 2

    asyncio.run(play())


def test_a_scenario_shows_its_theatre_its_length_and_its_story(tmp_path: Path) -> None:
    async def play() -> None:
        app = Tercio(tmp_path)
        async with app.run_test(size=(120, 40)) as pilot:
            screen = NewGame()
            await app.push_screen(screen)
            await pilot.pause()
            names = [one.id for one in screen.scenarios]
            levels = {}
            for name in ("artois", "europe-1492", "conquistadors-1519"):
                screen.query_one("#scenarios", OptionList).highlighted = names.index(name)
                await pilot.pause()
                await pilot.pause()
                small, scenario = screen.query_one(Thumbnail), screen.scenario
                assert scenario is not None
                assert small.size.area
                assert small.view.map == ("rotw" if "conq" in name else "europe")
                levels[name] = small.n
                for place in scenario.state().occupied():
                    label = atlas.labels().get((small.view.map, place))
                    if label is not None:
                        x, y = label.x // small.n, label.y // small.n // 2
                        assert small.size.region.contains(x - small.origin.x, y - small.origin.y)
                about = str(screen.query_one("#about", Static).render())
                assert scenario.length in about
                assert scenario.teaches in about
                assert scenario.about.split()[0] in about.split("\n")[2]
            assert levels["artois"] < levels["europe-1492"]

    asyncio.run(play())


def test_a_low_screen_leaves_the_theatre_out(tmp_path: Path) -> None:
    async def play() -> None:
        app = Tercio(tmp_path)
        async with app.run_test(size=(80, 24)) as pilot:
            await app.push_screen(NewGame())
            await pilot.pause()
            assert not app.screen.query_one(Thumbnail).display

    asyncio.run(play())


def test_the_scenarios_own_variants_stay_on(tmp_path: Path) -> None:
    async def play() -> None:
        app = Tercio(tmp_path)
        async with app.run_test(size=(100, 30)) as pilot:
            screen = NewGame()
            await app.push_screen(screen)
            await pilot.pause()
            names = [one.id for one in screen.scenarios]
            screen.query_one("#scenarios", OptionList).highlighted = names.index("burgundy-1494")
            await pilot.pause()
            assert screen.turns == 3
            rows = screen.query_one("#seats", OptionList)
            assert str(rows.get_option("variant burgundy").prompt).endswith("by the scenario")
            screen._switch("burgundy")
            assert screen.changes == []

    asyncio.run(play())


def test_where_a_game_stands_names_the_country() -> None:
    assert standing("S3", "spain") == "S3, Spain decides"
    assert standing("", "holy-see") == "start, Holy See decides"
    assert standing("End", "") == "over"
