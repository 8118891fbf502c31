from typing import Any

import pytest

from engine.eia import cities, depots, tables
from tests.engine.eia.adjudicating import odds, outcome, refused, rules

AT_WILL: dict[str, Any] = {"nation": "turkey"}


def pillage(**fields: Any) -> dict[str, Any]:
    return outcome("pillage", **{**AT_WILL, **fields})


@pytest.mark.rule("EIA-PIL-01", "EIA-PIL-02", "EIA-PIL-03")
def test_when_the_rules_hold() -> None:
    assert outcome("pillage-rules", russia_track=True)["pillaging"]
    assert outcome("pillage-rules", agreed=True)["pillaging"]
    assert outcome("pillage-rules", demanded=True)["involuntary"]
    assert not outcome("pillage-rules")["pillaging"]
    part = outcome("pillage-rules", agreed=True, no_involuntary=True)
    assert (part["pillaging"], part["involuntary"]) == (True, False)


@pytest.mark.rule("EIA-PIL-04")
def test_only_besieged_cities() -> None:
    assert not pillage(taken="gates opened")["allowed"]
    assert pillage(taken="siege")["allowed"]


@pytest.mark.rule("EIA-PIL-05")
def test_states_of_a_city() -> None:
    assert not pillage(state="pillaged")["allowed"]
    assert pillage(state="pillaged", act="burn")["state"] == "burned"
    assert not pillage(state="burned", act="burn")["allowed"]


@pytest.mark.rule("EIA-PIL-06")
def test_one_corps_a_turn() -> None:
    assert not pillage(corps="II", done_by="I", act="burn", state="pillaged")["allowed"]
    assert not pillage(corps="I", done_by="I", act="burn", state="pillaged")["allowed"]


@pytest.mark.rule("EIA-PIL-07")
def test_money_of_a_city() -> None:
    for towers, capital, money in (
        (1, False, 1), (2, False, 1), (3, False, 2), (5, False, 3), (5, True, 15), (6, True, 15),
    ):  # fmt: skip
        assert pillage(towers=towers, capital=capital)["money"] == money


@pytest.mark.rule("EIA-PIL-08")
def test_political_points_of_pillaging() -> None:
    assert pillage()["political_points"] == -0.5
    assert pillage(capital=True)["political_points"] == -2.5


@pytest.mark.rule("EIA-PIL-09")
def test_storm_and_starvation_cost_nothing_but_for_a_capital() -> None:
    for taken in ("storm", "starvation"):
        assert pillage(taken=taken)["political_points"] == 0
        assert pillage(taken=taken, capital=True)["political_points"] == -2.5
        assert "EIA-PIL-09" in rules(pillage(taken=taken, capital=True))
    assert "EIA-PIL-09" not in rules(pillage(capital=True)), "taken by siege"


@pytest.mark.rule("EIA-PIL-10", "EIA-PIL-11")
def test_income_falls_once() -> None:
    found = pillage(towers=5, province_income=2, national_income=40)
    assert (found["province_income"], found["national_income"]) == (0, 40)
    found = pillage(towers=5, capital=True, province_income=6, national_income=40)
    assert (found["province_income"], found["national_income"]) == (0, 31)
    assert pillage(towers=1, province_income=6)["province_income"] == 5


@pytest.mark.rule("EIA-PIL-12", "EIA-PIL-13")
def test_forage_and_trade() -> None:
    found = pillage(forage=4)
    assert (found["forage"], found["trades"], found["supplies"]) == (0, True, True)
    assert "EIA-PIL-13" in rules(found)
    assert [each.rule for each in cities.city_standing(cities.PILLAGED).reasons] == ["EIA-PIL-13"]
    assert cities.city_standing(cities.PILLAGED)[:2] == (True, True)
    assert cities.city_standing(cities.WHOLE) == (True, True, ())
    assert cities.forage(4, "whole") == 4


@pytest.mark.rule("EIA-BRN-01", "EIA-BRN-03")
def test_burning_pillages_too_and_costs_a_point() -> None:
    whole = pillage(act="burn", towers=3)
    assert (whole["money"], whole["political_points"]) == (2, -1.5)
    twice = pillage(act="burn", towers=3, state="pillaged")
    assert (twice["money"], twice["political_points"]) == (0, -1)


