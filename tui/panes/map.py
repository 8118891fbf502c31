"""The map pane: the board in half blocks, with a cursor, zoom and pan.

It draws a MapView and knows no rules. Places are ids. The pane keeps its own window and repaints
itself whole: tui.wire sends only the cells that differ. Where it jumps or zooms, it glides there in
a few pictures, if things may move; a key ends that at its goal.
"""

from collections.abc import Callable
from copy import copy
from typing import ClassVar, NamedTuple

from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

import themes
from engine import atlas
from tui.cells import UNDER, Cell
from tui.glide import Look, between, look
from tui.minimap import MiniMap
from tui.panes.view import MapView
from tui.raster import Raster
from tui.runs import segments
from tui.signs import ascii_text
from tui.window import STEP, Window
from tui.wire import Wired

FLASH = 0.6  # seconds
PICTURE = 0.04  # seconds that a picture of a glide stands
GLIDE = 4  # windows: what lies between the ends of a glide is coloured beforehand up to so much


class Ready(NamedTuple):
    """A view made ready to be drawn, and its rows in a window."""

    raster: Raster
    origin: Offset
    size: Size
    strips: dict[int, Strip]


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
        self.begun = view is not None  # before that it is blank
        self.small = False  # whether the mini-map is shown
        self._raster: Raster | None = None
        self._minimap: MiniMap | None = None
        self._strips: dict[int, Strip] = {}
        self._window = Window(self.view.map, n)
        self._drawn = Size(0, 0)
        self._way: list[Look] = []  # what is still to be seen of a glide, the first one now
        self._nearer: Raster | None = None  # what is seen from level to level
        self._playing: Timer | None = None
        self._place = ""
        self._flashing = False
        self._grip: Offset | None = None
        self._dragged = False

    # What the game screen calls

    def show(self, view: MapView, ready: Ready | None = None) -> None:
        """Draw another view, made ready or not; the cursor stays, or goes to the middle of another
        map."""
        if view == self.view and self.begun:
            return
        turned = view.map != self.view.map
        self.begun = True
        self.view = view
        before, self._raster = self._raster, None
        if ready is not None and self._fits(ready.raster):
            self._raster = ready.raster
        elif before and not turned:
            self._raster = Raster(view, self.n, self.theme, self.ascii_only, before)
        self._strips.clear()
        self.refresh()
        if turned or self._nearer:
            self.arrive()
        if turned:
            self.window.turn(view.map)
            self._told()

    def ready(self, view: MapView, place: str) -> Ready:
        """Make a view ready to be drawn with the cursor on a place. It may take its time beside the
        screen: nothing of the pane changes."""
        before = self._raster
        raster = Raster(view, self.n, self.theme, self.ascii_only, before)
        window, size = copy(self._window), self.size
        window.size = size
        if label := atlas.labels().get((view.map, place)):
            window.goto((label.x, label.y))
        x, y = window.origin
        if self.lively and view.map == self.view.map:  # it will glide there
            passed = Region(*self.origin, *size).union(Region(x, y, *size))
            for row in passed.line_range if passed.area <= GLIDE * size.area else ():
                raster.blocks(row, passed.x, passed.right)
        strips = {
            row: Strip(segments(raster.cells(y + row, x, x + size.width), raster.depth), size.width)
            for row in range(1 if view.layer.legend else 0, 0 if self.small else size.height)
        }
        return Ready(raster, window.origin, size, strips)

    def adopt(self, ready: Ready) -> None:
        """Draw the rows that were made ready, where the window is the one they were made for."""
        here = (ready.raster, ready.origin, ready.size)
        if here == (self._raster, self.origin, self.size) and not self._way and not self.small:
            self._strips.update(ready.strips)

    def _fits(self, raster: Raster) -> bool:
        shown = (raster.view, raster.n, raster.depth, raster.palette, raster.ascii_only)
        theme = self.theme
        return shown == (self.view, self.n, theme.depth, theme.palette or raster.palette,
                         self.ascii_only)  # fmt: skip

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
        if label is not None:
            self._move(lambda: self.window.goto((label.x, label.y)))

    def zoom_to(self, n: int) -> None:
        """Show a level (16, 10, 8, 5, 3, 2, 1), with the cursor's place where it is on the screen."""
        self._zoom_about(n, self.cursor - self.origin)

    def place_at_cursor(self) -> str:
        """The province or sea under the cursor, "" where nothing can be entered."""
        return self._window.place_at_cursor()

    @property
    def window(self) -> Window:
        """Where the pane looks, or where a glide goes."""
        self._window.size = self.size
        return self._window

    @property
    def n(self) -> int:
        """The level."""
        return self._window.n

    @property
    def origin(self) -> Offset:
        """The cell of the level at the pane's upper left."""
        return self._window.origin

    @property
    def spot(self) -> tuple[int, int]:
        """The cursor, in pixels of level 1."""
        return self._window.spot

    @property
    def cursor(self) -> Offset:
        """The cursor's cell on the level."""
        return self._window.cursor

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
        if not self.begun:
            outside = self.raster.palette.outside
            return Strip(segments([Cell(" ", UNDER, outside)] * self.size.width, self.theme.depth))
        if self._drawn != self.size:
            self._drawn = self.size
            self._way.clear()
            self._strips.clear()
            self.window.centre()
        cursor = self.cursor - self._seen
        drawn = (cursor.y == y and self.has_focus) or self._flashing
        if not drawn and y in self._strips:
            return self._strips[y]
        cells = self._cells(y)
        self._draw_legend(cells, y)
        self._draw_small(cells, y)
        if drawn:
            self._draw_cursor(cells, cursor, y)
        strip = Strip(segments(cells, self.theme.depth), self.size.width)
        if not drawn:
            self._strips[y] = strip
        return strip

    @property
    def _seen(self) -> Offset:
        """The cell at the upper left that is seen now."""
        if not self._way or self._nearer:
            return self.origin
        now = self._way[0]
        return Offset(int(now.x // self.n), int(now.y // (2 * self.n)))

    def _cells(self, y: int) -> list[Cell]:
        width = self.size.width
        if self._nearer and self._way:
            return self._nearer.between(self._way[0], y, width)
        seen = self._seen
        return self.raster.cells(seen.y + y, seen.x, seen.x + width)

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

    # Moving

    @property
    def lively(self) -> bool:
        """Whether things may move by themselves."""
        return self.app.animation_level == "full" and not self.app.is_headless

    def _move(self, move: Callable[[], None], passing: bool = False, glide: bool = True) -> None:
        """Move the window or the cursor; glide there from what is seen now."""
        start = self._way[0] if self._way else look(self.origin, self.n)
        n, raster = self.n, self._raster
        move()
        goal = look(self.origin, self.n)
        if goal != start or self._way:
            self._strips.clear()
            self.arrive()
            if self.n != n:
                self._raster = None
            if glide and self.lively and self._drawn == self.size and self.begun:
                self._set_out(start, goal, raster if raster and n < self.n else None)
        self._told(passing)

    def _set_out(self, start: Look, goal: Look, nearer: Raster | None) -> None:
        zooming = start.scale != goal.scale
        if zooming and (self.ascii_only or not self.theme.depth):
            return  # such maps have no colours to show between two levels
        self._way = list(between(start, goal))
        self._nearer = (nearer or self.raster) if zooming else None
        if self._way:
            self._playing = self.set_timer(PICTURE, self._next_picture)
            if isinstance(self.app, Wired):
                self.app.at_key = self.arrive

    def _next_picture(self) -> None:
        del self._way[:1]
        if not self._way:
            self.arrive()
            return
        self._strips.clear()
        self.refresh()
        self._playing = self.set_timer(PICTURE, self._next_picture)

    def arrive(self) -> None:
        """End a glide at its goal."""
        if self._playing is not None:
            self._playing.stop()
            self._playing = None
            self._strips.clear()
            self.refresh()
        self._way.clear()
        self._nearer = None

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
        self._move(lambda: self.window.step(Offset(dx, dy)), passing=True, glide=False)

    def action_pan(self, dx: int, dy: int) -> None:
        """Move the window; the cursor keeps its place on the screen."""
        shift = Offset(dx * STEP.width, dy * STEP.height)
        self._move(lambda: self.window.pan(shift), passing=True, glide=False)

    def action_zoom(self, nearer: int) -> None:
        """One level nearer (1) or farther (-1), about the cursor."""
        self._zoom_about(self.window.next_level(nearer), self.cursor - self.origin)

    def _zoom_about(self, n: int, fixed: Offset) -> None:
        if n != self.n:
            self._move(lambda: self.window.zoom_about(n, fixed))

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
            int(shift.x / STEP.width) * STEP.width, int(shift.y / STEP.height) * STEP.height
        )
        if steps != Offset(0, 0):
            self._dragged = True
            self._grip -= steps
            self.arrive()
            self.window.drag(steps)
            self._strips.clear()
            self.refresh()

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Let go; without a drag, the cursor comes here."""
        self.release_mouse()
        if self._grip is not None and not self._dragged:
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
            self._zoom_about(self.window.next_level(nearer), at)
