"""What a province is beyond what the board prints: owner, fortress, siege, revolt (UND, REV)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from engine.state.lookups import Watched
from engine.state.reference_types import Besieger, HolderOrNone, Place, Province


@dataclass(slots=True)
class Siege:
    """A fortress besieged: by whom, and what was achieved (UND, ASL).

    `works` are siegeworks, the larger first. `breach` and `assaulted` (with a loss) hold for this
    turn.
    `continued` tells a siege that comes from an earlier turn; `rounds` counts the siege segments it
    has seen this turn.
    """

    alliance: Besieger
    works: list[str] = field(default_factory=list)
    breach: bool = False
    assaulted: bool = False
    continued: bool = False
    rounds: int = 0


@dataclass(slots=True)
class Revolt(Watched):
    """A revolt or rebellion counter: its side, whom it is friendly to ("" for nobody), and its
    leader."""

    READ: ClassVar[tuple[str, ...]] = ("country",)

    kind: Literal["revolt", "rebellion"]
    side: Literal["-", "+"]
    country: str = ""
    leader: str = ""


@dataclass(slots=True)
class Land(Watched):
    """Provinces by their ids. `owners`, `controllers` and `levels` of fortresses hold only what
    differs from the board."""

    READ: ClassVar[tuple[str, ...]] = ("owners", "controllers", "levels", "revolts")
    ABOUT: ClassVar[tuple[str, ...]] = ("sieges",)

    owners: dict[Province, HolderOrNone] = field(default_factory=dict)
    controllers: dict[Province, HolderOrNone] = field(default_factory=dict)
    levels: dict[Place, int] = field(default_factory=dict)
    sieges: dict[Place, Siege] = field(default_factory=dict)
    resupplied: set[Place] = field(default_factory=set)
    pillages: dict[Place, list[str]] = field(default_factory=dict)
    revolts: dict[Place, list[Revolt]] = field(default_factory=dict)
