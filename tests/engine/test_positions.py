"""A sample of rich positions and what holds of each way on; `make soak` runs thousands."""

from __future__ import annotations

import pytest

from tests.engine import properties

SAMPLE = 60


@pytest.mark.parametrize("tens", range(SAMPLE // 10))
def test_what_holds_of_a_rich_position(tens: int) -> None:
    for seed in range(10 * tens, 10 * tens + 10):
        properties.hold(seed)
