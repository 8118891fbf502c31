"""captain and attrition: massed forces in halves, ships that come home, sieges paid for."""

from __future__ import annotations

from typing import Any

import pytest

from engine import scenarios
from engine.games.game import Game
from engine.programs import bots, steady_on_land
from engine.programs.captain import by_halves, orders, playouts
from engine.programs.captain.balance import EVEN, balance
from engine.programs.captain.homeward import homeward
from engine.programs.captain.orders import Design, Order
from engine.programs.simulate import new_game
from engine.programs.steady_on_land import march_of
from engine.sequence import movement
from engine.state import State, forces, sides
from tests.engine.playing import play, put, tabletop
from tests.engine.sea.afloat import fleet

HOMES = dict.fromkeys(("picardie", "caux", "ile-de-france", "normandie"), "france")


def _table(**fields: Any) -> State:
    fields.setdefault("campaign", "multiple")
    fields.setdefault("owners", {**HOMES, "artois": "spain"})
    return tabletop(**fields)


def _half(state: State, place: str) -> by_halves.Parted | None:
    ask = march_of(state, "france", place)
    assert ask is not None
    return by_halves.parted(ask)


@pytest.mark.rule("MOV-08", "MOV-13")
def test_half_of_a_massed_force_goes_out_and_back() -> None:
    """A massed force rolls even if it does not move; one half that goes out and back avoids it."""
    state = _table(owners=HOMES)
    troops = put(state, "france", "picardie", "A+", "A-", "LD")
    found = _half(state, "picardie")
    assert found is not None
    rest = [unit for unit in troops if unit not in found.half]
    assert not forces.is_massed(state.units_by_id(found.half))
    assert not forces.is_massed(state.units_by_id(rest))
    assert found.way[-1] == "picardie"
    assert len(found.way) == 2


def test_beside_an_enemy_who_may_intercept_it_stays_together() -> None:
    state = _table()
    put(state, "france", "picardie", "A+", "A-", "LD")
    put(state, "spain", "artois", "LD")
    assert _half(state, "picardie") is None


@pytest.mark.rule("MOV-08", "MOV-13")
def test_it_does_so_whenever_a_campaign_is_paid(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It needs no playouts: nobody is near, and nothing else changes."""
    monkeypatch.setattr(steady_on_land, "plan", lambda *_: steady_on_land.STAYS)
    state, fresh = _table(owners=HOMES), _table(owners=HOMES)
    for each in (state, fresh):
        put(each, "france", "picardie", "A+", "A-", "LD")
    found = _half(state, "picardie")
    assert found is not None
    half = [str(number) for number in sorted(found.half)]
    answers = [
        ("next-move", "picardie"), ("mover", half), ("march", list(found.way)),
        ("next-move", "done"),
    ]  # fmt: skip
    asks = play(movement.moves, state, answers).asks
    asked = {ask.name: ask for ask in reversed(asks)}
    assert by_halves.answer(fresh, asked["next-move"], "done") == "picardie"
    assert by_halves.answer(fresh, asked["next-move"], "picardie") is None
    assert by_halves.answer(fresh, asked["mover"], None) == half
    assert by_halves.answer(fresh, asked["march"], []) == list(found.way)
    assert by_halves.answer(state, asked["next-move"], "done") is None  # it is done already


@pytest.mark.rule("MOV-06")
def test_a_force_that_is_not_massed_stays_together() -> None:
    state = _table()
    put(state, "france", "picardie", "A+", "LD")
    assert _half(state, "picardie") is None


@pytest.mark.rule("MOV-13")
def test_a_besieger_is_not_parted() -> None:
    """Returning to a siege is an active move."""
    state = _table()
    put(state, "france", "artois", "A+", "A-", "LD")
    assert _half(state, "artois") is None


@pytest.mark.rule("MOV-08", "MOV-13")
def test_a_design_in_halves_is_answered_as_it_is_meant_and_rolls_no_attrition() -> None:
    state = _table(owners=HOMES)
    units = put(state, "france", "picardie", "A+", "A-", "LD")
    found = _half(state, "picardie")
    assert found is not None
    design = Design((), (Order("picardie", tuple(units), found.way, half=found.half),))
    half = [str(number) for number in sorted(found.half)]
    answers = [
        ("next-move", "picardie"), ("mover", half), ("march", list(found.way)),
        ("next-move", "done"),
    ]  # fmt: skip

    played = play(movement.moves, state, answers)  # without a die
    assert played.phase.state.units[found.half[0]].place == "picardie"
    asked = {ask.name: ask for ask in reversed(played.asks)}
    assert design.answer(state, asked["mover"]) == half
    assert design.answer(state, asked["march"]) == list(found.way)
    assert design.told(state, "france").endswith("half of the stack in Picardie goes out and back")


@pytest.mark.rule("ATS-01")
def test_ships_that_wither_at_sea_may_sail_home() -> None:
    """A naval stack at sea always rolls, moved or not; a stack that stayed in port does not."""
    state = _table(box="W3")
    fleet(state, "france", "sea-manche", "F-: 2 NWD", task="blockade:kent")
    (voyage,) = homeward(state, "france", "france")
    assert sides.controlled_by(state, voyage.path[-1], "france")
    ashore = _table(box="W3")
    fleet(ashore, "france", "normandie", "F-: 2 NWD")
    assert not list(homeward(ashore, "france", "france"))
    assert balance(ashore, "france").board > balance(state, "france").board
    assert "sail to" in voyage.told(state)


@pytest.mark.rule("CAM-A3")
def test_without_a_campaign_a_siege_is_seen_to_end() -> None:
    """No siege under campaign none: such a stack may only redeploy. So what its siege promised is
    lost where it does not pay."""
    game = _besieging()
    ask = game.ask
    assert ask is not None
    alliance = sides.phasing_alliance(game.state)
    start = playouts.begin(game, ask)
    found = {}
    for design in orders.designs(game.state, alliance)[alliance]:
        if not design.moves:
            value = playouts.playout(start, (), 0, 0, EVEN, None, design)
            assert value is not None
            found[dict(design.campaigns)[alliance]] = value
    assert [*found] == ["passive", "none"]  # where there is time for one alone, it is the first
    assert found["none"].money == found["passive"].money + 10
    assert found["none"].worth < found["passive"].worth


def _besieging() -> Game:
    """Artois at a campaign of a besieger."""
    game = new_game(scenarios.read("artois"), 1, True)
    while game.ask is not None:
        ask, state = game.ask, game.state
        phasing = sides.phasing_alliance(state)
        sieges = [each for each in state.land.sieges.values() if each.alliance == phasing]
        if ask.name == "campaign" and sieges and {"none", "passive"} <= {*ask.offers()}:
            return game
        game.answer(bots.steady_player(game, ask))
    raise AssertionError("nobody besieged")
