from typing import Any

import pytest

from engine.eia import leaders, minors_and_dominance, months, tables, victory, war
from engine.eia import peace as peaces
from engine.eia.minors_and_dominance import Territory
from engine.eia.reasons import TABLE_TALK, Reason
from tests.engine.eia.adjudicating import odds, outcome, refused, rules


def peace(month: str, phase: str = "Political", months: int = 18) -> dict[str, Any]:
    return outcome("enforced-peace", year=1805, month=month, phase=phase, months=months)


@pytest.mark.rule("EIA-PEACE-01", "EIA-PEACE-02")
def test_the_peace_of_eighteen_months() -> None:
    found = peace("December")
    assert (found["ends"], found["ends_phase"]) == ("June 1807", "Political")
    assert found["first_war"] == "July 1807"
    assert peace("March", months=6)["ends"] == "September 1805"


@pytest.mark.rule("EIA-PEACE-03", "EIA-PEACE-04")
def test_a_peace_forced_in_another_phase() -> None:
    found = peace("December", "Economic")
    assert (found["ends"], found["ends_phase"]) == ("June 1807", "Economic")
    assert found["first_war"] == "July 1807"
    assert peace("March", "Economic")["first_war"] == "October 1806"
    odd = peace("March", "Economic", 17)
    assert (odd["ends"], odd["ends_phase"]) == ("August 1806", "Land")


@pytest.mark.rule("EIA-FUS-01")
def test_no_manpower_no_war() -> None:
    found = outcome("surrender", power="prussia", manpower=0, hostile=["france", "spain"])
    assert (found["forced"], found["peace_with"]) == (True, ["france", "spain"])
    assert not outcome("surrender", power="prussia", manpower=1, hostile=["france"])["forced"]
    assert not outcome("surrender", power="prussia", manpower=0)["forced"]


@pytest.mark.rule("EIA-TRM-01")
def test_reparations() -> None:
    assert outcome("reparations", amount=25, phases=1)["instalments"] == [25]
    assert outcome("reparations", amount=25, phases=2)["instalments"] == [13, 12]
    assert "phases: 3" in refused("reparations", amount=25, phases=3)


def loan(**fields: Any) -> dict[str, Any]:
    return outcome("loan", owner="prussia", borrower="france", **fields)


@pytest.mark.rule("EIA-TRM-02")
def test_foraging_a_corps_on_loan_is_remembered() -> None:
    assert [each["rule"] for each in loan(forages=True)["reminders"]] == ["EIA-TRM-02"]
    assert "reminders" not in loan()
    depot = outcome("depot-supply", distances=[0], foraging_loan=True)
    assert depot["reminders"][0]["rule"] == "EIA-TRM-02"


@pytest.mark.rule("EIA-TRM-03")
def test_the_owner_chooses_the_losses_of_a_loan() -> None:
    assert loan(forage_losses=2, chosen={"infantry": 1, "cavalry": 1})["chooses"] == "prussia"
    said = refused("loan", owner="p", borrower="f", forage_losses=2, chosen={"infantry": 1})
    assert "1 factors are chosen, 2 are lost (EIA-TRM-03)" in said


@pytest.mark.rule("EIA-TRM-04", "EIA-TRM-05")
def test_the_return_of_a_corps_on_loan() -> None:
    assert loan(returned="end")["placed"] == "this turn"
    assert loan(returned="end", step="after")["placed"] == "next turn"
    assert loan(returned="end")["borrower_points"] == 0
    assert loan(returned="foraging")["borrower_points"] == -1


# War and alliances


def war_on(**fields: Any) -> dict[str, Any]:
    return outcome("declare-war", **fields)


@pytest.mark.rule("EIA-TRM-07", "EIA-ALL-04", "EIA-ALL-05")
def test_what_lies_between_powers_bars_no_war_on_a_minor() -> None:
    between = {"peace_lasts": True, "allied": True, "broke_alliance": True}
    found = war_on(on="minor", sphere=True, **between)
    assert (found["allowed"], found["political_points"]) == (True, 0)
    assert found["victor_may_declare"]


