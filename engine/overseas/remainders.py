"""What a percentage leaves in the Rest of the World or at sea, with its dice and its odds (ATT-19).

Strengths are in thirds of a detachment. The stars of a result are rolled as NAME, NAME.2, NAME.3 …;
each that falls 1 to 5 costs a third more.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import comb

from engine.chances.steps import FACES, Dice
from engine.facts import tables
from engine.land.supply import circumstances


def stars(name: str, strength: int, percent: int) -> list[str]:
    """The names of the dice that a result needs."""
    number = tables.remainders(strength, percent).stars
    return [name if not at else f"{name}.{at + 1}" for at in range(number)]


async def left(name: str, strength: int, percent: int, roll: Dice) -> int:
    """The thirds that a percentage leaves of a strength, its stars rolled."""
    dice = [
        await roll(star, (), f"1 to {circumstances.STAR_LOSES} takes one exploration more")
        for star in stars(name, strength, percent)
    ]
    return circumstances.surviving(strength, percent, dice)


def chances(name: str, strength: int, percent: int, dice: Mapping[str, int]) -> dict[int, Fraction]:
    """The chance of each number of thirds that may be left; dice that are given are fixed."""
    names = stars(name, strength, percent)
    fixed = [dice[star] for star in names if star in dice]
    free = len(names) - len(fixed)
    unlucky, lucky = min(FACES), max(FACES)
    found: dict[int, Fraction] = {}
    for lost in range(free + 1):
        fallen = [*fixed, *[unlucky] * lost, *[lucky] * (free - lost)]
        remaining = circumstances.surviving(strength, percent, fallen)
        share = Fraction(circumstances.STAR_LOSES, len(FACES))
        weight = comb(free, lost) * share**lost * (1 - share) ** (free - lost)
        found[remaining] = found.get(remaining, Fraction(0)) + weight
    return found


def faces(name: str, dice: Mapping[str, int]) -> list[int]:
    """The faces on which a die may fall, one if it is given."""
    return [dice[name]] if name in dice else list(FACES)
