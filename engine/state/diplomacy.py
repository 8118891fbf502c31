"""Who plays and fights together, and against whom (INI)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from engine.documents.records import kept
from engine.state.lookups import Watched
from engine.state.reference_types import Player

Stance = Literal["friend", "enemy", "neutral", "nobody"]


@dataclass(slots=True)
class Alliance(Watched):
    """Countries that play one impulse together; `initiative` is the lowest among its members
    (INI-04)."""

    READ: ClassVar[tuple[str, ...]] = ("id", "members")

    id: str
    members: list[Player]
    initiative: int


@dataclass(slots=True)
class Diplomacy(Watched):
    """Alliances and wars of this phase.

    `wars` are pairs of countries. `pacts` are the alliances as they were before those that overlap
    were joined (INI-02); empty where none were.
    """

    READ: ClassVar[tuple[str, ...]] = ("alliances", "wars")

    alliances: list[Alliance] = field(default_factory=list)
    wars: list[tuple[str, str]] = kept(factory=list, form="sorted")
    pacts: list[list[str]] = field(default_factory=list)

    @property
    def countries(self) -> list[str]:
        """The countries of all alliances, alliance after alliance in order of initiative."""
        return [country for alliance in self.alliances for country in alliance.members]

    def join(self, alliance: str, country: str) -> None:
        """A country plays in an alliance from now on."""
        for each in self.alliances:
            if each.id == alliance:
                each.members.append(country)

    def leave(self, country: str) -> None:
        """A country plays in its alliance no longer."""
        for each in self.alliances:
            if country in each.members:
                each.members.remove(country)
