"""The tools of a table that is laid out: palette, brush, wars, what is wrong, a running game's."""

from __future__ import annotations

from pathlib import Path

from textual.pilot import Pilot
from textual.widgets import OptionList

from engine.notation.layout import Layout, empty
from engine.notation.position_writer import position_text
from saves.saved import Saved
from tests.tui.screens.laying_out.test_lay_out import opened, said, screen, type_in
from tests.tui.small_game import (
    drive,
    press,
    questions,
    saved,
    seated,
    settled,
    sitting,
    terminal,  # noqa: F401 - used by every test here
)
from tests.tui.small_game import (
    screen as game_screen,
)
from tui.application.app import Tercio
from tui.panes.scrolling_lines import LinesPane
from tui.screens.ask_wars import Wars
from tui.screens.dialogs import Agree
from tui.screens.game.game import GameScreen
from tui.screens.laying_out.lay_out import LayOut
from tui.screens.laying_out.tools import limits, palette
from tui.screens.pick import Pick
from tui.settings.files import Local
from tui.words.line import text_of


def test_the_palette_puts_down_what_is_free(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        found = await opened(pilot, empty(22))
        found.goto("artois")
        await press(pilot, "f", "r", "ctrl+k")
        picked = pilot.app.screen
        assert isinstance(picked, Pick)
        assert any(each.startswith("A+  ") and each.endswith("left") for each in picked.lines)
        await press(pilot, "l", "d", "enter")
        assert screen(pilot).table.items("artois") == ["france LD"]
        assert screen(pilot).typed.value == ""
        await press(pilot, "ctrl+k")
        assert isinstance(pilot.app.screen, Pick)
        await press(pilot, *"henri", "enter")
        assert any(each.startswith("@") for each in screen(pilot).table.items("artois"))

    drive(Tercio(Local(tmp_path)), (120, 40), play)


def test_a_brush_paints_owners_with_enter_and_with_the_mouse(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        found = await opened(pilot, empty(22))
        found.goto("artois")
        await press(pilot, *"owner fr", "ctrl+y")
        assert "a click puts down “owner fr”" in said(pilot)
        await press(pilot, "enter")
        assert found.table.items("artois") == ["owner france"]
        found.goto("picardie")
        cursor = found.map.cursor - found.map.origin
        found.goto("artois")
        await press(pilot, "ctrl+y")
        assert found.brush == ""
        await press(pilot, *"owner sp", "ctrl+y")
        found.goto("picardie")
        cursor = found.map.cursor - found.map.origin
        await pilot.click(found.map, offset=(cursor.x, cursor.y))
        await settled(pilot)
        assert found.table.items("picardie") == ["owner spain"]
        await press(pilot, "ctrl+u")
        assert found.table.items("picardie") == []
        await press(pilot, "escape")
        assert found.brush == ""
        assert isinstance(pilot.app.screen, LayOut)

    drive(Tercio(Local(tmp_path)), (120, 40), play)


def test_wars_are_a_matrix_and_one_change(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        found = await opened(pilot, empty(22))
        await press(pilot, "ctrl+l")
        matrix = pilot.app.screen
        assert isinstance(matrix, Wars)
        await press(pilot, "space", "down", "space", "enter")
        assert len(found.table.state.diplomacy.wars) == 2
        await press(pilot, "ctrl+u")
        assert found.table.state.diplomacy.wars == []
        await press(pilot, "ctrl+r", "ctrl+l", "space", "enter")
        assert len(found.table.state.diplomacy.wars) == 1

    drive(Tercio(Local(tmp_path)), (120, 40), play)


def test_limits_stand_beside_what_is_typed_and_f8_goes_to_what_is_wrong(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        found = await opened(pilot, empty(22))
        await type_in(pilot, "artois: fr 2A+ LD")
        here = text_of(found.query_one("#here", LinesPane).lines)
        assert "3 of 3 counters, 9 of 8 LD" in here
        assert "France has left: " in here
        found.goto("picardie")
        await press(pilot, "f8")
        assert found.place == "artois"
        await type_in(pilot, "clear")
        await press(pilot, "f8")
        assert "Nothing is to be put right" in said(pilot)

    drive(Tercio(Local(tmp_path)), (120, 40), play)


def test_limits_and_palette_of_a_state() -> None:
    layout = Layout(empty(22))
    layout.typed("artois", "fr A+ LD")
    assert next(limits(layout.state, "artois")) == "France: 2 of 3 counters, 5 of 8 LD"
    assert [typed for typed, _ in palette(layout.state, "france")][:2] == ["A+", "A-"]
    assert not [*limits(layout.state, "picardie")]


def test_the_table_of_a_running_game_is_one_ruling(tmp_path: Path) -> None:
    app = seated(tmp_path)
    assert app.saved is not None
    game = app.saved.game

    async def play(pilot: Pilot[int]) -> None:
        before = len(game.records)
        text = position_text(game.state)
        game_screen(pilot).action_lay_out()
        await settled(pilot)
        found = screen(pilot)
        await type_in(pilot, "picardie: fr 2A+", "turn 23")
        await press(pilot, "ctrl+e")
        asked = pilot.app.screen
        assert isinstance(asked, Agree)
        assert any("Picardie: France 2 A+" in each for each in asked.lines)
        await press(pilot, "y")
        assert screen(pilot) is found
        assert "stays as it is while it is played" in said(pilot)
        await press(pilot, "ctrl+u", "ctrl+e", "y")
        await settled(pilot)
        assert isinstance(pilot.app.screen, GameScreen)
        assert len(game.records) == before + 1
        told = [entry.text for entry in game.story if entry.kind == "ruling"]
        assert "Picardie: France 2 A+" in told[-1]
        assert position_text(game.state) != text
        assert found.rule is not None

    drive(app, (120, 40), play)


def test_the_ruling_of_the_list_opens_the_table(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        game_screen(pilot).action_rule()
        await settled(pilot)
        await press(pilot, *"lay-out")
        listed = pilot.app.screen.query_one(OptionList)
        assert listed.option_count
        await press(pilot, "enter")
        await settled(pilot)
        assert isinstance(pilot.app.screen, LayOut)
        await press(pilot, "ctrl+e")
        assert "Nothing is laid out otherwise" in said(pilot)

    drive(seated(tmp_path), (80, 24), play)


def test_a_table_of_which_a_locked_seat_hides_part_is_not_laid_out(tmp_path: Path) -> None:
    anna = saved(tmp_path / "small")
    anna.lock("france", "correct horse")
    otto = Saved(tmp_path / "small", questions, "otto")
    anna.close()

    async def play(pilot: Pilot[int]) -> None:
        assert not otto.may_see("france")
        game_screen(pilot).action_lay_out()
        await settled(pilot)
        assert isinstance(pilot.app.screen, GameScreen)
        said = [notice.message for notice in pilot.app._notifications]
        assert "A locked seat hides some of the table: only who sits there may." in said

    drive(sitting(otto), (120, 40), play)
