"""The chronicle: everything that happened, a sentence a line; Enter goes where it happened."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import Any

from engine.phase import Entry
from tui.panes.lines import Bit, Line, LinesPane, line

IMPORTANT = {"battle": "strong", "siege": "strong", "round": "head", "ruling": "bad", "war": "bad"}


class ChroniclePane(LinesPane):
    """The story of the game; it stays at the end unless one scrolls back."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__("Chronicle", id)
        self.entries: list[Entry] = []
        self.ends: list[int] = []  # the number of drawn lines after each entry
        self.drawn: list[Line] = []
        self.wide = 0

    def look(self, story: Sequence[Entry]) -> None:
        """Draw the story; only what is new is laid out."""
        width = max(20, self.size.width)
        same = 0
        if width == self.wide:
            for old, new in zip(self.entries, story, strict=False):
                if old is not new and old != new:
                    break
                same += 1
        del self.entries[same:], self.ends[same:]
        del self.drawn[self.ends[-1] if self.ends else 0 :]
        self.wide = width
        for entry in story[same:]:
            self.entries.append(entry)
            self.drawn += entry_lines(entry, width)
            self.ends.append(len(self.drawn))
        follow = self.current is None or self.at == len(self.spots) - 1
        self.show(list(self.drawn))
        if follow:
            self.at = len(self.spots) - 1 if self.at >= 0 else -1
            self.scroll_end(animate=False)

    def on_resize(self) -> None:
        """Lay the sentences out for the new width."""
        if self.size.width != self.wide:
            self.look(list(self.entries))
        super().on_resize()


def entry_lines(entry: Entry, width: int) -> list[Line]:
    """One entry, wrapped; its first line can be asked for its numbers and leads to its place."""
    rows = wrap(entry.text, max(10, width - 6)) or [""]
    style = IMPORTANT.get(entry.kind, "")
    why = tuple(sheet_reasons(entry.sheet)) if entry.sheet else ()
    first = Bit(rows[0], style, why or ((entry.text,) if entry.place else ()), entry.place)
    return [
        line(Bit(f" {entry.box:4}", "quiet"), first),
        *(line("     ", Bit(row, style)) for row in rows[1:]),
    ]


def sheet_reasons(sheet: dict[str, Any]) -> list[str]:
    """What a roll was read with, if the sheet is that of a roll."""
    if "die" not in sheet or "modifiers" not in sheet:
        return []
    head = f"{sheet.get('purpose') or sheet.get('name', '')}: die {sheet['die']}"
    parts = [f"{value:+} {why} ({rule})" for value, why, rule in sheet["modifiers"]]
    return ["; ".join([head, *parts, f"reads {sheet['result']}"]) + "."]
