"""The shortest sequences that draw cells."""

import pytest

from tui.terminal import diff


@pytest.mark.parametrize(
    ("old", "new", "codes"),
    [
        ("", "38;5;16;48;5;24", "\x1b[38;5;16;48;5;24m"),
        ("38;5;16;48;5;24", "38;5;16;48;5;25", "\x1b[48;5;25m"),
        ("38;5;16;48;5;24", "38;5;17;48;5;24", "\x1b[38;5;17m"),
        ("31;44", "31", "\x1b[0;31m"),
        ("1;31", "31", "\x1b[22m"),
        ("1;2;31", "1;31", "\x1b[22;1m"),
        ("38;5;16;48;5;24", "7;38;5;17;48;5;24", "\x1b[7;38;5;17m"),
        ("7;38;5;16;48;5;24", "38;5;16;48;5;24", "\x1b[27m"),
        ("3;31", "31", "\x1b[0;31m"),
        ("38;2;1;2;3", "", "\x1b[m"),
        ("97;104", "97;104", ""),
    ],
)
def test_a_style_changes_by_the_shortest_way(old: str, new: str, codes: str) -> None:
    assert diff.change(old, new) == codes


def test_a_blank_before_a_letter_is_sent_as_a_blank() -> None:
    """A block in its colour would be shorter, but whoever copies the line would have it in it."""
    style, blank = "38;5;254;48;5;233", diff.Run((" ", "48;5;18"), 1)
    letter, half = (diff.Run((text, "38;5;221;48;5;233"), 1) for text in ("═", "▀"))
    assert diff.shortest(style, blank, diff.brief(letter))[1] == " "
    assert diff.shortest(style, blank, diff.brief(half))[1] == "█", "a picture is no text"
