"""The siege segment: who besieges, what a besieger may do, and what comes of it."""

from __future__ import annotations

from typing import Any

import pytest

from engine.facts import board
from engine.land.siege.undermining_math import fortress_modifiers
from engine.land.supply import attrition_math
from engine.play.asks import Choose
from engine.sequence import siege_outlook, siege_segment
from engine.state import State, sides
from engine.state.forces import counts
from engine.state.land import Revolt, Siege
from tests.engine import plays
from tests.engine.playing import lead, play, put, tabletop
from tests.engine.siegeworks import besieging, sheets

NEIGHBOURS = [border.other for border in board.land_neighbours("artois")]

# Siege attrition first.


@pytest.mark.rule("SIE-01", "SIE-08", "SIE-09", "SIE-22", "SIE-24", "SIE-27")
def test_a_besieger_too_small_rolls_siege_attrition_and_again_when_it_redeploys() -> None:
    state = besieging(level=3)
    put(state, "france", "artois", "A-")
    played = play(
        siege_segment.siege, state, [("siege-action", "redeploy"), ("redeploy-to", "picardie")],
        {"france.besieger": 1, "france.redeployment": 1},
    )  # fmt: skip
    assert "artois" not in state.land.sieges
    assert set(played.asks[0].offers()) == {"assault", "redeploy"}


@pytest.mark.rule("SIE-01", "SIE-10", "SIE-23")
def test_a_besieger_without_supply_rolls_siege_attrition_and_may_not_undermine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("engine.land.supply.supply_lines.trace_line", lambda *_, **__: None)
    monkeypatch.setattr("engine.land.supply.supply_lines.distance_to_source", lambda *_, **__: None)
    state = besieging(level=1)
    put(state, "france", "artois", "A-")
    played = play(
        siege_segment.siege, state, [("siege-action", "redeploy"), ("redeploy-to", "picardie")],
        {"france.besieger": 1, "france.redeployment": 1},
    )  # fmt: skip
    roll = sheets(played, "roll")[0]
    assert ["SIE-10", 2] in [[rule, value] for value, _, rule in roll["modifiers"]]
    assert "undermine" not in played.asks[0].offers()


def test_a_large_enough_besieger_in_supply_rolls_no_attrition_first() -> None:
    state = besieging(level=2)
    put(state, "france", "artois", "A-")
    play(siege_segment.siege, state, [("siege-action", "undermine")], {"france.undermine": 1})
    assert state.land.sieges["artois"].rounds == 1


# What a stack may do.


@pytest.mark.rule("SIE-22", "SIE-23", "SIE-26")
def test_a_besieger_undermines_assaults_or_redeploys_and_never_does_nothing() -> None:
    state = besieging(level=2)
    put(state, "france", "artois", "A-")
    assert siege_segment.actions(state, "artois", "france") == ["undermine", "assault", "redeploy"]
    assert siege_segment.actions(state, "artois", "spain") == []
    state.land.levels["artois"] = 3
    assert siege_segment.actions(state, "artois", "france") == ["assault", "redeploy"]


@pytest.mark.rule("SIE-05", "SIE-06", "SIE-07")
def test_beside_a_fortress_and_a_revolt_a_stack_does_one_of_them() -> None:
    state = besieging(level=2, revolts={"artois": [Revolt("revolt", "-")]})
    put(state, "france", "artois", "A-")
    may = siege_segment.actions(state, "artois", "france")
    assert may == ["undermine", "assault", "redeploy", "revolt"]
    play(siege_segment.siege, state, [("siege-action", "revolt")], {"france.revolt": 10})
    assert "artois" not in state.land.revolts
    assert state.land.sieges["artois"] == Siege("france", rounds=1)
    state = besieging(level=3, revolts={"artois": [Revolt("revolt", "-")]})
    put(state, "france", "artois", "A-")
    assert siege_segment.actions(state, "artois", "france") == ["assault", "redeploy"]


