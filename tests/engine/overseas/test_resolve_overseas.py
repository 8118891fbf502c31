"""The kinds explore, conquistador and activation: documents, answers, odds."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.adjudicating import answer, complaints, run
from tests.engine.fighting import examples


def refused(kind: str, document: Any) -> str:
    return "\n".join(complaints(kind, document))


SEA: dict[str, Any] = {
    "domain": "sea",
    "strength": {"NWD": 4, "NDE": 1, "F": 1},
    "technology": "carrack",
    "leader": "colon",
    "malus": 2,
    "bad_weather": True,
    "period": "IV",
    "known_to_another": True,
    "dice": {"explore": 8, "half": 9, "star": 6},
}
CORTES: dict[str, Any] = {
    "leader": "cortes",
    "area": "azteca",
    "units": ["A-", "LD"],
    "dice": {"conquistador": 6},
}


# Explorations


def test_an_exploration_at_sea() -> None:
    found = answer("explore", SEA, "--no-roll")
    values = {each["rule"]: each["value"] for each in found["modifiers"]}
    assert values == {
        "EXP-08": 4, "EXP-09": -6, "EXP-11": 2, "EXP-12": 1, "EXP-16": 2, "EXP-17": -2,
    }  # fmt: skip
    assert found["unused_dice"] == []
    assert found["outcome"] == {
        "modifier": 1, "total": 9, "result": "S", "half": True, "mark": "alone", "success": True,
        "discovered": True, "moves": True, "percent": 40, "remaining": {"D": 2, "d": 2},
        "losses": 1, "losses_rest_thirds": 2, "destroyed": False, "guide": "leader",
        "tested": None, "leader": None, "missionary": None, "replacement_on_the_spot": False,
    }  # fmt: skip


@pytest.mark.rule("EXP-28")
def test_an_explorer_who_dies_is_replaced_among_his_troops() -> None:
    troops = {"strength": ["LD", "LD"], "leader": "colon", "dice": {"explore": 10, "death": 4}}
    found = answer("explore", troops, "--no-roll")["outcome"]
    assert (found["result"], found["mark"], found["leader"]) == ("F", "always", "killed")
    assert found["replacement_on_the_spot"]
    general = troops | {"leader": "242"}
    assert answer("explore", general)["outcome"]["replacement_on_the_spot"] is False
    alone = troops | {"strength": []}
    assert answer("explore", alone)["outcome"]["replacement_on_the_spot"] is False


def test_a_missionary_goes_first_when_told_to() -> None:
    document = {
        "strength": ["LD"], "leader": "cortes", "missionary": 3,
        "decisions": {"missionary": True}, "dice": {"explore": 9, "half": 2, "death": 4},
    }  # fmt: skip
    found = answer("explore", document)["outcome"]
    assert (found["guide"], found["tested"]) == ("missionary", "missionary")
    assert (found["missionary"], found["leader"]) == ("killed", None)
    shown = run("explore", "--text", document=document)[1]
    assert "The missionary dies" in shown


@pytest.mark.rule("EXP-25", "EXP-26")
def test_the_odds_of_an_exploration() -> None:
    document = {"strength": [], "leader": {"manoeuvre": 4, "fire": 2, "shock": 2,
                                          "kind": "conquistador"}}  # fmt: skip
    odds = answer("explore", document, "--odds")["odds"]
    # 8 succeeds and tests him alone; 9 and 10 are halves, where everybody alone tests.
    assert odds["success"] == pytest.approx(0.8 + 0.2 * 0.5)
    assert odds["leader"]["killed"] == pytest.approx((0.1 + 0.2) * 0.6)
    assert odds["discovered"] == pytest.approx(0.7 + 0.1 * 0.4 + 0.1 * 0.4)
    for spread in ("percent", "remaining", "leader"):
        assert sum(odds[spread].values()) == pytest.approx(1, abs=1e-12)
    assert odds["success"] + odds["failure"] == pytest.approx(1, abs=1e-12)
    fixed = answer("explore", SEA, "--odds")
    assert (fixed["odds"]["success"], fixed["unused_dice"]) == (1.0, [])
    assert "success" in run("explore", "--odds", "--text", document=SEA)[1]


@pytest.mark.rule("EXP-18")
def test_who_cannot_explore() -> None:
    inland = {"leader": "colon", "coastal": False}
    assert "coastal: an explorer never goes further inland" in refused("explore", inland)
    assert "strength: is missing" in refused("explore", {})
    assert "technology: is missing" in refused("explore", {"domain": "sea", "strength": {"NWD": 1}})
    missing = refused("explore", {"leader": "cortes", "decisions": {"missionary": True}})
    assert "decisions.missionary" in missing
    priest = {"name": "Xavier", "manoeuvre": 3, "fire": 0, "shock": 0, "kind": "missionary"}
    assert "leader.kind: a missionary never leads" in refused("explore", {"leader": priest})
    crowd = refused("explore", SEA | {"strength": {"NWD": 99, "NTD": 9}})
    assert "strength: may hold at most 100" in crowd


# Conquistadors


def test_cortes_in_mexico() -> None:
    found = answer("conquistador", CORTES, "--no-roll")
    assert found["modifiers"] == []
    assert found["outcome"] == {
        "leader_sum": 17, "modifier": 0, "total": 6, "result": "R70/D70", "success": True,
        "deserters": found["outcome"]["deserters"], "resisters": found["outcome"]["resisters"],
        "removed": found["outcome"]["removed"], "activated": True, "battle": True,
    }  # fmt: skip
    parts = [found["outcome"][each] for each in ("deserters", "resisters", "removed")]
    assert sum(3 * part["D"] + part["d"] for part in parts) == 60, "the natives of the Aztecs"


def test_the_example_of_the_rulebook() -> None:
    worked = examples()["EX-NAT-01"]
    document = CORTES | {
        "natives": {"LD": worked["given"]["natives_ld"]}, "dice": {"conquistador": 8},
    }  # fmt: skip
    found = answer("conquistador", document)["outcome"]
    assert found["result"] == worked["given"]["table_result"]
    assert found["activated"] is worked["then"]["natives_activated"]
    for part, wanted in (("deserters", "deserters_ld"), ("resisters", "resisting_ld"),
                         ("removed", "eliminated_ld")):  # fmt: skip
        assert found[part] == {"D": worked["then"][wanted], "d": 0}
    text = run("conquistador", "--text", document=document)[1]
    assert "R30/D80" in text


@pytest.mark.rule("NAT-17", "NAT-18", "NAT-A2")
def test_recruits_make_a_stack_large_but_no_army() -> None:
    document = CORTES | {"units": ["LD"], "recruits": 3}
    found = answer("conquistador", document)
    assert {each["rule"]: each["value"] for each in found["modifiers"]} == {
        "NAT-17": 1, "NAT-18": -1,
    }  # fmt: skip


@pytest.mark.rule("NAT-11", "NAT-12", "NAT-13")
def test_who_may_use_the_table() -> None:
    java = {"region": "indonesia", "natives": ["LD"]}
    assert "Coen, van Diemen and Maetsuycker" in refused("conquistador", java | {"leader": "clive"})
    answer("conquistador", java | {"leader": "coen"})
    india = java | {"region": "india"}
    answer("conquistador", india | {"leader": "dupleix"})
    assert "(NAT-13)" in refused("conquistador", india | {"leader": "cortes"})
    minimum = india | {"leader": "england-anonymous-conquistador-2", "asia": True}
    answer("conquistador", minimum)
    assert "(NAT-11)" in refused("conquistador", CORTES | {"leader": "555"})


def test_what_is_wrong_with_a_document() -> None:
    assert "region: is missing" in refused("conquistador", {"leader": "cortes"})
    assert "natives: is missing" in refused(
        "conquistador", {"leader": "cortes", "region": "africa"}
    )
    assert "region: 'india'" in refused("conquistador", CORTES | {"region": "india"})
    assert "area: 'paris' is not an area" in refused("conquistador", CORTES | {"area": "paris"})
    assert "leader: null" in refused("conquistador", CORTES | {"leader": None})


def test_the_odds_of_a_conquistador() -> None:
    odds = answer("conquistador", CORTES | {"dice": {}}, "--odds")["odds"]
    assert odds["success"] + odds["failure"] == pytest.approx(1, abs=1e-12)
    for spread in ("result", "deserters", "resisters"):
        assert sum(odds[spread].values()) == pytest.approx(1, abs=1e-12)
    assert odds["result"]["R70/D70"] == pytest.approx(0.1)


# Activation


@pytest.mark.rule("NAT-04")
def test_natives_stir() -> None:
    java = {"area": "java", "dice": {"activation": 6}}
    assert answer("activation", java)["outcome"] == {
        "total": 6, "tolerance": 6, "activated": True, "success": False,
    }  # fmt: skip
    calm = answer("activation", {"tolerance": 6, "dice": {"activation": 7}})["outcome"]
    assert calm["activated"] is False
    odds = answer("activation", {"area": "java"}, "--odds")["odds"]
    assert odds == {"activated": 0.6, "success": 0.4, "failure": 0.6}
    assert "tolerance: is missing" in refused("activation", {})
