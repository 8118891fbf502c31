"""Dialogs that stay mounted when they close, and are shown again."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.strip import Strip
from textual.widgets import Input

from tests.tui.small_game import (
    TO_THE_MARCH,
    drive,
    press,
    seated,
    settled,
    terminal,  # noqa: F401 - used by every test here
)
from tui.application.app import Tercio
from tui.screens.dialog import Kept

KEPT = {"ctrl+p": ["down", "s", "t"], "slash": ["p", "a"], "question_mark": ["pagedown"]}
"""The keys that open one, and what is typed there before it closes."""


@pytest.mark.parametrize("key", KEPT)
def test_a_dialog_opened_again_looks_as_if_it_were_new(tmp_path: Path, key: str) -> None:
    """On a smaller terminal, in another theme, whatever was typed there before."""
    looks = list[list[Strip]]()
    kept = list[int]()

    async def look(pilot: Pilot[int]) -> None:
        assert isinstance(pilot.app, Tercio)
        pilot.app.choose_theme("contrast")
        await pilot.resize_terminal(80, 24)
        await press(pilot, key)
        assert isinstance(pilot.app.screen, Kept)
        kept.append(id(pilot.app.screen))
        looks.append(pilot.app.screen._compositor.render_strips())

    async def look_again(pilot: Pilot[int]) -> None:
        await press(pilot, key, *KEPT[key])
        kept.append(id(pilot.app.screen))
        await press(pilot, "escape")
        await look(pilot)

    for play in (look, look_again):
        drive(seated(tmp_path / play.__name__, TO_THE_MARCH), (160, 50), play)
    assert looks[0] == looks[1]
    assert kept[1] == kept[2], "it is the same one"


def test_a_dialog_over_itself_is_another_one(tmp_path: Path) -> None:
    """What is typed in the one beneath stays there."""

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "slash", "p")
        first = pilot.app.screen
        assert isinstance(first, Kept)
        second = type(first).of(first.tercio)
        assert second is not first
        first.tercio.open_screen(second)
        await settled(pilot)
        await press(pilot, "escape")
        assert pilot.app.screen is first
        assert first.query_one(Input).value == "p"
        await press(pilot, "escape")
        assert not isinstance(pilot.app.screen, Kept)

    drive(seated(tmp_path, TO_THE_MARCH), (120, 40), play)
