"""What is written on the map: names, markers, ways and signs, as texts of rows."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise

from engine.facts import atlas, board
from engine.facts.countries import countries
from themes import Pair
from tui.map import labels
from tui.map.cells import UNDER, Text
from tui.map.painting import LINES_FROM, Painting
from tui.map.symbols import RINGS, SIGNS, stack_text
from tui.map.view import Sign, StackMark


@cache
def water_under(map: str, n: int) -> dict[str, tuple[str | None, ...]]:
    """The sea under each letter of the names of a level, None where a cell is not only sea."""
    level = atlas.level(map, n)

    def water(column: int, row: int) -> str | None:
        rows = range(2 * row, min(2 * row + 2, level.height))
        places = [level.names[level.ids[y * level.width + column]] for y in rows]
        return places[0] if all(board.is_sea(place) for place in places) else None

    return {
        place: tuple(water(column, y) for column in range(x, x + len(name)))
        for place, (name, (x, y)) in labels.slots(map, n).names.items()
    }


class Lettering:
    """All texts of a painted level; `rows` gives those of a row of cells."""

    def __init__(self, painting: Painting) -> None:
        self.painting = painting
        self.view = painting.view
        self.n = painting.n
        self.palette = painting.palette
        self.level = painting.level
        self.slots = labels.slots(self.view.map, self.n)
        self.fill = dict(zip(self.level.names, painting.fill, strict=True))
        self.rows: dict[int, list[Text]] = {}
        self._write()

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
            self._put_name(place, name, x, y)
        for (a, b), (x, y) in self.slots.passes.items():
            if {a, b} & self.view.fog:
                continue
            self._put(x, y, ")(", *self.palette.mountain_pass)
        self._write_fortresses()
        self._write_stacks()

    def _put(
        self,
        x: int,
        y: int,
        text: str,
        ink: int,
        ground: int,
        name: tuple[int, int] | None = None,
    ) -> None:
        self.rows.setdefault(y, []).append(Text(x, text, ink, ground, name))

    def _put_name(self, place: str, name: str, x: int, y: int) -> None:
        """A name has its place's fill; what of a province's name is off the coast lies on the
        water."""
        palette, fill = self.palette, self.fill[place]
        if board.is_sea(place):
            ink = palette.ink_on(fill) if place in self.view.lit else palette.sea_ink
            self._put(x, y, name, ink, fill, (x, x + len(name)))
            return
        seas = water_under(self.view.map, self.n)[place]
        under = [None if sea is None else self.fill[sea] for sea in seas]
        ashore = [at for at, water in enumerate(under) if water is None]
        first, last = (ashore[0], ashore[-1]) if ashore else (len(name), len(name))
        grounds = [
            fill if first <= at <= last or water is None else water
            for at, water in enumerate(under)
        ]
        start = 0
        for at in range(1, len(name) + 1):
            if at == len(name) or grounds[at] != grounds[start]:
                ground = grounds[start]
                plain = first <= start <= last or ground == palette.lit
                ink = palette.ink_on(ground) if plain else palette.coast_ink
                self._put(x + start, y, name[start:at], ink, ground, (x, x + len(name)))
                start = at

    def _write_regions(self) -> None:
        """Names of countries; in the Rest of the World, of areas."""
        provinces, view = board.provinces(), self.view
        if view.map == "europe":
            of = {
                place: self.painting.holder(place)
                for place in self.level.names
                if place in provinces
            }
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
            fill = (
                self.painting.tint(region.id).fill
                if view.map == "europe"
                else self.palette.nobody.fill
            )
            plain = view.map == "europe" and view.colouring == "control" and not view.layer.name
            on = fill if plain else UNDER
            ends = (region.x, region.x + len(region.text))
            self._put(region.x, region.y, region.text, self.palette.ink_on(fill), on, ends)

    def _write_fortresses(self) -> None:
        """Towns, fortresses, who sits inside, siegeworks; and markers such as pillage."""
        width = labels.FORTRESS_WIDTH[self.n]
        if not width:
            return
        inside = {stack.place: stack for stack in self.view.stacks if stack.inside}
        for place, (x, y) in self.slots.fortresses.items():
            level = self.view.fortresses.get(place)
            siege = self.view.sieges.get(place)
            own = self.fill[place]
            colours = (self.palette.ink_on(own), own)
            if siege is not None:
                ring = RINGS[min(int(siege or 0), len(RINGS) - 1)]
                text, colours = ring + siege, self.palette.siege
            elif place in inside:
                stack = inside[place]
                text = SIGNS[stack.relation] + (str(level) if level else "")
                colours = (self.palette.stack_ink, self.painting.tint(stack.country).stack)
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
            elif place in self.slots.stacks and all(one.place != place for one in self.view.stacks):
                text = sign[: labels.STACK_WIDTH[self.n]]
                self._put(*self._middle(place, len(text)), text, *self.palette.mark)

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
                ground = self.painting.tint(strongest.country).stack
                self._put(*self._middle(place, len(text)), text, self.palette.stack_ink, ground)

    def _signs(self) -> Mapping[str, Sign]:
        """What is written where no stack stands: the layer's signs, or what a move costs."""
        if self.view.layer.name:
            return self.view.layer.signs
        costs = {place: str(cost) for place, cost in self.view.reach.items()}
        return {place: Sign(cost, cost[0] if cost[0] in "!-" else "+")
                for place, cost in costs.items()}  # fmt: skip

    def _sign_colours(self, place: str, sign: Sign) -> Pair:
        if place in self.view.path:
            return self.palette.path
        if sign.tone is None and self.n > labels.STRAITS_FROM and self.painting.depth:
            fill = self.fill[place]
            return Pair(self.palette.ink_on(fill), fill)  # from afar, boxes would hide the land
        return self.painting.legend_colours(sign.tone)

    def _middle(self, place: str, width: int) -> labels.Cell:
        x, y = self.slots.stacks[place]
        return x + (labels.STACK_WIDTH[self.n] - width) // 2, y

    def _write_path(self) -> None:
        """Dots from slot to slot of the provinces of the move, of the one before, and along the
        layer's lines."""
        for x, y in self._dots(self.view.layer.lines):
            self._put(x, y, "·", *self.palette.reach)
        for x, y in self._dots([self.view.trail]):
            self._put(x, y, "·", *self.palette.reach)
        for x, y in self._dots([self.view.path]):
            self._put(x, y, "•", *self.palette.path)

    def _dots(self, ways: Iterable[Sequence[str]]) -> Iterator[labels.Cell]:
        for way in ways:
            steps = [place for place in way if place in self.slots.stacks]
            for place, following in pairwise(steps):
                yield from labels.line(*(self._middle(at, 1) for at in (place, following)))
