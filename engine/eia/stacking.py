"""How many corps a leader brings to a battle, and reinforcing (EIA-STK, EIA-RNF)."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.eia import tables
from engine.eia.reasons import Reason, applicable
from engine.modifiers import Modifier, nonzero

SHEET: Final = "seed_stacking"


class Brought(NamedTuple):
    """Whether a leader may bring his corps: the most he may, his penalty, and why not."""

    most: int
    least: int
    modifiers: tuple[Modifier, ...]
    refused: tuple[Reason, ...]


def _most(maximum: int, over: int) -> int:
    return min(maximum + over, tables.figure(SHEET, "absolute limit"))


def brought(
    maximum: int, corps: int, cavalry: int, present: int, reinforcing: bool = False
) -> Brought:
    """A leader of a tactical maximum with some corps, of which some are cavalry.

    Corps that reinforce are not counted, neither here nor for his rating (EIA-RNF-04). The maximum
    is free (EIA-STK-01), and so is one cavalry corps more, which is counted first (EIA-STK-03); one
    corps more costs him a point of tactical rating (EIA-STK-02); two over the maximum and six in
    all are the end (EIA-STK-04). A reinforcing leader brings his maximum and one cavalry corps, no
    more (EIA-RNF-05). At least the maximum of the corps present has to fight (EIA-RNF-01);
    `present` are those in the area, also those that mean to reinforce from it (EIA-RNF-03).
    """
    free = maximum + bool(cavalry)
    if reinforcing:
        most = _most(maximum, int(bool(cavalry)))
        why = f"A reinforcing leader brings at most {most} corps, not {corps}."
        return Brought(most, 0, (), applicable((corps > most, why, "EIA-RNF-05")))
    over = tables.figure(SHEET, "most over the maximum") if cavalry else 1
    most, least = _most(maximum, over), min(maximum, present)
    penalty = tables.figure(SHEET, "one corps more") if free < corps else 0
    rule = "EIA-STK-04" if over > 1 or most < maximum + over else "EIA-STK-01"
    refused = applicable(
        (corps > most, f"He brings at most {most} corps, not {corps}.", rule),
        (corps < least, f"At least {least} corps have to fight, not {corps}.", "EIA-RNF-01"),
    )
    over_it = nonzero((penalty, "one corps over the maximum", "EIA-STK-02"))
    return Brought(most, least, over_it, refused)


class Damage(NamedTuple):
    """Damage shared out: what the fighting corps take, what spills over, what finds nobody."""

    fighting: int
    surplus: int
    spent: int


def spill_damage(damage: int, fighting: int, surplus: int) -> Damage:
    """Damage that destroys the fighting corps goes on to surplus corps of the area (EIA-RNF-02)."""
    first = min(damage, fighting)
    second = min(damage - first, surplus)
    return Damage(first, second, damage - first - second)


def may_reinforce(same_area: bool, adjacent: bool) -> tuple[Reason, ...]:
    """Why corps may not try to reinforce; the battle's own area will do (EIA-RNF-03)."""
    why = "Reinforcements come from the battle's own area or one next to it."
    return applicable((not same_area and not adjacent, why, "EIA-RNF-03"))