@pytest.mark.rule("SIE-05", "REV-12")
def test_a_stack_beside_an_enemy_revolt_fights_it_unasked_in_a_minor_at_war_too() -> None:
    state = tabletop(
        step="siege",
        alliances={"france": ["france", "savoy"], "spain": ["spain"]},
        minors={"savoy": "france"},
        revolts={"champagne": [Revolt("revolt", "+")], "savoia": [Revolt("revolt", "-")]},
    )
    put(state, "france", "champagne", "A-")
    put(state, "savoy", "savoia", "A-")
    played = play(siege_segment.siege, state, [("next-siege", "champagne")],
                  {"france.revolt": 10, "savoy.revolt": 10})  # fmt: skip
    assert state.land.revolts == {"champagne": [Revolt("revolt", "-")]}
    assert [ask.name for ask in played.asks] == ["next-siege"]


@pytest.mark.rule("CAM-29")
def test_a_passive_campaign_keeps_up_a_siege_or_a_fight_with_the_largest_stack() -> None:
    state = besieging(level=1, campaign="passive", revolts={"artois": [Revolt("revolt", "-")]})
    put(state, "france", "artois", "A+", "A+")
    may = siege_segment.actions(state, "artois", "france")
    assert may == ["undermine", "assault", "redeploy", "revolt"]


@pytest.mark.rule("CAM-11", "CAM-A3")
def test_without_a_campaign_a_besieger_may_only_redeploy() -> None:
    state = besieging(level=1, campaign="none")
    put(state, "france", "artois", "A+")
    assert siege_segment.actions(state, "artois", "france") == ["redeploy"]
    state = tabletop(step="siege", campaign="none", revolts={"champagne": [Revolt("revolt", "-")]})
    put(state, "france", "champagne", "A+")
    assert siege_segment.actions(state, "champagne", "france") == []


@pytest.mark.rule("CAM-11", "CAM-A3")
def test_who_may_only_redeploy_is_told_why() -> None:
    """A besieger without any campaign is asked where to, and the question says what forces him."""
    state = besieging(level=1, campaign="none")
    put(state, "france", "artois", "A+")
    played = play(
        siege_segment.siege, state, [("redeploy-to", "picardie")], {"france.redeployment": 1}
    )
    [ask] = [each for each in played.asks if each.name == "redeploy-to"]
    assert ask.question == "Without a campaign the besiegers of Artois have to leave: where to?"
    state = besieging(level=1)
    put(state, "france", "artois", "A+")
    answers = [("siege-action", "redeploy"), ("redeploy-to", "picardie")]
    played = play(siege_segment.siege, state, answers, {"france.redeployment": 1})
    [ask] = [each for each in played.asks if each.name == "redeploy-to"]
    assert ask.question == "Where does A+ of France in Artois redeploy?"


@pytest.mark.rule("SIE-03", "RND-05", "SIE-A2")
def test_alliances_act_in_order_of_initiative_each_in_its_own_order() -> None:
    state = besieging(level=1)
    state.land.owners["lyonnais"] = "spain"
    state.land.levels["lyonnais"] = 1
    put(state, "france", "artois", "A+")
    put(state, "france", "lyonnais", "A+")
    state.land.owners["troyes"] = "spain"
    put(state, "spain", "champagne", "A+")
    answers = [("next-siege", "lyonnais"), ("siege-action", "undermine"),
               ("siege-action", "undermine"), ("siege-action", "undermine")]  # fmt: skip
    played = play(
        siege_segment.siege, state, answers, {"france.undermine": [1, 1], "spain.undermine": 1}
    )
    places = [ask.about["place"] for ask in played.asks if ask.name == "siege-action"]
    assert places == ["lyonnais", "artois", "champagne"]
    assert {place: each.rounds for place, each in state.land.sieges.items()} == {
        "artois": 1, "champagne": 1, "lyonnais": 1,
    }  # fmt: skip


