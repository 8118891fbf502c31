"""What the kinds of the adjudicator do with one document each."""

from typing import Any

import pytest

from engine.combat import leaders
from engine.facts import countries
from tests.engine.adjudicating import answer, complaints, example, run, sums
from tests.engine.fighting import examples


@pytest.mark.rule("EVA-03", "EVA-10", "EVA-11", "EVA-12", "EVA-13", "EVA-14", "EVA-15")
def test_evasion_ends_a_battle_before_it_begins() -> None:
    """Into the fortress *without any roll*; whoever goes to the next province needs 8."""
    document = example("battle")
    document["sides"][1]["fortress"] = 3
    document["dice"] = {"HIS.evade": 6}
    for decided, place in ((True, "province"), ({"fortress": 2, "province": 3}, "split")):
        document["decisions"] = {"HIS.evade": decided}
        outcome = answer("battle", document)["outcome"]
        assert (outcome["winner"], outcome["ended"]) == (None, "evaded")
        assert outcome["sides"]["HIS"] == {"evaded_to": place}
    document["dice"] = {"HIS.evade": 5}
    assert answer("battle", document)["outcome"]["ended"] != "evaded"
    document["sides"][1]["units"] = ["LD", "LD", "LD"]
    document["decisions"] = {"HIS.evade": {"fortress": 3}}
    found = answer("battle", document, "--no-roll")
    assert found["outcome"]["sides"]["HIS"] == {"evaded_to": "fortress"}
    assert found["rolls"] == []


@pytest.mark.rule("EVA-01", "EVA-10", "EVA-15")
def test_who_may_not_evade() -> None:
    document = example("battle")
    document["decisions"] = {"FRA.evade": True}
    assert "never evade" in complaints("battle", document)[0]
    document["decisions"] = {"HIS.evade": {"fortress": 2, "province": 3}}
    assert "decisions.HIS.evade.fortress: 2 is too many" in complaints("battle", document)[0]
    document["sides"][1]["fortress"] = 2
    document["decisions"] = {"HIS.evade": {"fortress": 2, "province": 1}}
    assert "who stays outside fights" in complaints("battle", document)[0]
    document["interception"] = True
    document["decisions"] = {"HIS.evade": True}
    assert "never evade" in complaints("battle", document)[0]


@pytest.mark.rule("EVA-17", "PAR-09", "EVA-A3")
def test_replacements_do_not_help_to_evade_but_a_vizier_does() -> None:
    document = example("battle")
    document["sides"][1]["leader"] = None
    document["decisions"] = {"HIS.evade": True}
    document["dice"] = {"HIS.evade": 7, "HIS.replacement": 10}
    found = answer("battle", document)
    assert [roll["name"] for roll in found["rolls"]][:2] == ["HIS.evade", "HIS.replacement"]
    document["sides"][1]["leader"] = {"kind": "vizier", "name": "Vizier"}
    found = answer("battle", {**document, "dice": {"HIS.replacement": 6, "HIS.evade": 5}})
    assert [roll["name"] for roll in found["rolls"]] == ["HIS.replacement", "HIS.evade"]
    assert found["outcome"]["ended"] == "evaded"
    found = answer("battle", {**document, "dice": {"HIS.replacement": 6, "HIS.evade": 4}})
    assert [roll["name"] for roll in found["rolls"]].count("HIS.replacement") == 1


@pytest.mark.rule("EVA-A3")
def test_the_odds_reckon_with_every_vizier_who_may_try_to_evade() -> None:
    """Exact: the mean over the ten viziers of the faces that evade, whatever the seed."""
    document = example("battle")
    document["sides"][1]["leader"] = {"kind": "vizier", "name": "Vizier"}
    document |= {"decisions": {"HIS.evade": True}, "dice": {}}
    document["sides"][0]["leader"] = "200"
    added = [max(0, leaders.replacement("vizier", die).manoeuvre - 2) for die in range(1, 11)]
    assert len(set(added)) > 1
    faces = sum(leaders.evades(die + more) for die in range(1, 11) for more in added)
    for seed in ("1", "2"):
        odds = answer("battle", document, "--odds", "--seed", seed)["odds"]
        assert odds["evaded"]["chance"] == pytest.approx(faces / 100)
        assert sums(odds) == pytest.approx([1.0] * 5)


