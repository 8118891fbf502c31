"""Exact chances with dice of six faces, on top of engine.chances.weighing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from engine.chances import steps, weighing
from engine.chances.steps import Effect, State, Step, Way
from engine.modifiers import Modifier

FACES: Final = range(1, 7)
DIE: Final = len(FACES)


def way(modifiers: tuple[Modifier, ...], purpose: str, read: Callable[[int], Effect]) -> Way:
    """A way whose six faces are read after adding the modifiers."""
    return steps.way(modifiers, purpose, read, FACES)


def spread(
    through: Sequence[Step],
    start: State,
    dice: Mapping[str, int],
    over: Callable[[State], bool],
) -> dict[State, Fraction]:
    """The chance of each state at the end of the steps; `dice` are held fixed."""
    found = weighing.weigh_states(through, {start: 1}, dice=dice, over=over)
    whole = sum(found.values())
    return {state: Fraction(weight, whole) for state, weight in found.items()}


def faces(fixed: int | None) -> dict[int, Fraction]:
    """The chance of each face of one die, which may be fixed."""
    if fixed is not None:
        return {fixed: Fraction(1)}
    return dict.fromkeys(FACES, Fraction(1, DIE))


def successes(chance: Fraction, times: int) -> dict[int, Fraction]:
    """The chance of each number of successes in independent tries."""
    found = {0: Fraction(1)}
    for _ in range(times):
        after: dict[int, Fraction] = defaultdict(Fraction)
        for count, share in found.items():
            after[count] += share * (1 - chance)
            after[count + 1] += share * chance
        found = {count: share for count, share in after.items() if share}
    return found


def plain(chances: Mapping[Any, Fraction]) -> dict[str, float]:
    """Chances as a document holds them."""
    return {str(key): float(chance) for key, chance in chances.items()}
