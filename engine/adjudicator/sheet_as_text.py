"""The combat sheet at 80 columns, in plain text or with colours."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from engine.modifiers import Modifier

Paint: TypeAlias = Callable[[str, str], str]
Sheet: TypeAlias = Callable[[Paint], list[str]]
Line: TypeAlias = str | tuple[str, str]
"""A line of a sheet, or one with the role that paints it."""

WIDTH: Final = 80
HALF: Final = (WIDTH - 7) // 2
ROLES: Final = ("first", "second")


class Column(NamedTuple):
    """One side of the sheet: its head, then its lines."""

    head: list[str]
    lines: list[str]


def columns(title: str, sides: list[Column], foot: list[str], paint: Paint) -> list[str]:
    """Two sides next to each other under a title, with the verdict below."""
    inner = WIDTH - 4
    title = truncate(title, inner - 2)
    lines = [f"┌ {paint(title, 'head')} {'─' * (inner - len(title))}┐"]
    for part in (0, 1):
        if part:
            lines.append("├" + "─" * (HALF + 2) + "┼" + "─" * (WIDTH - HALF - 5) + "┤")
        left, right = (_broken(side[part]) for side in sides)
        for number in range(max(len(left), len(right))):
            cells = [half[number] if number < len(half) else "" for half in (left, right)]
            lines.append(_row(cells, paint))
    lines.append("├" + "─" * (HALF + 2) + "┴" + "─" * (WIDTH - HALF - 5) + "┤")
    for sentence in foot:
        lines += [
            f"│ {paint(line, 'head')}{' ' * (inner - len(line))} │"
            for line in textwrap.wrap(sentence, inner)
        ]
    return [*lines, "└" + "─" * (WIDTH - 2) + "┘"]


def told(
    head: Line, lines: Iterable[Line] = (), modifiers: Sequence[Modifier] | None = None
) -> Sheet:
    """A sheet of lines; below the first stand the modifiers, where there may be any."""

    def sheet(paint: Paint) -> list[str]:
        first, *rest = (each if isinstance(each, str) else paint(*each) for each in (head, *lines))
        return [first, *(() if modifiers is None else modifier_lines(modifiers, paint)), *rest]

    return sheet


def chance_lines(chances: Mapping[str, float]) -> list[str]:
    """One outcome a line, behind its chance."""
    return [f"  {chance:6.1%}  {name}" for name, chance in chances.items()]


def modifier_lines(modifiers: Iterable[Modifier], paint: Paint) -> list[str]:
    """One modifier a line, with its reason and its rule."""
    return [
        f"  {each.value:+3}  {each.why:{WIDTH - 22}}  {paint(each.rule, 'dim')}"
        for each in modifiers
    ] or [paint("  no modifiers", "dim")]


def _row(cells: list[str], paint: Paint) -> str:
    widths = HALF, WIDTH - HALF - 7
    text = [
        paint(cell, role) + " " * (width - len(cell)) if cell else " " * width
        for cell, role, width in zip(cells, ROLES, widths, strict=True)
    ]
    return f"│ {text[0]} │ {text[1]} │"


def _broken(lines: list[str]) -> list[str]:
    """Lines no wider than half the sheet."""
    return [
        part
        for line in lines
        for part in (textwrap.wrap(line, HALF, drop_whitespace=False) or [""])
    ]


def truncate(text: str, width: int) -> str:
    """A text cut to a width."""
    return text if len(text) <= width else text[: width - 1] + "…"
