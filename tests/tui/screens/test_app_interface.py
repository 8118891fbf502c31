"""The application as its screens know it: what it says for a moment."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.tui.small_game import TO_THE_MARCH, drive, seated, settled
from tui.screens.app_interface import NOTICES
from tui.screens.laying_out.lay_out import LayOut
from tui.table.table import Table
from tui.terminal import garbage_collection, keys_first


def test_a_held_key_says_nothing_twice_at_a_time_and_little_at_once(tmp_path: Path) -> None:
    """Every notice cost a widget: Enter, held on the map, grew a player's process by 33 MB."""
    app = seated(tmp_path, TO_THE_MARCH)

    async def play(pilot: Pilot[int]) -> None:
        for _ in range(50):
            app.notify("There is nothing to choose here.")
        await pilot.pause()
        assert len(app._notifications) == 1
        for number in range(50):
            app.notify(f"Number {number}.", title="Words")
        await pilot.pause()
        shown = [notice.message for notice in app._notifications]
        assert shown == [f"Number {number}." for number in range(50 - NOTICES, 50)]

    drive(app, (80, 24), play)


def test_an_answer_to_a_key_takes_the_place_of_the_one_before(tmp_path: Path) -> None:
    """Two wrong keys within one frame stood below each other; what others say stays."""
    app = seated(tmp_path, TO_THE_MARCH)

    async def play(pilot: Pilot[int]) -> None:
        app.notify("otto: your move.", title="Words")
        for letter in "gj":
            app.notify(f"{letter} means nothing here.")
        await pilot.pause()
        said = [notice.message for notice in app._notifications]
        assert said == ["otto: your move.", "j means nothing here."]

    drive(app, (80, 24), play)


def test_what_closed_screens_leave_is_collected_when_no_key_has_come_for_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app, times = seated(tmp_path, TO_THE_MARCH), list[str]()
    monkeypatch.setattr(garbage_collection, "collect", lambda: times.append("collected"))

    async def play(pilot: Pilot[int]) -> None:
        monkeypatch.setattr(keys_first, "at_rest", lambda: False)
        app.collect_garbage()
        assert not times, "a key may come at any moment"
        assert app._collecting is not None
        monkeypatch.setattr(keys_first, "at_rest", lambda: True)
        app.collect_garbage()
        assert times == ["collected"]
        app.open_screen(LayOut())
        await settled(pilot)
        app.collect_garbage()
        assert times == ["collected"] * 2, "a table that is laid out stopped the program here"
        monkeypatch.setattr(Table, "program_decides", True)
        app.collect_garbage()
        assert times == ["collected"] * 2, "a program plays in the game beneath"

    drive(app, (80, 24), play)
