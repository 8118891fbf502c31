"""What is under way at sea: lasting actions, corsairs, gold and convoys, damaged ships (NAC)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from engine.documents.records import kept
from engine.state.lookups import Watched
from engine.state.reference_types import (
    Counter,
    CountryId,
    Holder,
    LeaderOrNone,
    Place,
    Player,
    Province,
    WithGold,
)


@dataclass(slots=True)
class Corsair:
    """A corsair counter, at sea or raiding a province: whose, its side, and its leader."""

    country: Holder
    side: Literal["-", "+"]
    leader: LeaderOrNone = ""


@dataclass(slots=True)
class Convoy:
    """A convoy: whose, the NTD it is set up with, and the counters of it on the board."""

    country: Player
    ships: int
    counters: list[Counter] = field(default_factory=list)


@dataclass(slots=True)
class Damaged:
    """Ships of a kind damaged in a naval region, and since when: `turn:box` (NLS-02, REF-06)."""

    country: str
    region: str
    kind: str
    number: int
    since: str


@dataclass(slots=True)
class Sea(Watched):
    """`corsairs` by the place they are in. `gold` are ducats, aboard by naval counter or waiting
    ashore by province; `convoys` have names. `tasks` are actions that last, by counter or leader;
    `presidios` the country and level by province.
    """

    READ: ClassVar[tuple[str, ...]] = ("presidios",)
    ABOUT: ClassVar[tuple[str, ...]] = ("tasks",)

    corsairs: dict[Place, list[Corsair]] = kept(factory=dict, after="revolts")
    gold: dict[WithGold, int] = kept(factory=dict, after="corsairs")
    convoys: dict[str, Convoy] = kept(factory=dict, after="gold")
    tasks: dict[str, str] = field(default_factory=dict)
    presidios: dict[Province, tuple[CountryId, int]] = field(default_factory=dict)
    damaged: list[Damaged] = field(default_factory=list)
