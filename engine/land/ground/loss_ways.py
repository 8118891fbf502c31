"""All ways in which a stack pays for a loss, each made when it is read (RET-34 to RET-37).

There may be tens of thousands of them. The n-th is found by going from counter to counter past as
many as come before it (engine.land.ground.loss_splits).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from operator import attrgetter
from typing import Final, NamedTuple, overload

from engine.land.ground.loss_payments import Fate, Payment, fate, label, payment_of
from engine.land.ground.loss_splits import Cost, Counted, Item, Saved, Split, Sums
from engine.situation.counters import free_counters, sharing_stack_limit
from engine.state import State, forces, known_zones, sides
from engine.state.forces import Unit

LEFT_COUNTERS: Final = attrgetter("counters")
LEFT_THIRDS: Final = attrgetter("thirds")


class _Head(NamedTuple):
    """Ways that begin alike: how they go on from a counter, and what they have to cost."""

    split: Split
    at: int
    sums: Sums
    cost: Cost | None = None

    def number(self) -> int:
        costs = self.split.costs(self.at, self.sums)
        return sum(costs.values()) if self.cost is None else costs.get(self.cost, 0)

    def next(self) -> Iterator[tuple[Item | None, _Head]]:
        """What may come next in such a way, None for its end."""
        split, at, sums, cost = self
        while at < len(split.counters):
            spared = None
            for part, after in split.steps(at, sums):
                if not part:
                    spared = after
                    continue
                veterans, armies = split.cost(at, part)
                rest = None if cost is None else (cost[0] - veterans, cost[1] - armies)
                yield (split.counters[at].unit.id, part), _Head(split, at + 1, after, rest)
            if spared is None:
                return
            at, sums = at + 1, spared
        yield None, _Head(split, at, sums, cost)


class Ways(Sequence[Payment]):
    """Ways to pay, each made when it is read: the fewest thirds first, then the fewest veterans and
    armies. `told` are the counters as they stood, in the order in which they are told."""

    def __init__(self, splits: Sequence[Split], told: Sequence[Unit]) -> None:
        self.splits, self.told = [one for one in splits if one.all_costs], told
        buckets: dict[tuple[int, int, int], list[_Head]] = {}
        for split in self.splits:
            for cost in split.all_costs:
                head = _Head(split, 0, split.start, cost)
                buckets.setdefault((split.thirds, *cost), []).append(head)
        self._buckets = [buckets[key] for key in sorted(buckets)]
        self._number = sum(sum(split.all_costs.values()) for split in self.splits)

    def __len__(self) -> int:
        return self._number

    @overload
    def __getitem__(self, at: int) -> Payment: ...
    @overload
    def __getitem__(self, at: slice) -> list[Payment]: ...
    def __getitem__(self, at: int | slice) -> Payment | list[Payment]:
        if isinstance(at, slice):
            return [self[number] for number in range(*at.indices(len(self)))]
        left = at + len(self) if at < 0 else at
        for heads in self._buckets:
            number = sum(head.number() for head in heads)
            if left < number:
                return self._payment(_nth(heads, left))
            left -= number
        raise IndexError(at)

    def __iter__(self) -> Iterator[Payment]:
        """All of them, made at once."""
        made = (self._payment(items) for one in self.splits for items in one.items(0, one.start))
        return iter(sorted(made, key=lambda w: (w.thirds, w.veterans, w.armies, w.key)))

    def in_order_of_keys(self, at: int) -> Payment:
        """The n-th of them in order of their keys, as random play draws one."""
        return self._payment(_nth([_Head(one, 0, one.start) for one in self.splits], at))

    def of_key(self, key: str) -> Payment:
        """The way of the key of one of them."""
        items = (item.split(":") for item in key.split(",") if item)
        return self._payment([(int(number), int(part)) for number, part in items])

    def has(self, key: str) -> bool:
        """Whether a text is the key of one of them."""
        try:
            way = self.of_key(key)
        except ValueError:
            return False
        return way.key == key and any(one.allows(dict(way.lost)) for one in self.splits)

    def fixed(self, parts: Mapping[int, int]) -> Ways:
        """Those in which these counters lose so much."""
        return Ways([one.fixed(parts) for one in self.splits], self.told) if parts else self

    def pairs(self) -> set[Item]:
        """What each counter loses in any of them, 0 where it may be spared."""
        return {pair for one in self.splits for pair in one.pairs()}

    def paying(self) -> set[Item]:
        """What each counter that pays loses in any of them."""
        return {(number, part) for number, part in self.pairs() if part}

    @cached_property
    def read_alike(self) -> bool:
        """Whether two ways read alike, but for their owners, their corps or their pashas: owners
        are told where several lose, so those in which one power alone does are compared."""
        known = {unit.id: unit for unit in self.told}
        units = [(known[number], part) for number, part in sorted(self.paying())]
        read: dict[tuple[str, str], object] = {}
        for unit, part in units:
            own = unit.id if unit.kind == "PASHA" else (unit.corps, unit.veterans)
            if read.setdefault(label(unit, part, several=True, named=False), own) != own:
                return True
        owners = {unit.country for unit, _ in units}
        seen = set()
        for owner in owners if len(owners) > 1 else ():
            others = {unit.id: 0 for unit, _ in units if unit.country != owner}
            for way in self.fixed(others):
                labels = sorted(label(known[number], part, False, False)
                                for number, part in way.lost)  # fmt: skip
                if tuple(labels) in seen:
                    return True
                seen.add(tuple(labels))
        return False

    def _payment(self, items: Sequence[Item]) -> Payment:
        lost = dict(items)
        return payment_of([(unit, lost[unit.id]) for unit in self.told if unit.id in lost])


class Answers(Sequence[str]):
    """The ways as they are answered, in the same order."""

    def __init__(self, ways: Ways) -> None:
        self.ways = ways

    def __len__(self) -> int:
        return len(self.ways)

    @overload
    def __getitem__(self, at: int) -> str: ...
    @overload
    def __getitem__(self, at: slice) -> list[str]: ...
    def __getitem__(self, at: int | slice) -> str | list[str]:
        if isinstance(at, slice):
            return [way.key for way in self.ways[at]]
        return self.ways[at].key

    def __contains__(self, answer: object) -> bool:
        return isinstance(answer, str) and self.ways.has(answer)

    def __iter__(self) -> Iterator[str]:
        return (way.key for way in self.ways)


def _nth(heads: Sequence[_Head], at: int) -> list[Item]:
    """What is lost in the n-th way of several that begin alike, in order of their keys."""
    items: list[Item] = []
    while True:
        later: dict[str, tuple[Item, list[_Head]]] = {}
        for head in heads:
            for item, after in head.next():
                if item is not None:
                    later.setdefault(f"{item[0]}:{item[1]}", (item, []))[1].append(after)
                elif (number := after.number()) > at:
                    return items
                else:
                    at -= number
        for _, (item, heads) in sorted(later.items()):
            number = sum(head.number() for head in heads)
            if at < number:
                items.append(item)
                break
            at -= number
        else:
            raise IndexError(at)


def payments(
    state: State,
    units: Sequence[Unit],
    thirds: int,
    mend: bool = False,
    saved: Saved | None = None,
    least_saved: float = 0.0,
) -> Ways:
    """Every way to lose at least so many thirds with the least rise, the dearest counters kept
    first (RET-34); of these, where that is asked, those that save so much.

    Change needs free counters; where no payment is exact the loss rises to the next that is
    (RET-35). Dying pashas may make it more (RET-37). A stack within the limits of stacking stays
    within; with `mend` one over them has to come within, and 0 thirds then find what must go.
    """
    units = [unit.as_it_stands() for unit in units]  # as they stand while one decides
    pashas = [unit for unit in units if unit.kind == "PASHA"]
    others = sorted((unit for unit in units if unit.kind != "PASHA"), key=_likeness)
    rooms = _rooms(state, units, mend)
    crowd = sum(max(0, len(room.pashas) - forces.MOST_PASHAS) for room in rooms)
    found: list[Split] = []
    for number in range(len(pashas) + 1):
        for dead in combinations(pashas, number):
            size = forces.strength(dead)
            needed = size - min((unit.thirds for unit in dead), default=0) < thirds
            killed = {unit.id for unit in dead}
            if (dead and not needed and number > crowd) or any(
                not forces.within_stacking([one for one in room.pashas if one.id not in killed])
                for room in rooms
            ):
                continue
            found += _least_rise(state, others, pashas, dead, max(size, thirds), rooms)
    if saved is not None:
        found = [one.saving(saved, least_saved) for one in found]
    return Ways(found, [*others, *pashas])


def only_payment(state: State, unit: Unit, thirds: int) -> Payment:
    """The one of the `payments` of a counter, no pasha, that pays alone: it loses no more than
    change and the limits of stacking make it (RET-34, RET-35)."""
    for lost, left in _fates(unit).items():
        if lost < thirds or any(
            more > 0 and more > free_counters(state, country, kind, corps)
            for (country, corps, kind), more in left.change
        ):
            continue
        if left.counters <= 1 or all(  # one in its place needs no more room than it had
            left.counters <= room.counters and left.thirds <= room.thirds
            for room in _rooms(state, [unit], False)
        ):
            return payment_of([(unit, lost)])
    raise ValueError(f"{unit.kind} cannot lose {thirds} thirds")


class _Room(NamedTuple):
    """A stack that stays within the limits: its pashas, and the counters and thirds that are left
    to those who pay."""

    place: str
    position: str
    pashas: list[Unit]
    counters: int
    thirds: int


def _rooms(state: State, units: Sequence[Unit], mend: bool) -> list[_Room]:
    chosen = {unit.id for unit in units}
    found = []
    for first in {(unit.place, unit.position): unit for unit in units}.values():
        own = sides.alliance_of(state, first.country)
        stack = sides.stack(state, first.place, own, first.position)
        here = [*stack.units, *sharing_stack_limit(state, first)]
        if mend or forces.within_stacking(here):
            stay = [fate(unit, 0) for unit in here
                    if unit.id not in chosen and unit.kind != "PASHA"]  # fmt: skip
            found.append(
                _Room(
                    first.place,
                    first.position,
                    [unit for unit in here if unit.kind == "PASHA"],
                    forces.MOST_COUNTERS - sum(each.counters for each in stay),
                    forces.MOST_THIRDS - sum(each.thirds for each in stay),
                )
            )
    return found


def _least_rise(
    state: State,
    others: Sequence[Unit],
    pashas: Sequence[Unit],
    dead: Sequence[Unit],
    thirds: int,
    rooms: Sequence[_Room],
) -> list[Split]:
    """The ways in which these pashas die and the rest rises the least; none where there is none."""
    fates = [_fates(unit) for unit in others]
    limits: list[float] = []
    used: list[list[dict[int, int]]] = []  # of each limit, by counter and what it loses

    def limit(most: int, uses: list[dict[int, int]]) -> None:
        if sum(max(each.values()) for each in uses) > most:  # else no way passes it
            limits.append(most)
            used.append(uses)

    taken = [{part: dict(left.change) for part, left in each.items()} for each in fates]
    for pool in sorted({pool for each in taken for change in each.values()
                        for pool, more in change.items() if more > 0}):  # fmt: skip
        country, corps, kind = pool
        uses = [{part: more.get(pool, 0) for part, more in each.items()} for each in taken]
        limit(free_counters(state, country, kind, corps), uses)
    for room in rooms:
        here = [(unit.place, unit.position) == (room.place, room.position) for unit in others]
        for most, of in ((room.counters, LEFT_COUNTERS), (room.thirds, LEFT_THIRDS)):
            limit(most, [{part: of(left) if there else 0 for part, left in each.items()}
                         for there, each in zip(here, fates, strict=True)])  # fmt: skip
    likenesses = {each: at for at, each in enumerate(dict.fromkeys(map(_likeness, others)))}
    counted = [
        Counted(unit, likenesses[_likeness(unit)],
                {part: tuple([uses[at][part] for uses in used]) for part in fates[at]})
        for at, unit in enumerate(others)
    ]  # fmt: skip
    nothing = (0.0,) * len(limits)
    counted += [
        Counted(unit, len(likenesses) + at, {unit.thirds if unit in dead else 0: nothing})
        for at, unit in enumerate(pashas)
    ]
    counted.sort(key=lambda one: one.unit.id)
    found = Split(counted, thirds, limits)
    return [found] if found.rise() else []


def _fates(unit: Unit) -> dict[int, Fate]:
    """What may become of a counter, by the thirds that it loses: whole detachments in Europe
    (C-FOR-08)."""
    step = 3 if unit.thirds >= 3 and not known_zones.overseas(unit.place) else 1
    return {lost: fate(unit, lost) for lost in range(0, unit.thirds + 1, step)}


def _likeness(unit: Unit) -> tuple[str, str, str, int]:
    return unit.country, unit.kind, unit.corps, unit.veterans
