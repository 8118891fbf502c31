"""Where sieges begin, change hands and are lifted (AFT, UND)."""

from __future__ import annotations

import pytest

from engine.land.ground.besieging import (
    besieger,
    may_undermine,
    note_siege,
    settle,
    settle_sieges,
    too_small,
)
from engine.land.siege import fall
from engine.overseas import active_natives
from engine.state import sides
from engine.state.forces import Kind, counts
from engine.state.land import Siege
from engine.state.overseas import Establishment
from tests.engine.playing import lead, play, put, tabletop
from tests.engine.siegeworks import besieging


@pytest.mark.rule("AFT-01", "UND-35")
def test_whoever_stands_beside_an_enemy_fortress_besieges_it_however_few() -> None:
    state = tabletop(owners={"artois": "spain"})
    put(state, "france", "artois", "LD")
    put(state, "spain", "artois", "A+", position="inside")
    played = play(settle, state, [], [], "artois")
    assert state.land.sieges == {"artois": Siege("france")}
    assert played.told == "The fortress of Artois is besieged by France."


@pytest.mark.rule("UND-13", "UND-14", "UND-26", "UND-35")
def test_a_siege_begun_anew_in_the_turn_keeps_breach_and_assaults_but_no_siegeworks() -> None:
    state = besieging("+")
    state.sequence.step = "battles"
    state.land.sieges["artois"] = Siege("france", ["+"], breach=True, assaulted=True, rounds=2)
    play(settle, state, [], [], "artois")
    assert state.land.sieges == {}
    put(state, "france", "artois", "A+")
    play(settle, state, [], [], "artois")
    assert state.land.sieges == {
        "artois": Siege("france", [], breach=True, assaulted=True, rounds=2)
    }


@pytest.mark.rule("UND-35")
def test_the_first_round_of_a_turns_sieges_is_that_of_the_fortress_not_of_the_besieger() -> None:
    state = besieging("+", level=1)
    put(state, "france", "artois", "A+")
    play(fall.fall, state, [], [], "artois", "surrender")
    for unit in list(state.units_at("artois")):
        state.remove(unit)
    put(state, "spain", "artois", "A+")
    play(settle, state, [], [], "artois")
    assert state.land.sieges["artois"] == Siege("spain", rounds=1), (
        "nothing else of it counts any more"
    )
    state = besieging("+")  # the besieger redeploys after a round of siege
    play(settle, state, [], [], "artois")
    put(state, "france", "artois", "A+")
    play(settle, state, [], [], "artois")
    assert state.land.sieges["artois"].rounds == 1


@pytest.mark.rule("AFT-01")
def test_who_besieges_a_fortress_follows_war_peace_and_its_holder() -> None:
    """*If any side is now in a province with an enemy fortress, the fortress is considered besieged
    for all purpose*: whose enemy it is changes with war, peace and its holder."""
    state = tabletop(owners={"artois": "spain"}, wars=())
    put(state, "france", "artois", "LD")
    assert besieger(state, "artois") == ""
    state.diplomacy.wars.append(("france", "spain"))
    assert besieger(state, "artois") == "france"
    state.land.controllers["artois"] = "france"
    assert besieger(state, "artois") == ""
    del state.land.controllers["artois"]
    assert besieger(state, "artois") == "france"
    state.diplomacy.wars.clear()
    assert besieger(state, "artois") == ""


def test_no_siege_while_the_defender_is_in_the_field_or_the_fortress_is_no_enemy() -> None:
    state = tabletop(owners={"artois": "spain"})
    put(state, "france", "artois", "A+")
    put(state, "spain", "artois", "LD")
    put(state, "spain", "champagne", "A+")
    put(state, "france", "champagne", "LD")
    put(state, "france", "picardie", "LD")
    put(state, "france", "hainaut", "LD")
    for place in ("artois", "champagne", "picardie", "hainaut"):
        play(settle, state, [], [], place)
    assert state.land.sieges == {}


