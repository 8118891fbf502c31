"""What is offered, listed, typed and explained agrees, on the way on from some rich positions."""

from __future__ import annotations

import pytest

from engine.programs import bots
from tests.engine import positions
from tests.tui.agreement import Agreement

MOST = 25
"""So many decisions of a position are looked at: each is asked about a dozen places."""


@pytest.mark.parametrize("seed", range(8))
def test_what_is_offered_listed_typed_and_explained_agrees(seed: int) -> None:
    game = positions.table(seed)
    agreement = Agreement(game, seed)
    for _ in range(MOST):
        if game.ask is None:
            break
        agreement(game)
        game.answer(bots.random_player(game, game.ask))
