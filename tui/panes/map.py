"""The map pane: the board in half blocks, with a cursor, zoom and pan.

It draws a MapView and knows no rules. Places are ids. The pane keeps its own origin and level and
repaints itself whole: tui.wire sends only the cells that differ.
"""

from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

import themes
from engine import atlas
from tui.cells import Cell
from tui.minimap import MiniMap
from tui.panes.view import MapView
from tui.raster import Raster
from tui.runs import segments
from tui.signs import ascii_text

MARGIN = Size(4, 2)  # the cursor keeps so far from the edge of the pane
STEP = Size(8, 4)  # how far a pan goes
DRAG = Size(4, 2)
FLASH = 0.6  # seconds


class MapPane(Widget, can_focus=True):
    """The board. `show` gives it what to draw; it tells where the cursor is and what was chosen."""

    DEFAULT_CSS = "MapPane { width: 1fr; height: 1fr; }"

    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(key, f"step({dx}, {dy})", f"Cursor {key}", show=False, id=f"map.{key}")
            for key, dx, dy in (("left", -1, 0), ("right", 1, 0), ("up", 0, -1), ("down", 0, 1))
        ),
        *(
            Binding(f"ctrl+{key},{far}", f"step({dx}, {dy})", f"Cursor far {key}", show=False,
                    id=f"map.far_{key}")
            for key, far, dx, dy in (
                ("left", "H", -8, 0), ("right", "L", 8, 0), ("up", "K", 0, -4), ("down", "J", 0, 4)
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

    def __init__(
        self,
        view: MapView | None = None,
        theme: str = themes.DEFAULT,
        ascii_only: bool = False,
        n: int = 8,
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        super().__init__(id=id, classes=classes)
        self.view = view or MapView()
        self.theme_name = theme
        self.ascii_only = ascii_only
        self.n = n
        self.origin = Offset(0, 0)  # the cell of the level at the pane's upper left
        self.spot = (526, 365)  # the cursor, in pixels of level 1
        self.small = False  # whether the mini-map is shown
        self._raster: Raster | None = None
        self._minimap: MiniMap | None = None
        self._strips: dict[int, Strip] = {}
        self._drawn = Size(0, 0)
        self._place = ""
        self._flashing = False
        self._grip: Offset | None = None
        self._dragged = False

    # What the game screen calls

    def show(self, view: MapView) -> None:
        """Draw another view; the cursor stays, or goes to the middle of another map."""
        if view == self.view:
            return
        if view.map != self.view.map:
            whole = atlas.level(view.map, 1)
            self.spot = (whole.width // 2, whole.height // 2)
            if self.n not in atlas.LEVELS[view.map]:
                self.n = atlas.LEVELS[view.map][0]
        turned = view.map != self.view.map
        self.view = view
        before, self._raster = self._raster, None
        if before and not turned:
            self._raster = Raster(view, self.n, self.theme, self.ascii_only, before)
        self._strips.clear()
        self.refresh()
        if turned:
            self._centre()
            self._told()

    def paint(self, theme: str) -> None:
        """Take the colours of another theme."""
        self.theme_name = theme
        self._anew()

    def plain_characters(self, ascii_only: bool) -> None:
        """One ASCII character a cell, for terminals that tear half blocks."""
        self.ascii_only = ascii_only
        self._anew()

    def miniature(self, shown: bool) -> None:
        """Show the whole board in a corner, or no longer."""
        self.small = shown
        self._strips.clear()
        self.refresh()

    def goto(self, place: str) -> None:
        """Put the cursor on a place of this map; a place of no raster leaves it where it is."""
        label = atlas.labels().get((self.view.map, place))
        if label is None:
            return
        self.spot = (label.x, label.y)
        if not self._shows(self.cursor):
            self._centre()
        self._told()

    def zoom_to(self, n: int) -> None:
        """Show a level (16, 8, 5, 3, 2, 1), with the cursor's place where it is on the screen."""
        self._zoom_about(n, self.cursor - self.origin)

    def place_at(self, cell: Offset) -> str:
        """The place at a cell of the level: the land of its two pixels before the water."""
        level = atlas.level(self.view.map, self.n)
        found = ""
        for row in (2 * cell.y, 2 * cell.y + 1):
            if 0 <= cell.x < level.width and 0 <= row < level.height:
                name = level.at(cell.x, row)
                if name[0] != "_" and (not found or found.startswith("sea-")):
                    found = name
        return found

    def place_at_cursor(self) -> str:
        """The province or sea under the cursor, "" where nothing can be entered."""
        place = atlas.level(self.view.map, 1).at(*self.spot)
        return "" if place[0] == "_" else place

    @property
    def cursor(self) -> Offset:
        """The cursor's cell on the level."""
        return Offset(self.spot[0] // self.n, self.spot[1] // self.n // 2)

    @property
    def theme(self) -> themes.Theme:
        """The theme as this terminal can show it."""
        console = self.app.console
        return themes.for_console(self.theme_name, console.color_system, self.app.no_color)

    @property
    def raster(self) -> Raster:
        """The level in the colours of the view."""
        if self._raster is None:
            self._raster = Raster(self.view, self.n, self.theme, self.ascii_only)
        return self._raster

    # Drawing

    def get_line_filters(self) -> list[object]:  # type: ignore[override]
        """None: the palette is chosen for the terminal, NO_COLOR included."""
        return []

    def render_line(self, y: int) -> Strip:
        """One row of the window. In a new size, the cursor comes to the middle first."""
        if self._drawn != self.size:
            self._drawn = self.size
            self._strips.clear()
            self._centre()
        width = self.size.width
        row = self.origin.y + y
        cursor = self.cursor - self.origin
        drawn = (cursor.y == y and self.has_focus) or self._flashing
        if not drawn and y in self._strips:
            return self._strips[y]
        depth = self.theme.depth
        cells = self.raster.cells(row, self.origin.x, self.origin.x + width)
        self._draw_legend(cells, y)
        self._draw_small(cells, y)
        if drawn:
            self._draw_cursor(cells, cursor, y)
        strip = Strip(segments(cells, depth), width)
        if not drawn:
            self._strips[y] = strip
        return strip

    def _draw_legend(self, cells: list[Cell], y: int) -> None:
        """What the layer's signs mean, over the map's first row; it gives way to the cursor."""
        legend = self.view.layer.legend
        if y or not legend:
            return
        raster, x = self.raster, 0
        for text, tone in legend:
            ink, ground = raster.painting.legend_colours(tone)
            for letter in ascii_text(text) if self.ascii_only else text:
                if x < len(cells):
                    cells[x] = Cell(letter, ink, ground)
                x += 1

    def _draw_small(self, cells: list[Cell], y: int) -> None:
        corner = self._corner
        if corner is not None and corner.y <= y:
            seen = Region(*self.origin, *self.size)
            cells[corner.x :] = self._mini.cells(y - corner.y, seen, self.n)

    @property
    def _mini(self) -> MiniMap:
        small = self._minimap
        if small is None or small.pane != self.size or small.raster is not self.raster:
            small = self._minimap = MiniMap(self.raster, self.size)
        return small

    @property
    def _corner(self) -> Offset | None:
        """The upper left cell of the mini-map, None while none is shown."""
        if not self.small or not self._mini.fits(self.size):
            return None
        return Offset(self.size.width - self._mini.width, self.size.height - self._mini.height)

    def _draw_cursor(self, cells: list[Cell], cursor: Offset, y: int) -> None:
        ink, ground = self.raster.palette.cursor
        across = range(len(cells)) if self._flashing and cursor.y == y else (cursor.x,)
        for x in across:
            if 0 <= x < len(cells):
                letter = cells[x].text
                if x == cursor.x and cursor.y == y:
                    letter = "+" if letter in " ▀▄█" else letter
                    if self.raster.depth == 0:  # reverse of what is under it
                        ink, ground = cells[x].ground, 1 - cells[x].ground
                elif cursor.y == y:
                    letter = "-"
                else:
                    letter = "|"
                cells[x] = Cell(letter, ink, ground)

    def _anew(self) -> None:
        self._raster = None
        self._strips.clear()
        self.refresh()

    def _moved_window(self, origin: Offset) -> None:
        if origin != self.origin:
            self.origin = origin
            self._strips.clear()

    # Moving

    def _shows(self, cell: Offset) -> bool:
        x, y = cell - self.origin
        width, height = self.size
        across = min(MARGIN.width, width // 4)
        down = min(MARGIN.height, height // 4)
        return across <= x < width - across and down <= y < height - down

    def _visible(self, cell: Offset) -> bool:
        return self.size.region.contains_point(cell - self.origin)

    def _clamped(self, origin: Offset) -> Offset:
        """An origin that shows no more beyond the edge of the map than it must."""
        level = atlas.level(self.view.map, self.n)
        spare = (level.width - self.size.width, -(-level.height // 2) - self.size.height)
        return Offset(*(
            max(0, min(at, over)) if over > 0 else over // 2
            for at, over in zip(origin, spare, strict=True)
        ))  # fmt: skip

    @property
    def _middle(self) -> Offset:
        return Offset(self.size.width // 2, self.size.height // 2)

    def _centre(self) -> None:
        self._moved_window(self._clamped(self.cursor - self._middle))

    def _put_cursor(self, cell: Offset) -> None:
        """The cursor on a cell, in its middle or where the place is that it shows."""
        whole, n = atlas.level(self.view.map, 1), self.n
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

    def _look_at(self, spot: tuple[int, int]) -> None:
        """The cursor and the window on a pixel of level 1."""
        n = self.n
        self._put_cursor(Offset(spot[0] // n, spot[1] // n // 2))
        self._centre()

    def _told(self, passing: bool = False) -> None:
        """After the cursor moved: repaint, tell the screen."""
        self.refresh()
        place = self.place_at_cursor()
        if place != self._place:
            self._place = place
            self.post_message(self.Moved(self, place, passing))

    def focus_at(self) -> Offset:
        """Where the terminal's own cursor belongs."""
        return self.content_region.offset + self.cursor - self.origin

    def action_step(self, dx: int, dy: int) -> None:
        """Move the cursor by cells; the window follows in pans."""
        self._put_cursor(self.cursor + Offset(dx, dy))
        at, size = self.cursor - self.origin, self.size
        across, down = min(MARGIN.width, size.width // 4), min(MARGIN.height, size.height // 4)
        pan_x = _pan(at.x, across, size.width, max(STEP.width, abs(dx)))
        pan_y = _pan(at.y, down, size.height, max(STEP.height, abs(dy)))
        if pan_x or pan_y:
            self._moved_window(self._clamped(self.origin + Offset(pan_x, pan_y)))
            if not self._visible(self.cursor):
                self._centre()
        self._told(passing=True)

    def action_pan(self, dx: int, dy: int) -> None:
        """Move the window; the cursor keeps its place on the screen."""
        shift = Offset(dx * STEP.width, dy * STEP.height)
        before = self.cursor - self.origin
        self._moved_window(self._clamped(self.origin + shift))
        self._put_cursor(self.origin + before)
        self._told(passing=True)

    def action_zoom(self, nearer: int) -> None:
        """One level nearer (1) or farther (-1), about the cursor."""
        self._zoom_about(self._next(nearer), self.cursor - self.origin)

    def _next(self, nearer: int) -> int:
        levels = atlas.LEVELS[self.view.map]
        at = levels.index(self.n) + nearer
        return levels[max(0, min(at, len(levels) - 1))]

    def _zoom_about(self, n: int, fixed: Offset) -> None:
        """Another level, with the place at a cell of the window staying there."""
        if n == self.n:
            return
        cell = self.origin + fixed
        spot = self.spot if cell == self.cursor else (cell.x * self.n, cell.y * 2 * self.n)
        self.n = n
        self._raster = None
        self._strips.clear()
        self.origin = self._clamped(Offset(spot[0] // n, spot[1] // n // 2) - fixed)
        if not self._visible(self.cursor):
            self._put_cursor(self.origin + self._middle)
        self._told()

    def action_choose(self) -> None:
        """Tell that the place under the cursor was chosen."""
        if place := self.place_at_cursor():
            self.post_message(self.Chosen(self, place))

    def action_flash(self) -> None:
        """Show the cursor with a cross over the whole pane, for a moment."""
        self._flashing = True
        self.refresh()
        self.set_timer(FLASH, self._flashed)

    def _flashed(self) -> None:
        self._flashing = False
        self.refresh()

    # Events

    def on_mount(self) -> None:
        """Follow the theme of the application where it is one of ours."""
        self.app.theme_changed_signal.subscribe(self, lambda theme: self._themed(theme.name))
        self._themed(self.app.theme)

    def _themed(self, name: str) -> None:
        if name in themes.names() and name != self.theme_name:
            self.paint(name)

    def on_resize(self) -> None:
        """A larger or smaller window is drawn about the cursor (see render_line)."""
        self._told()

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Hold the map, for a click or a drag."""
        self._grip = event.get_content_offset(self)
        self._dragged = False
        self.capture_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Drag the map in steps; a pointer that only passes is no matter."""
        if self._grip is None:
            return
        shift = self._grip - (event.get_content_offset_capture(self))
        steps = Offset(
            int(shift.x / DRAG.width) * DRAG.width, int(shift.y / DRAG.height) * DRAG.height
        )
        if steps != Offset(0, 0):
            self._dragged = True
            self._grip -= steps
            self._moved_window(self._clamped(self.origin + steps))
            self.refresh()

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Let go; without a drag, the cursor comes here."""
        self.release_mouse()
        if self._grip is not None and not self._dragged:
            corner = self._corner
            inside = self._grip - corner if corner is not None else Offset(-1, -1)
            if inside.x > 0 and inside.y > 0:
                self._look_at(self._mini.spot(inside))
            else:
                self._put_cursor(self.origin + self._grip)
            self._told()
        self._grip = None

    def on_click(self, event: events.Click) -> None:
        """A double click chooses."""
        if event.chain == 2 and not self._dragged:
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
            self._zoom_about(self._next(nearer), at)


def _pan(at: int, margin: int, size: int, step: int) -> int:
    """How far the window goes so that the cursor keeps off its edge."""
    if at < margin:
        return -step
    return step if at >= size - margin else 0
