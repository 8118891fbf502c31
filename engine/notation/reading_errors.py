"""What is wrong with a text of the notation, all of it at once."""

from __future__ import annotations

from collections.abc import Sequence


class Unread(Exception):
    """A text that cannot be read. `lines` holds a sentence for each defect."""

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__("\n".join(lines))
        self.lines = list(lines)
