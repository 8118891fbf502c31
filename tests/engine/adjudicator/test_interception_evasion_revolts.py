"""Checks with one die: evasion, interception, revolts and corsairs, with every face."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.adjudicating import answer, example


@pytest.mark.rule("EVA-03", "INT-18", "REV-01")
@pytest.mark.parametrize(
    ("kind", "more", "added"),
    [
        ("evade", {}, 2), ("evade", {"manoeuvre": 1}, 0), ("intercept", {}, 1),
        ("suppress", {}, -1), ("hunt", {}, 1),
    ],
)  # fmt: skip
def test_a_check_succeeds_from_eight_on_with_its_modifiers_added(
    kind: str, more: dict[str, Any], added: int
) -> None:
    wins = 0
    for die in range(1, 11):
        document = example(kind) | more | {"dice": {kind: die}}
        found = answer(kind, document, "--no-roll")
        assert found["outcome"] == {
            "total": die + added, "needed": 8, "success": die + added >= 8
        }  # fmt: skip
        assert sum(each["value"] for each in found["modifiers"]) == added
        wins += found["outcome"]["success"]
        held = answer(kind, document, "--odds")
        assert held["odds"] == {
            "success": float(die + added >= 8),
            "failure": float(die + added < 8),
        }
        assert held["unused_dice"] == [], "the odds know the die that is given"
    free = answer(kind, {**example(kind), **more, "dice": {}}, "--odds")["odds"]
    assert free["success"] == wins / 10
