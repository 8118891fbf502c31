"""What is offered, listed, typed and explained agrees, on the way on from some rich positions."""

from __future__ import annotations

import pytest

from tests.tui.agreement import agreement_at


@pytest.mark.parametrize("seed", range(6))
def test_what_is_offered_listed_typed_and_explained_agrees(seed: int) -> None:
    agreement_at(seed, most=20)
