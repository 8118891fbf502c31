"""Choice of campaign: prices, active moves allowed, interception rights, extended campaigns."""

import json
from typing import Any, Literal

import pytest

from engine.play.asks import Choose
from engine.play.phase import Phase
from engine.rounds import campaign_choice, campaigns, levies_math, treasuries
from engine.state import State
from engine.state.countries import Campaign, Country
from engine.state.forces import Kind
from engine.state.land import Siege
from tests.engine.fighting import examples
from tests.engine.playing import Played, lead, play, put, tabletop


def choosing(**fields: Any) -> State:
    state = tabletop(step="campaign", **fields)
    put(state, "france", "picardie", "A+")
    return state


def offered(played: Played, number: int = 0) -> dict[str, str]:
    ask = played.asks[number]
    assert isinstance(ask, Choose)
    return {
        option.answer: "free"
        if option.label.startswith("the free ")
        else option.detail.partition(" · ")[0]
        for option in ask.options
    }


def reason(campaign: Campaign, *stacks: tuple[Kind, ...], active: bool = True) -> str:
    """Why the last of these stacks may not move after the others moved actively."""
    state = tabletop(campaign=campaign)
    for stack in stacks[:-1]:
        moved = put(state, "france", "picardie", *stack)
        campaigns.spend_active(state, "france", moved)
    last = put(state, "france", "artois", *stacks[-1])
    return campaigns.may_move(state, "france", [state.units[unit] for unit in last], active)


FIVE: tuple[Kind, ...] = ("A+", "LD")
SIX: tuple[Kind, ...] = ("A+", "A-")
ONE: tuple[Kind, ...] = ("LD",)


@pytest.mark.rule("CAM-01", "CAM-12", "CAM-15", "CAM-18", "CAM-21", "CAM-24", "CAM-25")
def test_every_campaign_has_its_price_and_makes_one_tick() -> None:
    state = choosing(alliances={"france": ["france"]}, wars=[])
    played = play(campaign_choice.choose, state, [("campaign", "major")])
    assert offered(played) == {
        "none": "free",
        "passive": "10 ducats",
        "active_no_logistic": "10 ducats",
        "active": "20 ducats",
        "major": "50 ducats",
        "multiple": "100 ducats",
    }
    assert state.countries["france"].ticks == ["major"]
    assert campaigns.tick_cost("major") == 50
    assert played.told == "France makes a major campaign (50 ducats)."
    state = choosing(alliances={"france": ["france"]}, wars=[])
    assert play(campaign_choice.choose, state, ["none"]).told == "France makes no campaign."


@pytest.mark.rule("CAM-01")
def test_each_country_of_the_phasing_alliance_chooses_its_own() -> None:
    state = choosing(alliances={"allies": ["france", "venice"], "spain": ["spain"]}, wars=[])
    put(state, "venice", "veneto", "LD")
    put(state, "spain", "andalucia", "LD")
    play(campaign_choice.choose, state, [("campaign", "active"), ("campaign", "none")])
    found = {name: country.campaign for name, country in state.countries.items()}
    assert found == {"france": "active", "venice": "none", "spain": None}
    assert state.countries["venice"].ticks == []


def test_a_country_with_nothing_on_the_map_is_not_asked() -> None:
    state = tabletop(step="campaign")
    assert play(campaign_choice.choose, state).asks == []
    assert state.countries["france"].campaign == "none"


@pytest.mark.rule("CAM-11")
def test_without_a_campaign_nothing_moves() -> None:
    assert "CAM-11" in reason("none", ONE, active=False)
    state = tabletop(campaign="none")
    assert campaigns.interception_right(state, "france") == "none"
    assert "CAM-11" in campaigns.may_act(state, "france")
    assert campaigns.may_act(tabletop(campaign="passive"), "france") == ""


@pytest.mark.rule("CAM-12", "CAM-13", "CAM-28", "MOV-23")
def test_a_passive_campaign_allows_passive_moves_of_any_size_only() -> None:
    assert reason("passive", SIX, active=False) == ""
    assert "MOV-23" in reason("passive", ONE)
    assert campaigns.interception_right(tabletop(campaign="passive"), "france") == "friendly"


