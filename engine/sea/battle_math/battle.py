"""A battle at sea calculated: wind, morale and columns (PAR, DRM).

Everything here is pure. The wind is tested first, then `setup` works out what does not hang on
dice, and engine.combat.fight fights it:

    winds(one_side, other_side)                    # who has the wind, or what the dice add
    one, other = await windward(one_side, other_side, roll)
    prepared = setup(waters, one, other)
    fought = await fight(prepared, roll, decide)   # days, pursuit, loss modifications
    dealt = losses.dealt(...)                      # damaged, destroyed, refitted
    major_battle(fought, (lost_a, lost_b))         # Major or None; engine.combat.major_battle

Sizes and losses are thirds of a naval detachment. Names of dice: `SIDE.wind`, then those of
engine.combat.fight; of decisions `SIDE.break_fire1`, `SIDE.break_fire2`, `SIDE.retreat1`.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from engine.chances.steps import Dice
from engine.combat import fight as fights
from engine.combat import leaders, prepared_battle
from engine.combat.leaders import DETACHMENT, Commander
from engine.combat.major_battle import threshold_at_sea
from engine.facts import tables
from engine.modifiers import Modifier, nonzero, total
from engine.sea.battle_math.fleet_in_battle import (
    GALLEYS,
    TRANSPORTS,
    WARSHIPS,
    Fleet,
    Waters,
    thirds,
)
from engine.sea.battle_math.modifiers import modifiers

MORE_IN_PURSUIT: Final = 5 * DETACHMENT  # PUR-17
SIZES: Final = (7, 13, 19)  # ND of each size differential from 1 on (LOS-16)
NOBODY: Final = -1


Force: TypeAlias = prepared_battle.Force[Fleet]
Setup: TypeAlias = prepared_battle.Setup[Fleet, Waters]
Fought: TypeAlias = fights.Fought[Fleet, Waters]


# The wind.


class Winds(NamedTuple):
    """How the wind stands before the dice: who has it (0, 1, nobody), or None when both roll.

    `modifiers` are those of both sides' rolls.
    """

    known: int | None
    modifiers: tuple[tuple[Modifier, ...], tuple[Modifier, ...]] = ((), ())


def winds(one: Fleet, other: Fleet) -> Winds:
    """Whether the wind is rolled for, and with what (PAR-15, PAR-17, PAR-18, PAR-A3)."""
    first = one.line, other.line
    if first == (GALLEYS, GALLEYS):
        return Winds(NOBODY)
    if TRANSPORTS in first:
        return Winds(NOBODY if one.line == other.line else first.index(TRANSPORTS) ^ 1)
    return Winds(None, (_wind_modifiers(one, other), _wind_modifiers(other, one)))


def _wind_modifiers(own: Fleet, enemy: Fleet) -> tuple[Modifier, ...]:
    technology = tables.wind(own.table_line, enemy.table_line).modifier
    return nonzero(
        (own.commander.manoeuvre, "manoeuvre", "PAR-18"),
        (technology, f"{own.table_line} against {enemy.table_line}", "PAR-18"),
    )


def upwind(one: int, other: int) -> int:
    """Who has the wind with these results: 0, 1, or nobody in a tie (PAR-19)."""
    return NOBODY if one == other else int(other > one)


async def windward(one: Fleet, other: Fleet, roll: Dice) -> tuple[Fleet, Fleet]:
    """Both sides with the wind given to the one that has it (PAR-15 to PAR-19)."""
    found = winds(one, other)
    owner = found.known
    if owner is None:
        results = []
        for fleet, modifiers in zip((one, other), found.modifiers, strict=True):
            die = await roll(f"{fleet.name}.wind", modifiers, "the wind: the higher one has it")
            results.append(die + total(modifiers))
        owner = upwind(*results)
    return with_wind(one, other, owner)


def with_wind(one: Fleet, other: Fleet, owner: int) -> tuple[Fleet, Fleet]:
    """Both sides when that one (0, 1, nobody) has the wind."""
    return one._replace(wind=owner == 0), other._replace(wind=owner == 1)


# The parameters.


def replacement(country: str, die: int, vizier: bool) -> Commander:
    """The replacement admiral of an unmodified die (PAR-04 to PAR-08, PAR-A1)."""
    line = leaders.replacement_line(country, vizier=vizier)
    return leaders.replacement(line, die, admiral=not vizier)


def morale(fleet: Fleet, columns: tables.NavalColumns) -> tuple[Modifier, ...]:
    """The morale of a side, part by part; the table tells whose veterans have more (PAR-A5)."""
    return nonzero(
        (columns.morale, fleet.table_line, "PAR-23"),
        (int(fleet.veteran and columns.veteran_morale_bonus), "veteran", "PAR-21"),
    )


def size_differential(detachments: int) -> int:
    """What a fleet's own number makes of the losses that it inflicts (LOS-16)."""
    return sum(detachments >= least for least in SIZES)


def setup(waters: Waters, one: Fleet, other: Fleet) -> Setup:
    """The battle of two fleets, the wind known: morale, columns, modifiers, with their reasons.

    PAR-11 to PAR-19, PAR-23 to PAR-26, FIG-10, LOS-04, LOS-07 to LOS-09, LOS-16, PUR-09, PUR-15 to
    PUR-17. Raises FactsError for a technology that the tables do not have.
    """
    pair = one, other
    forces = []
    for at, fleet in enumerate(pair):
        enemy = pair[1 - at]
        columns = tables.naval_columns(fleet.table_line, fleet.enemy_column(enemy))
        parts = morale(fleet, columns)
        full = fleet.line != GALLEYS or fleet.all_galleasses or fleet.ships.get("VGD", 0) > 0
        manoeuvre = fleet.commander.manoeuvre - enemy.commander.manoeuvre
        more = fleet.strength - enemy.strength >= MORE_IN_PURSUIT
        pursuit = nonzero(
            (max(0, manoeuvre), "manoeuvre differential", "PUR-15"),
            (int(fleet.wind), "the wind", "PUR-16"),
            (int(more), "at least 5 ND more", "PUR-17"),
        )
        whole = DETACHMENT * fleet.detachments
        forces.append(
            Force(
                side=fleet,
                commander=fleet.commander,
                strength=thirds(fleet.ships),
                morale=total(parts),
                morale_parts=parts,
                fire_column=columns.fire_column,
                shock_column=columns.boarding_column,
                fires=columns.fire_column is not None,
                fire_losses="full" if full else columns.fire_losses,
                artillery=0,
                size_differential=size_differential(fleet.detachments),
                modifiers=modifiers(waters, fleet, enemy),
                pursuit=pursuit,
                dice=1,
                last=whole,
                odd_or_even=False,
                most=2 * fleet.strength if whole else DETACHMENT,
                losses={},
                domain="sea",
                least_of_routed=DETACHMENT,
                pursuit_column="E" if enemy.line == WARSHIPS else "C",
                breaks=fleet.wind,
                major_threshold=threshold_at_sea(fleet.line),
            )
        )
    return Setup(waters, (forces[0], forces[1]), {})


# After the fight.


def pursuit_stars(fought: Fought) -> int:
    """The stars of the pursuit roll, each of which captures ships (PUR-20)."""
    return sum(taken.effect[1] for taken in fought.taken if taken.rolled.name.endswith(".pursuit"))
