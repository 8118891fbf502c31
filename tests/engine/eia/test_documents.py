"""What the documents of Empires in Arms besides a land battle refuse, ask for and tell."""

from __future__ import annotations

from typing import Any

import pytest

from engine.adjudicator import resolve
from engine.adjudicator.eia.shapes import Morale, chances, die_name
from engine.documents.complaints import NOTHING, Complaints
from engine.eia.battles import combat_tables
from tests.engine.eia.adjudicating import answer, example, odds, outcome, refused, rules, run
from tests.engine.eia.test_fleets import battle, fought, side


def told(kind: str, **more: Any) -> str:
    """The sheet of an example with changes."""
    document = {**example(kind), **more}
    status, out, err = run(f"eia-{kind}", "--text", "--seed", "1", document=document)
    assert (status, err) == (0, "")
    return out


def said(kind: str, **more: Any) -> str:
    """Why an example with changes is refused."""
    return refused(kind, **{**example(kind), **more})


# Names and figures


@pytest.mark.rule("EIA-BLK-01")
@pytest.mark.parametrize(
    ("kind", "more", "why"),
    [
        ("victory", {"powers": [{"power": "russia", "points": 1, "goal": 9}] * 2}, "stands twice"),
        ("bids", {"bids": [{"player": "a", "bid": 1}] * 2}, "a player bids twice"),
        ("leader-casualty", {"leaders": [{"name": "Ney"}] * 2}, "two leaders have the same name"),
        ("blockade-test", {"blockaders": [{"name": "X"}] * 2}, "two stacks have the name X"),
        ("blockade-test", {"blockaders": [{"name": "BLOCKADED"}]}, "BLOCKADED is the name of"),
    ],
)
def test_what_stands_twice_or_is_missing_is_named(
    kind: str, more: dict[str, Any], why: str
) -> None:
    assert why in said(kind, **more)


@pytest.mark.rule("EIA-RAID-01")
@pytest.mark.parametrize(
    ("attacker", "why"),
    [({"name": "DENMARK"}, "DENMARK is the name of the other side too"),
     ({"name": "guns"}, "guns is the name of the harbour's dice")],
)  # fmt: skip
def test_the_sides_of_a_raid_have_names_of_their_own(attacker: dict[str, Any], why: str) -> None:
    assert why in said("port-raid", attacker={**example("port-raid")["attacker"], **attacker})


@pytest.mark.rule("EIA-RAID-01")
@pytest.mark.parametrize(
    ("minor", "ships", "joins"), [(12, 24, True), (13, 24, False), (1, 1, False), (0, 1, True)]
)
def test_a_minors_ships_raid_beside_as_many_of_a_power(minor: int, ships: int, joins: bool) -> None:
    """*Accompanied by at least the same number of vessels from a player Major Power*."""
    raider = {**example("port-raid")["attacker"], "ships": ships, "minor_ships": minor}
    given = {**example("port-raid"), "attacker": raider}
    status, _, err = run("eia-port-raid", "--seed", "1", document=given)
    assert (status == 0) == joins
    assert ("EIA-RAID-01" in err) == (not joins)


@pytest.mark.parametrize(
    ("value", "tenths"),
    [(0, 0), (3.5, 35), (9, 90), (2, 20), (3.55, None), (9.1, None), (-0.5, None), (True, None),
     ("3", None), (float("nan"), None)],
)  # fmt: skip
def test_a_morale_has_one_decimal_from_nought_to_nine(value: object, tenths: int | None) -> None:
    found = Complaints()
    read = Morale().read(value, "morale", found)
    assert (None if read is NOTHING else read) == tenths
    assert bool(found.lines) == (tenths is None)
    assert Morale().schema() == {"type": "number", "minimum": 0, "maximum": 9, "multipleOf": 0.1}


