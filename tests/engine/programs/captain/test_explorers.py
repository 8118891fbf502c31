"""captain overseas: what a discovery is worth to it, and where its explorers go."""

from __future__ import annotations

from typing import Any

import pytest

from engine import scenarios
from engine.games.game import Game
from engine.play.asks import Ask
from engine.programs import bots, score, steady_overseas
from engine.programs.captain import captain, discoveries, explorer_tasks, explorers
from engine.programs.captain.balance import CHARACTERS, EVEN, balance
from engine.programs.captain.thought import Budget
from engine.programs.simulate import new_game
from engine.sequence import voyages as sea
from engine.state import State
from engine.state.stacks import Stack

SHORT = Budget(playouts=1, rounds=0)


def _overseas(campaign: str = "passive") -> State:
    """Spain in the Conquistadors, about to move."""
    state = scenarios.load("conquistadors-1519")
    state.sequence.box, state.sequence.step, state.sequence.rounds = "S2", "movement", ["S2"]
    state.sequence.impulse = [each.id for each in state.diplomacy.alliances].index("spain")
    state.countries["spain"].campaign = campaign  # type: ignore[assignment]
    return state


def _ships(state: State, place: str) -> Stack:
    found = sea.movers(state, "spain")
    return next(stack for key, stack in found.items() if key.startswith(place))


def _asked(scenario: str, who: str) -> tuple[Game, Ask[Any]]:
    """A game at the first campaign of a power."""
    game = new_game(scenarios.read(scenario), 1, True)
    while game.ask is not None and not (game.ask.name == "campaign" and game.ask.who == who):
        game.answer(bots.steady_player(game, game.ask))
    assert game.ask is not None
    return game, game.ask


def test_a_discovery_counts_in_full_at_home_and_in_part_while_it_is_carried() -> None:
    """DIS-04: what is found is worth something when it is brought home; it may be lost before."""
    state = _overseas()
    before, worth = balance(state, "spain").worth, discoveries.zone_worth("azteca-e")
    state.overseas.discoveries["cortes"] = {"azteca-e"}
    carried = balance(state, "spain").worth
    state.overseas.discoveries["balboa"] = {"azteca-e"}
    assert balance(state, "spain").worth == carried
    state.overseas.known["spain"].add("azteca-e")
    state.overseas.discoveries.clear()
    assert carried - before == pytest.approx(worth * score.figures()["carried"] / 100)
    assert balance(state, "spain").worth - before == pytest.approx(worth)


def test_a_province_is_worth_more_than_a_sea_by_the_income_of_its_area() -> None:
    figure = score.figures()
    assert discoveries.zone_worth("sea-gambie") == figure["discovery"]
    assert discoveries.zone_worth("azteca-e") > figure["discovery"]


def test_no_match_counts_a_discovery() -> None:
    """docs/SCORE.md: the score is what it was; the judgement is captain's own."""
    state = _overseas()
    before = score.worth(state, "spain")
    state.overseas.known["spain"].add("azteca-e")
    assert score.worth(state, "spain") == before


def test_explorers_are_paid_for_where_they_gain_more_than_that_costs() -> None:
    game, ask = _asked("conquistadors-1519", "spain")
    found = captain.think(game, ask, SHORT)
    assert found.answer == "passive"
    assert any("Magallanes" in line and line.endswith("ducats.") for line in found.plan.lines)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(explorers, "expected", lambda *_: [])
        idle = captain.think(game, ask, SHORT)
    assert idle.answer == "none"
    assert idle.plan.lines == ("No explorer would find what it costs to look for it.",)


def test_who_sees_an_enemy_does_not_leave_the_campaign_to_the_explorers() -> None:
    game, ask = _asked("spice-route-1498", "portugal")
    state = game.state
    assert explorers.unwatched(state, "portugal")
    enemy = next(unit for unit in state.units.values() if unit.country == "gujarat")
    state.put(enemy, "cotedor-w", "field")
    assert not explorers.unwatched(state, "portugal")
    assert explorers.answer(state, ask, EVEN) is None


def test_one_counter_explores_where_more_would_only_lose_more() -> None:
    """What an exploration costs is a share of what sails, its chance is the same."""
    state = _overseas()
    stack = _ships(state, "andalucia")
    assert len(stack.units) > 1
    best = explorer_tasks.sailing(state, stack, EVEN)
    assert len(best.units) == 1
    assert best.way[-1] == "!explore"
    whole = explorer_tasks.voyage(steady_overseas.sail_of(state, stack, stack.units), EVEN)
    assert best.gain > whole.gain


def test_who_values_discoveries_less_explores_less() -> None:
    state = _overseas()
    gains = [
        explorer_tasks.sailing(state, _ships(state, "andalucia"), CHARACTERS[name]).gain
        for name in ("captain-cautious", "captain", "captain-bold")
    ]
    assert gains == sorted(gains)
    assert gains[0] < gains[1] < gains[2]


def test_nothing_sails_for_what_is_worth_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    state = _overseas()
    monkeypatch.setattr(discoveries, "zone_worth", lambda _: 0)
    assert explorer_tasks.sailing(state, _ships(state, "andalucia"), EVEN) == explorer_tasks.NOWHERE
    assert explorers.expected(state, "spain", EVEN) == []


def _in_mexico() -> State:
    """Cortés and his men in a province that only they know."""
    state = _overseas()
    men = [unit for unit in state.units_at("cuba-w") if unit.land]
    for unit in men:
        state.put(unit, "azteca-e", "field")
    state.put_leader(state.leaders["cortes"], "azteca-e", "field")
    for carrier in (*(str(unit.id) for unit in men), "cortes"):
        state.overseas.discoveries[carrier] = {"azteca-e"}
    return state


@pytest.mark.rule("LDM-02")
def test_a_leader_alone_goes_by_sea_and_brings_home_what_his_troops_cannot() -> None:
    found = explorer_tasks.homeward(_in_mexico(), "spain", "spain", "azteca-e", EVEN)
    assert (found.units, found.leaders) == ((), ("cortes",))
    assert found.gain == pytest.approx(
        (1 - discoveries.carried_share()) * discoveries.zone_worth("azteca-e")
    )
    assert found.line.startswith("Cortés leaves his troops in Azteca E and brings discoveries home")


@pytest.mark.rule("NAT-30")
def test_a_conquistador_whom_natives_follow_counts_them_before_he_goes() -> None:
    state = _in_mexico()
    alone = explorer_tasks.homeward(state, "spain", "spain", "azteca-e", EVEN)
    follower = next(unit for unit in state.units_at("azteca-e") if unit.country == "spain")
    follower.leader, follower.corps = "cortes", "native"
    followed = explorer_tasks.homeward(state, "spain", "spain", "azteca-e", EVEN)
    assert alone.gain - followed.gain == pytest.approx(score.unit_worth(state, follower))
