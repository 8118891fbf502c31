"""What the ledger of a campaign holds: powers, peaces, cities, loans, corps and the like."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from engine.eia import months


@dataclass(slots=True)
class Power:
    """A major power: points, zone, depots on the map, and what is due to it once."""

    victory: int = 0
    political_halves: int = 0
    money: int = 0
    goal: int = 0
    zone: str = "neutral"
    dominant: bool = False
    out: bool = False
    controller: str = ""
    depots: list[str] = field(default_factory=list)
    manpower: int = 0
    marker: int = -1  # on the political status track, in halves from its lowest box; -1: nowhere


@dataclass(slots=True)
class Peace:
    """An enforced peace: until which phase of which month, its terms, and the month in which it was
    made (0: nobody wrote it down)."""

    victor: str
    loser: str
    end: int
    phase: str
    unconditional: bool = False
    sphere: bool = False
    denied: bool = False
    since: int = 0

    @property
    def lasting(self) -> str:
        """How long it lasts, in words."""
        return f"to the {self.phase} Phase of {months.month_name(self.end)}"


@dataclass(slots=True)
class Alliance:
    """An alliance; `until` is the month in which it expires, 0 for none."""

    powers: list[str]
    until: int = 0


@dataclass(slots=True)
class Broken:
    """An alliance broken in a month, and by whom; `early`: before that month's declarations."""

    breaker: str
    other: str
    month: int
    early: bool = False


@dataclass(slots=True)
class City:
    """A city that was pillaged or burned; its province belongs to a power or a neutral minor."""

    owner: str
    towers: int
    capital: bool
    state: str
    corps: str
    month: int
    due: int
    owner_controls: bool = True
    rebuilding: bool = False
    by: str = ""
    province: str = ""  # empty: not said


@dataclass(slots=True)
class Loan:
    """A corps on loan until a month, what it lost, and when it returns (0: not yet)."""

    owner: str
    borrower: str
    since: int
    until: int
    lost: dict[str, int] = field(default_factory=dict)
    returning: bool = False


@dataclass(slots=True)
class Exile:
    """A leader in exile since a month."""

    power: str
    rank: str
    since: int


@dataclass(slots=True)
class Fleet:
    """A fleet with its ships; `blockaded` is the month since whose naval phase it is, 0 for not, by
    the fleets of the powers that are named."""

    power: str
    ships: int
    blockaded: int = 0
    by: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Minor:
    """A minor: its controller, whether its own troops have fought, and the months in which the
    cities of its primary district were taken (0: not held), each by whom."""

    controller: str = ""
    fought: bool = False
    held: dict[str, int] = field(default_factory=dict)
    holders: dict[str, str] = field(default_factory=dict)
    free: bool = False  # a free state


@dataclass(slots=True)
class Ceded:
    """A home province that was ceded: whose it was, who holds it."""

    owner: str
    holder: str


@dataclass(slots=True)
class Land:
    """A home province or a minor with what it yields: whose home it is (empty: a minor), its
    manpower, and whether it can join the Ottoman Empire."""

    home: str
    manpower: int
    ottoman: bool = False


@dataclass(slots=True)
class Debt:
    """Reparations that are left to pay, the next instalment first."""

    payer: str
    payee: str
    left: list[int]


@dataclass(slots=True)
class Leader:
    """A leader of the roster: whose he is, his ratings, his rank (empty: not said)."""

    power: str
    strategic: int
    tactical: int
    maximum: int
    rank: str = ""
    dead: bool = False


@dataclass(slots=True)
class Corps:
    """A corps of the roster: whose it is, its nation and type, its factors by troop."""

    power: str
    nation: str
    type: str = "infantry"
    factors: dict[str, int] = field(default_factory=dict)


RECORDS: Final[Mapping[str, type]] = {
    "powers": Power, "peaces": Peace, "alliances": Alliance, "broken": Broken, "cities": City,
    "loans": Loan, "exiles": Exile, "fleets": Fleet, "minors": Minor, "debts": Debt,
    "leaders": Leader, "corps": Corps, "ceded": Ceded, "lands": Land,
}  # fmt: skip
