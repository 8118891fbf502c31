"""Text and values: what is typed in a field of a form means, and how a value is typed."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, Final

from engine.adjudicator import land, sea
from engine.documents.fields import NONE, Choice, Flag, Listed, Named, Perhaps, Shape, Text, Whole
from engine.facts import countries, place_names

YES: Final = ("yes", "y", "true", "on")
NO: Final = ("no", "n", "false", "off")
EMPTY: Final = "none"
NOBODY: Final = (NONE, EMPTY, "null", "nobody")
COUNTED: Final = re.compile(r"(\d{0,9})\s*[x×]?\s*([A-Za-z]+[+-]?)")
COUNTS: Final = re.compile(r"[^\s=;][^=;]{0,79}=[+-]?\d{1,9}(?=[\s;]|$)")
FLEET: Final = re.compile(r"(F[+-])\s*\(([^)]*)\)")
PASHA: Final = re.compile(r"PASHA\s*\((\d{1,9})\)")
VALUES: Final = ("manoeuvre", "fire", "shock", "siege")


# Text to values.


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
        words = _sentences(text) if isinstance(shape.shape, Text) else words_of(text)
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


def words_of(text: str) -> list[str]:
    """The words of a text, between blanks and commas."""
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
    parts = _sentences(text) if one or "," in text else words_of(text)
    if isinstance(shape.shape, Whole) and shape.allowed is None and "," not in text:
        counted = COUNTS.findall(text)  # names with blanks: `I infantry=3 II infantry=2`
        parts = counted if not COUNTS.sub("", text).strip() and counted else parts
    for each in parts:
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
    return by_code | {place_names.plain_letters(each.name): each.id for each in known}


@cache
def _leaders() -> dict[str, str]:
    """Leaders by name in plain letters, the first of each name."""
    known = reversed(countries.leaders().values())
    return {place_names.plain_letters(each.name): each.id for each in known}


def _country(text: str) -> str:
    if text in countries.countries():
        return text
    return _countries().get(text.lower()) or _countries().get(plain(text), text)


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
    return _leaders().get(plain(text), text)


def _units(text: str) -> Any:
    """Counters such as `2A+ LD`, `PASHA(2)`, `F+(4NWD 1NTD) 3NGD`, as a list."""
    found: list[Any] = []
    for fleet, held in FLEET.findall(text):
        found.append({fleet: {kind: int(count or 1) for count, kind in COUNTED.findall(held)}})
    found += [{"PASHA": int(size)} for size in PASHA.findall(text)]
    rest = PASHA.sub(" ", FLEET.sub(" ", text))
    for count, kind in COUNTED.findall(rest):
        found += [kind.upper()] * min(int(count or 1), 100)
    strange = words_of(COUNTED.sub(" ", rest))
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
    if set(value) <= {*sea.FLEETS, *sea.SHIPS}:
        return _ships(value)
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


def _ships(value: Mapping[str, Any]) -> str:
    """An object of naval units as they are typed: `F+(4NWD 1NTD) 2NWD`."""
    each = [(name, one) for name, held in value.items()
            for one in (held if isinstance(held, list) else [held])]  # fmt: skip
    if not all(isinstance(one, dict) if name in sea.FLEETS else type(one) is int
               for name, one in each):  # fmt: skip
        return json.dumps(value, ensure_ascii=False)
    return " ".join(
        _fleet(name, one) if name in sea.FLEETS else f"{one}{name}" for name, one in each
    )


def _fleet(name: str, held: Mapping[str, int]) -> str:
    return f"{name}({' '.join(f'{count}{kind}' for kind, count in held.items())})"


def _listed(values: list[Any]) -> str:
    words: list[str] = []
    counts: dict[str, int] = {}
    for each in values:
        if isinstance(each, str) and not re.search(r"[\s,;]|^\d", each):
            counts[each] = counts.get(each, 0) + 1
        elif isinstance(each, dict) and list(each) == ["PASHA"]:
            words.append(f"PASHA({each['PASHA']})")
        elif isinstance(each, dict) and len(each) == 1 and next(iter(each)) in ("F+", "F-"):
            words.append(_fleet(*next(iter(each.items()))))
        else:
            return json.dumps(values, ensure_ascii=False)
    if not words and sorted(counts) != list(counts):
        return " ".join(values)
    if set(counts) <= {"-", "+"}:
        return " ".join(values) if not words else json.dumps(values)
    return " ".join([*(f"{n if n > 1 else ''}{kind}" for kind, n in counts.items()), *words])


def apart_by_commas(shape: Shape) -> bool:
    """Whether commas stand between the words of a field, which may hold blanks."""
    inner = shape.shape if isinstance(shape, Listed | Named) else shape
    return isinstance(inner, Text)


@lru_cache(4096)
def plain(word: str) -> str:
    """A word in plain small letters, as names are compared."""
    return place_names.plain_letters(word)
