"""Grammar of the sentences that people read: verbs, articles, names in a row, thirds."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final


def capitalised(text: str) -> str:
    """A text as a sentence begins: its first letter large, the names in it as they are."""
    if text < "a":  # so do nearly all: large letters come before small ones
        return text
    first = text[:1]
    return text if first.isupper() else first.upper() + text[1:]


def ended(text: str) -> str:
    """A text with a full stop, unless it ends with one, or asks."""
    return text if text.endswith((".", "?", "!")) else f"{text}."


def with_article(noun: str) -> str:
    """A noun as the first of its kind is named: `a province`, `an area`."""
    return f"{'an' if noun[:1].lower() in 'aeio' else 'a'} {noun}"


def thirds(number: int) -> str:
    """A number of thirds as people write it: 5 is `1 2/3`."""
    sign, number = ("-", -number) if number < 0 else ("", number)
    whole, rest = divmod(number, 3)
    if not rest:
        return f"{sign}{whole}"
    return f"{sign}{whole} {rest}/3" if whole else f"{sign}{rest}/3"


ODD_VERBS: Final = {"be": ("is", "are"), "have": ("has", "have"), "was": ("was", "were")}


@lru_cache(maxsize=512)
def conjugate(verb: str, subjects: int) -> str:
    """A verb as so many subjects want it, the first word of it alone: `enter`, `do`, `have won`,
    of one `enters`, `does`, `has won`; `be` is `is` or `are`."""
    verb, space, rest = verb.partition(" ")
    one, many = ODD_VERBS.get(verb, ("", verb))
    if not one:
        hissed = verb.endswith(("s", "x", "ch", "sh", "o"))
        carried = verb.endswith("y") and verb[-2] not in "aeiou"
        one = f"{verb}es" if hissed else f"{verb[:-1]}ies" if carried else f"{verb}s"
    return f"{one if subjects == 1 else many}{space}{rest}"


def counted(number: int, noun: str) -> str:
    """So many of what a noun names: `1 ducat`, `2 ducats`, `0 ducats`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def strength_does(verb: str, number: int) -> str:
    """A verb as a strength of so many thirds wants it: 1/3 LD `follows`, 2 LD `follow`."""
    return conjugate(verb, 1 if 0 < number <= 3 else 2)


def join_names(names: Iterable[str], word: str = "and") -> str:
    """Names in a row as one says them: `Spain, Venice and Genoa`; `or` where one is meant."""
    *most, last = [*names] or [""]
    return f"{', '.join(most)} {word} {last}" if most else last
