"""Ships with troops aboard, for tests."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.fleets.naval_journey import Journey
from engine.land.movement import march_under_way
from engine.play.asks import BadAnswer
from engine.sea.under_way import attrition_math
from engine.sea.under_way.voyage import Cargo, Voyage
from engine.sea.voyages.sail_ask import Sail
from engine.state import State
from engine.state.land import Siege
from engine.state.stacks import Band
from tests.engine.playing import put
from tests.engine.sea.afloat import sea_table, units

CHANNEL = "sea-manche"


def laden(state: State, ships: list[int], troops: list[int], berth: str = "kent") -> Sail:
    """The question for the way of ships with these troops of Kent aboard."""
    here = units(state, ships)
    cargo = Cargo(march_under_way.begin(state, "england", "kent", list(troops), []), "kent", berth)
    for number in troops:
        state.put(state.units[number], berth, "aboard")
    return Sail(
        who="england", name="sail", what="?", state=state, alliance="england", units=ships,
        leaders=(), journey=attrition_math.begin(state, Band.of(here)), everyone=ships, cargo=cargo,
    )  # fmt: skip


def sailing(state: State, ships: list[int], troops: list[int], leader: str = "") -> Voyage:
    """Ships in the Channel with troops of Kent aboard, and what they have announced not yet."""
    leaders = [leader] if leader else []
    move = march_under_way.begin(state, "england", "kent", list(troops), leaders)
    march_under_way.join(state, move, troops, leaders)
    for number in troops:
        state.put(state.units[number], CHANNEL, "aboard")
    if leader:
        state.put_leader(state.leaders[leader], CHANNEL, "aboard")
    sailed = Voyage("england", list(ships), [], Journey(("kent", CHANNEL)), last=state.last_unit)
    sailed.cargo = Cargo(move, "kent", "kent")
    return sailed


def refused(ask: Sail, *way: str) -> str:
    """Why a way is refused by the question as it would be asked now."""
    ask = replace(ask)
    with pytest.raises(BadAnswer) as error:
        ask.parse(list(way))
    return str(error.value)


def siege_of_wessex(**fields: Any) -> State:
    state = sea_table(**fields)
    state.land.levels["wessex"] = 2
    put(state, "france", "wessex", "A+")
    state.land.sieges["wessex"] = Siege("france")
    return state
