"""captain: it weighs answers by playouts, sees what a player sees, and never stops a game."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from engine import scenarios
from engine.games.game import Game
from engine.play.asks import Raw
from engine.programs import bots
from engine.programs.captain import advice, candidates, captain, planning, playouts
from engine.programs.captain.balance import CHARACTERS, EVEN, Balance, balance, falls
from engine.programs.captain.orders import NO_DESIGN
from engine.programs.captain.thought import Budget, Thought, short_label
from engine.programs.simulate import new_game
from engine.state import State, known_zones, sides

SHORT = Budget(playouts=1, rounds=0)


def _at(scenario: str, question: str, seed: int = 1) -> Game:
    """A game that steady has played to the first question of that name."""
    game = new_game(scenarios.read(scenario), seed, True)
    while game.ask is not None and game.ask.name != question:
        game.answer(bots.steady_player(game, game.ask))
    assert game.ask is not None
    return game


@cache
def _campaign() -> Game:
    return _at("cornwall-1642", "campaign")


def test_a_thought_leaves_the_game_as_it_was_and_is_the_same_again() -> None:
    game = _campaign()
    assert game.ask is not None
    before, records = game.position(), len(game.records)
    first = captain.think(game, game.ask, SHORT)
    assert not first.failed
    assert first == captain.think(game, game.ask, SHORT)
    assert (game.position(), len(game.records)) == (before, records)
    assert game.ask.is_legal(first.answer)


def test_the_alternatives_are_told_with_their_figures_the_best_first() -> None:
    game = _campaign()
    assert game.ask is not None
    plan = captain.think(game, game.ask, SHORT).plan
    worths = [each.worth for each in plan.alternatives]
    assert len(worths) > 1
    assert worths == sorted(worths, reverse=True)
    for each in plan.alternatives:
        counted = "1 playout" if each.playouts == 1 else f"{each.playouts} playouts"
        assert each.told().endswith(counted)


def test_advice_says_how_much_better_it_is_than_what_the_player_is_about_to_do() -> None:
    game = _campaign()
    assert game.ask is not None
    dearest = game.ask.offers()[-1]
    found = advice.advise(game, game.ask, SHORT, mine=dearest)
    assert found.better_by is not None
    assert found.better_by >= 0 or found.answer == dearest
    assert any(line.startswith(short_label(game.ask.label(dearest))) for line in found.why)


def test_what_a_player_is_about_to_do_must_be_legal() -> None:
    game = _campaign()
    assert game.ask is not None
    with pytest.raises(ValueError, match="nonsense"):
        advice.advise(game, game.ask, SHORT, mine="nonsense")


def test_a_captain_that_fails_answers_as_steady_does_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("made to fail")

    monkeypatch.setattr(playouts, "begin", fail)
    game = _at("cornwall-1642", "campaign")
    assert game.ask is not None
    found = captain.think(game, game.ask, SHORT)
    assert found.answer == bots.steady_player(game, game.ask)
    assert "made to fail" in found.failed
    assert "steady" in found.failed


def test_seconds_end_the_thinking_between_two_answers_of_a_playout(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    @dataclass
    class Clock:
        now: float = 0.0

        def __call__(self) -> float:
            self.now += 0.1
            return self.now

    clock = Clock()
    monkeypatch.setattr(time, "monotonic", clock)
    game = _campaign()
    assert game.ask is not None
    found = captain.think(game, game.ask, Budget(1000, 1.0, 0))
    assert not found.failed
    assert clock.now < 1.3


def test_what_others_have_where_a_player_does_not_see_is_not_in_the_playouts() -> None:
    game = _at("spice-route-1498", "next-move")
    assert game.ask is not None
    power = game.ask.who
    start = playouts.begin(game, game.ask)
    state = State.from_plain(start.position.state)
    seen = known_zones.seen_by(game.state, power)
    hidden = [
        unit.id
        for unit in game.state.units.values()
        if unit.place and unit.place not in seen
        and sides.decider(game.state, unit.country) != power
    ]  # fmt: skip
    assert not state.units.keys() & set(hidden)
    assert playouts.playout(start, [], 0, 0, EVEN) is not None


def test_the_dice_of_playouts_are_not_the_games() -> None:
    game = _campaign()
    assert game.ask is not None
    start = playouts.begin(game, game.ask)
    seeds = {playouts.dice_of(start, number) for number in range(100)}
    assert len(seeds) == 100
    assert game.header["seed"] not in seeds


class _Told:
    """Playouts whose balances a test tells: by the first answer, those of its dice in their
    order. What is gained is `saved` money, or lies on the board."""

    saved = False

    def __init__(
        self, patch: pytest.MonkeyPatch, usual: Raw, other: Raw, gains: list[float]
    ) -> None:
        self.usual, self.other, self.gains = usual, other, gains
        self.played: list[tuple[Raw, int]] = []
        patch.setattr(planning, "plan", lambda *_: planning.Made())
        patch.setattr(candidates, "alternatives", lambda *_: [other])
        patch.setattr(playouts, "playout", self.playout)

    def playout(self, start: object, first: list[Raw], number: int, *_: object) -> Balance:
        self.played.append((first[0], number))
        dice = 100.0 * number
        gain = self.gains[number % len(self.gains)] if first[0] == self.other else 0.0
        return Balance(dice + gain, gain if self.saved else 0.0)


def _weighed(
    patch: pytest.MonkeyPatch, gains: list[float], playouts_of_each: int = 2, saved: bool = False
) -> tuple[Thought, _Told]:
    game = _campaign()
    assert game.ask is not None
    usual = bots.steady_player(game, game.ask)
    other = next(
        each for each in reversed(game.ask.offers()) if each not in (usual, "none", "passive")
    )
    told = _Told(patch, usual, other, gains)
    told.saved = saved
    return captain.think(game, game.ask, Budget(playouts_of_each)), told


def test_what_two_dice_show_is_played_out_further_before_it_is_believed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A storm that twice goes well may as well fail: it is thrown again before the usual answer
    gives way."""
    thought, told = _weighed(monkeypatch, [40.0, 60.0, -80.0, -90.0])
    assert not thought.failed
    assert thought.answer == told.usual
    assert len(told.played) > 4


