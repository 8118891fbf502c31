"""What is printed over a row of the map last: a layer's legend, the cursor, names."""

from collections.abc import Iterable
from typing import NamedTuple

from textual.geometry import Region

from engine.facts import atlas
from tui.map import labels
from tui.map.cells import Cell
from tui.map.raster import Raster
from tui.map.symbols import ascii_text


def print_legend(cells: list[Cell], raster: Raster) -> None:
    """What the layer's signs mean, over the map's first row; it gives way to the cursor."""
    x = 0
    for text, tone in raster.view.layer.legend:
        ink, ground = raster.painting.legend_colours(tone)
        for letter in ascii_text(text) if raster.ascii_only else text:
            if x < len(cells):
                cells[x] = Cell(letter, ink, ground)
            x += 1


class Tag(NamedTuple):
    """The name of a place where the level has none for it: cells of the window."""

    x: int
    y: int
    text: str


def tags(raster: Raster, places: Iterable[str], seen: Region) -> list[Tag]:
    """The names that are wanting of some places in the part of the level that is seen, each beside
    the counters of its place and on no other's."""
    found: list[Tag] = []
    slots, known = labels.slots(raster.view.map, raster.n), atlas.labels()
    for place in dict.fromkeys(places):
        label = known.get((raster.view.map, place))
        if label is None or place not in slots.stacks or place in raster.view.fog:
            continue
        name, at = slots.names.get(place, ("", (0, 0)))
        if name and seen.contains_region(Region(*at, len(name), 1)):
            continue
        text = labels.short_names().get(place, label.name)[: seen.width]
        x, y = slots.stacks[place]
        left = max(seen.x, min(x - len(text) // 2, seen.right - len(text)))
        sides = ((x + labels.STACK_WIDTH[raster.n], y), (x - len(text), y))
        around = [(left, y - 1), (left, y + 1), *sides, (left, y - 2), (left, y + 2)]
        free = [
            (crossed, order, cell)
            for order, cell in enumerate([*around, (left, y - 3), (left, y + 3)])
            if (crossed := _crossed(raster, Region(*cell, len(text), 1), seen)) is not None
        ]
        if free:
            column, row = min(free)[2]
            found.append(Tag(column - seen.x, row - seen.y, text))
    return found


def _crossed(raster: Raster, area: Region, seen: Region) -> int | None:
    """How many names a tag would cross; None where it would lie on a counter or
    beyond what is seen."""
    if not seen.contains_region(area):
        return None
    over = [text for text in raster.texts.get(area.y, ())
            if area.overlaps(Region(text.x, area.y, len(text.text), 1))]  # fmt: skip
    return None if any(not text.name for text in over) else len(over)


def print_tag(cells: list[Cell], raster: Raster, tag: Tag) -> None:
    """A name over a row."""
    ink, ground = raster.painting.legend_colours(None)
    letters = ascii_text(tag.text) if raster.ascii_only else tag.text
    for x, letter in enumerate(letters, tag.x):
        cells[x] = Cell(letter, ink, ground)


def print_cursor(cells: list[Cell], raster: Raster, x: int, here: bool, flashing: bool) -> None:
    """The cursor in a column: its letter if it is in this row (`here`), and while it flashes a
    cross through the whole window."""
    ink, ground = raster.palette.cursor
    for column in range(len(cells)) if here and flashing else (x,):
        if not 0 <= column < len(cells):
            continue
        letter = "-" if here else "|"
        if here and column == x:
            letter = cells[column].text
            letter = "+" if letter in " ▀▄█" else letter
            if raster.depth == 0:  # reverse of what is under it
                ink, ground = cells[column].ground, 1 - cells[column].ground
        cells[column] = Cell(letter, ink, ground)
