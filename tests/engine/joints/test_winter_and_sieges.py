"""Wintering, leaders and sieges: what the text says where they meet, then what is played."""

from __future__ import annotations

from typing import Any

import pytest

from engine.land.siege import fall
from engine.land.supply import supply_step
from engine.overseas import discoveries
from engine.play.phase import Phase
from engine.rounds import rounds
from engine.sequence import leader_assignment, wintering
from engine.state import State
from engine.state.land import Siege
from engine.state.leaders import Leader
from tests.engine.playing import lead, new_year, play, put, tabletop

SIDES = {"france": ["france"], "russia": ["russia"]}


def moscow(**fields: Any) -> State:
    """France besieges Moscow in the winter, Russians inside."""
    state = new_year(alliances=SIDES, wars=[("france", "russia")],
                     controllers={"moskva": "russia"}, **fields)  # fmt: skip
    put(state, "france", "moskva", "A+", leader="conde")
    put(state, "russia", "moskva", "LD", position="inside")
    state.land.sieges["moskva"] = Siege("france", ["+"])
    return state


def test_the_besieger_freezes_and_the_besieged_do_not() -> None:
    """139: "Any stack in a non-controlled, non-national province within the Cold area rolls for
    attrition": those who besiege a Russian city do, those inside hold it."""
    state = moscow()
    played = play(wintering.cold_area, state, [], {"france.cold": 1})
    assert "France" in played.told
    assert "Russia" not in played.told.replace("Moskva", "")


def test_the_cold_that_takes_the_last_besieger_lifts_the_siege() -> None:
    """3306: where "the province now contains only friendly troops, the siege is now lifted ... move
    besieged troops out of the fortress", also in the winter."""
    state = moscow()
    for unit in [*state.units_at("moskva")]:
        if unit.country == "france":
            state.remove(unit)
    [few] = put(state, "france", "moskva", "LD")
    state.land.pillages["moskva"] = ["+", "+"]
    play(wintering.wintering, state, [], {"france.cold": 10})
    assert few not in state.units
    assert not state.land.sieges
    assert [unit.position for unit in state.units_at("moskva")] == ["field"]


def test_a_besieged_leader_stays_and_offends_nobody() -> None:
    """159: "besieged leaders ... must stay in place and are not checked"."""
    state = new_year(controllers={"artois": "spain"})
    put(state, "france", "artois", "A+")
    put(state, "spain", "artois", "LD", leader="farnese", position="inside")
    put(state, "spain", "hainaut", "A+", leader="spain-anonymous-general-1")
    state.land.sieges["artois"] = Siege("france")
    assert leader_assignment.must_stay(state, state.leaders["farnese"])
    play(leader_assignment.leaders, state, [], (), "spain")
    assert state.leaders["farnese"].place == "artois"


def test_nobody_is_sent_into_a_fortress_that_is_besieged() -> None:
    """152: leaders are put "on its stacks any way it wants"; 159: the besieged are cut off, so no
    stack inside is one of those."""
    state = new_year(controllers={"artois": "spain"})
    put(state, "france", "artois", "A+")
    put(state, "spain", "artois", "LD", position="inside")
    put(state, "spain", "hainaut", "A+", leader="farnese")
    put(state, "spain", "brabant", "A+")
    state.land.sieges["artois"] = Siege("france")
    play(leader_assignment.leaders, state, ["farnese"], (), "spain")
    assert state.leaders["farnese"].place == "brabant", "the only other stack"


def test_the_commander_of_a_siege_may_be_sent_away_and_the_siege_goes_on() -> None:
    """152: any leader may go to any stack, "no maximal distance or such"; 3444: the stack goes on
    with its siege, without him."""
    state = new_year(controllers={"artois": "spain"})
    put(state, "france", "artois", "A+", leader="conde")
    put(state, "france", "provence", "A+")
    state.land.sieges["artois"] = Siege("france", ["+"])
    play(leader_assignment.leaders, state, ["conde"], (), "france")
    assert state.leaders["conde"].place == "provence"
    assert state.land.sieges["artois"].works == ["+"]


def test_the_wounded_come_back_in_the_box_they_wait_in() -> None:
    """150: "Leaders that were wounded during a previous round come back now"; 3256: in the box that
    half the die of the wound leads to."""
    state = new_year()
    put(state, "france", "picardie", "A+")
    lead(state, "france", "picardie", "conde")
    state.remove_leader(state.leaders["conde"], "wounded", "S3")
    lead(state, "france", "picardie", "tremoille")
    state.remove_leader(state.leaders["tremoille"], "wounded", "S4")
    play(leader_assignment.leaders, state, [], (), "france")
    assert state.leaders["conde"].status == "map"
    assert state.leaders["tremoille"].status == "wounded"


