"""Distributions of outcomes."""

from __future__ import annotations

import pytest

from engine.chances.distribution import Joint, mix


def test_a_mixture_weighs_its_parts_as_they_are_met() -> None:
    sure, even = Joint({"win": 1}), Joint({"win": 1, "loss": 1})
    found = mix([(1, sure), (3, even)])
    assert found.chance(lambda outcome: outcome == "win") == pytest.approx(1 / 4 + 3 / 8)
    assert found.spread(len) == {3: pytest.approx(5 / 8), 4: pytest.approx(3 / 8)}
    assert found.mean(len) == pytest.approx(3 * 5 / 8 + 4 * 3 / 8)
