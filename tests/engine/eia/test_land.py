from typing import Any

import pytest

from engine.eia import prisoners, stacking, troops
from engine.eia import retreat as retreats
from engine.eia.battles import combat_tables
from engine.eia.prisoners import Held
from engine.eia.retreat import Area
from engine.eia.troops import Nation
from tests.engine.eia.adjudicating import odds, outcome, refused, rules, run


def stack(corps: int, maximum: int = 3, cavalry: int = 0, **fields: Any) -> dict[str, Any]:
    return outcome(
        "stacking", tactical=4, maximum=maximum, corps=corps, cavalry_corps=cavalry, **fields
    )


@pytest.mark.rule("EIA-STK-01", "EIA-STK-02")
def test_the_tactical_maximum_and_one_more_at_a_price() -> None:
    assert (stack(3)["allowed"], stack(3)["tactical"]) == (True, 4)
    assert (stack(4)["allowed"], stack(4)["tactical"]) == (True, 3)
    assert not stack(5)["allowed"]
    assert rules(stack(5)) >= {"EIA-STK-01"}


@pytest.mark.rule("EIA-STK-03")
def test_one_cavalry_corps_is_free() -> None:
    assert (stack(4, cavalry=1)["allowed"], stack(4, cavalry=1)["tactical"]) == (True, 4)
    assert (stack(5, cavalry=2)["allowed"], stack(5, cavalry=2)["tactical"]) == (True, 3)


@pytest.mark.rule("EIA-STK-04")
def test_two_over_and_six_in_all() -> None:
    assert not stack(6, cavalry=3)["allowed"]
    assert stack(6, maximum=5, cavalry=1)["allowed"]
    assert not stack(7, maximum=5, cavalry=1)["allowed"]
    assert stack(6, maximum=6, cavalry=1)["most"] == 6
    assert "EIA-STK-04" in rules(stack(6, cavalry=3))
    assert "EIA-STK-04" in rules(stack(7, maximum=6)), "six in all"
    assert "EIA-STK-04" not in rules(stack(5)), "one over without cavalry"


@pytest.mark.rule("EIA-RNF-01")
def test_the_maximum_has_to_fight_if_present() -> None:
    assert not stack(2, present=4)["allowed"]
    assert stack(3, present=4)["allowed"]
    assert stack(2, present=2)["allowed"]


@pytest.mark.rule("EIA-RNF-03", "EIA-RNF-04")
def test_reinforcing_from_the_same_area() -> None:
    same = stack(2, reinforcing=True, same_area=True)
    assert same["allowed"]
    assert {"EIA-RNF-03", "EIA-RNF-04"} <= rules(same)
    assert stack(2, reinforcing=True, same_area=False, adjacent=True)["allowed"]
    assert not stack(2, reinforcing=True, same_area=False)["allowed"]


@pytest.mark.rule("EIA-RNF-05")
def test_a_reinforcing_leader_brings_his_maximum_and_a_cavalry_corps() -> None:
    assert stack(4, cavalry=1, reinforcing=True)["allowed"]
    assert not stack(4, reinforcing=True)["allowed"]
    assert not stack(5, cavalry=2, reinforcing=True)["allowed"]
    assert stack(4, cavalry=1, reinforcing=True)["tactical"] == 4


@pytest.mark.rule("EIA-RNF-02")
def test_damage_spills_over_to_surplus_corps() -> None:
    found = outcome("surplus", damage=12, fighting=10, surplus=8)
    assert (found["fighting"], found["surplus"], found["spent"]) == (10, 2, 0)
    assert outcome("surplus", damage=9, fighting=10, surplus=8)["surplus"] == 0
    assert outcome("surplus", damage=20, fighting=10, surplus=8)["spent"] == 2


# Leaders and prisoners


