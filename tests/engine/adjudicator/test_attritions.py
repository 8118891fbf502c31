"""What a document of attrition comes to: plunder, massed forces, the leader's siege value."""

from __future__ import annotations

from typing import Any

import pytest

from engine.adjudicator import attritions
from engine.adjudicator.land_shapes import Troops
from engine.combat.leaders import Commander
from tests.engine.adjudicating import answer, complaints, example, run


def suffered(cause: str, technology: str, plunder: bool) -> dict[str, Any]:
    """Eight detachments that a 7 costs one and a plunder."""
    die = {"movement": 10, "supply": 8, "besieger": 5, "besieged": 10, "redeployment": 10}[cause]
    document = example("attrition") | {
        "cause": cause, "technology": technology, "strength": ["A+", "A+"], "modifiers": {},
        "decisions": {"plunder": plunder}, "dice": {"attrition": die},
    }  # fmt: skip
    found: dict[str, Any] = answer("attrition", document, "--no-roll")["outcome"]
    return found


@pytest.mark.rule("ARS-03", "ARS-05", "ATT-12", "ATT-13", "ATT-14")
@pytest.mark.parametrize(
    ("cause", "technology", "plunder", "losses", "pillages", "forages"),
    [
        # Old technologies lose a detachment more and pillage, whatever they would rather do.
        ("movement", "medieval", False, 2, True, False),
        ("movement", "medieval", True, 2, True, False),
        # From muskets on they do one or the other; who plunders in a move forages.
        ("movement", "musket", False, 2, False, False),
        ("movement", "musket", True, 1, True, True),
        ("movement", "lace", True, 1, True, False),
        ("supply", "musket", True, 1, True, False),
        ("besieger", "musket", False, 2, False, False),
        ("besieger", "musket", True, 1, True, False),
    ],
)
def test_who_plunders_loses_less_from_muskets_on(
    cause: str, technology: str, plunder: bool, losses: int, pillages: bool, forages: bool
) -> None:
    found = suffered(cause, technology, plunder)
    assert found["result"] == "1+P"
    assert (found["losses"], found["pillage"], found["foraging"]) == (losses, pillages, forages)


@pytest.mark.rule("ARS-07", "ATT-16")
def test_the_besieged_only_lose() -> None:
    document = example("attrition") | {
        "cause": "besieged", "strength": ["A+", "A+"], "modifiers": {}, "dice": {},
        "decisions": {"plunder": True},
    }  # fmt: skip
    for die in range(1, 11):
        found = answer("attrition", document | {"dice": {"attrition": die}})["outcome"]
        assert not found["pillage"]
        assert not found["foraging"]
        whole = sum(int(part) for part in found["result"].split("+") if part.isdecimal())
        assert found["losses"] == whole + ("P" in found["result"])


@pytest.mark.rule("SAT-04", "SIE-12")
@pytest.mark.parametrize(
    ("units", "marches", "besieges"),
    [
        (Troops(("LD",) * 6, 0, 0), True, True), (Troops(("LD",) * 5, 0, 0), False, False),
        (Troops(("LD",) * 5 + ("LDE",) * 2, 0, 0), False, False),
        (Troops(("LD",) * 5, 1, 1), False, True), (Troops((), 2, 2), True, False),
        (Troops((), 5, 1), False, False), (Troops((), 6, 1), False, True),
    ],
)  # fmt: skip
def test_six_detachments_or_two_pashas_are_massed(
    units: Troops, marches: bool, besieges: bool
) -> None:
    """Pashas count by their number in a march, and by their detachments in a siege."""
    given = {"strength": units, "modifiers": {"siege": 0}, "leader": None}
    for cause, massed in (("movement", marches), ("besieger", besieges)):
        seen = attritions.circumstances_of({**given, "cause": cause})
        assert seen.massed == massed
        assert (seen.siege, seen.manoeuvre) == (0, 0)


