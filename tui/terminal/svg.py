"""Screens as SVG pictures, with half blocks drawn as boxes: a font's do not fill their cells."""

from __future__ import annotations

import re
from html import escape, unescape
from typing import Final

COLUMN: Final = 12.2  # the width of a cell in Textual's pictures
BASELINE: Final = 18.5  # from the top of a line
HALVES: Final = {"▀": (0.0, 12.2), "▄": (12.2, 12.45), "█": (0.0, 24.65)}
"""Where a block begins, from the top of its line, and how high it is."""

TEXT: Final = re.compile(
    r'<text class="(\S+)" x="([\d.]+)" y="([\d.]+)" textLength="[\d.]+" (clip-path="\S+")>'
    r"([^<]*[▀▄█][^<]*)</text>"
)


def boxes_for_blocks(svg: str) -> str:
    """The picture with boxes for half and full blocks."""
    return TEXT.sub(_boxes, svg)


def _boxes(run: re.Match[str]) -> str:
    style, x, y, clip, text = run.groups()
    found, at = [], float(x)
    for piece in re.findall("▀+|▄+|█+|[^▀▄█]+", unescape(text)):
        width = round(len(piece) * COLUMN, 1)
        if piece[0] in HALVES:
            down, high = HALVES[piece[0]]
            top = round(float(y) - BASELINE + down, 2)
            found.append(
                f'<rect class="{style}" x="{at:g}" y="{top:g}" width="{width + 0.1:g}"'
                f' height="{high:g}" shape-rendering="crispEdges"/>'
            )
        elif piece.strip("\xa0"):
            written = escape(piece).replace("\xa0", "&#160;")
            where = f'x="{at:g}" y="{y}" textLength="{width:g}" {clip}'
            found.append(f'<text class="{style}" {where}>{written}</text>')
        at = round(at + width, 1)
    return "".join(found)
