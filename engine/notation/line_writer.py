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
from engine.notation.line_fields import applying, written

VALUES: Final = ("manoeuvre", "fire", "shock", "siege")


def write_line(kind: str, document: Mapping[str, Any]) -> str:
    """The line of a document of a kind that a line can make. Raises KeyError for another kind,
    and where units are written in a way that a line does not know."""
    if kind in (eia_words.LAND, eia_words.SEA):
        return eia_documents.write_line(kind, document)
    return ", ".join(_WRITERS[kind](document))


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
    words += written(side, "side")
    if side["country"] == "spain" and not side.get("tercios"):
        words.append("no tercios")
    if side.get("phasing"):
        words.append("phasing")
    if side.get("crossing"):
        words.append({"sea": "landing"}.get(side["crossing"], f"across a {side['crossing']}"))
    return " ".join(word for word in words if word)


def _battle(document: Mapping[str, Any]) -> Iterable[str]:
    decided = document.get("decisions", {})
    yield " v ".join(
        _side(side, _units(side["units"]))
        + (" retreats" if decided.get(f"{side.get('name')}.retreat1") else "")
        for side in document["sides"]
    )
    yield from written(document, "battle")


def _naval_battle(document: Mapping[str, Any]) -> Iterable[str]:
    dice = document.get("dice", {})
    yield " v ".join(
        _side({**side, "tercios": True}, _ships(side["units"])).replace(" tercios", "")
        + (" wind" if dice.get(f"{side['name']}.wind") == 10 else "")
        for side in document["sides"]
    )
    yield from written(document, "naval-battle")


def _siege(kind: str, verb: str, document: Mapping[str, Any]) -> Iterable[str]:
    besieger, besieged = (
        _side(side, _units(side["units"])) for side in (document["besieger"], document["besieged"])
    )
    yield f"{verb} {besieger} v {besieged}"
    yield from written(document, kind)


def _manoeuvre(value: int | None) -> str:
    return "no leader" if value is None else f"{value}·0·0"


def _attempt(kind: str, document: Mapping[str, Any]) -> Iterable[str]:
    if document.get("domain") != "land":
        raise KeyError("domain")
    one, other = _manoeuvre(document["manoeuvre"]), _manoeuvre(document["enemy_manoeuvre"])
    yield f"{one} {kind}s {other}"
    yield from written(document, kind)


def _attrition(document: Mapping[str, Any]) -> Iterable[str]:
    modifiers = applying(document.get("modifiers", {}))
    units = _units(document["strength"])
    yield f"attrition {units} {document['technology']} {_leader(document.get('leader'))}"
    if document["cause"] == "movement":
        yield f"causes {modifiers.get('causes', 1)}"
    else:
        yield document["cause"]
    yield from written({"modifiers": modifiers}, "attrition")
    for what in ("pillage", "revolt", "rebellion", "siegeworks"):
        signs = "-" * modifiers.get(f"{what}_minus", 0) + "+" * modifiers.get(f"{what}_plus", 0)
        if signs:
            yield f"{what} {signs}"
    if document.get("decisions", {}).get("plunder"):
        yield "plunder"
    if document.get("map") == "rotw":
        yield "overseas"


_WRITERS: Final[Mapping[str, Callable[[Mapping[str, Any]], Iterable[str]]]] = {
    "attrition": _attrition, "battle": _battle, "naval-battle": _naval_battle,
    "intercept": partial(_attempt, "intercept"), "evade": partial(_attempt, "evade"),
    "undermine": partial(_siege, "undermine", "siege"),
    "assault": partial(_siege, "assault", "assault"),
}  # fmt: skip