@pytest.mark.rule("EIA-PEACE-02", "EIA-TRM-07", "EIA-TRM-08")
def test_the_victor_disregards_the_peace_for_a_breach_of_his_sphere() -> None:
    assert not war_on(peace_lasts=True)["allowed"]
    assert war_on(peace_lasts=True, sphere=True)["allowed"]
    assert not war_on(peace_lasts=True, sphere=True, sphere_lasts=False)["allowed"]


@pytest.mark.rule("EIA-ERR-07")
def test_an_invaded_power_declares_on_no_further_major() -> None:
    given: dict[str, Any] = {"at_war": True, "enemies_at_home": [{}]}
    assert not war_on(**given)["allowed"]
    assert war_on(**{**given, "at_war": False})["allowed"]
    assert war_on(**given, on="minor")["allowed"]
    for harmless in ({"infantry": False}, {"besieged": True}):
        assert war_on(at_war=True, enemies_at_home=[harmless])["allowed"]


@pytest.mark.rule("EIA-ERR-07", "EIA-ERR-08")
def test_islands_do_not_count_as_home() -> None:
    assert war_on(at_war=True, enemies_at_home=[{"by_land": False}])["allowed"]
    assert not war_on(at_war=True, enemies_at_home=[{"by_land": False}, {}])["allowed"]


@pytest.mark.rule("EIA-ALL-04")
def test_no_war_on_an_ally() -> None:
    assert not war_on(allied=True)["allowed"]
    assert war_on()["political_points"] == -3


@pytest.mark.rule("EIA-ALL-05", "EIA-ALL-06")
def test_war_on_an_ex_ally() -> None:
    points = [war_on(broke_alliance=True, turns_since=n)["political_points"] for n in range(4)]
    assert points == [-5, -4, -3, -3]
    assert war_on(broke_alliance=True, other_broke=True)["political_points"] == -3
    assert [war.waiting_points(n) for n in (0, 1, 2, 9)] == [-2, -1, 0, 0]


@pytest.mark.rule("EIA-ALL-08")
def test_war_on_an_ally_who_forces_his_way() -> None:
    found = war_on(allied=True, broke_alliance=True, forcible_access=True)
    assert (found["allowed"], found["political_points"]) == (True, -3)
    entered = [{"area": "Bavaria", "controller": "austria"}]
    forced = outcome("forcible-access", power="france", entered=entered, allies=["austria"])
    assert "EIA-ALL-08" in rules(forced)


@pytest.mark.rule("EIA-ALL-09")
def test_war_on_an_ally_who_breaks_a_term() -> None:
    found = war_on(allied=True, breach=True, broke_alliance=True)
    assert (found["allowed"], found["political_points"]) == (True, -3)


@pytest.mark.rule("EIA-TRM-07", "EIA-TRM-08")
def test_a_sphere_of_influence() -> None:
    assert war_on(on="minor", sphere=True)["victor_may_declare"]
    assert not war_on(on="minor", sphere=True, sphere_lasts=False)["victor_may_declare"]
    assert not war_on(on="minor")["victor_may_declare"]
    assert not war_on(on="major", sphere=True)["victor_may_declare"]


def alliance(**fields: Any) -> dict[str, Any]:
    return outcome("alliance", **fields)


@pytest.mark.rule("EIA-ALL-02", "EIA-ALL-03")
def test_alliances_with_an_end() -> None:
    given: dict[str, Any] = {"points_made": 2, "points_broken": -4}
    assert alliance(**given, end_date=True)["points_made"] == 0
    assert alliance(**given)["points_made"] == 2
    assert alliance(**given, end_date=True, ended="expired")["points_ended"] == 0
    assert alliance(**given, end_date=True, ended="broken")["points_ended"] == -4
    assert alliance()["needs"]


@pytest.mark.rule("EIA-ALL-07")
def test_called_against_an_ally() -> None:
    given = {"allies": ["russia", "austria"], "caller": "russia"}
    assert alliance(**given, against="austria")["break_one_of"] == ["russia", "austria"]
    assert alliance(**given, against="turkey")["break_one_of"] == []


