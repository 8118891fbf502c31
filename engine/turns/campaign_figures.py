"""The figures of engine/data/campaign.toml, looked up by what they are for."""

from __future__ import annotations

from typing import NamedTuple

from engine.facts.toml_documents import document


class Income(NamedTuple):
    """An income besides those of provinces; `country` is "" where it is the province's owner's."""

    item: str
    place: str
    country: str
    ducats: int


def figure(section: str, name: str) -> int:
    """One whole number."""
    return int(document("campaign")[section][name])


def declaration(reason: bool) -> tuple[int, int]:
    """What a declaration of war costs in stability and victory points."""
    costs = document("campaign")["declaration"]
    stability, points = costs["with_reason" if reason else "without_reason"]
    return int(stability), int(points)


def incomes() -> list[Income]:
    """The incomes besides those of provinces."""
    return [
        Income(row["item"], row["place"], row.get("country", ""), row["ducats"])
        for row in document("campaign")["incomes"]
    ]
