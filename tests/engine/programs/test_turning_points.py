"""Where a phase turned: found by what moved the forecast, down to one answer with its dice."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import pytest

from engine import scenarios
from engine.games.game import Game
from engine.play.asks import Raw
from engine.programs import bots, score, turning_points
from engine.programs.forecast import Future
from engine.programs.position import Position, game_at, position_before
from engine.programs.simulate import new_game
from engine.programs.turning_points import Search


@cache
def _played() -> Game:
    game = new_game(scenarios.read("cornwall-1642"), 3, True)
    while game.ask is not None:
        game.answer(bots.steady_player(game, game.ask))
    return game


def test_a_position_of_the_past_is_the_one_that_was() -> None:
    played = _played()
    again = new_game(scenarios.read("cornwall-1642"), 3, True)
    for record in range(20):
        laid = game_at(position_before(played, record), 1)
        if laid.ask is not None and played.records[record].answer is not None:
            assert again.ask is not None
            assert laid.position() == again.position()
            again.answer(played.records[record].answer)


@pytest.mark.parametrize("decided", [False, True])
def test_the_one_answer_that_moved_the_forecast_is_found_and_parted(decided: bool) -> None:
    """A forecast that jumps by 100 ducats at the 30th record: by the decision where it jumps with
    that answer given first already, by the dice where it does not."""
    game, at = _played(), 30
    before = [game_at(position_before(game, at - 1), 1).position()]
    power, *_ = powers = score.powers(game.state)

    def played(position: Position, seeds: Sequence[int], first: Sequence[Raw]) -> list[Future]:
        laid = game_at(position, 1)
        gains = {
            each: score.worth(game.state, each).total - score.worth(laid.state, each).total
            for each in powers
        }
        given = decided and bool(first) and laid.position() in before
        gains[power] -= 0 if given or _number(position) >= at else 100
        nothing = frozenset[str]()
        return [Future({}, nothing, nothing, {}, {}, gains, nothing, "S5") for _ in seeds]

    def _number(position: Position) -> int:
        return next(each.record for each in game.snapshots if each.state == position.state) + len(
            position.records
        )

    search = Search(game, played, 2)
    while (record := search.next_moment()) is not None:
        search.look(record)
    assert len(search.values) <= turning_points.MOST
    (found,) = search.turns()
    assert (found.record, found.power, found.change) == (at, power, 100.0)
    assert found.decision == (100.0 if decided else 0.0)
    part = "+100 by the decision, +0" if decided else "+0 by the decision, +100"
    assert found.told().endswith(f"+100 ducats (± 0): {part} by the dice.")


def test_where_nothing_moved_that_is_said() -> None:
    assert turning_points.lines([]) == ["Nothing moved the forecast by more than chance explains."]
