"""Prisoners: how many die each reinforcement phase, and which (EIA-PRIS)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from engine.eia import tables

SHEET: Final = "seed_prisoners"


class Held(NamedTuple):
    """Prisoners of one kind: their price in money and manpower, and how many there are."""

    troop: str
    money: int
    manpower: int
    number: int


def prisoners_dying(prisoners: int) -> int:
    """How many of a holder's prisoners of one nationality die, rounded up (EIA-PRIS-01,
    EIA-PRIS-02)."""
    share = tables.figure(SHEET, "prisoners dying each reinforcement phase")
    return -(-prisoners * share // 100)


def which_die(held: Sequence[Held]) -> dict[str, int]:
    """Which prisoners of one nationality die: the cheapest first (EIA-PRIS-03)."""
    left = prisoners_dying(sum(each.number for each in held))
    found: dict[str, int] = {}
    for each in sorted(held, key=lambda held: (held.money, held.manpower)):
        dead = min(left, each.number)
        if dead:
            found[each.troop] = found.get(each.troop, 0) + dead
        left -= dead
    return found


def prisoners_left(counts: Mapping[str, int], dead: Mapping[str, int]) -> dict[str, int]:
    """Prisoners by troop that are left."""
    return {
        troop: count - dead.get(troop, 0)
        for troop, count in counts.items()
        if count > dead.get(troop, 0)
    }
