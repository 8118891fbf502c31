"""What a game does until its first picture stands."""

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.screen import Screen

from tests.tui.small_game import (
    drive,
    seated,
    settled,
    terminal,  # noqa: F401 - used by every test here
)


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
