"""At the end of a turn ships return to port, with the troops that they alone can carry."""

from __future__ import annotations

from typing import Any

import pytest

from engine.state import State
from engine.state.forces import Kind
from engine.turns import redeployment_phase
from tests.engine.playing import Played, lead, play, put
from tests.engine.sea.afloat import fleet, sea_table

CHANNEL = "sea-manche"
QUIET = {"england.attrition": 1}


def returns(state: State, ships: list[int], answer: str = "", dice: Any = ()) -> Played:
    answers = [("return-to-port", answer)] if answer else []
    return play(redeployment_phase._to_port, state, answers, dice, "england", CHANNEL, ships)


def test_ships_return_to_a_port_of_their_choice_with_their_admiral() -> None:
    for answer, place, position in (("kent", "kent", "port"), ("stay", CHANNEL, "field")):
        state = sea_table()
        ships = fleet(state, "england", CHANNEL, "NWD", "NWD")
        lead(state, "england", CHANNEL, "drake")
        played = returns(state, ships, answer, QUIET)
        assert "kent" in played.asks[0].offers()
        assert {(state.units[n].place, state.units[n].position) for n in ships} == {
            (place, position)
        }
        assert (state.leaders["drake"].place, state.leaders["drake"].position) == (place, position)
        assert ("sail for Kent" in played.told) == (answer == "kent")


@pytest.mark.rule("ATS-27")
def test_ships_lost_on_the_way_to_port_are_not_told_to_be_in_it() -> None:
    """Attrition takes a percentage: it was *in Kent: return to port, 50 %*, *loses 2/3 NWD in
    Kent*."""
    state = sea_table(bad_weather=True)
    ships = fleet(state, "england", CHANNEL, "NWD")
    played = returns(state, ships, "kent", {"england.attrition": 10})
    assert played.told.splitlines() == [
        "Ships of England sail for Kent.",
        "NWD of England: attrition on the way to Kent (10 +0 = 10), a loss of 50 %: 2/3 ND.",
        "England loses 2/3 NWD (attrition on the way to Kent).",
    ]


@pytest.mark.rule("NAV-02")
@pytest.mark.parametrize(("answer", "worse"), [("kent", 0), ("stay", 2)])
def test_ships_that_stay_at_sea_at_the_end_of_the_turn_wear_out_more(
    answer: str, worse: int
) -> None:
    """*Each naval stack at sea goes to any friendly unblockaded port or stays; either is a move
    with attrition, +2 if staying* (C-RED-12)."""
    state = sea_table()
    ships = fleet(state, "england", CHANNEL, "NWD")
    (roll,) = [
        entry.sheet
        for entry in returns(state, ships, answer, QUIET).phase.story
        if entry.kind == "roll"
    ]
    assert roll is not None
    found = {why: value for value, why, _ in roll["modifiers"]}
    assert found.get("at sea at the end of the turn", 0) == worse


@pytest.mark.rule("CMB-19")
def test_troops_go_ashore_with_the_ships_that_alone_can_carry_them() -> None:
    """*Troops stay aboard only while ships carry them*: others in the zone may."""
    for others in (False, True):
        state = sea_table()
        ships = fleet(state, "england", CHANNEL, "NTD")
        (army,) = put(state, "england", CHANNEL, "LD", position="aboard")
        if others:
            fleet(state, "england", CHANNEL, "NTD", task="patrol")
        returns(state, ships, "kent", QUIET)
        where = state.units[army].place, state.units[army].position
        assert where == ((CHANNEL, "aboard") if others else ("kent", "field"))
        assert state.units[ships[0]].place == "kent"


def test_nobody_is_asked_for_ships_that_are_lost() -> None:
    state = sea_table()
    ships = fleet(state, "england", CHANNEL, "NWD")
    state.remove(state.units[ships[0]])
    assert returns(state, ships).asks == []


@pytest.mark.rule("CMB-19")
@pytest.mark.parametrize(
    ("kinds", "stay"),
    [(["LD"], True), (["LD", "LDE", "LDE"], True), (["LD", "LDE", "LDE", "LDE"], False)],
)
def test_troops_stay_aboard_where_other_ships_can_carry_just_them(
    kinds: list[Kind], stay: bool
) -> None:
    """3 points hold an LD of 2 and two LDE of half a point each, and no third."""
    state = sea_table()
    ships = fleet(state, "england", CHANNEL, "NTD")
    fleet(state, "england", CHANNEL, "NTD", task="patrol")
    army = put(state, "england", CHANNEL, *kinds, position="aboard")
    assert redeployment_phase._laden(state, CHANNEL, "england", ships) == ([] if stay else army)


@pytest.mark.rule("CMB-31", "CMB-32")
def test_gold_is_unloaded_in_the_port_that_ships_return_to() -> None:
    """Text 1017: gold is immediately disembarked when it reaches a friendly port on the European
    map; at sea it stays aboard."""
    for answer, ducats in (("kent", 1030), ("stay", 1000)):
        state = sea_table()
        ships = fleet(state, "england", CHANNEL, "NTD", "NTD")
        state.sea.gold[str(ships[0])] = 30
        returns(state, ships, answer, QUIET)
        assert state.countries["england"].treasury == ducats
        assert bool(state.sea.gold) == (answer == "stay")


@pytest.mark.rule("CMB-19")
def test_of_troops_at_sea_those_whom_the_ships_cannot_carry_are_lost() -> None:
    """3 points hold one LD, whether they stay out or return."""
    for answer, place in (("stay", CHANNEL), ("kent", "kent")):
        state = sea_table()
        ships = fleet(state, "england", CHANNEL, "NTD")
        put(state, "england", CHANNEL, "LD", "LD", position="aboard")
        returns(state, ships, answer, QUIET)
        assert [unit.place for unit in state.units.values() if unit.land] == [place]


def test_the_stacks_at_sea_are_asked_one_after_the_other_and_those_in_port_are_not() -> None:
    """C-RED-12: every naval stack at sea goes to a friendly port, or stays."""
    state = sea_table()
    (english,) = fleet(state, "england", CHANNEL, "NWD")
    (french,) = fleet(state, "france", "sea-gascogne", "NWD")
    (moored,) = fleet(state, "england", "wessex", "NWD")
    play(redeployment_phase.return_to_port, state,
         [("return-to-port", "kent"), ("return-to-port", "stay")],
         {**QUIET, "france.attrition": 1})  # fmt: skip
    where = {number: state.units[number].place for number in (english, french, moored)}
    assert where == {english: "kent", french: "sea-gascogne", moored: "wessex"}


@pytest.mark.rule("DIS-04", "DIS-12", "CMB-28")
@pytest.mark.parametrize("answer", ["kent", "stay"])
def test_what_ships_found_is_known_when_they_are_home_and_lost_with_the_last_of_them(
    answer: str,
) -> None:
    """A general whose troops are lost for want of room is ashore in a port, and away at sea."""
    state = sea_table(known={"england": {"sea-canarias"}})
    ships = fleet(state, "england", CHANNEL, "NDE")
    state.overseas.discoveries[str(ships[0])] = {"azteca-e"}
    put(state, "england", CHANNEL, "LD", position="aboard")
    lead(state, "england", CHANNEL, "england-anonymous-general-1", "aboard")
    returns(state, ships, answer, QUIET)
    assert ("azteca-e" in state.overseas.known["england"]) is (answer == "kent")
    general = state.leaders["england-anonymous-general-1"]
    assert general.position != "aboard"
    assert general.status == {"kent": "map", "stay": "away"}[answer]
