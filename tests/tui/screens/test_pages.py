"""Every page and dialog that no other test keeps a picture of, in three sizes."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pytest_snapshot.plugin import Snapshot
from textual.pilot import Pilot
from textual.screen import Screen

from saves.sharing import seats
from tests.tui.small_game import (
    TO_SPAIN,
    drive,
    press,
    saved,
    seated,
    settled,
    shown,
    terminal,  # noqa: F401 - used by every test here
)
from tui.application.app import Tercio
from tui.screens.desk.desk import Desk
from tui.screens.dialogs import Agree, TypedLine
from tui.screens.finding.find_province import FindPlace
from tui.screens.finding.palette import Palette
from tui.screens.help import Help
from tui.screens.new_campaign import NewCampaign
from tui.screens.new_game import NewGame
from tui.screens.rules import Rules
from tui.screens.theme_list import ThemeList
from tui.screens.title import Title
from tui.settings.files import Local, Served

SIZES = [(80, 24), (120, 40), (200, 60)]
PAGES: dict[str, tuple[type[Screen[Any]], Callable[[], Screen[Any]] | None]] = {
    "title": (Title, None),
    "new-game": (NewGame, NewGame),
    "new-campaign": (NewCampaign, NewCampaign),
    "desk": (Desk, Desk),
    "rules": (Rules, Rules),
    "themes": (ThemeList, ThemeList),
}
DIALOGS: dict[str, tuple[type[Screen[Any]], str]] = {
    "find": (FindPlace, "slash"), "typed": (TypedLine, "colon"), "help": (Help, "question_mark"),
    "agree": (Agree, "u"), "palette": (Palette, "ctrl+p"),
}  # fmt: skip


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_page(tmp_path: Path, snapshot: Snapshot, size: tuple[int, int]) -> None:
    app = Tercio(Local(tmp_path))

    async def play(pilot: Pilot[int]) -> None:
        for name, (kind, make) in PAGES.items():
            if make is not None:
                app.open_screen(make())
            await settled(pilot)
            assert isinstance(app.screen, kind)
            while "reckoning" in shown(pilot):  # the odds of the desk come when they are ready
                await settled(pilot)
            # how many rules there are is no matter of the page: one more would change its picture
            picture = re.sub(r"\d+ rules", "N rules", shown(pilot))
            snapshot.assert_match(picture, f"{name}.txt")
            if make is not None:
                await press(pilot, "escape")

    drive(app, size, play)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_dialog_over_a_game(
    tmp_path: Path, snapshot: Snapshot, size: tuple[int, int]
) -> None:
    app = seated(tmp_path, TO_SPAIN)

    async def play(pilot: Pilot[int]) -> None:
        for name, (kind, key) in DIALOGS.items():
            await press(pilot, key)
            assert isinstance(app.screen, kind), name
            snapshot.assert_match(shown(pilot), f"{name}.txt")
            await press(pilot, "escape")

    drive(app, size, play)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_keyboard_is_handed_over(
    tmp_path: Path, snapshot: Snapshot, size: tuple[int, int]
) -> None:
    async def play(pilot: Pilot[int]) -> None:
        snapshot.assert_match(shown(pilot), "handover.txt")

    drive(Tercio(Local(tmp_path), saved(tmp_path / "small", TO_SPAIN)), size, play)


def test_the_title_tells_first_whose_turn_it_is(tmp_path: Path) -> None:
    for name, power in (("first", "spain"), ("second", "france"), ("third", "france")):
        kept = saved(tmp_path / name, title=name)
        if name != "third":
            seats.remember(kept.folder, "anna", [power])
        kept.close()
    app = Tercio(Served(tmp_path, "anna"))

    async def play(pilot: Pilot[int]) -> None:
        lines = [line.strip() for line in shown(pilot).splitlines()]
        at = lines.index("Your turn  second · S3, France decides")
        assert lines[at + 1] == "Your game  first · S3, France decides"
        assert lines[at + 2].startswith("Continue  ")
        for size in ((80, 24), (40, 12)):
            await pilot.resize_terminal(*size)
            await settled(pilot)
            assert "Your turn  second" in shown(pilot)
        opened = list[str]()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(app, "open_game", opened.append)
            await press(pilot, "enter")
        assert opened == ["second"]

    drive(app, (120, 40), play)