# Leaders


def exile(**fields: Any) -> dict[str, Any]:
    given = {"strategic": 4, "tactical": 4, "maximum": 6, "rank": "A", "zone": "fiasco"}
    return outcome("exile-cost", **{**given, **fields})


@pytest.mark.rule("EIA-TRM-13")
def test_the_price_of_a_return() -> None:
    zones = [exile(zone=z)["cost"] for z in ("dominant", "neutral", "instability", "fiasco")]
    assert zones == [9, 8, 7, 6]
    assert [exile(rank=rank, zone="neutral")["cost"] for rank in "DCBA"] == [5, 6, 7, 8]
    assert exile(strategic=0, tactical=0, maximum=1, rank="D")["cost"] == 0


@pytest.mark.rule("EIA-TRM-12", "EIA-TRM-14")
def test_when_a_leader_may_return() -> None:
    assert not exile(months=11)["allowed"]
    assert exile(months=12)["allowed"]
    assert exile(months=0, rank="B")["allowed"]
    assert not exile(months=12, points_left=5)["allowed"]
    assert exile(months=12, points_left=6)["allowed"]


@pytest.mark.rule("EIA-ERR-33", "EIA-ERR-34")
def test_leader_improvement() -> None:
    promoted = [outcome("leader-improvement", rank=rank)["rank"] for rank in "DCBA"]
    assert promoted == ["C", "B", "A", "A"]
    assert outcome("leader-improvement", rank="C", promoted_before=True)["rank"] == "C"


# Manpower and dominance


def manpower(power: str, *lands: dict[str, Any], **fields: Any) -> int:
    found: int = outcome("ottoman", power=power, lands=list(lands), **fields)["manpower"]
    return found


def land(name: str, points: int = 3, ottoman: bool = True, **fields: Any) -> dict[str, Any]:
    return {"name": name, "manpower": points, "ottoman": ottoman, **fields}


@pytest.mark.rule("EIA-OE-01")
def test_ottoman_minors_yield_half() -> None:
    assert manpower("france", land("Tunisia"), land("Syria")) == 3
    assert manpower("france", land("Tunisia")) == 1
    assert manpower("turkey", land("Tunisia"), land("Syria")) == 6
    assert manpower("france", land("Bavaria", ottoman=False)) == 3


@pytest.mark.rule("EIA-OE-02", "EIA-OE-03", "EIA-OE-04")
def test_ottoman_exceptions() -> None:
    assert manpower("france", land("Egypt", 4)) == 4
    assert [manpower("spain", land(name, 4)) for name in ("Morocco", "Algeria", "Tunisia")] == [
        4,
        4,
        2,
    ]
    assert manpower("spain", land("Algiers", 4)) == 4  # as the rule itself calls it
    assert manpower("france", land("Morocco", 4)) == 2
    assert manpower("france", land("Syria", 4, status="free")) == 4


@pytest.mark.rule("EIA-POL-03")
def test_napoleons_return_doubles_manpower() -> None:
    paris = land("Paris", 5, ottoman=False, status="home")
    assert manpower("france", paris, napoleon_back=True) == 10
    assert manpower("austria", paris, napoleon_back=True) == 5
    assert exile(leader="Napoleon")["doubled_manpower"]


@pytest.mark.rule("EIA-DOM-01")
def test_spanish_gold() -> None:
    def gold(dominant: bool, first: int, second: int) -> int:
        dice = {"gold1": first, "gold2": second}
        found: int = outcome("dominance", dominant=dominant, gold_convoy=True, dice=dice)["gold"]
        return found

    assert [gold(True, 3, 4), gold(True, 6, 5), gold(False, 6, 5)] == [9, 12, 11]
    assert odds("dominance", dominant=True, gold_convoy=True)["gold"]["12"] == pytest.approx(1 / 6)


