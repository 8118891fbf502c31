"""Ships with troops aboard, for tests."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.land.movement import move_state
from engine.play.asks import BadAnswer
from engine.sea.under_way import attrition_math, voyage
from engine.sea.voyages.sail_ask import Sail
from engine.state import State
from engine.state.land import Siege
from tests.engine.playing import put
from tests.engine.sea.afloat import sea_table, units

CHANNEL = "sea-manche"


def laden(state: State, ships: list[int], troops: list[int], berth: str = "kent") -> Sail:
    """The question for the way of ships with these troops of Kent aboard."""
    here = units(state, ships)
    cargo = voyage.Cargo(
        move_state.begin(state, "england", "kent", list(troops), []), "kent", berth
    )
    for number in troops:
        state.put(state.units[number], berth, "aboard")
    return Sail(
        who="england", name="sail", what="?", state=state, alliance="england", units=ships,
        leaders=(), journey=attrition_math.begin(state, here, []), everyone=ships, cargo=cargo,
    )  # fmt: skip


def refused(ask: Sail, *way: str) -> str:
    """Why a way is refused by the question as it would be asked now."""
    ask = replace(ask, _legal=set())
    with pytest.raises(BadAnswer) as error:
        ask.parse(list(way))
    return str(error.value)


def siege_of_wessex(**fields: Any) -> State:
    state = sea_table(**fields)
    state.land.levels["wessex"] = 2
    put(state, "france", "wessex", "A+")
    state.land.sieges["wessex"] = Siege("france")
    return state
