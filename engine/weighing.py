"""Weights of states taken through steps (engine.steps), with every die at once.

Equal states are merged after every roll, what is over is parked with its weight, and weights are
whole numbers, so nothing is rounded until a weight is divided by the sum of all. A die has as many
faces as the ways of its roll have effects.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from engine.steps import NOT_ROLLED, Choice, Effect, Roll, State, Step, Test, Way, going_on

Weights = dict[State, int]
Decisions = Mapping[str, bool]
Dice = Mapping[str, int]

NO_DECISIONS: Final[Decisions] = {}
NO_DICE: Final[Dice] = {}


def _unchanged(state: State) -> State:
    return state


def spread(
    steps: Sequence[Step],
    start: Weights,
    decisions: Decisions = NO_DECISIONS,
    dice: Dice = NO_DICE,
    over: Callable[[State], bool] = going_on,
    narrow: Callable[[State], State] = _unchanged,
) -> Weights:
    """The weights of the states at the end of the steps, every die taken at once.

    `decisions` is the policy at a roll that asks (absent: no), `dice` are held fixed. States that
    are `over` after a test or an asked roll go no further. `narrow` forgets, after a test, what no
    later step and no question needs. All weights are multiplied by the same number.
    """
    living, parked, whole = start, [], 1
    for step in steps:
        merged: Weights = {}
        if isinstance(step, Choice) and not decisions.get(step.name, False):
            continue
        if isinstance(step, (Test, Choice)):
            apply_test = step.apply
            for state, weight in living.items():
                after = narrow(apply_test(state))
                merged[after] = merged.get(after, 0) + weight
        else:
            if step.decision and not decisions.get(step.decision, False):
                continue
            faces = len(step.ways[0].effects) if step.ways else 1  # a roll that nobody makes
            _roll(step, living, merged, dice.get(step.name), faces)
            whole *= faces
            if not step.decision:
                living = merged
                continue
        ended = {state: weight for state, weight in merged.items() if over(state)}
        if ended:
            parked.append((whole, ended))
            merged = {state: weight for state, weight in merged.items() if state not in ended}
        living = merged
    for parked_at, states in parked:
        scale = whole // parked_at
        for state, weight in states.items():
            living[state] = living.get(state, 0) + weight * scale
    return living


def _roll(step: Roll, living: Weights, merged: Weights, fixed: int | None, die: int) -> None:
    faces = [_grouped(way, fixed) for way in step.ways]
    which, apply = step.which, step.apply
    for state, weight in living.items():
        stands = which(state)
        if stands == NOT_ROLLED:
            merged[state] = merged.get(state, 0) + weight * die
            continue
        for effect, count in faces[stands]:
            after = apply(state, effect)
            merged[after] = merged.get(after, 0) + weight * count


def _grouped(way: Way, fixed: int | None) -> list[tuple[Effect, int]]:
    """The faces of a die grouped by what they do."""
    if fixed is not None:
        return [(way.effects[fixed - 1], len(way.effects))]
    counts: dict[Effect, int] = {}
    for effect in way.effects:
        counts[effect] = counts.get(effect, 0) + 1
    return list(counts.items())