def test_odds_and_dice_in_words() -> None:
    """A share in hundredths, what is expected with three decimals, a table a line each."""
    lines = chances("Title", {"win": {"A": 0.25, "B": 0.75}, "losses": {"A": {"x": 0.5}},
                              "expected_losses": {"A": 1.5}, "draw": 0.125,
                              "expected_hit": 2.0})  # fmt: skip
    shown = lines.sheet(lambda text, role: text)
    assert [line.strip() for line in shown] == [
        "Title", "Win", "A   25.00%", "B   75.00%", "Losses, A", "x   50.00%", "Expected losses",
        "A    1.500", "Draw: 12.50%", "Expected hit: 2.000",
    ]  # fmt: skip
    assert die_name("FRANCE.round1") == "France, round 1"
    assert die_name("A.casualty.Ney") == "A, casualty.Ney"


# Battles of fleets


@pytest.mark.rule("EIA-NAV-A3", "EIA-NAV-A2")
@pytest.mark.parametrize(
    ("dice", "more", "needs"),
    [
        (((6, 6), (3, 3)), {"points": None, "chase": None}, ["points", "chase"]),
        (((6, 6), (3, 3)), {}, []),
        (((1, 1, 1), (1, 1, 1)), {"points": None, "chase": None}, []),
    ],
)
def test_what_the_base_rules_have_to_say_of_a_naval_victory_is_asked_for(
    dice: Any, more: dict[str, Any], needs: list[str]
) -> None:
    found = fought(*dice, **more)
    assert [each.partition(":")[0] for each in found["needs"]] == needs
    if not needs:
        drawn = {"FRANCE": 0, "RUSSIA": 0}
        won = {"FRANCE": 1, "RUSSIA": -1}
        assert found["political_points"] == (drawn if found["winner"] is None else won)


@pytest.mark.rule("EIA-NAV-A5", "EIA-HULK-01")
def test_ships_that_are_damaged_may_be_lost_on_their_way_home() -> None:
    """Each on its own die, at most the number of the base rule; where nobody says it, it is asked
    for of whoever was hit, and nobody is lost."""
    asked = fought((6, 6), (1, 1), struck="damaged")
    hit = {name: each["hit"] for name, each in asked["sides"].items()}
    assert [each["lost"] for each in asked["sides"].values()] == [0, 0]
    assert [each.partition(":")[0] for each in asked["needs"]] == [
        f"{key}.lost_on" for key, name in (("attacker", "FRANCE"), ("defender", "RUSSIA"))
        if hit[name]
    ]  # fmt: skip
    assert asked["hulks"] == {}
    dice = {f"RUSSIA.damaged{number}": die
            for number, die in enumerate(([2, 3, 6, 1, 4, 2] * 4)[: hit["RUSSIA"]], 1)}  # fmt: skip
    dice |= {f"FRANCE.damaged{number}": 6 for number in range(1, hit["FRANCE"] + 1)}
    sides = {"attacker": side("FRANCE", 20, "france", lost_on=1),
             "defender": side("RUSSIA", 20, "russia", lost_on=2)}  # fmt: skip
    found = fought((6, 6), (1, 1), struck="damaged", dice=dice, **sides)
    rolled = [die for name, die in dice.items() if name.startswith("RUSSIA")]
    assert found["sides"]["RUSSIA"]["lost"] == sum(die <= 2 for die in rolled)
    assert found["sides"]["FRANCE"]["lost"] == 0
    assert (found["hulks"], found["needs"]) == ({}, [])


@pytest.mark.rule("EIA-LDR-01", "EIA-NAV-A4")
@pytest.mark.parametrize(("die", "fate"), [(5, "unhurt"), (6, {"wounded": 2})])
def test_an_admiral_is_hit_on_a_six_alone(die: int, fate: Any) -> None:
    them = side("FRANCE", 20, "france", leaders=["Nelson"])
    dice = {"FRANCE.casualty.Nelson": die} | ({"FRANCE.wound.Nelson": 2} if die == 6 else {})
    found = fought((6, 6), (2, 2), attacker=them, dice=dice)
    assert found["leaders"]["FRANCE"] == {"Nelson": fate}
    assert found["sides"]["FRANCE"]["morale_lost"] != found["sides"]["RUSSIA"]["morale_lost"]
    assert found["sides"]["RUSSIA"]["morale_lost"] >= 3.0


