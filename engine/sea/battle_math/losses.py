"""Losses of a battle at sea: captured, damaged, destroyed, refitted ships (PUR-20 to 21, NLS).

Thirds of a detachment by category, for the battle and for documents; engine.sea.battle.losses takes
ships off the board.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from engine.combat.leaders import DETACHMENT
from engine.sea.battle_math.fleet_in_battle import LINES, WARSHIPS, Fleet, thirds

PER_STAR: Final[Mapping[str, int]] = {"NWD": 1, "NGD": 2, "VGD": 2, "NTD": 2}  # PUR-20, PUR-A4
PRIZES: Final[tuple[tuple[str, ...], ...]] = (("NWD",), ("NGD", "VGD"), ("NTD",))


class Dealt(NamedTuple):
    """Losses by what becomes of the ships, in thirds of a detachment (NLS-01)."""

    damaged: int = 0
    destroyed: int = 0
    refitted: int = 0


class Toll(NamedTuple):
    """What a fleet loses: thirds that count as losses of the battle, and what becomes of them."""

    lost: int
    dealt: Dealt

    @property
    def gone(self) -> int:
        """Thirds of ships that are damaged or destroyed."""
        return self.dealt.damaged + self.dealt.destroyed


def ships_captured(ships: Mapping[str, int], stars: int, wanted: Sequence[str]) -> dict[str, int]:
    """The ships taken in a pursuit of so many stars, by kind (PUR-20, PUR-A4).

    `wanted` names a kind for each star, or, when it is longer than that, every ship. What the
    stars or the fleet do not yield is left out.
    """
    taken: dict[str, int] = {}
    each_ship = len(wanted) > stars
    open_: dict[tuple[str, ...], int] = {}
    for kind in wanted:
        prize = next(group for group in PRIZES if kind in group)
        for _ in range(1 if each_ship else PER_STAR[kind]):
            if taken.get(kind, 0) >= ships.get(kind, 0):
                break
            if not open_.get(prize):
                if not stars:
                    break
                stars -= 1
                open_[prize] = PER_STAR[kind]
            open_[prize] -= 1
            taken[kind] = taken.get(kind, 0) + 1
        if not each_ship:
            open_.clear()
    return taken


def thirds_counted(fleet: Fleet, suffered: int) -> int:
    """The thirds suffered as they are dealt out: galleys and transports know no thirds.

    The last, partial loss falls on the first line, or on the other ships, if there are any, when
    that is used up (NLS-06 to NLS-08, NLS-11).
    """
    whole, rest = divmod(suffered, DETACHMENT)
    if not rest:
        return suffered
    line = set(LINES[fleet.line])
    if suffered - rest >= fleet.strength:
        line = {kind for kind, number in fleet.ships.items() if number} - line or line
    if any(fleet.ships.get(kind) and kind in line for kind in LINES[WARSHIPS]):
        return suffered
    return DETACHMENT * (whole + 1)


def dealt(losses: int, won: bool) -> Dealt:
    """Losses dealt out one by one in groups of three (NLS-03 to NLS-06)."""
    piles = [0, 0, 0]
    order = (0, 1, 2) if won else (0, 1, 0)
    for number in range(-(-losses // DETACHMENT)):
        piles[order[number % 3]] += min(DETACHMENT, losses - DETACHMENT * number)
    return Dealt(*piles)


def less_captures(found: Dealt, ships: int) -> Dealt:
    """Losses lowered by ships captured: damaged ones, then destroyed ones (NLS-09)."""
    damaged = max(0, found.damaged - DETACHMENT * ships)
    rest = DETACHMENT * ships - (found.damaged - damaged)
    return Dealt(damaged, max(0, found.destroyed - rest), found.refitted)


def capped_to_ships(found: Dealt, afloat: int) -> Dealt:
    """Losses as far as there are ships: destroyed first, then damaged, then refitted (NLS-13)."""
    destroyed = min(found.destroyed, afloat)
    damaged = min(found.damaged, afloat - destroyed)
    return Dealt(damaged, destroyed, min(found.refitted, afloat - destroyed - damaged))


def toll(fleet: Fleet, suffered: int, won: bool, prizes: Mapping[str, int]) -> Toll:
    """What a fleet loses for the thirds it suffered; `prizes` are its ships captured (NLS).

    The number of losses stays whole, as far as there are ships (NLS-10, NLS-A1).
    """
    losses = thirds_counted(fleet, suffered)
    size = thirds(fleet.ships)
    found = less_captures(dealt(losses, won), sum(prizes.values()))
    return Toll(min(losses, size), capped_to_ships(found, size - thirds(prizes)))
