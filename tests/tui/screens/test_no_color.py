"""NO_COLOR: what is drawn has no colour of its own, so nothing stands black on black."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.tui.small_game import (
    drive,
    press,
    seated,
    shown,
    terminal,  # noqa: F401 - used by every test here
)


def coloured(pilot: Pilot[int]) -> list[str]:
    """Texts on the screen whose letters or ground have a colour other than the terminal's own."""
    compositor = pilot.app.screen._compositor
    return [
        segment.text
        for strip in compositor.render_strips()
        for segment in strip
        if segment.text.strip()
        and segment.style is not None
        and not all(
            colour is None or colour.is_default
            for colour in (segment.style.color, segment.style.bgcolor)
        )
    ]


@pytest.mark.parametrize("theme", ["atlas", "night", "contrast"])
def test_without_colours_everything_has_the_terminals_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, theme: str
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = seated(tmp_path)
    app.use_theme(theme)

    async def play(pilot: Pilot[int]) -> None:
        assert "Which campaign" in shown(pilot)
        assert coloured(pilot) == []
        await press(pilot, "question_mark")
        assert coloured(pilot) == []

    drive(app, (120, 40), play)


def test_with_colours_there_are_some(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        assert coloured(pilot)

    drive(seated(tmp_path), (120, 40), play)
