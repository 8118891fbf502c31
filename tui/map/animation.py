"""The pictures between two views of the map: a glide from the one to the other in a few steps.

The steps follow from the two views alone; the pane plays them, a moment each. A glide changes
nothing but what is seen on the way: the window is at its goal from the beginning.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from textual.geometry import Offset

PICTURES: Final = 2  # between two views


class Viewpoint(NamedTuple):
    """A view of the map: the pixel of level 1 at the upper left, and how many a column is wide."""

    x: float
    y: float
    scale: float


def viewpoint(origin: Offset, n: int) -> Viewpoint:
    """A window's view: its upper left cell on a level."""
    return Viewpoint(origin.x * n, origin.y * 2 * n, n)


def between(start: Viewpoint, goal: Viewpoint) -> tuple[Viewpoint, ...]:
    """The views between two, neither of them among them.

    At one level the window slides, by whole cells, faster at first than at the end. From level to
    level what stays where it is on the screen does so all the way, and each scale is as many times
    the one before it.
    """
    if start.scale != goal.scale:
        return tuple(_scaled(start, goal, step / (PICTURES + 1)) for step in range(1, PICTURES + 1))
    n = goal.scale
    across, down = (goal.x - start.x) / n, (goal.y - start.y) / (2 * n)
    found: list[Viewpoint] = []
    for step in range(1, PICTURES + 1):
        left = (1 - step / (PICTURES + 1)) ** 2  # of the way
        seen = Viewpoint(goal.x - round(across * left) * n, goal.y - round(down * left) * 2 * n, n)
        if seen not in (start, goal, *found):
            found.append(seen)
    return tuple(found)


def _scaled(start: Viewpoint, goal: Viewpoint, share: float) -> Viewpoint:
    scale = start.scale * (goal.scale / start.scale) ** share
    part = (scale - start.scale) / (goal.scale - start.scale)
    x, y = start.x + (goal.x - start.x) * part, start.y + (goal.y - start.y) * part
    return Viewpoint(x, y, scale)
