"""Exact odds of assaults."""

from __future__ import annotations

from itertools import product

import pytest

from engine.adjudicator.kind import run_procedure
from engine.land.siege import assault, siege_odds
from engine.land.siege.assault import Walls
from tests.engine.fighting import Script, side, storm


def test_odds_of_an_assault() -> None:
    one = side("BESIEGER", "france", "IV", "A+ A-", "242", "arquebus", veteran=True)
    other = side("BESIEGED", "spain", "III", "LD", "311", "arquebus")
    setup = assault.setup(Walls(1, "III"), one, other)
    joint = siege_odds.assault(setup)
    found: dict[tuple[str, tuple[int, int]], int] = {}
    for fire, enemy in product(range(1, 11), repeat=2):
        for shock, return_shock in product(range(1, 11), repeat=2):
            dice = {
                "BESIEGER.fire": fire, "BESIEGED.fire": enemy,
                "BESIEGER.shock": shock, "BESIEGED.shock": return_shock,
            }  # fmt: skip
            try:
                end = storm(setup, dice)
            except AssertionError:
                # A side routed by the Fire leaves its Shock die unused.
                asked = {"BESIEGER.fire", "BESIEGED.fire"}
                script = Script(dice)
                end = run_procedure(assault.assault(setup, script.roll))
                assert asked <= set(script.asked)
            key = end.why, end.lost
            found[key] = found.get(key, 0) + 1
    exact = joint.spread(lambda outcome: (outcome.why, outcome.lost))
    assert {key: count / 10**4 for key, count in found.items()} == pytest.approx(exact)