@pytest.mark.rule("EIA-NAV-A1")
@pytest.mark.parametrize(("wind", "said"), [("none", True), ("attacker", False)])
def test_that_nobody_has_the_wind_is_told(wind: str, said: bool) -> None:
    why = "Nobody has the wind: both fire at once."
    assert (why in [each["why"] for each in fought((1,), (1,), wind=wind)["because"]]) == said


@pytest.mark.rule("EIA-BRK-01", "EIA-BRK-02", "EIA-BRK-03")
def test_what_becomes_of_a_blockade_is_told_with_its_rule() -> None:
    assert rules(fought((1, 1, 1), (1, 1, 1), blockader="defender")) & {
        "EIA-BRK-01", "EIA-BRK-02", "EIA-BRK-03"
    }  # fmt: skip
    assert not rules(fought((1,), (1,))) & {"EIA-BRK-01", "EIA-BRK-02", "EIA-BRK-03"}


def test_fleets_and_admirals_of_a_side_have_names_of_their_own() -> None:
    fleets = [{"name": "I", "nation": "france", "ships": 5}] * 2
    twice = battle(attacker={"name": "FRANCE", "fleets": fleets})
    assert "two fleets have the same name" in refused("naval-battle", **twice)
    them = battle(attacker=side("FRANCE", 5, "france", leaders=["Nelson", "Nelson"]))
    assert "two leaders have the same name" in refused("naval-battle", **them)


def test_each_side_has_a_ship_and_carries_the_troops_that_are_aboard() -> None:
    none = battle(attacker=side("FRANCE", 0, "france"))
    assert refused("naval-battle", **none) == "attacker.fleets: no ship of the side fights\n"
    loaded = side("FRANCE", 5, "france", aboard=3)
    assert refused("naval-battle", **battle(attacker=loaded)) == (
        "attacker.transporting: troops are aboard: the side carries them\n"
    )
    carried = battle(attacker=loaded | {"transporting": True})
    assert run("eia-naval-battle", "--seed", "1", document=carried)[0] == 0


@pytest.mark.rule("EIA-SET-02", "EIA-NMOR-02")
@pytest.mark.parametrize("key", ["attacker", "defender"])
def test_three_heavy_ships_to_two_of_the_enemy_and_bonuses_of_morale_are_told(key: str) -> None:
    mine, theirs = ("FRANCE", "RUSSIA") if key == "attacker" else ("RUSSIA", "FRANCE")
    strong = side(mine, 10, "britain", heavy=3, dominant=True)
    weak = side(theirs, 10, "russia", heavy=2)
    sides = {key: strong, ("defender" if key == "attacker" else "attacker"): weak}
    dice = {f"{name}.round{number}": 1 for name in ("FRANCE", "RUSSIA") for number in (1, 2, 3)}
    found = answer("naval-battle", battle(dice=dice, **sides), "--no-roll")["modifiers"]
    named = {(each["side"], each["why"], *each["rolls"]) for each in found}
    assert (mine, "three heavy ships to two", "combat") in named
    assert not any(side == theirs and "heavy" in why for side, why, *_ in named)
    morale = [each for each in found if each["rolls"] == ["morale in tenths"]]
    assert [each["side"] for each in morale] == [mine]


# Raids and blockades


