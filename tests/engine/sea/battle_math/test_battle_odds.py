"""Exact odds of battles at sea against battles fought with dice, and against one another."""

from __future__ import annotations

import random
from fractions import Fraction
from math import sqrt
from typing import Any

import pytest

from engine.chances.distribution import Joint, mix
from engine.chances.steps import Pending, run_procedure
from engine.combat.fight import fight
from engine.combat.major_battle import Ended
from engine.facts import tables
from engine.modifiers import Modifier
from engine.sea.battle_math import battle, fleet_in_battle, losses
from engine.sea.battle_math import battle_odds as sea_odds
from engine.sea.battle_math.fleet_in_battle import Fleet, Waters
from tests.engine.sea.at_sea import fleet, prepared

HELD = ("6 NWD NTD", "10 NGD 2 VGD", "3 NWD 2 NDE", "2 NGD NWD", "14 NWD", "4 NTD", "NDE", "8 NGD")


def random_battle(seed: int) -> tuple[Fleet, Fleet, Waters, dict[str, bool]]:
    """Two fleets of any ships and technology, and the decisions of their sides."""
    dice = random.Random(seed)
    both = []
    for name in ("A", "B"):
        digits = "".join(str(dice.randint(0, 5)) for _ in range(3))
        one = fleet(name, dice.choice(HELD), digits, veteran=dice.random() < 0.5)
        technology = dice.choice(tables.NAVAL_TECHNOLOGIES[1:])
        both.append(
            one._replace(technology=technology, line=dice.choice(fleet_in_battle.lines(one.ships)))
        )
    names = [
        f"{name}.{what}" for name in "AB" for what in ("retreat1", "break_fire1", "break_fire2")
    ]
    decisions = {name: dice.random() < 0.3 for name in names}
    waters = Waters(dice.choice((10, 30, 50)), dice.random() < 0.5, dice.random() < 0.5)
    return both[0], both[1], waters, decisions


def exact(seed: int) -> Joint[Ended]:
    one, other, waters, decisions = random_battle(seed)
    ways = sea_odds.wind(one, other)
    setups = [(weight, battle.setup(waters, *fleets)) for weight, *fleets in ways]
    return mix((weight, joint) for weight, _, joint in sea_odds.battles(setups, decisions))


def fought(seed: int, dice: random.Random) -> Ended:
    """The outcome of one battle with dice, through the procedures."""
    one, other, waters, decisions = random_battle(seed)

    async def roll(name: str, modifiers: tuple[Modifier, ...], purpose: str) -> int:
        return dice.randint(1, 10)

    async def decide(name: str, question: str, pending: Pending) -> bool:
        return decisions[name]

    one, other = run_procedure(battle.windward(one, other, roll))
    setup = battle.setup(waters, one, other)
    found = run_procedure(fight(setup, roll, decide))
    tolls = [
        losses.toll(force.side, found.suffered(at), found.winner == at, {})
        for at, force in enumerate(setup.forces)
    ]
    return Ended(
        found.winner,
        (found.routed(0), found.routed(1)),
        (tolls[0].lost, tolls[1].lost),
        (tolls[0].gone >= setup.forces[0].strength, tolls[1].gone >= setup.forces[1].strength),
    )


@pytest.mark.parametrize("seed", range(5))
def test_odds_at_sea_agree_with_battles_fought(seed: int) -> None:
    samples, joint, dice = 500, exact(seed), random.Random(seed + 1)
    counts: dict[Ended, int] = {}
    for _ in range(samples):
        outcome = fought(seed, dice)
        counts[outcome] = counts.get(outcome, 0) + 1
    sampled = Joint(counts)
    figures: list[Any] = [
        lambda outcome: outcome.winner,
        lambda outcome: outcome.routed,
        lambda outcome: outcome.lost[0],
        lambda outcome: outcome.lost[1],
        lambda outcome: outcome.destroyed,
    ]
    for read in figures:
        ours, theirs = joint.spread(read), sampled.spread(read)
        assert set(theirs) <= set(ours)
        for value, chance in ours.items():
            error = sqrt(chance * (1 - chance) / samples)
            assert abs(theirs.get(value, 0.0) - chance) <= 4 * error + 1e-9


def test_battles_taken_together_have_the_odds_of_each_apart() -> None:
    waters = Waters(40)
    setups = []
    for weight, digits in ((1, "222"), (2, "242"), (3, "225"), (4, "622")):
        one = fleet("A", "6 NWD", digits, technology="battery")
        other = fleet("B", "5 NWD", technology="nao-galleon")
        setups += [
            (weight * chance, battle.setup(waters, *both))
            for chance, *both in sea_odds.wind(one, other)
        ]
    decisions = {"B.break_fire1": True, "B.retreat1": True}
    together = mix((weight, joint) for weight, _, joint in sea_odds.battles(setups, decisions))
    apart = mix((weight, sea_odds.battle(each, decisions)) for weight, each in setups)
    assert {key: Fraction(weight, together.whole) for key, weight in together.weights.items()} == {
        key: Fraction(weight, apart.whole) for key, weight in apart.weights.items()
    }


def test_the_odds_of_the_wind() -> None:
    one, other = fleet("A", "6 NWD", technology="battery"), fleet("B", "6 NWD")
    chances = {
        (found.wind, enemy.wind): weight for weight, found, enemy in sea_odds.wind(one, other)
    }
    # The Battery adds 3: a tie for 7 pairs of dice, fewer for 21.
    assert chances == {(True, False): 72, (False, False): 7, (False, True): 21}
    held = list(sea_odds.wind(one, other, {"A.wind": 2, "B.wind": 5}))
    assert [(weight, found.wind, enemy.wind) for weight, found, enemy in held] == [
        (100, False, False)
    ]


def test_a_decision_in_the_middle_has_odds() -> None:
    setup = prepared(fleet("A", "6 NWD", wind=True), fleet("B", "6 NWD"))
    gone = sea_odds.battle(setup, {"A.break_fire1": True}, {"A.fire1": 3, "B.fire1": 3})
    assert gone.spread(lambda outcome: outcome.winner) == {1: 1.0}
