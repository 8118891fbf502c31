"""The figures of engine/data/campaign.toml, looked up by what they are for."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple


class Income(NamedTuple):
    """An income besides those of provinces; `country` is "" where it is the province's owner's."""

    item: str
    place: str
    country: str
    ducats: int


@cache
def _document() -> dict[str, Any]:
    with (Path(__file__).parents[1] / "data" / "campaign.toml").open("rb") as file:
        return tomllib.load(file)


def figure(section: str, name: str) -> int:
    """One whole number."""
    return int(_document()[section][name])


def declaration(reason: bool) -> tuple[int, int]:
    """What a declaration of war costs in stability and victory points."""
    stability, points = _document()["declaration"]["with_reason" if reason else "without_reason"]
    return int(stability), int(points)


def incomes() -> list[Income]:
    """The incomes besides those of provinces."""
    return [
        Income(row["item"], row["place"], row.get("country", ""), row["ducats"])
        for row in _document()["incomes"]
    ]
