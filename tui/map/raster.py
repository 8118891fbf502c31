"""From a view of the board to cells: colours of pixels, and what is written on them.

A cell is one pixel wide and two high. The cells of the visible window are not kept here.
"""

from typing import Final

from engine.facts.countries import countries
from themes import Theme
from tui.map.animation import Viewpoint
from tui.map.cells import UNDER, Cell, block
from tui.map.lettering import Lettering
from tui.map.painting import Painting
from tui.map.symbols import ascii_text
from tui.map.view import MapView

NO_LETTER: Final = " "


class Raster:
    """A view of the board at one level, in the colours of one theme."""

    def __init__(
        self,
        view: MapView,
        n: int,
        theme: Theme,
        ascii_only: bool = False,
        before: "Raster | None" = None,
    ) -> None:
        self.view = view
        self.n = n
        self.ascii_only = ascii_only
        self.painting: Painting = Painting(view, n, theme, before.painting if before else None)
        self.palette, self.depth = self.painting.palette, self.painting.depth
        self.level = self.painting.level
        self.width = self.level.width
        self.height = -(-self.level.height // 2)
        self.texts = Lettering(self.painting).rows

    def blocks(self, row: int, start: int, end: int) -> list[tuple[int, int]]:
        """The colours of the pixels of cells [start, end) of a row; outside the map: outside."""
        left, right = max(start, 0), min(end, self.width)
        none = (self.palette.outside, self.palette.outside)
        if left >= right or not 0 <= row < self.height:
            return [none] * (end - start)
        upper, lower = (self.painting.span(y, left, right) for y in (2 * row, 2 * row + 1))
        inside = zip(upper, lower, strict=True)
        return [none] * (left - start) + list(inside) + [none] * (end - right)

    def cells(self, row: int, start: int, end: int) -> list[Cell]:
        """The cells [start, end) of a row, with the texts on them."""
        blocks = self.blocks(row, start, end)
        if self.ascii_only:
            found = [self._single(pair, row, x) for x, pair in enumerate(blocks, start)]
        else:
            found = [block(*pair, self.depth) for pair in blocks]
        if self.depth == 0 and 0 <= row < self.height and not self.ascii_only:
            self._sow_letters(found, row, start, blocks)
        for x, text, ink, ground, name in self.texts.get(row, ()):
            if name and not (start <= name[0] and name[1] <= end):
                continue
            seen = range(max(x, start), min(x + len(text), end))
            letters = ascii_text(text) if self.ascii_only else text
            for column, letter in zip(seen, letters, strict=False):
                under = blocks[column - start][0] if ground == UNDER else ground
                found[column - start] = Cell(letter, ink, under)
        return found

    def between(self, look: Viewpoint, row: int, width: int) -> list[Cell]:
        """A row of a window at a scale between two levels, this being the nearer one: whose land
        it is and no more."""
        ids, fill, n = self.level.ids, self.painting.fill, self.n
        columns = [int((look.x + (x + 0.5) * look.scale) // n) for x in range(width)]
        rows = [int((look.y + (2 * row + half) * look.scale) // n) for half in (0.5, 1.5)]
        found = [
            [
                fill[ids[y * self.width + x]]
                if 0 <= x < self.width and 0 <= y < self.level.height
                else self.palette.outside
                for x in columns
            ]
            for y in rows
        ]
        return [block(top, low, self.depth) for top, low in zip(*found, strict=True)]

    def _single(self, pair: tuple[int, int], row: int, x: int) -> Cell:
        """One character a cell: of its two pixels the one that is a line, else the upper."""
        lines = (self.palette.country_border, self.palette.river)
        colour = pair[1] if pair[1] in lines else pair[0]
        if self.depth:
            return Cell(" ", UNDER, colour)
        land = self._letter(x, row) if pair[0] and pair[1] else NO_LETTER
        return Cell(land, 1, 0)

    def _letter(self, x: int, row: int) -> str:
        """The letter of who holds a cell's upper pixel; a blank for water and nobody's land."""
        if not (0 <= x < self.width and 0 <= row < self.height):
            return NO_LETTER
        place = self.level.names[self.level.ids[2 * row * self.width + x]]
        holder = countries().get(self.painting.holder(place))
        return holder.letter if holder else NO_LETTER

    def _sow_letters(
        self, found: list[Cell], row: int, start: int, blocks: list[tuple[int, int]]
    ) -> None:
        """Without colour, letters at every sixth column and third row tell whose land it is."""
        if row % 3:
            return
        written = self.texts.get(row, ())
        for x, pair in enumerate(blocks, start):
            if (x + 3 * (row // 3 % 2)) % 6 or pair != (1, 1):
                continue
            if not any(text.x - 1 <= x <= text.x + len(text.text) for text in written):
                found[x - start] = Cell(self._letter(x, row), 0, 1)
