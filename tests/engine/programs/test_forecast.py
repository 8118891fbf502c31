"""What will probably come of a game: the position is not touched, and its dice are not known."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from engine import scenarios
from engine.games.game import Game
from engine.play.asks import Die
from engine.programs import bots, forecast, simulate
from engine.programs.position import game_at, position_of
from engine.state import known_zones, sides


def begun(decisions: int, seed: int = 3) -> Game:
    game = simulate.new_game(scenarios.read("artois"), seed, True)
    steady = bots.player("steady")
    for _ in range(decisions):
        assert game.ask is not None
        game.answer(steady(game, game.ask))
    return game


def foreseen(game: Game, games: int) -> dict[str, Any]:
    position = position_of(game)
    return forecast.summary([forecast.future(position, seed) for seed in forecast.seeds(games)])


@pytest.fixture(scope="module")
def game() -> Game:
    return begun(40)


def test_a_forecast_leaves_the_game_as_it_is(game: Game) -> None:
    before, records, ask = game.position(), len(game.records), game.ask
    foreseen(game, 2)
    assert game.position() == before
    assert len(game.records) == records
    assert game.ask is ask


def test_it_is_laid_out_where_the_game_stands_in_the_middle_of_a_move(game: Game) -> None:
    for decisions in (0, 1, 17, 33):
        here = begun(decisions)
        laid = game_at(position_of(here), 99)
        assert laid.position() == here.position()
        assert laid.ask is not None
        assert here.ask is not None
        assert (laid.ask.name, laid.ask.who) == (here.ask.name, here.ask.who)


def test_it_does_not_know_the_dice_to_come(game: Game) -> None:
    """Two games that differ in nothing but the seed of their dice have one forecast."""
    other = begun(40)
    other.header["seed"] = 12345
    assert foreseen(game, 1) == foreseen(other, 1)


def test_a_forecast_says_what_falls_when_and_what_it_costs(game: Game) -> None:
    found = foreseen(game, 3)
    assert (found["games"], found["failed"]) == (3, 0)
    assert sum(found["ends"].values()) == pytest.approx(1)
    for chance in found["fortresses"].values():
        assert chance["falls"] == pytest.approx(sum(chance["by"].values()))
        low, high = chance["interval"]
        assert low <= chance["falls"] <= high
    assert set(found["powers"]) == {"france", "spain"}
    told = "\n".join(forecast.forecast_lines(found))
    assert told.startswith("3 games played on to the end of the phase by programs:")
    assert "the last round: " in told


def test_an_answer_that_is_given_first_is_compared_with_the_same_dice() -> None:
    """The usual answer changes nothing, so no dice differ; another one does, and a refused one is
    no future at all."""
    game = begun(0)
    while game.ask is not None and game.ask.name != "campaign":
        game.answer(bots.steady_player(game, game.ask))
    assert game.ask is not None
    position = position_of(game)
    usual = bots.steady_player(game, game.ask)
    other = next(each for each in game.ask.offers() if each != usual)
    wanted = list(forecast.seeds(1))
    as_is = [forecast.future(position, seed) for seed in wanted]
    same = [forecast.future(position, seed, first=[usual]) for seed in wanted]
    assert as_is == same
    assert not any(forecast.compared(as_is, same).values())
    assert forecast.compared_lines("The same", forecast.compared(as_is, same))[1:] == [
        "  nothing differs."
    ]
    differs = [forecast.future(position, seed, first=[other]) for seed in wanted]
    found = forecast.compared(as_is, differs)
    assert set(found["worth"]) <= {"france", "spain"}
    assert found["worth"]
    assert forecast.future(position, 1, first=["nonsense"]) is None


def test_what_a_power_does_not_know_is_not_in_its_forecast() -> None:
    """In the middle of a move too: the answers since are given again, and the same is asked."""
    game = simulate.new_game(scenarios.read("spice-route-1498"), 1, True)
    checked = 0
    for _ in range(400):
        ask = game.ask
        assert ask is not None
        seen = known_zones.seen_by(game.state, ask.who)
        hidden = {
            unit.id for unit in game.state.units.values()
            if unit.place and unit.place not in seen
            and sides.decider(game.state, unit.country) != ask.who
        }  # fmt: skip
        if hidden and game.snapshots[-1].record < len(game.records):
            laid = game_at(position_of(game, ask.who), 1)
            assert not hidden & laid.state.units.keys()
            assert laid.ask is not None
            assert (laid.ask.name, laid.ask.who, laid.ask.question) == (
                ask.name,
                ask.who,
                ask.question,
            )
            checked += 1
            if checked == 3:
                return
        game.answer(bots.steady_player(game, ask))
    pytest.fail("nobody hid anything in the middle of a move")


def test_a_process_beside_a_screen_answers_each_line_with_a_future() -> None:
    position = position_of(begun(0))
    asked = [json.dumps(list(position)), json.dumps([7, []]), json.dumps([7, ["nonsense"]])]
    out = io.StringIO()
    forecast.answer_lines(io.StringIO("\n".join(asked)), out)
    one, other = map(json.loads, out.getvalue().splitlines())
    assert forecast.Future.from_plain(one) == forecast.future(position, 7)
    assert other is None


def test_a_game_goes_on_from_where_players_threw_their_own_dice() -> None:
    """Dice that were typed since the last boundary are answers; from there on they are rolled."""
    game = simulate.new_game(scenarios.read("artois"), 1, True)
    game.header["dice"] = "typed"
    thrown = 0
    while game.ask is not None and (thrown < 2 or game.is_clean):
        if isinstance(game.ask, Die):
            thrown += 1
            game.answer(5)
        else:
            game.answer(bots.steady_player(game, game.ask))
    found = game_at(position_of(game), 3)
    assert not isinstance(found.ask, Die)
    assert game.header["dice"] == "typed"
