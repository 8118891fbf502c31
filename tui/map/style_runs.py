"""Cells of the map joined to runs of one style, so that fewer colours are sent."""

from functools import lru_cache

from rich.color import Color
from rich.segment import Segment
from rich.style import Style

from tui.map.cells import UNDER, Cell


@lru_cache(maxsize=4096)
def _style(ink: int, ground: int, depth: int) -> Style:
    if depth == 0:
        return Style(reverse=True) if ground == 1 else Style.null()
    return Style(
        color=None if ink == UNDER else Color.from_ansi(ink),
        bgcolor=None if ground == UNDER else Color.from_ansi(ground),
    )


def segments(cells: list[Cell], depth: int) -> list[Segment]:
    """Cells joined to runs of one style: a blank or full cell takes the style that is there."""
    runs: list[Segment] = []
    text, ink, ground = "", UNDER, UNDER
    for cell in cells:
        wanted = _joined(cell, ink, ground) if text else None
        if wanted is None:
            if text:
                runs.append(Segment(text, _style(ink, ground, depth)))
            text, ink, ground = cell
        else:
            letter, ink, ground = wanted
            text += letter
    if text:
        runs.append(Segment(text, _style(ink, ground, depth)))
    return runs


def _joined(cell: Cell, ink: int, ground: int) -> Cell | None:
    """The cell in the colours of the run before it, which may have one still open; or None."""
    letter = cell.text
    if letter == " " and cell.ink == UNDER:  # one colour, as ground
        if cell.ground == ground:
            return Cell(" ", ink, ground)
        return Cell("█", ink, ground) if cell.ground == ink else None
    if letter == "█":  # one colour, as ink
        if cell.ink == ink or (ink == UNDER and cell.ink != ground):
            return Cell("█", cell.ink, ground)
        return Cell(" ", ink, ground) if cell.ink == ground else None
    if ground in (cell.ground, UNDER) and ink in (cell.ink, UNDER):
        return cell
    if letter in "▀▄" and cell.ink == ground and ink in (cell.ground, UNDER):
        return Cell("▄" if letter == "▀" else "▀", cell.ground, ground)
    return None
