"""What a state holds besides counters: alliances, countries, leaders, sieges, and the like."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from engine.state.forces import Position
from engine.state.plain import tabled

Campaign = Literal["none", "passive", "active_no_logistic", "active", "major", "multiple"]
LeaderStatus = Literal["map", "away", "wounded", "killed", "captured"]


@dataclass(slots=True)
class Alliance:
    """Countries that play one impulse together; `initiative` is the lowest among its members
    (INI-04)."""

    id: str
    members: list[str]
    initiative: int


@tabled
@dataclass(slots=True)
class Country:
    """What a country in play has and has done this turn; money in ducats.

    `patron` is the major that decides for a minor. `role` tells a country fully at war from one in
    a limited or foreign intervention (CAM-04, INI-06). `campaign` is the campaign of this round's
    impulse (None before it chose one), `campaign_before` that of its latest impulse (None before
    its first this turn). `treaties` are the countries of the Rest of the World whose AT box it
    holds (NAT-03). `ticks` are the campaigns to pay at the clean-up. `recruited` counts half LD of
    this turn.
    """

    id: str
    patron: str = ""
    role: Literal["full", "limited", "foreign", "overseas", "civil"] = "full"
    minor: bool = False
    land_technology: str = "medieval"
    naval_technology: str = "carrack"
    treasury: int = 0
    stability: int = 0
    victory_points: int = 0
    tercios: bool = False
    reforms: list[str] = field(default_factory=list)
    campaign: Campaign | None = None
    campaign_before: Campaign | None = None
    ticks: list[str] = field(default_factory=list)
    free_campaigns: list[str] = field(default_factory=list)
    levies_declared: bool = False
    recruited: int = 0
    recruited_cost: int = 0
    defeats: list[str] = field(default_factory=list)
    ottoman_fright: bool = False
    treaties: list[str] = field(default_factory=list)
    monarch_lost: bool = False

    @property
    def reformed(self) -> bool:
        """Whether its army is that after the reform or event of its class: Turkey's M-1a."""
        return "M-1a" in self.reforms if self.id == "turkey" else bool(self.reforms)


@dataclass(slots=True)
class Leader:
    """Where a leader of this turn is. `returns` is the box of the rounds track a wounded one waits
    in.

    `as_country` is the country he serves when it is not his own counter's. `values` are set only
    for a leader whose values were rolled (a vizier): manoeuvre, fire, shock, siege.
    """

    id: str
    country: str
    place: str = ""
    position: Position = "field"
    status: LeaderStatus = "map"
    returns: str = ""
    values: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Siege:
    """A fortress besieged: by whom, and what was achieved (UND, ASL).

    `works` are siegeworks, the larger first. `breach` and `assaulted` (with a loss) hold for this
    turn.
    `continued` tells a siege that comes from an earlier turn; `rounds` counts the siege segments it
    has seen this turn.
    """

    alliance: str
    works: list[str] = field(default_factory=list)
    breach: bool = False
    assaulted: bool = False
    continued: bool = False
    rounds: int = 0


@dataclass(slots=True)
class Revolt:
    """A revolt or rebellion counter: its side, whom it is friendly to ("" for nobody), and its
    leader."""

    kind: Literal["revolt", "rebellion"]
    side: Literal["-", "+"]
    country: str = ""
    leader: str = ""


@dataclass(slots=True)
class Corsair:
    """A corsair counter, at sea or raiding a province: whose, its side, and its leader."""

    country: str
    side: Literal["-", "+"]
    leader: str = ""


@dataclass(slots=True)
class Establishment:
    """A settlement of a country in the Rest of the World, or a fort.

    `level` is that of a colony or trading post; forts and missions have none. `stage` counts the
    rounds a fort under construction has begun in, 0 when it stands (FRT-04). `founded` is the turn
    it was begun in, 0 for long ago.
    """

    country: str
    kind: Literal["colony", "trading_post", "mission", "fort"]
    level: int = 0
    stage: int = 0
    founded: int = 0


@dataclass(slots=True)
class Convoy:
    """A convoy: whose, the NTD it is set up with, and the counters of it on the board."""

    country: str
    ships: int
    counters: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Damaged:
    """Ships of a kind damaged in a naval region, and since when: `turn:box` (NLS-02, REF-06)."""

    country: str
    region: str
    kind: str
    number: int
    since: str
