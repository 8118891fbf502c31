"""What will probably come of a game: the position is not touched, and its dice are not known."""

from __future__ import annotations

import pytest

from engine import scenarios
from engine.games.game import Game
from engine.programs import bots, forecast, simulate


def begun(decisions: int, seed: int = 3) -> Game:
    game = simulate.new_game(scenarios.read("artois"), seed, True)
    steady = bots.player("steady")
    for _ in range(decisions):
        assert game.ask is not None
        game.answer(steady(game, game.ask))
    return game


@pytest.fixture(scope="module")
def game() -> Game:
    return begun(40)


def test_a_forecast_leaves_the_game_as_it_is(game: Game) -> None:
    before, records, ask = game.position(), len(game.records), game.ask
    forecast.forecast(game, 2)
    assert game.position() == before
    assert len(game.records) == records
    assert game.ask is ask


def test_it_is_laid_out_where_the_game_stands_in_the_middle_of_a_move(game: Game) -> None:
    for decisions in (0, 1, 17, 33):
        here = begun(decisions)
        laid = forecast.game_at(forecast.position_of(here), 99)
        assert laid.position() == here.position()
        assert laid.ask is not None
        assert here.ask is not None
        assert (laid.ask.name, laid.ask.who) == (here.ask.name, here.ask.who)


def test_it_does_not_know_the_dice_to_come(game: Game) -> None:
    """Two games that differ in nothing but the seed of their dice have one forecast."""
    other = begun(40)
    other.header["seed"] = 12345
    assert forecast.forecast(game, 4) == forecast.forecast(other, 4)


def test_a_forecast_says_what_falls_when_and_what_it_costs(game: Game) -> None:
    found = forecast.forecast(game, 6)
    assert (found["games"], found["failed"]) == (6, 0)
    assert sum(found["ends"].values()) == pytest.approx(1)
    for chance in found["fortresses"].values():
        assert chance["falls"] == pytest.approx(sum(chance["by"].values()))
        low, high = chance["interval"]
        assert low <= chance["falls"] <= high
    assert set(found["powers"]) == {"france", "spain"}
    told = "\n".join(forecast.forecast_lines(found))
    assert told.startswith("6 games played on to the end of the phase by programs:")
    assert "the last round: " in told


def test_two_forecasts_of_one_position_are_the_same(game: Game) -> None:
    assert forecast.forecast(game, 3) == forecast.forecast(game, 3)
