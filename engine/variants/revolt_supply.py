"""Friendly revolts as sources of supply (EUV-REV)."""

from __future__ import annotations

from engine.situation.variants import Variant
from engine.state import State, sides
from engine.state.forces import COUNTRY


class RevoltSupply(Variant):
    """A friendly revolt is a source while no enemy unit is in its province (EUV-REV-01,
    EUV-REV-02). A fortress is no unit; the troops in it and a leader alone are (EUV-TERM-21)."""

    id = "revolt-supply"

    def is_supply_source(self, state: State, place: str, alliance: str) -> bool:
        """A province where a friendly revolt is and no enemy (EUV-REV-01)."""
        revolts = state.land.revolts.get(place)
        if not revolts or not any(
            revolt.country and sides.alliance_of(state, revolt.country) == alliance
            for revolt in revolts
        ):
            return False
        here = {*map(COUNTRY, state.units_at(place)), *map(COUNTRY, state.leaders_at(place))}
        return not any(
            sides.at_war(state, alliance, sides.alliance_of(state, country)) for country in here
        )


VARIANT = RevoltSupply()