@pytest.mark.rule("EIA-DOM-02", "EIA-DOM-03")
def test_dominance_and_peace() -> None:
    assert outcome("dominance", dominant=False, gains=True, at_peace=False)["dominant"]
    assert not outcome("dominance", dominant=False, gains=False, at_peace=True)["dominant"]
    assert outcome("dominance", dominant=True, loses=True, at_peace=False)["dominant"]
    assert not outcome("dominance", dominant=True, loses=True, at_peace=True)["dominant"]


# Minors


@pytest.mark.rule("EIA-ERR-05", "EIA-ERR-06")
def test_finland() -> None:
    modifiers = [outcome("finland", power=power)["modifier"] for power in tables.POWERS]
    assert modifiers == [0, 2, 1, 0, 0, 0, 0]
    assert outcome("finland", year="1805")["status"] == "secondary district of Sweden"
    for year in ("1812", "1813"):
        assert outcome("finland", year=year)["status"] == "conquered minor of Russia"


@pytest.mark.rule("EIA-ERR-32")
def test_conquest_takes_a_month() -> None:
    assert outcome("conquest", months_held=[1, 4])["conquered"]
    assert not outcome("conquest", months_held=[0, 4])["conquered"]
    assert not outcome("conquest", months_held=[4, None])["conquered"]


@pytest.mark.rule("EIA-POL-01", "EIA-POL-02")
def test_minors_want_to_be_defended() -> None:
    assert outcome("minor-defence")["political_points"] == -1
    assert outcome("minor-defence", battles=1)["political_points"] == 0
    assert outcome("minor-defence", sieges=1)["political_points"] == 0
    assert outcome("minor-defence", had_troops=False)["political_points"] == 0
    assert outcome("minor-defence", conquered=False)["political_points"] == 0


@pytest.mark.rule("EIA-ERR-09")
def test_c7_is_about_colonial_trade() -> None:
    assert outcome("trade", condition="C.7", trade="colonial")["hit"]
    assert not outcome("trade", condition="C.7", trade="american")["hit"]


@pytest.mark.rule("EIA-FRE-01")
def test_garrisons_of_minors() -> None:
    for outside in (True, False):
        found = outcome("garrison", outside_home=outside)
        assert (found["allowed"], rules(found)) == (True, {"EIA-FRE-01"})


@pytest.mark.rule("EIA-SET-01", "EIA-SET-02", "EIA-NAV-01")
def test_options_in_force() -> None:
    options = outcome("in-force")["options"]
    assert options == {
        "optional rules": True,
        "militia conversion": False,
        "advanced naval rules": True,
        "advanced naval crossing arrows": False,
        "crossing arrows of the map": True,
    }


@pytest.mark.rule("EIA-SET-03")
def test_house_rules_come_first() -> None:
    assert outcome("in-force", base="a", house="b")["rule"] == "b"
    assert outcome("in-force", base="a", house="b", how="addition")["rule"] == "a b"
    assert outcome("in-force", base="a")["rule"] == "a"


# Winning


def power(name: str, points: int, goal: int = 100, **fields: Any) -> dict[str, Any]:
    return {"power": name, "points": points, "goal": goal, **fields}


def won(*powers: dict[str, Any], **fields: Any) -> list[str]:
    winners: list[str] = outcome("victory", powers=list(powers), **fields)["winners"]
    return winners


@pytest.mark.rule("EIA-WIN-01", "EIA-WIN-02")
def test_reaching_the_goal() -> None:
    assert won(power("france", 100), power("russia", 99)) == ["france"]
    assert won(power("france", 100), power("russia", 120)) == ["france", "russia"]
    assert won(power("france", 99)) == []


@pytest.mark.rule("EIA-WIN-03", "EIA-WIN-04")
def test_the_last_economic_phase_looks_at_points_first() -> None:
    rich: dict[str, Any] = {"lands": [land("Ukraine", 50, False, status="home")]}
    assert won(power("france", 100), power("russia", 60, **rich), last=True) == ["france"]
    assert won(power("russia", 60, **rich), last=False) == []
    assert won(power("russia", 60, **rich), last=True) == ["russia"]


