"""Wintering: cold area, timars far from home, leaders who come back and change places; arrivals."""

from typing import Any

import pytest

from engine import board, rounds, wintering
from engine.asks import Choose
from engine.holdings import Revolt, Siege
from engine.rotw import active
from engine.state import State
from tests.engine.fighting import examples
from tests.engine.playing import Played, lead, play, put, tabletop

WARM = "ile-de-france"


def new_year(**fields: Any) -> State:
    """A round whose year is new: S3 after W1 or S2."""
    return tabletop(step="wintering", rounds=["S2", "S3"], box="S3", **fields)


def options(played: Played, number: int = 0) -> list[str]:
    ask = played.asks[number]
    assert isinstance(ask, Choose)
    return [option.answer for option in ask.options]


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
    assert wintering.due(state) == due
    put(state, "france", "moskva", "LD")
    state.step = "wintering"
    dice = {"france.cold": 1} if due else {}
    assert ("winter" in play(wintering.wintering, state, dice=dice).told) == due
    assert not wintering.due(tabletop(rounds=["S3"], box="S3"))


@pytest.mark.rule("AFT-04")
def test_a_siege_that_nobody_is_left_to_keep_up_is_lifted_in_the_winter() -> None:
    state = new_year(controllers={"artois": "spain"}, sieges={"artois": Siege("france")})
    [inside] = put(state, "spain", "artois", "LD", position="inside")
    play(wintering.wintering, state)
    assert state.sieges == {}
    assert state.units[inside].position == "field"


@pytest.mark.rule("WIN-02", "CON-03")
def test_end_is_s6_and_winters_whatever_the_round_before() -> None:
    example = examples()["EX-WIN-01"]
    box, treated = example["given"]["new_box"], example["then"]["treated_as"]
    assert rounds.year(box) == int(treated[1:])
    for before in ("S5", "W5", "W4"):
        assert wintering.due(tabletop(rounds=[before], box=rounds.END))


@pytest.mark.rule("WIN-03", "WIN-A3")
def test_the_cold_spares_one_s_own_and_one_s_nation_s_provinces() -> None:
    state = new_year(
        alliances={"france": ["france"], "russia": ["russia"]}, wars=[("france", "russia")]
    )
    assert wintering.cold("moskva")
    assert not wintering.cold(WARM)
    put(state, "france", "moskva", "A+")
    put(state, "russia", "novgorod", "A+")
    put(state, "france", WARM, "A+")
    lost = play(wintering.cold_area, state, dice={"france.cold": [1]})
    assert "Moskva" in lost.told
    state = new_year(alliances={"russia": ["russia"], "france": ["france"]}, wars=[])
    put(state, "russia", "moskva", "LD")
    state.controllers["moskva"] = "france"
    play(wintering.cold_area, state)  # national, though an enemy holds it
    state.controllers["novgorod"] = "france"
    put(state, "france", "novgorod", "LD")
    play(wintering.cold_area, state)  # controlled, though it is not national


@pytest.mark.rule("WIN-03", "WIN-A3")
def test_control_by_an_ally_is_enough() -> None:
    state = new_year(alliances={"allies": ["poland", "france"]}, wars=[])
    state.controllers["livonija"] = "poland"
    put(state, "france", "livonija", "LD")
    assert wintering.cold("livonija")
    play(wintering.cold_area, state)


@pytest.mark.rule("WIN-03", "WIN-A2")
def test_ships_do_not_mind_the_cold() -> None:
    state = new_year(
        alliances={"france": ["france"], "russia": ["russia"]}, wars=[("france", "russia")]
    )
    state.controllers["livonija"] = "russia"
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
    state.unsupplied.update(units)
    played = play(wintering.cold_area, state, dice={"france.cold": 1})
    sheet = played.phase.story[0].sheet
    assert sheet is not None
    rules = {rule for _, _, rule in sheet["modifiers"]}
    assert sheet["name"] == "france.cold"
    assert any(rule.startswith("SAT-") for rule in rules)
    assert state.unsupplied >= set(state.units)  # nothing else of the supply segment is done


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
    assert left < 12
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


@pytest.mark.rule("WIN-07")
def test_pashas_roll_too_and_die_whole() -> None:
    state = ottomans()
    pasha = put(state, "turkey", "magyarorszag", "PASHA", size=2)
    state.units[pasha[0]].leader = "turkey-pasha-yaser"
    played = play(wintering.timars, state, dice={"turkey.timars": 10})
    assert pasha[0] not in state.units
    assert state.notes["pashas.home"] == ["turkey-pasha-yaser"]
    assert "go home" in played.told


