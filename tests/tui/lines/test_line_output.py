"""Plain lines on a terminal."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from tui.lines import line_output
from tui.lines.line_output import broken

STORY = "S2 France  The fortress of Artois is besieged by Spain, and nobody comes."


def test_a_long_line_is_broken_between_words_and_goes_on_indented() -> None:
    assert broken(STORY, 40) == (
        "S2 France  The fortress of Artois is\n  besieged by Spain, and nobody comes."
    )
    assert broken(f"    {STORY}", 40).split("\n")[1] == "      besieged by Spain, and nobody"


def test_a_choice_goes_on_under_its_words() -> None:
    assert broken(" *  2  a passive campaign (10 ducats · moves among friends)", 40) == (
        " *  2  a passive campaign (10 ducats ·\n       moves among friends)"
    )


@pytest.mark.parametrize("width", [0, 8, len(STORY)])
def test_what_fits_and_what_no_terminal_shows_stays_as_it_is(width: int) -> None:
    assert broken(STORY, width) == STORY


def test_nothing_is_lost_of_a_text_without_end() -> None:
    text = f"{'a' * 10_000}\n\n  b{' c' * 5_000}"
    found = broken(text, 80)
    assert max(map(len, found.split("\n"))) <= 80
    assert "".join(found.split()) == "".join(text.split())


def test_into_a_pipe_lines_go_as_they_are(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    line_output.write_line(STORY)
    monkeypatch.setattr(line_output, "columns", lambda: 40)
    line_output.write_line(STORY)
    assert capsys.readouterr().out == f"{STORY}\n{broken(STORY, 40)}\n"


def test_a_line_with_wide_letters_keeps_to_its_columns() -> None:
    """A name in Chinese takes two columns a letter."""
    told = f"{'王大明 ' * 12}has the pen."
    assert len(told) < 64 < cell_len(told)
    rows = broken(told, 64).split("\n")
    assert max(map(cell_len, rows)) <= 64
    assert "".join(rows).replace(" ", "") == told.replace(" ", "")