@pytest.mark.rule("EIA-LDR-01")
def test_every_leader_rolls_for_himself() -> None:
    them = [{"name": "Ney"}, {"name": "Soult"}, {"name": "Murat"}]
    dice = {"Ney.casualty": 6, "Ney.wound": 6, "Soult.casualty": 5, "Murat.casualty": 6,
            "Murat.wound": 2}  # fmt: skip
    found = outcome("leader-casualty", leaders=them, dice=dice)["leaders"]
    assert found == {"Ney": "killed", "Soult": "unhurt", "Murat": {"wounded": 2}}


@pytest.mark.rule("EIA-LDR-01", "EIA-LDR-04")
def test_the_sheet_says_who_is_wounded_for_how_long_and_who_is_killed() -> None:
    dice = {"Ney.casualty": 6, "Ney.wound": 2, "Murat.casualty": 6, "Murat.wound": 6}
    document = {"leaders": [{"name": "Ney"}, {"name": "Murat"}], "dice": dice}
    told = run("eia-leader-casualty", "--text", document=document)[1]
    assert "Ney: wounded, 2 months\nMurat: killed\n" in told


@pytest.mark.rule("EIA-LDR-03")
def test_leading_the_guard_is_dangerous() -> None:
    for guard, hit in ((0, 6), (1, 5), (2, 4)):
        them = [{"name": "Ney", "guard": guard}]
        struck = {"Ney.casualty": hit, "Ney.wound": 1}
        assert outcome("leader-casualty", leaders=them, dice=struck)["leaders"]["Ney"] != "unhurt"
        spared = {"Ney.casualty": hit - 1}
        assert outcome("leader-casualty", leaders=them, dice=spared)["leaders"]["Ney"] == "unhurt"
    chances = odds("leader-casualty", leaders=[{"name": "Ney", "guard": 2}])["leaders"]["Ney"]
    assert chances == {
        "unhurt": pytest.approx(1 / 2), "wounded": pytest.approx(5 / 12),
        "killed": pytest.approx(1 / 12),
    }  # fmt: skip


@pytest.mark.rule("EIA-PUR-01")
def test_a_share_of_pursuit_losses_is_prisoners() -> None:
    for die, taken in ((1, 1), (3, 5), (6, 10)):
        found = outcome("prisoners", losses=17, dice={"prisoners": die})
        assert found == {"lost": 17, "prisoners": taken, "because": found["because"]}


@pytest.mark.rule("EIA-RET-02")
def test_surrounded_armies_lose_as_much_again_as_prisoners() -> None:
    found = outcome("prisoners", losses=10, surrounded=True, dice={"prisoners": 3})
    assert (found["lost"], found["prisoners"]) == (20, 13)
    few = outcome("prisoners", losses=10, surrounded=True, left=4, dice={"prisoners": 3})
    assert (few["lost"], few["prisoners"]) == (14, 7)


@pytest.mark.rule("EIA-PRIS-01", "EIA-PRIS-02", "EIA-PRIS-03")
def test_prisoners_die_by_nationality_the_cheapest_first() -> None:
    infantry = {"troop": "infantry", "money": 3, "manpower": 1}
    cavalry = {"troop": "cavalry", "money": 15, "manpower": 2}
    held = [
        {"nation": "austria", "held": [{**cavalry, "number": 11}, {**infantry, "number": 1}]},
        {"nation": "russia", "held": [{**infantry, "number": 10}]},
    ]
    found = outcome("prisoner-drain", prisoners=held)
    assert found["dead"] == {"austria": {"infantry": 1, "cavalry": 1}, "russia": {"infantry": 1}}
    assert found["total"] == 3
    twice = [{"nation": name, "held": [{**infantry, "number": 8}]} for name in ("spain", "Spain")]
    assert outcome("prisoner-drain", prisoners=twice)["dead"] == {"spain": {"infantry": 2}}
    cheap = [{**infantry, "number": 1}, {**cavalry, "number": 1}, {**infantry, "number": 10}]
    few = outcome("prisoner-drain", prisoners=[{"nation": "spain", "held": cheap}])
    assert few["dead"] == {"spain": {"infantry": 2}}
    assert prisoners.prisoners_dying(0) == 0
    same_price = [Held("a", 5, 2, 9), Held("b", 5, 1, 9)]
    assert prisoners.which_die(same_price) == {"b": 2}


