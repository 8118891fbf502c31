"""The fields of a document as lines of text: what is typed, what it means, what may stand there.

A form has a row for every field of a kind, a side's fields below its heading. What is typed in a
row becomes a value (`value_of`), a value of a document that is opened becomes text (`text_of`);
whatever neither knows may be typed as JSON. Complaints are the adjudicator's own.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

from engine import board, countries
from engine.resolving import land
from engine.resolving.fields import (
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
from engine.resolving.kind import Forked, Kind

Path = tuple[str | int, ...]
NONE: Final = "-"
YES: Final = ("yes", "y", "true", "on")
NO: Final = ("no", "n", "false", "off")
EMPTY: Final = "none"
NOBODY: Final = (NONE, EMPTY, "null", "nobody")
COUNTED: Final = re.compile(r"(\d*)\s*[x×]?\s*([A-Za-z]+[+-]?)")
FLEET: Final = re.compile(r"(F[+-])\s*\(([^)]*)\)")
PASHA: Final = re.compile(r"PASHA\s*\((\d+)\)")
MOST: Final = 40  # completions of a word that are looked for
VALUES: Final = ("manoeuvre", "fire", "shock", "siege")
PART: Final = "part"
ADD: Final = "add"


class Row(NamedTuple):
    """A field of the form, or a heading (no shape).

    A heading of the role `part` can be taken away with what stands below it; a row of the role
    `add` makes a new one.
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
        return self.shape is not None or self.role == ADD

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


def rows(kind: Kind, given: Mapping[str, Any]) -> list[Row]:
    """Every field of a kind in order; a document tells which form it has, where there are two, and
    how many entries its lists have."""
    shape = kind.document
    if not isinstance(shape, Forked):
        assert isinstance(shape, Fields)
        return rows_of(shape.fields, given)
    chosen = shape.other if given.get(shape.field) == shape.word else shape.usual
    found = rows_of(chosen.fields, given)
    return [_fork(row, shape) if row.path == (shape.field,) else row for row in found]


def rows_of(fields: Sequence[Field], given: Any) -> list[Row]:
    """The rows of some fields, with as many entries of their lists as a document has."""
    return list(_rows(fields, (), 0, given))


def _fork(row: Row, shape: Forked) -> Row:
    """The row of the word that decides on the form: it takes the words of both."""
    both = [
        field.shape.words
        for form in (shape.usual, shape.other)
        for field in form.fields
        if field.name == shape.field and isinstance(field.shape, Choice)
    ]
    words = [word for words in both for word in words]
    return row._replace(shape=Choice(words, "a word"))


def _rows(fields: Sequence[Field], path: Path, depth: int, given: Any) -> Iterator[Row]:
    for field in fields:
        here = (*path, field.name)
        shape = field.shape
        inside = given.get(field.name) if isinstance(given, dict) else None
        if isinstance(shape, Fields):
            yield Row(here, field.name, depth, None, field.what)
            yield from _rows(shape.fields, here, depth + 1, inside)
        elif isinstance(shape, Listed) and isinstance(shape.shape, Fields):
            yield from _entries(field, shape, shape.shape, here, depth, inside)
        elif isinstance(shape, Perhaps) and isinstance(shape.shape, Fields):
            if isinstance(inside, dict):
                yield Row(here, field.name, depth, None, field.what, role=PART)
                yield from _rows(shape.shape.fields, here, depth + 1, inside)
            else:
                yield Row(here, field.name, depth, None, field.what, role=ADD)
        else:
            yield Row(here, field.name, depth, shape, field.what, field.default)


def _entries(
    field: Field, many: Listed, one: Fields, path: Path, depth: int, given: Any
) -> Iterator[Row]:
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
        yield from _rows(one.fields, here, depth + 1, inside)
    if count < many.most:
        yield Row((*path, count), f"one more {singular}", depth, None, field.what, role=ADD)


def grown(document: dict[str, Any], path: Path) -> dict[str, Any]:
    """The document with an empty part at a path."""
    found = deepcopy(document)
    _inside(found, path)
    return found


def without(document: dict[str, Any], path: Path) -> dict[str, Any]:
    """The document without the part at a path; later entries of a list move up."""
    found = deepcopy(document)
    del _inside(found, path[:-1])[path[-1]]
    return found


