"""Names of countries and where a game stands: what is said before anything of a game is loaded."""

from __future__ import annotations

from engine.countries import country_name as country_name
from engine.countries import does


def standing(box: str, who: str) -> str:
    """Where a game stands, shortly: its box of the rounds track and whose decision it is."""
    return f"{box or 'start'}, {does(who, 'decide')}" if who else "over"