# Troops


def morale(troop: str, nation: str = "russia", **fields: Any) -> float | None:
    found: float | None = outcome("morale", troop=troop, nation=nation, **fields)["morale"]
    return found


@pytest.mark.rule("EIA-CAV-01", "EIA-CAV-02", "EIA-CAV-03")
def test_types_of_cavalry() -> None:
    for kind, value, money in (("light", 3.0, 12), ("medium", 4.0, 15), ("heavy", 5.0, 30)):
        found = outcome("morale", troop=f"{kind}_cavalry", nation="spain")
        assert (found["morale"], found["price"]) == (value, {"money": money, "manpower": 2})
    assert morale("cavalry", "spain") == 4.0
    assert morale("cavalry", "spain", cavalry_types=False) == 3.0


@pytest.mark.rule("EIA-ERR-04")
def test_the_cavalry_of_russias_first_corps() -> None:
    for corps in ("I", "II", "III"):
        found = outcome(
            "morale", troop="cavalry", nation="russia", corps=corps, cavalry_types=False
        )
        assert (found["morale"], rules(found)) == (4.0, {"EIA-ERR-04"})
    other = outcome("morale", troop="cavalry", nation="russia", corps="IV", cavalry_types=False)
    assert rules(other) != {"EIA-ERR-04"}
    types = outcome("morale", troop="cavalry", nation="russia", corps="I")
    assert rules(types) == {"EIA-CAV-02"}


@pytest.mark.rule("EIA-OE-06")
def test_ottoman_morale_without_the_empire() -> None:
    assert morale("infantry", "egypt") == 1.0
    assert morale("infantry", "egypt", ottoman=True) == 2.0
    assert morale("cavalry", "tunisia", ottoman=True) == 3.0
    assert morale("cavalry", "ottoman") == 3.0  # printed cavalry of the Empire is no medium one


@pytest.mark.rule("EIA-OE-07")
def test_ottoman_cavalry_counts_twice_for_superiority() -> None:
    factors = {"infantry": 4, "cavalry": 3, "feudal_cavalry": 2}
    assert troops.superiority(factors, False) == 5
    assert troops.superiority(factors, True) == 10


@pytest.mark.rule("EIA-SIE-03", "EIA-SIE-04")
def test_cavalry_assaults_as_infantry() -> None:
    assert morale("heavy_cavalry", "russia", assaulting=True) == 3.0
    assert morale("cavalry", "turkey", assaulting=True) == 2.0
    assert morale("cossack", "russia", assaulting=True) == 1.0
    assert morale("lslc", "france", assaulting=True) == 5.0
    found = outcome(
        "assault",
        capacity=9,
        nation="russia",
        factors={"infantry": 4, "heavy_cavalry": 4, "cossack": 1},
    )
    assert found["morale"] == 2.8
    own = outcome(
        "assault", capacity=9, nation="russia", factors={"freikorps": 1}, freikorps_morale=2
    )
    assert own["morale"] == 2.0
    assert "freikorps_morale: is missing" in refused(
        "assault", capacity=9, nation="russia", factors={"freikorps": 1}
    )


@pytest.mark.rule("EIA-SIE-02")
def test_only_as_many_may_assault_as_the_fortress_holds() -> None:
    given: dict[str, Any] = {"capacity": 5, "nation": "france"}
    beside = {"artillery": 9, "guard": 9}
    assert outcome("assault", **given, factors={"infantry": 5, **beside})["allowed"]
    assert not outcome("assault", **given, factors={"infantry": 5, "cavalry": 1, **beside})[
        "allowed"
    ]


