"""A battle on land calculated: its parameters before the first die, whether it was a major battle.

Everything here is pure; engine.land.battle.battle plays it. `setup` works out once what does not
hang on dice, engine.combat.fight walks the two days and the pursuit with the dice and decisions of
its caller; what follows is called piece by piece, because the rulebook puts places on the map
between the pieces (BAT-10):

    prepared = setup(situation, one_side, other_side)
    fought = await fight(prepared, roll, decide)   # days, pursuit, loss modifications
    thirds = await retreat_math.retreat_losses(fought, at, roll)   # table L3
    lost = retreat_math.thirds_removed(prepared, at, fought.suffered(at), thirds, room)
    major_battle(fought, (lost_a, lost_b))         # Major or None
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
from engine.combat.major_battle import Major, victory
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
        (int(side.veteran), "veteran", "PAR-21"),
        (int(tercios), "tercios", "PAR-22"),
    )


def setup(situation: Situation, one: Side, other: Side) -> Setup:
    """The battle of two sides: morale, columns, modifiers, artillery, sizes, with their reasons.

    PAR-20 to PAR-26, DRM-01 to DRM-36, FIG-07, FIG-28, LOS-13, LOS-14. Raises FactsError for a
    technology, class or period that the tables do not have.
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
        pursuit = nonzero(
            (max(0, own.shock - pursued.shock), "Shock differential", "PUR-12"),
            (-(situation.terrain != "plain"), situation.terrain.replace("_", " "), "PUR-13"),
            (int(has_sipahi(situation, side)), "Sipahi", "PUR-14"),
        )
        forces.append(
            Force(
                side,
                own,
                strength,
                total(parts),
                parts,
                columns.fire,
                columns.shock,
                columns.fire is not None and not small,
                columns.fire_losses,
                artillery,
                tables.size_differential(sizes[at], sizes[1 - at]),
                modifiers(situation, side, enemy, artillery),
                pursuit,
                dice,
                last,
                tables.small_stack_needs_die("land", last),
                strength,
                {},
            )
        )
    return Setup(situation, (forces[0], forces[1]), {})


# After the battle


MAJOR_LOSSES: Final = (3 * DETACHMENT, 4 * DETACHMENT)  # MAJ-02, the second at size +2
LARGE_SIZE: Final = 2


def is_major(setup: Setup, winner: int | None, loser_routed: bool, lost: tuple[int, int]) -> bool:
    """Whether it was a major battle, from the thirds lost in the end (MAJ-01 to MAJ-04, MAJ-A2,
    MAJ-A4)."""
    if winner is None or not loser_routed:
        return False
    beaten = setup.forces[1 - winner]
    if setup.situation.map == "rotw" and not european_army(beaten.side):
        return False
    return lost[1 - winner] - lost[winner] >= major_threshold(setup, winner)


def major_threshold(setup: Setup, winner: int) -> int:
    """The loss differential in thirds that a winner needs (MAJ-02, MAJ-A1)."""
    return MAJOR_LOSSES[setup.forces[winner].size_differential >= LARGE_SIZE]


def european_army(side: Side) -> bool:
    """Whether a side has an army counter of a European country (MAJ-04)."""
    return any(each.armies and each.european and not each.natives for each in side.contingents)


def major_battle(
    fought: Fought, lost: tuple[int, int], stabilities: tuple[int, int] = (0, 0)
) -> Major | None:
    """The major battle that this was, if it was, from the thirds each side lost in the end.

    `stabilities` are those of the commanding countries before the battle, -3 to 3 (MAJ-01 to
    MAJ-06).
    """
    winner = fought.winner
    if winner is None or not is_major(fought.setup, winner, fought.routed(1 - winner), lost):
        return None
    return victory(fought.setup, winner, lost, major_threshold(fought.setup, winner), stabilities)
