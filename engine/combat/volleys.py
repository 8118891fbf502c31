"""The dice of a Fire, a Shock or a pursuit and what they inflict (FIG-08 to FIG-10, FIG-28 on), and
the die that is odd or even (LOS-05, FIG-A7).
"""

from __future__ import annotations

from functools import lru_cache

from engine.chances.steps import FACES, NOT_ROLLED, Faces, Roll, State, Step, Way
from engine.combat.prepared_battle import (
    LAST,
    NO_PURSUIT,
    SEVEN,
    TRIED,
    WORSE,
    AnyForce,
    AnySetup,
    odd_even_die,
)
from engine.facts import tables
from engine.modifiers import Modifier, total


def _name(force: AnyForce, roll: str, number: int) -> str:
    return f"{force.name}.{roll}" if number == 1 else f"{force.name}.{roll}.{number}"


def fire_losses(rule: str, losses: int) -> int:
    """What a technology makes of the thirds of a Fire: none, morale_only, a half, or full.

    FIG-08 to FIG-10.
    """
    if rule == "half_down":
        return losses // 2
    if rule == "half_up":
        return (losses + 1) // 2
    return losses if rule == "full" else 0


def volleys(
    force: AnyForce, at: int, roll: str, column: str, ways: list[tuple[tuple[Modifier, ...], str]],
    which: dict[int, int] | None = None,
) -> list[Roll]:  # fmt: skip
    """The dice of one roll: one, or one for each 8 LD of natives (FIG-28 to FIG-31, PUR-19).

    Without `which` the ways are as modified, with the bonus for the enemy's failed retreat
    (FIG-25), with the malus for more stars suffered (FIG-06), and with both. With it they are those
    of the pursuit, by the end of the battle (PUR-08, PUR-10, PUR-11).
    """
    tried, worse = TRIED[1 - at], WORSE[at]

    def by_marks(state: State) -> int:
        return bool(state[4] & tried) + 2 * bool(state[4] & worse)

    def by_end(state: State) -> int:  # None pursues whoever broke off, nor does a routed winner.
        return NOT_ROLLED if state[4] & NO_PURSUIT else ends.get(state[5], NOT_ROLLED)

    ends = which or {}
    stands = by_marks if which is None else by_end
    rolls = []
    rule = force.fire_losses if roll.startswith("fire") else "full"
    for number in range(1, force.dice + 1):
        worth = LAST if force.dice > 1 and number == force.dice else 1
        rolls.append(
            Roll(
                _name(force, roll, number),
                tuple(
                    Way(modifiers, purpose, _effects(column, total(modifiers), rule, worth, number))
                    for modifiers, purpose in ways
                ),
                stands,
                _inflict_second if at else _inflict_first,
                fan=_fan_second if at else _fan_first,
                side=at if force.domain == "land" else None,  # at sea the stars are compared
            )
        )
    return rolls


@lru_cache(maxsize=4096)
def _effects(
    column: str, added: int, rule: str, worth: int, number: int
) -> tuple[tuple[int, int], ...]:
    """What each face inflicts: thirds in units of `worth`, and the stars of a first die."""
    results = [tables.combat_result(column, face + added) for face in FACES]
    return tuple(
        (fire_losses(rule, losses) * worth, stars if number == 1 else 0)
        for losses, stars in results
    )


def _inflict_first(state: State, effect: tuple[int, int]) -> State:
    stars_a, stars_b, hits_a, hits_b, marks, end = state
    return stars_a + effect[1], stars_b, hits_a + effect[0], hits_b, marks, end


def _inflict_second(state: State, effect: tuple[int, int]) -> State:
    stars_a, stars_b, hits_a, hits_b, marks, end = state
    return stars_a, stars_b + effect[1], hits_a, hits_b + effect[0], marks, end


def _fan_first(state: State, weight: int, faces: Faces, merged: dict[State, int]) -> None:
    stars_a, stars_b, hits_a, hits_b, marks, end = state
    known = merged.get
    for (hits, stars), count in faces:
        after = stars_a + stars, stars_b, hits_a + hits, hits_b, marks, end
        merged[after] = known(after, 0) + weight * count


def _fan_second(state: State, weight: int, faces: Faces, merged: dict[State, int]) -> None:
    stars_a, stars_b, hits_a, hits_b, marks, end = state
    known = merged.get
    for (hits, stars), count in faces:
        after = stars_a, stars_b + stars, hits_a, hits_b + hits, marks, end
        merged[after] = known(after, 0) + weight * count


def odd_or_even(prepared: AnySetup) -> list[Step]:
    """The dice of the sides whose line of table L1 asks for odd or even, once each (LOS-05,
    FIG-A7)."""
    rolls: list[Step] = []
    for at, force in enumerate(prepared.forces):
        if not force.odd_or_even:
            continue
        unit = SEVEN[at]

        def wanted(state: State, at: int = at) -> int:
            return NOT_ROLLED if odd_even_die(state[4], at) else 0

        def note(state: State, effect: int, unit: int = unit) -> State:
            return (*state[:4], state[4] + unit * effect, state[5])

        way_ = Way((), "losses of 7 LD: odd, a third less", tuple(2 - face % 2 for face in FACES))
        rolls.append(Roll(f"{force.name}.small7", (way_,), wanted, note, side=at))
    return rolls
