"""Friendly revolts as sources of supply (EUV-REV)."""

from __future__ import annotations

from engine import sides
from engine.state import State
from engine.variants.variant import Variant


class RevoltSupply(Variant):
    """A friendly revolt is a source while no enemy unit is in its province (EUV-REV-01,
    EUV-REV-02). A fortress is no unit; the troops in it are."""

    id = "revolt-supply"

    def source(self, state: State, place: str, alliance: str) -> bool:
        friendly = any(
            revolt.country and sides.alliance_of(state, revolt.country) == alliance
            for revolt in state.revolts.get(place, ())
        )
        return friendly and not any(
            sides.at_war(state, alliance, sides.alliance_of(state, unit.country))
            for unit in state.units_at(place)
        )


VARIANT = RevoltSupply()
