"""Assaults in play (ASL)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.land.battle import parameters
from engine.land.siege import assault, assault_math
from engine.land.siege.undermining_math import fortress_modifiers
from engine.sequence import siege_outlook, siege_segment
from engine.state import State
from engine.state.forces import Kind
from tests.engine import plays
from tests.engine.playing import lead, play, put
from tests.engine.siegeworks import besieging, sheets


def french_242(state: State, veteran: bool) -> None:
    """The stack of the worked assault, under a general 2 4 2."""
    put(state, "france", "artois", "A+", "A-", leader="spain-table-general-1", veteran=veteran)
    leader = state.leaders["spain-table-general-1"]
    leader.country, leader.values = "france", [2, 4, 2, 0]


def assaulting(state: State, dice: dict[str, Any], *answers: Any) -> Any:
    return play(siege_segment.siege, state, [("siege-action", "assault"), *answers], dice)


@pytest.mark.rule(
    "ASL-01", "ASL-02", "ASL-03", "ASL-08", "ASL-10", "ASL-11", "ASL-12", "ASL-26", "ASL-27",
    "ASL-28", "LDR-16",
)  # fmt: skip
def test_the_worked_assault_is_beaten_off_and_costs_three() -> None:
    """The assault of the text: arquebus, level 3, French 242; a 6 LD stack causes a third less."""
    state = besieging(level=3, technology="arquebus")
    french_242(state, veteran=True)
    played = assaulting(
        state,
        {"spain.replacement": 4, "france.fire": 7, "spain.fire": 7, "france.shock": 6,
         "spain.shock": 8, "france.casualty": 9},
        ("losses", "1:3,2:6"),
    )  # fmt: skip
    sheet = sheets(played, "assault")[0]
    (choice,) = (ask for ask in played.asks if ask.name == "losses")
    assert choice.about["sheet"]["rolls"] == sheet["rolls"], "what one loses to is seen"
    assert sheet["sides"][1]["values"] == [3, 1, 1]
    assert sheet["falls"] is False
    assert [roll["roll"] for roll in sheet["rolls"]] == ["fire", "fire", "shock", "shock"]
    drm = sheet["sides"][0]["modifiers"]
    assert [value for value, _, _ in drm["fire"]] == [3, -1, -3, 1]
    assert [value for value, _, _ in drm["shock"]] == [1, -1, -3, 1]
    assert [side["morale"] for side in sheet["sides"]] == [3, 3]
    assert [side["lost"] for side in sheet["sides"]] == [9, 0]
    assert sum(unit.thirds for unit in state.units_at("artois")) == 9
    assert "artois" in state.land.sieges
    assert state.leaders["spain-table-general-1"].status == "map"


@pytest.mark.rule("ASL-03", "PAR-22", "ASL-24")
def test_walls_of_a_country_with_tercios_have_their_morale_though_nobody_is_inside() -> None:
    """3929: at arquebus *both of them are Veteran for 4 Morale*, so that three stars are (3985)
    *not enough to break the fortress Morale*: 2, veteran, and the tercios' 1 (1923)."""
    state = besieging(level=3, technology="arquebus")
    state.countries["spain"].tercios = True
    french_242(state, veteran=False)
    played = assaulting(
        state,
        {"spain.replacement": 4, "france.fire": 10, "spain.fire": 1, "france.shock": 10,
         "spain.shock": 1, "france.casualty": 9},
    )  # fmt: skip
    sheet = sheets(played, "assault")[0]
    assert sheet["sides"][1]["morale"] == 4
    assert (sheet["sides"][1]["stars"], sheet["falls"]) == (3, False)
    state.countries["spain"].tercios = False
    without = assault.expected_sides(state, "artois")[1]
    assert not without.tercios


@pytest.mark.rule("ASL-03", "PAR-22")
def test_a_leader_alone_makes_the_walls_of_another_country_no_stronger() -> None:
    """*Depending on its technology, find the Morale of each side*: the walls are Naples', though a
    Spaniard commands them."""
    state = besieging(
        level=2, technology="arquebus", controllers={"artois": "naples"},
        alliances={"france": ["france"], "spain": ["spain", "naples"]},
    )  # fmt: skip
    state.countries["spain"].tercios = True
    state.countries["naples"].land_technology = "renaissance"
    put(state, "france", "artois", "A+", leader="bonaparte")
    lead(state, "spain", "artois", "gran-capitan", "inside")
    walls = assault.expected_sides(state, "artois")[1]
    assert (walls.technology, walls.tercios) == ("renaissance", False)
    assert not walls.commander.replacement


