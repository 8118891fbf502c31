"""The fields of documents, a line each of documents/fields.csv, and how a shape is written there.

A line names the object that holds the field (a kind of document, or a part of one), the field, its
shape, the value it starts with (none: it is wanted), whether a form folds it, and what it means. A
shape is a word that the sheet's reader knows, another object of the sheet, a table of wordings.csv
(one of its names), or one of:

    0..9 a rating               a whole number, and what it is
    field|inside: a position    a choice, and what it is of
    perhaps S, perhaps("") S    null or a shape, and what null stands for where it is not null
    list S, list 1..8 S         a list, and how long it may be
    named S: ships by kind      an object of free names, and what it is of
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final, NamedTuple

from engine.documents.complaints import Complaints
from engine.documents.fields import (
    MOST,
    REQUIRED,
    Choice,
    Field,
    Fields,
    Flag,
    Listed,
    Named,
    Perhaps,
    Shape,
    Text,
    Whole,
)
from engine.facts.sheets import FactsError, rows
from engine.facts.wordings import are_named, wordings

SHEET: Final = "documents/fields.csv"
WRITTEN: Final = re.compile(
    r"(?P<perhaps>perhaps)(?:\((?P<null>[^)]*)\))? (?P<other>.+)"
    r"|list (?:(?P<fewest>\d+)\.\.(?P<longest>\d+) )?(?P<entry>.+)"
    r"|named (?P<value>.+): (?P<kind>.+)"
    r"|(?P<least>-?\d+)\.\.(?P<most>-?\d+)(?: (?P<noun>.+))?"
    r"|(?P<words>.+): (?P<of>.+)"
)
Words = Mapping[str, Shape]
WORDS: Final[Words] = {"flag": Flag(), "text": Text(), "name": Text(plain=True)}


class Line(NamedTuple):
    """A line of the sheet; the field `*` stands for all fields of the object that is its shape."""

    field: str
    shape: str
    start: str
    folded: str
    what: str


COLUMNS: Final = ",".join(("object", *Line._fields))


@cache
def _objects() -> dict[str, list[list[str]]]:
    """The cells of the lines by their object, of which few are asked for."""
    found: dict[str, list[list[str]]] = {}
    for name, *cells in rows(SHEET, COLUMNS):
        found.setdefault(name, []).append(cells)
    return found


def fields_of(name: str, words: Words) -> tuple[Field, ...]:
    """The fields of an object of the sheet; `words` are what shapes are named by there.

    Raises FactsError for a shape that is none.
    """
    found: list[Field] = []
    for line in map(Line._make, _objects()[name]):
        if line.field == "*":
            found += fields_of(line.shape, words)
            continue
        try:
            shape = shape_of(line.shape, words)
        except ValueError as error:
            raise FactsError(f"{SHEET}: {name}, {line.field}: {error}") from error
        start = _start(line.start, shape)
        found.append(Field(line.field, shape, line.what, start, bool(line.folded)))
    return tuple(found)


def record(name: str, words: Words, make: Callable[..., Any] = dict) -> Fields:
    """The shape of an object of the sheet, read as what `make` makes of its fields; a complaint
    calls it by its name, without what stands in brackets behind it."""
    return Fields(fields_of(name, words), name.partition(" (")[0], make=make)


def shape_of(text: str, words: Words) -> Shape:
    """The shape that a text of the sheet means. Raises ValueError where it means none."""
    if known := words.get(text) or WORDS.get(text):
        return known
    if text in _objects():
        return record(text, words)
    if are_named(text):
        return Choice(tuple(wordings(text)), f"a {text}")
    found = WRITTEN.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is no shape")
    if found["perhaps"]:
        return Perhaps(shape_of(found["other"], words), json.loads(found["null"] or "null"))
    if entry := found["entry"]:
        fewest, longest = found["fewest"] or 0, found["longest"] or MOST
        return Listed(shape_of(entry, words), int(fewest), int(longest))
    if found["kind"]:
        return Named(shape_of(found["value"], words), found["kind"])
    if found["words"]:
        return Choice(found["words"].split("|"), found["of"])
    return Whole(int(found["least"]), int(found["most"]), found["noun"] or "a whole number")


def _start(cell: str, shape: Shape) -> Any:
    """The value that a field starts with: JSON, or a text as it is."""
    if not cell:
        return REQUIRED
    try:
        value = json.loads(cell)
    except ValueError:
        return cell
    return shape.read(value, "", Complaints()) if isinstance(value, list | dict) else value
