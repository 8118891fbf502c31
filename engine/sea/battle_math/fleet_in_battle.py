"""A fleet in a battle at sea: its first line and its columns, and the waters (PAR-11 to PAR-16).

Sizes are thirds of a naval detachment.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from engine.combat.leaders import DETACHMENT, Commander
from engine.facts import tables

WARSHIPS: Final = "NWD"
GALLEYS: Final = "NGD"
TRANSPORTS: Final = "NTD"
# The kinds of ships that fight in each first line; exploration detachments are parts of warships.
LINES: Final[Mapping[str, tuple[str, ...]]] = {
    WARSHIPS: ("NWD", "NDE"),
    GALLEYS: ("NGD", "VGD"),
    TRANSPORTS: ("NTD",),
}
EXPLORER: Final = "NDE"


class Waters(NamedTuple):
    """Where and when a battle at sea is fought; `off` are the experimental rules switched off."""

    turn: int
    mediterranean: bool = False
    interception: bool = False
    off: frozenset[str] = frozenset()


def thirds(ships: Mapping[str, int]) -> int:
    """The size of ships by kind: a third for an exploration detachment, else a detachment."""
    return sum(number * (1 if kind == EXPLORER else DETACHMENT) for kind, number in ships.items())


def lines(ships: Mapping[str, int]) -> tuple[str, ...]:
    """The first lines that these ships may form (PAR-11, PAR-13, PAR-14, PAR-A2)."""
    fighting = tuple(
        line for line in (WARSHIPS, GALLEYS) if any(ships.get(kind) for kind in LINES[line])
    )
    return fighting or (TRANSPORTS,)


def usual_line(ships: Mapping[str, int]) -> str:
    """The first line with more ships, which is taken for granted."""

    def size(line: str) -> int:
        return thirds({kind: ships.get(kind, 0) for kind in LINES[line]})

    return max(lines(ships), key=size)


class Fleet(NamedTuple):
    """One side of a battle at sea before its first die; its ships by kind, with those in fleets.

    `line` is the kind of ships of its first line, `technology` that of its country. `wind` is set
    once the wind is known.
    """

    name: str
    country: str
    technology: str
    ships: Mapping[str, int]
    line: str
    commander: Commander
    phasing: bool = False
    veteran: bool = False
    minor: bool = False
    ottoman_fright: bool = False
    wind: bool = False

    @property
    def first_line(self) -> dict[str, int]:
        """Its ships that fight (PAR-12 to PAR-14)."""
        return {kind: self.ships[kind] for kind in LINES[self.line] if self.ships.get(kind)}

    @property
    def strength(self) -> int:
        """Thirds of a detachment in its first line; a galley counts as one ND (DRM-15)."""
        return thirds(self.first_line)

    @property
    def detachments(self) -> int:
        """ND in its first line, exploration detachments not counted (LOS-04, LOS-A2)."""
        return sum(number for kind, number in self.first_line.items() if kind != EXPLORER)

    @property
    def table_line(self) -> str:
        """The line of the naval tables that it uses (PAR-A4)."""
        if self.line == GALLEYS:
            return "galley"
        return tables.TRANSPORTS if self.line == TRANSPORTS else self.technology

    def enemy_column(self, enemy: Fleet) -> str:
        """The column of the naval tables that it uses; transports have none of their own
        (PAR-16, PAR-A3)."""
        if self.line == enemy.line == TRANSPORTS:
            return self.technology
        return enemy.table_line

    @property
    def all_galleasses(self) -> bool:
        """Whether its galleys count as galleasses for their technology (DRM-07, DRM-A3)."""
        columns = tables.naval_columns(self.technology, self.technology)
        return self.line == GALLEYS and columns.galleys_count_as_galleasses
