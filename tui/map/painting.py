"""The colours of the map's pixels: whose land it is, borders and rivers, fog and tones.

A pixel is coloured when it is first seen, a piece of a row at a time, and kept until the view or
the theme changes. A map without colour has two "colours", 0 and 1.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from engine.facts import atlas, board
from themes import Fog, Ground, Pair, Palette, Theme, Tint, Tones
from tui.map.cells import UNDER
from tui.map.country_colours import shades, tint
from tui.map.view import MapView, Tone

LINES_FROM: Final = 5  # levels this near or nearer have border lines
RIVERS_FROM: Final = 3
LETTER_LINES_FROM: Final = 8  # the same without colour
PIECE: Final = 64  # pixels coloured at a time
HATCHING: Final[dict[Tone, int]] = {"fair": 4, "bad": 2}
"""Every so many pixels of a tone are its line's."""

FOGGED: Final = {"land": 3, "sea": 6}  # the same for zones that are not known
OCCUPIED: Final = 4  # the same for the owner's colour in a province that another holds

MONOCHROME = Palette(
    sea=Ground(0, 0), sea_ink=1, coast_ink=1, lake=0, impassable=0, outside=0,
    nobody=Tint(1, 1, 0, 0), country_border=0, river=0, lit=1, cursor=Pair(1, 0),
    ink=0, other_ink=1, other_ink_on=frozenset({0}), stack_ink=1, mountain_pass=Pair(1, 0),
    siege=Pair(1, 0), reach=Pair(1, 0), path=Pair(1, 0), mark=Pair(1, 0), ground={}, powers={},
    minors=(Tint(1, 1, 0, 0),), tones=Tones(*(Ground(1, 0),) * 4),
    fog=Fog(Ground(0, 1), Ground(0, 1)),
)  # fmt: skip


