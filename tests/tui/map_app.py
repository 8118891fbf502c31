"""A small application around the map pane, driven over a pty by test_wire.py.

After everything a key or a resize caused is written, it sets the terminal's title: a mark in the
stream of bytes that the test can wait for.
"""

import os
import sys
from dataclasses import replace

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Static

from engine import board
from tui.panes.map import MapPane
from tui.panes.view import MapView, StackMark
from tui.wire import Wired


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


class MapApp(Wired[None]):
    """Map, a list beside it and a status line."""

    CSS = "#side { width: 30; border: round white; } #status { height: 2; }"

    def compose(self) -> ComposeResult:
        """The pane beside another one, over the words for what is under the cursor."""
        with Horizontal():
            yield MapPane(view(), n=3, id="map")
            yield Static("Zürich · 軍 · ½\n" * 6, id="side")
        yield Static("", id="status")

    def on_mount(self) -> None:
        """Begin at one place."""
        self.keys = 0
        self.query_one(MapPane).goto("lombardia")

    def on_map_pane_moved(self, message: MapPane.Moved) -> None:
        """Say where the cursor is."""
        self.query_one("#status", Static).update(f"at {message.place}", layout=False)

    async def on_event(self, event: events.Event) -> None:
        """Mark the end of what a key did; `z` lights a province."""
        fresh = not event.is_forwarded
        await super().on_event(event)
        if isinstance(event, events.Key) and fresh:
            if event.key == "z":
                self.query_one(MapPane).show(replace(view(), lit=frozenset({"veneto"})))
            self.keys += 1
            self.pass_on(4, f"key {self.keys}")
        elif isinstance(event, events.Resize):
            self.pass_on(4, f"{event.size.width} x {event.size.height}")

    def pass_on(self, rounds: int, mark: str) -> None:
        """Go through every queue often enough for all that an event caused to come first."""
        if rounds:
            around = lambda: self.screen.call_later(lambda: self.pass_on(rounds - 1, mark))  # noqa: E731
            self.query_one(MapPane).call_later(around)
        else:
            self.screen.call_after_refresh(lambda: self.call_after_refresh(self.mark, mark))

    def mark(self, text: str) -> None:
        """Written behind whatever was drawn last."""
        if self._driver:
            self._driver.write(f"\x1b]2;{text}\x07")
            self._driver.flush()


if __name__ == "__main__":
    app = MapApp()
    app.wire.on = app.wire.on and "plain" not in sys.argv
    os.environ.pop("COLORTERM", None)
    app.run()
