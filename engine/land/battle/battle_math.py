"""A battle on land calculated: its parameters before the first die (PAR, DRM).

Everything here is pure; engine.land.battle.battle plays it. `setup` works out once what does not
hang on dice, engine.combat.fight walks the two days and the pursuit with the dice and decisions of
its caller; what follows is called piece by piece, because the rulebook puts places on the map
between the pieces (BAT-10):

    prepared = setup(situation, one_side, other_side)
    fought = await fight(prepared, roll, decide)   # days, pursuit, loss modifications
    thirds = await retreat_math.retreat_losses(fought, at, roll)   # table L3
    lost = retreat_math.thirds_removed(prepared, at, fought.suffered(at), thirds, room)
    major_battle(fought, (lost_a, lost_b))         # Major or None; engine.combat.major_battle
    await casualty(name, commander, won, destroyed, captor, minor, roll)   # Fate

`roll(name, modifiers, purpose)` gives an unmodified die of ten, `decide(name, question, pending)`
an answer (engine.chances.steps). Sides are 0 and 1, in the order they were given. Losses are thirds
of a detachment. Names of dice: `SIDE.small7`, `SIDE.fire1` … `SIDE.pursuit`, `SIDE.losses`,
`SIDE.casualty`, `SIDE.wound`.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from engine.combat import fight as fights
from engine.combat import prepared_battle
from engine.combat.leaders import DETACHMENT
from engine.combat.major_battle import threshold_on_land
from engine.facts import tables
from engine.land.battle.contingents import Side, artillery_of, stack_size
from engine.land.battle.modifiers import Situation, has_sipahi, modifiers
from engine.modifiers import Modifier, nonzero, total

DIE_STRENGTH: Final = 8 * DETACHMENT  # what one die of a native stack stands for (FIG-28)


Force: TypeAlias = prepared_battle.Force[Side]
Setup: TypeAlias = prepared_battle.Setup[Side, Situation]
Fought: TypeAlias = fights.Fought[Side, Situation]


def morale(side: Side, columns: tables.LandColumns) -> tuple[Modifier, ...]:
    """The morale of a side, part by part (PAR-20 to PAR-22)."""
    # PAR-A6: the text gives tercios their star with every technology up to arquebus.
    rank = tables.technology_rank(side.technology)
    tercios = side.tercios and rank <= tables.technology_rank("arquebus")
    return nonzero(
        (columns.morale, side.technology, "PAR-20"),
        (int(side.veteran and columns.veteran_morale_bonus), "veteran", "PAR-21"),
        (int(tercios), "tercios", "PAR-22"),
    )


def setup(situation: Situation, one: Side, other: Side) -> Setup:
    """The battle of two sides: morale, columns, modifiers, artillery, sizes, with their reasons.

    PAR-20 to PAR-26, FIG-07, FIG-28, LOS-13, LOS-14. Raises FactsError for a technology, class or
    period that the tables do not have.
    """
    sides = one, other
    sizes = [
        stack_size(side.contingents, situation.period) if side.size is None else side.size
        for side in sides
    ]
    forces = []
    for at, side in enumerate(sides):
        enemy = sides[1 - at]
        columns = tables.land_columns(side.technology, enemy.technology)
        artillery = artillery_of(side, situation.period)
        parts = morale(side, columns)
        strength = side.strength
        dice = max(1, -(-strength // DIE_STRENGTH)) if side.natives else 1
        last = strength - (dice - 1) * DIE_STRENGTH
        small = situation.map == "europe" and columns.fire_losses == "morale_only" and not side.army
        own, pursued = side.commander.on_land, enemy.commander.on_land
        size = tables.size_differential(sizes[at], sizes[1 - at])
        overseas = situation.map == "rotw"
        pursuit = nonzero(
            (max(0, own.shock - pursued.shock), "Shock differential", "PUR-12"),
            (-(situation.terrain != "plain"), situation.terrain.replace("_", " "), "PUR-13"),
            (int(has_sipahi(situation, side)), "Sipahi", "PUR-14"),
        )
        forces.append(
            Force(
                side=side,
                commander=own,
                strength=strength,
                morale=total(parts),
                morale_parts=parts,
                fire_column=columns.fire_column,
                shock_column=columns.shock_column,
                fires=columns.fire_column is not None and not small,
                fire_losses=columns.fire_losses,
                artillery=artillery,
                size_differential=size,
                modifiers=modifiers(situation, side, enemy, artillery),
                pursuit=pursuit,
                dice=dice,
                last=last,
                odd_or_even=tables.small_stack_needs_die("land", last),
                most=strength,
                losses={},
                major_threshold=threshold_on_land(size, overseas, enemy.european_army),
            )
        )
    return Setup(situation, (forces[0], forces[1]), {})
