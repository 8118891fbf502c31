"""Where names and markers stand on the map: slots that no other text ever takes.

The slots of a level are data (tui/data/slots, made by tui.map.placing), so that nothing jumps when
a stack moves and the start stays quick. Only the names of countries, on the far levels, are placed
while playing: they follow the borders.

Columns and rows here are cells of the screen: one pixel of a level wide, two high.
"""

import csv
from bisect import bisect_left
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from engine.facts import atlas

FOLDER = Path(__file__).parents[1] / "data"
STACK_WIDTH = {16: 1, 10: 2, 8: 2, 5: 2, 3: 3, 2: 4, 1: 4}
FORTRESS_WIDTH = {16: 0, 10: 0, 8: 0, 5: 1, 3: 1, 2: 2, 1: 2}
NAMES_FROM = {"europe": 5, "rotw": 3}  # levels this near or nearer have names of provinces
STRAITS_FROM = 5

Cell = tuple[int, int]  # column, row


class Slots(NamedTuple):
    """The slots of one level: the first cell of each. A place without a name there has none."""

    names: dict[str, tuple[str, Cell]]
    stacks: dict[str, Cell]
    fortresses: dict[str, Cell]
    passes: dict[tuple[str, str], Cell]
    straits: dict[tuple[str, str], tuple[Cell, ...]]


@cache
def slots(map: str, n: int) -> Slots:
    """The slots of a level, from tui/data/slots."""
    found = Slots({}, {}, {}, {}, {})
    text = (FOLDER / "slots" / f"{map}-{n}.csv").read_text(encoding="utf-8")
    full = {place: label.name for (where, place), label in atlas.labels().items() if where == map}
    for line in text.splitlines()[1:]:
        kind, place, x, y = line.split(",")
        cell = (int(x), int(y))
        if kind == "stack":
            found.stacks[place] = cell
        elif kind == "name":
            found.names[place] = full[place], cell
        elif kind == "short":
            found.names[place] = short_names()[place], cell
        elif kind == "fortress":
            found.fortresses[place] = cell
        else:
            a, _, b = place.partition(" ")
            if kind == "pass":
                found.passes[a, b] = cell
            else:
                found.straits[a, b] = (*found.straits.get((a, b), ()), cell)
    return found


@cache
def short_names() -> dict[str, str]:
    """Names for places whose full name is too long for the map, written by hand."""
    with (FOLDER / "short_names.csv").open(encoding="utf-8", newline="") as lines:
        return {row["place"]: row["name"] for row in csv.DictReader(lines)}


def line(start: Cell, end: Cell) -> list[Cell]:
    """The cells of a straight line, both ends included."""
    (x, y), (to_x, to_y) = start, end
    steps = max(abs(to_x - x), abs(to_y - y)) or 1
    return [
        (x + round((to_x - x) * i / steps), y + round((to_y - y) * i / steps))
        for i in range(steps + 1)
    ]


class Region(NamedTuple):
    """The name of a country or area on a far level."""

    id: str
    text: str
    x: int
    y: int


def regions(
    map: str, n: int, region_of: Mapping[str, str], name: Callable[[str], str], taken: set[Cell]
) -> list[Region]:
    """Names of countries or areas over their land, spaced capitals where they fit.

    `region_of` gives the country or area of a place; `taken` are cells to keep free. Larger ones
    come first; one whose name does not fit on its own land has none.
    """
    level = atlas.level(map, n)
    of = [region_of.get(place, "") for place in level.names]
    runs: dict[str, list[tuple[int, int, int]]] = {}  # row, first column, end
    for y in range(level.height // 2):
        top = level.ids[2 * y * level.width : (2 * y + 1) * level.width]
        bottom = level.ids[(2 * y + 1) * level.width : (2 * y + 2) * level.width]
        before, start = "", 0
        for x, (up, down) in enumerate(zip(top, bottom, strict=True)):
            here = of[up] if of[up] == of[down] else ""
            if here != before:
                if before:
                    runs.setdefault(before, []).append((y, start, x))
                before, start = here, x
        if before:
            runs.setdefault(before, []).append((y, start, level.width))
    sizes = {place: sum(end - start for _, start, end in found) for place, found in runs.items()}
    placed: list[Region] = []
    taken = set(taken)
    for place in sorted(runs, key=lambda place: (-sizes[place], place)):
        middle = _middle(runs[place])
        for text in _spellings(name(place)):
            cell = _over(runs[place], middle, len(text), taken)
            if cell:
                placed.append(Region(place, text, *cell))
                taken.update((cell[0] + i, cell[1]) for i in range(-2, len(text) + 2))
                break
    return placed


def _spellings(name: str) -> tuple[str, ...]:
    capitals = name.upper()
    return " ".join(capitals).replace("     ", "   "), capitals, name


def _middle(runs: list[tuple[int, int, int]]) -> Cell:
    """The middle of some land."""
    row = _median([(row, end - start) for row, start, end in runs])
    return _median([((start + end) // 2, end - start) for _, start, end in runs]), row


def _over(
    runs: list[tuple[int, int, int]], middle: Cell, width: int, taken: set[Cell]
) -> Cell | None:
    """The place for a text of that width, on its own land and nearest to the middle of it."""
    best: tuple[int, int, int] | None = None
    half = width // 2
    for row, start, end in runs:
        last, away = end - width, 2 * abs(row - middle[1])
        nearest = max(start, min(middle[0] - half, last))
        if last < start or (best and away + abs(nearest + half - middle[0]) >= best[0]):
            continue  # no place in it is nearer
        for x in range(start, last + 1):
            cost = away + abs(x + half - middle[0])
            if (best is None or cost < best[0]) and taken.isdisjoint(
                (i, row) for i in range(x - 1, x + width + 1)
            ):
                best = (cost, x, row)
    return best[1:] if best else None


def _median(weighted: list[tuple[int, int]]) -> int:
    """The middle of some values that count as often as their weight says."""
    weighted.sort()
    sums: list[int] = []
    for _, weight in weighted:
        sums.append((sums[-1] if sums else 0) + weight)
    return weighted[bisect_left(sums, sums[-1] / 2)][0]
