"""What the way from its port adds to the attrition of a fleet (ATS-21 to ATS-23).

A line of naval supply is looked for that costs least (supply_by_sea), so this lies below it.
"""

from __future__ import annotations

from functools import cache
from typing import Final

DISTANCES: Final = ((5, 9, "ATS-23"), (2, 6, "ATS-22"), (1, 3, "ATS-21"))
"""From how many zones on, what the length of the line adds to attrition."""

NO_LINE: Final = 5


@cache
def distance_modifier(length: int) -> tuple[int, str]:
    """What a naval line of that length adds to attrition, and by which rule (ATS-21 to ATS-23)."""
    return next(((add, rule) for least, add, rule in DISTANCES if length >= least), (0, "ATS-21"))
