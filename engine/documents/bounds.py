"""What a value of a state may be: its type, the letters of a text, the range of a number.

Declared once: what a game accepts and what is read from a file are held against the same. The types
are those of the state's dataclasses; a table or list of anything holds notes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import is_dataclass
from functools import cache
from operator import attrgetter
from types import UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin

from engine.documents.printable import is_text
from engine.documents.records import fields_kept

LARGEST: Final = 1_000_000
ANY: Final = (-LARGEST, LARGEST)
MOST_LISTED: Final = 5_000

RANGES: Final[Mapping[str, tuple[int, int]]] = {
    "turn": (1, 62), "impulse": (0, 40), "stability": (-3, 3), "veterans": (0, 300),
    "size": (0, 24), "recruited": (0, 1000), "initiative": (0, 99), "levels": (0, 5),
    "ships": (0, 999), "last_unit": (0, 100_000), "rounds": (0, 99), "thrown": (0, 1_000_000),
    "values": (0, 9), "level": (0, 6), "stage": (0, 3), "founded": (0, 99), "appeals": (0, 1000),
}  # fmt: skip
"""By the name of the part; any other number lies between a million below and above."""


WORDS: Final = {int: "a whole number", str: "text", bool: "yes or no", type(None): "nothing"}


def defects(record: Any, where: str = "") -> Iterator[str]:
    """Every value of a record of a state that may not stand there, with its place and why."""
    for one in fields_kept(type(record)):
        value = attrgetter(one.path)(record)
        yield from wrong(value, one.hint, f"{where}.{one.name}" if where else one.name, one.name)


@cache
def _sound(hint: Any, name: str) -> Callable[[Any], bool]:
    """What tells quickly whether a value may stand in the part of that name; why not is told by
    `wrong`."""
    origin, inside = get_origin(hint), get_args(hint)
    if hint is Any:
        return lambda value: not any(_wrong_note(value, "", name))
    if hint is int:
        return lambda value: type(value) is int and _within(value, *RANGES.get(name, ANY))
    if hint is str:
        return is_text
    if origin is Literal:
        known = {(type(word), word) for word in inside}
        kinds = {kind for kind, _ in known}
        return lambda value: type(value) in kinds and (type(value), value) in known
    checks = [_sound(kind, name) for kind in inside]
    if origin in (Union, UnionType):
        return lambda value: any(check(value) for check in checks)
    if origin is tuple:
        return lambda value: (
            type(value) is tuple
            and len(value) == len(checks)
            and all(check(part) for check, part in zip(checks, value, strict=True))
        )
    if origin is dict:
        keys, values = checks
        return lambda value: (
            isinstance(value, dict)
            and len(value) <= MOST_LISTED
            and all(map(keys, value))
            and all(map(values, value.values()))
        )
    if origin in (list, set):
        return lambda value: (
            isinstance(value, origin) and len(value) <= MOST_LISTED and all(map(checks[0], value))
        )
    if is_dataclass(hint):
        each = [(attrgetter(one.path), _sound(one.hint, one.name)) for one in fields_kept(hint)]
        return lambda value: type(value) is hint and all(check(get(value)) for get, check in each)
    return lambda value: type(value) is hint


def _within(value: int, least: int, most: int) -> bool:
    return least <= value <= most


def wrong(value: Any, hint: Any, where: str, name: str) -> Iterator[str]:
    """Why a value may not stand in the part of that name."""
    if _sound(hint, name)(value):
        return
    if type(value) is hint:
        if hint is int:
            least, most = RANGES.get(name, ANY)
            yield f"{where}: {value} is not between {least} and {most}"
        elif hint is str:
            yield f"{where}: {shown(value)} is not a name"
        else:
            yield from defects(value, where)
        return
    origin, inside = get_origin(hint), get_args(hint)
    if hint is Any:
        yield from _wrong_note(value, where, name)
    elif origin is Literal:
        if not any(type(value) is type(known) and value == known for known in inside):
            yield f"{where}: {shown(value)} is not one of {', '.join(map(repr, inside))}"
    elif origin in (Union, UnionType):
        if all(any(wrong(value, kind, where, name)) for kind in inside):
            yield from wrong(value, inside[0], where, name)
    elif origin in (list, set, tuple, dict):
        yield from _wrong_many(value, origin, inside, where, name)
    else:
        yield f"{where}: {shown(value)} is not {WORDS.get(hint, hint.__name__)}"


def _wrong_many(
    value: Any, origin: Any, inside: tuple[Any, ...], where: str, name: str
) -> Iterator[str]:
    if not isinstance(value, origin) or len(value) > MOST_LISTED:
        yield f"{where}: {shown(value)} is not a {origin.__name__} of at most {MOST_LISTED}"
    elif origin is tuple:
        if len(value) != len(inside):
            yield f"{where}: {shown(value)} has not {len(inside)} parts"
        for part, kind in zip(value, inside, strict=False):
            yield from wrong(part, kind, where, name)
    elif origin is dict:
        for key, part in value.items():
            yield from wrong(key, inside[0], where, name)
            yield from wrong(part, inside[1], f"{where}[{shown(key)}]", name)
    else:
        for part in value:
            yield from wrong(part, inside[0], where, name)


def _wrong_note(value: Any, where: str, name: str) -> Iterator[str]:
    """Notes are a number, a text, yes or no, or a list or table of these."""
    parts = [value]
    if type(value) in (list, dict):
        if len(value) > MOST_LISTED:
            yield f"{where}: {shown(value)} holds more than {MOST_LISTED}"
        parts = [*value, *(value.values() if type(value) is dict else ())]
    for part in parts:
        if type(part) not in (int, str, bool):
            yield f"{where}: {shown(part)} is no note"
        else:
            yield from wrong(part, type(part), where, name)


def shown(value: Any) -> str:
    """A value as a complaint shows it, in letters of ASCII and not too long."""
    text = ascii(value)
    return text if len(text) <= 40 else text[:39] + "…"
