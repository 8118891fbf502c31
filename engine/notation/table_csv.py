"""A table as comma separated values: `country, place, counters, leaders`, a row a stack.

A row of one cell is what one types of the whole table: `turn 22`, `war france spain`.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from typing import Final

from engine.facts.place_names import plain_letters
from engine.notation import lexicon, shorthand
from engine.notation.layout import Layout, empty
from engine.notation.reading_errors import Unread

COLUMNS: Final = ("country", "place", "counters", "leaders")
LARGEST: Final = 200_000
MOST_ROWS: Final = 400
LONGEST: Final = 2_000
MOST_COMPLAINTS: Final = 40
EXAMPLE: Final = "france, artois, 2A+ LD, Condé"


def is_table(text: str) -> bool:
    """Whether a text is meant as such a table, by its first row."""
    head = next((row for row in text.lstrip("\ufeff").splitlines() if row.strip()), "")
    return [each.strip(' "').lower() for each in _cells(head)][:2] == ["country", "place"]


def _cells(row: str) -> list[str]:
    """The cells of a row, between commas, semicolons or tabs."""
    mark = next((each for each in ("\t", ";") if each in row), ",")
    return [cell.strip() for cell in next(csv.reader([row[:LONGEST]], delimiter=mark), [])]


def laid_out(text: str, turn: int = 1) -> str:
    """The position of a table. Raises Unread with a sentence for every row that is wrong, by its
    number."""
    if len(text) > LARGEST:
        raise Unread([f"the table has {len(text):,} letters; at most {LARGEST:,} can be read"])
    layout, wrong = Layout(empty(turn)), list[str]()
    for number, row in _rows(text):
        try:
            _put(layout, row)
        except Unread as error:
            wrong += [f"line {number}: {line}" for line in error.lines]
        if len(wrong) >= MOST_COMPLAINTS:
            break
    if wrong:
        raise Unread(wrong)
    return layout.text


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """Every row with something in it, but for the head, with the number of its line."""
    lines = text.lstrip("\ufeff").splitlines()
    if len(lines) > MOST_ROWS:
        raise Unread([f"the table has {len(lines):,} rows; at most {MOST_ROWS:,} can be read"])
    seen = False
    for number, line in enumerate(lines, 1):
        if line.strip(" ,;\t") and not line.lstrip().startswith("//"):
            if seen:
                yield number, _cells(line)
            seen = True


def _put(layout: Layout, row: list[str]) -> None:
    """Lays out one row; what stands there stays."""
    filled = [cell for cell in row if cell]
    if len(filled) == 1:
        layout.typed("", filled[0])
        return
    country, place, counters, leaders, *more = [*row, "", "", ""][: max(4, len(row))]
    if any(more) or not country or not place or not (counters or leaders):
        raise Unread([f"a row is {', '.join(COLUMNS)}, such as: {EXAMPLE}"])
    found = lexicon.places(plain_letters(place))
    if len(found) != 1:
        several = ", ".join(found[:4])
        said = f"may be {several}: say which" if found else "is not a place"
        raise Unread([f"{place[:40]!r} {said}"])
    where = next((word for word in shorthand.PLACED if word in counters.split()), "")
    named = [f"{country} {each.strip()} {where}" for each in leaders.replace("&", "/").split("/")]
    for phrase in ([f"{country} {counters}"] if counters else []) + (named if leaders else []):
        layout.typed(found[0], f"+ {phrase}")