@pytest.mark.rule("EIA-WIN-05", "EIA-WIN-06", "EIA-WIN-07", "EIA-OE-05")
def test_the_final_count_of_manpower() -> None:
    lands = [
        land("Ukraine", 6, False, status="home"),
        land("Finland", 2, False),
        land("Warsaw", 9, False, status="free"),
        land("Silesia", 9, False, status="ceded"),
        land("Syria", 4),
    ]
    found = outcome("victory", last=True, powers=[power("russia", 90, lands=lands)])
    assert (found["manpower"], found["winners"]) == ({"russia": 10}, ["russia"])
    assert won(power("russia", 89, lands=lands), last=True) == ["britain"]


@pytest.mark.rule("EIA-WIN-08", "EIA-UMP-05")
def test_britain_wins_if_nobody_does() -> None:
    assert won(power("russia", 1), power("britain", 2), last=True) == ["britain"]
    assert won(power("russia", 1), last=True, britain_default=False) == []


def test_goals_that_are_disputed_are_asked_for() -> None:
    given = {"scenario": "Revolution Campaign", "powers": [{"power": "austria", "points": 1}]}
    assert "powers[0].goal: is missing" in refused("victory", **given)
    known = {"scenario": "Rise of Napoleon", "powers": [{"power": "austria", "points": 570}]}
    assert outcome("victory", **known)["winners"] == ["austria"]


# Bids and votes


def bid(player: str, offer: int, **fields: Any) -> dict[str, Any]:
    return {"player": player, "bid": offer, **fields}


@pytest.mark.rule("EIA-BID-01", "EIA-BID-02")
def test_bids_go_from_the_highest_down() -> None:
    three = [bid("a", 3), bid("b", 7), bid("c", 3)]
    dice = {"a.tie": 4, "c.tie": 4, "a.tie.2": 1, "c.tie.2": 2}
    assert outcome("bids", bids=three, dice=dice)["order"] == ["b", "c", "a"]


@pytest.mark.rule("EIA-UMP-01", "EIA-UMP-02")
def test_a_power_is_auctioned() -> None:
    two = [bid("russia", 4, points=9), bid("austria", 5, points=5)]
    found = outcome("bids", auction="prussia", bids=two)
    assert (found["controller"], found["paid"]) == ("austria", 5)
    assert "EIA-UMP-01" in rules(found)
    nobody = outcome("bids", auction="prussia", bids=[])
    assert (nobody["controller"], nobody["paid"]) == (None, 0)
    assert "from 0 to the bidder's 4" in refused(
        "bids", auction="prussia", bids=[bid("austria", 5, points=4)]
    )


@pytest.mark.rule("EIA-UMP-03", "EIA-UMP-04")
def test_who_is_out_neither_bids_nor_wins() -> None:
    out = [bid("spain", 4, points=9, out=True)]
    assert "out of the game may not bid" in refused("bids", auction="prussia", bids=out)
    assert won(power("prussia", 120, out=True), power("france", 10)) == []
    assert "EIA-UMP-03" in rules(outcome("bids", auction="prussia", bids=[bid("a", 1)]))


@pytest.mark.rule("EIA-UMP-05")
def test_britain_pays_with_its_right() -> None:
    found = outcome("bids", auction="prussia", bids=[bid("britain", 1, points=5)])
    assert found["britain_loses_default"]
    assert "EIA-UMP-05" in rules(found)
    other = outcome("bids", auction="prussia", bids=[bid("spain", 1)])
    assert not other["britain_loses_default"]
    assert "EIA-UMP-05" not in rules(other)


@pytest.mark.rule("EIA-GEN-01", "EIA-GEN-02")
def test_votes_settle_what_is_unclear() -> None:
    found = outcome("vote", votes={"a": "yes", "b": "no", "c": "yes"})
    assert found["result"] == "yes"
    tied = {"a": "yes", "b": "no"}
    assert outcome("vote", votes=tied, dice={"vote": 3})["result"] == "no"
    assert outcome("vote", votes=tied, dice={"vote": 4})["result"] == "yes"
    assert {each["rule"] for each in found["reminders"]} == {"EIA-GEN-01", "EIA-GEN-02"}
    assert TABLE_TALK["diplomacy"] == "EIA-GEN-02"


