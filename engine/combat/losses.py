"""Loss modifications of a battle, on land or at sea: tables L1 and L2, and what they destroy (LOS).

Losses are in thirds of a detachment.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.chances.steps import State
from engine.combat.prepared_battle import LAST, SEVEN, AnyForce, AnySetup
from engine.facts import tables


def inflicted(force: AnyForce, rolled: int, die: int = 0, routs: bool = False) -> tuple[int, int]:
    """Thirds after table L1 with its cap, and after table L2, for the thirds that a side rolled.

    `die` is the side's odd-or-even die, for a strength of exactly 7 LD; `routs` says that the
    enemy is routed. LOS-01 to LOS-24, LOS-A4; the cap of natives with several dice is LOS-A3.
    """
    found = force.losses.get((rolled, die, routs))
    if found is None:
        correction = tables.small_stack_loss(force.domain, force.last, die or None)
        others, last = (0, rolled) if force.dice == 1 else (rolled % LAST, rolled // LAST)
        corrected = max(last + correction, 0)
        if force.dice > 1:
            corrected = min(corrected, force.last)
        small = min(others + corrected, force.most)
        if routs:
            small = max(small, force.least_of_routed)
        found = small, tables.loss_by_size(force.size_differential, small)
        force.losses[rolled, die, routs] = found
    return found


class Falls(dict[tuple[int, int, bool], bool]):
    """Whether an enemy inflicts as much as the size of a side, by what he rolled, his odd-or-even
    die and whether the side is routed: stars and ends tell states apart that are alike here."""

    def __init__(self, enemy: AnyForce, strength: int) -> None:
        super().__init__()
        self.enemy, self.strength = enemy, strength

    def __missing__(self, rolled: tuple[int, int, bool]) -> bool:
        found = self[rolled] = inflicted(self.enemy, *rolled)[1] >= self.strength
        return found


def destruction(prepared: AnySetup) -> Callable[[State], tuple[bool, bool]]:
    """Tells of a state which sides have suffered at least their size, before rounding (FIG-15,
    PUR-01, FIG-A5, PUR-A2)."""
    first, second = prepared.forces
    one, other = SEVEN

    falls_a, falls_b = Falls(second, first.strength), Falls(first, second.strength)

    def destroyed(state: State) -> tuple[bool, bool]:
        stars_a, stars_b, hits_a, hits_b, marks, _ = state
        return (
            falls_a[hits_b, marks // other % 4, stars_b >= first.morale],
            falls_b[hits_a, marks // one % 4, stars_a >= second.morale],
        )

    return destroyed