@pytest.mark.rule("CAM-15", "CAM-16")
def test_an_active_campaign_moves_one_small_stack_actively() -> None:
    assert reason("active", FIVE) == ""
    assert "5 LD" in reason("active", SIX)
    assert "has been made" in reason("active", ONE, ONE)
    assert reason("active", ONE, SIX, active=False) == ""
    assert campaigns.interception_right(tabletop(campaign="active"), "france") == "any"


@pytest.mark.rule("CAM-16")
def test_a_small_stack_has_one_pasha_at_most() -> None:
    state = tabletop(alliances={"turkey": ["turkey"]}, campaign="active")
    units = [
        *put(state, "turkey", "trakya", "A+"),
        *put(state, "turkey", "trakya", "PASHA", size=3),
    ]
    army = [state.units[unit] for unit in units]
    assert campaigns.may_move(state, "turkey", army, True) == ""
    army.append(state.units[put(state, "turkey", "trakya", "PASHA", size=1)[0]])
    assert "pasha" in campaigns.may_move(state, "turkey", army, True)
    assert "pasha" not in reason("active", SIX)  # the French have none


@pytest.mark.rule("CAM-18", "CAM-20")
def test_without_logistics_three_detachments_are_massed() -> None:
    state = tabletop(campaign="active_no_logistic")
    assert campaigns.massed_threshold(state, "france") == 3
    assert reason("active_no_logistic", FIVE) == ""
    assert "CAM-16" in reason("active_no_logistic", SIX)
    assert campaigns.interception_right(state, "france") == "any"
    state = tabletop(campaign="active")
    assert campaigns.massed_threshold(state, "france") == 6


@pytest.mark.rule("CAM-21", "CAM-A1")
def test_a_major_campaign_moves_one_large_stack_or_all_small_ones() -> None:
    assert reason("major", SIX) == ""
    assert reason("major", FIVE, FIVE, ONE) == ""
    assert "CAM-21" in reason("major", SIX, ONE)
    assert "CAM-21" in reason("major", ONE, SIX)
    assert campaigns.interception_right(tabletop(campaign="major"), "france") == "any"


@pytest.mark.rule("CAM-24", "MOV-23")
def test_multiple_campaigns_have_no_limit() -> None:
    assert reason("multiple", SIX, SIX, ONE, SIX) == ""


@pytest.mark.rule("ITG-10", "ITG-A2", "CAM-16")
def test_a_stack_that_goes_on_uses_its_allowance_once() -> None:
    state = tabletop(campaign="active")
    stack = put(state, "france", "picardie", "A-", "LD")
    other = put(state, "france", "artois", "LD")
    units = [state.units[unit] for unit in stack]
    assert campaigns.may_move(state, "france", units, True) == ""
    assert state.marks.active_moves == {}  # asked only: what is not carried out is not counted
    campaigns.spend_active(state, "france", stack)
    campaigns.spend_active(state, "france", stack[:1])
    assert len(state.marks.active_moves) == 1
    assert campaigns.may_move(state, "france", units, True) == ""
    assert campaigns.may_move(state, "france", [state.units[other[0]]], True) != ""


@pytest.mark.rule("CAM-21")
def test_a_stack_that_grows_large_on_its_way_counts_as_large() -> None:
    state = tabletop(campaign="major")
    stack = put(state, "france", "picardie", "A+")
    campaigns.spend_active(state, "france", stack)
    campaigns.spend_active(state, "france", stack + put(state, "france", "picardie", "A-"))
    small = [state.units[put(state, "france", "artois", "LD")[0]]]
    assert "CAM-21" in campaigns.may_move(state, "france", small, True)


@pytest.mark.rule("CAM-21")
def test_a_large_stack_that_goes_on_with_a_small_part_has_been_large() -> None:
    state = tabletop(campaign="major")
    stack = put(state, "france", "picardie", "A+", "A-")
    campaigns.spend_active(state, "france", stack)
    campaigns.spend_active(state, "france", stack[1:])
    small = [state.units[put(state, "france", "artois", "LD")[0]]]
    assert "CAM-21" in campaigns.may_move(state, "france", small, True)


@pytest.mark.rule("CAM-02")
def test_a_stack_moves_under_the_campaign_of_its_commanders_country() -> None:
    state = tabletop(alliances={"allies": ["france", "venice"], "spain": ["spain"]})
    state.countries["france"].campaign, state.countries["venice"].campaign = "none", "active"
    mixed = put(state, "france", "lombardia", "LD") + put(state, "venice", "lombardia", "A-")
    units = [state.units[unit] for unit in mixed]
    assert campaigns.may_move(state, "venice", units, True) == ""
    assert campaigns.may_move(state, "france", units, True) != ""


