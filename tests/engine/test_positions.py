"""A sample of rich positions and what holds of each way on; `make soak` runs thousands."""

from __future__ import annotations

import pytest

from tests.engine import properties


@pytest.mark.parametrize("tens", range(5))
def test_what_holds_of_a_rich_position(tens: int) -> None:
    for seed in range(10 * tens, 10 * tens + 10):
        properties.hold(seed)


@pytest.mark.parametrize("tens", range(2))
def test_a_war_of_others_elsewhere_changes_nothing(tens: int) -> None:
    """62 to 66: "Most of the time, there are separate wars that cannot affect each other"."""
    for seed in range(10 * tens, 10 * tens + 10):
        properties.elsewhere(seed)
