"""The mini-map: the whole board in a corner of the map pane, with the window framed on it."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Final

from textual.geometry import Offset, Region, Size

from engine.facts import atlas, board
from tui.map.cells import UNDER, Cell
from tui.map.raster import Raster
from tui.map.symbols import SIGNS

SHARE: Final = 3  # it takes no more than this part of the pane's width
LEAST: Final = Size(20, 6)  # a smaller one would show nothing


class MiniMap:
    """The board of a raster's view, so coarse that it fits a corner of a pane of some size."""

    def __init__(self, raster: Raster, pane: Size) -> None:
        self.raster = raster
        self.pane = pane
        self.map = raster.view.map
        self.n = atlas.LEVELS[self.map][0]
        level = atlas.level(self.map, self.n)
        self.step = max(2, -(-level.width * SHARE // max(1, pane.width)))
        self.width = -(-level.width // self.step) + 1  # with the line at its left
        self.height = -(-level.height // self.step // 2) + 1  # and that above it
        self._rows = _painted(
            self.map, self.n, self.step, tuple(raster.painting.fill), raster.palette.outside
        )
        self._stacks = self._marks()

    def fits(self, pane: Size) -> bool:
        """Whether the pane is large enough to give it a corner."""
        return self.width >= LEAST.width and 2 * self.height <= pane.height

    def _cell(self, spot: tuple[int, int]) -> tuple[int, int]:
        """The cell, past the lines, of a pixel of level 1."""
        scale = self.n * self.step
        return spot[0] // scale + 1, spot[1] // (2 * scale) + 1

    def _marks(self) -> dict[tuple[int, int], Cell]:
        palette, known = self.raster.palette, atlas.labels()
        marks = {}
        for stack in sorted(self.raster.view.stacks, key=lambda each: each.strength):
            label = known.get((self.map, stack.place))
            if label is not None and stack.relation != "neutral":
                ground = self.raster.painting.tint(stack.country).stack
                cell = Cell(SIGNS[stack.relation], palette.stack_ink, ground)
                marks[self._cell((label.x, label.y))] = cell
        return marks

    def spot(self, cell: Offset) -> tuple[int, int]:
        """The pixel of level 1 at a cell of the mini-map."""
        scale = self.n * self.step
        return (cell.x - 1) * scale + scale // 2, (2 * cell.y - 1) * scale

    def cells(self, y: int, seen: Region, n: int) -> list[Cell]:
        """One row, with the frame of the window: cells of level n that are seen."""
        palette, plain = self.raster.palette, self.raster.ascii_only
        corner, across, down = ("+", "-", "|") if plain else ("┌", "─", "│")
        ground = palette.outside
        if y == 0:
            line = [corner, *across * (self.width - 1)]
            return [Cell(letter, palette.other_ink, ground) for letter in line]
        upper, lower = self._rows[2 * y - 2], self._rows[2 * y - 1]
        found = [Cell(down, palette.other_ink, ground)]
        found += [
            Cell(" ", UNDER, top) if top == bottom or plain else Cell("▀", top, bottom)
            for top, bottom in zip(upper, lower, strict=True)
        ]
        left, top = self._cell((seen.x * n, seen.y * 2 * n))
        right, bottom = self._cell((seen.right * n - 1, seen.bottom * 2 * n - 1))
        for x in range(1, self.width):
            mark = self._stacks.get((x, y))
            if mark is not None:
                found[x] = mark
            edge = self._edge(x in (left, right), y in (top, bottom))
            if edge and left <= x <= right and top <= y <= bottom:
                under = upper[x - 1]
                found[x] = Cell(edge, palette.ink_on(under), under)
        return found

    def _edge(self, side: bool, end: bool) -> str:
        return "+" if side and end else "|" if side else "-" if end else ""


@lru_cache(maxsize=4)
def _painted(map: str, n: int, step: int, fill: tuple[int, ...], outside: int) -> list[list[int]]:
    """The colours of all pixels: what most of each block is, land before water."""
    level = atlas.level(map, n)
    land = [name in board.provinces() for name in level.names]
    rows = []
    for top in range(0, level.height + 2 * step, step):
        row = []
        for left in range(0, level.width, step):
            found: Counter[tuple[bool, int]] = Counter()
            for y in range(top, min(top + step, level.height)):
                start, end = left, min(left + step, level.width)
                for place in level.ids[y * level.width + start : y * level.width + end]:
                    found[land[place], fill[place]] += 1
            wet = sum(count for (dry, _), count in found.items() if not dry)
            is_land = found.total() - wet >= wet
            best = max(found, key=lambda each: (each[0] == is_land, found[each]), default=None)
            row.append(best[1] if best else outside)
        rows.append(row)
    return rows
