"""The sheets of the variants: what players read of them, and the rules that they belong to."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from engine.facts.toml_documents import document


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
    return {
        name: Sheet(
            name,
            sheet["title"],
            " ".join(sheet["about"].split()),
            tuple(sheet["sections"]),
            tuple(sheet.get("changes", ())),
            {word: tuple(ids) for word, ids in sheet.get("places", {}).items()},
        )
        for name, sheet in document("variants").items()
    }


def by_rule(rule: str) -> list[str]:
    """The names of the variants that a rule belongs to or that change it."""
    return [
        sheet.id
        for sheet in sheets().values()
        if rule in sheet.changes
        or rule.rpartition("-")[0] in sheet.sections
        or rule in sheet.sections
    ]
