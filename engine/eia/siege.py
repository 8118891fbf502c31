"""Sieges and assaults (EIA-SIE)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.eia import tables
from engine.eia.reasons import Reason, applicable
from engine.modifiers import Modifier, nonzero

SHEET: Final = "seed_siege"
UNCOUNTED: Final = ("artillery", "guard")


def modifiers(artillery_corps: int) -> tuple[Modifier, ...]:
    """What is added to a siege roll: an artillery corps, however many there are (EIA-SIE-01)."""
    bonus = tables.figure(SHEET, "siege roll with an artillery corps present")
    return nonzero((bonus * bool(artillery_corps), "an artillery corps", "EIA-SIE-01"))


def counted_factors(factors: Mapping[str, int]) -> int:
    """The factors that count against a fortress's capacity: all but artillery and guards."""
    return sum(number for troop, number in factors.items() if troop not in UNCOUNTED)


def why_refused(capacity: int, factors: Mapping[str, int]) -> tuple[Reason, ...]:
    """Why a force may not assault: more troops than the fortress can hold (EIA-SIE-02)."""
    troops = counted_factors(factors)
    why = f"{troops} factors beside artillery and guards; the fortress can hold {capacity}."
    return applicable((troops > capacity, why, "EIA-SIE-02"))
