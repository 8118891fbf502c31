"""Retreat after a battle on land calculated: what table L3 costs, rounding, no way out (RET).

Losses are thirds of a detachment.
"""

from __future__ import annotations

from typing import Final

from engine.chances.steps import Dice, Way, way
from engine.combat.leaders import DETACHMENT
from engine.facts import tables
from engine.land.battle.battle_math import Force, Fought, Setup
from engine.modifiers import nonzero

OVER_ICE: Final = 2


def retreat_way(force: Force, routed: bool, ice: bool = False) -> Way:
    """The retreat die of a side on table L3; the manoeuvre helps unless it is routed (RET-17,
    RET-A4).

    Who retreats over the `ice` of the Sund rolls at +2 (CON-A3).
    """
    saved = 0 if routed else -force.commander.manoeuvre
    modifiers = nonzero(
        (saved, "manoeuvre", "RET-17"), (OVER_ICE * ice, "over the frozen Sund", "CON-A3")
    )
    return way(modifiers, "losses of the retreat, table L3", tables.retreat_losses)


async def retreat_losses(fought: Fought, at: int, roll: Dice, ice: bool = False) -> int:
    """The thirds that the retreat of a side costs (RET-17, RET-10's land counterpart)."""
    force = fought.setup.forces[at]
    stands = retreat_way(force, fought.routed(at), ice)
    effect: int = stands.effects[
        await roll(f"{force.name}.losses", stands.modifiers, stands.purpose) - 1
    ]
    return effect


def round_losses(suffered: int, strength: int, map_: str) -> int:
    """Losses in thirds as they are removed: whole in Europe, never more than the stack.

    RET-33, RET-36.
    """
    if suffered >= strength:
        return strength
    if map_ == "europe":
        suffered = (2 * suffered + DETACHMENT) // (2 * DETACHMENT) * DETACHMENT
    return min(suffered, strength)


def thirds_removed(
    setup: Setup, at: int, suffered: int, retreat: int = 0, room: int | None = None
) -> int:
    """The thirds a side loses in the end: battle and retreat, no way out, rounding.

    `room` is how many thirds find a place to retreat to, None for all. RET-02, RET-21, RET-33,
    RET-36; troops lost for want of room include the other losses (RET-A7).
    """
    strength = setup.forces[at].strength
    lost = round_losses(suffered + retreat, strength, setup.situation.map)
    return lost if room is None else max(lost, strength - room)


def room(order: tuple[int, ...], at: int, thirds: int | None) -> int | None:
    """How many thirds of a retreating side find a place, None for all (RET-18, RET-24, RET-25).

    `thirds` is what the fortress and the next province take. A side that retreats second, after a
    draw or as a winner by choice, may stay in the province of the battle.
    """
    return None if len(order) == 2 and order[1] == at else thirds
