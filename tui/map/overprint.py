"""What is printed over a row of the map last: the legend of a layer, and the cursor."""

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
