"""Plain lines as a terminal shows them: one that is too long is broken between words."""

from __future__ import annotations

import re
from textwrap import wrap
from typing import Final

from rich.cells import cell_len

from tui.terminal.capabilities import columns

NARROWEST: Final = 20  # columns under which nothing is broken
HANGING: Final = 2  # columns by which the rest of a line stands in
FILLER: Final = "\0"  # no line holds it: it would not be printable
CHOICE: Final = re.compile(r"[ *]*\d+  ")  # the rest of a choice stands under its words


def broken(text: str, width: int) -> str:
    """Lines of at most so many columns, broken between words; as they are where `width` is 0."""
    if width < NARROWEST:
        return text
    found: list[str] = []
    for line in text.split("\n"):
        choice = CHOICE.match(line)
        inset = choice.end() if choice else len(line) - len(line.lstrip()) + HANGING
        fits = cell_len(line) <= width or inset > width // 2
        found += [line] if fits else _rows(line, width, " " * inset)
    return "\n".join(found)


def _rows(line: str, width: int, rest: str) -> list[str]:
    """A line on several, a wide letter counted as the two columns that it takes."""
    counted = "".join(letter + FILLER * (cell_len(letter) - 1) for letter in line)
    rows = wrap(counted, width, subsequent_indent=rest, break_on_hyphens=False)
    return [row.replace(FILLER, "") for row in rows]


def write_line(text: str) -> None:
    """Writes lines on the terminal, or as they are into a file or pipe."""
    print(broken(text, columns()))
