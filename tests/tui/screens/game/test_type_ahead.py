"""A key that is pressed twice, held, or typed ahead answers no question that nobody has read."""

from pathlib import Path

import pytest
from textual import events
from textual.pilot import Pilot

from tests.tui.small_game import (
    TO_SPAIN,
    drive,
    press,
    saved,
    screen,
    seated,
    settled,
    terminal,  # noqa: F401 - used by every test here
)
from tui.application.app import Tercio
from tui.panes.ask import UNREAD
from tui.screens.game.handover import Handover
from tui.settings.files import Local

EVER = 1e9  # seconds: whatever is pressed comes at once


def asked(pilot: Pilot[int]) -> str:
    ask = screen(pilot).table.game.ask
    assert ask is not None
    return ask.name


def said(pilot: Pilot[int]) -> list[str]:
    return [str(note.message) for note in pilot.app._notifications]


@pytest.mark.parametrize("key", ["2", "enter"])
def test_a_number_or_enter_pressed_twice_answers_one_question(tmp_path: Path, key: str) -> None:
    app = seated(tmp_path)
    app.repeats.seconds = EVER

    async def play(pilot: Pilot[int]) -> None:
        assert asked(pilot) == "campaign"
        await press(pilot, "2" if key == "2" else "down", *([key] if key == "enter" else ()))
        assert asked(pilot) == "retreat-attempt"
        for _ in range(3):  # held
            await press(pilot, key)
            assert asked(pilot) == "retreat-attempt"
        assert said(pilot) == [UNREAD]
        app.repeats.seconds = 0.0  # time passes
        await press(pilot, key)
        assert asked(pilot) == "declare-war"

    drive(app, (80, 24), play)


def test_another_key_answers_the_next_question_at_once(tmp_path: Path) -> None:
    app = seated(tmp_path)
    app.repeats.seconds = EVER

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "2", "n")
        assert asked(pilot) == "declare-war"
        assert said(pilot) == []

    drive(app, (80, 24), play)


def test_enter_pressed_twice_does_not_lift_the_cover_for_the_next_player(tmp_path: Path) -> None:
    """A march is answered by Enter on the map: then Spain has to sit down."""
    app = Tercio(Local(tmp_path), saved(tmp_path / "small", TO_SPAIN))
    app.repeats.seconds = EVER

    async def play(pilot: Pilot[int]) -> None:
        assert isinstance(pilot.app.screen, Handover)
        app.repeats.answered("enter")  # as the last answer was
        await press(pilot, "enter", "enter")
        assert isinstance(pilot.app.screen, Handover)
        await press(pilot, "down")
        app.repeats.seconds = 0.0
        await press(pilot, "enter")
        app.repeats.seconds = EVER
        assert asked(pilot) == "evade"
        await press(pilot, "enter")
        assert asked(pilot) == "evade"

    drive(app, (80, 24), play)


def test_what_is_typed_before_the_question_stands_answers_nothing(tmp_path: Path) -> None:
    """Keys come in one piece over a slow line: two of them before anything is drawn."""

    async def play(pilot: Pilot[int]) -> None:
        game = screen(pilot).table.game
        for key in ("2", "1", "1"):
            pilot.app.post_message(events.Key(key, key))
        await settled(pilot)
        assert [record.answer for record in game.records if record.answer is not None] == ["none"]
        assert asked(pilot) == "retreat-attempt"
        await press(pilot, "n")
        assert asked(pilot) == "declare-war"

    drive(seated(tmp_path), (80, 24), play)