def test_what_is_saved_to_the_ducat_with_all_dice_needs_no_more_of_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    thought, told = _weighed(monkeypatch, [10.0])
    assert thought.answer == told.other
    assert len(told.played) == 4


def test_where_there_is_time_for_one_playout_a_campaign_that_brings_nothing_is_not_paid(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A game of Burgundy: no campaign was 50 ducats better with one playout, which was nothing but
    the price of the usual one; that was paid, and moved nobody."""
    thought, told = _weighed(monkeypatch, [50.0], 1, saved=True)
    assert thought.answer == told.other
    thought, told = _weighed(monkeypatch, [50.0, -50.0], 1)
    assert thought.answer == told.usual


def test_a_great_gain_with_all_dice_is_believed_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    thought, told = _weighed(monkeypatch, [200.0, 150.0])
    assert thought.answer == told.other
    assert len(told.played) == 4


def test_a_doubtful_gain_is_played_out_no_further_than_four_times_the_budget(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    thought, told = _weighed(monkeypatch, [120.0, -100.0])
    assert thought.answer == told.usual
    assert len(told.played) == 2 * 4 * 2


def test_what_the_plan_played_out_is_not_played_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The plan begins with the usual answers and the same dice: where none is followed, those are
    the first playouts of the usual answer."""
    real, seen = playouts.playout, []

    def watch(*given: Any, **named: Any) -> Balance | None:
        found = real(*given, **named)
        seen.append((given[1], given[2], found))
        return found

    monkeypatch.setattr(playouts, "playout", watch)
    monkeypatch.setattr(planning._Search, "ahead", lambda _: NO_DESIGN)
    game = _at("cornwall-1642", "campaign", seed=3)
    assert game.ask is not None
    thought = captain.think(game, game.ask, SHORT)
    usual = bots.steady_player(game, game.ask)
    assert not thought.failed
    assert any(list(first) not in ([], [usual]) for first, _, _ in seen)
    assert not [number for first, number, _ in seen if list(first) == [usual] and number == 0]
    monkeypatch.undo()
    start = playouts.begin(game, game.ask)
    planned = next(found for first, number, found in seen if not first and number == 0)
    assert planned == playouts.playout(start, [usual], 0, 0, EVEN)


def test_playouts_give_no_time_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """The screen takes its turn when it needs it; on a busy machine a thinker who stands back at
    every answer of a playout gets none of its own second."""

    def fail(_: float) -> None:
        raise AssertionError("slept")

    monkeypatch.setattr(time, "sleep", fail)
    game = _campaign()
    assert game.ask is not None
    assert playouts.playout(playouts.begin(game, game.ask), [], 0, 0, EVEN) is not None


def test_characters_weigh_the_same_position_differently() -> None:
    state = _campaign().state
    one, other = (each.id for each in state.diplomacy.alliances[:2])
    found = {name: balance(state, one, each) for name, each in CHARACTERS.items()}
    assert len(set(found.values())) == len(CHARACTERS)
    assert balance(state, one).worth == pytest.approx(-balance(state, other).worth)


def test_a_running_siege_counts_by_its_chance() -> None:
    game = _at("artois", "siege-action")
    place = next(iter(game.state.land.sieges))
    assert 0 <= falls(game.state, place) <= 1


def test_page_answers_as_steady_does_but_for_every_third_judgement() -> None:
    """Campaigns are among them: to pay for none is no weakness."""
    game = _campaign()
    assert game.ask is not None
    erred = 0
    for seed in range(60):
        game.header["seed"] = seed
        answer = bots.player("page")(game, game.ask)
        assert game.ask.is_legal(answer)
        erred += answer != bots.steady_player(game, game.ask)
    game.header["seed"] = 1
    assert 8 <= erred <= 26


def test_every_program_is_found_by_its_name() -> None:
    assert {"page", "steady", "captain", "captain-bold"} <= bots.PLAYERS.keys()
    with pytest.raises(ValueError, match="is not a program"):
        bots.player("general")


def test_levies_still_to_be_paid_are_money_spent() -> None:
    """The clean-up takes the cost of recruits (LEV-12); till then the treasury is whole, and troops
    would seem to cost nothing."""
    state = scenarios.read("artois").state()
    alliance = sides.alliance_of(state, "spain")
    before = balance(state, alliance)
    state.countries["spain"].recruited_cost = 40
    assert balance(state, alliance).worth == before.worth - 40
    assert balance(state, alliance).board == before.board