@pytest.mark.rule("ASL-03", "ASL-09")
@pytest.mark.parametrize(
    ("technology", "morale", "bonus"), [("medieval", 2, 1), ("renaissance", 3, 0)]
)
def test_a_city_of_nobody_is_held_by_natives_with_what_they_know(
    technology: str, morale: int, bonus: int
) -> None:
    """*+1/+1 if the besieged has TMED technology*, and *depending on its technology, find the
    Morale of each side*: natives of Asia have that of its countries (C-TER-14)."""
    place = "canton-s"
    alliances = {"france": ["france"], "japan": ["japan"]}
    state = besieging(place=place, level=1, alliances=alliances, wars=())
    state.land.owners.pop(place)
    state.countries["japan"].land_technology = technology
    state.overseas.natives[place] = "active"
    put(state, "france", place, "A+", leader="bonaparte")
    walls = assault.fortress_of(state, place, breach=False)
    found = assault_math.setup(walls, *assault.expected_sides(state, place))
    assert (found.storms[1].side.technology, found.storms[1].morale) == (technology, morale)
    given = {each.rule: each.value for each in found.storms[0].modifiers["fire"]}
    assert given.get("ASL-09", 0) == bonus


@pytest.mark.rule("NAT-A11", "NAT-28", "ASL-17", "UND-19")
@pytest.mark.parametrize(
    ("recruits", "army"), [(["LD"], False), (["LD", "LD"], True), (["A-"], True)]
)
def test_two_recruits_of_a_conquistador_are_an_army_in_a_siege(
    recruits: list[Kind], army: bool
) -> None:
    """*Natives with 2 LD are automatically merged into an A-* (2053); only the conquistador table
    counts armies *of actual countries, not the generic natives ones*
    (733)."""
    state = besieging(place="azteca-e", level=1)
    put(state, "france", "azteca-e", "LD")
    put(state, "france", "azteca-e", *recruits, corps="native")
    inside = put(state, "spain", "azteca-e", "LD", position="inside")
    put(state, "spain", "azteca-e", *recruits, corps="native", position="inside")
    assert inside
    assert siege_outlook.siege_of(state, "azteca-e").army_inside is army
    walls = assault.fortress_of(state, "azteca-e", breach=False)
    found = assault_math.setup(walls, *assault.expected_sides(state, "azteca-e"))
    assert ("no army counter" not in [each.why for each in found.correction]) is army


@pytest.mark.rule("UND-13", "ASL-13", "UND-A2", "ASL-A3")
def test_an_assault_that_hurt_helps_for_the_rest_of_the_turn_unless_switched_off() -> None:
    state = besieging(level=2, technology="musket")
    put(state, "france", "artois", "A+", "A+", leader="bonaparte")
    put(state, "spain", "artois", "A+", "A-", position="inside", leader="gran-capitan")
    played = assaulting(
        state,
        {"france.fire": 9, "spain.fire": 1, "france.shock": 5, "spain.shock": 1,
         "france.casualty": 9, "spain.casualty": 9},
        ("losses", "3:6,4:3"),
    )  # fmt: skip
    assert sheets(played, "assault")[0]["falls"] is False
    assert state.land.sieges["artois"].assaulted
    found = {each.rule for each in fortress_modifiers(siege_outlook.siege_of(state, "artois"))}
    assert "UND-13" in found
    state.options["previous_assault"] = False
    found = {each.rule for each in fortress_modifiers(siege_outlook.siege_of(state, "artois"))}
    assert "UND-13" not in found


@pytest.mark.rule("SIE-22", "ASL-23", "ASL-29", "ASL-30")
def test_a_stormed_fortress_changes_hands_and_a_destroyed_besieger_never_takes_it() -> None:
    state = besieging(level=1)
    put(state, "france", "artois", "A+", "A+", leader="bonaparte")
    put(state, "spain", "artois", "LD", position="inside", leader="gran-capitan")
    assaulting(state, {"france.fire": 10, "spain.fire": 1, "france.shock": 10, "spain.shock": 1,
                       "france.casualty": 9, "spain.casualty": 9})  # fmt: skip
    assert state.land.controllers["artois"] == "france"
    assert state.leaders["gran-capitan"].returns == "End"
    state = besieging("+", level=3)
    put(state, "france", "artois", "LD")
    assaulting(
        state,
        {"france.besieger": 1, "france.replacement": 1, "spain.replacement": 1, "france.fire": 1,
         "spain.fire": 10, "spain.shock": 10},
    )  # fmt: skip
    assert not list(state.units_at("artois"))
    assert "artois" not in state.land.sieges
    assert "artois" not in state.land.controllers


