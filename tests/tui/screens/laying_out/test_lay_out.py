"""A table laid out on the screen: typed where the cursor is, cut, copied, saved, played."""

from __future__ import annotations

from pathlib import Path

from textual import events
from textual.pilot import Pilot

from engine.notation import position_reader
from engine.notation.layout import empty
from tests.tui.small_game import (
    drive,
    terminal,  # noqa: F401 - used by every test here
)
from tui.application.app import Tercio
from tui.panes.fixed_lines import FixedLines
from tui.panes.head_line import HeadLine
from tui.screens.dialogs import Agree, TypedLine
from tui.screens.laying_out.lay_out import LayOut
from tui.screens.new_game import NewGame
from tui.settings.files import Local, Served
from tui.words.line import text_of

TABLE = (
    "artois: fr 2A+ henri iv, level 3",
    "artois: sp A+ farnese inside, controller sp, siege fr + -",
    "picardie: fr LD",
    "provence: fr 3NWD 2NGD",
    "war fr sp",
    "power fr money 250 stability 1",
)
"""Six lines that make a siege: 172 letters, 6 Enters, no other key."""


async def opened(pilot: Pilot[int], text: str = "") -> LayOut:
    app = pilot.app
    assert isinstance(app, Tercio)
    app.open_screen(LayOut(text))
    await pilot.pause()
    return screen(pilot)


def screen(pilot: Pilot[int]) -> LayOut:
    found = pilot.app.screen
    assert isinstance(found, LayOut)
    return found


async def type_in(pilot: Pilot[int], *lines: str) -> None:
    for text in lines:
        screen(pilot).typed.value = text
        await pilot.press("enter")
        await pilot.pause()


def said(pilot: Pilot[int]) -> str:
    return " ".join(screen(pilot).query_one("#said", FixedLines).rows)


def head(pilot: Pilot[int]) -> str:
    return " ".join(screen(pilot).query_one("#head", HeadLine).rows)