@pytest.mark.rule("CAM-08", "CAM-09", "CAM-A4")
def test_interception_follows_the_last_campaign_paid() -> None:
    state = tabletop(rounds=["S2", "S3"])
    spain = state.countries["spain"]
    spain.campaign_before = "active"
    assert campaigns.interception_right(state, "spain") == "any"
    spain.campaign = "passive"
    assert campaigns.interception_right(state, "spain") == "friendly"
    spain.campaign = "none"
    assert campaigns.interception_right(state, "spain") == "none"


@pytest.mark.rule("CAM-10", "INT-01", "INT-02")
def test_before_the_first_impulse_of_the_turn_one_intercepts_as_if_passive() -> None:
    assert campaigns.interception_right(tabletop(rounds=["S3"]), "spain") == "friendly"
    assert campaigns.interception_right(tabletop(rounds=["S3", "S4"]), "spain") == "none"
    assert campaigns.interception_right(tabletop(), "milan") == "none"


def extended(before: Campaign, ticks: list[str], **fields: Any) -> State:
    state = choosing(rounds=["S2", "W2"], box="W2", extended=True, **fields)
    state.countries["france"].campaign_before = before
    state.countries["france"].ticks = ticks
    return state


@pytest.mark.rule("CAM-03", "CAM-A2")
def test_an_extended_campaign_is_paid_once_for_two_rounds() -> None:
    state = extended("active", ["active"])
    played = play(campaign_choice.choose, state, ["active"])
    assert offered(played) == {"active": "free", "major": "30 ducats", "multiple": "80 ducats"}
    assert played.asks[0].default == "active"
    assert state.countries["france"].ticks == ["active"]
    assert state.countries["france"].campaign == "active"


@pytest.mark.rule("CAM-03", "CAM-A2")
def test_an_upgrade_in_the_second_round_pays_the_difference() -> None:
    state = extended("active", ["passive", "active"])
    play(campaign_choice.choose, state, ["major"])
    assert state.countries["france"].ticks == ["passive", "major"]


@pytest.mark.rule("CAM-A2")
def test_no_campaign_is_upgraded_from_nothing() -> None:
    state = extended("none", ["passive"])
    played = play(campaign_choice.choose, state, ["active"])
    assert offered(played)["active"] == "20 ducats"
    assert state.countries["france"].ticks == ["passive", "active"]


def minor(role: Any, **fields: Any) -> State:
    state = choosing(
        alliances={"allies": ["france"], "spain": ["spain"]}, minors={"france": "venice"},
        wars=[("allies", "spain")], **fields,
    )  # fmt: skip
    state.countries["france"].role = role
    return state


@pytest.mark.rule("CAM-05", "CAM-07")
def test_a_minor_fully_at_war_has_a_free_simple_campaign_each_round() -> None:
    state = minor("full")
    played = play(campaign_choice.choose, state, ["major"])
    assert played.asks[0].who == "venice"
    assert offered(played) == {
        "none": "free",
        "passive": "free",
        "active_no_logistic": "free",
        "active": "free",
        "major": "30 ducats",
        "multiple": "80 ducats",
    }
    assert campaigns.tick_cost(state.countries["france"].ticks[0]) == 30


@pytest.mark.rule("CAM-04", "CAM-A5")
def test_a_minor_in_limited_intervention_has_one_free_simple_campaign_a_turn() -> None:
    state = minor("limited")
    played = play(campaign_choice.choose, state, ["active with the free active"])
    assert offered(played)["passive"] == "free"
    assert offered(played)["active"] == "10 ducats"
    assert offered(played)["active with the free active"] == "free"
    assert offered(played)["major with the free active"] == "30 ducats"
    france = state.countries["france"]
    assert [campaigns.tick_cost(tick) for tick in france.ticks] == [0]
    france.campaign = None
    state.marks.done.clear()
    again = play(campaign_choice.choose, state, ["passive"])
    assert list(offered(again)) == list(campaigns.CAMPAIGNS)