@pytest.mark.rule("EIA-SET-03")
@pytest.mark.parametrize("how", ["change", "amendment", "addition", "clarification"])
def test_a_change_replaces_and_whatever_else_it_calls_itself_adds(how: str) -> None:
    """*"Change to rule" replaces, "Amendment", "Addition" and "Clarification" add*; where one of
    both is silent the other holds."""
    found = outcome("in-force", base="a", house="b", how=how)["rule"]
    assert found == ("b" if how == "change" else "a b")
    assert outcome("in-force", base="a", house=None, how=how)["rule"] == "a"
    assert outcome("in-force", base=None, house="b", how=how)["rule"] == "b"
    assert outcome("in-force", base=None, house=None, how=how)["rule"] is None


@pytest.mark.rule("EIA-WIN-01", "EIA-WIN-02")
def test_a_winner_has_reached_his_goal_and_two_draw() -> None:
    """One at his goal wins by it; of several the draw is told, and a point short is nothing."""
    assert rules(outcome("victory", powers=[power("france", 100)])) >= {"EIA-WIN-01"}
    two = rules(outcome("victory", powers=[power("france", 100), power("russia", 100)]))
    assert "EIA-WIN-02" in two
    short = rules(outcome("victory", powers=[power("france", 99)]))
    assert not {"EIA-WIN-01", "EIA-WIN-02"} & short


# Why, rule by rule


def named(reasons: tuple[Reason, ...]) -> list[str]:
    return [each.rule for each in reasons]


@pytest.mark.rule("EIA-PEACE-01", "EIA-PEACE-02", "EIA-PEACE-03", "EIA-PEACE-04")
def test_the_end_of_a_peace_is_told_by_where_it_was_made() -> None:
    start = months.month(1805, "December")
    assert named(peaces.enforced_peace_end(start, 18, months.POLITICAL).reasons) == [
        "EIA-PEACE-01", "EIA-PEACE-02"
    ]  # fmt: skip
    assert named(peaces.enforced_peace_end(start, 18, months.ECONOMIC).reasons) == [
        "EIA-PEACE-03", "EIA-PEACE-04"
    ]  # fmt: skip


@pytest.mark.rule("EIA-TRM-07", "EIA-TRM-08")
@pytest.mark.parametrize(
    ("lasts", "unconditional", "allowed", "rules"),
    [
        (True, True, True, ["EIA-TRM-07"]), (True, False, False, ["EIA-TRM-07"]),
        (False, True, False, ["EIA-TRM-08"]), (False, False, False, ["EIA-TRM-07", "EIA-TRM-08"]),
    ],
)  # fmt: skip
def test_a_breached_sphere_opens_war_while_the_peace_lasts(
    lasts: bool, unconditional: bool, allowed: bool, rules: list[str]
) -> None:
    found = peaces.sphere_breached(lasts, unconditional)
    assert (found.allowed, named(found.reasons)) == (allowed, rules)


@pytest.mark.rule("EIA-POL-01", "EIA-POL-02")
@pytest.mark.parametrize(
    ("battles", "sieges", "lost"), [(0, 0, 1), (1, 0, 0), (0, 1, 0), (1, 1, 0)]
)
def test_one_battle_or_siege_of_the_minor_is_enough(battles: int, sieges: int, lost: int) -> None:
    """'Using forces of the minor to fight at least one field battle or one siege combat is
    considered to be enough for player to avoid the said penalty.'"""
    assert abs(peaces.defence_points(True, battles, sieges, True)) == lost