@pytest.mark.rule("EIA-SIE-01")
def test_artillery_helps_a_siege_once() -> None:
    for corps, modifier in ((0, 0), (1, 1), (3, 1)):
        found = outcome("siege", artillery_corps=corps, breach_on=6, dice={"siege": 5})
        assert (found["modifier"], found["breach"]) == (modifier, modifier == 1)
    assert outcome("siege", dice={"siege": 5})["needs"]


def test_disputed_morale_is_asked_for() -> None:
    assert morale("infantry", "naples") is None
    assert outcome("morale", troop="infantry", nation="naples")["needs"]


@pytest.mark.rule("EIA-LSLC-01", "EIA-LSLC-04")
def test_la_salles_cavalry_is_a_cossack_of_morale_5() -> None:
    assert morale("lslc", "france") == 5.0
    assert "lslc" in troops.CAVALRY
    march = outcome("force-march", corps="lslc", allowance=5)
    assert (march["allowed"], rules(march)) == (False, {"EIA-LSLC-01"})


def la_salle(state: str = "none", **fields: Any) -> str:
    found: str = outcome("la-salle", state=state, **fields)["state"]
    return found


@pytest.mark.rule("EIA-LSLC-02", "EIA-LSLC-03")
def test_la_salles_cavalry_goes_with_him_for_good() -> None:
    assert la_salle("field", cavalry=5, dead=True) == "eliminated"
    assert la_salle("eliminated", cavalry=5) == "eliminated"
    assert la_salle("field", cavalry=5) == "field"


@pytest.mark.rule("EIA-LSLC-06", "EIA-LSLC-07")
def test_france_exchanges_a_factor_for_it() -> None:
    assert la_salle(cavalry=1) == "due"
    assert la_salle(cavalry=0) == "waiting"
    assert la_salle("waiting", cavalry=1) == "due"
    assert la_salle(cavalry=1, available=False) == "none"


@pytest.mark.rule("EIA-ERR-12", "EIA-ERR-13")
def test_force_marching() -> None:
    assert outcome("force-march", corps="infantry", allowance=3)["allowance"] == 4
    for corps in ("cossack", "freikorps", "guerrilla", "cavalry"):
        found = outcome("force-march", corps=corps, allowance=4)
        assert (found["allowed"], found["allowance"]) == (False, 4)
    assert not outcome("force-march", corps="infantry", allowance=3, disembarking=True)["allowed"]


# Retreats


def area(name: str, **fields: Any) -> dict[str, Any]:
    return {"name": name, **fields}


@pytest.mark.rule("EIA-RET-01", "EIA-RET-05")
def test_retreats_avoid_the_attackers_roads_unless_surrounded() -> None:
    roads = [area("Moravia", entered_from=True), area("Hungary")]
    found = outcome("retreat", areas=roads)
    assert (found["areas"], found["surrounded"]) == (["Hungary"], False)
    closed = [area("Moravia", entered_from=True), area("Bohemia", enemy=True)]
    found = outcome("retreat", areas=closed)
    assert (found["surrounded"], found["surrenders"]) == (True, False)
    assert found["areas"] == ["Moravia"]


@pytest.mark.rule("EIA-RET-03")
def test_armies_surrender_only_on_islands_without_a_way() -> None:
    taken = [area("Ulster", enemy=True)]
    assert outcome("retreat", areas=taken, island=True)["surrenders"]
    assert not outcome("retreat", areas=taken)["surrenders"]
    assert not outcome("retreat", areas=[*taken, area("Munster")], island=True)["surrenders"]


@pytest.mark.rule("EIA-RET-04")
def test_sponsored_minors_retreat_towards_their_capital() -> None:
    roads = [area("near", capital=1), area("far", capital=3)]
    assert outcome("retreat", areas=roads, sponsored=True)["areas"] == ["near"]
    assert outcome("retreat", areas=roads)["areas"] == ["near", "far"]


