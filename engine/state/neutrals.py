"""Who is neutral to an alliance, and which allies only play apart from it (MOV-24, EUV-TERM-18)."""

from __future__ import annotations

from typing import Final

from engine.state import State, sides
from engine.state.forces import Unit

NOBODY: Final[frozenset[str]] = frozenset()


def set_apart(state: State, alliance: str) -> frozenset[str]:
    """The countries of standing alliances that only a truce sets apart from an alliance in this
    phase: they play for themselves and are its friends still (EUV-TRU-03, EUV-TRU-A1).

    Between the turns alone the ledger changes in this, and all alliances with it.
    """
    if not state.ledger.allies:
        return NOBODY
    own = {*sides.members(state, alliance)}
    groups = [group for group in state.ledger.allies if not own.isdisjoint(group)]
    others = {each for group in groups for each in group} - own
    return frozenset(others - sides.enemies(state, alliance)) if others else NOBODY


def neutral_units(state: State, place: str, alliance: str) -> list[Unit]:
    """The unbesieged land counters in a place that are neither of an alliance or its friends, nor
    at war with it (MOV-24)."""
    sided = sides.enemies(state, alliance).union(sides.members(state, alliance))
    sided = sided.union(set_apart(state, alliance))
    field = (unit for unit in state.units_at(place) if unit.position == "field" and unit.land)
    return [unit for unit in field if unit.country not in sided]
