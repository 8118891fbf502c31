"""Dialogs that stay mounted when they close, and are shown again."""

from __future__ import annotations

import asyncio
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
from tui.application.ready import make_ready
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


@pytest.mark.parametrize("key", KEPT)
def test_a_dialog_made_ready_looks_as_if_it_were_new(tmp_path: Path, key: str) -> None:
    """It is mounted before a key asks for it, and nothing is seen of that: what is told stands."""
    looks = list[list[Strip]]()

    async def look(pilot: Pilot[int]) -> None:
        await press(pilot, key)
        looks.append(pilot.app.screen._compositor.render_strips())

    async def look_ready(pilot: Pilot[int]) -> None:
        app = pilot.app
        assert isinstance(app, Tercio)
        app.notify("Picardie is taken.")
        await settled(pilot)
        before, at = app.screen._compositor.render_strips(), app.screen
        await make_ready(app)
        await settled(pilot)
        assert app.screen is at
        assert at._compositor.render_strips() == before, "with what is told"
        kept = {id(one) for one in app._installed_screens.values()}
        assert len(kept) == len(KEPT)
        app.clear_notifications()
        await look(pilot)
        assert id(app.screen) in kept

    for play in (look, look_ready):
        drive(seated(tmp_path / play.__name__, TO_THE_MARCH), (160, 50), play)
    assert looks[0] == looks[1]


def test_a_dialog_asked_for_while_it_is_made_ready_opens(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        app = pilot.app
        assert isinstance(app, Tercio)
        ready = asyncio.ensure_future(make_ready(app))
        await press(pilot, *KEPT)
        await ready
        await press(pilot, "escape", "slash", "p")
        assert isinstance(app.screen, Kept)
        assert app.screen.query_one(Input).value == "p"

    drive(seated(tmp_path, TO_THE_MARCH), (160, 50), play)


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