@pytest.mark.rule("CAM-06")
def test_free_campaigns_of_reinforcements_are_used_up() -> None:
    state = minor("full")
    france = state.countries["france"]
    france.free_campaigns = ["multiple"]
    played = play(campaign_choice.choose, state, ["multiple with the free multiple"])
    assert offered(played)["multiple with the free multiple"] == "free"
    assert (france.free_campaigns, france.campaign) == ([], "multiple")


@pytest.mark.rule("CAM-03", "CAM-05")
def test_a_minor_upgrades_an_extended_campaign_from_its_free_one() -> None:
    state = extended("active", ["active-active"], minors={"france": "venice"})
    played = play(campaign_choice.choose, state, ["major"])
    assert offered(played) == {"active": "free", "major": "30 ducats", "multiple": "80 ducats"}
    assert state.countries["france"].ticks == ["major-active"]


@pytest.mark.rule("CAM-05", "CAM-A2")
def test_a_minor_that_made_none_has_its_free_campaign_in_the_second_round() -> None:
    state = minor("full", rounds=["S2", "W2"], box="W2", extended=True)
    state.countries["france"].campaign_before = "none"
    played = play(campaign_choice.choose, state, ["active"])
    assert offered(played)["active"] == "free"
    assert offered(played)["major"] == "30 ducats"
    assert state.countries["france"].ticks == ["active-active"]


@pytest.mark.rule("CAM-03", "CAM-06")
def test_an_extended_campaign_that_goes_on_is_not_made_a_second_time() -> None:
    """Of two free active campaigns it has used one, for both rounds."""
    state = extended("active", ["active-active"], minors={"france": "venice"})
    state.countries["france"].free_campaigns = ["active"]
    played = play(campaign_choice.choose, state, ["active"])
    assert state.countries["france"].free_campaigns == ["active"]
    assert "makes" not in played.told


@pytest.mark.rule("CAM-05", "CAM-06", "CAM-11")
def test_to_make_no_campaign_uses_no_free_one() -> None:
    state = minor("full")
    state.countries["france"].free_campaigns = ["multiple"]
    offers = campaign_choice.choices(state, state.countries["france"]).values()
    none = [each for each in offers if each.campaign == "none"]
    assert [(each.free, each.ducats) for each in none] == [("", 0)]


@pytest.mark.rule("CAM-05", "CAM-06")
def test_a_free_campaign_is_offered_only_where_it_saves_ducats() -> None:
    """A minor fully at war has an active campaign free in any case."""
    state = minor("full")
    state.countries["france"].free_campaigns = ["active"]
    found = campaign_choice.choices(state, state.countries["france"])
    assert [each.campaign for each in found.values()] == list(campaigns.CAMPAIGNS)


@pytest.mark.rule("CAM-04", "CAM-07")
@pytest.mark.parametrize(
    ("country", "wars", "before", "enter"),
    [
        ("france", (("france", "spain"),), "major", "major"),
        ("france", (("france", "spain"),), None, "passive"),
        ("france", (), "major", "none"),
        ("savoy", (), None, "passive"),
    ],
)
def test_enter_keeps_the_campaign_of_a_war_and_takes_what_is_free_in_peace(
    country: str, wars: Any, before: Campaign | None, enter: str
) -> None:
    state = tabletop(
        step="campaign", alliances={country: [country], "spain": ["spain"]}, wars=wars,
        minors={"savoy": "spain"} if country == "savoy" else None,
    )  # fmt: skip
    put(state, country, "piemonte", "LD")
    state.countries[country].campaign_before = before
    played = play(campaign_choice.choose, state, ["none"])
    assert played.asks[0].default == enter


@pytest.mark.rule("CAM-14", "CAM-17", "CAM-19", "CAM-22", "CAM-23")
def test_the_limits_at_sea_are_those_of_the_table() -> None:
    assert campaigns.sails("passive", 1)
    assert not campaigns.sails("passive", 2)
    assert campaigns.sails("active", 3)
    assert not campaigns.sails("none", 0)
    assert not campaigns.sea_allows("passive", [0])
    assert campaigns.sea_allows("active", [1])
    assert not campaigns.sea_allows("active", [2])
    assert not campaigns.sea_allows("active", [1, 0])
    assert campaigns.sea_allows("active_no_logistic", [0])
    assert not campaigns.sea_allows("active_no_logistic", [1])
    assert campaigns.sea_allows("major", [3])
    assert campaigns.sea_allows("major", [1, 1, 0])
    assert not campaigns.sea_allows("major", [3, 0])
    assert campaigns.sea_allows("multiple", [3, 3, 3])


