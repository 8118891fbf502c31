"""Plain lines as a terminal shows them: one that is too long is broken between words."""

from __future__ import annotations

import re
from textwrap import wrap
from typing import Final

from tui.terminal.capabilities import columns

NARROWEST: Final = 20  # columns under which nothing is broken
HANGING: Final = 2  # columns by which the rest of a line stands in
CHOICE: Final = re.compile(r"[ *]*\d+  ")  # the rest of a choice stands under its words


def broken(text: str, width: int) -> str:
    """Lines of at most so many columns, broken between words; as they are where `width` is 0."""
    if width < NARROWEST:
        return text
    found: list[str] = []
    for line in text.split("\n"):
        choice = CHOICE.match(line)
        inset = choice.end() if choice else len(line) - len(line.lstrip()) + HANGING
        fits = len(line) <= width or inset > width // 2
        rest = " " * inset
        found += (
            [line] if fits else wrap(line, width, subsequent_indent=rest, break_on_hyphens=False)
        )
    return "\n".join(found)


def write_line(text: str) -> None:
    """Writes lines on the terminal, or as they are into a file or pipe."""
    print(broken(text, columns()))
