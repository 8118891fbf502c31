"""A scenario's theatre in small: the map about its stacks, to look at before one plays there."""

from __future__ import annotations

from typing import Final

from textual.geometry import Size

from engine.facts import atlas
from engine.state import State
from tui.map.board_view import view_of
from tui.panes.map import MapPane

ROOM: Final = Size(8, 3)  # cells about the outermost stacks


class Thumbnail(MapPane, can_focus=False):
    """The map at the nearest level that shows every stack, and takes no keys."""

    def of(self, state: State, ours: str) -> None:
        """Show a state as an alliance sees it."""
        known = atlas.labels()
        worlds = ("rotw", "europe") if state.known else ("europe",)
        world = max(worlds, key=lambda each: sum((each, at) in known for at in state.occupied()))
        self.show(view_of(state, ours, "control", world))
        found = [label for at in state.occupied() if (label := known.get((world, at))) is not None]
        if not found:
            return
        across, down = sorted(each.x for each in found), sorted(each.y for each in found)
        width, height = self.size - ROOM if self.size.area else ROOM
        fits = (
            n for n in sorted(atlas.LEVELS[world])
            if (across[-1] - across[0]) // n <= width and (down[-1] - down[0]) // n <= 2 * height
        )  # fmt: skip
        n = next(fits, max(atlas.LEVELS[world]))
        middle = (across[0] + across[-1]) // 2, (down[0] + down[-1]) // 2

        def to_theatre() -> None:
            self.window.n, self.window.spot = n, middle
            self.window.centre()

        self._move(to_theatre, glide=False)
