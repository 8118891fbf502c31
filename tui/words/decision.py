"""What there is to know before one decides: both sides, the odds, and what weighs most in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import Any, Final

from rich.cells import cell_len

from engine.grammar import thirds
from tui.words.line import Bit, Line, line
from tui.words.places import country_name, percent

ENDS: Final = (("win", "good", "█"), ("draw", "quiet", "▒"), ("lose", "bad", "▓"))
BATTLE: Final = ("win", "draw", "lose")  # what a bar's parts are called
BAR: Final = 30  # columns at most
LEAST: Final = 8  # columns that a bar wants


def decision_lines(compared: Mapping[str, Any], width: int) -> list[Line]:
    """The two sides of a battle to come, that which decides first, the bar of its odds, and why
    they are so."""
    drawn = side_lines(compared["sides"], width, bool(compared.get("afloat")))
    if odds := compared.get("odds"):
        ends = compared.get("ends", BATTLE)
        drawn += odds_lines(odds, width, bool(compared.get("afloat")), ends)
    if why := compared.get("why"):
        heading = f"why {percent(odds['win'])}: " if odds else "why: "
        said = " · ".join(f"{100 * chance:+.0f} {reason}" for reason, _, chance in why)
        rules = tuple(f"{reason}: {100 * chance:+.0f} % ({rule})." for reason, rule, chance in why)
        first, *more = wrap(f"{heading}{said}", max(20, width - 4), initial_indent=" ")
        drawn.append(line(Bit(first, "", rules)))
        drawn += [line(f"   {row}") for row in more]
    if besides := compared.get("besides"):
        drawn += [
            line(Bit(row, "quiet"))
            for row in wrap(
                " · ".join(besides), max(20, width - 2), initial_indent=" ", subsequent_indent="   "
            )
        ]
    return drawn


def side_lines(sides: Sequence[Mapping[str, Any]], width: int, afloat: bool) -> list[Line]:
    """A row for each side: strength, commander, morale, and what it has lost so far."""
    cells = [_cells(side, afloat) for side in sides]
    widths = [max(cell_len(row[at]) for row in cells) for at in range(len(cells[0]))]
    drawn = []
    for at, row in enumerate(cells):
        spread = [text.ljust(room) for text, room in zip(row, widths, strict=True)]
        fits = sum(widths) + 2 * len(widths) < width
        text = "  ".join(spread) if fits else ", ".join(filter(None, row))
        style = "" if at else "strong"
        first, *more = wrap(text.rstrip(), max(20, width - 3))
        drawn.append(line(" · " if at else " ▸ ", Bit(first, style)))
        drawn += [line("   ", Bit(below, style)) for below in more]
    return drawn


def _cells(side: Mapping[str, Any], afloat: bool) -> list[str]:
    unit = "ND" if afloat else "LD"
    values = "·".join(str(value) for value in side.get("values", ()))
    chief = side.get("leader") or "no leader"
    left, morale = side.get("morale_left"), int(side.get("morale", 0))
    stars = "●" * (morale if left is None else left) + "○" * (0 if left is None else morale - left)
    cells = [
        country_name(str(side["country"])),
        f"{thirds(int(side['thirds']))} {unit}",
        f"{chief} {values}".rstrip(),
        f"morale {stars or '-'}" if "morale" in side else "",
    ]
    if "lost" in side:
        cells.append(f"hit {thirds(int(side['lost']))} {unit}")
    else:
        cells.append(str(side.get("also", "")))
    return cells


def odds_lines(
    odds: Mapping[str, Any], width: int, afloat: bool, ends: Sequence[str] = BATTLE
) -> list[Line]:
    """The chances to win, draw and lose as figures and a bar, with the losses to be expected;
    `ends` are what these three are called, "" for one that cannot be."""
    named = zip(ends, ENDS, strict=True)
    said = " · ".join(f"{word} {percent(odds[key])}" for word, (key, _, _) in named if word)
    *above, said = wrap(said, max(20, width - 3))
    bits: list[str | Bit] = [" ", Bit(said, "strong")]
    unit = "ND" if afloat else "LD"
    if "losses" in odds:
        one, other = odds["losses"]
        lost = f" · losses {one:.1f} against {other:.1f} {unit}"
        if len(said) + len(lost) + 2 < width:
            bits.append(Bit(lost))
            said += lost
    room = min(BAR, width - len(said) - 4)
    if room > LEAST:
        bits.append("  ")
        filled = 0
        for at, (key, style, glyph) in enumerate(ENDS):
            count = room - filled if at == 2 else round(odds[key] * room)
            filled += count
            bits.append(Bit(glyph * count, style))
    return [*(line(" ", Bit(row, "strong")) for row in above), line(*bits)]