def hosts(**fields: Any) -> State:
    """France with La Trémoille (A) and an unnamed general (E) over two stacks."""
    state = new_year(**fields)
    put(state, "france", "picardie", "A+", leader="tremoille")
    put(state, "france", "champagne", "LD", leader="france-anonymous-general-1")
    return state


@pytest.mark.rule("WIN-09", "WIN-11")
def test_a_country_may_put_its_leaders_anywhere_or_leave_them() -> None:
    state = hosts()
    played = play(wintering.leaders, state, ["done"], (), "france")
    assert options(played) == ["done", "france-anonymous-general-1", "tremoille"]
    state = hosts()
    put(state, "france", "provence", "LD")
    state.leaders["france-anonymous-general-1"].place = "champagne"
    answers = ["france-anonymous-general-1", ("place-leader", "provence"), "done"]
    play(wintering.leaders, state, answers, (), "france")
    assert state.leaders["france-anonymous-general-1"].place == "provence"


@pytest.mark.rule("WIN-10")
def test_hierarchy_has_to_hold_once_a_leader_was_moved() -> None:
    state = hosts()
    put(state, "france", "provence", "LD", leader="france-anonymous-general-2")
    answers = [
        "tremoille",
        ("place-leader", "provence"),
        "france-anonymous-general-1",
        ("place-leader", "picardie"),
        "restore",
    ]
    played = play(wintering.leaders, state, answers, (), "france")
    assert "done" in options(played, 2)
    assert options(played, 4) == ["restore", "france-anonymous-general-2"]
    places = {name: leader.place for name, leader in state.leaders.items()}
    assert places["tremoille"] == "picardie"
    assert places["france-anonymous-general-1"] == "champagne"
    assert "takes over" not in played.told


@pytest.mark.rule("WIN-10")
def test_when_nothing_can_mend_the_hierarchy_all_goes_back() -> None:
    state = hosts()
    play(wintering.leaders, state, ["france-anonymous-general-1", "tremoille"], (), "france")
    assert state.leaders["tremoille"].place == "picardie"
    assert state.leaders["france-anonymous-general-1"].place == "champagne"


@pytest.mark.rule("WIN-11")
def test_without_a_move_hierarchy_is_not_asked_for() -> None:
    state = new_year()
    put(state, "france", "picardie", "LD", leader="tremoille")
    put(state, "france", "champagne", "A+", leader="france-anonymous-general-1")
    played = play(wintering.leaders, state, ["done"], (), "france")
    assert "done" in options(played)


@pytest.mark.rule("WIN-12")
def test_the_besieged_stay_and_do_not_count() -> None:
    state = hosts(sieges={"artois": Siege("spain")}, controllers={"artois": "france"})
    put(state, "france", "artois", "LD", position="inside", leader="france-anonymous-general-2")
    put(state, "spain", "artois", "A+")
    played = play(wintering.leaders, state, ["done"], (), "france")
    assert "france-anonymous-general-2" not in options(played)
    assert wintering.own_stacks(state, "france") == ["champagne", "picardie"]


@pytest.mark.rule("WIN-08", "WIN-10", "WIN-A4", "LDR-A4")
def test_the_wounded_come_back_at_the_first_wintering_after_their_box() -> None:
    state = new_year()
    put(state, "france", "picardie", "A+")
    lead(state, "france", "picardie", "tremoille")
    tremoille = state.leaders["tremoille"]
    state.take_leader(tremoille, "wounded", "W3")
    play(wintering.leaders, state, (), (), "france")
    assert tremoille.status == "wounded"
    state.take_leader(tremoille, "wounded", "W2")
    state.done.clear()
    play(wintering.leaders, state, (), (), "france")
    assert (tremoille.status, tremoille.place) == ("map", "picardie")


@pytest.mark.rule("WIN-08", "LDR-09")
def test_who_waits_in_end_comes_back_next_turn() -> None:
    state = tabletop(step="wintering", rounds=["W5"], box="End")
    put(state, "france", "picardie", "A+", leader="tremoille")
    state.take_leader(state.leaders["tremoille"], "wounded", "End")
    play(wintering.wintering, state)
    assert state.leaders["tremoille"].status == "wounded"


