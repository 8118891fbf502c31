"""Documents about ships under way: attrition at sea, interception, blockades, fire."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.adjudicating import answer, complaints

SEA: dict[str, Any] = {
    "cause": "sea",
    "technology": "carrack",
    "strength": {"NWD": 4, "NTD": 1, "F": 1},
    "leader": {"manoeuvre": 3, "fire": 2, "shock": 2},
    "modifiers": {
        "greatest_difficulty": 5, "zones": 5, "malus": 2, "distance_to_port": 1,
        "bad_weather": True, "strait_fort": 2, "corsair_minus": 1, "corsair_plus": 1,
    },
    "dice": {"attrition": 4},
}  # fmt: skip


@pytest.mark.rule("ATS-06", "ATS-09", "ATS-16", "ATS-24")
def test_attrition_at_sea() -> None:
    found = answer("attrition", SEA, "--no-roll")
    values = {each["rule"]: each["value"] for each in found["modifiers"]}
    assert values == {
        "ATS-06": -6, "ATS-07": -3, "ATS-08": 2, "ATS-09": 2, "ATS-10": 1, "ATS-14": 2,
        "ATS-15": 5, "ATS-16": 1, "ATS-21": 3, "ATS-24": 2,
    }  # fmt: skip
    outcome = found["outcome"]
    assert outcome["modifier"] == 10
    assert outcome["total"] == 14
    assert outcome["percent"] == 90
    assert set(outcome["remaining"]) == {"D", "d"}


def test_the_odds_of_attrition_at_sea() -> None:
    document = {**SEA, "dice": {}}
    odds = answer("attrition", document, "--odds")["odds"]
    assert sum(odds["result"].values()) == pytest.approx(1)
    assert 0 < odds["expected_losses"] < 5
    one = answer("attrition", SEA, "--odds", "--no-roll")["odds"]["result"]
    assert sum(one.values()) == pytest.approx(1)


def test_what_is_wrong_with_a_document() -> None:
    wrong = {**SEA, "strength": {"LD": 2}, "technology": "musket"}
    said = "\n".join(complaints("attrition", wrong))
    assert "strength.LD: there is no such field" in said
    assert "technology" in said
    assert "must hold ships" in complaints("attrition", {**SEA, "strength": {}})[0]


@pytest.mark.rule("NIN-22", "NIN-23", "NIN-24", "NIN-25", "NIN-27", "NIN-34")
def test_interception_at_sea() -> None:
    document = {
        "domain": "sea", "manoeuvre": 4, "enemy_manoeuvre": 2, "technology": "nao-galleon",
        "enemy_technology": "carrack", "bad_weather": True, "blockading": True, "same_zone": True,
        "landing": "zone", "dice": {"intercept": 6},
    }  # fmt: skip
    found = answer("intercept", document)
    values = {each["rule"]: each["value"] for each in found["modifiers"]}
    assert values == {"NIN-22": 2, "NIN-23": 1, "NIN-24": -2, "NIN-25": -1, "NIN-30": 2}
    assert found["outcome"] == {"total": 8, "needed": 8, "success": True}
    port = answer("intercept", {"domain": "sea", "in_port": True}, "--odds")
    assert port["odds"]["success"] == 0.1, "a natural 10"
    land = answer("intercept", {"same_province": True, "dice": {"intercept": 7}})
    assert land["outcome"]["success"]


@pytest.mark.rule("BLK-02", "BLK-03", "BLK-04", "BLK-05", "BLK-08")
def test_escape_from_a_blockade() -> None:
    document = {
        "manoeuvre": 4, "blockader_manoeuvre": 3, "blockader_smaller": True,
        "blockader_nwd_not_sf": True, "dice": {"escape-blockade": 5},
    }  # fmt: skip
    assert answer("escape-blockade", document)["outcome"] == {
        "total": 8, "result": "through", "success": True, "forced_battle": False,
    }  # fmt: skip
    odds = answer("escape-blockade", {"manoeuvre": 0, "blockader_manoeuvre": 5}, "--odds")["odds"]
    assert odds == {"success": 0.3, "through": 0.3, "held": 0.2, "caught": 0.5}


@pytest.mark.rule("BLK-09", "BLK-A1")
def test_a_corsair_that_is_caught_loses_a_side_and_fights_no_battle() -> None:
    def run(die: int) -> Any:
        document = {"corsair": True, "dice": {"escape-blockade": die}}
        found = answer("escape-blockade", document)["outcome"]
        return found["forced_battle"], found["sides_lost"]

    assert [run(die) for die in (5, 6, 8)] == [(False, 1), (False, 0), (False, 0)]


@pytest.mark.rule("PRE-05", "PRE-08", "PRE-09", "PRE-11", "PRE-A1")
def test_fire_of_a_presidio() -> None:
    document = {"kind": "presidio", "level": 2, "fleet": True, "dice": {"presidio": 8}}
    found = answer("presidio", document)
    assert found["outcome"] == {"total": 11, "success": True, "stops": True, "lost": 1}
    works = {**document, "siegeworks_plus": 2}
    assert answer("presidio", works)["outcome"]["total"] == 11, "siegeworks roll apart (PRE-A1)"
    assert answer("presidio", {**works, "kind": "strait"})["outcome"]["total"] == 8 + 2 + 1
    assert answer("presidio", {**works, "kind": "siegeworks"})["outcome"]["total"] == 8 + 2 + 1
    odds = answer("presidio", {"kind": "strait"}, "--odds")["odds"]
    assert odds["success"] == 0.4
    assert odds["lost"] == {"0": 0.8, "1": 0.2, "2": 0.0}
