"""The plan of an impulse: its designs, what it answers, when it is made anew."""

from __future__ import annotations

import math
import time
from functools import cache
from typing import Any

import pytest

from engine import scenarios
from engine.games.game import Game
from engine.play.asks import Ask
from engine.programs import bots
from engine.programs.captain import captain, orders, planning, playouts
from engine.programs.captain.balance import EVEN, Balance, balance
from engine.programs.captain.orders import NO_DESIGN, Design, Order
from engine.programs.captain.thought import Budget
from engine.programs.position import game_at, position_of
from engine.programs.simulate import new_game
from engine.state import State, forces, sides

SHORT = Budget(playouts=1, rounds=0)


@cache
def _start() -> Game:
    return new_game(scenarios.read("cornwall-1642"), 1, True)


def _game() -> Game:
    """Cornwall at its first campaign, with dice of its own."""
    found = game_at(position_of(_start()), 1, True)
    while found.ask is not None and found.ask.name != "campaign":
        found.answer(bots.steady_player(found, found.ask))
    return found


def _asked(game: Game) -> Ask[Any]:
    assert game.ask is not None
    return game.ask


def _following(game: Game, design: Design, until: str) -> Game:
    """The game when a design has answered as far as a question of that name."""
    while game.ask is not None and game.ask.name != until:
        said = design.answer(game.state, game.ask)
        game.answer(bots.steady_player(game, game.ask) if said is None else said)
    return game


def _stay(state: State, alliance: str) -> list[Order]:
    return [
        Order(stack.place, tuple(unit.id for unit in stack.units))
        for stack in sides.stacks(state, alliance)
    ]


def test_every_country_may_stay_or_march_and_pays_the_least_that_allows_it() -> None:
    game = _game()
    alliance = sides.phasing_alliance(game.state)
    found = orders.designs(game.state, alliance)
    assert set(found) == set(sides.members(game.state, alliance))
    for country, some in found.items():
        assert len(set(some)) == len(some)
        still = [each for each in some if not any(order.path for order in each.orders)]
        assert {dict(each.campaigns)[country] for each in still} == {"none", "passive"}
        for each in some:
            paid = dict(each.campaigns)[country]
            active = [order for order in each.orders if order.active]
            assert not active or paid not in ("none", "passive")


def test_a_design_answers_with_its_campaign_its_march_and_its_halt() -> None:
    game = _game()
    state, alliance = game.state, sides.phasing_alliance(game.state)
    single = next(
        each
        for each in orders.designs(state, alliance)["parliament"]
        if sum(bool(order.path) for order in each.orders) == 1
    )
    march = next(order for order in single.orders if order.path)
    assert single.answer(state, _asked(game)) == dict(single.campaigns)["parliament"]
    _following(game, single, "next-move")
    assert single.answer(game.state, _asked(game)) == march.place
    _following(game, single, "march")
    assert single.answer(game.state, _asked(game)) == list(march.path)
    game.answer(list(march.path))
    assert not march.waits(game.state)
    halted = next(order for order in single.orders if not order.path)
    _following(game, single, "next-move")
    game.answer(halted.place)
    _following(game, single, "march")
    assert single.answer(game.state, _asked(game)) == []


def test_a_design_leaves_what_it_does_not_name_to_steady() -> None:
    game = _game()
    assert NO_DESIGN.answer(game.state, _asked(game)) is None
    other = Design((("sweden", "none"),))
    assert other.answer(game.state, _asked(game)) is None


def test_two_designs_are_one_and_the_later_one_has_the_country() -> None:
    one = Design((("a", "none"), ("b", "none")), (Order("kent", (1,)),))
    both = one.with_orders(Design((("b", "major"),), (Order("kent", (1,), ("wessex",)),)))
    assert dict(both.campaigns) == {"a": "none", "b": "major"}
    assert [each.path for each in both.orders] == [("wessex",)]


def test_a_plan_is_kept_for_its_impulse_and_is_the_same_again_elsewhere() -> None:
    one, other = _game(), _game()
    first = planning.plan(one, _asked(one), SHORT, EVEN, None)
    again = planning.plan(other, _asked(other), SHORT, EVEN, None)
    assert first == again
    _following(one, first.design, "next-move")
    followed = planning.plan(one, _asked(one), SHORT, EVEN, None)
    assert followed.design == first.design
    assert not followed.lines


def test_a_plan_that_the_position_has_broken_is_made_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = _game()
    made: list[int] = []

    def make(game: Game, *_: object) -> planning.Made:
        made.append(len(game.records))
        return planning.Made(Design((), tuple(_stay(game.state, "parliament"))))

    monkeypatch.setattr(planning, "_made", make)
    first = planning.plan(game, _asked(game), SHORT, EVEN, None)
    _following(game, first.design, "next-move")
    planning.plan(game, _asked(game), SHORT, EVEN, None)
    assert len(made) == 1
    monkeypatch.setattr(Design, "broken", lambda *_: True)
    planning.plan(game, _asked(game), SHORT, EVEN, None)
    assert len(made) == 2