@pytest.mark.rule("EIA-BRN-02")
def test_burned_cities_cost_manpower() -> None:
    assert pillage(act="burn", province_manpower=3, burned_cities=1)["province_manpower"] == 1
    assert pillage(act="burn", province_manpower=1, burned_cities=3)["province_manpower"] == 0
    assert pillage(province_manpower=3)["province_manpower"] == 3


@pytest.mark.rule("EIA-BRN-04", "EIA-BRN-05")
def test_burned_cities_neither_supply_nor_trade() -> None:
    found = pillage(act="burn")
    assert (found["supplies"], found["trades"]) == (False, False)
    assert not outcome("supply-source", state="burned")["source"]
    assert outcome("supply-source", state="pillaged")["source"]


@pytest.mark.rule("EIA-REC-01", "EIA-REC-02", "EIA-REC-03")
def test_recovery() -> None:
    assert outcome("recovery", state="pillaged")["state"] == "whole"
    assert outcome("recovery", state="pillaged", owner_controls=False)["state"] == "pillaged"
    whole = outcome("recovery", state="whole", towers=3, pays=True, money=3)
    assert (whole["state"], whole["paid"]) == ("whole", 0), "nothing to rebuild"
    paid = outcome("recovery", state="burned", towers=3, pays=True, money=3)
    assert (paid["state"], paid["paid"]) == ("pillaged", 3)
    for short in ({"pays": False}, {"money": 2}, {"owner_controls": False}):
        given = {"pays": True, "money": 3, **short}
        assert outcome("recovery", state="burned", towers=3, **given)["state"] == "burned"


# Who may


def may(act: str = "pillage", **fields: Any) -> bool:
    allowed: bool = outcome("pillage", act=act, **fields)["allowed"]
    return allowed


@pytest.mark.rule("EIA-LIM-01", "EIA-LIM-02")
def test_revolutionary_france_and_massena() -> None:
    assert not may(nation="france")
    assert may(nation="france", leader="Massena")
    assert not may("burn", nation="france", leader="Massena")
    assert not outcome("involuntary", nation="france", taken="storm")["rolled"]


@pytest.mark.rule("EIA-LIM-03", "EIA-LIM-10")
def test_royalist_france_and_turkey() -> None:
    for nation in ("france (royalist)", "turkey"):
        assert may(nation=nation)
        assert may("burn", nation=nation)
        assert outcome("involuntary", nation=nation, taken="storm", dice={"pillage": 1})["rolled"]


@pytest.mark.rule("EIA-LIM-04")
def test_who_pillages_only_involuntarily() -> None:
    for nation in ("austria", "prussia", "britain", "sweden"):
        assert not may(nation=nation)
        assert not may("burn", nation=nation)
        assert outcome("involuntary", nation=nation, taken="storm", dice={"pillage": 1})["rolled"]


@pytest.mark.rule("EIA-LIM-05")
def test_emigrees_always_pillage_french_cities() -> None:
    found = outcome("pillage", nation="austria", emigres=True, city="french")
    assert (found["allowed"], found["compelled"]) == (True, True)
    assert not may(nation="austria", emigres=True)


@pytest.mark.rule("EIA-LIM-06", "EIA-LIM-07", "EIA-LIM-08")
def test_russian_exceptions() -> None:
    assert may("burn", nation="russia", leader="Suvorov")
    assert may(nation="russia", leader="Suvorov")
    assert may(nation="russia", leader="Platov")
    assert not may("burn", nation="russia", leader="Platov")
    assert may(nation="russia", cossacks=3)
    assert not may("burn", nation="russia", cossacks=3)
    assert not may(nation="russia", cossacks=2)


@pytest.mark.rule("EIA-LIM-09")
def test_spanish_exceptions() -> None:
    for city in ("turkish", "african"):
        assert may(nation="spain", city=city)
        assert may("burn", nation="spain", city=city)
    assert not may(nation="spain", city="french")
    assert not may(nation="spain")