@pytest.mark.rule("AFT-01")
def test_natives_besiege_nothing_and_what_has_no_fortress_is_not_besieged() -> None:
    place = "senegal-n"
    state = tabletop(controllers={place: "spain"})
    put(state, "france", place, "A+")
    play(settle, state, [], [], place)
    assert state.land.sieges == {}
    state.overseas.establishments[place] = [Establishment("spain", "fort")]
    play(settle, state, [], [], place)
    assert state.land.sieges == {place: Siege("france")}
    wild = tabletop(controllers={place: "spain"})
    wild.overseas.establishments[place] = [Establishment("spain", "fort")]
    active_natives.rouse(wild, place, 12)
    play(settle, wild, [], [], place)
    assert wild.land.sieges == {}


@pytest.mark.rule("AFT-02")
def test_a_siege_goes_on_as_it_stood_under_a_besieger_of_another_alliance() -> None:
    state = tabletop(
        alliances={"france": ["france"], "spain": ["spain"], "england": ["england"]},
        wars=[("france", "spain"), ("england", "spain"), ("england", "france")],
        owners={"artois": "spain"},
        sieges={"artois": Siege("france", ["+", "-"], True, False, True, 2)},
    )
    put(state, "england", "artois", "A-")
    play(settle, state, [], [], "artois")
    assert state.land.sieges == {"artois": Siege("england", ["+", "-"], True, False, True, 2)}


def test_a_siege_holds_while_a_relief_army_stands_before_its_battle() -> None:
    state = besieging("+")
    put(state, "france", "artois", "A+")
    put(state, "spain", "artois", "A+")
    play(settle, state, [], [], "artois")
    assert state.land.sieges["artois"].works == ["+"]


@pytest.mark.rule("AFT-04")
def test_a_siege_without_besiegers_is_lifted_and_the_garrison_comes_out() -> None:
    state = besieging("+", "+")
    inside = put(state, "spain", "artois", "A-", position="inside", leader="gran-capitan")
    outside = put(state, "spain", "artois", "LD")
    state.land.resupplied.add("artois")
    play(settle, state, [], [], "artois")
    assert state.land.sieges == {}
    assert state.land.resupplied == set(), "what ships brought is for the besieged"
    assert {state.units[unit].position for unit in inside + outside} == {"field"}
    assert state.leaders["gran-capitan"].position == "field"


@pytest.mark.rule("AFT-06", "AFT-A1")
def test_the_controller_chooses_what_a_lifted_siege_leaves_too_much() -> None:
    state = besieging()
    put(state, "spain", "artois", "A+", position="inside")
    put(state, "spain", "artois", "A+", "A-")
    played = play(settle, state, [("over-stacking", "3:6")], [], "artois")
    assert played.asks[0].who == "spain"
    assert counts(state.units_at("artois")) == {"A+": 2}


@pytest.mark.rule("AFT-06")
def test_a_lifted_siege_leaves_no_stack_over_the_limits() -> None:
    state = besieging()
    put(state, "spain", "artois", "LD", "LD", "LD", position="inside")
    put(state, "spain", "artois", "LD")
    play(settle, state, [], [], "artois")
    assert counts(state.units_at("artois")) == {"LD": 3}


@pytest.mark.rule("AFT-01", "AFT-02")
def test_of_two_alliances_before_a_fortress_the_first_besieges_and_keeps_the_siege() -> None:
    """*Whoever ends the battle beside an enemy fortress besieges it*; a siege stays with its own
    while that has troops there, and who is at peace with it besieges nothing."""
    state = tabletop(
        alliances={"france": ["france"], "england": ["england"], "venice": ["venice"],
                   "spain": ["spain"]},
        wars=[("france", "spain"), ("england", "spain")], owners={"artois": "spain"},
    )  # fmt: skip
    for country in ("venice", "england", "france"):
        put(state, country, "artois", "LD")
    first = besieger(state, "artois")
    able = (each for each in sides.alliances_at(state, "artois") if each != "venice")
    assert first == next(able)
    for alliance in ("england", "france"):
        state.land.sieges["artois"] = Siege(alliance)
        assert besieger(state, "artois") == alliance
    state.land.sieges["artois"] = Siege("venice")
    assert besieger(state, "artois") == first
    state.land.levels["artois"] = 0
    assert besieger(state, "artois") == ""
    state.land.levels["artois"] = 2
    state.land.sieges.clear()
    put(state, "spain", "artois", "LD")
    assert besieger(state, "artois") == "", "its defender is in the field"


