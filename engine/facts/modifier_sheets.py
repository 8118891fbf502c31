"""What modifies a roll, a line each: what it looks at, how it counts, its reason and its rule."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from engine.facts.sheets import cells_of, groups_by
from engine.modifiers import Modifier, nonzero


class Line(NamedTuple):
    """A field of the circumstances that counts so many `times`; `why` may name fields of them."""

    seen: str
    times: str  # a whole number, or the name of a figure in a printed table
    why: str
    rule: str


@cache
def _lines() -> dict[str, tuple[Line, ...]]:
    return groups_by("modifiers/land.csv", {"roll": str}, cells_of(Line, {}), Line)


def modifiers(roll: str, seen: object, printed: Callable[[str], int] = int) -> tuple[Modifier, ...]:
    """The modifiers of a roll on land by what is `seen`, in the order of the rules; `printed` looks
    figures up by their names."""
    return nonzero(
        *(
            ((int if times[-1].isdigit() else printed)(times) * value, why.format(seen), rule)
            for field, times, why, rule in _lines()[roll]
            if (value := getattr(seen, field))
        )
    )