@pytest.mark.rule("EIA-LIM-11")
def test_other_nations_follow_their_controller() -> None:
    assert may(nation="egypt", controller="turkey")
    assert not may(nation="egypt", controller="britain")
    assert "controller: is missing" in refused("pillage", nation="egypt")


@pytest.mark.rule("EIA-INV-02")
def test_the_second_roll_reads_its_own_line_of_the_sheet(monkeypatch: pytest.MonkeyPatch) -> None:
    """'If the city is pillaged, roll a d6': a figure of its own, were it another."""
    sheet = ({"die": "d6 = 6"}, {"die": "after a pillage, d6 = 5"})
    monkeypatch.setattr(tables, "rows", lambda name: sheet)
    found = [cities.involuntary(dice) for dice in ((5, 5), (6,), (6, 6), (6, 5))]
    assert found == [cities.WHOLE, cities.PILLAGED, cities.PILLAGED, cities.BURNED]


@pytest.mark.rule("EIA-INV-01", "EIA-INV-02")
def test_involuntary_pillaging_and_burning() -> None:
    given: dict[str, Any] = {"nation": "russia", "taken": "starvation"}
    assert outcome("involuntary", **given, dice={"pillage": 5})["state"] == "whole"
    assert outcome("involuntary", **given, dice={"pillage": 6, "burn": 5})["state"] == "pillaged"
    burned = outcome("involuntary", **given, dice={"pillage": 6, "burn": 6})
    assert (burned["state"], burned["political_points"]) == ("burned", -1)
    assert not outcome("involuntary", nation="russia", taken="siege")["rolled"]
    assert not outcome("involuntary", nation="turkey", taken="storm", chose_to=True)["rolled"]
    assert not outcome("involuntary", **given, in_force=False)["rolled"]
    burned = outcome("involuntary", **given, state="burned")
    assert (burned["rolled"], burned["state"], rules(burned)) == (False, "burned", {"EIA-PIL-05"})
    chances = odds("involuntary", **given)["state"]
    assert chances == {
        "whole": pytest.approx(5 / 6), "pillaged": pytest.approx(5 / 36),
        "burned": pytest.approx(1 / 36),
    }  # fmt: skip


@pytest.mark.rule("EIA-LIM-05")
def test_emigrees_pillage_without_a_roll() -> None:
    given = {"nation": "austria", "taken": "storm", "emigres": True}
    assert not outcome("involuntary", **given, city="french")["rolled"]
    assert outcome("involuntary", **given, dice={"pillage": 1})["rolled"]


@pytest.mark.rule("EIA-LIM-02", "EIA-LIM-06", "EIA-LIM-07")
def test_leaders_may_pillage_however_they_are_written() -> None:
    for nation, leader in (("France", "Masséna"), ("russia", "suvorov"), ("russia", "PLATOV")):
        assert outcome("pillage", nation=nation, leader=leader)["allowed"]
    assert not outcome("pillage", nation="France", leader="Ney")["allowed"]


# Supply


@pytest.mark.rule("EIA-ERR-10", "EIA-ERR-11")
def test_sources_of_supply_in_ceded_provinces() -> None:
    assert outcome("supply-source")["source"]
    assert not outcome("supply-source", ceded=True)["source"]
    for joined in ("multi-district minor", "political combination"):
        assert outcome("supply-source", ceded=True, joined=joined)["source"]


@pytest.mark.rule("EIA-ERR-15")
def test_the_fifth_corps_of_a_depot_pays_double() -> None:
    found = outcome("depot-supply", distances=[0, 0, 0, 0, 0, 1])
    assert found["each"] == [0.5, 0.5, 0.5, 0.5, 1.0, 2.0]
    assert found["total"] == 5.0
    assert outcome("depot-supply", distances=[1, 1, 0, 0])["each"] == [1.0, 1.0, 0.5, 0.5]


@pytest.mark.rule("EIA-ERR-16")
def test_and_double_again_in_winter() -> None:
    found = outcome("depot-supply", distances=[0, 0, 0, 0, 0, 1], winter=True)
    assert found["each"] == [1.0, 1.0, 1.0, 1.0, 2.0, 4.0]