# Text to values.


def document(form: Sequence[Row], texts: Mapping[Path, str]) -> dict[str, Any]:
    """The document that the typed texts make; fields without text are left to their defaults."""
    found: dict[str, Any] = {}
    for row in form:
        text = texts.get(row.path, "").strip()
        if row.role == ADD:
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


def value_of(shape: Shape, text: str) -> Any:
    """What a text means where that shape stands; what it cannot mean is left for a complaint."""
    text = text.strip()
    if text[:1] in ("{", "[", '"'):
        try:
            return json.loads(text)
        except ValueError:
            return text
    word = text.lower()
    if isinstance(shape, Perhaps):
        return None if word in NOBODY else value_of(shape.shape, text)
    if isinstance(shape, land.Leader):
        return None if word in NOBODY else _leader(text)
    if isinstance(shape, Flag):
        return True if word in YES else False if word in NO else text
    if isinstance(shape, Whole):
        return _number(text)
    if isinstance(shape, Text):
        return text
    if word == EMPTY and not isinstance(shape, Choice):
        return {} if isinstance(shape, Named) else []
    if isinstance(shape, Listed):
        words = _sentences(text) if isinstance(shape.shape, Text) else _words(text)
        return [value_of(shape.shape, each) for each in _repeated(shape.shape, words)]
    if isinstance(shape, Named):
        return _named(shape, text)
    if isinstance(shape, land.CountryId):
        return _country(text)
    if isinstance(shape, Choice):
        alike = [each for each in (*shape.words, *shape.aliases) if each.lower() == word]
        return text if text in shape.words else next(iter(alike), text)
    if isinstance(shape, land.LandUnits) or hasattr(shape, "fleets"):
        return _units(text)
    return _guess(text, shape.schema())


def _words(text: str) -> list[str]:
    return [each for each in re.split(r"[\s,;]+", text) if each]


def _sentences(text: str) -> list[str]:
    return [each.strip() for each in re.split("[,;]", text) if each.strip()]


def _repeated(shape: Shape, words: Sequence[str]) -> list[str]:
    """Words, those with a count before a word of the shape so many times."""
    found: list[str] = []
    known = shape.words if isinstance(shape, Choice) else ()
    for each in words:
        counted = re.fullmatch(r"(\d{1,3})(\D.*)", each)
        if counted and counted[2] in known and each not in known:
            found += [counted[2]] * int(counted[1])
        else:
            found.append(each)
    return found


def _number(text: str) -> Any:
    if re.fullmatch(r"[+-]?\d{1,9}\.\d{1,9}", text, re.ASCII):
        return float(text)
    return int(text) if re.fullmatch(r"[+-]?\d{1,12}", text, re.ASCII) else text


