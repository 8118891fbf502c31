"""The fields of a document as rows of a form: what is typed there, and what may stand there.

A form has a row for every field of a kind, a side's fields below its heading, the entries of a list
one after the other. What is typed in a row becomes a value, a value of a document that is opened
becomes text (values); whatever neither knows may be typed as JSON. Complaints are the
adjudicator's own.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any, Final, NamedTuple

from engine.adjudicator import land_shapes
from engine.adjudicator.document_kind import Kind
from engine.documents.fields import (
    REQUIRED,
    Choice,
    Field,
    Fields,
    Listed,
    Named,
    Perhaps,
    Shape,
    Text,
    value_of,
)
from engine.documents.typed import NONE
from tui.forms.values import apart_by_commas, plain, text_of

Path = tuple[str | int, ...]
MOST: Final = 40  # completions of a word that are looked for
PART: Final = "part"
ADD: Final = "add"
FOLD: Final = "fold"
REST: Final = "the rest"


class Row(NamedTuple):
    """A field of the form, or a heading (no shape).

    A heading of the role `part` can be taken away with what stands below it; a row of the role
    `add` makes a new one, one of the role `fold` unfolds fields that are mostly as usual.
    """

    path: Path
    label: str
    depth: int
    shape: Shape | None
    what: str
    default: Any = REQUIRED
    role: str = ""

    @property
    def stops(self) -> bool:
        """Whether the cursor stops here."""
        return self.shape is not None or self.role in (ADD, FOLD)

    @property
    def name(self) -> str:
        """The path as complaints write it: `sides[1].technology`."""
        return path_name(self.path)


def path_name(path: Path) -> str:
    """A path as complaints write it."""
    found = ""
    for part in path:
        found += f"[{part}]" if isinstance(part, int) else f".{part}" if found else part
    return found


def rows(kind: Kind, given: Mapping[str, Any], opened: Collection[Path] = ()) -> list[Row]:
    """Every field of a kind in order; a document tells which form it has, where there are two, and
    how many entries its lists have."""
    found = rows_of(kind.meant(given).document.fields, given, opened)
    field = kind.fork.field if kind.fork is not None else ""
    return [_of_both_forms(row, kind) if row.path == (field,) else row for row in found]


def rows_of(fields: Sequence[Field], given: Any, opened: Collection[Path] = ()) -> list[Row]:
    """The rows of some fields, with as many entries of their lists as a document has; folded ones
    where they are opened, or something stands in them."""
    return list(_rows(fields, (), 0, given, opened))


def assumed(fields: Sequence[Field]) -> str:
    """What holds where folded fields are left as they are, in a line."""
    rows = [Row((), field.name, 0, field.shape, "", field.default) for field in fields]
    return " · ".join(f"{row.label.replace('_', ' ')} {default_text(row)}" for row in rows)


def _of_both_forms(row: Row, kind: Kind) -> Row:
    """The row of the word that decides on the form: it takes the words of both."""
    forms = (kind, kind.fork.kind) if kind.fork is not None else (kind,)
    both = [
        field.shape.words
        for form in forms
        for field in form.fields
        if field.name == row.path[0] and isinstance(field.shape, Choice)
    ]
    words = [word for words in both for word in words]
    return row._replace(shape=Choice(words, "a word"))


def _rows(
    fields: Sequence[Field], path: Path, depth: int, given: Any, opened: Collection[Path]
) -> Iterator[Row]:
    folded = []
    for field in fields:
        here = (*path, field.name)
        shape = field.shape
        inside = given.get(field.name) if isinstance(given, dict) else None
        stands = isinstance(given, dict) and field.name in given
        if field.folded and not stands and (*path, REST) not in opened:
            folded.append(field)
        elif isinstance(shape, Fields):
            yield Row(here, field.name, depth, None, field.what)
            yield from _rows(shape.fields, here, depth + 1, inside, opened)
        elif isinstance(shape, Listed) and isinstance(shape.shape, Fields):
            yield from _entries(field, shape, shape.shape, here, depth, inside, opened)
        elif isinstance(shape, Perhaps) and isinstance(shape.shape, Fields):
            if isinstance(inside, dict):
                yield Row(here, field.name, depth, None, field.what, role=PART)
                yield from _rows(shape.shape.fields, here, depth + 1, inside, opened)
            else:
                yield Row(here, field.name, depth, None, field.what, role=ADD)
        else:
            what = field.what.replace("; null:", "; none:")  # as forms write it
            yield Row(here, field.name, depth, shape, what, field.default)
    if folded:
        yield Row((*path, REST), REST, depth, None, assumed(folded), role=FOLD)


def _entries(
    field: Field, many: Listed, one: Fields, path: Path, depth: int, given: Any,
    opened: Collection[Path],
) -> Iterator[Row]:  # fmt: skip
    """The entries of a list, a form each, and the row that adds one; as many as there are, at
    least what a document needs."""
    known = given if isinstance(given, list) else field.default
    there = known if isinstance(known, list) else []
    count = min(max(len(there), many.least), many.most)
    singular = field.name.removesuffix("s") if field.name != "corps" else field.name
    for number in range(count):
        role = PART if many.least < many.most else ""
        here = (*path, number)
        yield Row(here, f"{singular} {number + 1}", depth, None, field.what, role=role)
        inside = there[number] if number < len(there) else None
        yield from _rows(one.fields, here, depth + 1, inside, opened)
    if count < many.most:
        yield Row((*path, count), f"one more {singular}", depth, None, field.what, role=ADD)


def with_part(document: dict[str, Any], path: Path) -> dict[str, Any]:
    """The document with an empty part at a path."""
    found = deepcopy(document)
    _inside(found, path)
    return found


def with_value(document: dict[str, Any], path: Path, value: Any) -> dict[str, Any]:
    """The document with a value at a path."""
    found = deepcopy(document)
    _inside(found, path[:-1])[path[-1]] = value
    return found


def value_at(document: Any, path: Path, otherwise: Any) -> Any:
    """What stands at a path, `otherwise` where nothing does."""
    for part in path:
        try:
            document = document[part]
        except (LookupError, TypeError):
            return otherwise
    return document


def without_part(document: dict[str, Any], path: Path) -> dict[str, Any]:
    """The document without the part at a path; later entries of a list move up."""
    found = deepcopy(document)
    del _inside(found, path[:-1])[path[-1]]
    return found


# The document and what is typed.


def document(form: Sequence[Row], texts: Mapping[Path, str]) -> dict[str, Any]:
    """The document that the typed texts make; fields without text are left to their defaults."""
    found: dict[str, Any] = {}
    for row in form:
        text = texts.get(row.path, "").strip()
        if row.role in (ADD, FOLD):
            continue
        if row.shape is None and (row.role or any(isinstance(part, int) for part in row.path)):
            _inside(found, row.path)
        elif row.shape is not None and text:
            _inside(found, row.path[:-1])[row.path[-1]] = value_of(row.shape, text)
    return found


def _inside(found: Any, path: Path) -> Any:
    """The object at a path, made on the way; entries of lists come in order."""
    for at, part in enumerate(path):
        new: Any = [] if at + 1 < len(path) and isinstance(path[at + 1], int) else {}
        if isinstance(part, int):
            while len(found) <= part:
                found.append({})
            found = found[part]
        else:
            found = found.setdefault(part, new)
    return found


def texts_of(form: Sequence[Row], given: Any) -> dict[Path, str]:
    """What stands in each row for a document."""
    found = {}
    for row in form:
        value = value_at(given, row.path, REQUIRED)
        if row.shape is not None and value is not REQUIRED:
            found[row.path] = text_of(value, apart_by_commas(row.shape))
    return {path: text for path, text in found.items() if text}


def default_text(row: Row) -> str:
    """What holds where nothing is typed."""
    if row.default is REQUIRED:
        return "needed"
    if row.default in ({}, []):
        return row.shape.empty if isinstance(row.shape, Listed) else "none"
    if isinstance(row.shape, Perhaps | land_shapes.Leader) and row.default is None:
        return "none"
    return text_of(row.default)


# What may stand there.


def candidates(shape: Shape, typed: str, names: Sequence[str] = ()) -> list[str]:
    """The whole texts that what is typed may become; `names` are free names known elsewhere."""
    head, word = "", typed
    if isinstance(shape, Perhaps):
        found = candidates(shape.shape, typed, names)
        return found if typed else [NONE, *found]
    many = isinstance(shape, Listed | Named | land_shapes.LandUnits)
    if many:
        cut = max(-1 if apart_by_commas(shape) else typed.rfind(" "), typed.rfind(",")) + 1
        cut += len(typed) - cut - len(typed[cut:].lstrip())
        head, word = typed[:cut], typed[cut:]
    number = re.match(r"\d*", word)
    count = number.group() if isinstance(shape, land_shapes.LandUnits) and number else ""
    word = word[len(count) :]
    if isinstance(shape, land_shapes.Leader) and len(word) < 2:
        return [] if word else [NONE]
    inner = shape.shape if isinstance(shape, Listed | Named) else shape
    known = shape.offers() or (names if isinstance(inner, Text) or isinstance(shape, Named) else ())
    sought = plain(word)
    first = [each for each in known if plain(each).startswith(sought)]
    later = [each for each in known if sought in plain(each) and each not in first]
    return [f"{head}{count}{each}" for each in (*first, *later)[:MOST]]
