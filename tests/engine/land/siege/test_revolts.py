"""Fights against revolts and rebellions, and what each modifier is worth."""

from __future__ import annotations

from typing import Any

import pytest

from engine.facts import countries
from engine.land.siege import revolts
from engine.modifiers import total
from engine.state import State, sides
from engine.state.land import Revolt
from tests.engine.playing import play, put, tabletop


def values(state: State, place: str = "champagne") -> dict[str, int]:
    found = revolts.modifiers(state, place, "france")
    return {modifier.rule: modifier.value for modifier in found}


def revolted(*counters: Revolt, place: str = "champagne", **fields: Any) -> State:
    return tabletop(step="siege", revolts={place: list(counters)}, **fields)


@pytest.mark.rule("REV-01", "REV-02")
def test_eight_with_modifiers_takes_one_side() -> None:
    state = revolted(Revolt("revolt", "+"))
    put(state, "france", "champagne", "A-", "LD")  # +3 for the LD, -2 for the +
    played = play(revolts.fight, state, [], {"france.revolt": 7}, "champagne", "france")
    assert played.result is True
    assert state.land.revolts["champagne"] == [Revolt("revolt", "-")]
    played = play(revolts.fight, state, [], {"france.revolt": 4}, "champagne", "france")
    assert played.result is False
    assert state.land.revolts["champagne"] == [Revolt("revolt", "-")]
    play(revolts.fight, state, [], {"france.revolt": 5}, "champagne", "france")
    assert "champagne" not in state.land.revolts


@pytest.mark.rule("REV-01")
def test_a_natural_ten_succeeds_whatever_the_modifiers() -> None:
    state = revolted(Revolt("revolt", "+"), Revolt("revolt", "+"), place="normandie")
    put(state, "france", "normandie", "LD")
    assert total(revolts.modifiers(state, "normandie", "france")) == 1 - 3 - 4
    played = play(revolts.fight, state, [], {"france.revolt": 10}, "normandie", "france")
    assert played.result is True
    assert "beat the revolt back (10 -6 = 4, a natural 10)" in played.told


@pytest.mark.rule("REV-02")
def test_the_controller_of_the_troops_picks_the_counter() -> None:
    state = revolted(Revolt("revolt", "+"), Revolt("revolt", "-"))
    put(state, "france", "champagne", "A+")
    play(revolts.fight, state, [("revolt-counter", "1")], {"france.revolt": 10},
         "champagne", "france")  # fmt: skip
    assert state.land.revolts["champagne"] == [Revolt("revolt", "+")]


@pytest.mark.rule("REV-03", "REV-04", "REV-A1")
def test_each_ld_counts_and_a_pasha_as_one() -> None:
    state = tabletop(
        alliances={"turkey": ["turkey"], "spain": ["spain"]},
        revolts={"champagne": [Revolt("revolt", "-")]},
    )
    put(state, "turkey", "champagne", "A+", "A-", "LD")
    put(state, "turkey", "champagne", "PASHA", size=4)
    found = {
        modifier.rule: modifier.value
        for modifier in revolts.modifiers(state, "champagne", "turkey")
    }
    assert found["REV-03"] == 7
    assert found["REV-04"] == 1


@pytest.mark.rule("REV-05", "REV-06", "REV-11")
def test_the_manoeuvre_of_both_leaders_counts_and_nobody_is_replaced() -> None:
    state = revolted(Revolt("rebellion", "-", leader="duque-de-alva"))
    put(state, "france", "champagne", "LD", leader="bayard")
    assert values(state) == {"REV-03": 1, "REV-05": 1, "REV-06": -3}
    state = revolted(Revolt("revolt", "-"))
    put(state, "france", "champagne", "LD")
    assert values(state) == {"REV-03": 1}
    play(revolts.fight, state, [], {"france.revolt": 1}, "champagne", "france")


@pytest.mark.rule("REV-07", "REV-08")
def test_a_fortress_counts_with_its_garrison_when_it_is_a_friend_of_the_revolt() -> None:
    state = revolted(Revolt("rebellion", "-", country="spain"), controllers={"champagne": "spain"})
    put(state, "france", "champagne", "LD")
    put(state, "spain", "champagne", "A-", "LD", position="inside")
    assert values(state) == {"REV-03": 1, "REV-07": -2, "REV-08": -3}
    state.land.revolts["champagne"][0].country = ""
    assert values(state) == {"REV-03": 1}


@pytest.mark.rule("REV-09", "REV-10", "REV-A2")
def test_rough_land_and_every_plus_counter_help_the_revolt() -> None:
    state = revolted(
        Revolt("revolt", "+"), Revolt("rebellion", "+"), Revolt("revolt", "-"), place="normandie"
    )
    put(state, "france", "normandie", "LD")
    assert values(state, "normandie") == {"REV-03": 1, "REV-09": -3, "REV-10": -4}


def test_a_friendly_rebellion_is_no_enemy() -> None:
    state = revolted(Revolt("rebellion", "+", country="france"))
    assert sides.unfriendly_revolts(state, "champagne", "france") == []
    assert len(sides.unfriendly_revolts(state, "champagne", "spain")) == 1
    assert sides.is_friendly(state, "champagne", "france")
    state.land.revolts["champagne"].append(Revolt("revolt", "-"))
    assert not sides.is_friendly(state, "champagne", "france"), "the other one is nobody's friend"


@pytest.mark.rule("REV-06")
def test_of_several_rebels_the_best_leads() -> None:
    """Alba has 3 and Bayard 1: the higher counts, in whatever order the counters lie."""
    for first, second in (("duque-de-alva", "tremoille"), ("tremoille", "duque-de-alva")):
        state = revolted(
            Revolt("rebellion", "-", leader=first), Revolt("revolt", "-", leader=second)
        )
        put(state, "france", "champagne", "LD")
        best = max(countries.leader(name).manoeuvre for name in (first, second))
        worst = min(countries.leader(name).manoeuvre for name in (first, second))
        assert best > worst
        assert values(state)["REV-06"] == -best
