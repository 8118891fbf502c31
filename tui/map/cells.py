"""What the map pane is made of: characters in two colours, by the index of each."""

from typing import Final, NamedTuple

UNDER: Final = -1
"""Instead of a colour: whatever lies there."""


class Cell(NamedTuple):
    """One character on the screen, with the indices of its colours."""

    text: str
    ink: int
    ground: int


class Text(NamedTuple):
    """A text of a row: a name's part, a marker. `ground` may be UNDER.

    What a window cuts off loses its end if it is a marker. A name is whole or is not there at all:
    `name` is where all of it begins and ends.
    """

    x: int
    text: str
    ink: int
    ground: int
    name: tuple[int, int] | None = None


def block(top: int, bottom: int, depth: int) -> Cell:
    """Two pixels as one cell; in 16 colours the bright one is the ink (the Linux console has but
    eight grounds)."""
    if top == bottom:
        return Cell("█", top, UNDER) if depth == 16 and top > 7 else Cell(" ", UNDER, top)
    if depth == 16 and bottom > 7 >= top:
        return Cell("▄", bottom, top)
    return Cell("▀", top, bottom)
