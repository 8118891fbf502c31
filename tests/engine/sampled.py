"""Random battles, and their exact odds against battles fought with dice by the same procedure."""

from __future__ import annotations

import random
from math import sqrt
from typing import Any

from engine.chances.distribution import Joint
from engine.chances.steps import Pending, run_procedure
from engine.combat import fight
from engine.combat.leaders import Commander
from engine.combat.major_battle import Ended, major_winner
from engine.facts import tables
from engine.land.battle import battle_math, battle_odds, retreat_math
from engine.land.battle.battle_math import Setup
from engine.land.battle.contingents import Contingent, Side
from engine.land.battle.modifiers import Situation
from engine.modifiers import Modifier

TERRAINS = (
    "plain", "sparse_forest", "dense_forest", "northern_forest", "mountain", "swamp", "desert",
)  # fmt: skip

COUNTRIES = (
    ("france", "IV"), ("spain", "III"), ("turkey", "I"), ("poland", "IIM"), ("sweden", "IIIM"),
    ("england", "IVM"),
)  # fmt: skip


def random_side(dice: random.Random, name: str, phasing: bool) -> Side:
    """A side of any country, technology and strength up to eight detachments."""
    country, army_class = dice.choice(COUNTRIES)
    units = dice.choice(
        ("A+ A+", "A+ A-", "A+ A- LD", "A+ LD", "A+", "A- LD", "A-", "LD LD LD", "LD LDE", "LD")
    )
    manoeuvre, fire, shock = (dice.randint(0, 6) for _ in range(3))
    return Side(
        name,
        country,
        dice.choice(tables.LAND_TECHNOLOGIES),
        (Contingent(country, army_class, tuple(units.split())),),
        Commander(name, manoeuvre, fire, shock),
        phasing=phasing,
        veteran=dice.random() < 0.5,
        tercios=dice.random() < 0.2,
        foraging=dice.random() < 0.1,
    )


def random_battle(seed: int) -> tuple[Setup, dict[str, bool]]:
    """A battle and the decisions of its sides."""
    dice = random.Random(seed)
    situation = Situation(
        dice.choice(tables.PERIODS),
        dice.choice(("europe", "rotw")),
        dice.choice(TERRAINS),
        dice.random() < 0.3,
    )
    sides = [random_side(dice, name, name == "A") for name in ("A", "B")]
    names = ("A.retreat1", "B.retreat1", "A.withdraw", "B.withdraw")
    decisions = {name: dice.random() < 0.5 for name in names}
    return battle_math.setup(situation, *sides), decisions


def fought(setup: Setup, decisions: dict[str, bool], dice: random.Random) -> Ended:
    """The outcome of one battle with dice, as engine.land.battle.battle_math prepares it."""

    async def roll(name: str, modifiers: tuple[Modifier, ...], purpose: str) -> int:
        return dice.randint(1, 10)

    async def decide(name: str, question: str, pending: Pending) -> bool:
        return decisions[name]

    found = run_procedure(fight.fight(setup, roll, decide))
    names = [force.name for force in setup.forces]
    withdraws = found.winner is not None and decisions[f"{names[found.winner]}.withdraw"]
    cost = [0, 0]
    for at in fight.retreats(setup, found.winner, withdraws):
        cost[at] = run_procedure(retreat_math.retreat_losses(found, at, roll))
    lost = [retreat_math.thirds_removed(setup, at, found.suffered(at), cost[at]) for at in (0, 1)]
    destroyed = tuple(lost[at] >= force.strength for at, force in enumerate(setup.forces))
    routed = found.routed(0), found.routed(1)
    return Ended(found.winner, routed, (lost[0], lost[1]), (destroyed[0], destroyed[1]))


def strays(seed: int, samples: int, errors: float = 4.0) -> list[str]:
    """The figures of a random battle where the sample strays from the exact odds too far.

    Figures: winner, routs, major battle, each number of losses; too far is so many standard errors.
    """
    setup, decisions = random_battle(seed)
    exact = battle_odds.battle(setup, decisions)
    dice = random.Random(seed + 1)
    counts: dict[Ended, int] = {}
    for _ in range(samples):
        outcome = fought(setup, decisions, dice)
        counts[outcome] = counts.get(outcome, 0) + 1
    sampled = Joint(counts)
    wrong = []
    for what, read in _figures(setup).items():
        theirs = sampled.spread(read)
        ours = exact.spread(read)
        for value in {*theirs, *ours}:
            chance = ours.get(value, 0.0)
            error = sqrt(chance * (1 - chance) / samples)
            if abs(theirs.get(value, 0.0) - chance) > errors * error + 1e-9:
                wrong.append(f"battle {seed}, {what} {value}: {theirs.get(value, 0)} for {chance}")
    return wrong


def _figures(setup: Setup) -> dict[str, Any]:
    return {
        "winner": lambda outcome: outcome.winner,
        "first routed": lambda outcome: outcome.routed[0],
        "second routed": lambda outcome: outcome.routed[1],
        "major": lambda outcome: major_winner(setup, outcome),
        "first loses": lambda outcome: outcome.lost[0],
        "second loses": lambda outcome: outcome.lost[1],
    }
