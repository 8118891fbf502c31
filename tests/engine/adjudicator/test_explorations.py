"""What the sheet of an exploration says, and what ships may explore."""

from __future__ import annotations

from typing import Any

import pytest

from engine.adjudicator import explorations, voyages
from tests.engine.adjudicating import answer, complaints, run
from tests.engine.overseas.test_resolve_overseas import SEA

LAND: dict[str, Any] = {"domain": "land", "strength": {"LD": 2}, "leader": "cortes"}


def told(document: dict[str, Any]) -> str:
    return run("explore", "--text", "--no-roll", document=document)[1]


@pytest.mark.rule("EXP-07", "EXP-22", "EXP-23", "EXP-24")
@pytest.mark.parametrize(
    ("more", "line"),
    [
        ({"dice": {"explore": 1}}, "They stand in the zone they discovered"),
        ({"dice": {"explore": 1}, "neutral_establishment": True},
         "They know of the province but stay where they are: it is a neutral's"),
    ],
)  # fmt: skip
def test_a_sheet_says_what_became_of_a_discovery(more: dict[str, Any], line: str) -> None:
    """Where the discoverers stand, or that they stay before a neutral's establishment."""
    shown = told(LAND | more)
    assert line in shown
    assert "Exploration by land 1 " in shown
    assert "= 0: success" in shown
    assert "2 LD left" in shown


@pytest.mark.rule("EXP-21", "EXP-27")
def test_a_sheet_says_that_a_leader_lives_or_dies_and_finds_nothing() -> None:
    failed = LAND | {"dice": {"explore": 10, "half": 1, "death": 2}}
    found = answer("explore", {**failed, "leader": "colon"}, "--seed", "1")
    outcome = found["outcome"]
    assert (outcome["result"], outcome["leader"]) == ("F", "unhurt")
    shown = run("explore", "--text", "--seed", "1", document={**failed, "leader": "colon"})[1]
    assert "The leader survives" in shown
    assert ": failure" in shown
    assert "discovered" not in shown
    died = {**failed, "leader": "colon", "dice": {**failed["dice"], "death": 9}}
    shown = run("explore", "--text", "--seed", "1", document=died)[1]
    assert "The leader dies" in shown
    assert "survives" not in shown
    calm = told(LAND | {"dice": {"explore": 1}})
    assert "survives" not in calm


@pytest.mark.rule("EXP-28", "EXP-A3")
def test_ships_that_are_counted_in_detachments_and_a_stack_that_is_gone() -> None:
    shown = run("explore", "--text", "--no-roll", document=SEA)[1]
    assert "ND left" in shown
    assert "LD left" not in shown
    alone = {"domain": "land", "strength": {}, "leader": "cortes", "dice": {"explore": 1}}
    outcome = answer("explore", alone, "--seed", "1")["outcome"]
    assert (outcome["destroyed"], outcome["discovered"]) == (False, True)
    assert "left" not in run("explore", "--text", "--seed", "1", document=alone)[1].split("\n")[1]


@pytest.mark.rule("EXP-A6")
def test_as_many_ships_as_a_document_takes() -> None:
    most = voyages.MOST // 3
    ships = {**SEA, "strength": {"NWD": 99, "NTD": 1}, "dice": {"explore": 5}}
    assert answer("explore", ships, "--seed", "1")["outcome"]
    assert complaints("explore", {**ships, "strength": {"NWD": 99, "NTD": 1, "NDE": 1}}) == [
        f"strength: may hold at most {most} detachments"
    ]


@pytest.mark.rule("ATS-30", "ATS-31")
def test_ships_that_never_become_explorers_are_galleys_galleasses_and_transports_alone() -> None:
    values: dict[str, Any] = {
        "domain": "sea", "leader": None, "missionary": None, "decisions": {}, "malus": 0,
        "technology": "carrack", "bad_weather": False, "period": "I", "known_to_another": False,
    }  # fmt: skip
    for kinds, whole in ((("NGD", "NTD"), True), (("VGD",), True), (("NGD", "NWD"), False),
                         (("NDE",), False), ((), False)):  # fmt: skip
        ships = {kind: int(kind in kinds) for kind in ("NWD", "NGD", "VGD", "NTD", "NDE", "F")}
        read = explorations.read({**values, "strength": ships})
        assert read.whole_ships == whole
        assert read.technology == ("carrack" if kinds else "")


@pytest.mark.rule("EXP-05", "EXP-A3")
def test_a_leader_without_ships_does_not_go_down_with_them() -> None:
    alone = {"domain": "sea", "strength": {}, "leader": "colon", "dice": {"explore": 1}}
    found = answer("explore", alone, "--seed", "1")["outcome"]
    assert (found["success"], found["discovered"], found["leader"]) == (True, True, None)


def test_somebody_explores_and_no_missionary_leads() -> None:
    nobody: dict[str, Any] = {"domain": "land", "strength": {}, "leader": None}
    assert complaints("explore", nobody) == [
        "strength: is missing: nobody explores, neither units nor a leader"
    ]
    values = {"manoeuvre": 3, "fire": 1, "shock": 1}
    priest = LAND | {"leader": {"name": "Xavier", "kind": "missionary"} | values}
    (said,) = complaints("explore", priest)
    assert said.startswith("leader.kind: a missionary never leads")
