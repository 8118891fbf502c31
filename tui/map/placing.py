"""Where every name and marker goes on a level: worked out beforehand, kept as data.

`python -m tui.map.placing build` makes tui/data/slots anew from the rasters and the board. What is
claimed once is nobody else's: no two texts ever meet.
"""

import sys
from array import array
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from engine.facts import atlas, board
from tui.map.labels import (
    FOLDER,
    FORTRESS_WIDTH,
    NAMES_FROM,
    STACK_WIDTH,
    STRAITS_FROM,
    Cell,
    Slots,
    line,
    short_names,
)

PASSES_FROM: Final = 2
OFFSHORE_FROM: Final = 3  # names of islands and short coasts may stand on the water
SEAS_FROM: Final = 10
OWN: Final = 0.85  # this share of a name must stand on its own place
APART: Final = {"europe": 6, "rotw": 2}
"""Cells between a name on the water and the counters of another place: Europe's lie closer."""
ASHORE: Final = 0.3  # and this of one that may stand on the water with the rest


class Placing:
    """One level being filled: what is taken, and what lies where."""

    def __init__(self, map: str, n: int) -> None:
        self.map = map
        self.n = n
        self.level = atlas.level(map, n)
        self.width = self.level.width
        self.height = -(-self.level.height // 2)
        self.taken: set[Cell] = set()
        self.written: set[Cell] = set()  # what of it is names
        self.counters: dict[Cell, str] = {}  # whose counters stand there
        self.index = {name: i for i, name in enumerate(self.level.names)}
        self.found = Slots({}, {}, {}, {}, {})
        self.labels = {place: label for (at, place), label in atlas.labels().items() if at == map}
        self.places = [
            place for place in self.labels if not place.startswith("_") and place in self.index
        ]

    def share(self, place: str, x: int, y: int, width: int) -> float:
        """How many of some cells of a row a place has a part of, from 0 to 1."""
        return sum(place in self.at(i, y) for i in range(x, x + width)) / width

    def at(self, x: int, y: int) -> tuple[str, ...]:
        """The places of a cell's one or two pixels."""
        rows = range(2 * y, min(2 * y + 2, self.level.height))
        return tuple(self.level.names[self.level.ids[row * self.width + x]] for row in rows)

    def fits(self, x: int, y: int, width: int) -> bool:
        """Whether the cells are on the map and free."""
        if not (x >= 0 and x + width <= self.width and 0 <= y < self.height):
            return False
        return self.taken.isdisjoint((i, y) for i in range(x, x + width))

    def take(self, x: int, y: int, width: int) -> Cell:
        """Claim cells."""
        self.taken.update((i, y) for i in range(x, x + width))
        return x, y

    def stand(self, place: str, x: int, y: int, width: int) -> None:
        """Claim the cells where the counters of a place stand."""
        self.found.stacks[place] = self.take(x, y, width)
        self.counters.update(((i, y), place) for i in range(x, x + width))

    def beside_others(self, place: str, x: int, y: int, width: int) -> bool:
        """Whether a name there would seem to name the counters of another place."""
        apart = APART[self.map]
        ends = (*range(x - apart, x), *range(x + width, x + width + apart))
        return any(self.counters.get((i, y), place) != place for i in ends)

    def write(self, place: str, text: str, cell: Cell) -> None:
        """Claim the cells of a name."""
        self.found.names[place] = text, self.take(*cell, len(text))
        self.written.update((cell[0] + i, cell[1]) for i in range(len(text)))

    def spellings(self, place: str) -> list[str]:
        """The name of a place, and its short name if it has one."""
        short = short_names().get(place)
        return [self.labels[place].name, *([short] if short else [])]

    def anchor(self, place: str) -> Cell:
        """The cell of a place's label anchor."""
        return self.labels[place].x // self.n, self.labels[place].y // self.n // 2

    def nearest(self, place: str, width: int, to: Cell, reach: int) -> Cell:
        """The free run of cells nearest to a cell, preferring those of the place itself."""
        best: tuple[float, int, int] | None = None
        for y in range(max(0, to[1] - reach), min(self.height, to[1] + reach + 1)):
            for x in range(max(0, to[0] - 2 * reach), min(self.width, to[0] + 2 * reach + 1)):
                cost = abs(y - to[1]) + abs(x - to[0]) / 2
                if (best is None or cost < best[0]) and self.fits(x, y, width):
                    cost += 8 * (1 - self.share(place, x, y, width))
                    ends = ((x - 1, y), (x + width, y))
                    cost += 4 * (not self.written.isdisjoint(ends))
                    cost += width > 1 and 0.5 * (not self.taken.isdisjoint(ends))
                    if best is None or cost < best[0]:
                        best = (cost, x, y)
        if best is None:
            return self.nearest(place, width, to, 2 * reach)
        return best[1:]

    def name(self, place: str, text: str, slot: int) -> tuple[Cell, Cell | None] | None:
        """Where a name fits, and with it a slot of that many columns (0: none is wanted)."""
        ax, ay = self.anchor(place)
        width = len(text)
        best: tuple[float, Cell, Cell | None] | None = None
        for dy in (0, -1, 1, -2, 2):
            for dx in range(-6, 7):
                x, y = ax - width // 2 + dx, ay + dy
                cost = 2 * abs(dy) + abs(dx) / 3
                if (best and cost >= best[0]) or not self.clear(x, y, width):
                    continue
                share = self.share(place, x, y, width)
                cost += 12 * (1 - share) + 1.5 * self.pressed(place, x, y, width)
                if share < OWN or (best and cost >= best[0]):
                    continue
                beside = self.beside(place, x, y, width, slot) if slot else None
                if slot and beside is None:
                    continue
                cost += abs(beside[1] - y - 1) if beside else 0
                if best is None or cost < best[0]:
                    best = (cost, (x, y), beside)
        return best[1:] if best else None

    def clear(self, x: int, y: int, width: int) -> bool:
        """Whether cells are free, with a free one (or the edge) on each side."""
        left, right = max(0, x - 1), min(self.width, x + width + 1)
        return x >= 0 and x + width <= self.width and self.fits(left, y, right - left)

    def pressed(self, place: str, x: int, y: int, width: int) -> int:
        """How many ends of a name stand close to another name or, at sea, to the coast."""
        ends = [(x - 1, x - 2), (x + width, x + width + 1)]
        sea = board.is_sea(place)
        return sum(
            (far, y) in self.written
            or (sea and 0 <= near < self.width and self.share(place, near, y, 1) < 1)
            for near, far in ends
        )

    def beside(self, place: str, x: int, y: int, width: int, slot: int) -> Cell | None:
        """A free slot on the same place under, over or at an end of a name."""
        middle = x + (width - slot) // 2
        shifts = sorted(range(-width // 2, width // 2 + 1), key=abs)
        around = [(middle + shift, y + 1) for shift in shifts]
        around += [(middle + shift, y - 1) for shift in shifts]
        around += [(x + width + 1, y), (x - slot - 1, y)]
        for sx, sy in around:
            if self.fits(sx, sy, slot) and self.share(place, sx, sy, slot) >= OWN:
                return sx, sy
        return None

    def free(
        self, columns: range, rows: range, width: int, cost: Callable[[int, int], float]
    ) -> list[Cell]:
        """Where a text of a width may begin, the cheapest first."""
        cells = [(x, y) for y in rows for x in columns if self.clear(x, y, width)]
        return sorted(cells, key=lambda cell: cost(*cell))

    def coastal(self, place: str, text: str) -> Cell | None:
        """Where a name fits half on its own land, half on the water, and on nobody else's."""
        ax, ay = self.anchor(place)
        width = len(text)

        def cost(x: int, y: int) -> float:
            off = 2 * abs(y - ay) + abs(x + width // 2 - ax) / 3
            return off + 6 * (1 - self.share(place, x, y, width))

        for x, y in self.free(range(ax - width - 3, ax + 4), range(ay - 3, ay + 4), width, cost):
            under = (found for i in range(x, x + width) for found in self.at(i, y))
            if self.n <= OFFSHORE_FROM and self.beside_others(place, x, y, width):
                continue
            if self.share(place, x, y, width) >= ASHORE and all(
                found == place or board.is_sea(found) for found in under
            ):
                return x, y
        return None

    def offshore(self, place: str, text: str) -> Cell | None:
        """Where the name of a small coast or island fits on the water next to it."""
        ax, ay = self.anchor(place)
        width = len(text)

        def cost(x: int, y: int) -> float:
            return 2 * abs(y - ay) + max(x - ax, ax - (x + width - 1), 0)

        for x, y in self.free(range(ax - width - 8, ax + 10), range(ay - 4, ay + 5), width, cost):
            if self.beside_others(place, x, y, width):
                continue
            under = (found for i in range(x, x + width) for found in self.at(i, y))
            near = ((i, j) for j in (y - 1, y, y + 1) for i in range(x - 2, x + width + 2))
            if all(map(board.is_sea, under)) and any(
                place in self.at(i, j)
                for i, j in near
                if 0 <= i < self.width and 0 <= j < self.height
            ):
                return x, y
        return None


def place_all(map: str, n: int) -> Slots:
    """Place every slot of a level.

    First claimed: fortresses at their city and passes; then, capitals first and then by fortress,
    income and size, each name with the stacks' slot at it; then the slots of those that have no
    room for both, the smallest first, their names where they fit alone, and the names of the seas.
    """
    work = Placing(map, n)
    found = work.found
    by_size = sorted(work.places, key=lambda place: (work.labels[place].cells, place))
    provinces = [place for place in by_size if not board.is_sea(place)]
    seas = [place for place in reversed(by_size) if board.is_sea(place)]
    important = sorted(provinces, key=lambda place: _importance(work, place))
    slot = STACK_WIDTH[n]

    def nameless() -> list[str]:
        return [place for place in important if place not in found.names]

    if width := FORTRESS_WIDTH[n]:
        for place in provinces:
            label = work.labels[place]
            x, y = label.x, label.y
            if label.city_x is not None and label.city_y is not None:
                x, y = label.city_x, label.city_y
            spot = work.nearest(place, width, (x // n, y // n // 2), 2)
            found.fortresses[place] = work.take(*spot, width)
    if n <= PASSES_FROM:
        _passes(work)
    if n <= NAMES_FROM[map]:
        _names(work, important, slot)
    if n <= SEAS_FROM:
        _names(work, seas, slot)
    for place in by_size:
        if place not in found.stacks:
            ax, ay = work.anchor(place)
            spot = work.nearest(place, slot, (ax - slot // 2, ay), 2)
            work.stand(place, *spot, slot)
    if n <= NAMES_FROM[map]:
        _names(work, nameless(), 0)
        for place in nameless():
            for text in work.spellings(place):
                if cell := work.coastal(place, text):
                    work.write(place, text, cell)
                    break
    if n <= OFFSHORE_FROM:
        for place in nameless():
            text = work.spellings(place)[-1]
            if cell := work.offshore(place, text):
                work.write(place, text, cell)
    if n <= STRAITS_FROM:
        _straits(work)
    return found


def _importance(work: Placing, place: str) -> tuple[bool, int, int, int, str]:
    facts = board.province(place)
    return not facts.capital, -facts.fortress, -facts.income, -work.labels[place].cells, place


def _names(work: Placing, ids: Iterable[str], slot: int) -> None:
    for place in ids:
        for text in work.spellings(place):
            if fit := work.name(place, text, slot):
                cell, beside = fit
                work.write(place, text, cell)
                if beside:
                    work.stand(place, *beside, slot)
                break


def _borders(work: Placing, kinds: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for a, around in board.borders().items():
        for found in around:
            if found.kind in kinds and a < found.other and {a, found.other} <= set(work.places):
                yield a, found.other


def _passes(work: Placing) -> None:
    """A pass stands in the middle of the border between its two provinces."""
    ids, width = work.level.ids, work.width
    pairs = {
        frozenset((work.index[a], work.index[b])): (a, b)
        for a, b in _borders(work, ("mountain_pass",))
    }  # fmt: skip
    contacts: dict[frozenset[int], list[tuple[int, int]]] = {}
    for at, here in enumerate(ids):
        for other in (at + 1, at + width):
            if other < len(ids) and ids[other] != here:
                pair = frozenset((here, ids[other]))
                if pair in pairs:
                    contacts.setdefault(pair, []).append((at % width, at // width))
    for pair, (a, b) in pairs.items():
        if border := contacts.get(pair):
            mx, my = (sum(values) / len(border) for values in zip(*border, strict=True))
            x, y = min(border, key=lambda at: (at[0] - mx) ** 2 + (at[1] - my) ** 2)
            cell = work.nearest(a, 2, (x, y // 2), 1)
            work.found.passes[a, b] = work.take(*cell, 2)


def _straits(work: Placing) -> None:
    """Dots over the water, from cell to cell between the two nearest of two shores."""
    shores: dict[str, list[Cell]] = {}
    pairs = list(_borders(work, ("strait", "bering_strait")))
    for place in {place for pair in pairs for place in pair}:
        index = work.index[place]
        shores[place] = sorted(
            {(at % work.width, at // work.width // 2) for at in _where(work.level.ids, index)}
        )
    for a, b in pairs:
        if not (shores[a] and shores[b]):
            continue
        _, start, end = min(
            ((p[0] - q[0]) ** 2 + 4 * (p[1] - q[1]) ** 2, p, q)
            for p in shores[a]
            for q in shores[b]
        )  # fmt: skip
        dots = [cell for cell in line(start, end)[1:-1] if cell not in work.taken]
        if dots:
            work.found.straits[a, b] = tuple(dots)


def _where(ids: "array[int]", wanted: int) -> Iterator[int]:
    at = -1
    try:
        while True:
            at = ids.index(wanted, at + 1)
            yield at
    except ValueError:
        return


def dump(level: Slots) -> str:
    """The slots as the text of their file."""
    short = short_names()
    lines = ["kind,place,x,y"]
    for place, (name, cell) in sorted(level.names.items()):
        lines.append(_line("short" if short.get(place) == name else "name", place, cell))
    for kind, found in (("stack", level.stacks), ("fortress", level.fortresses)):
        lines += [_line(kind, place, cell) for place, cell in sorted(found.items())]
    lines += [_line("pass", " ".join(pair), cell) for pair, cell in sorted(level.passes.items())]
    for pair, cells in sorted(level.straits.items()):
        lines += [_line("strait", " ".join(pair), cell) for cell in cells]
    return "\n".join(lines) + "\n"


def _line(kind: str, place: str, cell: Cell) -> str:
    return f"{kind},{place},{cell[0]},{cell[1]}"


def main(arguments: list[str]) -> int:
    """Place the slots of every level anew and write their files."""
    if arguments != ["build"]:
        print("usage: python -m tui.map.placing build", file=sys.stderr)
        return 2
    (FOLDER / "slots").mkdir(exist_ok=True)
    for board_map, levels in atlas.LEVELS.items():
        for n in levels:
            found = place_all(board_map, n)
            file = FOLDER / "slots" / f"{board_map}-{n}.csv"
            file.write_text(dump(found), encoding="utf-8")
            print(f"{board_map} {n}: {len(found.names)} names, {len(found.stacks)} places")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
