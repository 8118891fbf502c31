"""Major battles, on land or at sea: what they bring (MAJ-04 to MAJ-08).

How much the loser has to lose is said by the battle_math of land (MAJ-02) and of sea (MAJ-03).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.combat.prepared_battle import AnySetup


class Major(NamedTuple):
    """A major battle: by how much, what was needed, and what it brings (MAJ-01 to MAJ-08)."""

    differential: int
    threshold: int
    stability: dict[int, int]
    victory_points: dict[int, int]


MAJOR_VICTORY_POINTS: Final = 5
STABILITY: Final = 3


def victory(
    setup: AnySetup,
    winner: int,
    lost: tuple[int, int],
    threshold: int,
    stabilities: tuple[int, int],
) -> Major:
    """What a major battle brings (MAJ-05 to MAJ-08); minors gain and lose nothing.

    `stabilities` are those of the commanding countries before the battle, -3 to 3.
    """
    loser = 1 - winner
    stability = {}
    for at, change in ((winner, 1), (loser, -1)):
        if setup.forces[at].side.minor:
            continue
        moved = max(-STABILITY, min(STABILITY, stabilities[at] + change)) - stabilities[at]
        if moved:
            stability[at] = moved
    points = {} if setup.forces[winner].side.minor else {winner: MAJOR_VICTORY_POINTS}
    return Major(lost[loser] - lost[winner], threshold, stability, points)
