"""The lexicon of a line: words of one meaning, and every way to name leaders, countries, places."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from engine.facts import board, countries, place_names, tables
from engine.facts.countries import Leader
from engine.facts.place_names import plain_letters
from engine.notation import eia_words, phrase_tables

LONGEST: Final = 40
"""Letters of a word that is looked for an ending."""

LEAST: Final = 3
"""Letters from which a word is ended."""

MOST: Final = 100
"""Words looked at for an ending."""


@cache
def words() -> Mapping[str, Mapping[str, str]]:
    """Every phrase of the lexicon, by its table: the phrase and what it stands for."""
    return phrase_tables.tables("notation", plain_letters)


@cache
def phrases() -> Mapping[str, tuple[str, str]]:
    """Every phrase of one meaning: the table it stands in, and what it stands for."""
    found = {
        phrase: (table, meant)
        for table, entries in words().items()
        for phrase, meant in entries.items()
    }
    for technology in (*tables.LAND_TECHNOLOGIES, *tables.NAVAL_TECHNOLOGIES):
        found[plain_letters(technology)] = ("technology", technology)
    for technology in ("MED", "REN", "ARQ", "MUS", "BAR", "MAN"):
        found[technology.lower()] = ("technology", tables.technology(technology))
    for each in countries.countries().values():
        named = (each.id, each.name, countries.country_name(each.id), each.code)
        for name in (*named, *place_names.other_names().get(("country", each.id), ())):
            if name:
                found.setdefault(plain_letters(name), ("countries", each.id))
    return found


@cache
def leaders() -> Mapping[str, tuple[Leader, ...]]:
    """Leaders by every way to name them: the whole name, and each end and word of it."""
    found: dict[str, list[Leader]] = {}
    others = place_names.other_names()
    for each in countries.leaders().values():
        named = plain_letters(each.name).split()
        if "replacement" in named or "older-edition" in each.flags:
            continue
        if each.anonymous:
            found.setdefault(" ".join(named), []).append(each)
            continue
        ways = {" ".join(named[at:]) for at in range(len(named))}
        ways |= {" ".join(named[:until]) for until in range(2, len(named) + 1)}
        ways |= {word for word in named if len(word) > 3} | {plain_letters(each.id)}
        ways |= {plain_letters(name) for name in others.get(("leader", each.id), ())}
        for way in ways:
            if len(way) > 2:
                found.setdefault(way, []).append(each)
    return {way: tuple(each) for way, each in found.items()}


@cache
def known_words() -> tuple[str, ...]:
    """Everything that may be typed by name, for completion and for *did you mean*."""
    return tuple(sorted({*phrases(), *leaders()}))


@cache
def _endings() -> tuple[str, ...]:
    """Words and names of one word that completion may end, in order; places too."""
    named = set(eia_words.known_words())
    named |= {plain_letters(place_name(place)) for place in (*board.provinces(), *board.seas())}
    return tuple(sorted(word for word in {*known_words(), *named} if word.isalpha()))


def complete_word(text: str) -> str:
    """What ends the last word of a line: the rest of the shortest word that begins so; "" where
    fewer than three letters are typed, or no word or name begins with them."""
    begun, alike = _alike(text)
    return min(alike, key=len, default=begun)[len(begun) :]


def completions(text: str) -> list[str]:
    """The words and names that the last word of a line may become, in order; none for fewer than
    three letters."""
    return _alike(text)[1]


def _alike(text: str) -> tuple[str, list[str]]:
    """The letters of the last word of a line, and what begins with them."""
    letters = re.search(r"[^\W\d_]+\Z", text[-LONGEST:])
    begun = plain_letters(letters.group()) if letters else ""
    if len(begun) < LEAST or not begun.isalpha():
        return begun, []
    words = _endings()
    first = bisect_left(words, begun)
    return begun, [word for word in words[first : first + MOST] if word.startswith(begun)]


@cache
def places(phrase: str) -> tuple[str, ...]:
    """The places of that whole name, else those whose name begins with it as a word."""
    named = place_names.best_matches(phrase, ("province", "sea")) if phrase else ()
    found = {each.id: _names(each.id) for each in named}
    whole = [place for place, names in found.items() if phrase in names]
    begun = [place for place, names in found.items()
             if len(phrase) > 3 and any(name.startswith(f"{phrase} ") for name in names)
             ]  # fmt: skip
    return tuple(whole or begun)


@cache
def _names(id: str) -> frozenset[str]:
    """Every way to name a place in full."""
    kind = "sea" if id in board.seas() else "province"
    place: Any = board.sea(id) if kind == "sea" else board.province(id)
    more = id.removeprefix("sea-") if kind == "sea" else place.city
    others = place_names.other_names().get((kind, id), ())
    return frozenset(plain_letters(name) for name in (place.name, id, more, *place.aliases, *others)
                     if name)  # fmt: skip


def place_name(id: str) -> str:
    """What a place is called."""
    return board.sea(id).name if id in board.seas() else board.province(id).name


def ground_of(id: str) -> object:
    """What of a place a line takes: where two places agree in it, either may be meant."""
    if id in board.seas():
        return id
    place = board.province(id)
    return place.map, place.terrain, place.fortress, place.owner
