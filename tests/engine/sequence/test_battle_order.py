"""Which battles are fought, and what is said of those that are not."""

from __future__ import annotations

import pytest

from engine.sequence import battle_order
from tests.engine.playing import play, put, tabletop
from tests.engine.sea.afloat import fleet, sea_table


@pytest.mark.rule("BAT-01", "INT-16")
def test_a_battle_that_finds_nobody_any_more_says_so() -> None:
    """Text 1733: all battles caused by the movement are resolved; who was locked in one and is not
    there any more fights none, and that is told."""
    state = tabletop(step="battles", contested=["artois"])
    put(state, "france", "artois", "LD")
    assert "No battle is fought in Artois" in play(battle_order.battles, state).told
    state = sea_table(step="battles")
    ships = fleet(state, "england", "sea-manche", "NWD")
    state.marks.naval_battles = [("sea-manche", ships, [99])]
    told = play(battle_order.battles, state).told
    assert told == "No battle is fought in English Channel: one side has nobody left there."
