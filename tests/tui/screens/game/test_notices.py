"""Notices lie where nothing is read or asked; what is long is told in a dialog of its own."""

from pathlib import Path

import pytest
from textual.geometry import Region
from textual.pilot import Pilot
from textual.widgets import Static
from textual.widgets._toast import Toast, ToastHolder, ToastRack

from tests.tui.small_game import (
    TO_SPAIN,
    TO_THE_MARCH,
    drive,
    press,
    screen,
    seated,
    settled,
    terminal,  # noqa: F401 - used by every test here
)
from tui.screens.help import Told
from tui.screens.reading import Reading
from tui.table.program_thinking import NOTHING, Thinking

SIZES = [(40, 12), (80, 24), (100, 34), (120, 40), (160, 50), (200, 60)]
LONG = "The stack cannot go there: it has no movement points left, and the province is an enemy's. "


def notices(pilot: Pilot[int]) -> list[Region]:
    return [toast.region for toast in pilot.app.screen.query(Toast) if toast.region]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("answers", [(), TO_THE_MARCH, TO_SPAIN])
def test_a_wrong_key_is_told_beside_the_question_and_the_sheet(
    tmp_path: Path, size: tuple[int, int], answers: tuple[object, ...]
) -> None:
    async def play(pilot: Pilot[int]) -> None:
        here = screen(pilot)
        for pane in ("", "Z", "b"):
            await press(pilot, *pane, "Q")
            (told,) = notices(pilot)
            for kept in ("#ask", "#result", "#foot"):
                seen = here.query_one(kept).region
                assert not seen or not told.overlaps(seen), (pane, kept)
            sheet = here.query_one("#sheet").region
            small = size[1] < 24  # the whole sheet is no larger than a notice there
            assert small or not sheet or told.bottom <= sheet.y + 1 or not told.overlaps(sheet)

    drive(seated(tmp_path, answers), size, play, notices=True)


@pytest.mark.parametrize("size", SIZES[1:])
def test_a_long_notice_ends_above_the_question(tmp_path: Path, size: tuple[int, int]) -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen(pilot).notify(LONG * 30)
        await settled(pilot)
        here, rack = screen(pilot), screen(pilot).query_one(ToastRack)
        assert rack.region.bottom <= here.question.region.y
        assert rack.region.right <= here.map.region.right

    drive(seated(tmp_path, TO_THE_MARCH), size, play, notices=True)


def test_one_key_told_after_another_leaves_no_empty_rows(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "Q")
        first = notices(pilot)
        for _ in range(5):
            await press(pilot, "P", "Q")
        assert notices(pilot) == first
        assert len(pilot.app.screen.query(ToastHolder)) == 1

    drive(seated(tmp_path), (80, 24), play, notices=True)


@pytest.mark.parametrize("size", SIZES)
def test_capital_w_opens_the_plan_to_be_read_to_its_end(
    tmp_path: Path, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = [f"S3 · Spain: Decision {number}: " + "what it weighed " * 6 for number in range(30)]
    monkeypatch.setattr(Thinking, "why", lambda *_: plan)

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "W")
        assert isinstance(pilot.app.screen, Told)
        text = str(pilot.app.screen.query_one("#said", Static).content)
        assert " ".join(plan).split() == text[: text.index("* is what")].split()
        keys = pilot.app.screen.query_one(".keys").region
        assert keys.bottom < size[1]
        assert keys.y > 0
        text_pane, said = pilot.app.screen.query_one(Reading), pilot.app.screen.query_one("#said")
        assert text_pane.has_focus
        assert text_pane.max_scroll_y == said.region.height - text_pane.region.height
        await press(pilot, "escape")
        assert screen(pilot).question.has_focus

    drive(seated(tmp_path), size, play)


def test_where_no_captain_plays_capital_w_says_so(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "W")
        assert [note.message for note in pilot.app._notifications] == [NOTHING]

    drive(seated(tmp_path), (80, 24), play)
