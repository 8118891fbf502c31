"""After a battle: pursuit, prisoners, and how losses are shared out."""

from __future__ import annotations

from typing import NamedTuple

from engine.chances.steps import State
from engine.eia import stacking, tables
from engine.eia.battles import combat_tables
from engine.eia.battles.battle import (
    END,
    LOST,
    ROUND,
    SHAKEN,
    WITHDREW,
    Setup,
    exposed_factors,
    surplus_factors,
)
from engine.eia.battles.battle_rounds import loser
from engine.eia.reasons import Reason


class Chase(NamedTuple):
    """A pursuit: its class (None: none), the pursuer, the pursued, and why."""

    pursuit: int | None
    pursuer: int
    pursued: int
    reasons: tuple[Reason, ...]


def chase(setup: Setup, state: State, leaves: int | None) -> Chase | None:
    """The pursuit after a battle; None when nobody was beaten.

    `leaves` is the side that withdraws at night. A surrounded force that withdraws is treated as
    one that withdraws unbroken after a day's combat: class 1 (EIA-WDR-03).
    """
    lowest = tables.figure("pursuit_terrain", "any", "class_shift")
    beaten = loser(state)
    if beaten is None:
        away = 1 if state[END] == WITHDREW else leaves
        if away is None or (state[END] == WITHDREW and not setup.forces[1].surrounded):
            return None
        why = "It withdraws unbroken: pursued in class 1."
        return Chase(lowest, 1 - away, away, (Reason(why, "EIA-WDR-03"),))
    found = combat_tables.pursuit_class(state[ROUND], state[SHAKEN + 1 - beaten])
    if found is not None:
        found = max(lowest, found + combat_tables.terrain(setup.terrain).pursuit)
    return Chase(found, 1 - beaten, beaten, ())


class Pursued(NamedTuple):
    """What a pursuit costs: points, factors of cavalry and of others, those of surplus corps, those
    doubled, prisoners."""

    points: int
    cavalry: int
    others: int
    surplus: int
    doubled: int
    prisoners: int


def pursuit_losses(
    points: int,
    left: tuple[int, int],
    surplus: tuple[int, int],
    die: int,
    surrounded: bool,
    spare_cavalry: bool,
) -> Pursued:
    """The losses of the pursued from (cavalry, other) factors `left` of those that fought, and of
    `surplus` corps of the area, which take what is left over when all of those are gone
    (EIA-RNF-02).

    A point is one cavalry factor or several others. A share of all the losses is prisoners
    (EIA-PUR-01); a surrounded and defeated army loses as much again, all of it prisoners
    (EIA-RET-02).
    """
    horse, foot, over = _taken(points * combat_tables.pursuit_cost(), left, spare_cavalry)
    more = sum(_taken(over, surplus, spare_cavalry)[:2]) if horse + foot == sum(left) else 0
    lost = horse + foot + more
    again = tables.figure("seed_prisoners", "extra losses of a surrounded defeated army")
    extra = lost * again // 100 if surrounded else 0
    doubled = min(extra, sum(left) + sum(surplus) - lost)
    return Pursued(points, horse, foot, more, doubled, taken_prisoner(lost, die) + doubled)


def _taken(damage: int, left: tuple[int, int], spare_cavalry: bool) -> tuple[int, int, int]:
    """Cavalry and other factors that fall to some damage, and what is left of it; a cavalry factor
    takes as much as a whole point."""
    price = combat_tables.pursuit_cost()
    foot = min(left[1], damage) if spare_cavalry else 0
    horse = min(left[0], (damage - foot) // price)
    if not spare_cavalry:
        foot = min(left[1], damage - horse * price)
    return horse, foot, damage - horse * price - foot


def taken_prisoner(losses: int, die: int) -> int:
    """The prisoners among the losses of a pursuit, rounded down (EIA-PUR-01)."""
    return losses * die * tables.figure("seed_prisoners", "prisoners from pursuit losses") // 100


def withdrawal_points() -> int:
    """The political points of a withdrawal that succeeds, or at night (EIA-WDR-01, EIA-WDR-02)."""
    return tables.figure("seed_gold_and_money", "withdrawal that succeeds, or at night")


def spill(setup: Setup, state: State, at: int) -> stacking.Damage:
    """A side's losses shared between its fighting and its surplus corps (EIA-RNF-02)."""
    more = surplus_factors(setup.forces[at], state, at)
    return stacking.spill_damage(state[LOST + at], exposed_factors(setup, at)(state), more)
