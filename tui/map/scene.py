"""The board in a window: what of it is seen, at rest and on the way to somewhere else.

A scene repaints itself whole: tui.terminal.output sends only the cells that differ. Where it jumps
or zooms, it glides there in a few pictures, if things may move; a key ends that at its goal.
"""

from collections.abc import Callable
from copy import copy
from typing import NamedTuple

from textual.geometry import Offset, Region, Size
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

import themes
from engine.facts import atlas
from tui.map import minimap
from tui.map.animation import Viewpoint, between, viewpoint
from tui.map.cells import UNDER, Cell
from tui.map.cursor_and_legend import Tag, print_cursor, print_legend, print_tag, tags
from tui.map.painting import MONOCHROME
from tui.map.raster import Raster
from tui.map.style_runs import segments
from tui.map.view import MapView
from tui.map.viewport import Viewport
from tui.terminal.output import DiffedApp

FLASH = 0.6  # seconds
WORDS = 20  # columns of a window that has room for names beside those of the level
PICTURE = 0.04  # seconds that a picture of a glide stands
GLIDE = 4  # windows: what lies between the ends of a glide is coloured beforehand up to so much


class Ready(NamedTuple):
    """A view made ready to be drawn, and its rows in a window."""

    raster: Raster
    origin: Offset
    size: Size
    strips: dict[int, Strip]


