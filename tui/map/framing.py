"""What the map looks at by itself: a war, what is asked about, and what one looked at before."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import TypeAlias

from textual.geometry import Offset

from engine.facts import atlas
from tui.map import labels
from tui.map.scene import Scene
from tui.settings.last_views import Look

Cells: TypeAlias = Callable[[int], list[Offset]]  # of a level


class FramedScene(Scene):
    """A scene that keeps some places in sight in every size, until one looks elsewhere."""

    _framed: tuple[Cells, Collection[int]] | None = None
    _wide = 0  # columns of the window that it was framed in

    def bring(self, place: str, about: Iterable[str] = ()) -> None:
        """Put the cursor on a place of this map, well inside the window; those about it too where
        there is room."""
        spots = self._spots((place, *about))
        if spots and (self.view.map, place) in atlas.labels():
            self._move(lambda: self.window.bring(spots[0], spots[1:]))

    def frame(self, map: str, places: Iterable[str], levels: Collection[int]) -> None:
        """Show these places of a map at the nearest of some levels, in every size of the window
        until one looks elsewhere; where not all have room, those about the first, where the cursor
        goes."""
        wanted = [place for place in places if (map, place) in atlas.labels()]

        def cells(n: int) -> list[Offset]:
            return [Offset(*labels.slots(map, n).stacks[place]) for place in wanted]

        if wanted:
            label = atlas.labels()[map, wanted[0]]
            self._frame(map, (label.x, label.y), cells, levels)

    def _frame(
        self, map: str, spot: tuple[int, int], cells: Cells, levels: Collection[int]
    ) -> None:
        if map != self._window.map:
            self._window.turn(map)
            self._raster = None
        self._window.spot = spot
        self._move(lambda: self.window.frame(cells, levels), glide=False)
        self._framed = cells, levels

    def _spots(self, places: Iterable[str]) -> list[tuple[int, int]]:
        found = (atlas.labels().get((self._window.map, place)) for place in places)
        return [(label.x, label.y) for label in found if label is not None]

    def _move(self, move: Callable[[], None], passing: bool = False, glide: bool = True) -> None:
        before = self.origin, self.level_number
        super()._move(move, passing, glide)
        if self.window.size and before != (self.origin, self.level_number):
            self._framed = None

    def _settle(self) -> None:
        """In a new size what is framed stays so; at its level where the window is only higher or
        lower, as while a result stands over it. The cursor stays where it is."""
        if self._framed is None:
            super()._settle()
            return
        n, spot = self.level_number, self.spot
        cells, levels = self._framed
        same, self._wide = self._wide == self.size.width, self.size.width
        self.window.frame(cells, (n,) if same else levels)
        if self.spot != spot:
            self._window.spot = spot
            self.window.centre()
        if self.level_number != n:
            self._raster = None

    @property
    def is_framed(self) -> bool:
        """Whether one sees what was framed, and has not looked elsewhere since."""
        return self._framed is not None

    @property
    def look(self) -> Look:
        """Where one looks, to come back to."""
        width, height = self._drawn
        x, y = self.origin + Offset(width // 2, height // 2)
        return Look(
            self._window.map,
            self.level_number,
            x * self.level_number,
            2 * y * self.level_number,
            *self.spot,
        )

    def look_again(self, look: Look) -> None:
        """Look where one looked before."""
        whole = atlas.level(look.map, 1)
        spot = min(look.column, whole.width - 1), min(look.row, whole.height - 1)
        self._frame(look.map, spot, lambda n: [Offset(look.x // n, look.y // n // 2)], (look.n,))
