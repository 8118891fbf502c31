"""What a game does until its first picture stands."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.screen import Screen

from tests.tui.small_game import (
    drive,
    saved,
    screen,
    seated,
    settled,
    terminal,  # noqa: F401 - used by every test here
)
from tui.application.app import Tercio
from tui.screens.game.game import GameScreen
from tui.screens.game.handover import Handover
from tui.settings.files import Local


def test_a_game_is_laid_out_for_its_size_and_once_more_for_what_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each layout more draws panes that are empty still, or the whole screen again."""
    laid_out, usual = list[str](), Screen._refresh_layout

    def note(screen: Screen[Any], *words: Any, **more: Any) -> None:
        laid_out.append(type(screen).__name__)
        usual(screen, *words, **more)

    monkeypatch.setattr(Screen, "_refresh_layout", note)

    async def play(pilot: Pilot[int]) -> None:
        await settled(pilot)
        assert laid_out == ["GameScreen"] * 2

    drive(seated(tmp_path), (120, 40), play, notices=True)


@pytest.mark.parametrize("early", [True, False], ids=["at once", "when the game lies beneath"])
def test_enter_lifts_the_cover_whether_the_game_lies_beneath_it_yet_or_not(
    tmp_path: Path, early: bool
) -> None:
    """Where the keyboard is passed first, the cover stands before the game beneath it is made."""
    app = Tercio(Local(tmp_path), saved(tmp_path / "small"))

    async def play() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            assert [type(each) for each in app.screen_stack] == [Handover]
            if not early:
                await settled(pilot)
                assert [type(each) for each in app.screen_stack] == [GameScreen, Handover]
            await pilot.press("enter", "2")
            await settled(pilot)
            game = screen(pilot).table.game
            assert [type(each) for each in app.screen_stack] == [GameScreen]
            assert len([record for record in game.records if record.answer is not None]) <= 1
            assert screen(pilot).question.prompt is not None

    asyncio.run(play())