@pytest.mark.rule("EIA-RAID-12", "EIA-RAID-13", "EIA-RAID-14")
@pytest.mark.parametrize(("high", "won"), [(6, True), (1, False)])
def test_a_raid_tells_who_has_won_it_and_why(high: int, won: bool) -> None:
    document = example("port-raid")
    document["dice"] = {f"BRITAIN.round{n}": high for n in (1, 2, 3)}
    document["dice"] |= {f"DENMARK.round{n}": 1 for n in (1, 2, 3)} | {"guns.in": 1, "guns.out": 1}
    document["points"] = None
    whole = answer("port-raid", document, "--seed", "1")
    found = whole["outcome"]
    fired = [each["result"] for each in whole["rolls"] if each["name"].startswith("BRITAIN.round")]
    shaken = sum(combat_tables.modified_die("3-3", die).morale for die in fired)
    assert found["sides"]["DENMARK"]["morale_lost"] == shaken / 10
    assert (found["winner"] is not None) == won
    assert rules(found) & {"EIA-RAID-13", "EIA-RAID-14"} == {f"EIA-RAID-1{3 if won else 4}"}
    assert any(each.startswith("points") for each in found["needs"]) == won
    lost = {name: each["morale_lost"] for name, each in found["sides"].items()}
    assert lost["DENMARK"] > 0
    assert lost["DENMARK"] != lost["BRITAIN"]
    assert not any("lost_on" in each for each in found["needs"]), "the document says it"
    assert f"Denmark: {found['sides']['DENMARK']['damaged']} damaged" in run(
        "eia-port-raid", "--text", "--seed", "1", document=document
    )[1]  # fmt: skip


@pytest.mark.rule("EIA-BLK-02", "EIA-BLK-06")
def test_the_difference_of_a_blockade_is_that_of_the_lowest_total() -> None:
    stacks = [{"name": "A", "british": True}, {"name": "B"}]
    dice = {"BLOCKADED.test": 2, "A.test": 5, "B.test": 3}
    found = answer("blockade-test", {"blockaders": stacks, "dice": dice}, "--no-roll")
    done = found["outcome"]
    assert (done["blockaders"], done["counts"], done["difference"]) == ([6, 3], 3, 1)
    assert [each["rolls"] for each in found["modifiers"]] == [["A.test"]]


# Cities, leaders, ships


@pytest.mark.rule("EIA-INV-01", "EIA-PIL-05")
def test_a_city_that_is_spared_brings_and_costs_nothing() -> None:
    """*On a roll of 6 the city is pillaged*."""
    spared = outcome("involuntary", **{**example("involuntary"), "dice": {"pillage": 5}})
    assert (spared["state"], spared["money"], spared["political_points"]) == ("whole", 0, 0)
    assert spared["rolled"]


@pytest.mark.rule("EIA-LDR-03", "EIA-LDR-04")
def test_leader_casualties_tell_the_guards_modifier_and_when_he_is_back() -> None:
    dice = {"Ney.casualty": 6, "Ney.wound": 2}
    given = {"leaders": [{"name": "Ney", "guard": 1}], "dice": dice}
    found = answer("leader-casualty", {**given, "month": 11}, "--no-roll")
    assert [(each["value"], each["rolls"]) for each in found["modifiers"]] == [
        (1, ["Ney.casualty"])
    ]  # fmt: skip
    assert any("back in February" in each["why"] for each in found["outcome"]["because"])
    january = answer("leader-casualty", {**given, "month": 0}, "--no-roll")["outcome"]
    assert any("back in March" in each["why"] for each in january["because"])
    unsaid = answer("leader-casualty", given, "--no-roll")["outcome"]
    assert not any("back in" in each["why"] for each in unsaid["because"])


@pytest.mark.rule("EIA-TRM-13", "EIA-TRM-14", "EIA-POL-03")
def test_who_may_return_from_exile_is_told_and_what_it_costs() -> None:
    assert "The return of Napoleon costs 6 political points." in told("exile-cost", months=12)
    refused_ = told("exile-cost", months=11)
    assert "Napoleon may not return; it would cost 6 political points." in refused_
    for months, leader, doubles in ((12, "Napoleon", True), (11, "Napoleon", False),
                                    (12, "Davout", False)):  # fmt: skip
        found = outcome("exile-cost", **{**example("exile-cost"), "months": months,
                                         "leader": leader})  # fmt: skip
        assert found["doubled_manpower"] == doubles


