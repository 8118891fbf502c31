"""What one way gains over another, and what a few dice can say of it."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest

from engine.programs.captain.balance import Balance
from engine.programs.captain.gains import SPREAD, Gain
from engine.programs.captain.gains import over as over_balances


def over(values: Sequence[float], others: Sequence[float]) -> Gain:
    """What balances without money gain over others."""
    return over_balances([Balance(each) for each in values], [Balance(each) for each in others])


def test_a_gain_is_that_of_the_same_dice_and_its_error_that_of_their_difference() -> None:
    gain = over([130.0, 30.0, 80.0], [100.0, 50.0, 60.0, 999.0])
    assert gain.mean == pytest.approx(10)
    assert gain.playouts == 3
    squares = 20.0**2 + 30.0**2 + 10.0**2
    assert gain.error == pytest.approx(math.sqrt((squares + SPREAD**2) / 9))
    assert gain.of(None, "").error == pytest.approx(1.96 * gain.error, rel=1e-4)


def test_two_dice_that_nearly_agree_are_not_sure() -> None:
    gain = over([150.0, 160.0], [100.0, 112.0])
    assert gain.error == pytest.approx(math.sqrt((2 * 1.0**2 + SPREAD**2) / 4))
    assert gain.unsure == (gain.mean < 1.96 * gain.error)
    assert over([130.0, 140.0], [100.0, 112.0]).unsure


def test_gains_that_agree_to_the_ducat_are_sure() -> None:
    gain = over([110.0, 60.0], [100.0, 50.0])
    assert (gain.mean, gain.error, gain.unsure) == (10, 0, False)


def test_of_a_single_playout_the_money_is_sure() -> None:
    """A campaign that moved nobody cost its price, and little else came of it."""
    none, major = Balance(150, 90), Balance(100, 40)
    found = over_balances([none], [major])
    assert (found.mean, found.error) == (50, 0)
    assert found.unsure  # other dice may bring what would have been intercepted
    assert over_balances([Balance(159, 90)], [major]).error == 9
    assert over_balances([Balance(260, 90)], [major]).error == SPREAD


def test_one_die_says_little_and_none_nothing() -> None:
    assert over([150.0], [100.0]).error == 50
    assert over([190.0], [100.0]).error == SPREAD
    assert over([], [100.0]).mean == -math.inf
