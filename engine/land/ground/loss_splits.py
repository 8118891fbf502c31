"""The ways to share a loss among counters within limits, counted without being made.

What the counters from one on may still pay depends on a few sums of what those before it have paid,
and these recur: the ways are counted once for each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import inf
from typing import Final, NamedTuple

from engine.land.ground.loss_payments import fate
from engine.state.forces import Unit

Cost = tuple[int, int]  # of veterans and of armies
Item = tuple[int, int]  # a counter by its id, and the thirds that it loses
NONE_YET: Final = 10**6  # no counter of that likeness has lost anything yet
NONE_LEFT: Final = -1  # no counter of that likeness comes any more
CLOSE: Final = 1e-9  # two sums of transport points are the same
Saved = Callable[[Unit, int], float]  # what is needed no more when a counter loses so many thirds


class Counted(NamedTuple):
    """A counter that may lose some numbers of thirds, what each of them uses of the limits, and
    those of its likeness: a later one of them loses no more than one before it."""

    unit: Unit
    likeness: int
    uses: Mapping[int, tuple[float, ...]]


class Sums(NamedTuple):
    """What is left to pay, what is used of each limit (-inf where it can no longer be passed), and
    what the last counter of each likeness has lost."""

    left: int
    used: tuple[float, ...]
    last: tuple[int, ...]


class Split:
    """The ways to share so many thirds among counters, in order of their ids, within limits."""

    def __init__(self, counters: Sequence[Counted], thirds: int, limits: Sequence[float]) -> None:
        self.counters, self.limits = counters, tuple(limits)
        self._costs: dict[tuple[int, Sums], dict[Cost, int]] = {}
        self._steps: dict[tuple[int, Sums], list[tuple[int, Sums]]] = {}
        # What the counters from each on can pay, use of the limits at least and at most, and are.
        self._most = [0]
        self._likely: list[frozenset[int]] = [frozenset()]
        nothing = (0.0,) * len(self.limits)
        self._least_used, self._most_used = [nothing], [nothing]
        for one in reversed(counters):
            self._most.append(self._most[-1] + max(one.uses, default=0))
            self._likely.append(self._likely[-1] | {one.likeness})
            for kept, of in ((self._least_used, min), (self._most_used, max)) if limits else ():
                used = [of(each) for each in zip(*one.uses.values(), strict=True)]
                kept.append(tuple(map(sum, zip(kept[-1], used, strict=True))))
        for each in (self._most, self._likely, self._least_used, self._most_used):
            each.reverse()
        likenesses = 1 + max((one.likeness for one in counters), default=0)
        self.start = Sums(thirds, nothing, (NONE_YET,) * likenesses)

    @property
    def thirds(self) -> int:
        """How many thirds are shared."""
        return self.start.left

    @property
    def all_costs(self) -> Mapping[Cost, int]:
        """How many ways there are, by what they cost."""
        return self.costs(0, self.start) if self.thirds <= self._most[0] else {}

    def rise(self) -> bool:
        """Shares as few thirds more as there is a way to share; whether there is one.

        What is counted depends on what is left to pay, and serves each of these.
        """
        while not self.all_costs and self.thirds < self._most[0]:
            self.start = Sums(self.thirds + 1, *self.start[1:])
        return bool(self.all_costs)

    def after(self, at: int, sums: Sums, part: int) -> Sums | None:
        """The sums when the counter loses so much; None where no way goes on from there."""
        likeness = self.counters[at].likeness
        left = sums.left - part
        if part > sums.last[likeness] or not 0 <= left <= self._most[at + 1]:
            return None
        used: list[float] = []
        for which, limit in enumerate(self.limits):
            so_far = sums.used[which] + self.counters[at].uses[part][which]
            if so_far + self._least_used[at + 1][which] > limit:
                return None
            used.append(-inf if so_far + self._most_used[at + 1][which] <= limit else so_far)
        last = list(sums.last)
        last[likeness] = part if likeness in self._likely[at + 1] else NONE_LEFT
        return Sums(left, tuple(used), tuple(last))

    def steps(self, at: int, sums: Sums) -> list[tuple[int, Sums]]:
        """What the counter may lose, so that some way goes on from there, and the sums then."""
        self.costs(at, sums)
        return self._steps[at, sums]

    def costs(self, at: int, sums: Sums) -> Mapping[Cost, int]:
        """How many ways the counters from one on have to pay what is left, by what they cost."""
        key = at, sums
        known = self._costs.get(key)
        if known is None:
            known = self._costs[key] = {}
            if at == len(self.counters):
                known[0, 0] = 1
                return known
            steps: list[tuple[int, Sums]] = []
            self._steps[key] = steps
            for part in self.counters[at].uses:
                after = self.after(at, sums, part)
                if after is None or not (further := self.costs(at + 1, after)):
                    continue
                steps.append((part, after))
                veterans, armies = self.cost(at, part)
                for (more, others), number in further.items():
                    cost = veterans + more, armies + others
                    known[cost] = known.get(cost, 0) + number
        return known

    def cost(self, at: int, part: int) -> Cost:
        """What it costs that a counter loses so much."""
        if not part:
            return 0, 0
        left = fate(self.counters[at].unit, part)
        return left.veterans, left.armies

    def pairs(self) -> set[Item]:
        """What each counter loses in any way, 0 too."""
        found: set[Item] = set()
        here = {self.start} if self.all_costs else set()
        for at, one in enumerate(self.counters):
            steps = {(part, after) for sums in here for part, after in self.steps(at, sums)}
            found |= {(one.unit.id, part) for part, _ in steps}
            here = {after for _, after in steps}
        return found

    def items(self, at: int, sums: Sums) -> Iterator[tuple[Item, ...]]:
        """Every way to pay what is left, by what the counters from one on lose."""
        if at == len(self.counters):
            yield ()
            return
        number = self.counters[at].unit.id
        for part, after in self.steps(at, sums):
            head = ((number, part),) if part else ()
            yield from (head + rest for rest in self.items(at + 1, after))

    def allows(self, lost: Mapping[int, int]) -> bool:
        """Whether that is one of the ways."""
        sums: Sums | None = self.start
        for at, one in enumerate(self.counters):
            part = lost.get(one.unit.id, 0)
            sums = dict(self.steps(at, sums)).get(part) if sums else None
        return sums is not None

    def fixed(self, parts: Mapping[int, int]) -> Split:
        """The ways in which these counters lose so much."""
        limited = [
            one._replace(uses={part: used for part, used in one.uses.items()
                               if part == parts.get(one.unit.id, part)})
            for one in self.counters
        ]  # fmt: skip
        if not all(one.uses for one in limited):
            return Split([], 1, ())  # nobody pays
        return Split(limited, self.thirds, self.limits)

    def saving(self, saved: Saved, least: float) -> Split:
        """The ways that save so much."""
        counters = [
            one._replace(uses={part: (*used, -saved(one.unit, part))
                               for part, used in one.uses.items()})
            for one in self.counters
        ]  # fmt: skip
        return Split(counters, self.thirds, (*self.limits, CLOSE - least))
