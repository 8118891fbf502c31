"""The table as it lay when a turn's phase began, though its snapshot is kept no longer."""

from __future__ import annotations

from typing import Any

from engine import scenarios
from engine.games.game import Game
from engine.games.turn_start import turn_start
from engine.programs import simulate


def test_a_turn_begins_where_it_began_whatever_snapshots_are_left() -> None:
    """Two turns of Artois; then all snapshots but the first and one of the first turn are given
    up, and the second turn's beginning has to be played again."""
    seen: list[dict[str, Any]] = []

    def watch(game: Game) -> None:
        plain = game.snapshots[-1].state
        if plain["turn"] == 23 and not seen:
            seen.append(dict(plain))

    game = simulate.play(
        scenarios.read("artois"), 3, "random", watch, True, simulate.Rules(turns=2)
    )
    assert turn_start(game).to_plain() == seen[0]
    middle = game.snapshots[len([s for s in game.snapshots if s.state["turn"] == 22]) // 2]
    game.snapshots[:] = [game.snapshots[0], middle, game.snapshots[-1]]
    assert turn_start(game).to_plain() == seen[0]


def test_a_game_that_began_in_its_turn_began_where_it_began() -> None:
    game = simulate.play(scenarios.read("artois"), 3, "random", checkpoints=True)
    assert turn_start(game).to_plain() == game.snapshots[0].state
