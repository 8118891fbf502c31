"""The chronicle: the lines in which a phase is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(slots=True)
class Entry:
    """One line of the chronicle: when, what kind of thing, the sentence, where, whom, and its
    sheet.

    `sheet` is plain data for a screen that shows more (a combat sheet, a roll with its modifiers);
    `record` is the number of the journal's record that caused it. `only` are the powers that may
    read it, where it tells of zones that others do not know; empty for everybody.
    """

    box: str
    impulse: str
    kind: str
    text: str
    place: str = ""
    who: str = ""
    sheet: dict[str, Any] | None = None
    record: int = 0
    only: Sequence[str] = ()

    def to_plain(self) -> list[Any]:
        """The entry as a plain list; `Entry(*plain)` reads it back."""
        plain = [
            self.box, self.impulse, self.kind, self.text, self.place, self.who, self.sheet,
            self.record,
        ]  # fmt: skip
        return [*plain, list(self.only)] if self.only else plain

    def shown_to(self, power: str) -> bool:
        """Whether a power may read it while it has the keyboard; "" is anybody or nobody."""
        return not self.only or power in self.only