@pytest.mark.rule("CAM-21", "CAM-22", "CAM-23", "CAM-25")
@pytest.mark.parametrize("number", range(1, 6))
def test_the_worked_examples_of_a_major_campaign(number: int) -> None:
    example = examples()[f"EX-CAM-0{number}"]
    given, campaign = example["given"], example["given"]["campaign"]
    fleets = [
        move["fleet_counters"] for move in given.get("naval_moves", ()) if "fleet_counters" in move
    ]
    attacks = [
        move["fleet_counters"]
        for move in given.get("naval_moves", ())
        if move.get("action") in ("battle", "blockade", "supply", "naval_transport")
    ]
    active = [move["ld"] for move in given.get("land_moves", ()) if move["kind"] == "active"]
    small = [size <= example["then"].get("small_stack_max_ld", 5) for size in active]
    allowed = (
        all(campaigns.sails(campaign, fleet) for fleet in fleets)
        and campaigns.sea_allows(campaign, attacks)
        and campaigns.land_allows(campaign, small)
    )
    assert allowed == example["then"]["allowed"]
    assert campaigns.cost(campaign) == given["cost_ducats"]
    assert not campaigns.sea_allows(campaign, [*attacks, 3, 3])
    assert not campaigns.land_allows(campaign, [*small, False, True])


@pytest.mark.rule("CAM-21", "CAM-23", "CAM-28", "CAM-29", "CAM-30")
def test_the_major_campaign_of_the_rulebook() -> None:
    """EX-CAM-01 to EX-CAM-07: one large fleet and every small stack attack in the same round."""
    attacking_fleets, attacking_stacks = [3], [5, 4, 1]
    assert campaigns.sea_allows("major", attacking_fleets)
    assert all(campaigns.sails("major", fleets) for fleets in (3, 3, 2, 1))
    assert campaigns.land_allows("major", [size <= 5 for size in attacking_stacks])
    eight: tuple[Kind, ...] = ("A+", "A+")
    seven: tuple[Kind, ...] = ("A+", "A-", "LD")
    state = tabletop(campaign="major")
    for stack in (FIVE, ("A+",), ONE):
        campaigns.spend_active(state, "france", put(state, "france", "picardie", *stack))
    for large in (eight, seven, SIX):
        units = [state.units[unit] for unit in put(state, "france", "artois", *large)]
        assert campaigns.may_move(state, "france", units, False) == ""
        assert campaigns.may_act(state, "france") == ""
    assert campaigns.cost("major") == 50
    assert json.dumps(state.to_plain())


def test_each_campaign_says_what_it_allows() -> None:
    state = choosing(alliances={"france": ["france"]}, wars=[])
    ask = play(campaign_choice.choose, state, [("campaign", "none")]).asks[0]
    assert isinstance(ask, Choose)
    told = {option.answer: option.detail for option in ask.options}
    assert told["none"] == "free · nobody moves or intercepts"
    assert "enters enemy land" in told["active"]
    assert len(set(told.values())) == len(told)


@pytest.mark.rule("ITG-10", "CAM-16", "CAM-21")
def test_a_stack_that_grows_or_shrinks_is_one_move_still() -> None:
    """One allowance, at the size that it was at its largest: another small stack has none beside a
    large one, and one beside each small one."""
    for first, second, size in ((1, 2, "large"), (2, 1, "large"), (1, 1, "small")):
        state = tabletop(campaign="major")
        stack = put(state, "france", "picardie", "A+", "A-")
        campaigns.spend_active(state, "france", stack[:first])
        campaigns.spend_active(state, "france", stack[:second])
        assert list(state.marks.active_moves) == [f"france 1 {size}"]


@pytest.mark.rule("CAM-03", "CAM-A2")
def test_in_the_second_round_of_an_extended_campaign_the_last_tick_is_what_was_paid() -> None:
    """A major campaign of 50 after an active one of 20: to multiple it is 50 more, not 80."""
    state = tabletop(extended=True)
    country = state.countries["france"]
    country.campaign_before, country.ticks = "major", ["active", "major"]
    found = {key: each.ducats for key, each in campaign_choice.choices(state, country).items()}
    assert found == {"major": 0, "multiple": 50}


