"""Several at one game, seen from the screen: following, the pen, locked seats."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from engine.facts import board
from engine.games.game import Game
from saves.store import Saved, keep
from tests.tui import small_game
from tests.tui.small_game import (
    TO_SPAIN,
    anna_and_otto,
    drive,
    press,
    questions,
    saved,
    screen,
    settled,
    shown,
)
from tui.application.app import Tercio
from tui.screens.dialogs import Agree, Passphrase
from tui.screens.game.game import GameScreen
from tui.screens.game.handover import Handover
from tui.settings.files import Local
from tui.table.seating import COMES, seat_actions
from tui.table.table import Table


async def sat(pilot: Pilot[int]) -> None:
    """Whoever decides first sits down."""
    if isinstance(pilot.app.screen, Handover):
        await pilot.press("enter")
        await settled(pilot)


async def look(pilot: Pilot[int]) -> str:
    if isinstance(pilot.app.screen, GameScreen):
        pilot.app.screen.look_around()
    await settled(pilot)
    return shown(pilot)


def command(pilot: Pilot[int], name: str) -> None:
    [do] = [do for known, _, do in screen(pilot).sharing() if known == name]
    do()


def names(pilot: Pilot[int]) -> set[str]:
    return {name for name, _, _ in screen(pilot).sharing()}


def test_a_watcher_follows_and_gets_the_pen_when_it_is_free(tmp_path: Path) -> None:
    otto = saved(tmp_path / "game")
    anna = Saved(tmp_path / "game", questions, "anna")

    async def play(pilot: Pilot[int]) -> None:
        await sat(pilot)
        assert "holds the pen" in shown(pilot)
        assert "a major campaign" not in shown(pilot)
        screen(pilot).answer("major")
        await settled(pilot)
        assert len(otto.game.records) == len(anna.game.records) == 0
        otto.game.answer("major")
        await look(pilot)
        assert len(anna.game.records) == 1
        assert "ctrl+p asks for it" in shown(pilot)
        command(pilot, "Ask for the pen")
        assert "you have asked for it" in await look(pilot)
        otto.close()
        screen(pilot).look_around()
        await settled(pilot)
        await sat(pilot)
        assert "Break off?" in shown(pilot)
        screen(pilot).answer(False)
        assert anna.pen.mine
        assert {"Sit down as France", "Sit down as Spain"} < names(pilot)

    drive(Tercio(Local(tmp_path), anna), (120, 40), play)
    anna.close()


def test_the_pen_is_handed_over_from_the_palette(tmp_path: Path) -> None:
    anna = saved(tmp_path / "game")
    otto = Saved(tmp_path / "game", questions, "otto")

    async def play(pilot: Pilot[int]) -> None:
        await sat(pilot)
        otto.pen.ask()
        await look(pilot)
        assert any("otto asks for the pen" in note.message for note in pilot.app._notifications)
        command(pilot, "Hand the pen to otto")
        assert "otto holds the pen" in await look(pilot)
        assert "You are watching. ctrl+p what you can do" in shown(pilot)
        otto.game.answer("major")
        command(pilot, "Who is at the table")
        await look(pilot)
        assert any("otto · has the pen" in note.message for note in pilot.app._notifications)

    drive(Tercio(Local(tmp_path), anna), (120, 40), play)
    otto.close()
    anna.close()


def test_who_comes_is_told_at_the_table(tmp_path: Path) -> None:
    anna = saved(tmp_path / "game")

    async def play(pilot: Pilot[int]) -> None:
        await sat(pilot)
        otto = Saved(tmp_path / "game", questions, "otto")
        await look(pilot)
        assert ("At the table", "otto has come.") in [
            (note.title, note.message) for note in pilot.app._notifications
        ]
        otto.close()

    drive(Tercio(Local(tmp_path), anna), (120, 40), play)
    anna.close()


def test_a_seat_is_locked_and_opened_with_its_passphrase(tmp_path: Path) -> None:
    anna = saved(tmp_path / "game")

    async def play(pilot: Pilot[int]) -> None:
        await sat(pilot)
        command(pilot, "Sit down as France")
        await settled(pilot)
        command(pilot, "Lock France's seat")
        await settled(pilot)
        await typed(pilot, "correct horse")
        assert "france" in anna.locks()
        assert "a major campaign" in await look(pilot)
        command(pilot, "Rise from France's seat")
        assert "seat is locked" in await look(pilot)
        command(pilot, "Sit down as France")
        await settled(pilot)
        await typed(pilot, "wrong horse")
        assert isinstance(pilot.app.screen, Passphrase), "asked until it is right, or given up"
        assert "that is not its passphrase" in shown(pilot)
        top = next(at for at, row in enumerate(shown(pilot).splitlines()) if "╔═" in row)
        assert top > 10, "in the middle, like every dialog"
        await typed(pilot, "correct horse")
        assert "a major campaign" in await look(pilot)
        assert "horse" not in shown(pilot)

    drive(Tercio(Local(tmp_path), anna), (120, 40), play)
    anna.close()


async def typed(pilot: Pilot[int], text: str) -> None:
    line = pilot.app.screen.query_one(Input)
    line.value = text
    await line.action_submit()
    await settled(pilot)


def test_the_keyboard_does_not_pass_to_who_sits_elsewhere(tmp_path: Path) -> None:
    anna = saved(tmp_path / "game", ("major", False, ["spain"], 3, ["1", "2", "navarre-2"]))
    otto = Saved(tmp_path / "game", questions, "otto")
    otto.sit("spain")

    async def play(pilot: Pilot[int]) -> None:
        await sat(pilot)
        command(pilot, "Sit down as France")
        await settled(pilot)
        screen(pilot).answer(["picardie"])
        otto.poll()
        assert otto.pen.mine
        assert not isinstance(pilot.app.screen, Handover)
        assert "otto sits there" in await look(pilot)
        otto.game.answer("stand")
        assert "Has Spain had enough?" in await look(pilot)

    drive(Tercio(Local(tmp_path), anna), (120, 40), play)
    otto.close()
    anna.close()


def test_nobody_sits_down_who_has_not_taken_the_keyboard(tmp_path: Path) -> None:
    anna = saved(tmp_path / "game")
    otto = Saved(tmp_path / "game", questions, "otto")

    async def play(pilot: Pilot[int]) -> None:
        assert isinstance(pilot.app.screen, Handover)
        game = next(one for one in pilot.app.screen_stack if isinstance(one, GameScreen))
        anna.pen.give(otto.pen.me.id)
        otto.sit("france")
        game.look_around()
        await settled(pilot)
        assert "otto sits there" in shown(pilot)
        assert game.table.sitting == ""
        otto.rise("france")
        otto.pen.give(anna.pen.me.id)
        game.look_around()
        await settled(pilot)
        assert isinstance(pilot.app.screen, Handover)
        await sat(pilot)
        assert game.table.sitting == "france"

    drive(Tercio(Local(tmp_path), anna), (120, 40), play)
    otto.close()
    anna.close()


def test_looking_around_draws_nothing_while_nothing_happens(tmp_path: Path) -> None:
    anna = saved(tmp_path / "game")

    async def play(pilot: Pilot[int]) -> None:
        await sat(pilot)
        await look(pilot)
        asked = screen(pilot).asked
        for _ in range(3):
            await look(pilot)
        assert screen(pilot).asked is asked

    drive(Tercio(Local(tmp_path), anna), (120, 40), play)
    anna.close()


@pytest.mark.parametrize("word", ["y", "n"])
def test_an_undo_is_agreed_to_at_the_other_screen(tmp_path: Path, word: str) -> None:
    anna, otto = anna_and_otto(tmp_path / "game")
    standing = len(otto.game.records)

    async def play(pilot: Pilot[int]) -> None:
        await sat(pilot)
        assert "stand or evade" in await look(pilot)
        anna.undo()
        said = await look(pilot)
        assert f"{anna.pen.me.player} asks to take the last answer back" in said
        await press(pilot, word)
        assert len(otto.game.records) == standing - (word == "y")
        assert ("France decides" in await look(pilot)) == (word == "y")

    drive(Tercio(Local(tmp_path), otto), (120, 40), play)
    assert anna.poll().said.startswith("All agree" if word == "y" else "otto does not agree")
    for one in (anna, otto):
        one.close()


def test_who_wants_an_undo_hears_what_became_of_it(tmp_path: Path) -> None:
    anna, otto = anna_and_otto(tmp_path / "game")

    async def play(pilot: Pilot[int]) -> None:
        await sat(pilot)
        await look(pilot)
        await press(pilot, "u")
        assert "otto will be asked" in shown(pilot)
        await press(pilot, "y")
        assert len(anna.game.records) == len(TO_SPAIN)
        otto.poll()
        otto.agree(False)
        await look(pilot)
        assert any("otto does not agree" in note.message for note in pilot.app._notifications)
        await press(pilot, "u", "y")
        otto.poll()
        otto.agree(True)
        assert "Where does the army go?" in await look(pilot)
        assert any("All agree" in note.message for note in pilot.app._notifications)

    drive(Tercio(Local(tmp_path), anna), (120, 40), play)
    for one in (anna, otto):
        one.close()


def test_a_wish_given_up_is_asked_no_longer(tmp_path: Path) -> None:
    anna, otto = anna_and_otto(tmp_path / "game")

    async def play(pilot: Pilot[int]) -> None:
        await sat(pilot)
        anna.undo()
        assert "asks to take" in await look(pilot)
        assert isinstance(pilot.app.screen, Agree)
        anna.withdraw()
        ours = pilot.app.screen_stack[-2]
        assert isinstance(ours, GameScreen)
        ours.look_around()
        await settled(pilot)
        assert "stand or evade" in await look(pilot)

    drive(Tercio(Local(tmp_path), otto), (120, 40), play)
    for one in (anna, otto):
        one.close()


def test_what_a_locked_seat_knows_is_seen_from_there_only(tmp_path: Path) -> None:
    """The zones that France alone has found, while a program decides for Spain."""
    zone = next(sea.id for sea in board.seas().values() if sea.map == "rotw")
    state = small_game.table()
    state.overseas.known = {"france": {zone}, "spain": set()}
    header = {"seed": 7, "dice": "rolled", "seats": {}, "programs": {"spain": "steady"}}
    anna = keep(tmp_path, Game(state.to_plain(), questions, header), "game")
    for answer in TO_SPAIN:
        anna.game.answer(answer)
    anna.lock("france", "correct horse")
    seated = Table(anna)
    assert seated.program_decides
    assert zone not in seated.fog()
    anna.rise("france")
    assert zone in Table(anna).fog()
    anna.sit("france", "correct horse")
    assert zone not in Table(anna).fog()
    anna.close()


def test_the_deeds_tell_who_sits_where_and_what_a_pen_takes_along(tmp_path: Path) -> None:
    anna, otto = anna_and_otto(tmp_path / "game")
    told = {action.name: action.what for action in seat_actions(anna, {"france", "spain"})}
    assert told["Sit down as Spain"] == f"{COMES}; there sits otto too"
    assert told["Rise from France's seat"] == ""
    assert otto.take_pen()
    told = {action.name: action.what for action in seat_actions(otto, {"france", "spain"})}
    name = anna.pen.me.player
    assert told[f"Hand the pen to {name}"] == "he answers from now on, for Spain too"
    for one in (anna, otto):
        one.close()