@pytest.mark.rule("SIE-12")
def test_the_better_siege_value_counts_the_leaders_or_the_one_given() -> None:
    document = {"cause": "besieger", "strength": Troops(("LD",), 0, 0)}
    for own, given, counts in ((2, 1, 2), (1, 3, 3), (0, 0, 0)):
        leader = Commander("x", 3, 2, 2, own)
        said = {**document, "modifiers": {"siege": given}, "leader": leader}
        seen = attritions.circumstances_of(said)
        assert (seen.siege, seen.manoeuvre) == (counts, 3)


def test_attrition_in_words_and_whom_it_does_not_know() -> None:
    told = run("attrition", "--text", document=example("attrition"))[1]
    assert "Attrition 9 +1 = 10: 1+P, loses 1 LD, pillages, forages" in told
    vizier = example("attrition") | {"leader": {"name": "Ali", "kind": "vizier"}}
    assert complaints("attrition", vizier) == [
        "leader.manoeuvre: is missing: a whole number from 0 to 9"
    ]


SEA: dict[str, Any] = {"cause": "sea", "strength": {"NWD": 4}, "technology": "carrack",
                       "map": "europe", "modifiers": {}}  # fmt: skip


@pytest.mark.rule("ATS-06", "ATS-07")
@pytest.mark.parametrize(
    ("modifiers", "leader", "siege"),
    [({"blockaded_level": 3}, "2223", 3), ({"blockaded_level": 3, "siege": 4}, "2223", 4),
     ({"siege": 1}, "2223", 1), ({"blockaded_level": 3}, None, 0)],
)  # fmt: skip
def test_an_admirals_siege_value_counts_where_he_blockades(
    modifiers: dict[str, Any], leader: str | None, siege: int
) -> None:
    def total(leader: str | None, modifiers: dict[str, Any]) -> int:
        document = SEA | {"leader": leader, "modifiers": modifiers, "dice": {"attrition": 5}}
        found: int = answer("attrition", document, "--seed", "1")["outcome"]["modifier"]
        return found

    plain = leader[:3] if leader else None
    assert total(leader, modifiers) == total(plain, {**modifiers, "siege": siege})
    if siege:
        assert "blockaded_level" not in modifiers or total(plain, {**modifiers, "siege": 0}) != (
            total(leader, modifiers)
        )


@pytest.mark.parametrize(
    ("strength", "said"),
    [({"NDE": 1}, ""), ({"NWD": 99, "NDE": 3}, ""), ({"NWD": 99, "NTD": 1}, ""),
     ({"NWD": 99, "NTD": 1, "NDE": 1}, "must hold ships"), ({}, "must hold ships")],
)  # fmt: skip
def test_ships_count_a_detachment_and_those_of_exploration_a_third(
    strength: dict[str, int], said: str
) -> None:
    document = SEA | {"strength": strength, "dice": {"attrition": 1}}
    status, _, err = run("attrition", "--seed", "1", document=document)
    assert (said in err) if said else ((status, err) == (0, ""))


def test_a_vizier_without_values_sails_with_nobody() -> None:
    document = SEA | {"leader": {"name": "Ali", "kind": "vizier"}}
    assert any("leader.manoeuvre" in line for line in complaints("attrition", document))


@pytest.mark.rule("ATS-10")
@pytest.mark.parametrize(
    ("ships", "more"),
    [({"NGD": 3}, 0), ({"NWD": 1, "NGD": 3}, 1), ({"NWD": 2}, 1), ({"NTD": 1}, 0)],
)
def test_carracks_weather_the_sea_worse_where_warships_are_among_the_ships(
    ships: dict[str, int], more: int
) -> None:
    given = {"cause": "sea", "technology": "carrack", "strength": ships, "modifiers": {}}
    found = answer("attrition", given, "--seed", "1")["modifiers"]
    assert sum(each["value"] for each in found if each["rule"] == "ATS-10") == more
