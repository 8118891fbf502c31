"""The map pane: the board in half blocks, with a cursor, zoom and pan, by keys and by the mouse.

It is given a MapView and knows no rules. Places are ids.
"""

from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Offset
from textual.message import Message

from tui.map import directions
from tui.map.framing import FramedScene
from tui.map.viewport import STEP


class MapPane(FramedScene, can_focus=True):
    """The board. `show` gives it what to draw; it tells where the cursor is and what was chosen."""

    DEFAULT_CSS = "MapPane { width: 1fr; height: 1fr; }"

    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(key, f"towards({dx}, {dy})", f"Next place {key}", show=False, id=f"map.{key}")
            for key, dx, dy in (("left", -1, 0), ("right", 1, 0), ("up", 0, -1), ("down", 0, 1))
        ),
        *(
            Binding(f"ctrl+{key},{letter}", f"step({dx}, {dy})", f"By cells {key}", show=False,
                    id=f"map.cell_{key}")
            for key, letter, dx, dy in (
                ("left", "H", -1, 0), ("right", "L", 1, 0), ("up", "K", 0, -1), ("down", "J", 0, 1)
            )
        ),
        *(
            Binding(f"shift+{key},{letter}", f"pan({dx}, {dy})", f"Pan {key}", show=False,
                    id=f"map.pan_{key}")
            for key, letter, dx, dy in (
                ("left", "h", -1, 0), ("right", "l", 1, 0), ("up", "k", 0, -1), ("down", "j", 0, 1)
            )
        ),
        Binding("plus,equals_sign", "zoom(1)", "Nearer", id="map.nearer"),
        Binding("minus", "zoom(-1)", "Farther", id="map.farther"),
        Binding("full_stop", "flash", "Where is the cursor?", show=False, id="map.flash"),
        Binding("enter", "choose", "Choose", show=False, id="map.choose"),
    ]  # fmt: skip

    class Moved(Message):
        """The cursor came to another place (an id, or "" off the board), perhaps on its way."""

        def __init__(self, pane: "MapPane", place: str, passing: bool = False) -> None:
            super().__init__()
            self.pane = pane
            self.place = place
            self.passing = passing

        @property
        def control(self) -> "MapPane":
            """The pane, for @on with a selector."""
            return self.pane

    class Chosen(Moved):
        """Enter, or a double click, on a place."""

    _place = ""  # the last one that was told
    _grip: Offset | None = None  # where the mouse holds the map
    dragged = False  # whether the button that was pressed last moved the map

    def told(self, passing: bool = False) -> None:
        """After the cursor moved: repaint, tell the screen."""
        super().told(passing)
        place = self.place_at_cursor()
        if place != self._place:
            self._place = place
            self.post_message(self.Moved(self, place, passing))

    def focus_at(self) -> Offset:
        """Where the terminal's own cursor belongs."""
        return self.content_region.offset + self.cursor - self.origin

    def action_step(self, dx: int, dy: int) -> None:
        """Move the cursor by cells; the window follows in pans."""
        self._move(lambda: self.window.step(Offset(dx, dy)), passing=True, glide=False)

    def action_towards(self, dx: int, dy: int) -> None:
        """The cursor to the neighbour in a direction; by cells where it is on no place."""
        place = directions.towards(self.window.map, self.place_at_cursor(), dx, dy)
        if not place:
            self.action_step(dx, dy)
            return
        spot = self._spots([place])[0]
        self._move(lambda: self.window.follow(spot), passing=True, glide=False)

    def action_pan(self, dx: int, dy: int) -> None:
        """Move the window; the cursor keeps its place on the screen."""
        shift = Offset(dx * STEP.width, dy * STEP.height)
        self._move(lambda: self.window.pan(shift), passing=True, glide=False)

    def action_zoom(self, nearer: int) -> None:
        """One level nearer (1) or farther (-1), about the cursor."""
        self._zoom_about(self.window.next_level(nearer), self.cursor - self.origin)

    def action_choose(self) -> None:
        """Tell that the place under the cursor was chosen."""
        if place := self.place_at_cursor():
            self.post_message(self.Chosen(self, place))

    def action_flash(self) -> None:
        """Show where the cursor is."""
        self.flash()

    # Events

    def on_resize(self) -> None:
        """A larger or smaller window is drawn about the cursor (see render_line)."""
        self.told()

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Hold the map, for a click or a drag."""
        self._grip = event.get_content_offset(self)
        self.dragged = False
        self.capture_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Drag the map, cell by cell; a pointer that only passes is no matter."""
        if self._grip is None:
            return
        shift = self._grip - event.get_content_offset_capture(self)
        if shift != Offset(0, 0):
            self.dragged = True
            self._grip -= shift
            self.arrive()
            self.window.drag(shift)
            self._strips.clear()
            self.refresh()

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Let go; without a drag, the cursor comes here."""
        self.release_mouse()
        if self._grip is not None and not self.dragged:
            corner = self._corner
            inside = self._grip - corner if corner is not None else Offset(-1, -1)
            if inside.x > 0 and inside.y > 0:
                spot = self._mini.spot(inside)
                self._move(lambda: self.window.look_at(spot))
            else:
                cell = self.origin + self._grip
                self._move(lambda: self.window.put_cursor(cell))
        self._grip = None

    def on_click(self, event: events.Click) -> None:
        """A double click chooses."""
        if event.chain == 2 and not self.dragged:
            self.action_choose()

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """The wheel zooms about the pointer."""
        self._wheel(event, 1)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """The wheel zooms about the pointer."""
        self._wheel(event, -1)

    def _wheel(self, event: events.MouseEvent, nearer: int) -> None:
        event.stop()
        at = event.get_content_offset(self)
        if at is not None:
            self._zoom_about(self.window.next_level(nearer), at)
