"""A small application around the map pane, driven over a pty by terminal/test_output.py.

It tells when it has drawn all that a key or a resize caused.
"""

import os
import sys
from dataclasses import replace
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.widgets import Static

from engine.facts import board
from tests.tui.idling import Teller
from tui.map.view import MapView, StackMark
from tui.panes.map import MapPane


def view() -> MapView:
    """The board of 1492 with three stacks."""
    places = board.provinces().values()
    return MapView(
        owners={place.id: place.owner_1492 for place in places if place.owner_1492},
        fortresses={place.id: place.fortress for place in places if place.fortress},
        stacks=(
            StackMark("savoia", "france", "ours", 7, "A"),
            StackMark("veneto", "venice", "neutral", 4, "C"),
            StackMark("campania", "spain", "enemy", 12, "A"),
        ),
        sieges={"campania": "1"},
    )


class MapApp(Teller):
    """Map, a list beside it and a status line."""

    BINDINGS: ClassVar[list[BindingType]] = [("ctrl+l", "redraw", "")]
    CSS = "#side { width: 30; border: round white; } #status { height: 2; }"

    def compose(self) -> ComposeResult:
        """The pane beside another one, over the words for what is under the cursor."""
        with Horizontal():
            yield MapPane(view(), n=3, id="map")
            yield Static("Zürich · 軍 · ½\n" * 6, id="side")
        yield Static("", id="status")

    def on_mount(self) -> None:
        """Begin at one place."""
        self.query_one(MapPane).goto("lombardia")

    def on_map_pane_moved(self, message: MapPane.Moved) -> None:
        """Say where the cursor is."""
        self.query_one("#status", Static).update(f"at {message.place}", layout=False)

    async def on_event(self, event: events.Event) -> None:
        """Light a province at `z`, and tell how large the terminal is."""
        if isinstance(event, events.Key) and event.key == "z" and not event.is_forwarded:
            self.query_one(MapPane).show(replace(view(), lit=frozenset({"veneto"})))
        await super().on_event(event)
        if isinstance(event, events.Resize):
            self.tell(f"{event.size.width} x {event.size.height}")


if __name__ == "__main__":
    app = MapApp()
    app.wire.on = app.wire.on and "plain" not in sys.argv
    os.environ.pop("COLORTERM", None)
    app.run()
