"""Natives and those who come otherwise than by a free march: each entry is tested (NAT-01)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from engine.expeditions import natives
from engine.facts import board
from engine.land.battle import battle
from engine.land.battle.parameters import Force
from engine.land.movement import interception_battle, march_under_way
from engine.land.movement.march_under_way import Move
from engine.overseas import active_natives
from engine.play.phase import Phase
from engine.sequence import march_step, movement
from engine.situation import command
from engine.state import State
from engine.state.countries import Country
from engine.state.forces import Kind
from engine.state.sides import NATIVES
from engine.state.stacks import Band
from tests.engine import plays
from tests.engine.playing import Played, band, lead, play, put, tabletop

EVERYWHERE = frozenset(board.provinces())
CONGO, ANGOLA, SOUTH = "congo-s", "angola-n", "angola-s"
MARCH: list[Any] = [("next-move", CONGO), ("mover", ["1"]), ("march", [ANGOLA])]
SPAIN_WINS = {
    "france.attrition": 1, "france.replacement": 5, "spain.replacement": 5, "france.fire1": 1,
    "spain.fire1": 10, "france.shock1": 5, "spain.shock1": 10, "spain.pursuit": 5,
    "france.losses": 5,
}  # fmt: skip


def table(spain: str, *kinds: Kind) -> State:
    known: Any = {who: set(EVERYWHERE) for who in ("france", "spain")}
    state = tabletop(campaign="multiple", known=known)
    put(state, "france", CONGO, "A-")
    put(state, "spain", spain, *(kinds or ("A-",)))
    return state


def intercepted(france: int, spain: int, *more: Any, **dice: int) -> tuple[State, Played]:
    """France marches to Angola, is intercepted and beaten back; the natives of both places roll."""
    state = table(SOUTH)
    answers = [*MARCH, ("intercept", ["2"]), ("withdraw", False), *more]
    natives = {"spain.intercept": 9, "france.natives": france, "spain.natives": spain}
    return state, play(movement.moves, state, answers, SPAIN_WINS | natives | dice)


@pytest.mark.rule("NAT-01", "NAT-A10")
def test_the_beaten_and_the_interceptor_are_tested_where_they_end() -> None:
    state, played = intercepted(8, 8)
    assert "The natives of Congo S stay calm: 8." in played.told, "he who retreats there"
    assert "The natives of Angola N stay calm: 8." in played.told, "he who intercepts there"
    assert not state.overseas.natives
    assert "natives" not in [ask.name for ask in played.asks], "they may only be tested"


@pytest.mark.rule("NAT-05", "NAT-A10")
def test_natives_rise_against_him_who_has_retreated_to_them() -> None:
    rising = {
        "natives.replacement": 5, "natives.shock1": 10, "france.fire1": 1,
        "france.shock1": 1, "natives.pursuit": 5, "france.losses": 5,
    }  # fmt: skip
    state = table(SOUTH)
    units = put(state, "france", ANGOLA, "LDE")
    played = play(
        natives.natives_may_rise, state, [],
        rising | {"france.natives": 1, "france.replacement": 5}, band(units, place=ANGOLA), CONGO,
    )  # fmt: skip
    assert "rise and attack" in played.told
    assert state.overseas.natives == {ANGOLA: "active"}
    assert units[0] not in state.units


@pytest.mark.rule("NAT-01", "NAT-A10")
def test_an_interceptor_at_home_there_is_not_tested_again() -> None:
    state = table(SOUTH)
    put(state, "spain", ANGOLA, "LD")
    bands = [Band(ANGOLA, (3,), ()), Band(SOUTH, (2,), ())]
    play(interception_battle.strangers, state, [], {}, ANGOLA, bands[:1])
    state.put(state.units[2], ANGOLA)
    played = play(interception_battle.strangers, state, [], {"spain.natives": 8}, ANGOLA, bands)
    assert played.told.count("stay calm") == 1


@pytest.mark.rule("NAT-01")
def test_whoever_is_held_by_enemies_meets_the_natives_first() -> None:
    state = table(ANGOLA)
    answers = [*MARCH, ("intercept", []), ("natives", "peace")]
    played = play(movement.moves, state, answers, {"france.natives": 8, "france.attrition": 1})
    told = played.told
    assert told.index("stay calm: 8") < told.index("Both sides are locked")
    assert state.marks.locked == {1, 2}


@pytest.mark.rule("NAT-06")
def test_enemies_and_natives_may_both_wait_for_the_battles() -> None:
    state = table(ANGOLA)
    answers = [*MARCH, ("intercept", []), ("natives", "attack")]
    play(movement.moves, state, answers, {"france.attrition": 1})
    natives = {unit.id for unit in state.units_at(ANGOLA) if unit.country == NATIVES}
    assert natives
    assert {1, 2, *natives} <= state.marks.locked
    assert not active_natives.inactive_natives(state, ANGOLA)


# What they fight with (C-TER-14).


@pytest.mark.parametrize(
    ("place", "technology"),
    [
        (ANGOLA, "medieval"), ("azteca-c", "renaissance"), ("malabar-s", "renaissance"),
        ("oceania-as", "medieval"),
    ],
)  # fmt: skip
def test_the_technology_of_natives_hangs_on_where_they_live(place: str, technology: str) -> None:
    state = tabletop(technology="renaissance")
    number = active_natives.rouse(state, place, 3)[0]
    assert command.land_technology(state, state.units[number]) == "medieval", "nobody of the group"
    state.countries["china"] = Country("china", land_technology="renaissance")
    state.countries["oman"] = Country("oman", land_technology="arquebus")
    assert command.land_technology(state, state.units[number]) == technology


def test_aztecs_and_incas_stay_medieval() -> None:
    state = tabletop(alliances={"aztecs": ["aztecs"], "china": ["china"]}, wars=[])
    units = [state.units[put(state, who, "azteca-c", "LD")[0]] for who in ("aztecs", "china")]
    assert [command.land_technology(state, unit) for unit in units] == ["medieval", "renaissance"]


@pytest.mark.rule("NAT-01", "NAT-A10")
@pytest.mark.parametrize("came", [True, False])
def test_the_leader_of_an_interceptor_leads_him_against_the_natives_where_he_came_too(
    came: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """*The natives of the province are activated and attack the stack*, with the leader who is in
    it, not with one who has stayed behind."""
    state = table(SOUTH)
    leader = lead(state, "spain", ANGOLA if came else SOUTH, "cordoba")
    state.put(state.units[2], ANGOLA)
    attacked: list[list[str]] = []

    async def stand_in(phase: Phase, moving: Move, there: Sequence[int]) -> bool:
        attacked.append(moving.leaders)
        return True

    monkeypatch.setattr(natives, "_attacked", stand_in)
    band = Band(SOUTH, (2,), (leader,))
    play(interception_battle.strangers, state, [], {"spain.natives": 1}, ANGOLA, [band])
    assert attacked == [[leader] if came else []]


@pytest.mark.rule("NAT-01", "INT-06")
def test_an_interceptor_who_waits_for_the_battle_is_tested_when_he_has_come() -> None:
    """*Each time a land stack enters a province it must test*: he who intercepts and fights later
    with everybody there, and the stack that he holds."""
    state = table(SOUTH)
    put(state, "spain", ANGOLA, "LD")
    answers = [
        *MARCH, ("intercept", ["2"]), ("interception-battle", "later"), ("natives", "peace"),
    ]  # fmt: skip
    dice = {"spain.intercept": 9, "spain.natives": 8, "france.natives": 8, "france.attrition": 1}
    played = play(movement.moves, state, answers, dice)
    assert played.told.count("stay calm: 8") == 2


@pytest.mark.rule("NAT-30", "MVG-04")
def test_recruits_whom_their_conquistador_leaves_go_home_with_his_first_step() -> None:
    """*They must stay stacked with the leader that used the table*: not to the end of his move."""
    state = table(SOUTH)
    leader = lead(state, "france", CONGO, "champlain")
    recruits = active_natives.join(state, leader, 3)
    state.overseas.natives |= {CONGO: "active", ANGOLA: "gone"}
    assert set(recruits) <= state.units.keys()
    moving = march_under_way.begin(state, "france", CONGO, [1], [leader])
    play(march_step.step, state, [("intercept", [])], {}, moving, ANGOLA)
    assert not set(recruits) & state.units.keys()


@pytest.mark.rule("NAT-01", "NAT-A10", "BAT-02")
def test_who_has_evaded_a_battle_is_tested_where_he_has_come() -> None:
    """*Each time a land stack enters a province whose natives are not yet activated it must test*:
    also who got away without a battle."""
    state = table(ANGOLA)
    state.put(state.units[1], ANGOLA)
    state.overseas.natives[ANGOLA] = "gone"
    state.land.controllers[SOUTH] = "spain"
    one, other = (Force(each, (n,), ()) for each, n in (("france", 1), ("spain", 2)))

    async def procedure(phase: Phase) -> object:
        return await battle.battle(phase, ANGOLA, one, other)

    played = plays.played(
        procedure, state, {"evade": ["roll"]}, {"spain.evade": 10, "spain.natives": 8}
    )
    assert not played.result.fought
    assert played.told.count("stay calm: 8") == 1