def _named(shape: Named, text: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    text = re.sub(r"\s*[=:]\s*", "=", text)
    one = text.count("=") == 1 and isinstance(shape.shape, Text)
    for each in _sentences(text) if one or "," in text else _words(text):
        name, equals, value = each.partition("=")
        bare: Any = True if not isinstance(shape.shape, Whole) else ""
        found[name] = value_of(shape.shape, value) if equals else bare
        word = isinstance(found[name], str) and not isinstance(shape.shape, Text)
        if word and found[name].lower() in (*YES, *NO):
            found[name] = found[name].lower() in YES
    return found


@cache
def _countries() -> dict[str, str]:
    """Countries by id, by name in plain letters and by code."""
    known = countries.countries().values()
    by_code = {each.code.lower(): each.id for each in known if each.code}
    return by_code | {board.plain_letters(each.name): each.id for each in known}


@cache
def _leaders() -> dict[str, str]:
    """Leaders by name in plain letters, the first of each name."""
    known = reversed(countries.leaders().values())
    return {board.plain_letters(each.name): each.id for each in known}


def _country(text: str) -> str:
    if text in countries.countries():
        return text
    return _countries().get(text.lower()) or _countries().get(_plain(text), text)


def _leader(text: str) -> Any:
    """Digits, an id, a name of the data, or a name with digits behind it."""
    if re.fullmatch("[0-9]{3,4}", text, re.ASCII):
        return text
    described = re.fullmatch(r"(.+?)\s+([0-9])[.·]?([0-9])[.·]?([0-9])[.·]?([0-9]?)", text)
    if described:
        name, *values = described.groups()
        digits = [int(each) for each in values if each]
        return {"name": name, **dict(zip(VALUES, digits, strict=False))}
    if text in countries.leaders():
        return text
    return _leaders().get(_plain(text), text)


def _units(text: str) -> Any:
    """Counters such as `2A+ LD`, `PASHA(2)`, `F+(4NWD 1NTD) 3NGD`, as a list."""
    found: list[Any] = []
    for fleet, held in FLEET.findall(text):
        found.append({fleet: {kind: int(count or 1) for count, kind in COUNTED.findall(held)}})
    found += [{"PASHA": int(size)} for size in PASHA.findall(text)]
    rest = PASHA.sub(" ", FLEET.sub(" ", text))
    for count, kind in COUNTED.findall(rest):
        found += [kind.upper()] * min(int(count or 1), 100)
    strange = _words(COUNTED.sub(" ", rest))
    return [*found, *strange]


def _guess(text: str, schema: Mapping[str, Any]) -> Any:
    """A value for a shape of another family, by its schema."""
    kinds = {schema.get("type"), *(each.get("type") for each in schema.get("anyOf", ()))}
    if "boolean" in kinds and text.lower() in (*YES, *NO):
        return text.lower() in YES
    if "null" in kinds and text.lower() in NOBODY:
        return None
    if "integer" in kinds or "number" in kinds:
        return _number(text)
    if "array" in kinds or "object" in kinds:
        return _units(text)
    return text


# Values to text.


def texts_of(form: Sequence[Row], given: Any) -> dict[Path, str]:
    """What stands in each row for a document."""
    found = {}
    for row in form:
        inner = given
        for part in row.path:
            known = isinstance(inner, dict | list) and (
                part in inner
                if isinstance(inner, dict)
                else isinstance(part, int) and part < len(inner)
            )
            if not known:
                break
            inner = inner[part]
        else:
            if row.shape is not None:
                found[row.path] = text_of(inner, _apart(row.shape))
    return {path: text for path, text in found.items() if text}


def _apart(shape: Shape) -> bool:
    """Whether commas stand between the words of a field, which may hold blanks."""
    inner = shape.shape if isinstance(shape, Listed | Named) else shape
    return isinstance(inner, Text)


def text_of(value: Any, apart: bool = False) -> str:
    """A value as one would type it; `apart` puts commas between the entries of a list."""
    if value is None:
        return NONE
    if value in ([], {}):
        return EMPTY
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str | int | float):
        return str(value)
    if isinstance(value, list):
        plain = apart and all(isinstance(each, str) and "," not in each for each in value)
        return ", ".join(value) if plain else _listed(value)
    if not isinstance(value, dict):
        return json.dumps(value)
    if {"name", "manoeuvre", "fire", "shock"} <= set(value) <= {"name", *VALUES}:
        digits = "".join(str(value.get(name, 0)) for name in VALUES)
        return f"{value['name']} {digits.removesuffix('0') if len(digits) == 4 else digits}"
    if any(" " in name for name in value) or apart:
        simple = all(type(each) in (int, bool, str) for each in value.values())
        if simple and not any(sign in name for name in value for sign in ",=:"):
            return ", ".join(f"{name}={text_of(each)}" for name, each in value.items()) + (
                "," if len(value) == 1 and not apart else ""
            )
        return json.dumps(value, ensure_ascii=False)
    if all(isinstance(each, bool) for each in value.values()):
        return " ".join(name if on else f"{name}=no" for name, on in value.items())
    if all(type(each) is int for each in value.values()):
        if set(value) <= set(land.LAND_KINDS):
            return " ".join(f"{count}{kind}" for kind, count in value.items() if count)
        return " ".join(f"{name}={number}" for name, number in value.items())
    return json.dumps(value, ensure_ascii=False)


