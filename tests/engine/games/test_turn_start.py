"""The table as it lay when a turn's phase began, though its snapshot is kept no longer."""

from __future__ import annotations

from typing import Any

import pytest

from engine import scenarios
from engine.games.game import Game
from engine.games.journal_records import Snapshot
from engine.games.turn_start import _begins, turn_start
from engine.programs import simulate
from tests.engine import phases


def test_a_turn_begins_where_it_began_whatever_snapshots_are_left() -> None:
    """Two turns of Artois; then all snapshots but the first and one of the first turn are given
    up, and the second turn's beginning has to be played again."""
    seen: list[dict[str, Any]] = []

    def watch(game: Game) -> None:
        plain = game.snapshots[-1].state
        if plain["turn"] == 23 and not seen:
            seen.append(dict(plain))

    game = phases.played(
        scenarios.read("artois"), 3, "random", watch, True, simulate.Rules(turns=2)
    )
    assert turn_start(game).to_plain() == seen[0]
    middle = game.snapshots[len([s for s in game.snapshots if s.state["turn"] == 22]) // 2]
    game.snapshots[:] = [game.snapshots[0], middle, game.snapshots[-1]]
    assert turn_start(game).to_plain() == seen[0]


def test_a_game_that_began_in_its_turn_began_where_it_began() -> None:
    game = phases.played(scenarios.read("artois"), 3, "random", checkpoints=True)
    assert turn_start(game).to_plain() == game.snapshots[0].state


@pytest.mark.parametrize(
    ("turn", "step", "begins"),
    [(23, "start", True), (23, "", True), (23, "movement", False), (22, "start", False)],
)
def test_a_turn_begins_at_the_first_step_of_its_own_phase(
    turn: int, step: str, begins: bool
) -> None:
    assert _begins(Snapshot(0, {"turn": turn, "step": step}, 0, True), 23) is begins
