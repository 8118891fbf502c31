"""Wintering: cold area, timars far from home."""

from typing import Any

import pytest

from engine.rounds import rounds
from engine.sequence import sequence, wintering
from engine.state import State
from engine.state.land import Siege
from tests.engine.fighting import examples
from tests.engine.playing import lead, new_year, play, put, tabletop

WARM = "ile-de-france"


@pytest.mark.rule("WIN-01", "OVW-08", "WIN-A1", "RND-01")
@pytest.mark.parametrize(
    ("before", "now", "due"),
    [
        (["S2"], "W2", False),
        (["S2"], "S3", True),
        (["W2"], "S3", True),
        (["W1"], "S3", True),
        (["W2"], "W3", True),
        (["W5"], "End", True),
    ],
)
def test_wintering_comes_when_the_year_changes(before: list[str], now: str, due: bool) -> None:
    state = tabletop(rounds=[*before, now] if now != "End" else before, box=now)
    assert wintering.is_due(state) == due
    put(state, "france", "moskva", "LD")
    state.sequence.step = "wintering"
    dice = {"france.cold": 1} if due else {}
    assert ("winter" in play(wintering.wintering, state, dice=dice).told) == due
    assert not wintering.is_due(tabletop(rounds=["S3"], box="S3"))


@pytest.mark.rule("AFT-04")
def test_a_siege_that_nobody_is_left_to_keep_up_is_lifted_in_the_winter() -> None:
    state = new_year(controllers={"artois": "spain"}, sieges={"artois": Siege("france")})
    [inside] = put(state, "spain", "artois", "LD", position="inside")
    play(wintering.wintering, state)
    assert state.land.sieges == {}
    assert state.units[inside].position == "field"


@pytest.mark.rule("WIN-02", "CON-03")
def test_end_is_s6_and_winters_whatever_the_round_before() -> None:
    example = examples()["EX-WIN-01"]
    box, treated = example["given"]["new_box"], example["then"]["treated_as"]
    assert rounds.year(box) == int(treated[1:])
    for before in ("S5", "W5", "W4"):
        assert wintering.is_due(tabletop(rounds=[before], box=rounds.END))


@pytest.mark.rule("WIN-03", "WIN-A3")
def test_the_cold_spares_one_s_own_and_one_s_nation_s_provinces() -> None:
    state = new_year(
        alliances={"france": ["france"], "russia": ["russia"]}, wars=[("france", "russia")]
    )
    assert wintering.is_cold("moskva")
    assert not wintering.is_cold(WARM)
    put(state, "france", "moskva", "A+")
    put(state, "russia", "novgorod", "A+")
    put(state, "france", WARM, "A+")
    lost = play(wintering.cold_area, state, dice={"france.cold": [1]})
    assert "Moskva" in lost.told
    state = new_year(alliances={"russia": ["russia"], "france": ["france"]}, wars=[])
    put(state, "russia", "moskva", "LD")
    state.land.controllers["moskva"] = "france"
    play(wintering.cold_area, state)  # national, though an enemy holds it
    state.land.controllers["novgorod"] = "france"
    put(state, "france", "novgorod", "LD")
    play(wintering.cold_area, state)  # controlled, though it is not national


@pytest.mark.rule("WIN-03", "WIN-A3")
def test_control_by_an_ally_is_enough() -> None:
    state = new_year(alliances={"allies": ["poland", "france"]}, wars=[])
    state.land.controllers["livonija"] = "poland"
    put(state, "france", "livonija", "LD")
    assert wintering.is_cold("livonija")
    play(wintering.cold_area, state)


@pytest.mark.rule("WIN-03", "WIN-A2")
def test_ships_do_not_mind_the_cold() -> None:
    state = new_year(
        alliances={"france": ["france"], "russia": ["russia"]}, wars=[("france", "russia")]
    )
    state.land.controllers["livonija"] = "russia"
    put(state, "france", "livonija", "NWD", position="port")
    play(wintering.cold_area, state)
    put(state, "france", "livonija", "LD")
    play(wintering.cold_area, state, dice={"france.cold": 1})


@pytest.mark.rule("WIN-04", "WIN-05")
def test_the_cold_roll_is_a_supply_attrition_of_its_own() -> None:
    state = new_year(
        alliances={"france": ["france"], "russia": ["russia"]}, wars=[("france", "russia")]
    )
    units = put(state, "france", "moskva", "A+")
    state.marks.unsupplied.update(units)
    played = play(wintering.cold_area, state, dice={"france.cold": 1})
    sheet = played.phase.story[0].sheet
    assert sheet is not None
    rules = {rule for _, _, rule in sheet["modifiers"]}
    assert sheet["name"] == "france.cold"
    assert any(rule.startswith("SAT-") for rule in rules)
    assert state.marks.unsupplied >= set(state.units)  # nothing else of the supply segment is done


@pytest.mark.rule("WIN-06")
def test_the_stacks_of_all_alliances_roll_at_once() -> None:
    state = new_year(
        alliances={"france": ["france"], "spain": ["spain"]}, wars=[("france", "spain")], impulse=1
    )
    put(state, "spain", "moskva", "LD")
    put(state, "france", "novgorod", "LD")
    play(wintering.cold_area, state, dice={"france.cold": 1, "spain.cold": 1})


def ottomans(**fields: Any) -> State:
    return new_year(
        alliances={"turkey": ["turkey"], "hungary": ["hungary"]},
        wars=[("turkey", "hungary")],
        minors={"hungary": "turkey"},
        owners={"serbia": "turkey"},
        **fields,
    )


