"""What later keys need, made ready before one is pressed."""

from __future__ import annotations

from pathlib import Path

from textual.pilot import Pilot

import tui
from engine import lazy_modules
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

SCREENS = "vzDYW?/q"


def test_no_screen_that_opens_reads_a_style_sheet(tmp_path: Path) -> None:
    """To read one styles all that is seen anew."""

    async def play(pilot: Pilot[int]) -> None:
        app = pilot.app
        assert isinstance(app, Tercio)
        lazy_modules.read_all()
        await make_ready(app)
        read = set(app.stylesheet.source)
        files = {str(path) for path in Path(tui.__file__).parent.rglob("*.tcss")}
        assert files <= {file for file, _ in read}
        for key in SCREENS:
            await press(pilot, key)
            assert set(app.stylesheet.source) == read, key
            await press(pilot, "escape")

    drive(seated(tmp_path, TO_THE_MARCH), (160, 50), play)


def test_what_is_seen_looks_as_before(tmp_path: Path) -> None:
    """A screen that opens looks as it does where nothing was made ready."""
    looks = list[list[str]]()

    async def look(pilot: Pilot[int]) -> None:
        app, seen = pilot.app, list[str]()
        for key in SCREENS:
            await press(pilot, key)
            seen.append(app.export_screenshot())
            await press(pilot, "escape")
        looks.append(seen)

    async def look_ready(pilot: Pilot[int]) -> None:
        app = pilot.app
        assert isinstance(app, Tercio)
        before = app.export_screenshot()
        await make_ready(app)
        await settled(pilot)
        assert app.export_screenshot() == before
        await look(pilot)

    for play in (look, look_ready):
        drive(seated(tmp_path / play.__name__, TO_THE_MARCH), (120, 40), play)
    for key, first, ready in zip(SCREENS, *looks, strict=True):
        assert first == ready, key