@pytest.mark.rule("EIA-ERR-18", "EIA-ERR-19", "EIA-ERR-20")
def test_who_landed_surrenders_unless_one_came_by_land() -> None:
    coast = [area("Jutland")]
    landed = outcome("retreat", areas=coast, attackers=["landed", "landed"])
    assert (landed["surrenders"], rules(landed)) == (True, {"EIA-ERR-18"})
    arrow = outcome("retreat", areas=coast, attackers=["arrow"])
    assert (arrow["surrenders"], rules(arrow)) == (True, {"EIA-ERR-20"})
    mixed = outcome("retreat", areas=coast, attackers=["landed", "land"])
    assert (mixed["surrenders"], mixed["areas"]) == (False, ["Jutland"])
    assert "EIA-ERR-19" in rules(mixed)


# The charts


def test_charts_read_as_printed() -> None:
    assert combat_tables.modified_die("4-1", 9) == combat_tables.modified_die("4-1", 7)
    assert combat_tables.casualties(5, 7) == 1
    assert combat_tables.casualties(20, 33) == 4 + 3
    assert combat_tables.shift_table("1-5", -1, 1) == "1-5"
    assert combat_tables.shift_table("3-3", -1, 1) == "2-4"
    assert combat_tables.pursuit_class(2, 15) == 4
    assert combat_tables.pursuit_class(3, 30) is None


@pytest.mark.rule("EIA-RET-01", "EIA-RET-05")
@pytest.mark.parametrize(
    ("areas", "said"),
    [
        ([area("Hungary")], set()),
        ([area("Moravia", entered_from=True), area("Hungary")], {"EIA-RET-01"}),
        ([area("Moravia", entered_from=True), area("Bohemia", enemy=True)],
         {"EIA-RET-01", "EIA-RET-05"}),
    ],
)  # fmt: skip
def test_a_retreat_says_why_a_road_is_closed_or_open_all_the_same(
    areas: list[dict[str, Any]], said: set[str]
) -> None:
    assert {"EIA-RET-01", "EIA-RET-05"} & rules(outcome("retreat", areas=areas)) == said


# By the figures


@pytest.mark.rule("EIA-PRIS-01", "EIA-PRIS-02")
@pytest.mark.parametrize(
    ("held", "dead"), [(0, 0), (1, 1), (9, 1), (10, 1), (11, 2), (100, 10), (101, 11)]
)
def test_a_tenth_of_the_prisoners_dies_rounded_up(held: int, dead: int) -> None:
    """'each major power removes (ie. Kills) 10% (round up) of it's prisoners'"""
    assert prisoners.prisoners_dying(held) == dead


@pytest.mark.rule("EIA-PRIS-01")
def test_prisoners_of_a_troop_are_forgotten_with_the_last() -> None:
    held = {"militia": 1, "infantry": 3, "cavalry": 1}
    assert prisoners.prisoners_left(held, {"militia": 1, "infantry": 1}) == {
        "infantry": 2, "cavalry": 1
    }  # fmt: skip


@pytest.mark.rule("EIA-RET-01", "EIA-RET-04", "EIA-ERR-18", "EIA-ERR-20")
def test_why_a_force_goes_where_it_goes() -> None:
    near, far = Area("near", capital=1), Area("far", capital=3)
    came = Area("came", entered_from=True, capital=0)
    found = retreats.retreat([near, far], sponsored=True)
    assert [each.rule for each in found.reasons] == ["EIA-RET-04"]
    found = retreats.retreat([near, came, far], sponsored=True)
    assert (found.areas, [each.rule for each in found.reasons]) == (
        ("near",), ["EIA-RET-01", "EIA-RET-04"]
    )  # fmt: skip
    for route, why in (("arrow", "crossing arrow"), ("landed", "It landed")):
        assert why in retreats.retreat([near], attackers=[route]).reasons[0].why


@pytest.mark.rule("EIA-SET-03")
@pytest.mark.parametrize(("dominant", "tenths"), [(False, 20), (True, 25)])
def test_feudal_troops_have_half_a_point_more_where_turkey_is_dominant(
    dominant: bool, tenths: int
) -> None:
    for troop in ("feudal_infantry", "feudal_cavalry"):
        assert troops.morale(troop, Nation("turkey", dominant)).morale == tenths


