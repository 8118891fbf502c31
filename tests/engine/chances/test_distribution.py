"""Distributions of outcomes."""

from __future__ import annotations

import pytest

from engine.chances.distribution import at_least
from engine.combat import leaders


def test_a_single_roll() -> None:
    assert at_least(8) == pytest.approx(0.3)
    assert at_least(8, leaders.evasion_modifiers(4, 2)) == pytest.approx(0.5)
