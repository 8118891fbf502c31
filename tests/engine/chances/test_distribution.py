"""Distributions of outcomes."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.chances.distribution import Joint, marginal, mean, mix, spread


def test_a_mixture_weighs_its_parts_as_they_are_met() -> None:
    sure, even = Joint({"win": 1}), Joint({"win": 1, "loss": 1})
    found = mix([(1, sure), (3, even)])
    assert found.weights == {"win": 5, "loss": 3}
    assert found.chance(lambda outcome: outcome == "win") == pytest.approx(1 / 4 + 3 / 8)
    assert found.spread(len) == {3: pytest.approx(5 / 8), 4: pytest.approx(3 / 8)}
    assert found.mean(len) == pytest.approx(3 * 5 / 8 + 4 * 3 / 8)


def test_chances_that_are_fractions_are_summed_by_what_is_asked_of_them() -> None:
    """Of 1, 2 and 3 with a half, a third and a sixth: odd two thirds, and 5/3 in the mean."""
    chances = {1: Fraction(1, 2), 2: Fraction(1, 3), 3: Fraction(1, 6)}
    assert marginal(chances, lambda each: each % 2) == {1: Fraction(2, 3), 0: Fraction(1, 3)}
    assert spread(chances, lambda each: each % 2) == {1: 2 / 3, 0: 1 / 3}
    assert mean(chances, lambda each: each) == Fraction(5, 3)
