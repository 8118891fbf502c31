"""Which place lies in a direction of another, for a cursor that goes from province to province."""

from __future__ import annotations

from functools import cache
from math import hypot
from typing import Final

from engine.facts import atlas, board

ASIDE: Final = 2.2
"""So many pixels aside for one ahead are a direction still: a place at 45 degrees is reached by
either arrow."""

PIXELS: Final = 100  # that a neighbour may be farther away for lying one in one straighter ahead


@cache
def towards(map: str, place: str, dx: int, dy: int) -> str:
    """The neighbour of a place that lies straightest in a direction of a map; where none does, the
    nearest place of the map that way; "" where there is nothing."""
    labels = atlas.labels()
    if (map, place) not in labels:
        return ""
    near = {each.other for each in board.borders().get(place, ())}
    found: list[tuple[bool, float, str]] = []
    for (where, name), there in labels.items():
        if where != map or name == place or there.kind not in ("land", "sea"):
            continue
        x, y = there.x - labels[map, place].x, there.y - labels[map, place].y
        ahead, aside = x * dx + y * dy, abs(x * dy) + abs(y * dx)
        if ahead > 0 and aside <= ASIDE * ahead:
            far = hypot(x, y)
            slant = aside / ahead
            beside = name in near
            found.append((not beside, slant + far / PIXELS if beside else far * (1 + slant), name))
    return min(found)[2] if found else ""
