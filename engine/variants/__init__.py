"""Variants: named changes of the rules, switched on when a game is created.

The core knows no variant by its name: where one may change something it asks all those in force,
`variants.in_force(state)`, which are none in most games. engine/data/variants.toml documents them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from engine.state import State
from engine.variants.variant import Event, Variant

__all__ = [
    "Event", "Sheet", "UnknownVariant", "Variant", "barred", "by_rule", "entered", "in_force",
    "inherited", "lender", "sheets", "switch_on",
]  # fmt: skip


class UnknownVariant(ValueError):
    """A name that no variant has; the sentence lists those there are."""


class Sheet(NamedTuple):
    """What players read of a variant: its name, what it is about, and what it changes.

    `sections` are the prefixes of its own rules, `changes` the ids of other rules it touches;
    `places` are the ids of the board's provinces by the names that the rules use.
    """

    id: str
    title: str
    about: str
    sections: tuple[str, ...]
    changes: tuple[str, ...]
    places: dict[str, tuple[str, ...]]


@cache
def sheets() -> dict[str, Sheet]:
    """Every variant by its name, in the order to read them."""
    with (Path(__file__).parents[1] / "data" / "variants.toml").open("rb") as file:
        document: dict[str, dict[str, Any]] = tomllib.load(file)
    return {
        name: Sheet(
            name,
            sheet["title"],
            " ".join(sheet["about"].split()),
            tuple(sheet["sections"]),
            tuple(sheet.get("changes", ())),
            {word: tuple(ids) for word, ids in sheet.get("places", {}).items()},
        )
        for name, sheet in document.items()
    }


@cache
def _variant(name: str) -> Variant:
    if name not in sheets():
        raise UnknownVariant(f"there is no variant {name!r}; known are {', '.join(sheets())}")
    module = import_module(f"engine.variants.{name.replace('-', '_')}")
    found: Variant = module.VARIANT
    return found


def in_force(state: State) -> tuple[Variant, ...]:
    """The variants of a game, in the order of their list."""
    return _in_force(tuple(state.variants)) if state.variants else ()


@cache
def _in_force(names: tuple[str, ...]) -> tuple[Variant, ...]:
    return tuple(_variant(name) for name in sheets() if name in names)


def switch_on(state: State, names: Iterable[str]) -> None:
    """Switches variants on at the start of a game and sets them up (EUV-SET-01, EUV-SET-02).

    A variant that is on already is left as it is. Raises UnknownVariant.
    """
    wanted = list(dict.fromkeys(names))
    found = {name: _variant(name) for name in wanted}
    for name in sheets():
        if name in found and name not in state.variants:
            state.variants.append(name)
            found[name].set_up(state)
    state.variants.sort()


def by_rule(rule: str) -> list[str]:
    """The names of the variants that a rule belongs to or that change it."""
    return [
        sheet.id
        for sheet in sheets().values()
        if rule in sheet.changes
        or rule.rpartition("-")[0] in sheet.sections
        or rule in sheet.sections
    ]


def barred(state: State, movers: Iterable[str], afloat: bool = False) -> dict[str, str]:
    """Provinces that troops of these countries may not enter by a variant, each with its reason;
    those whose ports are closed to their ships, `afloat`."""
    found: dict[str, str] = {}
    if state.variants and (countries := frozenset(movers)):
        for variant in in_force(state):
            found.update(variant.barred(state, countries, afloat))
    return found


def entered(state: State, place: str) -> None:
    """Tells the variants that troops have moved into a place."""
    for variant in in_force(state):
        variant.entered(state, place)


def lender(state: State, country: str) -> str:
    """The country whose counters and leaders a country uses: its own but for a variant."""
    for variant in in_force(state):
        if lent := variant.lender(state, country):
            return lent
    return country


def inherited(state: State, country: str) -> list[str]:
    """The countries whose counters a country has besides its own, by a variant."""
    return [each for variant in in_force(state) for each in variant.inherits(state, country)]