@pytest.mark.rule("EIA-OE-01", "EIA-OE-02", "EIA-OE-03", "EIA-OE-04", "EIA-BRN-02")
@pytest.mark.parametrize(
    ("land", "controller", "rules"),
    [
        (Territory("Egypt", 4, ottoman=True), "france", ["EIA-OE-02"]),
        (Territory("Morocco", 4, ottoman=True), "spain", ["EIA-OE-03"]),
        (Territory("Syria", 4, ottoman=True), "france", ["EIA-OE-01"]),
        (Territory("Syria", 4, ottoman=True, burned=1), "france", ["EIA-OE-01", "EIA-BRN-02"]),
        (Territory("Syria", 4, ottoman=True, status="free"), "france", ["EIA-OE-04"]),
        (Territory("Bavaria", 4), "france", []),
    ],
)
def test_manpower_is_told_by_its_rules(land: Territory, controller: str, rules: list[str]) -> None:
    assert named(minors_and_dominance.manpower(controller, [land])[1]) == rules


@pytest.mark.rule("EIA-ALL-05")
def test_who_waited_long_enough_pays_no_more() -> None:
    """'For every turn player waits, this penalty lowers by one.'"""
    assert [war.waiting_points(turns) for turns in range(5)] == [-2, -1, 0, 0, 0]


@pytest.mark.rule("EIA-ALL-06", "EIA-ALL-08", "EIA-ALL-09")
@pytest.mark.parametrize(
    ("given", "rules"),
    [
        ({"broke_alliance": True}, []),
        ({"other_broke": True}, []),
        ({"broke_alliance": True, "other_broke": True}, ["EIA-ALL-06"]),
        ({"allied": True, "forcible_access": True}, ["EIA-ALL-08"]),
        ({"allied": True, "breach": True}, ["EIA-ALL-09"]),
    ],
)
def test_why_a_declaration_costs_no_more(given: dict[str, Any], rules: list[str]) -> None:
    assert named(war.declaration(**given).reasons) == rules


@pytest.mark.rule("EIA-ALL-02", "EIA-ALL-03")
@pytest.mark.parametrize(
    ("until", "ended", "made", "cost", "rules"),
    [
        (True, "lasts", 0, 0, ["EIA-ALL-02"]),
        (True, "expired", 0, 0, ["EIA-ALL-02", "EIA-ALL-03"]),
        (True, "broken", 0, -4, ["EIA-ALL-02", "EIA-ALL-03"]),
        (False, "lasts", 2, 0, []),
        (False, "broken", 2, -4, []),
    ],
)
def test_an_alliance_costs_by_how_it_ends(
    until: bool, ended: str, made: int, cost: int, rules: list[str]
) -> None:
    """'Alliance may have an expiration date. Such alliance is not worth any PP to create. There is
    no PP cost if the alliance expires.'"""
    found = war.alliance(until, ended, 2, -4)
    assert (found.made, found.ended, named(found.reasons)) == (made, cost, rules)


@pytest.mark.rule("EIA-UMP-02", "EIA-UMP-04")
def test_a_bid_is_whole_and_no_more_than_the_bidder_has() -> None:
    """'auctioned with secret victory point bids': -1, 0, all, and one more."""
    assert [named(victory.may_bid(bid, 5, False)) for bid in (-1, 0, 5, 6)] == [
        ["EIA-UMP-02"], [], [], ["EIA-UMP-02"]
    ]  # fmt: skip
    assert named(victory.may_bid(0, 5, True)) == ["EIA-UMP-04"]


@pytest.mark.rule("EIA-WIN-05", "EIA-WIN-07")
def test_who_collects_no_manpower_has_his_points_alone() -> None:
    powers = {"france": victory.Standing(99, 100), "russia": victory.Standing(90, 100)}
    assert victory.final_victory(powers, {"russia": 10}, True).winners == ("russia",)
    assert victory.final_victory(powers, {"france": 1}, True).winners == ("france",)
    assert victory.final_victory(powers, {"russia": 9}, True).winners == ("britain",)


@pytest.mark.rule("EIA-TRM-12")
@pytest.mark.parametrize(
    ("rank", "months_away", "back"), [("A", 11, False), ("A", 12, True), ("B", 0, True)]
)
def test_only_leaders_of_rank_a_stay_in_exile_for_a_year(
    rank: str, months_away: int, back: bool
) -> None:
    assert leaders.may_return(rank, months_away, 0, 10).allowed == back
    assert leaders.least_exile("B") == 0