class Painting:
    """A view of the board at one level, as colours of pixels."""

    def __init__(self, view: MapView, n: int, theme: Theme, before: "Painting | None") -> None:
        self.view = view
        self.n = n
        self.palette = theme.palette or MONOCHROME
        self.depth = theme.depth
        self.level = atlas.level(view.map, n)
        self._pieces: dict[tuple[int, int], list[int]] = {}
        self._lines: dict[tuple[int, int], int] = {}
        self._size = _sizes(view.map)
        self.fill: list[int] = []
        self.line: list[int] = []
        self.hatched: dict[int, tuple[int, int]] = {}  # a colour, on every so many pixels
        self.dim: frozenset[int] = frozenset()  # pixels of lakes that nobody has seen
        self.seas: set[int] = set()
        self.striped: set[int] = set()
        if before and before._ground() == self._ground():  # only texts differ: keep the colours
            self._pieces, self._lines = before._pieces, before._lines
            self.fill, self.line, self.hatched = before.fill, before.line, before.hatched
            self.dim, self.seas, self.striped = before.dim, before.seas, before.striped
        else:
            self._colours()

    def _ground(self) -> tuple[object, ...]:
        view = self.view
        layer = (bool(view.layer.name), view.layer.tones)
        what = (view.map, view.colouring, view.owners, view.controllers, view.lit, view.fog, layer)
        return self.n, self.depth, self.palette, what

    def tint(self, country: str) -> Tint:
        """The colours of a country, or of nobody's land."""
        return tint(self.palette, country)

    def holder(self, place: str) -> str:
        """The country that controls a province, "" where nobody does."""
        return self.view.controllers.get(place) or self.view.owners.get(place, "")

    def legend_colours(self, tone: Tone | None) -> Pair:
        """The colours of a piece of the legend: those of its tone on the map."""
        if tone is None or self.depth == 0:
            return self.palette.reach
        fill = self.palette.tones.of(tone).fill
        return Pair(self.palette.ink_on(fill), fill)

    def _colours(self) -> None:
        view, palette, provinces = self.view, self.palette, board.provinces()
        land = [place for place in self.level.names if place in provinces]
        if view.colouring == "terrain":
            alternate: Mapping[str, bool] = {}
        else:
            areas = {place: provinces[place].area for place in land}
            alternate = shades({place: view.owners.get(place) or areas[place] for place in land})
        for index, place in enumerate(self.level.names):
            fill, line = palette.outside, palette.outside
            if place == "_impassable":
                fill = line = palette.impassable
            elif place == "_lake":
                fill = line = palette.lake if view.map == "europe" else palette.sea.fill
            elif board.is_sea(place):
                fill, line = palette.sea
            elif place in provinces:
                tint = self.tint(self.holder(place))
                fill, line = tint.alternate if alternate.get(place) else tint.fill, tint.line
                if view.layer.name:
                    tone = view.layer.tones.get(place)
                    fill, line = palette.tones.of(tone)
                    if tone in HATCHING:
                        self.hatched[index] = line, HATCHING[tone]
                elif view.colouring == "terrain" and self.depth:
                    fill, line = palette.ground[provinces[place].terrain]
                elif view.owners.get(place, "") != self.holder(place) and self.depth:
                    self.hatched[index] = self.tint(view.owners.get(place, "")).fill, OCCUPIED
            if place in view.fog:
                kind = "land" if place in provinces else "sea"
                fill, hatch = palette.fog.land if kind == "land" else palette.fog.sea
                line = fill
                self.hatched[index] = hatch, FOGGED[kind]
            if place in view.lit:
                fill = palette.lit
                self.hatched.pop(index, None)
            self.fill.append(fill)
            self.line.append(line)
        if view.fog and "_lake" in self.level.names:
            self.dim = frozenset(
                pixel
                for pixels, shores in _lakes(view.map, self.n)
                if shores <= view.fog
                for pixel in pixels
            )
        self.seas = {i for i, place in enumerate(self.level.names) if board.is_sea(place)}
        if self.depth == 0:
            names = self.level.names
            for index in (i for i, place in enumerate(names) if place == "_impassable"):
                self.fill[index], self.hatched[index] = 1, (0, 2)
            self.striped = {i for i, place in enumerate(names) if place in view.lit}

    def _line(self, here: int, there: int) -> int:
        """The colour of here's pixels along there: a border line, or UNDER for none.

        The line lies in the larger of the two: small provinces keep their body.
        """
        names, view = self.level.names, self.view
        a, b = names[here], names[there]
        if (self._size.get(a, 0), a) < (self._size.get(b, 0), b):
            return UNDER
        if a in view.fog and b in view.fog:
            return UNDER
        if a[0] == "_" or b[0] == "_" or board.is_sea(a) != board.is_sea(b):
            return UNDER
        if board.is_sea(a):
            return self.palette.sea.line
        owners = {view.owners.get(a, ""), view.owners.get(b, "")}
        if len(owners) == 2:
            # From afar the tones tell minor countries apart; lines would hide the small ones.
            plain = self.n == LINES_FROM and self.depth == 256
            minor = not owners & self.palette.powers.keys()
            return UNDER if plain and minor else self.palette.country_border
        if self.n <= RIVERS_FROM and board.border(a, b) == "river":
            return self.palette.river
        one_area = board.province(a).area == board.province(b).area
        return self.line[here] if self.n < LINES_FROM or not one_area else UNDER

    def _rank(self, colour: int) -> int:
        return (colour == self.palette.country_border) * 2 + (colour == self.palette.river)

    def pixels(self, y: int, piece: int) -> list[int]:
        """The colours of PIECE pixels of a row (fewer at the edge of the map)."""
        found = self._pieces.get((y, piece))
        if found is None:
            found = self._pieces[y, piece] = self._paint(y, piece)
        return found

    def _paint(self, y: int, piece: int) -> list[int]:
        ids, width, height = self.level.ids, self.level.width, self.level.height
        start, end = piece * PIECE, min(piece * PIECE + PIECE, width)
        if y >= height:
            return [self.palette.outside] * (end - start)
        at = y * width
        row = ids[at + start : at + end]
        fill = self.fill
        colours = [fill[place] for place in row]
        if self.hatched or self.striped:
            self._sow(colours, row, start, y)
        for x in range(start, end) if self.dim else ():
            if at + x in self.dim:
                misty, hatch = self.palette.fog.land
                colours[x - start] = misty if (x + y) % FOGGED["land"] else hatch
        if self.n > (LINES_FROM if self.depth else LETTER_LINES_FROM):
            return colours
        above = ids[at - width + start : at - width + end] if y else row
        below = ids[at + width + start : at + width + end] if y + 1 < height else row
        left = ids[at + start - 1 : at + end - 1] if start else row[:1] + row[:-1]
        right = ids[at + start + 1 : at + end + 1] if end < width else row[1:] + row[-1:]
        for x, (here, *around) in enumerate(zip(row, above, below, left, right, strict=True)):
            up, down, before, after = around
            if here == up == down == before == after:
                continue
            colour = self._border(here, around)
            if colour == UNDER:
                continue
            dotted = here in self.seas if self.depth else self._inner(here, around)
            if not dotted or (start + x + y) % 2 == 0:
                colours[x] = colour
        return colours

    def _border(self, here: int, around: Iterable[int]) -> int:
        best = UNDER
        for there in around:
            if there != here:
                colour = self._lines.get((here, there))
                if colour is None:
                    colour = self._lines[here, there] = self._line(here, there)
                if colour != UNDER and (best == UNDER or self._rank(colour) > self._rank(best)):
                    best = colour
        return best

    def _inner(self, here: int, around: Iterable[int]) -> bool:
        """Whether a border pixel lies between provinces of one owner only (without colour)."""
        names, owners = self.level.names, self.view.owners
        return all(owners.get(names[there]) == owners.get(names[here]) for there in around)

    def _sow(self, colours: list[int], row: Iterable[int], start: int, y: int) -> None:
        """Hatching: of occupied provinces, of tones, and without colour of what nobody enters."""
        for x, place in enumerate(row, start):
            if place in self.hatched:
                colour, every = self.hatched[place]
                if (x + y) % every == 0:
                    colours[x - start] = colour
            elif place in self.striped and x % 2:
                colours[x - start] = 1 - colours[x - start]

    def span(self, y: int, start: int, end: int) -> list[int]:
        """The colours of the pixels [start, end) of a row, which lie on the map."""
        first = start // PIECE
        colours = [*self.pixels(y, first)]
        for piece in range(first + 1, (end - 1) // PIECE + 1):
            colours += self.pixels(y, piece)
        return colours[start - first * PIECE : end - first * PIECE]


@cache
def _sizes(map: str) -> dict[str, int]:
    return {place: label.cells for (at, place), label in atlas.labels().items() if at == map}


@cache
def _lakes(map: str, n: int) -> list[tuple[set[int], set[str]]]:
    """Each lake of a level: its pixels, and the places at its shores."""
    level = atlas.level(map, n)
    lake, width = level.names.index("_lake"), level.width
    left = {pixel for pixel, place in enumerate(level.ids) if place == lake}
    found = []
    while left:
        pixels: set[int] = set()
        shores: set[str] = set()
        reached = [left.pop()]
        while reached:
            pixel = reached.pop()
            pixels.add(pixel)
            row = pixel // width
            beside = [other for other in (pixel - 1, pixel + 1) if other // width == row]
            for other in (*beside, pixel - width, pixel + width):
                if other in left:
                    left.remove(other)
                    reached.append(other)
                elif 0 <= other < len(level.ids) and level.ids[other] != lake:
                    shores.add(level.names[level.ids[other]])
        found.append((pixels, {place for place in shores if place[0] != "_"}))
    return found
