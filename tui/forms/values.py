"""How a value is typed in a field of a form; what is typed means what its shape makes of it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from engine.adjudicator import land_shapes, sea_shapes
from engine.documents import typed
from engine.documents.fields import Listed, Named, Shape, Text
from engine.documents.typed import NONE
from engine.facts import place_names


def text_of(value: Any, apart: bool = False) -> str:
    """A value as one would type it; `apart` puts commas between the entries of a list."""
    if value is None:
        return NONE
    if value in ([], {}):
        return typed.EMPTY
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str | int | float):
        return str(value)
    if isinstance(value, list):
        plain = apart and all(isinstance(each, str) and "," not in each for each in value)
        return ", ".join(value) if plain else _listed(value)
    if not isinstance(value, dict):
        return json.dumps(value)
    if {"name", "manoeuvre", "fire", "shock"} <= set(value) <= {"name", *land_shapes.VALUES}:
        digits = "".join(str(value.get(name, 0)) for name in land_shapes.VALUES)
        return f"{value['name']} {digits.removesuffix('0') if len(digits) == 4 else digits}"
    if set(value) <= {*sea_shapes.FLEETS, *sea_shapes.SHIPS}:
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
        if set(value) <= set(land_shapes.LAND_KINDS):
            return " ".join(f"{count}{kind}" for kind, count in value.items() if count)
        return " ".join(f"{name}={number}" for name, number in value.items())
    return json.dumps(value, ensure_ascii=False)


def _ships(value: Mapping[str, Any]) -> str:
    """An object of naval units as they are typed: `F+(4NWD 1NTD) 2NWD`."""
    each = [(name, one) for name, held in value.items()
            for one in (held if isinstance(held, list) else [held])]  # fmt: skip
    if not all(isinstance(one, dict) if name in sea_shapes.FLEETS else type(one) is int
               for name, one in each):  # fmt: skip
        return json.dumps(value, ensure_ascii=False)
    return " ".join(
        _fleet(name, one) if name in sea_shapes.FLEETS else f"{one}{name}" for name, one in each
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
