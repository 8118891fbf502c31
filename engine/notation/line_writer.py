"""A document as the line that means it: every field said, nothing left to be assumed.

`understood(written(kind, document)).document` is the document again, for each that a line made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any, Final

from engine.facts import countries
from engine.notation import eia_documents, eia_words
from engine.notation.documents import COUNTED_IN_ATTRITION, SAID_OF_ATTRITION
from engine.notation.vocabulary import meanings

FLAGS: Final = ("tercios", "foraging", "janissary", "minor", "natives", "reformed", "sipahi")
VALUES: Final = ("manoeuvre", "fire", "shock", "siege")
WORKS: Final = "works"
ATTEMPTS: Final = meanings("attempts")


def write_line(kind: str, document: Mapping[str, Any]) -> str:
    """The line of a document of a kind that a line can make. Raises KeyError for another kind,
    and where units are written in a way that a line does not know."""
    if kind in (eia_words.LAND, eia_words.SEA):
        return eia_documents.write_line(kind, document)
    parts: list[str] = [part for part in _WRITERS[kind](document) if part]
    return ", ".join(parts)


def _counted(units: Mapping[str, int]) -> str:
    return " ".join(f"{number}{kind}" for kind, number in units.items())


def _units(units: Sequence[str] | Mapping[str, int]) -> str:
    if isinstance(units, Mapping):
        return _counted(units)
    if not all(isinstance(kind, str) for kind in units):
        raise KeyError("units")
    return _counted({kind: units.count(kind) for kind in units})


def _ships(units: Mapping[str, Any] | Sequence[Any]) -> str:
    if not isinstance(units, Mapping):
        raise KeyError("units")
    words = (
        [f"{held}{name}"] if isinstance(held, int) else [f"{name}[{_counted(one)}]" for one in held]
        for name, held in units.items()
    )
    return " ".join(chain.from_iterable(words))


def _leader(leader: str | Mapping[str, Any] | None) -> str:
    if leader is None:
        return "no leader"
    if isinstance(leader, Mapping):
        return "·".join(str(leader[value]) for value in VALUES if value in leader)
    if leader.isdigit():
        return "·".join(leader)
    return f"#{leader}" if leader in countries.leaders() else leader


def _side(side: Mapping[str, Any], units: str) -> str:
    words = [f"={side['country']}", units, side["technology"], _leader(side.get("leader"))]
    words.append("veteran" if side.get("veteran") else "conscript")
    words += [flag for flag in FLAGS if side.get(flag)]
    if side["country"] == "spain" and not side.get("tercios"):
        words.append("no tercios")
    if side.get("phasing"):
        words.append("phasing")
    if side.get("crossing"):
        words.append({"sea": "landing"}.get(side["crossing"], f"across a {side['crossing']}"))
    return " ".join(word for word in words if word)


def _ground(document: Mapping[str, Any]) -> Iterable[str]:
    yield document["terrain"].replace("_", " ")
    if document.get("map") == "rotw":
        yield "overseas"


def _when(document: Mapping[str, Any]) -> str:
    turn = document.get("turn")
    return f"turn {turn}" if turn else f"period {document['period']}"


def _battle(document: Mapping[str, Any]) -> Iterable[str]:
    decided = document.get("decisions", {})
    yield " v ".join(
        _side(side, _units(side["units"]))
        + (" retreats" if decided.get(f"{side.get('name')}.retreat1") else "")
        for side in document["sides"]
    )
    yield from _ground(document)
    yield "interception battle" if document.get("interception") else ""
    yield _when(document)


def _naval_battle(document: Mapping[str, Any]) -> Iterable[str]:
    dice = document.get("dice", {})
    yield " v ".join(
        _side({**side, "tercios": True}, _ships(side["units"])).replace(" tercios", "")
        + (" wind" if dice.get(f"{side['name']}.wind") == 10 else "")
        for side in document["sides"]
    )
    yield "mediterranean" if document.get("mediterranean") else ""
    yield "interception battle" if document.get("interception") else ""
    yield _when(document)


def _siege(verb: str, document: Mapping[str, Any]) -> Iterable[str]:
    besieger = _side(document["besieger"], _units(document["besieger"]["units"]))
    besieged = _side(document["besieged"], _units(document["besieged"]["units"]))
    yield f"{verb} {besieger} v {besieged}"
    yield from _ground(document)
    yield "fort" if document.get("fort") else f"fortress {document['fortress']}"
    yield {"blockaded": "blockaded", "open": "open port"}.get(document.get("port", ""), "")
    if document.get("siegeworks"):
        yield f"{WORKS} {''.join(document['siegeworks'])}"
    yield "breach" if document.get("breach") or document.get("breach_this_turn") else ""
    if document.get("continued_from_last_turn"):
        yield "continued from last turn"
    elif not document.get("first_round", True):
        yield "later round"
    yield "bad weather" if document.get("bad_weather") else ""
    if "supply_distance" in document:
        yield f"distance {document['supply_distance']}"
    yield f"period {document['period']}"


def _manoeuvre(value: int | None) -> str:
    return "no leader" if value is None else f"{value}·0·0"


def _attempt(verb: str, document: Mapping[str, Any]) -> Iterable[str]:
    if document.get("domain") != "land":
        raise KeyError("domain")
    one, other = _manoeuvre(document["manoeuvre"]), _manoeuvre(document["enemy_manoeuvre"])
    yield f"{one} {verb} {other}"
    for key, word in ATTEMPTS.items():
        yield word if document.get(key) else ""


def _attrition(document: Mapping[str, Any]) -> Iterable[str]:
    modifiers = dict(document.get("modifiers", {}))
    units = _units(document["strength"])
    yield f"attrition {units} {document['technology']} {_leader(document.get('leader'))}"
    if document["cause"] == "movement":
        yield f"causes {modifiers.get('causes', 1)}"
    else:
        yield document["cause"]
    yield from (
        word.replace("_", " ")
        for word, name in {**SAID_OF_ATTRITION, "bad_weather": "bad_weather"}.items()
        if modifiers.get(name)
    )
    for counted, word in COUNTED_IN_ATTRITION.items():
        yield f"{word} {modifiers[counted]}" if modifiers.get(counted) else ""
    for what in ("pillage", "revolt", "rebellion", "siegeworks"):
        signs = "-" * modifiers.get(f"{what}_minus", 0) + "+" * modifiers.get(f"{what}_plus", 0)
        yield f"{what} {signs}" if signs else ""
    yield "plunder" if document.get("decisions", {}).get("plunder") else ""
    yield "overseas" if document.get("map") == "rotw" else ""


_WRITERS: Final[Mapping[str, Callable[[Mapping[str, Any]], Iterable[str]]]] = {
    "attrition": _attrition, "battle": _battle, "naval-battle": _naval_battle,
    "intercept": partial(_attempt, "intercepts"), "evade": partial(_attempt, "evades"),
    "undermine": partial(_siege, "siege"), "assault": partial(_siege, "assault"),
}  # fmt: skip