@pytest.mark.rule("RET-18", "RET-21")
def test_no_room_to_retreat_destroys() -> None:
    document = example("battle")
    document["dice"] |= {"FRA.shock1": 1, "FRA.fire2": 1, "FRA.shock2": 1, "HIS.shock2": 1}
    document["dice"] |= {"HIS.fire2": 1, "HIS.shock1": 1, "HIS.fire1": 1, "FRA.pursuit": 1}
    document["dice"] |= {"HIS.losses": 1, "FRA.fire1": 10}
    free = answer("battle", document)["outcome"]
    assert free["winner"] == "FRA"
    assert free["sides"]["HIS"]["losses"] < 4
    document["sides"][1] |= {"retreat_province": False, "fortress": 1}
    assert answer("battle", document)["outcome"]["sides"]["HIS"]["losses"] == 4
    document["sides"][1] |= {"retreat_room": 0}
    assert answer("battle", document)["outcome"]["sides"]["HIS"]["destroyed"]


def test_losses_outside_europe_keep_their_thirds() -> None:
    document = example("battle")
    document["map"] = "rotw"
    side = answer("battle", document)["outcome"]["sides"]["FRA"]
    assert (side["losses"], side["losses_rest_thirds"]) == (2, 1)


@pytest.mark.rule("UND-24", "UND-25")
def test_a_breach_may_be_stormed_at_once() -> None:
    document = example("undermine") | {"siegeworks": ["+", "+"], "dice": {"undermine": 7}}
    document["decisions"] = {"assault": True, "man_fortress": True}
    found = answer("undermine", document, "--seed", "1")
    assert found["outcome"]["result"] == "B"
    assert found["outcome"]["assault"]["besieged"]["resistance_thirds"] == 3
    assert "BESIEGED.replacement" in {roll["name"] for roll in found["rolls"]}


@pytest.mark.rule("UND-39", "SIE-12", "SIE-18")
def test_siege_attrition_of_the_besieger() -> None:
    document = example("undermine") | {"first_round": False, "supply_distance": 6}
    document["besieger"]["siege"] = 1
    document["dice"] = {"undermine": 5, "BESIEGER.attrition": 9}
    found = answer("undermine", document, "--no-roll")["outcome"]["attrition"]
    assert (found["total"], found["needed"], found["rolls"]) == (5, 6, True)
    assert found["result"]["total"] == 9 + 2 - 1


def test_attrition_of_the_contract() -> None:
    outcome = answer("attrition", example("attrition"), "--no-roll")["outcome"]
    assert outcome == {
        "modifier": 1, "total": 10, "result": "1+P", "losses": 1, "pillage": True, "foraging": True,
    }  # fmt: skip
    far = example("attrition") | {"map": "rotw"}
    found = answer("attrition", far, "--seed", "2")["outcome"]
    assert set(found) == {"modifier", "total", "percent", "remaining"}
    assert set(found["remaining"]) == {"D", "d"}
    odds = answer("attrition", {**far, "dice": {}}, "--odds")["odds"]
    assert sum(odds["result"].values()) == pytest.approx(1, abs=1e-12)


def test_the_continuation_of_the_contract() -> None:
    found = answer("continuation", example("continuation"), "--no-roll")["outcome"]
    assert found == {
        "modified": 5, "next": "W3", "extended_campaign": True, "bad_weather": True,
        "sund_frozen": False,
    }  # fmt: skip


@pytest.mark.rule("ASL-02")
def test_a_besieger_without_a_leader_draws_one_too() -> None:
    document = example("assault")
    document["besieger"]["leader"] = None
    names = {roll["name"] for roll in answer("assault", document, "--seed", "4")["rolls"]}
    assert {"BESIEGER.replacement", "BESIEGED.replacement"} <= names


@pytest.mark.rule("UND-01", "UND-18", "UND-26")
def test_one_die_of_undermining_serves_twice_and_any_leader_helps() -> None:
    document = example("undermine") | {"siegeworks": [], "dice": {"undermine": 8}}
    document["besieger"] |= {"leader": "2421", "siege": 2}
    found = answer("undermine", document, "--no-roll")["outcome"]
    assert (found["total"], found["attrition"]["total"]) == (8 - 3 + 1 + 2, 8 + 4)
    document["besieger"]["leader"] = "2423"
    assert answer("undermine", document)["outcome"]["modifier"] == -3 + 1 + 3
    again = document | {"breach_this_turn": True}
    assert answer("undermine", again)["outcome"]["modifier"] == -3 + 1 + 3 + 2


