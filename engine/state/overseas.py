"""The Rest of the World: settlements, natives, and what is known of it (DIS, NAT, FRT)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from engine.state.lookups import Watched
from engine.state.reference_types import Area, Carrier, CountryId, CountryOrNone, Province, Zone


@dataclass(slots=True)
class Establishment(Watched):
    """A settlement of a country in the Rest of the World, or a fort.

    `level` is that of a colony or trading post; forts and missions have none. `stage` counts the
    rounds a fort under construction has begun in, 0 when it stands (FRT-04). `founded` is the turn
    it was begun in, 0 for long ago.
    """

    READ: ClassVar[tuple[str, ...]] = ("country", "kind", "level", "stage")

    country: CountryOrNone
    kind: Literal["colony", "trading_post", "mission", "fort"]
    level: int = 0
    stage: int = 0
    founded: int = 0


@dataclass(slots=True)
class Overseas(Watched):
    """Who has what where, and who knows what.

    `natives` are the provinces whose natives are active (their counters are what is left of them)
    or gone for good; `appeals` uses of the conquistador table by area. `known` are zones that
    countries know for good; `discoveries` what a counter or leader has not yet brought home;
    `unheard` what others brought home since, which he hasn't heard of.
    """

    READ: ClassVar[tuple[str, ...]] = ("establishments", "natives")

    establishments: dict[Province, list[Establishment]] = field(default_factory=dict)
    natives: dict[Province, Literal["active", "gone"]] = field(default_factory=dict)
    appeals: dict[Area, int] = field(default_factory=dict)
    known: dict[CountryId, set[Zone]] = field(default_factory=dict)
    discoveries: dict[Carrier, set[Zone]] = field(default_factory=dict)
    unheard: dict[Carrier, set[Zone]] = field(default_factory=dict)
