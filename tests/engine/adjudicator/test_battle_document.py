"""What a document of a battle says of evasion and room, and who of its leaders is tested."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.adjudicator import battle_document, naval_document
from engine.adjudicator.sea_shapes import Navy
from engine.combat.leaders import Commander
from engine.documents import typed
from engine.sea.battle_math import fleet_in_battle
from tests.engine.adjudicating import answer, complaints, example, run


def battle(**more: Any) -> dict[str, Any]:
    """The example, France against five detachments of Spain, who may be changed by `more`."""
    document = example("battle")
    document["sides"][1] |= {"units": ["LD"] * 5, **more}
    return document


def evading(decided: Any, **more: Any) -> dict[str, Any]:
    return {**battle(**more), "decisions": {"HIS.evade": decided}}


@pytest.mark.rule("EVA-01", "EVA-10", "EVA-11", "EVA-12", "EVA-13", "EVA-14", "EVA-A5")
@pytest.mark.parametrize(
    ("decided", "side", "said"),
    [
        ({"fortress": 2, "province": 3}, {"fortress": 2}, ""),
        ({"fortress": 3, "province": 2}, {"fortress": 2}, "2 LD"),
        ({"fortress": 2, "province": 2}, {"fortress": 2}, "places fewer than 5 LD"),
        ({"fortress": 5}, {"fortress": 5}, ""),
        ({"fortress": 1, "province": 4}, {"fort": True}, ""),
        ({"fortress": 2, "province": 3}, {"fort": True}, "1 LD"),
        ({"fortress": 1, "province": 4}, {}, "0 LD"),
        ({"fortress": 2, "province": 3}, {"fortress": 2, "retreat_province": False},
         "there is no province"),
        ({"fortress": 5}, {"fortress": 5, "retreat_province": False}, ""),
        ({"province": 5}, {}, ""),
        (True, {}, ""),
        (True, {"retreat_province": False}, "there is no province to evade to"),
        (False, {"retreat_province": False}, ""),
    ],
)  # fmt: skip
def test_who_evades_goes_where_there_is_room(decided: Any, side: dict[str, Any], said: str) -> None:
    """*1 LD per fortress level inside without any roll; whatever stays outside fights.*"""
    document = evading(decided, **side)
    if said:
        assert said in "\n".join(complaints("battle", document))
    else:
        answer("battle", document)


@pytest.mark.rule("EVA-10", "EVA-11", "EVA-12", "EVA-13", "EVA-14", "EVA-03")
@pytest.mark.parametrize(
    ("decided", "place", "rolls"),
    [
        (True, "province", True), ({"province": 5}, "province", True),
        ({"fortress": 2, "province": 3}, "split", True), ({"fortress": 5}, "fortress", False),
    ],
)  # fmt: skip
@pytest.mark.parametrize("die", [10, 1])
def test_only_who_goes_to_the_next_province_rolls(
    decided: Any, place: str, rolls: bool, die: int
) -> None:
    document = evading(decided, fortress=5)
    document["decisions"] = {"FRA.evade": False, **document["decisions"]}
    document["dice"] = {"HIS.evade": die} if rolls else {}
    found = answer("battle", document)
    evaded = found["outcome"]["ended"] == "evaded"
    assert evaded == (not rolls or die == 10)
    assert ("HIS.evade" in [roll["name"] for roll in found["rolls"]]) == rolls
    if evaded:
        assert found["outcome"]["sides"]["HIS"] == {"evaded_to": place}


@pytest.mark.rule("RET-18", "RET-21", "RET-A6")
@pytest.mark.parametrize(
    ("side", "room"),
    [
        ({}, None), ({"retreat_room": 0}, 0), ({"retreat_room": 2}, 6),
        ({"can_retreat": False}, 0), ({"retreat_room": 2, "can_retreat": False}, 6),
        ({"retreat_province": False, "fortress": 2}, 6), ({"retreat_province": False}, 0),
        ({"retreat_province": False, "fort": True}, 3), ({"fort": True}, None),
        ({"can_retreat": False, "fortress": 3}, 0),
    ],
)  # fmt: skip
def test_the_room_of_a_retreat_is_the_next_province_or_the_fortress(
    side: dict[str, Any], room: int | None
) -> None:
    """In thirds: *the battle province, its friendly fortress, an adjacent province*."""
    document = battle(**side)
    each = {"fort": False, "fortress": None, "retreat_room": None, "can_retreat": True,
            "retreat_province": True, **document["sides"][1], **side}  # fmt: skip
    assert battle_document.room_of(each) == room


@pytest.mark.rule("EVA-A2", "EVA-06", "EVA-03")
@pytest.mark.parametrize(("evades", "die"), [(True, 10), (True, 1), (False, 10)])
def test_a_fleet_evades_when_it_decides_so_and_its_die_lets_it(evades: bool, die: int) -> None:
    document = example("naval-battle")
    name = next(side["name"] for side in document["sides"] if not side.get("phasing"))
    document["interception"] = False
    document["decisions"] = {f"{name}.evade": evades}
    document["dice"] = {f"{name}.evade": die} if evades else {}
    found = answer("naval-battle", document)
    assert (found["outcome"]["ended"] == "evaded") == (evades and die == 10)


@pytest.mark.rule("LDR-05")
@pytest.mark.parametrize(
    ("strength", "tested"), [(("LD",) * 2, 0), (("LD",) * 3, 1), (("LD",) * 4, 1)]
)
def test_a_leader_is_tested_against_an_enemy_large_enough(
    strength: tuple[str, ...], tested: int
) -> None:
    """*No test if the enemy had strictly less than 3 LD at the start*: France's commander by the
    strength of Spain."""
    document = battle(units=list(strength))
    document["dice"] = {}
    rolled = {roll["name"] for roll in answer("battle", document)["rolls"]}
    assert "HIS.casualty" in rolled
    assert ("FRA.casualty" in rolled) == bool(tested)


@pytest.mark.rule("UND-20", "UND-21", "UND-22", "UND-24", "UND-27", "UND-28", "UND-31", "UND-02")
@pytest.mark.parametrize("assault", [False, True])
@pytest.mark.parametrize("honour", [False, True])
def test_what_each_result_of_undermining_comes_to(assault: bool, honour: bool) -> None:
    """*Breach*, *war honour* and *surrender*: a breach is stormed at once where it is decided so,
    and not where war honour was chosen for it; nothing else is."""
    seen: set[str] = set()
    for die in range(1, 11):
        for works in ([], ["+", "+"]):
            document = example("undermine") | {"siegeworks": works, "dice": {"undermine": die}}
            document["decisions"] = {"assault": assault, "war_honour": honour}
            document["besieged"]["technology"] = "musket"
            found = answer("undermine", document, "--seed", "1")["outcome"]
            result = found["result"]
            seen.add(result)
            breached = result == "B" or (result == "B/WH" and not honour)
            assert (found.get("assault") is not None) == (breached and assault), result
    assert {"B", "B/WH"} & seen


def test_what_a_document_of_a_battle_may_not_say() -> None:
    both = battle(fort=True, fortress=2)
    assert complaints("battle", both) == [
        "sides[1].fortress: a fort has no level; leave it out, or 0"
    ]
    assert complaints("battle", {**battle(), "decisions": {"HIS.retreat1": {"province": 5}}}) == [
        "decisions.HIS.retreat1: an object is neither true nor false"
    ]
    answer("battle", {**battle(), "decisions": {"HIS.retreat1": True}}, "--seed", "1")


def test_a_side_without_a_name_bears_that_of_its_country() -> None:
    document = battle()
    document["dice"] = {}
    document["decisions"] = {}
    for each in document["sides"]:
        del each["name"]
    found = answer("battle", document, "--seed", "1")["outcome"]
    assert list(found["sides"]) == ["FRA", "HIS"], "by code"
    document["sides"][1]["country"] = "vijayanagar"
    document["sides"][1]["army_class"] = "IIM"
    document["sides"][1].pop("tercios", None)
    named = answer("battle", document, "--seed", "1")["outcome"]["sides"]
    assert len(named) == 2


@pytest.mark.rule("MAJ-05", "MAJ-01")
def test_stability_is_that_of_each_side() -> None:
    """*The winner of a major battle gains a stability and the loser loses one*, as far as the track
    goes: whoever stands at the end of it stays there."""
    gained = {}
    for stabilities in ((0, 0), (3, 0), (0, -3), (3, -3)):
        document = example("battle")
        for each, stability in zip(document["sides"], stabilities, strict=True):
            each["stability"] = stability
        gained[stabilities] = answer("battle", document, "--no-roll")["outcome"]["stability"]
    assert gained[0, 0] == {"FRA": 1, "HIS": -1}
    assert gained[3, 0].get("FRA", 0) == 0
    assert gained[3, 0]["HIS"] == -1
    assert gained[0, -3]["FRA"] == 1
    assert gained[0, -3].get("HIS", 0) == 0


@pytest.mark.rule("LDR-12", "LDR-02")
def test_a_monarch_is_captured_by_the_winner_where_his_stack_is_destroyed() -> None:
    document = battle(units=["LD"])
    document["sides"][1]["leader"]["monarch"] = True
    document["dice"] = {"FRA.fire1": 10, "FRA.shock1": 10, "HIS.fire1": 1, "HIS.shock1": 1,
                        "HIS.casualty": 1}  # fmt: skip
    document["decisions"] = {}
    found = answer("battle", document, "--seed", "1")["outcome"]["sides"]
    assert (found["HIS"]["destroyed"], found["HIS"]["leader"]) == (True, "captured")
    other = battle(units=["A+", "A+", "A+", "A+"])
    other["sides"][0] |= {"units": ["LD"]}
    other["sides"][0]["leader"]["monarch"] = True
    other["dice"] = {"HIS.fire1": 10, "HIS.shock1": 10, "FRA.fire1": 1, "FRA.shock1": 1,
                     "FRA.casualty": 1}  # fmt: skip
    other["decisions"] = {}
    found = answer("battle", other, "--seed", "1")["outcome"]["sides"]
    assert (found["FRA"]["destroyed"], found["FRA"]["leader"]) == (True, "captured")
    assert found["HIS"]["retreat_thirds"] == 0, "who has won loses nothing on the way"
    assert found["HIS"]["losses"] == found["HIS"]["suffered_thirds"] // 3


@pytest.mark.rule("RET-18", "RET-21")
def test_the_room_and_the_decisions_of_each_side_are_in_its_odds() -> None:
    """Who has nowhere to go is destroyed where he loses; who tries to retreat may get away."""
    plain = odds_of()
    shut = [odds_of(at, retreat_room=0) for at in (0, 1)]
    for at, name in enumerate(("FRA", "HIS")):
        other = ("HIS", "FRA")[at]
        assert shut[at]["expected_losses"][name] > plain["expected_losses"][name]
        assert shut[at]["expected_losses"][other] == pytest.approx(
            plain["expected_losses"][other], abs=0.4
        )
    tries = odds_of(decisions={"HIS.retreat1": True})
    assert tries["win"] != plain["win"]
    assert odds_of(decisions={"HIS.retreat1": False}) == plain
    none = [odds_of(at, can_retreat=False) for at in (0, 1)]
    assert none[0]["expected_losses"]["FRA"] > plain["expected_losses"]["FRA"]
    assert none[1]["expected_losses"]["HIS"] > plain["expected_losses"]["HIS"]


def odds_of(at: int = 1, decisions: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    document = battle()
    document["sides"][at] |= more
    document |= {"dice": {}, "decisions": decisions or {}}
    found: dict[str, Any] = answer("battle", document, "--odds")["odds"]
    return found


@pytest.mark.rule("EVA-03", "EVA-A3")
def test_the_odds_of_an_evasion_take_the_manoeuvre_of_both_and_nought_for_nobody() -> None:
    """Farnese has 4, Condé 2; where nobody leads the other his manoeuvre counts in full."""
    for leaders, ahead in (((2, 4), 2), ((0, 4), 4), ((None, 4), 4), ((0, None), 0)):
        document = evading(True)
        document["dice"] = {"HIS.evade": 10}
        for each, manoeuvre in zip(document["sides"], leaders, strict=True):
            if manoeuvre is None:
                each["leader"] = None
            else:
                each["leader"]["manoeuvre"] = manoeuvre
        found = answer("battle", document, "--seed", "1")
        (rolled,) = [roll for roll in found["rolls"] if roll["name"] == "HIS.evade"]
        by = sum(each["value"] for each in rolled["modifiers"] if "anoeuvre" in each["why"])
        assert by == ahead, leaders


def test_an_evasion_that_is_sure_or_fails_for_sure_is_fought_as_far_as_it_is() -> None:
    for die, chance in ((10, 1.0), (1, 0.0)):
        document = evading(True)
        document["dice"] = {"HIS.evade": die}
        found = answer("battle", document, "--odds")
        assert found["odds"]["evaded"]["chance"] == chance
        assert sum(found["odds"]["win"].values()) + found["odds"]["tie"] == pytest.approx(
            1 - chance
        )
        assert len([each for each in found["modifiers"] if "evade" in each["rolls"]]) <= 2


@pytest.mark.rule("LDR-05")
@pytest.mark.parametrize(("units", "tested"), [(["LD"] * 2, False), (["LD"] * 3, True)])
def test_the_odds_test_no_leader_against_few(units: list[str], tested: bool) -> None:
    document = battle(units=units)
    document |= {"dice": {}, "decisions": {}}
    odds = answer("battle", document, "--odds")["odds"]
    assert ("no test" in odds["leader"]["FRA"]) == (not tested)
    assert "no test" not in odds["leader"]["HIS"]
    if not tested:
        assert odds["leader"]["FRA"] == {"no test": pytest.approx(1)}


def test_dice_of_a_leader_and_of_losses_are_known_to_the_odds() -> None:
    document = battle()
    document["decisions"] = {}
    document["dice"] = {"FRA.casualty": 3, "HIS.wound": 2, "HIS.losses": 4, "X.y": 1}
    assert answer("battle", document, "--odds")["unused_dice"] == ["X.y"]


# At sea, and a siege


def fleet_battle(**more: Any) -> dict[str, Any]:
    document = example("naval-battle")
    document["dice"] = {}
    return document | more


@pytest.mark.rule("PAR-18")
def test_the_wind_is_told_with_its_modifiers_where_it_is_rolled() -> None:
    """Between warships: no galleys, no natural wind."""
    document = fleet_battle(decisions={})
    for each in document["sides"]:
        each |= {"units": {"NWD": 4}, "line": None}
    found = answer("naval-battle", document, "--seed", "1")
    told = {each["side"] for each in found["modifiers"] if each["rolls"] == ["wind"]}
    assert told == {"HIS", "TUR"}
    galleys = answer("naval-battle", fleet_battle(), "--seed", "1")
    assert not any("wind" in each["rolls"] for each in galleys["modifiers"])


EQUAL = fleet_in_battle.lines({"NWD": 3, "NGD": 3})[0]


def test_the_first_line_is_the_larger_part_of_a_fleet_and_its_turn_that_of_the_period() -> None:
    document = fleet_battle(decisions={})
    for units, line in (({"NWD": 2, "NGD": 3}, "NGD"), ({"NWD": 3, "NGD": 2}, "NWD"),
                        ({"NWD": 3, "NGD": 3}, EQUAL)):  # fmt: skip
        document["sides"][0] |= {"units": units, "line": None}
        found = answer("naval-battle", document, "--seed", "1")["outcome"]["sides"]["HIS"]
        assert found["line"] == line
    del document["turn"]
    document["period"] = "III"
    assert answer("naval-battle", document, "--seed", "1")
    document["turn"] = 1
    assert "is not in period III" in complaints("naval-battle", document)[0]


def test_captures_are_typed_as_ships_and_the_rest_as_yes_or_no() -> None:
    decision = naval_document.Decision()
    assert decision.typed("yes") is True
    assert decision.typed("no") is False
    assert decision.typed("2NGD") == typed.units_of("2NGD")
    flag, ships = decision.schema()["anyOf"]
    assert flag == {"type": "boolean"}
    assert ships["type"] == "array"
    flag, split = battle_document.Decision().schema()["anyOf"]
    assert flag == {"type": "boolean"}
    assert set(split["properties"]) == {"fortress", "province"}


@pytest.mark.rule("PUR-18", "LDR-03")
@pytest.mark.parametrize("winner", [0, 1])
def test_the_winner_at_sea_captures_ships_of_the_beaten_of_whichever_side(winner: int) -> None:
    """Galleys of eight against two: the pursuit takes one, where the document wishes it."""
    document = fleet_battle()
    names = [side["name"] for side in document["sides"]]
    for at, each in enumerate(document["sides"]):
        each |= {"units": {"NGD": 8 if at == winner else 2}, "line": "NGD", "technology": "carrack"}
        each["leader"] = {"name": "X", "manoeuvre": 3, "fire": 3, "shock": 3}
    mine, his = names[winner], names[1 - winner]
    document["decisions"] = {f"{mine}.capture": ["NGD"]}
    document["dice"] = {f"{mine}.fire1": 10, f"{mine}.shock1": 10, f"{his}.fire1": 1,
                        f"{his}.shock1": 1, f"{mine}.pursuit": 10}  # fmt: skip
    found = answer("naval-battle", document, "--seed", "1")["outcome"]
    assert found["winner"] == mine
    taken = found["sides"][mine]["captured"]
    assert set(taken) <= {"NGD"}
    assert found["sides"][his]["captured"] == {}
    odds = answer("naval-battle", document, "--odds")["odds"]
    assert odds["win"][mine] == pytest.approx(1)
    for fates in odds["leader"].values():
        assert sum(fates.values()) == pytest.approx(1)


@pytest.mark.rule("LDR-10")
@pytest.mark.parametrize(("minor", "counts"), [(None, False), (True, True), (False, False)])
def test_a_power_at_sea_is_a_minor_where_the_document_says_so(
    minor: bool | None, counts: bool
) -> None:
    document = fleet_battle()["sides"][0] | {"minor": minor}
    read = document | {"units": Navy({"NGD": 4}, 0), "ottoman_fright": False, "veteran": False}
    fleet = naval_document._fleet(read, Commander("x", 2, 2, 2))
    assert fleet.minor == counts


@pytest.mark.rule("UND-24", "UND-33", "FAL-02")
def test_a_fortress_without_a_level_is_a_fort_and_an_assault_asks_for_technology() -> None:
    document = example("undermine") | {"fortress": 0, "dice": {"undermine": 10}}
    assert answer("undermine", document, "--seed", "1") == answer(
        "undermine", document | {"fort": True}, "--seed", "1"
    )
    asked = example("undermine")
    asked["decisions"] = {"assault": True}
    asked["besieged"]["technology"] = None
    assert complaints("undermine", asked) == [
        "besieged.technology: is missing: the assault asks for it"
    ]
    del asked["decisions"]
    assert answer("undermine", asked, "--seed", "1")


@pytest.mark.rule("UND-01", "SIE-13", "ASL-29")
def test_an_undermining_that_costs_the_besieger_names_his_attrition() -> None:
    """One die serves twice: a low one that makes no breach may cost the besieger detachments."""
    document = example("undermine") | {"first_round": False, "siegeworks": []}
    struck = [
        found
        for die in range(1, 11)
        if (found := answer("undermine", document | {"dice": {"undermine": die}}, "--seed", "1"))[
            "outcome"
        ]["attrition"]["rolls"]
    ]
    assert struck
    for found in struck:
        assert "result" in found["outcome"]["attrition"]
        whose = {each.get("side") for each in found["modifiers"] if "attrition" in each["rolls"]}
        assert whose <= {"BESIEGER"}
    assert any("attrition" in each["rolls"] for each in struck[0]["modifiers"])


@pytest.mark.rule("UND-32", "ASL-29")
def test_the_leader_inside_has_the_fate_of_the_assault_that_follows_a_breach() -> None:
    document = example("undermine") | {"siegeworks": ["+"]}
    document["decisions"] = {"assault": True, "war_honour": False}
    document["besieged"] |= {"leader": "333", "units": ["LD"]}
    seen = set()
    for die in range(1, 11):
        for high in (10, 1):
            dice = {"undermine": die, "BESIEGER.fire": high, "BESIEGER.shock": high,
                    "BESIEGED.casualty": 9}  # fmt: skip
            found = answer("undermine", document | {"dice": dice}, "--seed", "1")["outcome"]
            if "assault" in found:
                inside = found["assault"]["besieged"]["leader"]
                assert found["besieged_leader"] == inside
                seen.add(str(inside))
    assert len(seen) > 1


@pytest.mark.parametrize("kind", ["attrition"])
def test_a_kind_with_two_documents_describes_both(kind: str) -> None:
    """By land and at sea: what both have alike stands once, else either may stand; wanted is what
    both want."""
    schema = json.loads(run(kind, "--schema")[1])
    cause = schema["properties"]["cause"]["anyOf"]
    assert [each["enum"] for each in cause][1] == ["sea"]
    alike = schema["properties"]["map"]
    assert "anyOf" not in alike
    strength = schema["properties"]["strength"]
    assert "anyOf" in strength
    assert schema["required"] == ["cause", "technology", "strength"]