@pytest.mark.rule("SIE-23", "SIE-01")
def test_a_besieger_too_small_to_undermine_takes_nothing() -> None:
    """Text 3529: *in order to undermine, a stack must have … at least as many LD as the level*;
    one that is too small must assault or redeploy (3433, 3452)."""
    document = example("undermine") | {"fortress": 4, "siegeworks": ["+", "+"]}
    document["besieger"] |= {"units": ["LD", "LD", "LD"], "siege": 5}
    document["dice"] = {"undermine": 10}
    document["decisions"] = {"war_honour": True, "assault": True, "man_fortress": True}
    document["besieged"]["technology"] = "musket"
    found = answer("undermine", document, "--no-roll")["outcome"]
    assert not found["may_undermine"]
    assert (found["result"], found["siegeworks"]) == ("-", ["+", "+"])
    assert not found["fortress_falls"]
    assert (found["fortress_level_after"], found["attrition"]["rolls"]) == (4, False)
    odds = answer("undermine", document, "--odds")["odds"]
    assert odds["result"] == {"-": 1.0}
    assert set(odds["falls_within"].values()) == {0.0}
    status, text, _ = run("undermine", "-", "--text", document=document)
    assert status == 0
    assert "must assault or redeploy" in text
    document["besieger"]["units"] = ["A+"]
    assert answer("undermine", document, "--seed", "1")["outcome"]["may_undermine"]


@pytest.mark.rule("ASL-29", "UND-32", "UND-33", "LDR-A8")
@pytest.mark.parametrize(
    ("leader", "dice", "fate"),
    [
        ("242", {}, {"wounded": 11, "until": "end"}),
        ("242", {"casualty": 1, "wound": 2}, {"wounded": 11, "until": "end"}),
        ("242", {"casualty": 1, "wound": 3}, "killed"),
        ({"name": "King", "manoeuvre": 2, "fire": 4, "shock": 2, "monarch": True}, {}, "captured"),
    ],
)
def test_a_leader_inside_a_fallen_fortress(leader: Any, dice: dict[str, int], fate: Any) -> None:
    """Text 3901 to 3906: *any leader inside is considered wounded until the end of the turn*."""
    document = example("assault") | {"fortress": 1, "breach": True}
    document["besieger"]["units"] = ["A+", "A+"]
    document["besieged"] |= {"leader": leader, "units": ["A-", "LD"]}
    rolls = {"BESIEGER.fire": 10, "BESIEGER.shock": 10, "BESIEGED.fire": 1, "BESIEGED.shock": 1,
             "BESIEGER.casualty": 9, "BESIEGED.casualty": 9}  # fmt: skip
    document["dice"] = rolls | {f"BESIEGED.{name}": die for name, die in dice.items()}
    found = answer("assault", document)["outcome"]
    assert found["falls"]
    assert found["besieged"]["leader"] == fate
    spread = answer("assault", document, "--odds")["odds"]["leader"]["besieged"]
    key = "wounded until the end" if isinstance(fate, dict) else fate
    assert spread == {key: pytest.approx(1)}
    _, text, _ = run("assault", "-", "--text", document=document)
    said = "out until the end of the turn" if isinstance(fate, dict) else fate
    assert f"is {said}." in text


@pytest.mark.rule("UND-30", "UND-32", "UND-33")
def test_a_leader_inside_a_fortress_that_yields() -> None:
    """Text 3650 to 3656, and 3640 to 3648: with war honour he goes free, a monarch never."""
    document = example("undermine") | {"siegeworks": ["+", "+"], "dice": {"undermine": 10}}

    def fate(leader: Any, **changes: Any) -> Any:
        document["besieged"]["leader"] = leader
        return answer("undermine", document | changes)["outcome"]["besieged_leader"]

    king = {"name": "King", "manoeuvre": 2, "fire": 4, "shock": 2, "monarch": True}
    assert fate("242", dice={"undermine": 8}) == "unhurt"
    assert fate(king, dice={"undermine": 8}) == "captured"
    document["besieger"]["siege"] = 5
    assert answer("undermine", document)["outcome"]["result"] == "R"
    assert fate("242") == {"wounded": 11, "until": "end"}
    assert fate(king) == "captured"
    assert fate(None) is None
    assert fate("242", dice={"undermine": 1}) is None, "it holds"


@pytest.mark.rule("INT-18", "INT-19", "INT-24", "INT-25", "INT-29")
def test_an_interception_with_its_modifiers() -> None:
    document = {"manoeuvre": 4, "enemy_manoeuvre": 2, "technology": "lace",
                "enemy_technology": "medieval", "bad_weather": True, "river_or_pass": True,
                "dice": {"intercept": 8}}  # fmt: skip
    found = answer("intercept", document, "--no-roll")
    assert [each["value"] for each in found["modifiers"]] == [2, 1, -2, -2]
    assert found["outcome"] == {"total": 7, "needed": 8, "success": False}
    document["dice"] = {"intercept": 10}
    document["manoeuvre"] = 0
    assert answer("intercept", document)["outcome"] == {"total": 5, "needed": 8, "success": True}
    document["dice"] = {}
    odds = answer("intercept", document, "--odds")["odds"]
    assert odds == {"success": pytest.approx(0.1), "failure": pytest.approx(0.9)}