@pytest.mark.rule("CAM-01", "CAM-03")
@pytest.mark.parametrize(("before", "asked"), [("major", 1), ("multiple", 0)])
def test_who_has_two_campaigns_to_choose_from_is_asked_and_who_has_one_is_not(
    before: Campaign, asked: int
) -> None:
    state = tabletop(extended=True, step="campaign")
    put(state, "france", "picardie", "LD")
    france = state.countries["france"]
    france.campaign_before, france.ticks = before, [before]
    played = play(campaign_choice.choose, state, [before] * asked)
    assert [ask.who for ask in played.asks] == ["france"] * asked
    assert france.campaign == before


@pytest.mark.rule("LEV-11")
def test_without_a_limit_nothing_is_to_be_had() -> None:
    """*Beyond that not at all*: at thrice the limit the last, one more is none."""
    assert [levies_math.price("france", "renaissance", "LD", spent, 2) is None
            for spent in (8, 10, 11, 12)] == [False, False, True, True]  # fmt: skip
    assert levies_math.price("france", "renaissance", "LD", 0, 0) is None


@pytest.mark.rule("CAM-01", "CAM-07", "CLN-A1", "LEV-12")
def test_a_treasury_owes_its_own_ticks_and_levies_and_those_of_its_minors() -> None:
    """The clean-up takes the cost of campaigns and exceptional recruitments of the turn."""
    state = tabletop(
        alliances={"france": ["france", "savoy"], "spain": ["spain"]}, minors={"savoy": "france"}
    )
    france, savoy, spain = (state.countries[name] for name in ("france", "savoy", "spain"))
    assert treasuries.ducats_owed(state, "france") == 0
    france.ticks, savoy.ticks, spain.ticks = ["active", "major"], ["passive"], ["multiple"]
    france.recruited_cost, savoy.recruited_cost = 7, 5
    own = campaigns.tick_cost("active") + campaigns.tick_cost("major") + 7
    minor = campaigns.tick_cost("passive") + 5
    assert (treasuries.ducats_owed(state, "france"), treasuries.ducats_owed(state, "savoy")) == (
        own + minor,
        0,
    )
    assert treasuries.ducats_owed(state, "spain") == campaigns.tick_cost("multiple")
    france.treasury = own + minor + 20
    said = treasuries.stake(state, "savoy", 20)
    assert said == "This costs 20 of the 20 ducats in France's treasury."
    assert treasuries.stake(state, "france", 21) == (
        "21 ducats, but only 20 ducats are left in France's treasury: it would be in debt."
    )
    france.treasury -= 20
    assert "nothing is left" in treasuries.stake(state, "france", 1)
    state.sequence.step = "over"
    assert treasuries.ducats_owed(state, "france") == 0, "the clean-up has taken them"


@pytest.mark.rule("CAM-03", "CAM-A2")
def test_an_upgrade_pays_the_difference_with_and_without_a_free_campaign() -> None:
    state = tabletop(extended=True)
    country = state.countries["france"]
    country.campaign_before, country.ticks = "active", ["passive", "active-passive"]
    paid = campaigns.tick_cost("active-passive")
    found = campaign_choice.choices(state, country)
    assert [(key, each.free) for key, each in found.items()][:2] == [
        ("active", "passive"), ("major", "passive")
    ]  # fmt: skip
    assert {key: each.ducats for key, each in found.items()} == {
        each: campaigns.tick_cost(f"{each}-passive") - paid
        for each in ("active", "major", "multiple")
    }
    country.campaign_before, country.ticks = "none", ["major"]
    found = campaign_choice.choices(state, country)
    assert {key: each.ducats for key, each in found.items()} == {
        each: campaigns.cost(each) for each in campaigns.CAMPAIGNS
    }, "none was made: all is new"


@pytest.mark.rule("CAM-02", "CAM-07")
def test_each_country_chooses_once_in_a_round() -> None:
    state = choosing()
    played = play(campaign_choice.choose, state, ["passive"])
    assert state.countries["france"].campaign == "passive"
    assert "France makes" in played.told
    assert play(campaign_choice.choose, state).asks == [], "begun again after a save"
    state = tabletop(step="campaign", wars=())
    put(state, "france", "picardie", "A+")
    state.countries["france"].campaign_before = "major"
    assert play(campaign_choice.choose, state, ["none"]).asks[0].default == "none"
    state = choosing()
    state.countries["france"].campaign_before = "major"
    assert play(campaign_choice.choose, state, ["none"]).asks[0].default == "major"


