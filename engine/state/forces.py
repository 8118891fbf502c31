"""Counters and what they amount to: strength in thirds of a detachment, making change, stacking.

Land strength is counted in thirds: a full army (A+) is 12, a reduced one (A-) 6, a detachment (LD)
3, an exploration detachment (LDE) 1, a pasha three times its timar detachments. C-FOR, C-STK,
C-NAV.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, Final, Literal, get_args

from engine.state.reference_types import Place, Server

FLEETS: Final = ("F+", "F-")

Kind = Literal["A+", "A-", "LD", "LDE", "PASHA", "F+", "F-", "NWD", "NGD", "VGD", "NTD", "NDE"]
Position = Literal["field", "inside", "port", "aboard"]

KINDS: Final[Mapping[str, Kind]] = {kind: kind for kind in get_args(Kind)}
"""The kinds of counters by what is read."""

LAND_KINDS: Final = ("A+", "A-", "LD", "LDE", "PASHA")
SEA_KINDS: Final = ("F+", "F-", "NWD", "NGD", "VGD", "NTD", "NDE")
LAND_THIRDS: Final[Mapping[str, int]] = {"A+": 12, "A-": 6, "LD": 3, "LDE": 1}

LARGE: Final = 6
"""The LD outside pashas that are a massed force."""

MOST_COUNTERS: Final = 3
MOST_THIRDS: Final = 24
MOST_PASHAS: Final = 2


class Branch:
    """What follows from a counter's kind and size: whether it is of troops, not of ships, which
    stays so, whether it is an army counter, full or reduced, and its land strength in thirds of a
    detachment; ships have none."""

    __slots__ = ("army", "land", "thirds")

    army: bool
    land: bool
    thirds: int

    def made(self, kind: Kind, size: int) -> None:
        """It is a counter of that kind, a pasha of so many detachments."""
        self.army, self.land = kind in ("A+", "A-"), kind in LAND_KINDS
        self.thirds = 3 * size if kind == "PASHA" else LAND_THIRDS.get(kind, 0)


@dataclass(slots=True)
class Unit(Branch):
    """One counter on the board.

    `position` tells field from inside the fortress, in port or aboard. `veterans` are the thirds of
    a detachment in it, of troops or of ships, that are veteran. `corps` is janissary or timar for
    Turkish counters and native for native recruits. `size` is a pasha's timar detachments and
    `leader` its leader. `ships` is what a fleet counter holds, by kind of ship.
    """

    id: int
    country: Server
    kind: Kind
    place: Place
    position: Position = "field"
    veterans: int = 0
    corps: str = ""
    size: int = 0
    leader: str = ""
    ships: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.made(self.kind, self.size)

    def become(self, kind: Kind, size: int) -> None:
        """Its kind and size are others now."""
        self.kind, self.size = kind, size
        self.made(kind, size)

    def as_it_stands(self) -> Unit:
        """Another counter with all that is true of this one now."""
        return Unit(*FIELDS(self))

    @property
    def afloat(self) -> int:
        """Its ships in thirds of a naval detachment, whatever their kind; troops have none."""
        if self.kind in ("F+", "F-"):
            return 3 * sum(self.ships.values())
        return 0 if self.land else 1 if self.kind == "NDE" else 3


FIELDS: Final = attrgetter(*Unit.__match_args__)
COUNTRY: Final = attrgetter("country")
LAND: Final = attrgetter("land")
POSITION: Final = attrgetter("position")


def strength(units: Iterable[Unit]) -> int:
    """The land strength of these counters in thirds of a detachment."""
    thirds = 0
    for unit in units:  # mostly one to three: a sum takes longer to set up
        thirds += unit.thirds
    return thirds


def toll(units: Iterable[Unit], cause: str) -> dict[str, Any]:
    """What is lost with these counters, for the sheet of a line of the chronicle: by country the
    thirds of land and of naval detachments."""
    lost: dict[str, list[int]] = {}
    for unit in units:
        held = lost.setdefault(unit.country, [0, 0])
        held[0] += unit.thirds
        held[1] += unit.afloat
    return {"cause": cause, "lost": lost}


def is_massed(units: Iterable[Unit], threshold: int = LARGE) -> bool:
    """Whether they are a massed force: 6 LD outside pashas, or two pashas (SAT-04, SAT-A1).

    The lower `threshold` of a campaign without logistics counts all LD, those of pashas too.
    """
    counted = pashas = 0
    for unit in units:
        if unit.kind == "PASHA":
            pashas += 1
            if threshold == LARGE:
                continue
        counted += unit.thirds
    return counted >= 3 * threshold or pashas >= 2


def within_stacking(units: Iterable[Unit]) -> bool:
    """Whether land counters may lie in one stack: 3 counters and 8 LD, and 2 pashas besides
    (C-STK-01, MOV-A5).

    Exploration detachments are outside the limits (C-FOR-11), and so are natives (NAT-29).
    """
    counters = thirds = pashas = 0
    for unit in units:
        if unit.kind == "PASHA":
            pashas += 1
        elif unit.kind != "LDE" and unit.corps != "native":
            counters += 1
            thirds += unit.thirds
    return counters <= MOST_COUNTERS and thirds <= MOST_THIRDS and pashas <= MOST_PASHAS


def breaks(unit: Unit) -> tuple[tuple[Kind, ...], ...]:
    """The ways a counter may be broken into smaller ones (C-FOR-02, C-FOR-09); it never makes an
    army more."""
    match unit.kind:
        case "A+":
            return (("A-", "LD", "LD"), ("LD", "LD", "LD", "LD"))
        case "A-":
            return (("LD", "LD"),)
        case "LD":
            return (("LDE", "LDE", "LDE"),)
        case _:
            return ()


def counts(units: Iterable[Unit]) -> dict[str, int]:
    """How many counters of each kind, kinds in the order of the rules."""
    tally: dict[str, int] = {}
    for unit in units:
        tally[unit.kind] = tally.get(unit.kind, 0) + 1
    if len(tally) < 2:
        return tally
    return {kind: tally[kind] for kind in (*LAND_KINDS, *SEA_KINDS) if kind in tally}


def units_in_words(units: Iterable[Unit]) -> str:
    """The counters as players write them: `2 A+, A-, LD`."""
    return ", ".join(
        f"{number} {kind}" if number > 1 else kind for kind, number in counts(units).items()
    )


def veteran(units: Iterable[Unit]) -> bool:
    """Whether a stack is veteran: strictly more than half its LD are, and no pasha is there.

    PAR-A8, C-VET-02, C-VET-07, C-TUR-05. Natives who follow a conquistador do not count (NAT-29).
    """
    whole = veterans = 0
    for unit in units:
        if unit.kind == "PASHA" or unit.corps == "timar":
            return False
        if unit.corps == "native":
            continue
        whole += unit.thirds
        veterans += unit.veterans
    return 2 * veterans > whole