@pytest.mark.rule("EIA-ERR-15", "EIA-ERR-16")
def test_the_price_of_two_areas_is_asked_for() -> None:
    assert "further_price: is missing" in refused("depot-supply", distances=[2])
    far = outcome("depot-supply", distances=[0, 0, 0, 0, 2], further_price=2, winter=True)
    assert far["each"][-1] == 8
    near = outcome("depot-supply", distances=[2, 0, 0, 0, 2], further_price=2)
    assert near["each"] == [2, 0.5, 0.5, 0.5, 4]


# Access


def entered(*areas: tuple[str, str], **fields: Any) -> list[dict[str, Any]]:
    return [{"area": area, "controller": controller, **fields} for area, controller in areas]


@pytest.mark.rule("EIA-ERR-28")
def test_forcible_access_through_bavaria_and_saxony() -> None:
    one = entered(("Bavaria", "prussia"), ("Saxony", "prussia"))
    two = entered(("Bavaria", "austria"), ("Saxony", "prussia"))
    assert outcome("forcible-access", power="france", entered=one)["political_points"] == -1
    assert outcome("forcible-access", power="france", entered=two)["political_points"] == -2
    again = outcome("forcible-access", power="france", entered=two, paid=["austria"])
    assert again["political_points"] == -1
    spelled = entered(("Bavaria", "prussia"), ("Saxony", "Prussia"), ("Alsace", "France"))
    assert outcome("forcible-access", power="france", entered=spelled)["political_points"] == -1


@pytest.mark.rule("EIA-ERR-26", "EIA-ERR-27")
def test_forcible_access_within_its_limits() -> None:
    free = entered(("Bavaria", "austria"), access=True)
    assert outcome("forcible-access", power="france", entered=free)["political_points"] == 0
    forced = outcome("forcible-access", power="france", entered=entered(("Bavaria", "austria")))
    assert forced["allowed"]
    assert "EIA-ERR-26" in rules(forced)
    barred = entered(("Bavaria", "austria"), within_limits=False)
    assert not outcome("forcible-access", power="france", entered=barred)["allowed"]


@pytest.mark.rule("EIA-ERR-29", "EIA-ERR-31")
def test_forcible_access_lets_the_controllers_declare_war() -> None:
    two = entered(("Bavaria", "austria"), ("Saxony", "prussia"))
    found = outcome("forcible-access", power="france", entered=two)
    assert found["may_declare_war"] == ["austria", "prussia"]
    assert found["calls_open"]
    free = outcome(
        "forcible-access", power="france", entered=entered(("Bavaria", "a"), access=True)
    )
    assert (free["may_declare_war"], free["calls_open"]) == ([], False)


@pytest.mark.rule("EIA-SUP-01")
def test_tracing_supply_is_forcible_access_and_not_paid_twice() -> None:
    traced = entered(("Tyrol", "austria"), use="supply")
    found = outcome("forcible-access", power="france", entered=traced)
    assert (found["political_points"], "EIA-SUP-01" in rules(found)) == (-1, True)
    both = [*traced, *entered(("Bavaria", "austria"))]
    assert outcome("forcible-access", power="france", entered=both)["political_points"] == -1
    granted = entered(("Tyrol", "austria"), use="supply", access=True)
    assert outcome("forcible-access", power="france", entered=granted)["political_points"] == 0


@pytest.mark.rule("EIA-ERR-23", "EIA-ERR-24", "EIA-ERR-25")
def test_neutral_forces_where_territory_changed_hands() -> None:
    assert outcome("access-changed", offered=True)["fate"] == "access"
    assert outcome("access-changed", condition_c5=True)["fate"] == "unconditional access"
    assert outcome("access-changed")["fate"] == "repatriation"
    assert outcome("access-changed", had_access=False, offered=True)["fate"] == "repatriation"


@pytest.mark.rule("EIA-TRM-09", "EIA-TRM-11")
def test_denied_cooperation_bars_access() -> None:
    assert not outcome("access-grant", denied=True)["allowed"]
    assert outcome("access-grant", denied=True, leave=True)["allowed"]
    assert outcome("access-grant", denied=False)["allowed"]
    assert outcome("access-grant", denied=True, peace_lasts=False)["allowed"]


