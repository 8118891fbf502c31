"""Months as numbers: twelve times the year, and January is 0; phases within a month in order."""

from __future__ import annotations

from typing import Final

from engine.eia import tables

YEAR: Final = len(tables.MONTHS)
POLITICAL, ECONOMIC = "Political", "Economic"


def month(year: int, name: str) -> int:
    """The number of a month. Raises ValueError for a name that is none."""
    return year * YEAR + tables.MONTHS.index(name)


def month_name(number: int) -> str:
    """A month as people write it: `December 1805`."""
    return f"{tables.MONTHS[number % YEAR]} {number // YEAR}"


def economic(number: int) -> bool:
    """Whether a month has an Economic Phase."""
    return number % YEAR in tables.months_of("economic phase months")


def winter(number: int) -> bool:
    """Whether a month is one of winter."""
    return number % YEAR in tables.months_of("winter months")


def phases() -> tuple[str, ...]:
    """The phases of a turn in their order."""
    return tuple(dict.fromkeys(step.phase for step in tables.steps()))
