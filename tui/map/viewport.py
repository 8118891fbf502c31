"""Where the map pane looks: the level, the cells in sight, and the cursor among them.

Columns and rows are cells of the screen; pixels are those of level 1. Nothing here draws.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final

from textual.geometry import Offset, Region, Size

from engine.facts import atlas

MARGIN: Final = Size(4, 2)  # the cursor keeps so far from the edge of the pane
ROOM: Final = Size(6, 1)  # cells about the outermost of what is framed
STEP: Final = Size(4, 2)  # how far a pan goes, by a key, after the cursor


class Viewport:
    """A part of a map, `size` large, whose upper left cell on the level is `origin`."""

    def __init__(self, map: str, n: int) -> None:
        self.map = map
        self.n = n
        self.size = Size(0, 0)
        self.origin = Offset(0, 0)
        self.spot = (0, 0)  # the cursor, in pixels of level 1
        self.to_middle()

    def to_middle(self) -> None:
        """The cursor to the middle of the map."""
        whole = atlas.level(self.map, 1)
        self.spot = (whole.width // 2, whole.height // 2)

    def turn(self, map: str) -> None:
        """To another map, at the same level where it has it."""
        self.map = map
        if self.n not in atlas.LEVELS[map]:
            self.n = atlas.LEVELS[map][0]
        self.to_middle()
        self.centre()

    @property
    def cursor(self) -> Offset:
        """The cursor's cell on the level."""
        return Offset(self.spot[0] // self.n, self.spot[1] // self.n // 2)

    @property
    def middle(self) -> Offset:
        """The cell in the middle, from the upper left of the window."""
        return Offset(self.size.width // 2, self.size.height // 2)

    # What is where

    def place_at(self, cell: Offset) -> str:
        """The place at a cell of the level: the land of its two pixels before the water."""
        level = atlas.level(self.map, self.n)
        found = ""
        for row in (2 * cell.y, 2 * cell.y + 1):
            if 0 <= cell.x < level.width and 0 <= row < level.height:
                name = level.at(cell.x, row)
                if name[0] != "_" and (not found or found.startswith("sea-")):
                    found = name
        return found

    def place_at_cursor(self) -> str:
        """The province or sea under the cursor, "" where nothing can be entered."""
        place = atlas.level(self.map, 1).at(*self.spot)
        return "" if place[0] == "_" else place

    def shows(self, cell: Offset) -> bool:
        """Whether a cell of the level is well inside the window."""
        x, y = cell - self.origin
        width, height = self.size
        across, down = self._margin
        return across <= x < width - across and down <= y < height - down

    def visible(self, cell: Offset) -> bool:
        """Whether a cell of the level is in the window at all."""
        return self.size.region.contains_point(cell - self.origin)

    @property
    def _margin(self) -> Size:
        width, height = self.size
        return Size(min(MARGIN.width, width // 4), min(MARGIN.height, height // 4))

    # Moving

    def clamped(self, origin: Offset) -> Offset:
        """An origin that shows no more beyond the edge of the map than it must."""
        level = atlas.level(self.map, self.n)
        spare = (level.width - self.size.width, -(-level.height // 2) - self.size.height)
        return Offset(*(
            max(0, min(at, over)) if over > 0 else over // 2
            for at, over in zip(origin, spare, strict=True)
        ))  # fmt: skip

    def centre(self) -> None:
        """The cursor to the middle of the window."""
        self.origin = self.clamped(self.cursor - self.middle)

    def put_cursor(self, cell: Offset) -> None:
        """The cursor on a cell, in its middle or where the place is that it shows."""
        whole, n = atlas.level(self.map, 1), self.n
        x = max(0, min(cell.x * n + n // 2, whole.width - 1))
        y = max(0, min(cell.y * 2 * n + n, whole.height - 1))
        place = self.place_at(Offset(x // n, y // n // 2))
        left, top = x // n * n, y // n // 2 * 2 * n
        inside = (
            (column, row)
            for row in range(top, min(top + 2 * n, whole.height))
            for column in range(left, min(left + n, whole.width))
            if whole.at(column, row) == place
        )
        self.spot = min(inside, key=lambda at: abs(at[0] - x) + abs(at[1] - y), default=(x, y))

    def goto(self, spot: tuple[int, int]) -> None:
        """The cursor on a pixel; the window goes along where it must."""
        self.spot = spot
        if not self.shows(self.cursor):
            self.centre()

    def frame(self, cells: Callable[[int], list[Offset]], levels: Collection[int]) -> None:
        """The nearest of some levels whose `cells` the window holds, their middle in its middle;
        where none does, the farthest, with those that lie about the first cell."""
        self.n = next((n for n in sorted(levels) if self._holds_all(cells(n))), max(levels))
        held = cells(self.n)
        while not self._holds_all(held) and len(held) > 1:
            held.remove(max(held, key=held[0].get_distance_to))
        whole = Region.from_union([Region(*cell, 1, 1) for cell in held])
        self.origin = self.clamped(Offset(*map(int, whole.center)) - self.middle)
        if not self.visible(self.cursor):
            self.put_cursor(self.origin + self.middle)

    def _holds_all(self, cells: list[Offset]) -> bool:
        whole = Region.from_union([Region(*cell, 1, 1) for cell in cells])
        room = self.size - ROOM - ROOM
        return whole.width <= room.width and whole.height <= room.height

    def bring(self, spot: tuple[int, int], about: Sequence[tuple[int, int]] = ()) -> None:
        """The cursor on a pixel, and the window moved so that it stands well inside, with what lies
        about it where there is room."""
        self.spot = spot
        width, height = self.size
        inner = Region(*self.cursor, 1, 1).grow((height // 4, width // 4, height // 4, width // 4))
        with_all = inner
        for x, y in about:
            around = Region(x // self.n, y // self.n // 2, 1, 1)
            with_all = with_all.union(around.grow((1, 2, 1, 2)))
        held = with_all if with_all.width <= width and with_all.height <= height else inner
        seen = Region(*self.origin, width, height)
        if not seen.contains_region(held):
            self.origin = self.clamped(
                Offset(
                    max(held.right - width, min(seen.x, held.x)),
                    max(held.bottom - height, min(seen.y, held.y)),
                )
            )
        if not self.visible(self.cursor):
            self.centre()

    def look_at(self, spot: tuple[int, int]) -> None:
        """The cursor near a pixel, and the window about it."""
        self.put_cursor(Offset(spot[0] // self.n, spot[1] // self.n // 2))
        self.centre()

    def step(self, by: Offset) -> None:
        """The cursor by cells; the window follows in small pans."""
        self.put_cursor(self.cursor + by)
        self._follow(by)

    def follow(self, spot: tuple[int, int]) -> None:
        """The cursor on a pixel; the window goes after it no farther than it must."""
        before, self.spot = self.cursor, spot
        self._follow(self.cursor - before)

    def _follow(self, by: Offset) -> None:
        at, size, margin = self.cursor - self.origin, self.size, self._margin
        shift = Offset(
            _follow(at.x, margin.width, size.width, max(STEP.width, abs(by.x))),
            _follow(at.y, margin.height, size.height, max(STEP.height, abs(by.y))),
        )
        if shift != Offset(0, 0):
            self.origin = self.clamped(self.origin + shift)
            if not self.visible(self.cursor):
                self.centre()

    def pan(self, shift: Offset) -> None:
        """The window by cells; the cursor keeps its place on the screen."""
        before = self.cursor - self.origin
        self.origin = self.clamped(self.origin + shift)
        self.put_cursor(self.origin + before)

    def drag(self, shift: Offset) -> None:
        """The window by cells; the cursor stays on its place."""
        self.origin = self.clamped(self.origin + shift)

    def zoom_about(self, n: int, fixed: Offset) -> None:
        """Another level, with the place at a cell of the window staying there."""
        cell = self.origin + fixed
        spot = self.spot if cell == self.cursor else (cell.x * self.n, cell.y * 2 * self.n)
        self.n = n
        self.origin = self.clamped(Offset(spot[0] // n, spot[1] // n // 2) - fixed)
        if not self.visible(self.cursor):
            self.put_cursor(self.origin + self.middle)

    def next_level(self, nearer: int) -> int:
        """The level so many steps nearer (or farther, below 0), or the last there is; none is
        farther than the first that shows the whole map."""
        levels = atlas.LEVELS[self.map]
        farthest = max((at for at, n in enumerate(levels) if self._holds(n)), default=0)
        at = levels.index(self.n) + nearer
        return levels[max(farthest, min(at, len(levels) - 1))]

    def _holds(self, n: int) -> bool:
        level = atlas.level(self.map, n)
        return level.width <= self.size.width and level.height <= 2 * self.size.height


def _follow(at: int, margin: int, size: int, step: int) -> int:
    """How far the window goes so that the cursor keeps off its edge."""
    if at < margin:
        return -step
    return step if at >= size - margin else 0
