"""What the steady program would do at sea, and what it would never do."""

from __future__ import annotations

from typing import Any

import pytest

from engine.fleets import fleets
from engine.games.game import Game
from engine.play.phase import Phase
from engine.programs import bots, steady_at_sea
from engine.sea.interception import interception
from engine.sea.under_way import attrition_math
from engine.sea.voyages.sail_ask import Sail
from engine.state import State
from engine.state.forces import strength
from engine.state.land import Siege
from engine.state.stacks import Band
from tests.engine.playing import band, put
from tests.engine.sea.afloat import fleet, sea_table, units

CHANNEL = "sea-manche"


def planned(state: State, place: str) -> list[str]:
    """The voyage planned for the first English stack in a place."""
    (stack, *_) = fleets.stacks_at(state, place, "england")
    ask = steady_at_sea.cruise_of(state, stack)
    assert ask is not None
    way = steady_at_sea.plan(ask).way
    if way:
        ask.parse(way)
    return way


def test_ships_without_business_stay_in_port_and_come_home_from_the_sea() -> None:
    state = sea_table()
    fleet(state, "england", "wessex", "NWD")
    assert planned(state, "wessex") == []
    fleet(state, "england", CHANNEL, "NWD")
    (goal,) = planned(state, CHANNEL)
    assert goal in {"wessex", "kent", "cornwall"}


def test_a_good_battle_is_sought_and_a_hopeless_one_is_not() -> None:
    state = sea_table()
    fleet(state, "england", "wessex", "F+: 4 NWD", leader="howard")
    foe = fleet(state, "france", CHANNEL, "NWD", "NTD")
    assert planned(state, "wessex") == [CHANNEL, f"!battle:{foe[0]}"]
    fleet(state, "france", CHANNEL, "F+: 6 NWD", "F+: 6 NWD")
    assert planned(state, "wessex") == []


def test_a_siege_is_helped_by_a_blockade_and_a_hungry_stack_is_supplied() -> None:
    state = sea_table()
    fleet(state, "england", "wessex", "F-: 2 NWD", "NWD")
    put(state, "england", "normandie", "LD", "LD")
    state.land.sieges["normandie"] = Siege("england")
    assert planned(state, "wessex") == [CHANNEL, "!blockade+supply:normandie"]


def test_troops_are_carried_where_they_can_besiege() -> None:
    state = sea_table()
    fleet(state, "england", "wessex", "F+: 5 NWD, 1 NTD", "NTD")
    assert planned(state, "wessex") == []
    army = units(state, put(state, "england", "wessex", "A+"))
    assert planned(state, "wessex") == ["!embark:wessex"]
    put(state, "france", "wessex", "LD")
    state.land.sieges["wessex"] = Siege("france")
    assert planned(state, "wessex") == [], "who is besieged is needed at home"
    assert strength(army) == 12


def test_landings_are_planned_around_a_zone_where_there_is_no_room_to_lie() -> None:
    state = sea_table()
    fleet(state, "england", "wessex", "F+: 5 NWD, 1 NTD", "NTD")
    put(state, "england", "wessex", "A+")
    fleet(state, "england", CHANNEL, "F+: 6 NWD", "F+: 6 NWD", "F+: 6 NWD")
    assert planned(state, "wessex") == ["!embark:wessex"], "other coasts lie open"


def test_the_largest_part_that_may_sail_goes() -> None:
    state = sea_table(campaign="passive")
    ships = fleet(state, "england", "wessex", "F-: 2 NWD", "F+: 4 NWD", "NWD", "NTD", "NTD")
    found = steady_at_sea.part(state, units(state, ships), ())
    assert [unit.id for unit in found] == [ships[1], *ships[2:]], "one fleet counter (CAM-14)"


def test_only_a_promising_interception_is_tried() -> None:
    def answer(own: str, foe: str) -> Any:
        state = sea_table()
        (mover,) = fleet(state, "england", CHANNEL, foe)
        (ship,) = fleet(state, "france", CHANNEL, own)
        ask = interception.Intercept(
            who="france", name="intercept", what="?", state=state, target=CHANNEL,
            posts=[Band(CHANNEL, (ship,), ())], mover=band([mover]),
        )  # fmt: skip

        async def procedure(phase: Phase) -> None:
            await ask

        header = {"seed": 1, "dice": "rolled", "seats": {}}
        game = Game(state.to_plain(), procedure, header)
        return bots.steady_player(game, ask)

    assert answer("F+: 4 NWD", "NTD") == ["2"]
    assert answer("NWD", "F+: 5 NWD") == []


@pytest.mark.parametrize("cargo", [False, True])
def test_nobody_sails_past_a_stronger_enemy_for_little(cargo: bool) -> None:
    state = sea_table()
    (ship,) = fleet(state, "england", "sea-celtique", "NWD" if cargo else "NTD")
    fleet(state, "france", CHANNEL, "F+: 6 NWD", "F+: 6 NWD")
    ask = Sail(
        who="england", name="sail", what="?", state=state, alliance="england", units=[ship],
        leaders=[], journey=attrition_math.begin(state, band([ship])),
    )  # fmt: skip
    assert CHANNEL not in steady_at_sea.plan(ask).way
