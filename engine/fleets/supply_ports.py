"""Which ports supply ships: held, large enough, free of blockade (SUP-27)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.fleets import blockades, fleets, ports
from engine.situation import friendly_minors
from engine.state import State
from engine.state.forces import Unit


def supplies(state: State, units: Sequence[Unit], place: str, alliance: str) -> bool:
    """Whether a port supplies ships: it takes them in, and is not that of an inactive minor
    (EUV-TERM-19)."""
    return takes_in(state, units, place, alliance) and friendly_minors.gives_supply(
        state, place, units
    )


def takes_in(state: State, units: Sequence[Unit], place: str, alliance: str) -> bool:
    """Whether a port is held, large enough for ships and not blockaded (SUP-27)."""
    kind = ports.harbour(state, place, alliance)
    return _open(state, fleets.fleet_counters(units), place, kind, alliance)


def _open(state: State, counters: int, place: str, kind: ports.Harbour, alliance: str) -> bool:
    return ports.port_holds(kind, counters) and not blockades.is_blockaded(state, place, alliance)


def source_beside(state: State, units: Sequence[Unit], zone: str, alliance: str) -> str:
    """The first port on the coasts of a sea zone that supplies these ships, "" for none."""
    counters = fleets.fleet_counters(units)
    for place, kind in ports.held_on(state, zone, alliance):
        if _open(state, counters, place, kind, alliance) and friendly_minors.gives_supply(
            state, place, units
        ):
            return place
    return ""
