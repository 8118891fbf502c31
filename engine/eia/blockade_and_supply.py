"""Holding and breaking a blockade (EIA-BLK, EIA-BRK), and the naval supply chain (EIA-NSUP)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.eia import tables
from engine.eia.reasons import Reason, applicable
from engine.modifiers import Modifier, nonzero

SHEET = "seed_blockade_test"
HOLDS, LIFTED, BATTLE = "holds", "lifted", "battle"


def modifiers(british: bool, villeneuve: bool) -> tuple[Modifier, ...]:
    """What a blockading stack adds to its roll (EIA-BLK-07, EIA-BLK-08); they add up
    (EIA-BLK-09)."""
    figure, why = tables.figure, "Villeneuve with the blockaded stack"
    return nonzero(
        (figure(SHEET, "British blockaders") * british, "British fleets", "EIA-BLK-07"),
        (figure(SHEET, why) * villeneuve, why, "EIA-BLK-08"),
    )


def test_blockade(blockaded: int, blockaders: Sequence[int]) -> str:
    """What a test of the blockade decides from the totals of both sides.

    Of several blockading stacks the lowest counts (EIA-BLK-06). It holds when that is at least the
    blockaded stack's (EIA-BLK-02); when it is higher by two or more the testing power has to give
    battle (EIA-BLK-05).
    """
    difference = min(blockaders) - blockaded
    if difference < 0:
        return LIFTED
    return BATTLE if difference >= tables.figure(SHEET, "forced battle") else HOLDS


FOLLOWS: Final = {
    HOLDS: "The blockade holds.",
    LIFTED: "The blockaders withdraw to an adjacent sea area of their choice.",
    BATTLE: "The blockaded stack has to give battle to all blockaders.",
}
"""What each result of a test means."""


def why_it_follows(result: str) -> tuple[Reason, ...]:
    """Why a test of the blockade has that result, and what the blockaders do then."""
    lifted = result == LIFTED
    return applicable(
        (result == HOLDS, "The blockader's total is equal or higher.", "EIA-BLK-02"),
        (lifted, "The blockaded stack's total is higher: the blockade fails.", "EIA-BLK-02"),
        (lifted, "All of them go to an adjacent sea area of their choice.", "EIA-BLK-03"),
        (lifted, "From there they may intercept fleets leaving port as usual.", "EIA-BLK-04"),
        (result == BATTLE, "The blockader's total is higher by two or more.", "EIA-BLK-05"),
    )


class Broken(NamedTuple):
    """What a blockade combat leaves: the blockade, or a mover who goes on; who stays there, why."""

    blockade_kept: bool
    moves_on: bool
    blockader_stays: bool | None
    reasons: tuple[Reason, ...]


def after_combat(result: str) -> Broken:
    """A blockade combat: the blockader has to win it (EIA-BRK-01); a draw lets the mover go on
    (EIA-BRK-02) and leaves the blockader in the blockade box (EIA-BRK-03)."""
    won, draw = result == "blockader wins", result == "draw"
    reasons = applicable(
        (won, "The blockader won: the blockade is kept.", "EIA-BRK-01"),
        (not won, "The blockader did not win the blockade combat.", "EIA-BRK-01"),
        (draw, "A draw: the moving power goes on.", "EIA-BRK-02"),
        (draw, "The blockading fleet stays in the blockade box.", "EIA-BRK-03"),
        (not won and not draw, "Its retreat follows the base rules.", "EIA-BRK-03"),
    )
    return Broken(won, not won, won or draw, reasons)


class Third(NamedTuple):
    """A third fleet at a blockade: the kind of battle, if any, and who fights beside it."""

    battle: str | None
    blockaded_fight: bool
    joins_port: bool
    reasons: tuple[Reason, ...]


def third_fleet(way: str, intercepted: bool) -> Third:
    """What a third fleet's way through the blockade box means (EIA-BRK-04 to EIA-BRK-06)."""
    if way == "engage":
        why = "A normal naval battle in the blockade box; blockaded fleets take no part."
        return Third("naval", False, False, (Reason(why, "EIA-BRK-04"),))
    if way == "support":
        why = "It fights with the blockaded fleet: a blockade combat."
        return Third("blockade", True, False, (Reason(why, "EIA-BRK-06"),))
    why = "It evaded interception in the blockade box and joins the fleets in port."
    if intercepted:
        why = "It was intercepted in the blockade box and has to fight there first."
    fights = "naval" if intercepted else None
    return Third(fights, False, not intercepted, (Reason(why, "EIA-BRK-05"),))


def longest_leg(depots: Sequence[bool]) -> int:
    """The longest run of sea areas of a supply path without a depot.

    The path is a list of sea areas, each with whether it touches a depot (a port on the way with a
    depot starts a new count); EIA-NSUP-01.
    """
    path = "".join(" ." if depot else " " for depot in depots)
    return max(map(len, path.split(".")))


def has_naval_supply(depots: Sequence[bool]) -> bool:
    """Whether naval supply may run along a path of sea areas (EIA-NSUP-01)."""
    limit = tables.figure("seed_naval_misc", "fleet movement used for that leg")
    return longest_leg(depots) <= limit