@pytest.mark.rule("EIA-SIE-01")
@pytest.mark.parametrize(("die", "breach"), [(5, True), (4, False), (6, True)])
def test_a_siege_tells_whether_it_makes_a_breach(die: int, breach: bool) -> None:
    shown = told("siege", dice={"siege": die})
    assert (": a breach." in shown, ": no breach." in shown) == (breach, not breach)


@pytest.mark.rule("EIA-RET-05")
def test_a_retreat_tells_where_to_or_that_there_is_nowhere() -> None:
    assert "Hungary" in told("retreat", areas=[{"name": "Hungary"}])
    assert "nowhere" not in told("retreat", areas=[{"name": "Hungary"}])
    assert "It may retreat to: nowhere." in told("retreat", areas=[])


def test_a_verdict_is_told_in_a_word() -> None:
    assert ": not allowed" in told("stacking", corps=9)
    assert ": allowed" in told("stacking", corps=3, present=3)
    assert "It has to make peace." in told("surrender")
    assert "No peace is forced." in told("surrender", manpower=3)
    assert told("in-force").startswith("the house text")
    assert told("in-force", base=None, house=None).startswith("In force")


@pytest.mark.rule("EIA-NMOR-01", "EIA-NMOR-02", "EIA-NMOR-03")
def test_the_morale_of_each_fleet_is_told_with_what_it_began_with() -> None:
    found = outcome("naval-morale", **example("naval-morale"))
    assert found["fleets"] == [{"nation": "britain", "base": 3.0, "morale": 4.0}]


@pytest.mark.rule("EIA-ERR-07", "EIA-ERR-08")
def test_a_war_that_may_not_be_declared_costs_nothing() -> None:
    """*May not declare war [...] if unbesieged enemy infantry corps are already inside its home
    nation*."""
    at_home = [{"infantry": True, "besieged": False, "by_land": True}]
    barred = outcome("declare-war", enemies_at_home=at_home, at_war=True, on="major",
                     broke_alliance=True, turns_since=1)  # fmt: skip
    assert (barred["allowed"], barred["political_points"]) == (False, 0)


@pytest.mark.rule("EIA-NAV-16")
def test_squadrons_are_told_or_nothing_is() -> None:
    assert "It announces 2 full squadrons." in told("squadrons")
    assert "Nothing is announced." in told("squadrons", full_turns=0)


@pytest.mark.rule("EIA-HULK-06", "EIA-NAV-12")
@pytest.mark.parametrize(("more", "built"), [({}, True), ({"owner": "france"}, False)])
def test_a_ship_of_a_hulk_has_a_price_where_it_may_be_built(
    more: dict[str, Any], built: bool
) -> None:
    found = outcome("hulk-build", **{**example("hulk-build"), **more})
    assert found["allowed"] == built
    assert (found["price"] is not None, found["months"] is not None) == (built, built)


# Winning, bids and votes


@pytest.mark.rule("EIA-WIN-01", "EIA-WIN-03", "EIA-WIN-05")
@pytest.mark.parametrize(
    ("points", "last", "winners", "over"),
    [((100, 99), False, 1, True), ((99, 99), False, 0, False), ((100, 100), False, 2, True)],
)
def test_who_reaches_his_goal_first_ends_the_campaign_and_several_draw(
    points: tuple[int, int], last: bool, winners: int, over: bool
) -> None:
    powers = [{"power": name, "points": each, "goal": 100}
              for name, each in zip(("france", "russia"), points, strict=True)]  # fmt: skip
    found = outcome("victory", powers=powers, last=last)
    assert len(found["winners"]) == winners
    assert (found["draw"], found["over"]) == (winners > 1, over)


