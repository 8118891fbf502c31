"""Exact chances with dice of six faces: steps (engine.steps) walked with every die at once.

Weights of states are whole numbers and equal states are merged after every roll, so nothing is
rounded until a weight is divided by the whole.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, TypeVar

from engine.report import Modifier, total
from engine.steps import NOT_ROLLED, Effect, Roll, State, Step, Test, Way, going_on

T = TypeVar("T")
FACES: Final = range(1, 7)
DIE: Final = len(FACES)
Weights = dict[State, int]


def way(modifiers: tuple[Modifier, ...], purpose: str, read: Callable[[int], Effect]) -> Way:
    """A way whose six faces are read after adding the modifiers."""
    added = total(modifiers)
    return Way(modifiers, purpose, tuple(read(face + added) for face in FACES))


def spread(
    steps: Sequence[Step],
    start: State,
    dice: Mapping[str, int],
    over: Callable[[State], bool] = going_on,
) -> dict[State, Fraction]:
    """The chance of each state at the end of the steps; `dice` are held fixed."""
    found, whole = weights(steps, start, dice, over)
    return {state: Fraction(weight, whole) for state, weight in found.items()}


def weights(
    steps: Sequence[Step],
    start: State,
    dice: Mapping[str, int],
    over: Callable[[State], bool] = going_on,
) -> tuple[Weights, int]:
    """The weight of each state at the end of the steps, and of all of them together."""
    living: Weights = {start: 1}
    parked: list[tuple[int, Weights]] = []
    whole = 1
    for step in steps:
        merged: Weights = {}
        if isinstance(step, Test):
            for state, weight in living.items():
                after = step.apply(state)
                merged[after] = merged.get(after, 0) + weight
            ended = {state: weight for state, weight in merged.items() if over(state)}
            if ended:
                parked.append((whole, ended))
                merged = {state: weight for state, weight in merged.items() if state not in ended}
        elif isinstance(step, Roll):
            whole *= DIE
            _roll(step, living, merged, dice.get(step.name), over)
        living = merged
    for at, states in parked:
        for state, weight in states.items():
            living[state] = living.get(state, 0) + weight * (whole // at)
    return living, whole


def _roll(
    step: Roll,
    living: Weights,
    merged: Weights,
    fixed: int | None,
    over: Callable[[State], bool],
) -> None:
    faces = [_grouped(way, fixed) for way in step.ways]
    for state, weight in living.items():
        stands = NOT_ROLLED if over(state) else step.which(state)
        if stands == NOT_ROLLED:
            merged[state] = merged.get(state, 0) + weight * DIE
            continue
        for effect, count in faces[stands]:
            after = step.apply(state, effect)
            merged[after] = merged.get(after, 0) + weight * count


def _grouped(way: Way, fixed: int | None) -> list[tuple[Effect, int]]:
    effects = way.effects if fixed is None else (way.effects[fixed - 1],) * DIE
    counts: dict[Effect, int] = {}
    for effect in effects:
        counts[effect] = counts.get(effect, 0) + 1
    return list(counts.items())


def marginal(chances: Mapping[State, Fraction], what: Callable[[State], T]) -> dict[T, Fraction]:
    """The chances of something about the states."""
    found: dict[T, Fraction] = {}
    for state, chance in chances.items():
        key = what(state)
        found[key] = found.get(key, Fraction(0)) + chance
    return found


def faces(fixed: int | None) -> dict[int, Fraction]:
    """The chance of each face of one die, which may be fixed."""
    if fixed is not None:
        return {fixed: Fraction(1)}
    return dict.fromkeys(FACES, Fraction(1, DIE))


def successes(chance: Fraction, times: int) -> dict[int, Fraction]:
    """The chance of each number of successes in independent tries."""
    found = {0: Fraction(1)}
    for _ in range(times):
        after: dict[int, Fraction] = {}
        for count, share in found.items():
            after[count] = after.get(count, Fraction(0)) + share * (1 - chance)
            after[count + 1] = after.get(count + 1, Fraction(0)) + share * chance
        found = {count: share for count, share in after.items() if share}
    return found


def plain(chances: Mapping[Any, Fraction]) -> dict[str, float]:
    """Chances as a document holds them."""
    return {str(key): float(chance) for key, chance in chances.items()}
