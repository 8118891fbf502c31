"""From a view of the board to cells: colours of pixels, then characters in two colours.

Three steps, each kept: the ids of a level (engine.atlas), the colours of a piece of a pixel row
(until the view or the theme changes), and the cells of the visible window, which are not kept
here. A cell is one pixel wide and two high. A map without colour has two "colours", 0 and 1.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from engine import atlas, board
from engine.countries import countries
from themes import Fog, Ground, Pair, Palette, Theme, Tint, Tones
from tui import labels
from tui.panes.view import MapView, Sign, StackMark, Tone
from tui.signs import SIGNS, ascii_text, stack_text
from tui.tints import shades, tones

LINES_FROM = 5  # levels this near or nearer have border lines
RIVERS_FROM = 3
LETTER_LINES_FROM = 8  # the same without colour
PIECE = 64  # pixels coloured at a time
UNDER = -1  # a text on whatever lies under it
HATCHING: dict[Tone, int] = {"fair": 4, "bad": 2}  # every so many pixels of a tone are its line's
FOGGED = {"land": 3, "sea": 6}  # the same for zones that are not known
OCCUPIED = 4  # the same for the owner's colour in a province that another holds

NO_LETTER = " "


class Cell(NamedTuple):
    """One character on the screen, with the indices of its colours."""

    text: str
    ink: int
    ground: int


class Text(NamedTuple):
    """A text of a row: names, markers. `ground` may be UNDER."""

    x: int
    text: str
    ink: int
    ground: int


MONOCHROME = Palette(
    sea=Ground(0, 0), sea_ink=1, coast_ink=1, lake=0, impassable=0, outside=0,
    nobody=Tint(1, 1, 0, 0), country_border=0, river=0, lit=1, cursor=Pair(1, 0),
    ink=0, other_ink=1, other_ink_on=frozenset({0}), stack_ink=1, mountain_pass=Pair(1, 0),
    siege=Pair(1, 0), reach=Pair(1, 0), path=Pair(1, 0), mark=Pair(1, 0), ground={}, powers={},
    minors=(Tint(1, 1, 0, 0),), tones=Tones(*(Ground(1, 0),) * 4),
    fog=Fog(Ground(0, 1), Ground(0, 1)),
)  # fmt: skip


class Raster:
    """A view of the board at one level, in the colours of one theme."""

    def __init__(
        self,
        view: MapView,
        n: int,
        theme: Theme,
        ascii_only: bool = False,
        before: "Raster | None" = None,
    ) -> None:
        self.view = view
        self.n = n
        self.palette = theme.palette or MONOCHROME
        self.depth = theme.depth
        self.ascii_only = ascii_only
        self.level = atlas.level(view.map, n)
        self.width = self.level.width
        self.height = -(-self.level.height // 2)
        self.slots = labels.slots(view.map, n)
        self._pieces: dict[tuple[int, int], list[int]] = {}
        self._lines: dict[tuple[int, int], int] = {}
        self._size = _sizes(view.map)
        self._colours()
        if before and before._ground() == self._ground():  # only texts differ: keep the colours
            self._pieces, self._lines = before._pieces, before._lines
        self.texts: dict[int, list[Text]] = {}
        self._write()

    def _ground(self) -> tuple[object, ...]:
        view = self.view
        layer = (bool(view.layer.name), view.layer.tones)
        what = (view.map, view.colouring, view.owners, view.controllers, view.lit, view.fog, layer)
        return self.n, self.palette, what

    # Colours of pixels

    def tint(self, country: str) -> Tint:
        """The colours of a country, or of nobody's land."""
        if not country:
            return self.palette.nobody
        minors = self.palette.minors
        tone = tones(len(minors)).get(country, len(country) % len(minors))
        return self.palette.powers.get(country) or minors[tone]

    def holder(self, place: str) -> str:
        """The country that controls a province, "" where nobody does."""
        return self.view.controllers.get(place) or self.view.owners.get(place, "")

    def _colours(self) -> None:
        view, palette, provinces = self.view, self.palette, board.provinces()
        land = [place for place in self.level.names if place in provinces]
        if view.colouring == "terrain":
            alternate: Mapping[str, bool] = {}
        else:
            areas = {place: provinces[place].area for place in land}
            alternate = shades({place: view.owners.get(place) or areas[place] for place in land})
        self.fill: list[int] = []
        self.line: list[int] = []
        self.hatched: dict[int, tuple[int, int]] = {}  # a colour, on every so many pixels
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
        self.seas = {i for i, place in enumerate(self.level.names) if board.is_sea(place)}
        self.striped: set[int] = set()
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
        if view.owners.get(a, "") != view.owners.get(b, ""):
            return self.palette.country_border
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
        ids, width, height = self.level.ids, self.width, self.level.height
        start, end = piece * PIECE, min(piece * PIECE + PIECE, width)
        if y >= height:
            return [self.palette.outside] * (end - start)
        at = y * width
        row = ids[at + start : at + end]
        fill = self.fill
        colours = [fill[place] for place in row]
        if self.hatched or self.striped:
            self._sow(colours, row, start, y)
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

    # Texts

    def _write(self) -> None:
        """All names and markers; what is written later covers what was written before."""
        if self.n <= labels.STRAITS_FROM:
            for (a, b), cells in self.slots.straits.items():
                for x, y in () if {a, b} & self.view.fog else cells:
                    self._put(x, y, "·", self.palette.sea_ink, UNDER)
        self._write_path()
        if self.n > labels.NAMES_FROM[self.view.map]:
            self._write_regions()
        for place, (name, (x, y)) in self.slots.names.items():
            if place in self.view.fog:
                continue
            self._put(x, y, name, *self._name_colours(place, x, y, len(name)))
        for (a, b), (x, y) in self.slots.passes.items():
            if {a, b} & self.view.fog:
                continue
            self._put(x, y, ")(", *self.palette.mountain_pass)
        self._write_fortresses()
        self._write_stacks()

    def _put(self, x: int, y: int, text: str, ink: int, ground: int) -> None:
        self.texts.setdefault(y, []).append(Text(x, text, ink, ground))

    def _name_colours(self, place: str, x: int, y: int, width: int) -> tuple[int, int]:
        """A name wears its province's fill; one that stands off the coast lies on the water."""
        fill = self.palette.sea.fill
        if not board.is_sea(place):
            ids, row = self.level.ids, 2 * y * self.width
            index = self.level.names.index(place)
            upper = ids[row + x : row + x + width]
            lower = ids[row + self.width + x : row + self.width + x + width]
            if index not in upper and index not in lower:
                return self.palette.coast_ink, fill
            fill = self.fill[index]
            return self.palette.ink_on(fill), fill
        if place in self.view.lit:
            return self.palette.ink_on(self.palette.lit), self.palette.lit
        return self.palette.sea_ink, fill

    def _write_regions(self) -> None:
        """Names of countries; in the Rest of the World, of areas."""
        provinces, view = board.provinces(), self.view
        if view.map == "europe":
            of = {place: self.holder(place) for place in self.level.names if place in provinces}
            names = {place: country.short for place, country in countries().items()}
        else:
            of = {place: provinces[place].area for place in self.level.names if place in provinces}
            names = {place: area.name for place, area in board.areas().items()}
        wide = labels.STACK_WIDTH[self.n]
        shown = {*view.reach, *view.path, *(stack.place for stack in view.stacks)}
        shown |= view.layer.signs.keys()
        slots = (self.slots.stacks[place] for place in shown if place in self.slots.stacks)
        taken = {(x + i, y) for x, y in slots for i in range(wide)}
        known = {place: region for place, region in of.items() if region and place not in view.fog}
        for region in labels.regions(
            view.map, self.n, known, lambda place: names.get(place, place), taken
        ):
            fill = self.tint(region.id).fill if view.map == "europe" else self.palette.nobody.fill
            plain = view.map == "europe" and view.colouring == "control" and not view.layer.name
            on = fill if plain else UNDER
            self._put(region.x, region.y, region.text, self.palette.ink_on(fill), on)

    def _write_fortresses(self) -> None:
        """Towns, fortresses, who sits inside, siegeworks; and markers such as pillage."""
        width = labels.FORTRESS_WIDTH[self.n]
        if not width:
            return
        inside = {stack.place: stack for stack in self.view.stacks if stack.inside}
        for place, (x, y) in self.slots.fortresses.items():
            level = self.view.fortresses.get(place)
            siege = self.view.sieges.get(place)
            own = self.fill[self.level.names.index(place)]
            colours = (self.palette.ink_on(own), own)
            if siege is not None:
                text, colours = "#" + siege, self.palette.siege
            elif place in inside:
                stack = inside[place]
                text = SIGNS[stack.relation] + (str(level) if level else "")
                colours = (self.palette.stack_ink, self.tint(stack.country).stack)
            elif level and (level > 1 or self.n < LINES_FROM):
                text = f"◆{level}"
            elif level == 0 and width > 1:
                text = "•"
            else:
                continue
            self._put(x, y, text[:width], *colours)
        for place, sign in self.view.marks:
            if place in self.slots.fortresses:
                x, y = self.slots.fortresses[place]
                self._put(x - 1 if x else x + width, y, sign[:1], *self.palette.mark)

    def _write_stacks(self) -> None:
        """In a stacks' slot: the stacks outside; where none stands, what it costs to go there."""
        width = labels.STACK_WIDTH[self.n]
        at: dict[str, list[StackMark]] = {}
        for stack in self.view.stacks:
            if not stack.inside or not labels.FORTRESS_WIDTH[self.n]:
                at.setdefault(stack.place, []).append(stack)
        for place, sign in self._signs().items():
            if place in self.slots.stacks and place not in at:
                text = sign.text if len(sign.text) <= width else sign.short
                self._put(*self._middle(place, len(text)), text, *self._sign_colours(place, sign))
        for place, stacks in at.items():
            if place in self.slots.stacks:
                strongest = max(stacks, key=lambda stack: (stack.strength, stack.country))
                text = stack_text(stacks, width)
                ground = self.tint(strongest.country).stack
                self._put(*self._middle(place, len(text)), text, self.palette.stack_ink, ground)

    def _signs(self) -> Mapping[str, Sign]:
        """What is written where no stack stands: the layer's signs, or what a move costs."""
        if self.view.layer.name:
            return self.view.layer.signs
        costs = {place: str(cost) for place, cost in self.view.reach.items()}
        return {place: Sign(cost, cost[0] if cost[0] in "!-" else "+")
                for place, cost in costs.items()}  # fmt: skip

    def legend_colours(self, tone: Tone | None) -> Pair:
        """The colours of a piece of the legend: those of its tone on the map."""
        if tone is None or self.depth == 0:
            return self.palette.reach
        fill = self.palette.tones.of(tone).fill
        return Pair(self.palette.ink_on(fill), fill)

    def _sign_colours(self, place: str, sign: Sign) -> Pair:
        return self.palette.path if place in self.view.path else self.legend_colours(sign.tone)

    def _middle(self, place: str, width: int) -> labels.Cell:
        x, y = self.slots.stacks[place]
        return x + (labels.STACK_WIDTH[self.n] - width) // 2, y

    def _write_path(self) -> None:
        """Dots from slot to slot of the provinces of the move, and along the layer's lines."""
        for x, y in self._dots(self.view.layer.lines):
            self._put(x, y, "·", *self.palette.reach)
        for x, y in self._dots([self.view.path]):
            self._put(x, y, "•", *self.palette.path)

    def _dots(self, ways: Iterable[Sequence[str]]) -> Iterator[labels.Cell]:
        for way in ways:
            steps = [place for place in way if place in self.slots.stacks]
            for place, following in pairwise(steps):
                yield from labels.line(*(self._middle(at, 1) for at in (place, following)))

    # Cells

    def blocks(self, row: int, start: int, end: int) -> list[tuple[int, int]]:
        """The colours of the pixels of cells [start, end) of a row; outside the map: outside."""
        left, right = max(start, 0), min(end, self.width)
        none = (self.palette.outside, self.palette.outside)
        if left >= right or not 0 <= row < self.height:
            return [none] * (end - start)
        upper, lower = (self._span(y, left, right) for y in (2 * row, 2 * row + 1))
        inside = zip(upper, lower, strict=True)
        return [none] * (left - start) + list(inside) + [none] * (end - right)

    def _span(self, y: int, start: int, end: int) -> list[int]:
        first = start // PIECE
        colours = [*self.pixels(y, first)]
        for piece in range(first + 1, (end - 1) // PIECE + 1):
            colours += self.pixels(y, piece)
        return colours[start - first * PIECE : end - first * PIECE]

    def cells(self, row: int, start: int, end: int) -> list[Cell]:
        """The cells [start, end) of a row, with the texts on them."""
        blocks = self.blocks(row, start, end)
        if self.ascii_only:
            found = [self._single(block, row, x) for x, block in enumerate(blocks, start)]
        else:
            found = [_block(*block, self.depth) for block in blocks]
        if self.depth == 0 and 0 <= row < self.height and not self.ascii_only:
            self._sow_letters(found, row, start, blocks)
        for x, text, ink, ground in self.texts.get(row, ()):
            for column, letter in enumerate(ascii_text(text) if self.ascii_only else text, x):
                if start <= column < end:
                    under = blocks[column - start][0] if ground == UNDER else ground
                    found[column - start] = Cell(letter, ink, under)
        return found

    def _single(self, block: tuple[int, int], row: int, x: int) -> Cell:
        """One character a cell: of its two pixels the one that is a line, else the upper."""
        lines = (self.palette.country_border, self.palette.river)
        colour = block[1] if block[1] in lines else block[0]
        if self.depth:
            return Cell(" ", UNDER, colour)
        land = self._letter(x, row) if block[0] and block[1] else NO_LETTER
        return Cell(land, 1, 0)

    def _letter(self, x: int, row: int) -> str:
        """The letter of who holds a cell's upper pixel; a blank for water and nobody's land."""
        if not (0 <= x < self.width and 0 <= row < self.height):
            return NO_LETTER
        place = self.level.names[self.level.ids[2 * row * self.width + x]]
        holder = countries().get(self.holder(place))
        return holder.letter if holder else NO_LETTER

    def _sow_letters(
        self, found: list[Cell], row: int, start: int, blocks: list[tuple[int, int]]
    ) -> None:
        """Without colour, letters at every sixth column and third row tell whose land it is."""
        if row % 3:
            return
        written = self.texts.get(row, ())
        for x, block in enumerate(blocks, start):
            if (x + 3 * (row // 3 % 2)) % 6 or block != (1, 1):
                continue
            if not any(text.x - 1 <= x <= text.x + len(text.text) for text in written):
                found[x - start] = Cell(self._letter(x, row), 0, 1)


def _block(top: int, bottom: int, depth: int) -> Cell:
    """Two pixels as one cell; in 16 colours the bright one is the ink (see map notes: consoles)."""
    if top == bottom:
        return Cell("█", top, UNDER) if depth == 16 and top > 7 else Cell(" ", UNDER, top)
    if depth == 16 and bottom > 7 >= top:
        return Cell("▄", bottom, top)
    return Cell("▀", top, bottom)


@cache
def _sizes(map: str) -> dict[str, int]:
    return {place: label.cells for (at, place), label in atlas.labels().items() if at == map}