@pytest.mark.rule("EIA-LSLC-01", "EIA-LSLC-04", "EIA-SIE-04")
@pytest.mark.parametrize(
    ("troop", "assaulting", "rule"),
    [
        ("cossack", False, "EIA-LSLC-01"), ("cossack", True, "EIA-SIE-04"),
        ("lslc", False, "EIA-LSLC-04"), ("lslc", True, "EIA-SIE-04"),
        ("medium_cavalry", False, "EIA-CAV-02"), ("medium_cavalry", True, "EIA-SIE-03"),
    ],
)  # fmt: skip
def test_why_a_horseman_has_his_morale(troop: str, assaulting: bool, rule: str) -> None:
    """'Cavalry has the same morale value as infantry when assaulting a fortress. EXCEPTION:
    Cossacks, freicorps and LSLC retain their morale.'"""
    assert troops.morale(troop, Nation("france"), assaulting=assaulting).reason.rule == rule


@pytest.mark.rule("EIA-SET-03")
def test_the_morale_of_a_force_is_the_average_to_the_nearest_tenth() -> None:
    assert troops.average([(1, 40), (1, 41)]) == 41, "40.5"
    assert troops.average([(3, 40), (2, 41)]) == 40, "40.4"
    assert troops.average([(2, 40), (3, 41)]) == 41, "40.6"
    assert troops.average([]) == 0


@pytest.mark.rule("EIA-STK-04", "EIA-STK-01", "EIA-RNF-05")
@pytest.mark.parametrize(
    ("corps", "maximum", "cavalry", "rule"),
    [(5, 3, 0, "STK-01"), (6, 3, 1, "STK-04"), (7, 5, 1, "STK-04"), (7, 6, 0, "STK-04")],
)
def test_too_many_corps_are_refused_by_one_rule(
    corps: int, maximum: int, cavalry: int, rule: str
) -> None:
    """'One additional corps may be brought […] This allows for tactical maximum +2 corps at most.
    However, no leader may bring more than 6 corps to battle.'"""
    found = stacking.brought(maximum, corps, cavalry, corps)
    assert [each.rule for each in found.refused] == [f"EIA-{rule}"]
    joining = stacking.brought(maximum, corps, cavalry, corps, reinforcing=True)
    assert (joining.least, [each.rule for each in joining.refused]) == (0, ["EIA-RNF-05"])


@pytest.mark.rule("EIA-SIE-03", "EIA-SIE-04")
@pytest.mark.parametrize(("cavalry", "cossacks"), [(0, 0), (1, 0), (0, 1)])
def test_only_troops_that_assault_are_told_with_their_morale(cavalry: int, cossacks: int) -> None:
    """*Cavalry has the same morale value as infantry when assaulting a fortress. EXCEPTION:
    Cossacks […] retain their morale*: said of those that are there."""
    factors = {"infantry": 4, "cavalry": cavalry, "cossack": cossacks}
    found = outcome("assault", capacity=10, nation="russia", factors=factors)
    kept = ["EIA-SIE-03"] * cavalry + ["EIA-SIE-04"] * cossacks
    assert rules(found) == {"EIA-SET-03", *kept}


@pytest.mark.rule("EIA-CAV-01", "EIA-CAV-02")
@pytest.mark.parametrize(
    ("troop", "types", "price"),
    [("cavalry", True, (15, 2)), ("cavalry", False, None), ("light_cavalry", False, (12, 2))],
)
def test_printed_cavalry_has_the_price_of_medium_where_types_are_used(
    troop: str, types: bool, price: tuple[int, int] | None
) -> None:
    """*Light cavalry […] costs 12$/2MP, medium cavalry […] costs 15$/2MP*."""
    found = outcome("morale", troop=troop, nation="france", cavalry_types=types)["price"]
    assert found == (None if price is None else {"money": price[0], "manpower": price[1]})