@pytest.mark.rule("REV-01", "REV-03", "REV-04", "REV-09", "REV-10")
def test_a_revolt_is_fought_by_what_the_stack_holds() -> None:
    document = {"units": ["A-", "LD", {"PASHA": 3}], "terrain": "swamp", "plus": 1,
                "dice": {"suppress": 9}}  # fmt: skip
    found = answer("suppress", document, "--no-roll")
    assert [(each["value"], each["rule"]) for each in found["modifiers"]] == [
        (3, "REV-03"), (1, "REV-04"), (-3, "REV-09"), (-2, "REV-10"),
    ]  # fmt: skip
    assert found["outcome"] == {"total": 8, "needed": 8, "success": True}


@pytest.mark.rule("LEV-02", "LEV-03", "LEV-07", "LEV-09", "LEV-10", "LEV-11")
def test_the_levies_of_the_rulebook() -> None:
    worked = examples()
    spain = {"country": "spain", "period": "IV", "technology": "baroque"}
    declare = worked["levies-declare"]["then"]
    beaten = {"defeat": "major", "stability": declare["stability_after_defeat"], "recruited": 6}
    found = answer("levies", spain | beaten)["outcome"]
    assert (found["limit"], found["ceiling"]) == (declare["limit"], declare["ceiling"])
    assert found["stability_after"] == declare["stability_after_declaring"]
    assert found["recruited"] == declare["recruited"]
    for name in ("first", "second"):
        case = worked[f"levies-{name}-round"]
        later = {"declared": True, "recruited": case["given"]["recruited"]}
        bought = spain | later | {"recruits": case["given"]["recruits"]}
        found = answer("levies", bought)["outcome"]
        assert [each["ducats"] for each in found["recruits"]] == case["then"]["cost_each"]
        assert (found["total"], found["recruited"]) == (
            case["then"]["cost"], case["then"]["recruited"],
        )  # fmt: skip
        assert found["success"]
    again = spain | {"declared": True, "defeat": "major", "recruited": 8, "recruits": ["LD", "LD"]}
    found = answer("levies", again)["outcome"]
    assert (found["may_declare"], found["success"], found["recruited"]) == (False, False, 9)


@pytest.mark.rule("LEV-01", "LEV-04", "LEV-08")
def test_who_levies_nothing() -> None:
    spain = {"country": "spain", "period": "IV", "technology": "baroque", "recruits": ["LD"]}
    assert answer("levies", spain | {"defeat": "minor"})["outcome"]["recruits"] == []
    assert not answer("levies", spain | {"defeat": "major", "regular_war": False})["outcome"][
        "success"
    ]
    ended = answer("levies", spain | {"defeat": "major", "last_round": True})["outcome"]
    assert (ended["declares"], ended["recruits"]) == (True, [])
    sweden = spain | {"country": "sweden", "defeat": "minor"}
    assert answer("levies", sweden)["outcome"]["success"]
    assert "has no limit of recruitment" in complaints("levies", spain | {"country": "genoa"})[0]


def test_leaders_by_the_ids_of_the_data_and_codes_of_the_tables() -> None:
    document = example("battle")
    document["sides"][0] |= {"country": "FRA", "technology": "MUS", "leader": "conde"}
    document["sides"][1] |= {"country": "HIS", "leader": "farnese"}
    sides = answer("battle", document)["outcome"]["sides"]
    known = {leader: countries.leader(leader) for leader in ("conde", "farnese")}
    for side, leader in (("FRA", "conde"), ("HIS", "farnese")):
        commander = sides[side]["commander"]
        assert commander["name"] == known[leader].name
        assert commander["fire"] == known[leader].fire
    document["sides"][0]["leader"] = "nobody-of-that-name"
    assert complaints("battle", document)[0].startswith("sides[0].leader: 'nobody-of-that-name'")


@pytest.mark.rule("SAT-04", "MOV-06")
def test_two_pashas_are_a_massed_force_but_a_large_one_is_not() -> None:
    document = {"cause": "supply", "technology": "medieval", "dice": {"attrition": 5}}
    one = answer("attrition", document | {"strength": [{"PASHA": 3}]})["outcome"]["modifier"]
    two = answer("attrition", document | {"strength": {"PASHA": 2}})["outcome"]["modifier"]
    assert (one, two) == (0, 2)
