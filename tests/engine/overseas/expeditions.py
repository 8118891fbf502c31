"""Portugal overseas: ships and troops that explore."""

from __future__ import annotations

from typing import Any

from engine.overseas import exploration_rights
from engine.state import State
from tests.engine.playing import put, tabletop

ARGUIN, GAMBIA, SENEGAL, MAURITANIA = "sea-arguin", "sea-gambie", "senegal-n", "mauritanie-s"
HOME = {"sea-canarias", ARGUIN}
WEAK, ADMIRAL = "portugal-anonymous-explorer-1", "almeida"
GOOD, HALF, BAD = 1, 6, 10
"""Dice of +4: 5 discovers, 10 is half a discovery, 14 fails."""


def table(*known: str, **fields: Any) -> State:
    """Portugal overseas, phasing; it knows these zones besides its home waters."""
    fields.setdefault("known", {"portugal": {*HOME, *known}, "spain": set(HOME)})
    fields.setdefault("campaign", "passive")
    fields.setdefault("technology", "carrack")
    fields.setdefault("alliances", {"portugal": ["portugal"], "spain": ["spain"]})
    fields.setdefault("wars", [])
    fields.setdefault("step", "exploration")
    state = tabletop(**fields)
    for country in state.countries.values():
        country.naval_technology, country.land_technology = "nao-galleon", "renaissance"
    return state


def fleet(state: State, *kinds: Any, leader: str | None = None, zone: str = ARGUIN) -> list[int]:
    """Ships of Portugal that have announced an exploration."""
    ships = put(state, "portugal", zone, *kinds, leader=leader)
    for key in (*map(str, ships), *([leader] if leader else [])):
        state.sea.tasks[key] = exploration_rights.EXPLORE
    return ships


def troops(state: State, *kinds: Any, zone: str = ARGUIN) -> list[int]:
    return put(state, "portugal", zone, *kinds, position="aboard")
