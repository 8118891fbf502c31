"""The new-game screen: variants and turns beside the seats."""

import asyncio
from pathlib import Path

from textual.widgets import OptionList, Static

from tui.app import Tercio
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
            assert str(row.prompt).endswith("on")
            await pilot.press("enter")
            assert screen.changes == []
            rows.highlighted = rows.get_option_index("turns")
            await pilot.press("enter")
            assert screen.turns == 2

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
