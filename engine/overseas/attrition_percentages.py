"""What a percentage leaves in the Rest of the World or at sea, with its dice and its odds (ATT-19).

Strengths are in thirds of a detachment. The stars of a result are rolled as NAME, NAME.2, NAME.3 …;
each that falls 1 to 5 costs a third more.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from fractions import Fraction
from math import comb
from typing import Final, TypeAlias

from engine.chances.every_result import fall
from engine.chances.steps import FACES, Dice
from engine.facts import tables
from engine.grammar import thirds
from engine.modifiers import Modifier
from engine.play.phase import Phase

STAR_LOSES: Final = 5
EVEN: Final = dict.fromkeys(FACES, Fraction(1, len(FACES)))

Left: TypeAlias = Callable[[str, int, int], Awaitable[int]]
"""The thirds left by the name of the stars, the strength, the percentage."""


def thirds_surviving(strength: int, percent: int, stars: Iterable[int] = ()) -> int:
    """The thirds that a percentage leaves in the Rest of the World, by the dice of its stars.

    ARS-11, ARS-12, ATT-18, ATT-19: each star that falls 1-5 costs a third more; sets of ten
    detachments are read one by one with the same percentage (ATT-22, ARS-A2, ARS-A3, ARS-A4,
    ATT-A4).
    """
    left = tables.remainders(strength, percent)
    unlucky = sum(die <= STAR_LOSES for die in stars)
    return max(0, 3 * left.detachments + left.explorations - unlucky)


async def roll_loss(phase: Phase, country: str, strength: int, percent: int) -> int:
    """The thirds that a percentage costs a stack, its stars rolled, `<country>.star` each."""
    if not percent:
        return 0
    stars = [
        (await phase.roll(f"{country}.star", (), "one exploration more?")).die
        for _ in range(tables.remainders(strength, percent).stars)
    ]
    return strength - thirds_surviving(strength, percent, stars)


def in_words(percent: int, lost: int, unit: str) -> str:
    """A percentage and the thirds that it came to, its stars rolled: of few it may be none."""
    if not percent:
        return "no loss"
    return (
        f"a loss of {percent} %: {thirds(lost)} {unit}"
        if lost
        else f"{percent} %, which costs nothing"
    )


def star_dice(name: str, strength: int, percent: int) -> list[str]:
    """The names of the dice that a result needs."""
    number = tables.remainders(strength, percent).stars
    return [name if not at else f"{name}.{at + 1}" for at in range(number)]


def by_stars(roll: Dice) -> Left:
    """The thirds that a percentage leaves of a strength, its stars rolled."""

    async def left(name: str, strength: int, percent: int) -> int:
        dice = [
            await roll(star, (), f"1 to {STAR_LOSES} takes one exploration more")
            for star in star_dice(name, strength, percent)
        ]
        return thirds_surviving(strength, percent, dice)

    return left


def chances(name: str, strength: int, percent: int, dice: Mapping[str, int]) -> dict[int, Fraction]:
    """The chance of each number of thirds that may be left; dice that are given are fixed."""
    names = star_dice(name, strength, percent)
    fixed = [dice[star] for star in names if star in dice]
    free = len(names) - len(fixed)
    unlucky, lucky = min(FACES), max(FACES)
    found: dict[int, Fraction] = {}
    for lost in range(free + 1):
        fallen = [*fixed, *[unlucky] * lost, *[lucky] * (free - lost)]
        remaining = thirds_surviving(strength, percent, fallen)
        share = Fraction(STAR_LOSES, len(FACES))
        weight = comb(free, lost) * share**lost * (1 - share) ** (free - lost)
        found[remaining] = found.get(remaining, Fraction(0)) + weight
    return found


def foreseen(dice: Mapping[str, int]) -> tuple[Dice, Left]:
    """A die, and what is left of a strength, where all odds are asked; given dice are fixed."""

    async def roll(name: str, modifiers: tuple[Modifier, ...], purpose: str) -> int:
        return dice[name] if name in dice else await fall(EVEN)

    async def left(name: str, strength: int, percent: int) -> int:
        return await fall(chances(name, strength, percent, dice))

    return roll, left
