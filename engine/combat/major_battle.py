"""Major battles, on land or at sea: what makes one, and what it brings (MAJ)."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.combat.fight import AnyFought
from engine.combat.leaders import DETACHMENT
from engine.combat.prepared_battle import AnySetup

ON_LAND: Final = (3 * DETACHMENT, 4 * DETACHMENT)  # MAJ-02, the second at size +2
LARGE_SIZE: Final = 2
AT_SEA: Final = {"NWD": 5 * DETACHMENT, "NGD": 8 * DETACHMENT}  # MAJ-03, by the first line
VICTORY_POINTS: Final = 5
STABILITY: Final = 3


class Major(NamedTuple):
    """A major battle: by how much, what was needed, and what it brings (MAJ-01 to MAJ-08)."""

    differential: int
    threshold: int
    stability: dict[int, int]
    victory_points: dict[int, int]


class Ended(NamedTuple):
    """How a battle may end: the winner (0, 1, or None), who is routed, the thirds that each side
    lost in the end, and who is destroyed. Ships captured are not looked at: they change nothing of
    it."""

    winner: int | None
    routed: tuple[bool, bool]
    lost: tuple[int, int]
    destroyed: tuple[bool, bool]


def threshold_on_land(size_differential: int, overseas: bool, beats_army: bool) -> int | None:
    """The loss differential in thirds that a winner on land needs (MAJ-02, MAJ-A1); None in the
    Rest of the World against a side without an army counter of a European country (MAJ-04)."""
    return None if overseas and not beats_army else ON_LAND[size_differential >= LARGE_SIZE]


def threshold_at_sea(first_line: str) -> int | None:
    """The loss differential in thirds that a winner at sea needs, by his first line (MAJ-03,
    MAJ-A3); None for transports."""
    return AT_SEA.get(first_line)


def is_major(setup: AnySetup, winner: int | None, routed: bool, lost: tuple[int, int]) -> bool:
    """Whether it was a major battle: one side has won, the other was routed and lost so much more
    in the end (MAJ-01, MAJ-10, MAJ-11, MAJ-A2, MAJ-A4)."""
    if winner is None or not routed:
        return False
    threshold = setup.forces[winner].major_threshold
    return threshold is not None and lost[1 - winner] - lost[winner] >= threshold


def major_winner(setup: AnySetup, ended: Ended) -> int | None:
    """Who has won a major battle, if it was one."""
    won = ended.winner
    routed = won is not None and ended.routed[1 - won]
    return won if is_major(setup, won, routed, ended.lost) else None


def major_battle(
    fought: AnyFought, lost: tuple[int, int], stabilities: tuple[int, int] = (0, 0)
) -> Major | None:
    """The major battle that this was, if it was, and what it brings (MAJ-05 to MAJ-08); minors gain
    and lose nothing.

    `lost` are the thirds that each side lost in the end, `stabilities` those of the countries in
    command before the battle, -3 to 3.
    """
    winner, forces = fought.winner, fought.setup.forces
    if winner is None or not is_major(fought.setup, winner, fought.routed(1 - winner), lost):
        return None
    loser, threshold = 1 - winner, forces[winner].major_threshold
    assert threshold is not None
    stability = {}
    for at, change in ((winner, 1), (loser, -1)):
        if forces[at].side.minor:
            continue
        moved = max(-STABILITY, min(STABILITY, stabilities[at] + change)) - stabilities[at]
        if moved:
            stability[at] = moved
    points = {} if forces[winner].side.minor else {winner: VICTORY_POINTS}
    return Major(lost[loser] - lost[winner], threshold, stability, points)