@pytest.mark.rule("WIN-08")
def test_one_who_comes_back_takes_any_stack_and_the_least_unnamed_makes_room() -> None:
    state = hosts()
    put(state, "france", "provence", "LD", leader="france-anonymous-general-6")
    state.take_leader(state.leaders["tremoille"], "wounded", "W2")
    lead(state, "france", "champagne", "bayard")
    played = play(wintering.leaders, state, [("place-leader", "picardie"), "done"], (), "france")
    assert state.leaders["tremoille"].place == "picardie"
    assert "france-anonymous-general-6" not in state.leaders
    assert "no longer needed" in played.told


@pytest.mark.rule("NAT-31", "WIN-09")
def test_natives_go_home_as_soon_as_their_conquistador_has_taken_over_elsewhere() -> None:
    state = new_year(known={"spain": {"azteca-c", "azteca-e"}})
    put(state, "spain", "azteca-c", "LD", leader="cortes")
    put(state, "spain", "azteca-e", "LD")
    state.natives["azteca-c"] = "active"
    active.join(state, "cortes", 6)
    stays = play(wintering.leaders, state, ["done"], (), "spain")
    assert active.recruits(state)
    assert "go home" not in stays.told
    state.done.clear()
    played = play(wintering.leaders, state, ["cortes"], (), "spain")
    assert not active.recruits(state), "before the next country is asked"
    assert "Cortés go home" in played.told


@pytest.mark.rule("LDR-A5")
def test_a_leader_without_troops_is_placed_at_the_next_wintering() -> None:
    state = new_year()
    lead(state, "france", "picardie", "tremoille")
    state.take_leader(state.leaders["tremoille"], "away")
    play(wintering.leaders, state, (), (), "france")
    assert state.leaders["tremoille"].place == "ile-de-france"  # no troops: the capital
    state.revolts["caux"] = [Revolt("revolt", "-")]
    assert wintering.refuge(state, "france") == ["ile-de-france"]


def fallen(**fields: Any) -> State:
    state = tabletop(rounds=["S2", "W2"], box="W2", step="wintering", **fields)
    put(state, "france", "picardie", "A+", leader="tremoille")
    put(state, "france", "champagne", "LD", leader="france-anonymous-general-1")
    return state


@pytest.mark.rule("LDR-11", "WIN-01")
def test_a_country_below_its_minimum_draws_an_unnamed_general_where_one_fell() -> None:
    state = fallen()
    state.take_leader(state.leaders["tremoille"], "killed")
    play(wintering.wintering, state, dice={"france.leader": 2})
    assert state.leaders["france-anonymous-general-3"].place == "picardie"
    assert state.notes == {}
    play(wintering.wintering, state)  # once only


@pytest.mark.rule("LDR-11")
def test_only_a_shortfall_counts() -> None:
    state = fallen()
    lead(state, "france", "champagne", "france-anonymous-general-2")
    state.take_leader(state.leaders["tremoille"], "wounded", "W5")
    play(wintering.wintering, state)
    assert len(state.leaders) == 3
    state = fallen()  # nobody fell: a country that began with too few draws none
    state.take_leader(state.leaders["tremoille"], "away")
    play(wintering.wintering, state)


@pytest.mark.rule("LDR-11")
def test_the_new_general_goes_to_other_troops_when_none_are_left_there() -> None:
    state = fallen()
    state.take_leader(state.leaders["tremoille"], "killed")
    for unit in list(state.units_at("picardie")):
        state.remove(unit)
    play(wintering.wintering, state, dice={"france.leader": 1})
    assert state.leaders["france-anonymous-general-2"].place == "champagne"


@pytest.mark.rule("WIN-14")
def test_cold_then_timars_then_leaders() -> None:
    state = ottomans()
    put(state, "turkey", "moldova", "A+", corps="timar")
    put(state, "turkey", "serbia", "LD", corps="janissary")
    lead(state, "turkey", "serbia", "borovinic")
    assert wintering.cold("moldova") == board.in_group("moldova", "cold-area-europe")
    dice = {"turkey.timars": 1}
    if wintering.cold("moldova"):
        dice["turkey.cold"] = 1
    played = play(wintering.wintering, state, ["done"], dice=dice)
    kinds = [entry.sheet["name"] for entry in played.phase.story if entry.sheet]
    assert kinds == sorted(kinds)
    assert played.asks[0].name == "redeploy-leader"