def test_a_stack_that_is_not_where_it_was_to_go_breaks_the_plan() -> None:
    game = _game()
    state, alliance = game.state, sides.phasing_alliance(game.state)
    stack = next(each for each in sides.stacks(state, alliance) if each.place == "gloucester")
    units = tuple(unit.id for unit in stack.units)
    design = Design((), (Order("gloucester", units, ("midlands",)),))
    assert not design.broken(state, alliance)
    moved = State.from_plain(state.to_plain())
    moved.marks.moved.update(units)
    assert design.broken(moved, alliance)


def test_a_plan_is_made_anew_where_what_led_to_it_was_taken_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = _game()
    made: list[int] = []

    def make(game: Game, *_: object) -> planning.Made:
        made.append(len(game.records))
        return planning.Made()

    monkeypatch.setattr(planning, "_made", make)
    for answer in ("none", "passive"):
        game.answer(answer)
        for _ in range(2):
            planning.plan(game, _asked(game), SHORT, EVEN, None)
        game.undo(agreed=True)
    assert made == [1, 1]


def test_the_plan_and_what_else_was_weighed_are_told_with_their_figures() -> None:
    game = _game()
    found = captain.think(game, _asked(game), SHORT)
    assert not found.failed
    assert found.plan.lines[0].startswith("Plan: ")
    others = [line for line in found.plan.lines if line.startswith("Instead: ")]
    assert others
    assert all("ducats" in line and "playout" in line for line in others)


def test_what_moves_last_is_played_on_till_the_enemy_has_answered() -> None:
    """A march of the last alliance of a round is answered in the next round only."""
    game = _game()
    while game.state.sequence.impulse == 0 or _asked(game).name != "campaign":
        game.answer(bots.steady_player(game, _asked(game)))
    start = playouts.begin(game, _asked(game))
    assert start.answered == 1
    seen: list[tuple[int, int]] = []

    def watch(state: State, *_: object) -> Balance:
        seen.append((len(state.sequence.rounds), state.sequence.impulse))
        return Balance(0.0)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(playouts, "balance", watch)
        playouts.playout(start, (), 0, 0, EVEN)
    assert seen == [(start.rounds + 1, 1)]


def test_where_the_clock_has_run_out_the_stacks_are_left_to_steady(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def late(*_: object) -> None:
        raise playouts.OutOfTime

    monkeypatch.setattr(playouts, "playout", late)
    game = _game()
    assert planning.plan(game, _asked(game), SHORT, EVEN, None).design == NO_DESIGN


def test_where_a_playout_takes_too_long_for_a_plan_its_seconds_are_left_to_the_answers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now, played = [0.0], [0]

    def slow(*_: object) -> Balance:
        now[0] += 0.3
        played[0] += 1
        return Balance(0.0)

    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    monkeypatch.setattr(playouts, "playout", slow)
    game = _game()
    made = planning.plan(game, _asked(game), SHORT, EVEN, 1.0)
    assert (made.design, played[0]) == (NO_DESIGN, 1)
    assert made.usual == (Balance(0.0),)


def test_of_designs_as_many_are_weighed_as_there_is_time_for_of_each_country_the_likeliest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A slow machine weighs a few designs rather than none."""
    now = [0.0]
    played: list[Design] = []

    def slow(start: object, first: object, number: int, *more: Any) -> Balance:
        if now[0] + 0.1 > more[2]:
            raise playouts.OutOfTime
        now[0] += 0.1
        played.append(more[3])
        return Balance(0.0)

    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    monkeypatch.setattr(playouts, "playout", slow)
    game = _game()
    made = planning.plan(game, _asked(game), SHORT, EVEN, 1.05)
    drawn = orders.designs(game.state, sides.phasing_alliance(game.state))
    assert now[0] <= 1.05
    firsts = list(drawn.values())
    assert len(firsts) == 2
    assert played[:4] == [NO_DESIGN, firsts[0][0], firsts[1][0], firsts[0][1]]
    assert len(set(played)) == 4
    assert len(made.weighed) > 1


def test_a_design_may_bring_all_that_can_get_there_to_one_place() -> None:
    """Stacks that march to places of their own are beaten one by one."""
    game = new_game(scenarios.read("artois"), 1, True)
    massed: list[Design] = []
    while not massed:
        if _asked(game).name == "campaign":
            found = orders.designs(game.state, sides.phasing_alliance(game.state))
            massed = [each for some in found.values() for each in some if _meet(each)]
        game.answer(bots.steady_player(game, _asked(game)))
    for each in massed:
        units = [number for order in each.orders for number in order.units]
        assert len(units) == len(set(units))
        goal = next(order.path[-1] for order in each.orders if order.path)
        going = [n for order in each.orders if order.path for n in order.units]
        there = [n for order in each.orders if order.place == goal for n in order.units]
        assert forces.within_stacking(game.state.units_by_id([*going, *there]))


def _meet(design: Design) -> bool:
    goals = [order.path[-1] for order in design.orders if order.path]
    return len(goals) > 1 and len(set(goals)) == 1


def test_a_stack_without_supply_is_worth_less() -> None:
    """SAT: want of supply costs strength in every impulse that comes."""
    game = _game()
    state = State.from_plain(game.state.to_plain())
    alliance = sides.alliance_of(state, "royalists")
    before = balance(state, alliance)
    assert math.isfinite(before.worth)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("engine.land.supply.supply_lines.trace_line", lambda *_: None)
        hungry = balance(state, alliance)
    assert hungry != before
