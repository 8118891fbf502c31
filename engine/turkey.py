"""Turkey: the fright that its troops give (C-TUR-15)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.forces import Unit
from engine.state import State

LAST_TURN_OF_FRIGHT: Final = 14


def fright(state: State, country: str, enemy_units: Iterable[Unit]) -> bool:
    """Whether a country still fears these enemies, -2 to its Shock (DRM-06, DRM-A2)."""
    known = state.countries.get(country)
    return (
        known is not None
        and known.ottoman_fright
        and state.turn <= LAST_TURN_OF_FRIGHT
        and any(unit.country == "turkey" for unit in enemy_units)
    )