@pytest.mark.rule("EIA-WIN-04", "EIA-WIN-05")
def test_the_last_phase_ends_the_campaign_whoever_wins() -> None:
    powers = [{"power": "france", "points": 9, "goal": 100}]
    found = outcome("victory", powers=powers, last=True, britain_default=False)
    assert (found["winners"], found["draw"], found["over"]) == ([], False, True)


@pytest.mark.rule("EIA-BID-02")
@pytest.mark.parametrize("auction", ["prussia", None])
def test_a_tie_is_rolled_again_while_it_ties(auction: str | None) -> None:
    """*In case of a tie, dice determine*: again, and no more dice than are needed."""
    them = [{"player": name, "bid": 5} for name in ("a", "b")]
    dice = {"a.tie": 3, "b.tie": 3, "a.tie.2": 2, "b.tie.2": 6}
    given = {"bids": them, "auction": auction, "dice": dice}
    found = answer("bids", given, "--no-roll")
    assert found["outcome"]["order"] == ["b", "a"]
    assert [roll["name"] for roll in found["rolls"]] == list(dice)
    apart = [{"player": "a", "bid": 5}, {"player": "b", "bid": 4}]
    assert answer("bids", {"bids": apart, "auction": auction}, "--no-roll")["rolls"] == []


@pytest.mark.rule("EIA-BID-02")
def test_a_tie_without_end_goes_by_the_order_of_the_bids() -> None:
    them = [{"player": name, "bid": 5} for name in ("a", "b")]
    dice = {f"{name}.tie{'' if n == 1 else f'.{n}'}": 3 for name in "ab" for n in range(1, 41)}
    found = answer("bids", {"bids": them, "dice": dice}, "--no-roll")
    assert found["outcome"]["order"] == ["a", "b"]
    assert found["unused_dice"] == []


def test_bids_of_no_auction_need_no_points() -> None:
    assert outcome("bids", bids=[{"player": "a", "bid": 5, "points": 4}], auction=None)["order"]


@pytest.mark.rule("EIA-GEN-01")
def test_a_die_settles_a_vote_that_ties_evenly() -> None:
    """Of two answers three faces are each one's; of four each has a face and two are rolled
    again."""
    two = {"a": "no", "b": "yes"}
    by = [outcome("vote", votes=two, dice={"vote": die})["result"] for die in range(1, 7)]
    assert by == ["no"] * 3 + ["yes"] * 3
    four = {name: name.upper() for name in "abcd"}
    by = [outcome("vote", votes=four, dice={"vote": die})["result"] for die in range(1, 5)]
    assert by == ["A", "B", "C", "D"]
    again = {"votes": four, "dice": {"vote": 5, "vote.2": 6, "vote.3": 2}}
    found = answer("vote", again, "--no-roll")
    assert (found["outcome"]["result"], len(found["rolls"])) == ("B", 3)
    assert found["outcome"]["tied"] == ["A", "B", "C", "D"]
    assert outcome("vote", votes=two, dice={"vote": 1})["tied"] == ["no", "yes"]
    clear = outcome("vote", votes={"a": "no", "b": "yes", "c": "yes"})
    assert (clear["result"], clear["tied"]) == ("yes", [])
    dice = {f"vote{'' if n == 1 else f'.{n}'}": 6 for n in range(1, 41)}
    never = answer("vote", {"votes": four, "dice": dice}, "--no-roll")
    assert (never["outcome"]["result"], never["unused_dice"]) == (None, [])


def test_dice_that_the_odds_do_not_know_are_named() -> None:
    document = {**example("prisoners"), "dice": {"prisoners": 3, "nothing": 2}}
    assert answer("prisoners", document, "--odds")["unused_dice"] == ["nothing"]
    assert odds("prisoners", **document)
    assert resolve.kind_of("eia-prisoners").odds is not None
