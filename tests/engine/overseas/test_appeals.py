"""Who meets natives and who does not, who may speak to them, and what comes of it."""

from __future__ import annotations

from typing import Any

import pytest

from engine.expeditions import natives
from engine.facts import board
from engine.land.movement.march_under_way import Move
from engine.overseas import active_natives
from engine.play.phase import Phase
from engine.state import State
from tests.engine.overseas.coasts import ANGOLA, COAST, MEXICO, enter, native, stack, table
from tests.engine.playing import Played, band, play, put


@pytest.mark.rule("NAT-01", "NAT-02")
def test_who_is_gone_at_sea_or_among_natives_awake_meets_none() -> None:
    state = table()
    units = stack(state, ANGOLA, "LD", leader=None)
    assert active_natives.must_test(state, band(units), ANGOLA)
    assert active_natives.must_test(state, band([*units, 999]), ANGOLA), "one of them is gone"
    assert not active_natives.must_test(state, band([999]), ANGOLA)
    assert not active_natives.must_test(state, band(units), "sea-angola")
    active_natives.rouse(state, ANGOLA, 3)
    assert not active_natives.must_test(state, band(units), ANGOLA)


@pytest.mark.rule("NAT-12", "NAT-13")
def test_who_speaks_in_asia_has_the_mark_of_asia() -> None:
    india = min(board.area_provinces()["malabar"])
    assert natives.may_appeal(["clive", "cortes"], india) == ["clive"]


@pytest.mark.rule("NAT-04")
def test_natives_without_a_tolerance_never_rise() -> None:
    calm = next(
        place.id
        for place in board.provinces().values()
        if place.area and not board.area(place.area).tolerance
        and board.area(place.area).natives and board.area(place.area).owner_1492 == ""
    )  # fmt: skip
    state = table()
    units = put(state, "spain", calm, "LD")
    if not active_natives.inactive_natives(state, calm):
        pytest.fail("the test needs natives")
    played = enter(state, units, [], calm, [("natives", "peace")], [])
    assert played.result is False
    assert "stay calm" in played.asks[0].options[0].detail  # type: ignore[attr-defined]


@pytest.mark.rule("NAT-23", "NAT-27", "NAT-05")
def test_who_deserts_comes_along_and_whoever_loses_to_the_others_stops_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fought: list[str] = []
    wins = [False, True]

    async def fight(phase: Phase, move: Move, *more: Any, **rest: Any) -> bool:
        fought.append(move.way[-2])
        return wins[len(fought) - 1]

    monkeypatch.setattr("engine.land.movement.interception_battle.fight", fight)

    def spoken(die: int) -> tuple[State, Played]:
        state = table()
        units = stack(state, MEXICO, "LD")
        answers = [("natives", "win:cortes")]
        dice = {"spain.conquistador": die}
        return state, enter(state, units, ["cortes"], MEXICO, answers, dice)

    state, played = spoken(3)
    assert (played.result, fought) == (False, []), "all are gone"
    assert "follow" not in played.told
    state, played = spoken(1)
    assert played.result is False
    assert "6 LD of natives follow Cortés" in played.told
    joined = active_natives.recruits(state)
    assert {tuple(state.marks.entered[unit.id]) for unit in joined} == {(COAST, MEXICO)}
    for won in wins:
        state, played = spoken(5)
        assert played.result is not won
        assert native(state, MEXICO) == 12
    assert fought == [COAST, COAST]


@pytest.mark.rule("NAT-01", "NAT-A10")
def test_who_is_driven_among_natives_awake_is_not_tested_again() -> None:
    state = table()
    units = stack(state, ANGOLA, "LD", leader=None)
    active_natives.rouse(state, ANGOLA, 3)
    assert not play(
        natives.natives_may_rise, state, [], [], band(units, place=ANGOLA), "angola-s"
    ).told
