"""Weights of states taken through steps (engine.chances.steps), with every die at once.

Equal states are merged after every roll, what is over is parked with its weight, and weights are
whole numbers, so nothing is rounded until a weight is divided by the sum of all. A die has as many
faces as the ways of its roll have effects.

Walks through lists that differ in the effects of their dice alone, as those of the hundred pairs of
replacement leaders do, are taken together (Lanes).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import prod
from operator import mul
from typing import Final, NamedTuple

from engine.chances.distribution import Joint, O
from engine.chances.steps import (
    NOT_ROLLED,
    Choice,
    Effect,
    Roll,
    State,
    Step,
    Test,
    Way,
    never_over,
)

Weights = dict[State, int]
Decisions = Mapping[str, bool]
Dice = Mapping[str, int]

MANY: Final = 4096
"""The states from which it is worth while to merge those that are as good as equal."""

NO_DECISIONS: Final[Decisions] = {}
NO_DICE: Final[Dice] = {}


class TooMany(Exception):
    """More states than one wanted to take through the steps."""


class Lanes(NamedTuple):
    """Walks taken together: each has its weight of a state in its own bits of one whole number.

    A sum, or a product with a number of faces, then goes for all of them at once. No weight is more
    than the product of all dice, so `width` bits never run over into the next walk's.
    """

    walks: tuple[Sequence[Step], ...]
    width: int

    @property
    def start(self) -> int:
        """The weight 1 for every walk."""
        return self.only(range(len(self.walks))) // ((1 << self.width) - 1)

    def only(self, walks: Iterable[int]) -> int:
        """All bits of these walks, to see their weights alone."""
        return sum(((1 << self.width) - 1) << at * self.width for at in walks)

    def together(self, weights: Iterable[int]) -> int:
        """The weights of all walks in one number."""
        return sum([weight << at * self.width for at, weight in enumerate(weights)])

    def weight(self, together: int, walk: int) -> int:
        """The weight of one walk."""
        return together >> walk * self.width & (1 << self.width) - 1


def distribution(joint: Joint[O], lanes: Lanes, walk: int) -> Joint[O]:
    """What one walk comes to, of outcomes of walks taken together."""
    return Joint({
        outcome: weight
        for outcome, packed in joint.weights.items()
        if (weight := lanes.weight(packed, walk))
    })  # fmt: skip


def highest_weight(steps: Iterable[Step]) -> int:
    """The product of all dice of a list of steps: the most that a weight comes to."""
    return prod(len(step.ways[0].effects) for step in steps if isinstance(step, Roll) and step.ways)


def unchanged(state: State) -> State:
    """The state as it is."""
    return state


def weigh_states(
    steps: Sequence[Step],
    start: Weights,
    decisions: Decisions = NO_DECISIONS,
    dice: Dice = NO_DICE,
    over: Callable[[State], bool] = never_over,
    narrow: Callable[[State], State] = unchanged,
    lanes: Lanes | None = None,
    cap: Callable[[State], State] | None = None,
    bound: int | None = None,
) -> Weights:
    """The weights of the states at the end of the steps, every die taken at once.

    `decisions` is the policy at a roll that asks (absent: no), `dice` are held fixed. States that
    are `over` after a test or an asked roll go no further. `narrow` forgets, after a test, what no
    later step and no question needs; `cap`, which must hold at any step, after a roll that leaves
    many states, as the many dice of natives do. All weights are multiplied by the same number. With
    `lanes` the steps are those of its first walk. Raises TooMany when
    more than `bound` states live.
    """
    living, parked, whole = start, [], 1
    for number, step in enumerate(steps):
        merged: Weights = {}
        if isinstance(step, Choice) and not decisions.get(step.name, False):
            continue
        if isinstance(step, (Test, Choice)):
            apply_test, known = step.apply, merged.get
            for state, weight in living.items():
                after = narrow(apply_test(state))
                merged[after] = known(after, 0) + weight
        else:
            if step.decision and not decisions.get(step.decision, False):
                continue
            faces = len(step.ways[0].effects) if step.ways else 1  # a roll that nobody makes
            alike = [walk[number] for walk in lanes.walks] if lanes is not None else []
            masks = _parted(alike, lanes) if lanes is not None else {}
            if len(masks) > 1:
                _roll_apart(step, living, merged, dice.get(step.name), faces, masks)
            else:
                _roll(step, living, merged, dice.get(step.name), faces)
            whole *= faces
            if cap is not None and len(merged) > MANY:
                merged = _capped(merged, cap)
            if bound is not None and len(merged) > bound:
                raise TooMany
            if not step.decision:
                living = merged
                continue
        living = {}
        ended: Weights = {}
        for state, weight in merged.items():
            (ended if over(state) else living)[state] = weight
        if ended:
            parked.append((whole, ended))
    for parked_at, states in parked:
        scale = whole // parked_at
        for state, weight in states.items():
            living[state] = living.get(state, 0) + weight * scale
    return living


def _roll(step: Roll, living: Weights, merged: Weights, fixed: int | None, die: int) -> None:
    faces = [_grouped(way, fixed) for way in step.ways]
    which, apply, fan, known = step.which, step.apply, step.fan, merged.get
    for state, weight in living.items():
        stands = which(state)
        if stands == NOT_ROLLED:
            merged[state] = known(state, 0) + weight * die
        elif fan is not None:
            fan(state, weight, faces[stands], merged)
        else:
            for effect, count in faces[stands]:
                after = apply(state, effect)
                merged[after] = known(after, 0) + weight * count


def _capped(living: Weights, cap: Callable[[State], State]) -> Weights:
    merged: Weights = {}
    for state, weight in living.items():
        after = cap(state)
        merged[after] = merged.get(after, 0) + weight
    return merged


Ways = tuple[tuple[Effect, ...], ...]


def _parted(alike: Sequence[Step], lanes: Lanes) -> dict[Ways, int]:
    """The different dice that stand for the same roll, each with the bits of the walks it is in."""
    walks: dict[Ways, list[int]] = {}
    for at, step in enumerate(alike):
        assert isinstance(step, Roll)
        walks.setdefault(tuple(way.effects for way in step.ways), []).append(at)
    return {effects: lanes.only(found) for effects, found in walks.items()}


def _roll_apart(
    step: Roll, living: Weights, merged: Weights, fixed: int | None, die: int,
    masks: Mapping[Ways, int],
) -> None:  # fmt: skip
    """A roll whose die is not the same in all walks: each effect for those that it happens in."""
    faces: list[list[tuple[Effect, list[int]]]] = []
    for at, way in enumerate(step.ways):
        counts: dict[Effect, list[int]] = {}
        for number, effects in enumerate(masks):
            for effect, count in _grouped(way._replace(effects=effects[at]), fixed):
                counts.setdefault(effect, [0] * len(masks))[number] = count
        faces.append(list(counts.items()))
    which, apply, bits = step.which, step.apply, list(masks.values())
    for state, weight in living.items():
        stands = which(state)
        if stands == NOT_ROLLED:
            merged[state] = merged.get(state, 0) + weight * die
            continue
        parts = [weight & mask for mask in bits]
        for effect, shares in faces[stands]:
            share = sum(map(mul, parts, shares))
            if share:
                after = apply(state, effect)
                merged[after] = merged.get(after, 0) + share


def _grouped(way: Way, fixed: int | None) -> list[tuple[Effect, int]]:
    """The faces of a die grouped by what they do."""
    if fixed is not None:
        return [(way.effects[fixed - 1], len(way.effects))]
    counts: dict[Effect, int] = {}
    for effect in way.effects:
        counts[effect] = counts.get(effect, 0) + 1
    return list(counts.items())