def test_a_leader_of_a_fallen_fortress_waits_for_the_end_of_the_turn() -> None:
    """3901: "any leader inside is considered wounded until the end of the turn: place the counter
    on the 'End' box": no wintering before brings him back."""
    state = new_year(controllers={"artois": "spain"})
    put(state, "france", "artois", "A+")
    put(state, "spain", "artois", "LD", leader="farnese", position="inside")
    put(state, "spain", "hainaut", "A+")
    state.land.sieges["artois"] = Siege("france")
    played = play(fall.fall, state, [], (), "artois", "storm")
    assert state.leaders["farnese"].status == "wounded"
    assert "out until the end of the turn" in played.told
    assert leader_assignment.returning_leaders(state, "spain") == []


def test_who_came_back_may_not_leave_the_hierarchy_broken() -> None:
    """152: "If it chooses to do so (including return of wounded leaders), then the hierarchy must
    be globally respected after this redeployment"."""
    state = new_year()
    put(state, "france", "picardie", "A+", leader="france-anonymous-general-1")
    put(state, "france", "champagne", "LD")
    lead(state, "france", "champagne", "tremoille")
    state.remove_leader(state.leaders["tremoille"], "wounded", "S3")
    played = play(leader_assignment.leaders, state,
                  [("place-leader", "picardie"), "done"], (), "france")  # fmt: skip
    assert state.leaders["tremoille"].place == "picardie"
    assert played


def test_one_year_one_winter() -> None:
    """131: a Wintering segment occurs "If the current year is different than the year of the
    previous round. Otherwise, skip": S3 to W3 is none, W3 to S4 is one; End counts as S6
    (135)."""
    for before, box, due in (("S3", "W3", False), ("W3", "S4", True), ("W5", "End", True)):
        state = tabletop(step="wintering", rounds=[before] if box == "End" else [before, box],
                         box=box)  # fmt: skip
        assert wintering.is_due(state) == due, box
    assert rounds.year("End") == 6


def test_the_cold_and_want_of_supply_are_two_rolls() -> None:
    """141: "It is, however, a different roll and a stack may have to roll for attrition both during
    the Wintering and Supply segment"."""
    state = moscow()
    first = play(wintering.cold_area, state, [], {"france.cold": 1})
    state.sequence.step = "supply"
    second = play(supply_step.supply, state, [], {"france.supply": 1})
    assert "France" in first.told
    assert "supply attrition" in second.told


def test_a_leader_with_discoveries_stays_with_those_who_made_them() -> None:
    """160: "leaders on stacks with discoveries that have not been brought back to Europe must stay
    in place"."""
    state = new_year(alliances={"spain": ["spain"]}, wars=[],
                     known={"spain": {"azteca-e"}})  # fmt: skip
    [unit] = put(state, "spain", "azteca-e", "LD", leader="cortes")
    state.overseas.discoveries[str(unit)] = {"azteca-c"}
    discoveries.settle(Phase(state))
    assert leader_assignment.must_stay(state, state.leaders["cortes"])


def test_who_falls_below_the_least_number_sends_no_one_into_a_siege() -> None:
    """3265: "Countries that have less leaders than their minimal will get new ones at the beginning
    of next round": they come where the fallen one stood (LDR-11) unless that is cut off."""
    state = tabletop(controllers={"artois": "spain"}, box="W3", rounds=["S3", "W3"],
                     step="wintering")  # fmt: skip
    put(state, "france", "artois", "A+")
    put(state, "spain", "artois", "LD", position="inside")
    put(state, "spain", "hainaut", "A+")
    state.land.sieges["artois"] = Siege("france")
    state.leaders["farnese"] = Leader("farnese", "spain", "artois", "inside")
    state.put_leader(state.leaders["farnese"], "artois", "inside")
    state.remove_leader(state.leaders["farnese"], "killed")
    play(leader_assignment.arrivals, state, [], {"spain.leader": 1})
    inside = [each.id for each in state.leaders_at("artois") if each.country == "spain"]
    assert inside == []


@pytest.mark.parametrize("place", ["hainaut", "artois"])
def test_timars_far_from_home_roll_in_the_winter_also_at_a_siege(place: str) -> None:
    """145: "Any stack containing Timar out of TUR national territory rolls for attrition"."""
    state = new_year(alliances={"turkey": ["turkey"], "spain": ["spain"]},
                     wars=[("turkey", "spain")], controllers={place: "spain"})  # fmt: skip
    for number in put(state, "turkey", place, "A+"):
        state.units[number].corps = "timar"
    state.land.sieges[place] = Siege("turkey")
    played = play(wintering.timars, state, [], {"turkey.timars": 1})
    assert "Turkey" in played.told or played.asks or played.phase.story