def _listed(values: list[Any]) -> str:
    words: list[str] = []
    counts: dict[str, int] = {}
    for each in values:
        if isinstance(each, str) and not re.search(r"[\s,;]|^\d", each):
            counts[each] = counts.get(each, 0) + 1
        elif isinstance(each, dict) and list(each) == ["PASHA"]:
            words.append(f"PASHA({each['PASHA']})")
        elif isinstance(each, dict) and len(each) == 1 and next(iter(each)) in ("F+", "F-"):
            held = next(iter(each.values()))
            inner = " ".join(f"{count}{kind}" for kind, count in held.items())
            words.append(f"{next(iter(each))}({inner})")
        else:
            return json.dumps(values, ensure_ascii=False)
    if not words and sorted(counts) != list(counts):
        return " ".join(values)
    if set(counts) <= {"-", "+"}:
        return " ".join(values) if not words else json.dumps(values)
    return " ".join([*(f"{n if n > 1 else ''}{kind}" for kind, n in counts.items()), *words])


def default_text(row: Row) -> str:
    """What holds where nothing is typed."""
    if row.default is REQUIRED:
        return "needed"
    if row.default in ({}, []):
        return "none"
    if isinstance(row.shape, Perhaps | land.Leader) and row.default is None:
        return "none"
    return text_of(row.default)


# What may stand there.


def candidates(shape: Shape, typed: str, names: Sequence[str] = ()) -> list[str]:
    """The whole texts that what is typed may become; `names` are free names known elsewhere."""
    head, word = "", typed
    if isinstance(shape, Perhaps):
        found = candidates(shape.shape, typed, names)
        return found if typed else [NONE, *found]
    many = isinstance(shape, Listed | Named | land.LandUnits)
    if many:
        cut = max(-1 if _apart(shape) else typed.rfind(" "), typed.rfind(",")) + 1
        cut += len(typed) - cut - len(typed[cut:].lstrip())
        head, word = typed[:cut], typed[cut:]
    number = re.match(r"\d*", word)
    count = number.group() if isinstance(shape, land.LandUnits) and number else ""
    word = word[len(count) :]
    if isinstance(shape, land.Leader) and len(word) < 2:
        return [] if word else [NONE]
    known = _known(shape, names)
    plain = _plain(word)
    first = [each for each in known if _plain(each).startswith(plain)]
    later = [each for each in known if plain in _plain(each) and each not in first]
    return [f"{head}{count}{each}" for each in (*first, *later)[:MOST]]


@lru_cache(4096)
def _plain(word: str) -> str:
    return board.plain_letters(word)


def _known(shape: Shape, names: Sequence[str]) -> list[str]:
    if isinstance(shape, Choice):
        return list(shape.words)
    if isinstance(shape, Flag):
        return ["yes", "no"]
    if isinstance(shape, Text):
        return list(names)
    if isinstance(shape, Listed):
        return _known(shape.shape, names)
    if isinstance(shape, Named):
        fixed = [each for each in _words(shape.known) if shape.allowed and shape.allowed(each)]
        return fixed or list(names)
    if isinstance(shape, land.CountryId):
        return sorted(countries.countries())
    if isinstance(shape, land.Leader):
        return sorted(countries.leaders())
    if isinstance(shape, land.LandUnits):
        return list(land.LAND_KINDS)
    return [str(each) for each in shape.schema().get("enum", ()) if each is not None]


def allowed(shape: Shape) -> str:
    """What may stand in a field, in words."""
    if isinstance(shape, Perhaps):
        return f"{allowed(shape.shape)}, or {NONE} for none"
    if isinstance(shape, Whole):
        return f"{shape.least} to {shape.most}"
    if isinstance(shape, Choice):
        return ", ".join(shape.words)
    if isinstance(shape, Flag):
        return "yes or no"
    if isinstance(shape, Listed):
        return f"{allowed(shape.shape)}; {shape.least} to {shape.most} of them"
    if isinstance(shape, land.LandUnits):
        return "counters, such as 2A+ LD, PASHA(2): A+, A-, LD, LDE, PASHA"
    if isinstance(shape, land.Leader):
        return "digits such as 242, a name and digits, the name of a leader, or - for nobody"
    if isinstance(shape, land.CountryId):
        return "a country, or its code"
    if isinstance(shape, Text):
        return f"words, {shape.most} letters at most"
    if isinstance(shape, Named):
        example = "name=8" if isinstance(shape.shape, Whole) else "name, name=no"
        example = "name=words, name=words" if isinstance(shape.shape, Text) else example
        return f"{example}{': ' if shape.known else ''}{shape.known}"
    words = shape.schema().get("enum")
    return ", ".join(str(each) for each in words) if words else "text, or JSON"