@pytest.mark.rule("WIN-07")
def test_timars_far_from_home_lose_what_goes_home() -> None:
    state = ottomans()
    home = put(state, "turkey", "bulgaristan", "A+", corps="timar")
    guard = put(state, "turkey", "serbia", "A-", corps="janissary")
    away = put(state, "turkey", "serbia", "A+", corps="timar")
    answers: list[Any] = []
    played = play(wintering.timars, state, answers, dice={"turkey.timars": 10})
    sheet = played.phase.story[0].sheet
    assert sheet is not None
    assert sheet["modifiers"] == [[2, "1 provinces from home", "WIN-07"]]
    left = sum(state.units[unit].thirds for unit in away if unit in state.units)
    assert left == 6, "a 12 costs a stack of 4 LD two of them"
    assert all(unit in state.units for unit in home + guard)
    assert state.notes["timars.home"] == 12 - sum(
        unit.thirds
        for unit in state.units.values()
        if unit.corps == "timar" and unit.place == "serbia"
    )


@pytest.mark.rule("WIN-07")
def test_janissaries_and_timars_at_home_do_not_roll() -> None:
    state = ottomans()
    put(state, "turkey", "trakya", "A+", corps="timar")
    put(state, "turkey", "serbia", "A+", corps="janissary")
    assert play(wintering.timars, state).told == ""
    put(state, "turkey", "magyarorszag", "LD", corps="timar")
    played = play(wintering.timars, state, dice={"turkey.timars": 1})
    assert "Timars in Magyarország (1 +4 = 5): none go home." in played.told
    assert state.notes == {}, "nobody goes home, and nothing is owed to anybody"


@pytest.mark.rule("WIN-07")
def test_pashas_roll_too_and_die_whole() -> None:
    state = ottomans()
    pasha = put(state, "turkey", "magyarorszag", "PASHA", size=2)
    state.units[pasha[0]].leader = "turkey-pasha-yaser"
    played = play(wintering.timars, state, dice={"turkey.timars": 10})
    assert pasha[0] not in state.units
    assert state.notes["pashas.home"] == ["turkey-pasha-yaser"]
    assert state.notes["timars.home"] == 0, "his men come back with him, not as timars"
    assert "1 of 2 LD goes home" in played.told


@pytest.mark.rule("WIN-14")
def test_cold_then_timars_then_leaders() -> None:
    state = ottomans()
    put(state, "turkey", "moldova", "A+", corps="timar")
    put(state, "turkey", "serbia", "LD", corps="janissary")
    lead(state, "turkey", "serbia", "borovinic")
    put(state, "turkey", "moskva", "LD", corps="janissary")
    dice = {"turkey.cold": 1, "turkey.timars": 1}
    played = play(wintering.wintering, state, ["done"], dice=dice)
    thrown = [entry.sheet["name"] for entry in played.phase.story if entry.sheet]
    assert thrown == ["turkey.cold", "turkey.timars"]
    assert played.asks[0].name == "redeploy-leader"


@pytest.mark.rule("WIN-07")
@pytest.mark.parametrize(
    ("place", "away", "die", "lost"),
    [
        ("serbia", 1, 6, 0),
        ("serbia", 1, 7, 1),
        ("magyarorszag", 2, 4, 0),
        ("magyarorszag", 2, 5, 1),
    ],
)
def test_each_province_from_home_adds_two(place: str, away: int, die: int, lost: int) -> None:
    """Every stack that holds Timars rolls by itself: in the column of its Timars alone, without
    the pillage, at 2 for each province; a modified 8 costs 4 LD nothing and 9 one of them."""
    state = ottomans()
    put(state, "turkey", place, "A+", corps="timar")
    put(state, "turkey", place, "A+", "A+", corps="janissary")
    played = play(wintering.timars, state, dice={"turkey.timars": die})
    sheet = played.phase.story[0].sheet
    assert sheet is not None
    assert [line[0] for line in sheet["modifiers"]] == [2 * away]
    left = sum(unit.thirds for unit in state.units.values() if unit.corps == "timar")
    assert left == 12 - 3 * lost
    assert state.notes.get("timars.home", 0) == 3 * lost


@pytest.mark.rule("WIN-03", "WIN-06")
def test_who_has_frozen_this_winter_does_not_freeze_again_after_a_save() -> None:
    state = new_year(
        alliances={"france": ["france"], "russia": ["russia"]}, wars=[("france", "russia")]
    )
    put(state, "france", "moskva", "A+")
    play(wintering.cold_area, state, dice={"france.cold": 1})
    assert play(wintering.cold_area, State.from_plain(state.to_plain())).phase.story == []


@pytest.mark.rule("WIN-01", "WIN-02")
@pytest.mark.parametrize(("box", "step"), [("S3", "supply"), ("End", "cleanup")])
def test_after_the_wintering_the_impulses_begin_or_the_phase_is_over(box: str, step: str) -> None:
    """Text 181: after the last box one last wintering, then the cleanup; else the first alliance of
    all is next, and nothing of the wintering is remembered."""
    state = tabletop(step="wintering", rounds=["W2", box], box=box, impulse=1)
    play(sequence.wintering_step, state)
    assert (state.sequence.step, state.sequence.impulse) == (step, 0)
    assert state.marks.done == set()


@pytest.mark.rule("WIN-01")
def test_the_armies_winter_once_however_often_the_segment_goes_on() -> None:
    """*Once, when the year changes*: what is opened again in its middle does not begin anew."""
    state = new_year()
    put(state, "france", "moskva", "LD")
    assert "The armies winter." in play(wintering.wintering, state, dice={"france.cold": 1}).told
    assert play(wintering.wintering, state).told == ""
