"""The odds of a situation if it were otherwise: what a change in words does to its document."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engine.notation import what_if
from engine.notation.documents import document_meant
from engine.notation.reading_errors import Unread


def battle() -> dict[str, Any]:
    return document_meant(
        "french 2A+ LD henri iv v spanish A+ LD farnese tercios, plain, 1595"
    ).document


def ours(text: str, country: str = "france") -> dict[str, Any]:
    found: dict[str, Any] = what_if.apply_change(battle(), country, text)["sides"][
        0 if country == "france" else 1
    ]
    return found


@pytest.mark.parametrize(
    ("text", "units"),
    [
        ("leave LD", ["A+", "A+"]),
        ("leave 2 LD", ["A+", "A-", "LD"]),
        ("if I leave A-", ["A+", "LD", "LD", "LD"]),
        ("without 2A+", ["LD"]),
        ("with A-", ["A+", "A+", "LD", "A-"]),
        ("leave LD and A-", ["A+", "A+", "A-"]),
        ("leave 3 LD?", ["A+", "A-"]),
    ],
)
def test_counters_stay_behind_or_come_along(text: str, units: list[str]) -> None:
    """An army that is broken leaves what is left of it (C-FOR-02: A+ = A- LD LD, A- = LD LD)."""
    found = ours(text)["units"]
    assert Counter(found) == Counter(units)


def test_what_is_said_is_changed_and_nothing_else() -> None:
    changed = what_if.apply_change(battle(), "france", "no leader, forest, conscripts")
    before = battle()
    assert changed["terrain"] == "sparse_forest"
    assert (changed["sides"][0]["leader"], changed["sides"][0]["veteran"]) == (None, False)
    assert changed["sides"][1] == before["sides"][1]
    assert battle() == before
    assert ours("with farnese", "spain")["leader"] == "farnese"
    assert ours("if 2·4·2")["leader"] == "242"
    assert ours("without tercios", "spain")["tercios"] is False


def test_ships_leave_a_fleet_or_the_question_says_why_not() -> None:
    sea = document_meant("french 3 NWD 2 NGD v spanish 4 NGD, 1595").document
    found = what_if.apply_change(sea, "france", "leave 2 NWD")["sides"][0]["units"]
    assert found == {"NWD": 1, "NGD": 2}
    with pytest.raises(Unread, match="not 5"):
        what_if.apply_change(sea, "france", "leave 5 NWD")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("leave 9A+", "there is no A\\+ to leave"),
        ("leave 2A+ LD", "nothing would be left"),
        ("if", "what is different"),
        ("if pigs", "'pigs' is not a unit"),
        ("with 3 NWD", "does not stand on land"),
        ("leave A+ v LD", "one change is wanted"),
        ("if \x1b[2J", "is not a unit"),
        ("leave " + "x" * 10_000, "letters"),
    ],
)
def test_a_change_that_cannot_be_is_refused(text: str, said: str) -> None:
    with pytest.raises(Unread, match=said):
        what_if.apply_change(battle(), "france", text)


def test_a_place_stands_before_a_change() -> None:
    assert what_if.split_change("artois, leave 2 LD") == ("artois", "leave 2 LD")
    assert what_if.split_change("no leader") == ("", "no leader")
    assert what_if.split_change("artois") == ("artois", "")
