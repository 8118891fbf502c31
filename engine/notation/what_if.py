"""A change to a situation, in words: *and if I leave 2 LD? with the cavalry? in the forest?*

What is said is changed in the document of a battle or an assault; all else stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from engine.notation import sides
from engine.notation.phrase_tables import meanings
from engine.notation.reading_errors import Unread
from engine.notation.words import LAND_UNITS, Line, Said, read
from engine.state import forces
from engine.state.forces import SEA_KINDS

VERBS: Final = {word: -1 if sign == "less" else 1 for word, sign in meanings("changes").items()}
PADDING: Final = meanings("padding_of_changes")
ARMIES: Final[tuple[forces.Kind, ...]] = ("A-", "A+")
"""Armies that are broken up, the smaller first (C-FOR-02)."""

EXAMPLE: Final = "leave 2 LD, with A-, no leader, forest"


def is_change(text: str) -> bool:
    """Whether a text begins as a change does: with a verb, or `if`."""
    first = text.split(maxsplit=1)[0].lower() if text.split() else ""
    return first in VERBS or first in ("if", "no")


def split_change(text: str) -> tuple[str, str]:
    """What stands before a change in words, and the change."""
    words = text.split()
    at = next((at for at, word in enumerate(words) if is_change(word)), len(words))
    return " ".join(words[:at]).rstrip(","), " ".join(words[at:])


def apply_change(document: Mapping[str, Any], country: str, text: str) -> dict[str, Any]:
    """A document of a battle or an assault with a change to the side of a country.

    Raises Unread where a word is unknown, or what is to leave isn't there.
    """
    found = {**document, "dice": {}, "decisions": dict(document.get("decisions", {}))}
    where = _side(found, country)
    side = dict(where[0][where[1]])
    for sign, words in _phrases(text):
        line = read(" ".join(words))
        said = line.sides[0]
        if line.wrong or len(line.sides) > 1 or line.kind:
            raise Unread(line.wrong or [f"one change is wanted, such as: {EXAMPLE}"])
        side["units"] = _units(side["units"], said, sign)
        _leader(side, line, said)
        for word, table in {**line.whole.words, **said.words}.items():
            _word(found, side, word, table, sign > 0)
    where[0][where[1]] = side
    if not side["units"]:
        raise Unread(["nothing would be left of that side"])
    return found


def _side(found: dict[str, Any], country: str) -> tuple[Any, Any]:
    """Where in a document the side of a country stands, the first where it has none."""
    if "sides" in found:
        found["sides"] = [dict(each) for each in found["sides"]]
        at = [each.get("country") for each in found["sides"]]
        return found["sides"], at.index(country) if country in at else 0
    key = next(
        (key for key in ("besieger", "besieged") if found.get(key, {}).get("country") == country),
        "besieger",
    )
    if key not in found:
        raise Unread(["this question is about no battle and no siege that words can change"])
    return found, key


def _phrases(text: str) -> list[tuple[int, list[str]]]:
    found: list[tuple[int, list[str]]] = [(1, [])]
    for token in re.findall(r"[^\s,;]+|[,;]", text):
        word = token.lower().rstrip("?")
        if word in VERBS or token in ",;":
            found.append((VERBS.get(word, found[-1][0]), []))
        elif word not in PADDING and word:
            found[-1][1].append(token.rstrip("?"))
    found = [(sign, words) for sign, words in found if words]
    if not found:
        raise Unread([f"what is different? Say for example: {EXAMPLE}"])
    return found


def _units(units: Any, said: Said, sign: int) -> Any:
    if not said.units:
        return units
    if isinstance(units, Mapping):
        return _ships(units, said, sign)
    left: list[Any] = list(units)
    for kind, count in said.units.items():
        if kind not in LAND_UNITS:
            raise Unread([f"{kind} does not stand on land"])
        if sign > 0:
            left += [kind] * min(count, 99)
        for _ in range(min(count, 99) if sign < 0 else 0):
            _leave(left, kind)
    return left


def _leave(left: list[Any], kind: str) -> None:
    """Takes a counter away, breaking an army where there is none of its own."""
    if kind in left:
        left.remove(kind)
        return
    for whole in ARMIES:
        parts = forces.breaks(forces.Unit(0, "", whole, ""))[0]
        if whole in left and kind in parts:
            left.remove(whole)
            rest: list[Any] = list(parts)
            rest.remove(kind)
            left += rest
            return
    there = " ".join(str(each) for each in left)
    more = f"; {there} would be left" if left else " more"
    raise Unread([f"there is no {kind} to leave{more}"])


def _ships(units: Mapping[str, Any], said: Said, sign: int) -> dict[str, Any]:
    found = dict(units)
    for kind, count in said.units.items():
        if kind not in SEA_KINDS:
            raise Unread([f"{kind} is not a ship"])
        number = found.get(kind, 0) + sign * count
        if number < 0:
            raise Unread([f"there are {found.get(kind, 0)} {kind} outside the fleets, not {count}"])
        found[kind] = number
    return {kind: number for kind, number in found.items() if number}


def _leader(side: dict[str, Any], line: Line, said: Said) -> None:
    if said.values:
        side["leader"] = said.values
    elif said.leader is not None:
        leader = sides.leader_of(line, said, line.numbers.get("turn", 1), at_sea=False)
        if line.wrong or leader is None:
            raise Unread(line.wrong or [f"{said.leader.typed!r} is not a leader"])
        side["leader"] = leader.id


def _word(
    document: dict[str, Any], side: dict[str, Any], word: str, table: str, more: bool
) -> None:
    """What a word of the lexicon changes: with it, or without."""
    switched = {
        "veteran": ("veteran", more), "conscript": ("veteran", not more),
        "tercios": ("tercios", more), "no_tercios": ("tercios", not more),
        "foraging": ("foraging", more), "no_leader": ("leader", None),
    }  # fmt: skip
    if table == "terrains":
        document["terrain"] = word
    elif word in switched:
        field, value = switched[word]
        side[field] = value
    elif table == "crossings":
        side["crossing"] = word if more else None
    elif word == "breach":
        document["breach"] = more
    else:
        raise Unread([f"{word.replace('_', ' ')!r} changes nothing here"])
