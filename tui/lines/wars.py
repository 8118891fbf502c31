"""Who is at war with whom by lines: all alliances on one page, as the screen has them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

Pair = frozenset[str]
NAME: Final = 20  # columns of an alliance's name
ASKED: Final = (
    "Numbers such as 2-5 make war between two, or peace; Enter takes the page as it is; "
    "'each' asks every alliance by itself > "
)
PAIR: Final = re.compile(r"(\d+)\s*-\s*(\d+)")


def matrix(about: Mapping[str, Any], wars: Iterable[Pair]) -> Iterator[str]:
    """The half below the diagonal, a row an alliance: X at war, . at peace."""
    sides, free, at_war = about["sides"], _pairs(about["apart"]), set(wars)
    for y, (one, name) in enumerate(sides):
        pairs = [frozenset((one, other)) for other, _ in sides[:y]]
        signs = ["X" if each in at_war else "." if each in free else " " for each in pairs]
        yield f"{y + 1:3} {name[:NAME]:{NAME}}" + "".join(f"{sign:>3}" for sign in signs)
    yield " " * (NAME + 4) + "".join(f"{number:3}" for number in range(1, len(sides)))
    yield "X at war, . at peace; the others are never at war with each other."


def page(
    about: Mapping[str, Any], read: Callable[[str], str], write: Callable[[str], None]
) -> set[Pair] | None:
    """Reads all wars; None where each alliance is to be asked by itself. Raises EOFError where one
    leaves."""
    sides, free = about["sides"], _pairs(about["apart"])
    wars = _pairs(about["usual"]) & free
    write("Who is at war with whom?")
    while True:
        write("\n".join(matrix(about, wars)))
        text = read(ASKED).strip()
        if not text:
            return wars
        if text == "each":
            return None
        if text in ("q", "quit"):
            raise EOFError
        if trouble := _turned(text, sides, free, wars):
            write(trouble)


def _turned(text: str, sides: Any, free: set[Pair], wars: set[Pair]) -> str:
    """Turns the pairs of a line from peace to war and back; why it cannot be read, or ""."""
    found = [(int(one), int(other)) for one, other in PAIR.findall(text)]
    if not found or re.sub(r"[\s,;]", "", PAIR.sub("", text)):
        return f"No: {text!r} names no pairs; write them as 2-5, 3-4."
    pairs: set[Pair] = set()
    for one, other in found:
        if not (0 < one <= len(sides) and 0 < other <= len(sides)):
            return f"No: the alliances have the numbers 1 to {len(sides)}."
        pair = frozenset((sides[one - 1][0], sides[other - 1][0]))
        if pair not in free:
            return f"No: {sides[one - 1][1]} and {sides[other - 1][1]} cannot be at war."
        pairs.add(pair)
    wars ^= pairs
    return ""


def _pairs(listed: Iterable[Iterable[str]]) -> set[Pair]:
    return {frozenset(pair) for pair in listed}
