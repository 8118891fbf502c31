"""Forts under construction: who may begin them, how they grow, and what becomes of them."""

from __future__ import annotations

from typing import Any

import pytest

from engine.land.ground import besieging
from engine.overseas import active_natives, forts
from engine.sequence import cleanup, movement, sequence
from engine.state import State, sides
from engine.state.overseas import Establishment
from tests.engine.playing import play, put, tabletop

PLACE, NEXT = "quebec-c", "quebec-sw"
DONE = ("next-move", "done")


def table(**fields: Any) -> State:
    fields.setdefault("campaign", "passive")
    fields.setdefault("known", {"france": {PLACE, NEXT}, "spain": {PLACE, NEXT}})
    state = tabletop(**fields)
    state.overseas.natives = dict.fromkeys((PLACE, NEXT), "gone")
    return state


def stages(state: State) -> list[int]:
    return [one.stage for one in state.overseas.establishments.get(PLACE, [])]


@pytest.mark.rule("FRT-01", "FRT-02")
def test_a_detachment_begins_a_fort_for_nothing() -> None:
    state = table()
    put(state, "france", PLACE, "LD")
    before = state.countries["france"].treasury
    play(movement.moves, state, [("next-move", f"fort {PLACE}:france"), DONE])
    assert state.countries["france"].treasury == before
    assert state.overseas.establishments[PLACE] == [Establishment("france", "fort", 0, 1, 1)]
    assert not sides.fortified(state, PLACE), "under construction it is no fort yet"
    assert sides.owner(state, PLACE) == ""
    assert State.from_plain(state.to_plain()) == state


@pytest.mark.rule("FRT-01", "FRT-A1", "FRT-A3")
def test_who_may_not_begin_one() -> None:
    state = table()
    assert "less than 1 LD" in forts.why_not(state, PLACE, "france")
    put(state, "france", PLACE, "LDE", "LDE")
    assert "less than 1 LD" in forts.why_not(state, PLACE, "france")
    put(state, "france", PLACE, "LDE")
    assert forts.why_not(state, PLACE, "france") == "", "three LDE are one LD"
    put(state, "france", "picardie", "A+")
    assert "in Europe" in forts.why_not(state, "picardie", "france")
    put(state, "spain", PLACE, "LD")
    assert "enemies" in forts.why_not(state, PLACE, "france")
    state.overseas.establishments[NEXT] = [Establishment("france", "mission")]
    put(state, "france", NEXT, "LD")
    assert "already" in forts.why_not(state, NEXT, "france")


@pytest.mark.rule("FRT-03", "FRT-04", "FRT-A1")
def test_three_rounds_with_a_detachment_beside_it() -> None:
    state = table(step="end", box="S1", rounds=["S1"], next_box="W1", next_weather=[False] * 3)
    put(state, "france", PLACE, "LD")
    state.overseas.establishments[PLACE] = [Establishment("france", "fort", stage=1, founded=1)]
    seen = []
    for box in ("W1", "S2", "W2"):
        state.sequence.next_box, state.sequence.next_weather, state.sequence.step = (
            box,
            [False] * 3,
            "end",
        )
        play(sequence.end_step, state)
        seen += stages(state)
    assert seen == [2, 3, 0], "begun, upright, a fort at the end of the third round"
    assert sides.fortified(state, PLACE)
    assert sides.controller(state, PLACE) == "france"


@pytest.mark.rule("FRT-03", "FRT-05")
def test_the_works_are_lost_at_once_when_nobody_stands_by() -> None:
    state = table()
    units = put(state, "france", PLACE, "LD", "LD")
    answers = [
        ("mover", [str(units[0])]), ("march", [NEXT]), ("next-move", PLACE),
        ("march", [NEXT]), DONE,
    ]  # fmt: skip
    play_on = [("next-move", f"fort {PLACE}:france"), ("next-move", PLACE), *answers]
    played = play(movement.moves, state, play_on)
    kept = [entry.text for entry in played.phase.story if entry.kind == "fort"]
    assert len(kept) == 2, "one LD was enough as long as it stayed"
    assert PLACE not in state.overseas.establishments


@pytest.mark.rule("FRT-05", "FRT-A2")
def test_neither_allies_nor_natives_keep_the_works_alive() -> None:
    state = table(alliances={"france": ["france", "savoy"], "spain": ["spain"]})
    [unit] = put(state, "france", PLACE, "LD", leader="champlain")
    state.overseas.establishments[PLACE] = [Establishment("france", "fort", stage=2, founded=1)]
    put(state, "savoy", PLACE, "A+")
    active_natives.join(state, "champlain", 12)
    play(besieging.settle, state, [], [], PLACE)
    assert stages(state) == [2]
    state.remove(state.units[unit])
    play(besieging.settle, state, [], [], PLACE)
    assert stages(state) == []


@pytest.mark.rule("CLN-02")
def test_the_clean_up_finishes_every_fort() -> None:
    state = table(box="End", rounds=["End"], step="cleanup")
    put(state, "france", PLACE, "LD")
    state.overseas.establishments[PLACE] = [Establishment("france", "fort", stage=1, founded=1)]
    play(cleanup.cleanup, state)
    assert stages(state) == [0]
    assert sides.fortified(state, PLACE)


@pytest.mark.rule("FRT-05")
def test_who_has_gone_aboard_in_the_province_watches_over_no_works() -> None:
    """4222: *with less than 1 LD of the country, it is immediately destroyed*: troops on ships
    there have left, before these put to sea."""
    state = table()
    (unit,) = put(state, "france", PLACE, "LD")
    state.overseas.establishments[PLACE] = [Establishment("france", "fort", stage=2, founded=1)]
    state.put(state.units[unit], PLACE, "aboard")
    play(besieging.settle, state, [], [], PLACE)
    assert stages(state) == []


@pytest.mark.rule("FRT-05", "FRT-03")
@pytest.mark.parametrize(("detachments", "stays"), [(2, False), (3, True), (4, True)])
def test_three_explorations_guard_the_works_and_two_do_not(detachments: int, stays: bool) -> None:
    """*Less than 1 LD of that country*: two thirds of one, one, a third more."""
    state = table()
    for _ in range(detachments):
        put(state, "france", PLACE, "LDE")
    state.overseas.establishments[PLACE] = [Establishment("france", "fort", stage=2, founded=1)]
    play(besieging.settle, state, [], [], PLACE)
    assert stages(state) == ([2] if stays else [])
