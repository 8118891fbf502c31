"""Who fights on land: contingents, the stack they make, a side of a battle or an assault.

Sizes are thirds of a detachment. C-FOR, C-DOC, C-STK.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.combat.leaders import DETACHMENT, Commander
from engine.facts import tables

THIRDS: Final = {"A+": 4 * DETACHMENT, "A-": 2 * DETACHMENT, "LD": DETACHMENT, "LDE": 1}
CONVERTING: Final = ("conquistador", "explorer")


class Contingent(NamedTuple):
    """The land units of one country in a stack: kinds of counters, pashas apart by their LD.

    `by_class` tells that the class was given in place of the country's own lines, `european` that
    the country is none of the Rest of the World. `janissary`, `sipahi` and `reformed` are the
    Turkish (and Russian) flags of the contract.
    """

    country: str
    army_class: str
    units: tuple[str, ...] = ()
    pashas: int = 0
    by_class: bool = False
    janissary: bool = False
    sipahi: bool = False
    reformed: bool = False
    natives: bool = False
    european: bool = True

    @property
    def strength(self) -> int:
        """Thirds of a detachment."""
        return sum(THIRDS[unit] for unit in self.units) + DETACHMENT * self.pashas

    @property
    def armies(self) -> tuple[str, ...]:
        """Its army counters; 4 or 2 LD of natives count as one (DRM-26, C-FOR-13)."""
        if self.natives:
            whole, rest = divmod(self.strength, 12)
            return ("A+",) * whole + ("A-",) * (rest >= 6)
        return tuple(unit for unit in self.units if unit in ("A+", "A-"))

    def size(self, period: str) -> int:
        """Army size, 0 to 7 (LOS-13)."""
        reformed = self.army_class == "I" and self.country == "turkey" and self.reformed
        return tables.army_size(self.army_class, period, "reformed_turkey" if reformed else "")

    def artillery(self, period: str) -> list[int]:
        """The artillery value of each army counter (C-DOC-02, C-DOC-03)."""
        condition = ""
        if self.janissary:
            condition = tables.JANISSARY_ARTILLERY
        elif self.reformed:
            condition = tables.REFORMED_ARTILLERY
        country = "" if self.by_class else self.country
        # A class with cavalry of its own has no artillery line of its own: that of its letter
        # holds.
        army_class = self.army_class
        if (("class", army_class, "")) not in tables.artillery_values.all():
            army_class = army_class.removesuffix("M")
        return [
            tables.artillery_value(country, army_class, period, army, condition)
            for army in self.armies
        ]


def stack_artillery(values: list[int]) -> int:
    """Artillery of a stack: the best army in full, +2 or +1 for a second one that has as much.

    C-DOC-04.
    """
    if not values:
        return 0
    best, *others = sorted(values, reverse=True)
    return best + min(max(others, default=0), 2)


def stack_size(contingents: tuple[Contingent, ...], period: str) -> int:
    """Army size of a stack, averaged over its LD and rounded down when it is mixed (C-STK-07,
    LOS-A5)."""
    weight = sum(each.strength for each in contingents)
    weighted = sum(each.strength * each.size(period) for each in contingents)
    return weighted // weight if weight else 0


class Side(NamedTuple):
    """One side of a battle or an assault as it stands before the first die.

    `country` is the one in command; `technology` that of the whole stack (C-STK-08). `crossing` is
    river, pass, strait, sea or empty. `size` and `artillery` stand for what the contingents would
    give.
    """

    name: str
    country: str
    technology: str
    contingents: tuple[Contingent, ...]
    commander: Commander
    phasing: bool = False
    veteran: bool = False
    tercios: bool = False
    ottoman_fright: bool = False
    minor: bool = False
    crossing: str = ""
    foraging: bool = False
    size: int | None = None
    artillery: int | None = None

    @property
    def strength(self) -> int:
        """Thirds of a detachment."""
        return sum(each.strength for each in self.contingents)

    @property
    def army(self) -> bool:
        """Whether an army counter is there."""
        return any(each.armies for each in self.contingents)

    @property
    def european_army(self) -> bool:
        """Whether an army counter of a European country is there (MAJ-04)."""
        return any(each.armies and each.european and not each.natives for each in self.contingents)

    @property
    def natives(self) -> bool:
        """Whether it is a stack of natives or of a country of the Rest of the World, which throws a
        die for every 8 LD (FIG-28); one under a conquistador is none (FIG-32)."""
        foreign = all(each.natives or not each.european for each in self.contingents)
        return bool(self.contingents) and foreign and self.commander.kind not in CONVERTING

    @property
    def army_classes(self) -> frozenset[str]:
        """The classes of its army counters."""
        return frozenset(each.army_class for each in self.contingents if each.armies)


def artillery_of(side: Side, period: str) -> int:
    """The artillery value of a side's stack."""
    if side.artillery is not None:
        return side.artillery
    return stack_artillery([value for each in side.contingents for value in each.artillery(period)])