def test_a_table_is_laid_out_saved_and_played(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        table = (await opened(pilot, empty(22))).table
        await type_in(pilot, *TABLE)
        assert table.items("artois") == [
            "controller spain", "level 3", "siege france + -", "france 2xA+", "spain A+ inside",
            "@farnese spain inside", "@navarre-2 france",
        ]  # fmt: skip
        assert "nothing against it" in head(pilot)
        await pilot.press("ctrl+w")
        asked = pilot.app.screen
        assert isinstance(asked, TypedLine)
        asked.done(str(tmp_path / "table.txt"))
        await pilot.pause()
        assert position_reader.read((tmp_path / "table.txt").read_text()) == table.state
        await pilot.press("ctrl+e")
        await pilot.pause()
        assert isinstance(pilot.app.screen, NewGame)
        assert pilot.app.screen.scenario is not None
        assert pilot.app.screen.scenario.title == "Position of turn 22"
        await pilot.press("b")
        await pilot.pause()
        assert [one for one in tmp_path.iterdir() if one.is_dir()]

    drive(Tercio(Local(tmp_path)), (120, 40), play)


def test_arrows_move_the_map_while_nothing_is_typed(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        found = await opened(pilot)
        at = found.map.cursor
        await pilot.press("right")
        assert found.map.cursor.x == at.x + 1
        await pilot.press("f", "r", "left")
        assert found.map.cursor.x == at.x + 1
        assert found.typed.cursor_position == 1
        await pilot.press("ctrl+right", "escape")
        assert found.typed.value == ""
        await pilot.press("ctrl+right")
        assert found.map.cursor.x >= at.x + 9

    drive(Tercio(Local(tmp_path)), (80, 24), play)


def test_what_is_wrong_stands_there_until_it_is_right(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        found = await opened(pilot)
        await type_in(pilot, "artois: fr 9Q")
        assert "'9Q' is not a country" in said(pilot)
        assert found.typed.value == "artois: fr 9Q"
        await pilot.press("end", "backspace")
        assert found.typed.value == "artois: fr 9", "it is put right"
        await pilot.press("enter")
        await type_in(pilot, "artois: fr 4A+")
        assert found.typed.value == "", "or replaced by what is typed instead"
        assert "2 to put right" in head(pilot) or "1 to put right" in head(pilot)
        await pilot.press("ctrl+e")
        assert "First put right" in said(pilot)
        await pilot.press("ctrl+u")
        assert "nothing against it" in head(pilot)
        await pilot.press("ctrl+u")
        assert "nothing to take back" in said(pilot)
        await pilot.press("ctrl+r")
        assert "to put right" in head(pilot)

    drive(Tercio(Local(tmp_path)), (80, 24), play)


def test_what_is_cut_is_put_down_where_the_cursor_goes(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        found = await opened(pilot, empty(22))
        await type_in(pilot, "artois: fr 2A+ henri iv")
        await pilot.press("ctrl+x")
        found.goto("picardie")
        await pilot.press("ctrl+v")
        await pilot.pause()
        assert found.table.items("artois") == []
        assert found.table.items("picardie") == ["france 2xA+", "@navarre-2 france"]
        await pilot.press("ctrl+d")
        found.goto("champagne")
        await pilot.press("ctrl+v")
        assert found.table.items("champagne") == ["france 2xA+"]

    drive(Tercio(Local(tmp_path)), (120, 40), play)


def test_a_whole_position_is_pasted_and_can_be_taken_back(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        found = await opened(pilot)
        before = found.table.text
        pasted = empty(22).replace("scenario europe-1492", "scenario pasted")
        assert found._whole(pasted)
        await pilot.pause()
        assert "turn 22" in head(pilot)
        assert not found._whole("fr 2A+\nsp LD")
        assert found._whole("Tercio position 1\nscenario x; turn 900; period I\n")
        assert "Line 2" in said(pilot)
        await pilot.press("ctrl+u")
        assert found.table.text == before

    drive(Tercio(Local(tmp_path)), (120, 40), play)


def test_one_asks_before_a_table_is_lost(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await opened(pilot)
        await type_in(pilot, "artois: fr LD")
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, Agree)
        await pilot.press("n")
        assert isinstance(pilot.app.screen, LayOut)
        await pilot.press("ctrl+u", "escape")
        assert not isinstance(pilot.app.screen, LayOut | Agree)

    drive(Tercio(Local(tmp_path)), (120, 40), play)


def test_a_served_player_saves_on_his_shelf_alone(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await opened(pilot)
        await type_in(pilot, "artois: fr LD")
        await pilot.press("ctrl+w")
        asked = pilot.app.screen
        assert isinstance(asked, TypedLine)
        assert asked.refused("../../etc/passwd")
        assert asked.refused("/tmp/x")
        asked.done("table")
        await pilot.pause()
        found = [path for path in tmp_path.rglob("table*") if path.is_file()]
        assert [path.parent.parent.name for path in found] == ["anna"]

    drive(Tercio(Served(tmp_path, "anna")), (120, 40), play)


def test_every_size_shows_the_line_that_is_typed_in(tmp_path: Path) -> None:
    for size in ((80, 24), (120, 40), (160, 50), (200, 60)):

        async def play(pilot: Pilot[int], size: tuple[int, int] = size) -> None:
            found = await opened(pilot)
            await type_in(pilot, "artois: fr 2A+")
            assert found.typed.region.bottom < size[1]
            assert found.typed.size.width >= 60
            assert text_of(found.query_one("#here").lines)  # type: ignore[attr-defined]

        drive(Tercio(Local(tmp_path)), size, play)


def test_a_position_that_is_pasted_on_the_title_is_laid_out(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        title = pilot.app.screen
        title.post_message(events.Paste("just a text\x1b[2J"))
        title.post_message(events.Paste("Tercio position 1\nscenario x; turn 900; period I\n"))
        await pilot.pause()
        assert pilot.app.screen is title
        title.post_message(events.Paste(empty(22)))
        await pilot.pause()
        assert "turn 22" in head(pilot)

    drive(Tercio(Local(tmp_path)), (80, 24), play)