@pytest.mark.rule("ASL-29")
@pytest.mark.parametrize(
    ("leader", "status"), [("gran-capitan", "wounded"), ("carlos-i", "captured")]
)
def test_who_was_wounded_in_a_fortress_that_is_stormed_is_taken_with_it(
    leader: str, status: str
) -> None:
    state = besieging(level=1)
    put(state, "france", "artois", "A+", "A+", leader="bonaparte")
    put(state, "spain", "artois", "A+", "LD", position="inside", leader=leader)
    played = assaulting(
        state,
        {"france.fire": 8, "spain.fire": 1, "france.shock": 8, "spain.shock": 1,
         "france.casualty": 9, "spain.casualty": 1, "spain.wound": 4},
    )  # fmt: skip
    assert sheets(played, "assault")[0]["why"] == "morale"
    assert (state.leaders[leader].status, state.land.controllers["artois"]) == (status, "france")
    assert state.leaders[leader].returns == ("End" if status == "wounded" else "")


@pytest.mark.rule("ASL-23")
def test_a_besieger_who_cannot_make_change_dies_whole_and_takes_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("engine.land.ground.loss_ways.free_counters", lambda *_: 0)
    state = besieging("+", level=1)
    put(state, "france", "artois", "A-", leader="bonaparte")
    put(state, "spain", "artois", "LD", position="inside", leader="gran-capitan")
    played = assaulting(
        state,
        {"france.fire": 10, "spain.fire": 6, "france.shock": 10, "spain.shock": 3,
         "france.casualty": 9},
    )  # fmt: skip
    sheet = sheets(played, "assault")[0]
    assert (sheet["why"], sheet["falls"]) == ("besieger destroyed", False)
    assert [side["lost"] for side in sheet["sides"]] == [6, 3], "the garrison is dead too"
    assert "artois" not in state.land.controllers
    assert "artois" not in state.land.sieges


@pytest.mark.rule("ASL-25", "ASL-A10")
def test_when_the_fortress_holds_its_garrison_pays() -> None:
    state = besieging(level=3)
    put(state, "france", "artois", "A+", "A+", leader="bonaparte")
    put(state, "spain", "artois", "A+", position="inside", leader="gran-capitan")
    before = sum(unit.thirds for unit in state.units.values() if unit.country == "spain")
    played = assaulting(
        state,
        {"france.fire": 9, "spain.fire": 1, "france.shock": 6, "spain.shock": 1,
         "france.casualty": 9, "spain.casualty": 9},
    )  # fmt: skip
    lost = sheets(played, "assault")[0]["sides"][1]["lost"]
    assert lost > 0
    after = sum(unit.thirds for unit in state.units.values() if unit.country == "spain")
    assert after == before - lost


def test_the_odds_reckon_with_any_vizier_while_his_values_are_not_rolled() -> None:
    state = besieging(level=1, alliances={"turkey": ["turkey"], "spain": ["spain"]})
    state.land.sieges["artois"].alliance = "turkey"
    vizier = "turkey-vizier-table-general-1"
    put(state, "turkey", "artois", "A+", leader=vizier)
    usual = parameters.usual("vizier")
    besieger, besieged = assault.expected_sides(state, "artois")
    assert besieger.commander == usual
    assert besieged.commander == parameters.usual("spain")
    state.leaders[vizier].values = [9, 9, 9, 9]
    assert assault.expected_sides(state, "artois")[0].commander.fire == 9


@pytest.mark.rule("PAR-09", "LDR-15")
def test_a_vizier_without_a_name_is_rolled_for_each_assault() -> None:
    state = besieging(
        level=3,
        alliances={"turkey": ["turkey"], "spain": ["spain"]},
        wars=[("turkey", "spain")],
        controllers={"picardie": "turkey"},
    )
    state.land.sieges["artois"].alliance = "turkey"
    vizier = "turkey-vizier-table-general-1"
    put(state, "turkey", "artois", "A+", "A+", leader=vizier)
    assaulting(
        state,
        {"turkey.vizier": 1, "spain.replacement": 1, "turkey.fire": 1, "spain.fire": 1,
         "turkey.shock": 1, "spain.shock": 1, "turkey.casualty": 9},
    )  # fmt: skip
    assert state.leaders[vizier].values == []


