"""Nothing is cut unseen, whatever the size of the window: a few sizes here, all in `make soak`."""

from pathlib import Path

import pytest

from tests.tui import sweep
from tests.tui.contrast import MODES
from tests.tui.small_game import (
    terminal,  # noqa: F401 - used by every test here
)
from tui.words.line import Bit, line, pad, shorten, text_of


@pytest.mark.parametrize("name", ["battle", "campaign", "handover", "pages"])
def test_nothing_is_cut_without_an_ellipsis_and_no_number_is_split(
    tmp_path: Path, name: str
) -> None:
    assert sweep.cut_anywhere(tmp_path, name, [(80, 24)]) == []


@pytest.mark.parametrize("mode", MODES)
def test_every_letter_of_every_theme_can_be_read(tmp_path: Path, mode: str) -> None:
    assert sweep.faint_anywhere(tmp_path, "first", mode) == []


def test_a_cut_line_says_so_and_splits_no_number() -> None:
    row = line("turn ", Bit("1492"), " of many")
    assert text_of([shorten(row, 8)]) == "turn …"
    assert text_of([shorten(row, 12)]) == "turn 1492 o…"
    assert shorten(row, 17) == row
    assert text_of([pad(row, 8)]) == "turn …  "