class Scene(Widget):
    """A window on the board, drawn. Keys and mouse are the pane's."""

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
        self.hurried = False  # whether the next move comes before a glide would end
        self._raster: Raster | None = None
        self._minimap: minimap.MiniMap | None = None
        self._strips: dict[int, Strip] = {}
        self._window = Viewport(self.view.map, n)
        self._drawn = Size(0, 0)
        self._tagged: tuple[object, list[Tag]] | None = None
        self._way: list[Viewpoint] = []  # what is still to be seen of a glide, the first one now
        self._nearer: Raster | None = None  # what is seen from level to level
        self._playing: Timer | None = None
        self._flashing = False

    # What the game screen calls

    def show(self, view: MapView, ready: Ready | None = None) -> None:
        """Draw another view, made ready or not; the cursor stays, or goes to the middle of another
        map."""
        if view == self.view and self.begun:
            return
        turned = view.map != self._window.map
        self.begun = True
        self.view = view
        before, self._raster = self._raster, None
        if ready is not None and self._fits(ready.raster):
            self._raster = ready.raster
        elif before and before.view.map == view.map:
            self._raster = Raster(view, self.level_number, self.theme, self.ascii_only, before)
        self._strips.clear()
        self.refresh()
        if turned or self._nearer:
            self.arrive()
        if turned:
            self.window.turn(view.map)
            self.told()

    def ready(self, view: MapView, place: str) -> Ready:
        """Make a view ready to be drawn with the cursor on a place. It may take its time beside the
        screen: nothing of the pane changes."""
        before = self._raster
        raster = Raster(view, self.level_number, self.theme, self.ascii_only, before)
        window, size = copy(self._window), self.size
        window.size = size
        if label := atlas.labels().get((view.map, place)):
            window.goto((label.x, label.y))
        x, y = window.origin
        if self.animates and view.map == self.view.map:  # it will glide there
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
        return shown == (self.view, self.level_number, theme.depth, theme.palette or raster.palette,
                         self.ascii_only)  # fmt: skip

    def paint(self, theme: str) -> None:
        """Take the colours of another theme."""
        self.theme_name = theme
        self._anew()

    def plain_characters(self, ascii_only: bool) -> None:
        """One ASCII character a cell, for terminals that tear half blocks."""
        if self.ascii_only != ascii_only:
            self.ascii_only = ascii_only
            self._anew()

    def miniature(self, shown: bool) -> None:
        """Show the whole board in a corner, or no longer."""
        self.small = True
        corner = self._corner
        self.small = shown
        if corner is not None:
            rows = range(corner.y, self.size.height)
            for y in rows:
                self._strips.pop(y, None)
            self.refresh(*(Region(0, y, self.size.width, 1) for y in rows))

    def goto(self, place: str) -> None:
        """Put the cursor on a place of this map; a place of no raster leaves it where it is."""
        label = atlas.labels().get((self.view.map, place))
        if label is not None:
            self._move(lambda: self.window.goto((label.x, label.y)))

    def zoom_to(self, n: int) -> None:
        """Show a level of the atlas, with the cursor's place where it is on the screen."""
        self._zoom_about(n, self.cursor - self.origin)

    def place_at_cursor(self) -> str:
        """The province or sea under the cursor, "" where nothing can be entered."""
        return self._window.place_at_cursor()

    @property
    def window(self) -> Viewport:
        """Where the pane looks, or where a glide goes; as large as it was while another pane hides
        it."""
        self._window.size = self.size or self._drawn
        return self._window

    @property
    def level_number(self) -> int:
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
            self._raster = Raster(self.view, self.level_number, self.theme, self.ascii_only)
        return self._raster

    # Drawing

    def get_line_filters(self) -> list[object]:  # type: ignore[override]
        """None: the palette is chosen for the terminal, NO_COLOR included."""
        return []

    def render_lines(self, crop: Region) -> list[Strip]:
        """Rows of the window, as they are kept: nothing is drawn around them."""
        if self.gutter:
            return super().render_lines(crop)
        rows = [self.render_line(y) for y in crop.line_range if y < self.size.height]
        whole = crop.column_span == (0, self.size.width)
        return [row if whole else row.crop(*crop.column_span) for row in rows]

    def render_line(self, y: int) -> Strip:
        """One row of the window. In a new size, the cursor comes to the middle first."""
        if not self.begun:
            outside = (self.theme.palette or MONOCHROME).outside
            return Strip(segments([Cell(" ", UNDER, outside)] * self.size.width, self.theme.depth))
        if self._drawn != self.size:
            self._drawn = self.size
            self._way.clear()
            self._strips.clear()
            self._settle()
        cursor = self.cursor - self._seen
        tags = [tag for tag in self._tags() if tag.y == y]
        drawn = (cursor.y == y and self.has_focus) or self._flashing or bool(tags)
        if not drawn and y in self._strips:
            return self._strips[y]
        cells = self._cells(y)
        if y == 0:
            print_legend(cells, self.raster)
        self._draw_small(cells, y)
        for tag in tags:
            print_tag(cells, self.raster, tag)
        if (cursor.y == y and self.has_focus) or self._flashing:
            print_cursor(cells, self.raster, cursor.x, cursor.y == y, self._flashing)
        strip = Strip(segments(cells, self.theme.depth), self.size.width)
        if not drawn:
            self._strips[y] = strip
        return strip

    def _settle(self) -> None:
        """In a new size the cursor comes to the middle."""
        self.window.centre()

    def _tags(self) -> list[Tag]:
        """The names that are written where the level has none: of the cursor's place, of what is
        lit and of where a move ends."""
        if self._way or self.size.width < WORDS:
            return []
        focus = (self.place_at_cursor(),) if self.has_focus else ()
        key = (self.raster, focus, self.origin, self.size)
        if self._tagged is None or self._tagged[0] != key:
            places = (*focus, *self.view.path[-1:], *sorted(self.view.lit))
            seen = Region(*self.origin, *self.size)
            self._tagged = key, tags(self.raster, places, seen)
        return self._tagged[1]

    @property
    def _seen(self) -> Offset:
        """The cell at the upper left that is seen now."""
        if not self._way or self._nearer:
            return self.origin
        now = self._way[0]
        return Offset(int(now.x // self.level_number), int(now.y // (2 * self.level_number)))

    def _cells(self, y: int) -> list[Cell]:
        width = self.size.width
        if self._nearer and self._way:
            return self._nearer.between(self._way[0], y, width)
        seen = self._seen
        return self.raster.cells(seen.y + y, seen.x, seen.x + width)

    def _draw_small(self, cells: list[Cell], y: int) -> None:
        corner = self._corner
        if corner is not None and corner.y <= y:
            seen = Region(*self.origin, *self.size)
            cells[corner.x :] = self._mini.cells(y - corner.y, seen, self.level_number)

    @property
    def _mini(self) -> minimap.MiniMap:
        small = self._minimap
        if small is None or small.pane != self.size or small.raster is not self.raster:
            small = self._minimap = minimap.MiniMap(self.raster, self.size)
        return small

    @property
    def _corner(self) -> Offset | None:
        """The upper left cell of the mini-map, None while none is shown."""
        if not self.small or not self._mini.fits(self.size):
            return None
        return Offset(self.size.width - self._mini.width, self.size.height - self._mini.height)

    def _anew(self) -> None:
        self._raster = None
        self._strips.clear()
        self.refresh()

    # Moving

    @property
    def animates(self) -> bool:
        """Whether things may move by themselves, and have the time."""
        quiet = self.hurried or self.app.is_headless
        return self.app.animation_level == "full" and not quiet

    def _move(self, move: Callable[[], None], passing: bool = False, glide: bool = True) -> None:
        """Move the window or the cursor; glide there from what is seen now."""
        start = self._way[0] if self._way else viewpoint(self.origin, self.level_number)
        n, raster = self.level_number, self._raster
        move()
        goal = viewpoint(self.origin, self.level_number)
        if goal != start or self._way:
            self._strips.clear()
            self.arrive()
            if self.level_number != n:
                self._raster = None
            if glide and self.animates and self._drawn == self.size and self.begun:
                self._set_out(start, goal, raster if raster and n < self.level_number else None)
        self.told(passing)

    def _set_out(self, start: Viewpoint, goal: Viewpoint, nearer: Raster | None) -> None:
        zooming = start.scale != goal.scale
        if zooming and (self.ascii_only or not self.theme.depth):
            return  # such maps have no colours to show between two levels
        self._way = list(between(start, goal))
        self._nearer = (nearer or self.raster) if zooming else None
        if self._way:
            self._playing = self.set_timer(PICTURE, self._next_picture)
            if isinstance(self.app, DiffedApp):
                self.app.at_key = self.arrive

    def _next_picture(self) -> None:
        if not (isinstance(self.app, DiffedApp) and self.app.wire.owed):  # else all of one first
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

    def told(self, passing: bool = False) -> None:
        """After the cursor moved, perhaps only in passing: repaint. Where the window stands still
        only the rows change on which there is, or was, more than the map."""
        still = not (self._way or self._flashing)
        if still and self._strips and self._drawn == self.size:
            height, width = self.size.height, self.size.width
            marked = {self.cursor.y - self.origin.y, *(tag.y for tag in self._tags())}
            marked |= set(range(height)) - self._strips.keys()
            rows = [Region(0, y, width, 1) for y in marked if 0 <= y < height]
            self.refresh(*rows)
        else:
            self.refresh()

    def _zoom_about(self, n: int, fixed: Offset) -> None:
        if n != self.level_number:
            self._move(lambda: self.window.zoom_about(n, fixed))

    def flash(self) -> None:
        """Show the cursor with a cross over the whole window, for a moment."""
        self._flashing = True
        self.refresh()
        self.set_timer(FLASH, self._flashed)

    def _flashed(self) -> None:
        self._flashing = False
        self.refresh()

    def on_mount(self) -> None:
        """Follow the theme of the application where it is one of ours."""
        self.app.theme_changed_signal.subscribe(self, lambda theme: self._themed(theme.name))
        self._themed(self.app.theme)

    def _themed(self, name: str) -> None:
        if name in themes.names() and name != self.theme_name:
            self.paint(name)