@pytest.mark.rule("EIA-TRM-10")
def test_denied_cooperation_ends_agreements() -> None:
    given = {"agreements": ["russia", "sweden"], "at_war_with_victor": ["russia"]}
    assert outcome("access-grant", denied=True, **given)["cancelled"] == ["russia"]
    assert outcome("access-grant", denied=False, **given)["cancelled"] == []


# Ceding


@pytest.mark.rule("EIA-ERR-21", "EIA-ERR-22")
def test_what_may_be_ceded() -> None:
    for status in ("minor", "ceded province"):
        gift = {"status": status, "receiver_ally": True, "giver_at_peace": True}
        assert outcome("cession", **gift)["allowed"]
        assert not outcome("cession", **{**gift, "receiver_ally": False})["allowed"]
        assert not outcome("cession", **{**gift, "giver_at_peace": False})["allowed"]
        assert outcome("cession", status=status, cause="peace")["allowed"]
    assert not outcome("cession", status="free state", cause="peace")["allowed"]


@pytest.mark.rule("EIA-ERR-03")
def test_hungary_is_ceded_last() -> None:
    given: dict[str, Any] = {"status": "home province", "cause": "peace"}
    left = ["Hungary", "Bohemia"]
    assert not outcome("cession", **given, chosen=["Hungary"], unceded=left)["allowed"]
    assert not outcome("cession", **given, chosen=["Hungary", "Bohemia"], unceded=left)["allowed"]
    assert outcome("cession", **given, chosen=["Bohemia", "Hungary"], unceded=left)["allowed"]
    assert not outcome("cession", **given, chosen=["hungary"], unceded=left)["allowed"]
    assert outcome("cession", **given, chosen=["Hungary"], unceded=["Hungary"])["allowed"]


@pytest.mark.rule("EIA-ERR-01", "EIA-ERR-02")
def test_ofen() -> None:
    assert outcome("capital", city="Ofen", purpose="victory conditions")["capital"] == "national"
    for purpose in ("taxation", "other"):
        assert outcome("capital", city="Ofen", purpose=purpose)["capital"] == "provincial"
    assert outcome("capital", city="ofen")["capital"] == "provincial"
    assert outcome("capital", city="Vienna")["capital"] is None


# Why, rule by rule


@pytest.mark.rule(
    "EIA-PIL-07", "EIA-PIL-08", "EIA-PIL-09", "EIA-BRN-01", "EIA-BRN-03", "EIA-LIM-10"
)
@pytest.mark.parametrize(
    ("taken", "capital", "act", "state", "named"),
    [
        ("siege", False, "pillage", "whole", {"PIL-07", "PIL-08"}),
        ("storm", False, "pillage", "whole", {"PIL-07", "PIL-09"}),
        ("starvation", True, "pillage", "whole", {"PIL-07", "PIL-08", "PIL-09"}),
        ("siege", True, "pillage", "whole", {"PIL-07", "PIL-08"}),
        ("storm", False, "burn", "whole", {"PIL-07", "PIL-09", "BRN-01", "BRN-03"}),
        ("storm", False, "burn", "pillaged", {"BRN-03"}),
    ],
)
def test_each_effect_of_a_sack_is_told_with_its_rule(
    taken: str, capital: bool, act: str, state: str, named: set[str]
) -> None:
    """'If the city was taken by storm […] or starved to death, there is no PP penalty for
    pillaging, unless it is a major power capital.' 'If the city was not already pillaged, all
    effects of pillaging apply.'"""
    found = cities.effects(act, state, 3, capital, taken)
    assert {each.rule for each in found.reasons} == {f"EIA-{rule}" for rule in named}


@pytest.mark.rule("EIA-PIL-07", "EIA-PIL-08", "EIA-PIL-09")
def test_the_points_of_a_capital_that_was_stormed_are_told_apart() -> None:
    found = cities.effects("pillage", "whole", 3, True, "siege")
    assert [each.rule for each in found.reasons] == ["EIA-PIL-07", "EIA-PIL-08", "EIA-PIL-08"]
    found = cities.effects("pillage", "whole", 3, True, "storm")
    assert [each.rule for each in found.reasons] == [
        "EIA-PIL-07", "EIA-PIL-08", "EIA-PIL-08", "EIA-PIL-09"
    ]  # fmt: skip


