"""Plots made of characters: bars, and a curve above and below a line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from tui.words.line import Bit, Line, line

BAR, HALF, EXPECTED = "█", "▌", "│"
HEIGHT: Final = 3  # rows of a curve on each side of its line


class Bar(NamedTuple):
    """One bar: its name, its length, what is written after it, and why; `mark` is what was
    expected."""

    name: str
    value: float
    said: str
    mark: float | None = None
    why: tuple[str, ...] = ()


def bars(rows: Iterable[Bar], width: int, wide: int = 0) -> list[Line]:
    """Bars under each other on one scale, names in `wide` columns; a stroke where it should end."""
    rows = list(rows)
    wide = wide or max((len(row.name) for row in rows), default=0)
    room = max(8, width - wide - max((len(row.said) for row in rows), default=0) - 5)
    most = max((max(row.value, row.mark or 0) for row in rows), default=0) or 1
    drawn = []
    for row in rows:
        halves = round(2 * room * row.value / most)
        bar = (BAR * (halves // 2) + (HALF if halves % 2 else "")).ljust(room + 1)
        if row.mark is not None:
            at = round(room * row.mark / most)
            bar = bar[:at] + EXPECTED + bar[at + 1 :]
        drawn.append(line(f" {row.name:{wide}} ", Bit(bar), Bit(f" {row.said}", "strong", row.why)))
    return drawn


def curve(values: Sequence[float], width: int) -> list[Line]:
    """Values in order, as columns above and below a line; the ends of the scale at the left."""
    if not values:
        return []
    wide = 6
    room = max(8, width - wide - 2)
    step = max(1, -(-len(values) // room))
    points = [values[min(at + step, len(values)) - 1] for at in range(0, len(values), step)]
    most = max(1.0, *(abs(point) for point in points))
    drawn = []
    for row in range(HEIGHT, -HEIGHT - 1, -1):
        if row == 0:
            drawn.append(line(Bit(f" {'0':>{wide}} " + "─" * len(points), "quiet")))
            continue
        label = f"{most:+.0f}" if row == HEIGHT else f"{-most:+.0f}" if row == -HEIGHT else ""
        edge = (abs(row) - 0.5) * most / HEIGHT
        reach = "".join(BAR if point * row > 0 and abs(point) >= edge else " " for point in points)
        drawn.append(line(Bit(f" {label:>{wide}} ", "quiet"), reach))
    return drawn
