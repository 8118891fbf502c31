"""Variants in the Military phase: stacking between neutrals, supply from revolts."""

import pytest

from engine.land.ground import loss_ways, stacking
from engine.land.supply import supply_lines
from engine.state import State, forces, sides
from engine.state.land import Revolt
from tests.engine.playing import play, put, tabletop

TABLE = {"france": ["france", "savoy"], "spain": ["spain"], "venice": ["venice"]}


def crowded(*variants: str, other: str = "venice") -> State:
    """France with a full stack in Picardie, and an army of another country beside it."""
    state = tabletop(alliances=TABLE, variants=list(variants))
    put(state, "france", "picardie", "A+", "A+")
    put(state, other, "picardie", "A+")
    return state


def held(state: State) -> int:
    return sides.stack(state, "picardie", "france").thirds


@pytest.mark.rule("EUV-STK-01")
def test_neutrals_leave_each_others_limit_alone() -> None:
    state = crowded("neutral-stacking")
    play(stacking.enforce_stacking, state, (), (), "picardie", "france")
    assert held(state) == forces.MOST_THIRDS
    state = crowded()
    play(stacking.enforce_stacking, state, [("over-stacking", "1:12")], (), "picardie", "france")
    assert held(state) == forces.MOST_THIRDS - 12, "without it they share one limit"


@pytest.mark.rule("EUV-STK-02")
@pytest.mark.parametrize("variants", [(), ("neutral-stacking",)])
def test_allies_share_a_limit_and_enemies_have_their_own(variants: tuple[str, ...]) -> None:
    state = crowded(*variants, other="spain")
    play(stacking.enforce_stacking, state, (), (), "picardie", "france")
    assert held(state) == forces.MOST_THIRDS
    state = crowded(*variants, other="savoy")
    assert held(state) == forces.MOST_THIRDS + 12
    ways = loss_ways.payments(state, sides.stack(state, "picardie", "france").units, 0, mend=True)
    play(stacking.enforce_stacking, state, [("over-stacking", ways[0].key)], (), "picardie",
         "france")  # fmt: skip
    assert held(state) <= forces.MOST_THIRDS


def revolt(*variants: str, side: str = "france") -> State:
    """A French detachment in Toledo, far from home, beside a revolt in Caceres."""
    state = tabletop(variants=list(variants), owners={"caceres": "spain"})
    put(state, "france", "toledo", "LD")
    state.land.revolts["caceres"] = [Revolt("revolt", "-", side)]
    return state


def source(state: State) -> str:
    units = sides.stack(state, "toledo", "france").units
    line = supply_lines.trace_line(state, units, "toledo", "france")
    return line.source if line else ""


@pytest.mark.rule("EUV-REV-01")
def test_a_friendly_revolt_is_a_source() -> None:
    assert source(revolt("revolt-supply")) == "caceres"
    assert source(revolt()) == ""
    assert source(revolt("revolt-supply", side="")) == ""
    assert source(revolt("revolt-supply", side="spain")) == ""


@pytest.mark.rule("EUV-REV-02")
def test_only_while_no_enemy_unit_is_there() -> None:
    for position in ("field", "inside"):
        state = revolt("revolt-supply")
        assert sides.fortress_level(state, "caceres"), "the fortress itself is not a unit"
        assert source(state) == "caceres"
        put(state, "spain", "caceres", "LD", position=position)
        assert source(state) == ""


@pytest.mark.rule("EUV-REV-02", "EUV-TERM-21")
def test_a_leader_alone_is_a_unit_too() -> None:
    state = revolt("revolt-supply")
    put(state, "spain", "caceres", leader="don-juan")
    assert not state.units_at("caceres")
    assert source(state) == ""
