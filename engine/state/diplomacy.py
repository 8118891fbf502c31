"""Who plays and fights together, and against whom (INI)."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.documents.records import kept


@dataclass(slots=True)
class Alliance:
    """Countries that play one impulse together; `initiative` is the lowest among its members
    (INI-04)."""

    id: str
    members: list[str]
    initiative: int


@dataclass(slots=True)
class Diplomacy:
    """Alliances and wars of this phase.

    `wars` are pairs of countries. `pacts` are the alliances as they were before those that overlap
    were joined (INI-02); empty where none were.
    """

    alliances: list[Alliance] = field(default_factory=list)
    wars: list[tuple[str, str]] = kept(factory=list, form="sorted")
    pacts: list[list[str]] = field(default_factory=list)