@pytest.mark.rule("SIE-24", "SIE-27")
@pytest.mark.parametrize(
    ("enemies", "said"),
    [
        ([], "the stack leaves for Champagne, Île-de-France or Picardie, and the siege is over"),
        (["picardie"], "the stack leaves for Champagne or Île-de-France, and the siege is over"),
        (NEIGHBOURS, "no way out: the stack is destroyed"),
    ],
)
def test_where_a_redeployment_leads_is_said_before_it(enemies: list[str], said: str) -> None:
    """To the nearest friendly province; destroyed where there is no way."""
    state = besieging(level=1)
    put(state, "france", "artois", "A+")
    for place in enemies:
        put(state, "spain", place, "LD")
    played = plays.played(siege_segment.siege, state, {"siege-action": ["redeploy"]}, {})
    action = next(ask for ask in played.asks if ask.about.get("place") == "artois")
    assert isinstance(action, Choose)
    assert [each.detail for each in action.options if each.answer == "redeploy"] == [said]


@pytest.mark.rule("SIE-24")
def test_redeploying_abandons_the_siege_and_its_works() -> None:
    state = besieging("+", "+", level=2)
    put(state, "france", "artois", "A+")
    inside = put(state, "spain", "artois", "LD", position="inside")
    play(siege_segment.siege, state, [("siege-action", "redeploy"), ("redeploy-to", "champagne")],
         {"france.redeployment": 1})  # fmt: skip
    assert "artois" not in state.land.sieges
    assert state.units[inside[0]].position == "field"


# Undermining.


def undermining_round(state: State, die: int, *answers: Any, **dice: int) -> Any:
    return play(siege_segment.siege, state, [("siege-action", "undermine"), *answers],
                {"france.undermine": die, **dice})  # fmt: skip


@pytest.mark.rule("UND-02", "UND-03", "UND-15", "UND-21", "UND-22", "UND-23", "SIE-28")
def test_the_worked_example_round_by_round() -> None:
    """undermining-setup to undermining-round-4 of the examples."""
    state = besieging(level=3)
    put(state, "france", "artois", "A+", "A-", leader="spain-table-general-1")
    state.leaders["spain-table-general-1"].country = "france"
    sheet = sheets(undermining_round(state, 10), "siege")[0]
    assert [(value, rule) for value, _, rule in sheet["modifiers"]] == [
        (-3, "UND-02"),
        (1, "UND-03"),
    ]
    assert (sheet["result"], sheet["effect"]) == (8, "S+")
    assert sheet["attrition"]["result"] == 14
    assert state.land.sieges["artois"].works == ["+"]
    sheet = sheets(undermining_round(clean(state), 5), "siege")[0]
    assert (sheet["result"], sheet["attrition"]["result"]) == (6, 5)
    assert state.land.sieges["artois"].works == ["+", "-"]
    sheet = sheets(undermining_round(clean(state), 7), "siege")[0]
    assert sheet["result"] == 9
    assert state.land.sieges["artois"].works == ["+", "+"]
    played = undermining_round(
        clean(state), 8, ("war-honour", "war-honour"), ("war-honour-place", "valencia"),
        ("man-fortress", "man"), ("losses", "2:3"),
    )  # fmt: skip
    assert sheets(played, "siege")[0]["result"] == 12
    assert state.land.levels.get("artois", 2) == 2
    assert state.land.controllers["artois"] == "france"
    assert counts(state.units_at("valencia")) == {"LD": 1}
    assert counts(state.units_at("artois")) == {"A+": 1, "LD": 1}


def clean(state: State) -> State:
    """The next round: the sequence clears what was done in the step."""
    state.marks.done.clear()
    return state


@pytest.mark.rule("UND-35", "UND-36", "UND-A5")
def test_the_first_round_of_the_turn_and_a_continued_siege_change_the_check() -> None:
    state = besieging(level=1)
    put(state, "france", "artois", "A+")
    state.land.sieges["artois"].continued = True
    check = sheets(undermining_round(state, 2), "siege")[0]["attrition"]
    assert [value for value, _, _ in check["modifiers"]] == [4, -2]
    check = sheets(undermining_round(clean(state), 4), "siege")[0]["attrition"]
    assert [value for value, _, _ in check["modifiers"]] == [-2]


