"""Who is together: a stack as it stands on the table, and a band, which names the same by ids.

Over an await a procedure keeps a band, never a stack; a march, a voyage and what a question is
about are bands too.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import KW_ONLY, dataclass, field
from operator import attrgetter
from typing import Any, Final, Protocol

from engine.state import State, forces
from engine.state.forces import Position, Unit
from engine.state.leaders import Leader

ID: Final = attrgetter("id")


class Group(Protocol):
    """Counters and leaders who are together, by their ids."""

    @property
    def units(self) -> Sequence[int]:
        """The ids of the counters."""

    @property
    def leaders(self) -> Sequence[str]:
        """The ids of the leaders."""


@dataclass(slots=True)
class Band:
    """Counters and leaders of one place, by their ids."""

    place: str
    units: tuple[int, ...]
    leaders: tuple[str, ...] = ()

    @classmethod
    def of(cls, units: Iterable[Unit], leaders: Iterable[Leader] = (), place: str = "") -> Band:
        """These counters and leaders."""
        return cls(place, tuple(map(ID, units)), tuple(map(ID, leaders)))

    @property
    def about(self) -> dict[str, Any]:
        """What a question about it concerns."""
        return {"place": self.place, "units": list(self.units), "leaders": list(self.leaders)}

    def units_and_leaders(self, state: State) -> tuple[list[Unit], list[Leader]]:
        """Its counters and its leaders on the table."""
        return state.units_by_id(self.units), state.leaders_by_id(self.leaders)


@dataclass(slots=True)
class Stack:
    """The land counters and leaders of one alliance in one place and position."""

    place: str
    alliance: str
    position: Position
    units: Sequence[Unit]
    leaders: Sequence[Leader]

    @property
    def thirds(self) -> int:
        """Its strength in thirds of a detachment."""
        return forces.strength(self.units)

    @property
    def unit_ids(self) -> list[int]:
        """The ids of its counters."""
        return [*map(ID, self.units)]

    @property
    def leader_ids(self) -> list[str]:
        """The ids of its leaders."""
        return [*map(ID, self.leaders)]

    @property
    def band(self) -> Band:
        """The same by ids."""
        return Band.of(self.units, self.leaders, self.place)


@dataclass(slots=True)
class UnderWay(ABC):
    """A move on land or at sea: who moves now, and `everyone` who was part of it, under `chiefs`.

    `last` is the newest counter when it was looked at, `told` how far the way has been told,
    `rolled` says that attrition was rolled on it. `tried` are the counters that tried to intercept
    it (ITG-13), `never` the alliances that let it go.
    """

    alliance: str
    units: list[int]
    leaders: list[str]
    _: KW_ONLY
    everyone: list[int] = field(default_factory=list)
    chiefs: list[str] = field(default_factory=list)
    last: int = 0
    told: int = 0
    rolled: bool = False
    tried: set[int] = field(default_factory=set)
    never: set[str] = field(default_factory=set)

    @property
    @abstractmethod
    def place(self) -> str:
        """Where it is."""

    @property
    def band(self) -> Band:
        """Who moves now."""
        return Band(self.place, tuple(self.units), tuple(self.leaders))

    def stack(self, state: State) -> Stack:
        """The counters and leaders who move now."""
        units, leaders = self.band.units_and_leaders(state)
        return Stack(self.place, self.alliance, "field", units, leaders)
