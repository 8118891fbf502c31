"""What a game does until its first picture stands."""

import asyncio
import subprocess
import sys
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
    shown,
    terminal,  # noqa: F401 - used by every test here
)
from tui.application.app import Tercio
from tui.screens.game.first_lesson import FirstLesson
from tui.screens.game.game import GameScreen
from tui.screens.game.handover import Handover
from tui.settings.files import Local
from tui.table import tutorial

ROOT = Path(__file__).parents[3]
OF_THE_BOARD = {
    "argparse", "tui.command.commands", "tui.map.view", "tui.panes.map", "tui.screens.game.game",
    "tui.screens.title",
}  # fmt: skip
OF_TEXTUAL = {
    "platform", "textual.canvas", "textual.command", "textual.widgets._input",
    "textual.widgets._option_list", "uuid",
}  # fmt: skip
FIRST_PICTURE = """
import asyncio, sys
from engine import lazy_modules
from tui import __main__ as command
from tui.application import app

async def first_picture(screens):
    drawn = asyncio.Event()
    async with screens.run_test(size=(80, 24)):
        screens.call_after_refresh(drawn.set)
        await drawn.wait()
        found = [name for name, module in sys.modules.items()
                 if type(module) is not lazy_modules.Unread]
        print(*found, sep="\\n")
        screens.close_game()

Tercio = app.Tercio  # reads the module

def run(files, saved=None, learning=False):
    screens = Tercio(files, saved)
    screens.learning = learning
    asyncio.run(first_picture(screens))
    return 0

app.run, command.app.has_screen = run, lambda: True
command.resume_game.shows_lines = lambda plain: False
sys.exit(command.main(["--store", *sys.argv[1:]]))
"""


def read_until_the_first_picture(*words: str) -> set[str]:
    """The modules that a command has read when its first picture stands."""
    run = subprocess.run(
        [sys.executable, "-c", FIRST_PICTURE, *words],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    return set(run.stdout.split())


def learner(store: Path) -> Tercio:
    """The application as `tercio tutorial` begins it."""
    app = Tercio(Local(store))
    app.learning = True
    return app


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


@pytest.mark.parametrize("early", [True, False], ids=["at once", "when the game lies beneath"])
def test_the_first_lesson_stands_before_the_game_is_begun_and_no_key_is_lost(
    tmp_path: Path, early: bool
) -> None:
    """What is pressed while the game is still begun is heard when it is there."""
    app = learner(tmp_path)

    async def play() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            assert [type(each) for each in app.screen_stack] == [FirstLesson]
            assert "Lesson 1 of 24: France, 1597" in shown(pilot)
            assert not list(tmp_path.iterdir())
            if not early:
                await settled(pilot)
                assert [type(each) for each in app.screen_stack] == [GameScreen, FirstLesson]
                assert "Lesson 1 of 24: France, 1597" in shown(pilot)
            await pilot.press("enter", "enter", "b")
            await settled(pilot)
            assert [type(each) for each in app.screen_stack] == [GameScreen]
            assert "Lesson 2 of 24: The map" in shown(pilot)
            assert screen(pilot).map.has_focus
            game = screen(pilot).table.game
            assert all(record.answer is None for record in game.records), "Enter answers nothing"
            assert app.saved is not None
            app.close_game()

    asyncio.run(play())


def test_a_tutorial_that_cannot_be_begun_ends_with_the_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = tmp_path / "store"
    store.write_text("no folder")
    app = learner(store)

    async def play() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("enter")
            await pilot.pause()

    asyncio.run(play())
    assert app.return_code == 1
    assert "cannot hold games" in capsys.readouterr().err.replace("\n", " ")


def test_a_tutorial_that_was_left_at_the_cover_begins_with_it_again(tmp_path: Path) -> None:
    kept = tutorial.begin(tmp_path)
    for answered, first in ((False, FirstLesson), (True, GameScreen)):
        if answered:
            kept.game.answer("major")
        app = Tercio(Local(tmp_path), kept)

        async def play(app: Tercio = app, first: type = first) -> None:
            async with app.run_test(size=(80, 24)) as pilot:
                await pilot.pause()
                assert type(app.screen) is first

        asyncio.run(play())


def test_nothing_of_a_game_is_read_until_the_first_lesson_stands(tmp_path: Path) -> None:
    """It is read while a person reads."""
    found = read_until_the_first_picture(str(tmp_path), "tutorial")
    assert "tui.screens.game.first_lesson" in found
    of_games = {"engine.games", "engine.state", "engine.facts.tables", "engine.play.phase",
                "saves.store", "saves.saved", "tui.table.table", "tui.table.tutorial"}  # fmt: skip
    assert not (of_games | OF_THE_BOARD | OF_TEXTUAL) & found


def test_nothing_of_the_board_is_read_until_the_cover_of_a_game_stands(tmp_path: Path) -> None:
    saved(tmp_path / "small").close()
    found = read_until_the_first_picture(str(tmp_path), "open", "small")
    assert {"tui.screens.game.handover", "tui.table.table"} <= found
    assert not (OF_THE_BOARD | OF_TEXTUAL | {"engine.facts.borders", "saves.mail"}) & found
