"""A scenario's theatre in small: the map about its stacks, to look at before one plays there."""

from __future__ import annotations

from typing import Final

from engine import scenarios
from engine.facts import atlas
from engine.state import State
from tui.map.board_view import view_of
from tui.map.theatre import map_of
from tui.panes.map import MapPane

EXAMPLE: Final = "italian-wars-1494"


class Thumbnail(MapPane, can_focus=False):
    """The map at the nearest level that shows every stack, and takes no keys."""

    def of(self, state: State, ours: str) -> None:
        """Show a state as an alliance sees it."""
        world = map_of(state, state.occupied_places())
        self.show(view_of(state, ours, "control", world))
        self.frame(world, sorted(state.occupied_places()), atlas.LEVELS[world])

    def example(self) -> None:
        """Show the Italian Wars, as France sees them."""
        self.of(scenarios.read(EXAMPLE).state(), "france")