@pytest.mark.rule("UND-13", "ASL-13", "UND-A2", "ASL-A3")
@pytest.mark.parametrize(("shock", "thirds", "counts"), [(3, 2, False), (4, 3, True), (5, 4, True)])
def test_an_assault_counts_from_one_whole_loss_on(shock: int, thirds: int, counts: bool) -> None:
    """*At least 1 loss*: two thirds of one do not help later, one and one and a third do."""
    state = besieging(level=2, technology="musket")
    put(state, "france", "artois", "A+", "A+", leader="bonaparte")
    put(state, "spain", "artois", "A+", "A-", position="inside", leader="gran-capitan")
    played = assaulting(
        state,
        {"france.fire": 3, "spain.fire": 1, "france.shock": shock, "spain.shock": 1,
         "france.casualty": 9, "spain.casualty": 9},
        ("losses", "4:3"),
    )  # fmt: skip
    rolled = [roll for roll in sheets(played, "assault")[0]["rolls"] if roll["side"] == 0]
    assert sum(roll["losses"] for roll in rolled) == thirds
    assert state.land.sieges["artois"].assaulted == counts
    given = {
        each.rule: each.value
        for each in fortress_modifiers(siege_outlook.siege_of(state, "artois"))
    }
    assert given.get("UND-13", 0) == int(counts)


@pytest.mark.rule("ASL-29", "LDR-06", "LDR-08")
@pytest.mark.parametrize(("wound", "status"), [(3, "killed"), (4, "wounded")])
def test_only_who_was_wounded_is_inside_when_the_fortress_falls(wound: int, status: str) -> None:
    """A dead man is nowhere: odd kills, even wounds, and the wounded one is out for the turn."""
    state = besieging(level=1)
    put(state, "france", "artois", "A+", "A+", leader="bonaparte")
    put(state, "spain", "artois", "A+", "LD", position="inside", leader="gran-capitan")
    assaulting(
        state,
        {"france.fire": 8, "spain.fire": 1, "france.shock": 8, "spain.shock": 1,
         "france.casualty": 9, "spain.casualty": 1, "spain.wound": wound},
    )  # fmt: skip
    leader = state.leaders["gran-capitan"]
    assert (leader.status, leader.place) == (status, "")
    assert leader.returns == ("End" if status == "wounded" else "")


@pytest.mark.rule("LDR-16", "ASL-27")
@pytest.mark.parametrize("minor", ["", "france", "spain"])
def test_replacements_test_death_where_a_minor_fights_on_either_side(minor: str) -> None:
    """Text 3291: testing death of replacement leaders is only useful when fighting minors."""
    state = besieging(level=1, minors={minor: minor} if minor else {})
    put(state, "france", "artois", "A+")
    put(state, "spain", "artois", "LD", position="inside")
    dice = {"france.replacement": 1, "spain.replacement": 1, "france.fire": 1, "spain.fire": 1,
            "france.shock": 1, "spain.shock": 1}  # fmt: skip
    tests = {"france.casualty": 9, "spain.casualty": 9} if minor else {}
    assaulting(state, dice | tests)
    assert "artois" in state.land.sieges


@pytest.mark.rule("UND-13", "ASL-13", "ASL-26")
@pytest.mark.parametrize(("shock", "thirds", "counts"), [(4, 3, False), (5, 4, True)])
def test_what_a_small_stack_causes_is_a_third_less_before_it_counts(
    shock: int, thirds: int, counts: bool
) -> None:
    """6 LD or less: of three thirds two are left, no whole loss; of four three, which are one."""
    state = besieging(level=2, technology="musket")
    put(state, "france", "artois", "A+", "A-", leader="bonaparte")
    put(state, "spain", "artois", "A+", "A-", position="inside", leader="gran-capitan")
    played = assaulting(
        state,
        {"france.fire": 3, "spain.fire": 1, "france.shock": shock, "spain.shock": 1,
         "france.casualty": 9, "spain.casualty": 9},
        ("losses", "4:3"),
    )  # fmt: skip
    rolled = [roll for roll in sheets(played, "assault")[0]["rolls"] if roll["side"] == 0]
    assert sum(roll["losses"] for roll in rolled) == thirds
    assert state.land.sieges["artois"].assaulted == counts


