"""The ways in which counters of a stack pay for losses, making change (RET-34 to RET-37).

Losses are in thirds of a detachment. A counter pays by being broken (engine.situation.counters); a
pasha dies whole. There may be thousands of ways: each is a few numbers, and put into words when
somebody reads it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from engine.facts import countries
from engine.situation.counters import free_counters, in_europe, sharing_stack_limit
from engine.state import State, forces, sides
from engine.state.forces import Kind, Unit

CHANGE: Final[tuple[Kind, ...]] = ("LD", "LDE")


class Payment(NamedTuple):
    """One way to pay: what counters lose, in thirds, by their ids, in the order in which it is
    told; what it costs of veterans, and of armies."""

    lost: tuple[tuple[int, int], ...]
    thirds: int
    veterans: int
    armies: int

    @property
    def key(self) -> str:
        """The payment as an answer: `41:3,42:6`."""
        return ",".join([f"{number}:{lost}" for number, lost in sorted(self.lost)])


class Fate(NamedTuple):
    """What becomes of a counter that loses so many thirds, and what that costs.

    `change` are the counters of the box that it takes, by country, corps and kind; `counters` and
    `thirds` are what is left to the limits of its stack.
    """

    left: tuple[Kind, ...]
    veterans: int
    armies: int
    change: tuple[tuple[tuple[str, str, Kind], int], ...]
    counters: int
    thirds: int


def fate(unit: Unit, lost: int) -> Fate:
    """What becomes of a counter that loses so many thirds."""
    return _fate(unit.country, unit.kind, unit.corps, unit.thirds, unit.veterans, lost)


@lru_cache(maxsize=4096)
def _fate(country: str, kind: Kind, corps: str, thirds: int, veterans: int, lost: int) -> Fate:
    left = _remains(kind, thirds, lost)
    counted = [each for each in left if each != "LDE" and corps != "native"]
    change = (((country, corps, each), left.count(each) - (kind == each)) for each in CHANGE)
    return Fate(
        left,
        max(0, lost - (thirds - veterans)),
        {"A+": 2, "A-": 1}.get(kind, 0) - ("A-" in left),
        tuple((pool, more) for pool, more in change if more),
        len(counted),
        sum(forces.LAND_THIRDS[each] for each in counted),
    )


def remains(unit: Unit, lost: int) -> tuple[Kind, ...]:
    """What is left of a counter that loses so many thirds: it stays an army while it can."""
    return _remains(unit.kind, unit.thirds, lost)


def _remains(kind: Kind, thirds: int, lost: int) -> tuple[Kind, ...]:
    if not lost:
        return (kind,)
    detachments, rest = divmod(thirds - lost, 3)
    left: list[Kind] = []
    if kind == "A+" and detachments >= 2:
        left.append("A-")
        detachments -= 2
    left += ["LD"] * detachments
    left += ["LDE"] * rest
    return tuple(left)


def payments(state: State, units: Sequence[Unit], thirds: int, mend: bool = False) -> list[Payment]:
    """Every way to lose at least so many thirds with the least rise, the dearest counters kept
    first (RET-34).

    Change needs free counters; where no payment is exact the loss rises to the next that is
    (RET-35). Dying pashas may make it more (RET-37). A stack within the limits of stacking stays
    within; with `mend` one over them has to come within, and 0 thirds then find what must go.
    """
    chosen = {unit.id for unit in units}
    pashas = [unit for unit in units if unit.kind == "PASHA"]
    others = sorted((unit for unit in units if unit.kind != "PASHA"), key=_likeness)
    beside: dict[tuple[str, str], list[Unit]] = {}
    crowd = 0
    for first in {(unit.place, unit.position): unit for unit in units}.values():
        own = sides.alliance_of(state, first.country)
        stack = sides.stack(state, first.place, own, first.position)
        here = [*stack.units, *sharing_stack_limit(state, first)]
        if mend or forces.within_stacking(here):
            neighbours = [unit for unit in here if unit.id not in chosen]
            beside[first.place, first.position] = neighbours
            crowd += max(0, sum(unit.kind == "PASHA" for unit in here) - forces.MOST_PASHAS)
    fates = [[fate(unit, lost) for lost in range(unit.thirds + 1)] for unit in others]
    found: list[Payment] = []
    for number in range(len(pashas) + 1):
        for dead in combinations(pashas, number):
            size = forces.strength(dead)
            needed = size - min((unit.thirds for unit in dead), default=0) < thirds
            if dead and not needed and number > crowd:
                continue
            rest = max(0, thirds - size)
            living = [unit for unit in pashas if unit not in dead]
            killed = tuple((unit.id, unit.thirds) for unit in dead)
            conscripts = sum(unit.veterans for unit in dead)
            for split in _exact(state, others, fates, living, rest, beside):
                lost = [(at, part) for at, part in enumerate(split) if part]
                paid = [fates[at][part] for at, part in lost]
                found.append(
                    Payment(
                        (*((others[at].id, part) for at, part in lost), *killed),
                        size + sum(split),
                        conscripts + sum(each.veterans for each in paid),
                        sum(each.armies for each in paid),
                    )
                )
    return sorted(found, key=lambda each: (each.thirds, each.veterans, each.armies, each.key))


def _exact(
    state: State,
    others: Sequence[Unit],
    fates: Sequence[Sequence[Fate]],
    living: Sequence[Unit],
    thirds: int,
    beside: Mapping[tuple[str, str], Sequence[Unit]],
) -> list[tuple[int, ...]]:
    """What each counter loses in the ways that rise the least; empty where there is none."""
    pools = {pool for each in fates for one in each for pool, more in one.change if more > 0}
    free = {pool: free_counters(state, pool[0], pool[2], pool[1]) for pool in pools}
    rooms = []
    for where, neighbours in beside.items():
        beside_them = [unit for unit in living if (unit.place, unit.position) == where]
        stay = [*neighbours, *beside_them]
        if not forces.within_stacking([unit for unit in stay if unit.kind == "PASHA"]):
            return []
        kept = [fate(unit, 0) for unit in stay if unit.kind != "PASHA"]
        there = [at for at, unit in enumerate(others) if (unit.place, unit.position) == where]
        rooms.append(
            (
                there,
                forces.MOST_COUNTERS - sum(each.counters for each in kept),
                forces.MOST_THIRDS - sum(each.thirds for each in kept),
            )
        )
    for total in range(thirds, forces.strength(others) + 1):
        found = []
        for split in _splits(others, total):
            left = [fates[at][lost] for at, lost in enumerate(split)]
            if _change(left, free) and all(
                sum([left[at].counters for at in there]) <= counters
                and sum([left[at].thirds for at in there]) <= most
                for there, counters, most in rooms
            ):
                found.append(split)
        if found:
            return found
    return []


def _splits(units: Sequence[Unit], thirds: int) -> list[tuple[int, ...]]:
    """Ways to share a loss among counters; counters that are alike are not told apart."""
    begun: list[tuple[tuple[int, ...], int]] = [((0,), thirds)]
    after, before = forces.strength(units), None
    for unit in units:
        size, alike = unit.thirds, before is not None and _likeness(unit) == _likeness(before)
        step = 3 if size >= 3 and in_europe(unit.place) else 1
        after, before = after - size, unit
        begun = [
            ((*split, lost), left - lost)
            for split, left in begun
            for lost in range(0, min(left, size, split[-1] if alike else size) + 1, step)
            if left - lost <= after
        ]
    return [split[1:] for split, _ in begun]


def _likeness(unit: Unit) -> tuple[str, str, str, int]:
    return unit.country, unit.kind, unit.corps, unit.veterans


def _change(left: Iterable[Fate], free: Mapping[tuple[str, str, Kind], int]) -> bool:
    """Whether the free counters are enough for the change."""
    taken: dict[tuple[str, str, Kind], int] = {}
    for each in left:
        for pool, more in each.change:
            taken[pool] = taken.get(pool, 0) + more
    return all(more <= 0 or more <= free[pool] for pool, more in taken.items())


def payment_of(lost: Sequence[tuple[Unit, int]]) -> Payment:
    """What a loss comes to."""
    return Payment(
        tuple((unit.id, part) for unit, part in lost),
        sum(part for _, part in lost),
        sum(max(0, part - (unit.thirds - unit.veterans)) for unit, part in lost),
        sum(fate(unit, part).armies for unit, part in lost if unit.army and part),
    )


def loss_in_words(lost: Sequence[tuple[Unit, int]], named: bool = False) -> str:
    """A loss as it reads; `named` says of every counter whose it is, and of a pasha his name."""
    several = named or len({unit.country for unit, _ in lost}) > 1
    labels = [label(unit, part, several, named) for unit, part in lost]
    return "; ".join(_several(*each, labels.count(each)) for each in dict.fromkeys(labels))


def label(unit: Unit, part: int, several: bool, named: bool) -> tuple[str, str]:
    """A counter, and what becomes of it."""
    left = remains(unit, part)
    name = f"{countries.country_name(unit.country)}: {unit.kind}" if several else unit.kind
    if unit.kind == "PASHA":
        name = f"pasha of {unit.size} LD"
        if named and unit.leader:
            name = f"{countries.leader(unit.leader).name} ({unit.size} LD)"
    elif unit.veterans > 0:
        name += " (veteran)" if unit.veterans == unit.thirds else " (partly veteran)"
    kept = ", ".join(
        f"{left.count(kind)} {kind}" if left.count(kind) > 1 else kind
        for kind in dict.fromkeys(left)
    )
    return name, f"becomes {kept}" if left else "is lost"


def _several(name: str, fate: str, number: int) -> str:
    """What becomes of counters that are alike: `LD is lost`, `Savoy: 2 LD are lost`."""
    if number == 1:
        return f"{name} {fate}"
    *owner, kind = name.split(": ")
    each = f"{fate.replace('becomes', 'become')} each" if "becomes" in fate else "are lost"
    kind = kind.replace("pasha", "pashas")
    return ": ".join([*owner, f"{number} {kind} {each}"])