@pytest.mark.rule("CAM-04", "CAM-05", "CAM-A5")
@pytest.mark.parametrize(
    ("minor", "role", "once"),
    [(True, "limited", ["active"]), (True, "foreign", ["active"]), (True, "full", []),
     (False, "limited", []), (False, "foreign", [])],
)  # fmt: skip
def test_only_a_minor_that_intervenes_has_one_simple_campaign_free_in_the_turn(
    minor: bool, role: Any, once: list[str]
) -> None:
    """Text 413: minors in limited intervention have 1 simple campaign each turn; those fully at war
    have theirs each round (text 416), and powers pay for theirs."""
    country = Country("savoy", "france", minor=minor, role=role)
    assert campaigns.free_once(country) == once
    country.ticks.append("passive-active")
    assert campaigns.free_once(country) == []


@pytest.mark.rule("CAM-11", "CAM-14", "CAM-17")
@pytest.mark.parametrize("campaign", ["none", None])
def test_without_a_campaign_nothing_acts_at_sea_for_that_reason(campaign: Campaign | None) -> None:
    """*No campaign: nothing may move*: it is not said that another one would allow less."""
    state = tabletop(campaign=campaign)
    for country in ("france", "scotland"):
        for fleets in (0, 1):
            assert "CAM-11" in campaigns.may_act_at_sea(state, country, fleets)
            assert "CAM-11" in campaigns.may_sail(state, country, fleets)


@pytest.mark.rule("CAM-01")
@pytest.mark.parametrize(
    ("country", "status", "asked"),
    [("spain", "map", False), ("france", "away", False), ("france", "map", True)],
)
def test_a_leader_of_its_own_on_the_map_is_enough_to_be_asked_for_a_campaign(
    country: str, status: Literal["map", "away"], asked: bool
) -> None:
    state = tabletop(step="campaign", alliances={"france": ["france"], "spain": ["spain"]})
    lead(state, country, "picardie", "bayard")
    if status != "map":
        state.remove_leader(state.leaders["bayard"], status)
    answers = [("campaign", "passive")] if asked else []
    assert len(play(campaign_choice.choose, state, answers).asks) == len(answers)


@pytest.mark.rule("CAM-11", "CAM-A3")
def test_who_gives_up_a_siege_by_no_campaign_is_told_so_before() -> None:
    """Without any campaign a besieger may only redeploy: his siege is lost with it."""
    state = choosing()
    ask = play(campaign_choice.choose, state, [("campaign", "passive")]).asks[0]
    assert isinstance(ask, Choose)
    assert ask.options[0].stake == "Nothing of France moves or intercepts this round."
    state = choosing(sieges={"artois": Siege("france"), "champagne": Siege("spain")})
    put(state, "france", "artois", "A+")
    ask = play(campaign_choice.choose, state, [("campaign", "passive")]).asks[0]
    assert isinstance(ask, Choose)
    assert ask.options[0].stake == (
        "Nothing of France moves or intercepts this round. Its besiegers of Artois have to leave: "
        "without a campaign they only redeploy."
    )


@pytest.mark.rule("CAM-06", "CAM-25")
def test_what_is_usual_in_a_war_makes_no_debt() -> None:
    """The major campaign of the round before was the free one; another costs more than is left."""
    for treasury, usual in ((46, "passive"), (50, "major")):
        state = choosing()
        france = state.countries["france"]
        france.campaign_before, france.treasury = "major", treasury
        running = campaign_choice.choose(Phase(state))
        assert running.send(None).default == usual
        running.close()


@pytest.mark.rule("CAM-06")
def test_a_free_campaign_is_named_as_one() -> None:
    state = choosing()
    state.countries["france"].free_campaigns = ["major"]
    ask = play(campaign_choice.choose, state, [("campaign", "passive")]).asks[0]
    assert isinstance(ask, Choose)
    labels = [option.label for option in ask.options]
    assert labels[-2:] == [
        "the free major campaign", "multiple campaigns instead of the free major one"
    ]  # fmt: skip