@pytest.mark.rule("UND-16", "UND-17", "UND-18", "UND-19", "UND-37", "UND-38")
def test_leaders_and_troops_inside_are_found_on_the_table() -> None:
    state = besieging(level=2)
    put(state, "france", "artois", "A+", leader="f-guise")
    lead(state, "france", "artois", "bonaparte")
    put(state, "spain", "artois", "A-", "LD", position="inside", leader="cardinal-infante")
    looked = siege_outlook.siege_of(state, "artois")
    assert (looked.siege, looked.enemy_siege) == (3, 2)
    assert (looked.inside, looked.army_inside) == (9, True)


@pytest.mark.rule("UND-04", "UND-05", "UND-07", "UND-08")
@pytest.mark.parametrize(
    ("place", "terrain"), [("champagne", 0), ("picardie", -2), ("normandie", -3), ("dauphine", -2)]
)
def test_terrain_and_port_are_those_of_the_province(place: str, terrain: int) -> None:
    state = besieging(place=place, level=2)
    put(state, "france", place, "A+")
    found = {
        each.rule: each.value for each in fortress_modifiers(siege_outlook.siege_of(state, place))
    }
    assert found.get("UND-04", 0) == terrain


@pytest.mark.rule("UND-09", "SAT-17")
def test_a_city_overseas_on_the_coast_has_a_port() -> None:
    state = besieging(place="pekin-e", level=1)
    put(state, "france", "pekin-e", "A+")
    found = {
        each.rule: each.value
        for each in fortress_modifiers(siege_outlook.siege_of(state, "pekin-e"))
    }
    assert found["UND-04"] == -2
    inside = {each.rule: each.value for each in attrition_math.besieged_modifiers(state, "pekin-e")}
    assert inside["SAT-17"] == -3


@pytest.mark.rule("UND-14", "UND-26", "UND-24")
def test_a_breach_need_not_be_assaulted_and_helps_for_the_rest_of_the_turn() -> None:
    state = besieging("+", level=1)
    put(state, "france", "artois", "A-")
    played = undermining_round(state, 8, ("breach", "wait"))
    assert sheets(played, "siege")[0]["result"] == 11
    assert state.land.sieges["artois"].breach
    sheet = sheets(undermining_round(clean(state), 3), "siege")[0]
    assert (2, "UND-14") in [(value, rule) for value, _, rule in sheet["modifiers"]]


@pytest.mark.rule("UND-24", "UND-25", "UND-27", "UND-A1", "ASL-04", "ASL-11")
def test_a_breach_may_be_assaulted_at_once_under_its_own_conditions() -> None:
    state = besieging("+", level=1)
    put(state, "france", "artois", "A+", leader="grand-conde")
    played = play(
        siege_segment.siege, state, [("siege-action", "undermine"), ("war-honour", "assault")],
        {"france.undermine": 8, "spain.replacement": 1, "france.fire": 10, "spain.fire": 1,
         "france.shock": 10, "spain.shock": 1, "france.casualty": 5},
    )  # fmt: skip
    sheet = sheets(played, "assault")[0]
    assert sheet["breach"] is True
    assert "ASL-11" not in {rule for _, _, rule in sheet["sides"][0]["modifiers"]["fire"]}
    assert state.land.controllers["artois"] == "france"
    assert "artois" not in state.land.sieges


@pytest.mark.rule("UND-27")
def test_at_twelve_the_besieger_may_grant_war_honour_or_take_the_breach() -> None:
    state = besieging("+", level=1)
    put(state, "france", "artois", "A-", "LD")
    played = undermining_round(state, 9, ("war-honour", "wait"))
    assert sheets(played, "siege")[0]["effect"] == "B/WH"
    assert played.asks[1].offers() == ["assault", "wait", "war-honour"]
    assert state.land.sieges["artois"].breach


@pytest.mark.rule("UND-28", "UND-34")
def test_war_honour_makes_the_fortress_fall_and_sets_those_inside_free() -> None:
    state = besieging("+", level=1)
    put(state, "france", "artois", "A-", "LD")
    put(state, "spain", "artois", "LD", position="inside")
    undermining_round(state, 8, ("war-honour", "war-honour"), ("war-honour-place", "valencia"))
    assert state.land.controllers["artois"] == "france"
    assert "artois" not in state.land.sieges
    assert counts(state.units_at("valencia")) == {"LD": 2}