@pytest.mark.rule("ASL-27", "LDR-02", "LDR-01")
@pytest.mark.parametrize("taken", [False, True])
def test_of_both_commanders_only_he_who_won_is_tested_without_a_malus(taken: bool) -> None:
    """*-1 for a side that did not win*: a 2 hits nobody who won, and is a casualty of who lost;
    Bonaparte, who has a value of 6, needs one more (LDR-04)."""
    state = besieging(level=1 if taken else 2, technology="musket")
    put(state, "france", "artois", "A+", "A+", leader="bonaparte")
    inside = ("A+", "LD") if taken else ("A+", "A-")
    put(state, "spain", "artois", *inside, position="inside", leader="gran-capitan")  # type: ignore[arg-type]
    fire, shock = (8, 8) if taken else (3, 3)
    loser = "spain" if taken else "france"
    assaulting(
        state,
        {"france.fire": fire, "spain.fire": 1, "france.shock": shock, "spain.shock": 1,
         "france.casualty": 3, "spain.casualty": 2, f"{loser}.wound": 4},
        *([] if taken else [("losses", "4:3")]),
    )  # fmt: skip
    assert ("artois" not in state.land.sieges) is taken
    assert state.leaders["bonaparte"].status == ("map" if taken else "wounded")
    assert state.leaders["gran-capitan"].status == ("wounded" if taken else "map")


@pytest.mark.rule("ASL-02")
@pytest.mark.parametrize(
    ("troops", "leader", "rolled"),
    [(True, "gran-capitan", False), (True, None, True), (False, "gran-capitan", False),
     (False, None, True)],
)  # fmt: skip
def test_a_side_without_a_leader_draws_a_replacement_the_besieged_too(
    troops: bool, leader: str | None, rolled: bool
) -> None:
    """Also where the walls alone are left; a leader without troops leads those."""
    state = besieging(level=2)
    put(state, "france", "artois", "A+", leader="bonaparte")
    if troops:
        put(state, "spain", "artois", "LD", position="inside", leader=leader)
    elif leader:
        lead(state, "spain", "artois", leader, "inside")
    _, inside = assault.both_forces(state, "artois")
    dice = {"spain.replacement": 4} if rolled else {}
    found = play(parameters.commander, state, (), dice, inside, "artois").result
    assert found.replacement is rolled
    expected = assault.expected_sides(state, "artois")[1].commander
    assert expected.replacement is rolled
    assert found.figures == ("3·1·1" if rolled else expected.figures)


@pytest.mark.rule("PAR-04", "PAR-05")
def test_an_admiral_alone_within_leaves_the_walls_to_a_replacement_of_his_country() -> None:
    """He commands no troops: the row is that of the commanding country, not the natives'."""
    state = besieging(level=2)
    put(state, "france", "artois", "A+", leader="bonaparte")
    lead(state, "spain", "artois", "cordova", "inside")
    _, inside = assault.both_forces(state, "artois")
    found = play(parameters.commander, state, (), {"spain.replacement": 4}, inside, "artois")
    assert found.result.figures == "3·1·1"


@pytest.mark.rule("LDR-16", "ASL-02")
@pytest.mark.parametrize(
    ("controller", "minors", "minor"),
    [("spain", {}, False), ("spain", {"spain": "spain"}, True), ("burgundy", {}, True)],
)
def test_walls_without_troops_are_those_of_their_controller(
    controller: str, minors: dict[str, str], minor: bool
) -> None:
    """Of a country that is not in play as of a minor, medieval; else as it stands."""
    state = besieging(level=2, minors=minors, controllers={"artois": controller})
    put(state, "france", "artois", "A+", leader="bonaparte")
    _, inside = assault.both_forces(state, "artois")
    chief = assault.expected_sides(state, "artois")[1].commander
    found = assault._side(state, "artois", inside, chief)
    assert (found.country, found.minor) == (controller, minor)
    assert found.technology == ("medieval" if controller == "burgundy" else "musket")


def test_the_losses_foreseen_of_an_assault_are_those_of_the_besieger() -> None:
    """An empty fortress has nobody to lose."""
    state = besieging(level=2)
    put(state, "france", "artois", "A+")
    assert assault.chances(state, "artois", False)["losses"] > 0


@pytest.mark.rule("ASL-27", "LDR-12")
def test_a_monarch_whose_stormers_are_all_destroyed_is_captured_by_the_besieged() -> None:
    """*Its leader must roll for wounds as after a battle where all the troops are destroyed*: a
    monarch is in the hands of those who beat him off."""
    state = besieging(level=1)
    put(state, "france", "artois", "LD", leader="guise-2")
    put(state, "spain", "artois", "A+", "A+", position="inside")
    plays.played(
        assault.storm, state, {}, {"spain.fire": 10, "france.casualty": 1}, "artois", False
    )
    assert state.leaders["guise-2"].status == "captured"
    assert state.notes["captive.guise-2"] == "spain"
