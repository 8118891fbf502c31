"""Coats of arms in half blocks, the name of the game, and the colours of whoever decides.

The figures are data (data/arms.toml). A shield is `WIDTH` columns and `ROWS` lines; where there are
no colours, its dark tinctures are drawn and the light ones left blank.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from rich.segment import Segment
from rich.style import Style
from textual.app import App
from textual.color import Color
from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget

import themes
from tui.map.country_colours import tint

FILE: Final = Path(__file__).parents[1] / "data" / "arms.toml"
WIDTH: Final = 12
ROWS: Final = 7
GAP: Final = 2  # columns between shields
INSETS: Final = (0,) * 10 + (1, 2, 3, 5)  # how far each row of pixels stands in from the edge
HALVES: Final = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
PROCESSION: Final = (
    "france", "spain", "turkey", "england", "habsburg", "venice", "poland", "sweden", "russia",
    "portugal", "holland", "prussia",
)  # fmt: skip
STEPS: Final = (0, 95, 135, 175, 215, 255)  # of the cube of 216 colours
SIXTEEN: Final = tuple(
    bright + name
    for bright in ("", "bright_")
    for name in ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")
)
Pixel = str  # the letter of a tincture, " " outside the shield


@cache
def _sheet() -> dict[str, Any]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


@cache
def pixels(power: str) -> tuple[str, ...]:
    """The rows of a shield, a letter of a tincture a pixel, blank outside it."""
    arms = _sheet()["arms"]
    return tuple(
        " " * inset + row[inset : WIDTH - inset] + " " * inset
        for row, inset in zip(arms.get(power, arms[""]).split(), INSETS, strict=True)
    )


@cache
def shield(power: str, depth: int) -> tuple[tuple[Segment, ...], ...]:
    """The arms of a power for so many colours (256, 16 or 0), a row of cells each."""
    rows = pixels(power)
    return tuple(
        tuple(_cell(top, bottom, depth) for top, bottom in zip(*pair, strict=True))
        for pair in zip(rows[::2], rows[1::2], strict=True)
    )


def _cell(top: Pixel, bottom: Pixel, depth: int) -> Segment:
    """Two pixels as one letter; in sixteen colours the bright one is the ink (the Linux console has
    but eight grounds)."""
    dark, colours = _sheet()["tinctures"], [0 if depth == 256 else 1]
    if not depth:
        return Segment(HALVES[top != " " and dark[top][2], bottom != " " and dark[bottom][2]])
    over, under = (None if each == " " else dark[each][colours[0]] for each in (top, bottom))
    if over is None and under is None:
        return Segment(" ")
    if under is None or over is None:
        return Segment("▀" if under is None else "▄", _style(over if under is None else under))
    if over == under:
        return Segment("█", _style(over))
    if depth == 16 and under > 7:
        return Segment("▄", _style(under, over))
    return Segment("▀", _style(over, under))


def _style(ink: int | None, ground: int | None = None) -> Style:
    return Style(color=f"color({ink})", bgcolor=None if ground is None else f"color({ground})")


@cache
def wordmark() -> str:
    """The name of the game, four lines of half blocks."""
    rows = _sheet()["wordmark"].strip("\n").split("\n")
    width = max(map(len, rows))
    lit = [[letter == "#" for letter in row.ljust(width)] for row in rows]
    pairs = zip(lit[::2], lit[1::2], strict=True)
    return "\n".join("".join(HALVES[cell] for cell in zip(*pair, strict=True)) for pair in pairs)


def title_colours(app: App[Any], power: str) -> themes.Pair | None:
    """What is written in the colours of a power, and on what: those that its stacks have on the
    map. None where there are no colours, or no power."""
    palette = themes.load(app.theme).palette if app.theme in themes.names() else None
    if palette is None or not power:
        return None
    return themes.Pair(palette.stack_ink, tint(palette, power).stack)


def colour_title(widget: Widget, power: str) -> None:
    """Have the title in a widget's border in the colours of a power, or as usual."""
    pair = title_colours(widget.app, power)
    ink, ground = (None, None) if pair is None else map(_colour, pair)
    if widget.styles.border_title_background != ground:
        widget.styles.border_title_color, widget.styles.border_title_background = ink, ground


def _colour(number: int) -> Color:
    """A colour of a terminal by its number."""
    if number < 16:
        return Color.parse(f"ansi_{SIXTEEN[number]}")
    if number >= 232:
        return Color(*(8 + 10 * (number - 232),) * 3)
    cube = number - 16
    return Color(STEPS[cube // 36], STEPS[cube // 6 % 6], STEPS[cube % 6])


class Arms(Widget):
    """The shields of some powers abreast, in the middle, as many as there is room for."""

    DEFAULT_CSS = "Arms { height: 7; width: 100%; }"

    def __init__(self, powers: Sequence[str] = PROCESSION, id: str | None = None) -> None:
        super().__init__(id=id)
        self.powers = powers

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """That of a shield."""
        return ROWS

    def render_line(self, y: int) -> Strip:
        """A row of all shields."""
        width, plain = self.size.width, self.rich_style
        if y >= ROWS:
            return Strip.blank(width, plain)
        theme = themes.load(self.app.theme) if self.app.theme in themes.names() else None
        depth = theme.depth if theme is not None else 0
        count = max(1, min(len(self.powers), (width + GAP) // (WIDTH + GAP)))
        whole = count * (WIDTH + GAP) - GAP
        cells = [Segment(" " * max(0, (width - whole) // 2), plain)]
        for number, power in enumerate(self.powers[:count]):
            cells += [Segment(" " * GAP, plain)] if number else []
            cells += [Segment(text, plain + (style or Style.null()))
                      for text, style, _ in shield(power, depth)[y]]  # fmt: skip
        return Strip(cells).adjust_cell_length(width, plain).simplify()