@pytest.mark.rule("UND-31", "UND-34", "SIE-22")
def test_thirteen_makes_the_fortress_surrender() -> None:
    state = besieging("+", "+", level=1)
    put(state, "france", "artois", "A-")
    put(state, "spain", "artois", "LD", position="inside")
    undermining_round(state, 9)
    assert state.land.controllers["artois"] == "france"
    assert not any(unit.country == "spain" for unit in state.units.values())


@pytest.mark.rule("UND-01", "UND-39", "UND-A6")
def test_a_low_check_costs_siege_attrition_after_the_effect(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def far(state: State, *_: Any) -> int:
        return 0 if state.land.controllers.get("artois") == "france" else 12

    monkeypatch.setattr("engine.land.supply.supply_lines.distance_to_source", far)
    state = besieging("+", "+", level=1)
    state.land.sieges["artois"].rounds = 1
    put(state, "france", "artois", "A-", leader="bonaparte")
    # 7 and the works make the fortress surrender; the same 7 is less than the distance was.
    played = undermining_round(state, 7, **{"france.besieger": 1})
    check = sheets(played, "siege")[0]["attrition"]
    assert (check["result"], check["needed"], check["rolls"]) == (7, 12, True)
    kinds = [entry.kind for entry in played.phase.story]
    assert kinds.index("fall") < kinds.index("roll")


@pytest.mark.rule("UND-39", "UND-24", "SIE-08", "ASL-29")
def test_besiegers_who_fell_in_the_breach_roll_no_attrition(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The same die bids them roll, after the effect: by then nobody is left before the walls."""
    monkeypatch.setattr("engine.land.supply.supply_lines.distance_to_source", lambda *_: 12)
    state = besieging("+", "+", level=1)
    state.land.sieges["artois"].rounds = 1
    put(state, "france", "artois", "LD")
    put(state, "spain", "artois", "A-", position="inside")
    played = undermining_round(
        state, 2, ("breach", "assault"),
        **{"france.replacement": 1, "spain.replacement": 1, "france.fire": 1, "spain.fire": 10,
           "spain.shock": 10},
    )  # fmt: skip
    assert sheets(played, "siege")[0]["attrition"]["rolls"]
    assert not sides.stack(state, "artois", "france").units
    assert "artois" not in state.land.sieges


@pytest.mark.rule("UND-40", "UND-41")
def test_a_fortress_taken_earlier_in_the_segment_is_a_source_though_a_weak_one() -> None:
    state = besieging("+", "+", place="champagne", level=1)
    for place in ("artois", "ile-de-france", "picardie"):
        state.land.owners[place] = "spain"
    state.land.levels["artois"] = 1
    put(state, "france", "champagne", "A-", leader="bonaparte")
    put(state, "france", "artois", "A-")
    played = play(
        siege_segment.siege, state,
        ["champagne", ("siege-action", "undermine"), ("siege-action", "undermine")],
        {"france.undermine": [7, 6]},
    )  # fmt: skip
    near = sheets(played, "siege")[1]["attrition"]["needed"]
    state.land.controllers["champagne"] = "spain"
    state.land.sieges["champagne"] = Siege("france")
    stack = sides.stack(state, "artois", "france")
    far = siege_outlook.distance(state, stack)
    assert far is not None
    assert near < far


# Odds.


def test_before_a_die_both_sides_of_a_siege_are_shown_with_who_commands() -> None:
    state = besieging(level=2)
    put(state, "france", "artois", "A+", leader="f-guise")
    put(state, "spain", "artois", "LD", position="inside")
    besieger, inside = siege_outlook._columns(state, "artois")
    assert besieger == {"country": "france", "units": "A+", "thirds": 12, "leader": "F. Guise"}
    assert inside == {"country": "spain", "units": "LD", "thirds": 3, "leader": ""}


def test_the_odds_are_there_when_somebody_looks() -> None:
    state = besieging("+", level=1)
    put(state, "france", "artois", "A+")
    played = undermining_round(state, 2)
    assert played.asks[0].about["place"] == "artois"
    found = siege_outlook.chances(state, "artois")
    assert sum(found["undermine"].values()) == pytest.approx(1)
    assert found["falls_within"] == sorted(found["falls_within"])
    assert 0 < found["assault"]["falls"] < found["breach"]["falls"] < 1
    assert played.asks[0].about["odds"] == found


@pytest.mark.rule("SIE-01", "RND-05")
@pytest.mark.parametrize(("level", "rolls"), [(1, 0), (2, 0), (3, 1)])
def test_less_than_one_detachment_a_level_rolls_first_each_alliance_for_its_own(
    level: int, rolls: int
) -> None:
    """2 LD before a fortress of 1, 2 and 3; the other side's siege waits for its own turn."""
    state = besieging(level=level)
    put(state, "france", "artois", "A-")
    state.land.sieges["picardie"] = Siege("spain")
    state.land.levels["picardie"] = 3
    put(state, "spain", "picardie", "LD")
    for alliance, count in (("france", rolls), ("spain", 1)):
        dice = {f"{alliance}.besieger": [1] * count} if count else {}
        play(siege_segment._attrition_first, state, (), dice, alliance)


@pytest.mark.rule("SIE-01", "SIE-05")
def test_who_stands_beside_the_besieger_rolls_no_siege_attrition() -> None:
    """*Besieging stacks that are too small* roll: not those of another alliance who only stand
    there, however few they are."""
    state = besieging(
        level=2,
        alliances={each: [each] for each in ("france", "england", "spain")},
        wars=[("france", "spain"), ("england", "spain")],
    )
    put(state, "france", "artois", "A-")
    put(state, "england", "artois", "LD")
    played = play(siege_segment._attrition_first, state, [], {}, "england")
    assert played.told == ""


@pytest.mark.rule("SIE-01", "SIE-03", "SIE-05")
def test_what_was_done_in_the_segment_is_not_done_again_where_it_goes_on_after_a_save() -> None:
    """*Each alliance, in decreasing order of initiative, resolves its sieges*, once."""
    state = besieging(level=3)
    put(state, "france", "artois", "A-")
    state.marks.done = {"siege", "siege:france"}
    assert play(siege_segment.siege, state).told == ""
    state = besieging(level=2)
    put(state, "france", "artois", "A-")
    play(siege_segment.siege, state, [("siege-action", "undermine")], {"france.undermine": 1})
    assert {"siege", "siege:france", "siege:spain"} <= state.marks.done


@pytest.mark.rule("SIE-01", "SIE-08")
def test_a_besieger_whom_attrition_destroys_besieges_no_longer() -> None:
    state = besieging(level=3)
    put(state, "france", "artois", "LD")
    answers = [("pillage-or-loss", "loss")]
    play(siege_segment._attrition_first, state, answers, {"france.besieger": 10}, "france")
    assert not state.units
    assert "artois" not in state.land.sieges


@pytest.mark.rule("CAM-29", "SIE-22")
def test_nobody_may_do_anything_where_he_has_no_troops() -> None:
    state = besieging(level=1)
    assert siege_segment.actions(state, "artois", "france") == []


@pytest.mark.rule("SIE-01", "SUP-02")
def test_who_has_come_into_supply_in_the_segment_is_no_longer_without() -> None:
    """*Getting back supply temporarily during the round is enough* (217)."""
    state = besieging(level=1)
    (army,) = put(state, "france", "picardie", "LD")
    state.marks.unsupplied = {army}
    play(siege_segment.siege, state)
    assert not state.marks.unsupplied


@pytest.mark.rule("SIE-05", "NAV-10")
def test_ships_leave_a_port_that_has_fallen_before_the_next_siege() -> None:
    """*These are not simultaneous*: whoever is driven out has left when others act."""
    state = besieging(level=2)
    put(state, "france", "artois", "A-")
    put(state, "spain", "picardie", "NWD", position="port")
    play(
        siege_segment.siege, state, [("siege-action", "undermine"), ("retreat-to", "vizcaya")],
        {"france.undermine": 1, "spain.attrition": 1},
    )  # fmt: skip
    assert not state.units_at("picardie")