@pytest.mark.rule(
    "EIA-LIM-01", "EIA-LIM-02", "EIA-LIM-04", "EIA-LIM-05", "EIA-LIM-06", "EIA-LIM-08",
    "EIA-LIM-09", "EIA-LIM-10", "EIA-LIM-11",
)  # fmt: skip
@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"nation": "france"}, ["LIM-01"]),
        ({"nation": "france", "leader": "Massena"}, ["LIM-01", "LIM-02"]),
        ({"nation": "austria"}, ["LIM-04"]),
        ({"nation": "austria", "emigres": True, "city": "french"}, ["LIM-04", "LIM-05"]),
        ({"nation": "russia", "cossacks": 3}, ["LIM-06", "LIM-08"]),
        ({"nation": "russia", "cossacks": 2}, ["LIM-06"]),
        ({"nation": "spain", "city": "african"}, ["LIM-09", "LIM-09"]),
        ({"nation": "egypt", "controller": "turkey"}, ["LIM-11", "LIM-10"]),
    ],
)
def test_who_may_is_told_with_his_exception(given: dict[str, Any], named: list[str]) -> None:
    found = cities.rights(**given)
    assert [each.rule for each in found.reasons] == [f"EIA-{rule}" for rule in named]


@pytest.mark.rule("EIA-PIL-10", "EIA-PIL-11")
@pytest.mark.parametrize(
    ("amount", "province", "national", "capital", "left"),
    [
        (3, 5, 40, True, (2, 40)), (5, 5, 40, True, (0, 40)), (6, 5, 40, True, (0, 39)),
        (6, 5, 40, False, (0, 40)), (15, 5, 10, True, (0, 0)), (16, 5, 10, True, (0, 0)),
        (14, 5, 10, True, (0, 1)),
    ],
)  # fmt: skip
def test_income_is_taken_from_the_province_then_for_a_capital_from_the_nation(
    amount: int, province: int, national: int, capital: bool, left: tuple[int, int]
) -> None:
    """'minimum income of 0 […] the excess $ lost is reduced from national income'"""
    assert cities.income(province, national, amount, capital)[:2] == left


@pytest.mark.rule("EIA-REC-01", "EIA-REC-02", "EIA-REC-03")
@pytest.mark.parametrize(
    ("state", "controls", "pays", "money", "becomes"),
    [
        ("whole", True, True, 9, ("whole", 0, "")),
        ("pillaged", True, False, 0, ("whole", 0, "EIA-REC-01")),
        ("pillaged", False, True, 9, ("pillaged", 0, "EIA-REC-01")),
        ("burned", True, True, 3, ("pillaged", 3, "EIA-REC-03")),
        ("burned", True, True, 2, ("burned", 0, "EIA-REC-02")),
        ("burned", False, True, 9, ("burned", 0, "EIA-REC-02")),
    ],
)
def test_what_recovering_costs(
    state: str, controls: bool, pays: bool, money: int, becomes: tuple[str, int, str]
) -> None:
    """'pays 1$ for each tower in the city': three towers; nothing is paid for what stays."""
    found = cities.recovery(state, 3, controls, pays, money)
    assert (found.state, found.paid, found.reason.rule if found.reason else "") == becomes


@pytest.mark.rule("EIA-BRN-04", "EIA-ERR-10", "EIA-ERR-11")
def test_why_a_city_is_no_source_is_told_in_one_rule() -> None:
    def named(ceded: bool, joined: str, state: str) -> list[str]:
        return [each.rule for each in depots.source(ceded, joined, state)[1]]

    assert named(True, "multi-district minor", "burned") == ["EIA-BRN-04"]
    assert named(True, "multi-district minor", "whole") == ["EIA-ERR-11"]
    assert named(True, "", "whole") == ["EIA-ERR-10"]
    assert named(False, "", "whole") == []