@pytest.mark.rule("AFT-04")
def test_who_is_in_a_fortress_that_nobody_besieges_comes_out() -> None:
    """Text 3306: if the province contains only friendly troops, move besieged troops out; with or
    without a leader, and a leader alone too."""
    kinds: tuple[Kind, ...] = ("LD",)
    for troops, leaders in ((kinds, []), (kinds, ["foix"]), ((), ["foix"])):
        state = tabletop(owners={"artois": "france"})
        put(state, "france", "artois", *troops, position="inside")
        for name in leaders:
            lead(state, "france", "artois", name, "inside")
        play(settle, state, [], [], "artois")
        assert {unit.position for unit in state.units.values()} <= {"field"}
        assert all(state.leaders[name].position == "field" for name in leaders)


@pytest.mark.rule("AFT-04")
def test_a_siege_that_a_ruling_lifts_lets_troops_and_leaders_out() -> None:
    state = besieging("+")
    (guard,) = put(state, "spain", "artois", "LD", position="inside", leader="don-juan")
    assert note_siege(state, "artois") == "the siege of Artois is lifted"
    assert state.land.sieges == {}
    assert state.units[guard].position == state.leaders["don-juan"].position == "field"
    assert note_siege(state, "artois") == ""
    put(state, "france", "artois", "LD")
    state.put(state.units[guard], "artois", "inside")
    assert note_siege(state, "artois") == "the fortress of Artois is besieged"
    assert state.land.sieges == {"artois": Siege("france")}


@pytest.mark.rule("AFT-01", "AFT-02")
def test_a_siege_that_a_ruling_hands_over_goes_on_as_it_stands() -> None:
    """Text 3300: the siege merely continues from the same situation."""
    state = besieging("+", "-")
    put(state, "france", "artois", "LD")
    state.land.sieges["artois"].alliance = "england"
    assert note_siege(state, "artois") == "France goes on with the siege"
    assert state.land.sieges["artois"] == Siege("france", ["+", "-"])


@pytest.mark.rule("SIE-23", "SIE-01", "SIE-A1")
@pytest.mark.parametrize(
    ("level", "thirds", "enough"),
    [(2, 5, False), (2, 6, True), (2, 7, True), (1, 2, False), (1, 3, True), (0, 0, False),
     (0, 1, True)],
)  # fmt: skip
def test_undermining_takes_one_ld_a_level(level: int, thirds: int, enough: bool) -> None:
    """*Undermining takes a line of supply and at least as many LD as the fortress level; a fort has
    level 0: any troops, even one LDE, are enough.*"""
    assert may_undermine(level, thirds) is enough
    state = tabletop(owners={"artois": "spain"}, levels={"artois": level})
    assert too_small(state, "artois", thirds) is not enough


@pytest.mark.rule("NAT-31")
def test_recruits_without_their_conquistador_go_home_where_nobody_besieges_anything() -> None:
    """*They are automatically disbanded if the LeaderC is wounded or killed*: attrition may have
    done it, and no siege need be there to be settled."""
    state = tabletop(alliances={"spain": ["spain"]}, wars=[], natives={"azteca-e": "gone"})
    put(state, "spain", "azteca-e", "LD", leader="cortes")
    active_natives.join(state, "cortes", 6)
    play(settle_sieges, state, [], [])
    assert len(active_natives.recruits(state)) == 1
    state.remove_leader(state.leaders["cortes"], "wounded", "S4")
    play(settle_sieges, state, [], [])
    assert not active_natives.recruits(state)
