"""The rounds to come, where the die is thrown already."""

from __future__ import annotations

import pytest

from tests.engine.adjudicating import answer


@pytest.mark.rule("CON-01", "CON-02", "CON-03")
@pytest.mark.parametrize(
    ("box", "die", "following", "left", "ends"),
    [
        ("S4", 10, "S5", {"1": 0.5, "2": 0.5}, 0.0),
        ("W4", 8, "W5", {"1": 1.0}, 0.0),
        ("W4", 10, "End", {"0": 1.0}, 1.0),
    ],
)
def test_a_die_that_is_known_leaves_its_round_and_those_that_may_follow(
    box: str, die: int, following: str, left: dict[str, float], ends: float
) -> None:
    """After S5 half of all dice end the phase; what is left counts the round that the die gives."""
    document = {"round": box, "period": "I", "dice": {"continuation": die}}
    odds = answer("continuation", document, "--odds")["odds"]
    assert odds["next"] == {following: 1.0}
    assert odds["left"] == left
    assert odds["ends_next"] == ends
    assert odds["played"].get(following) == (None if ends else 1.0)
