"""How a counter pays for losses, making change, and how that reads (RET-34 to RET-37).

Losses are in thirds of a detachment. A counter pays by being broken (engine.situation.counters); a
pasha dies whole. A way to pay is a few numbers, and put into words when somebody reads it; all of
them are in engine.land.ground.loss_ways.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from engine.facts import countries
from engine.state import forces
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


def payment_of(lost: Sequence[tuple[Unit, int]]) -> Payment:
    """What a loss comes to."""
    thirds = veterans = armies = 0
    for unit, part in lost:
        thirds += part
        veterans += max(0, part - (unit.thirds - unit.veterans))
        if unit.army and part:
            armies += fate(unit, part).armies
    return Payment(tuple([(unit.id, part) for unit, part in lost]), thirds, veterans, armies)


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
