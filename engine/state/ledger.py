"""The campaign ledger: what lasts from one Military phase to the next, as plain data.

Wars with their sides, truces and age, reasons for war, the diplomatic track of the minors,
monarchs, trade fleets, and what the variants have to remember. Treasuries, stability and victory
points stand with the countries of the state.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from engine.state.serialization import tabled

TurnStep = Literal[
    "", "events", "negotiations", "income", "logistics", "military", "redeployment", "peace",
    "interphase", "over",
]  # fmt: skip


@dataclass(slots=True)
class Truce:
    """A truce between pairs of countries, one of the aggressors' side first.

    `since` is its first turn; `early` says that it was agreed no later than the negotiations of
    that turn, so that it covers the turn whole (EUV-TRU-17).
    """

    pairs: list[tuple[str, str]]
    since: int
    early: bool = False

    def covers(self, turn: int) -> bool:
        """Whether it has lasted since the negotiations of a turn (EUV-TRU-17)."""
        return self.since < turn or (self.since == turn and self.early)


@dataclass(slots=True)
class War:
    """A war: who declared it and whose side they fight on, its truces.

    `age` counts the turns that make it a long war (EUV-TRU-18); `event` names the event by which it
    was declared, `civil` says that it is one.
    """

    aggressors: list[str]
    defenders: list[str]
    since: int
    age: int = 0
    event: str = ""
    civil: bool = False
    truces: list[Truce] = field(default_factory=list)

    @property
    def truced_pairs(self) -> set[tuple[str, str]]:
        """The pairs that are under a truce, an aggressor first."""
        return {pair for truce in self.truces for pair in truce.pairs}

    @property
    def fighting_pairs(self) -> list[tuple[str, str]]:
        """The pairs that fight, an aggressor first."""
        calm = self.truced_pairs
        every = [(one, other) for one in self.aggressors for other in self.defenders]
        return [pair for pair in every if pair not in calm]

    @property
    def members(self) -> list[str]:
        """All who fight in it, the aggressors first."""
        return [*self.aggressors, *self.defenders]

    def sides_of(self, country: str) -> tuple[list[str], list[str]]:
        """The side of a country and the other; of a country of neither, that of the defenders."""
        both = self.aggressors, self.defenders
        return both if country in self.aggressors else both[::-1]


@dataclass(slots=True)
class CasusBelli:
    """A reason for war of one country against another, to the end of a turn."""

    holder: str
    against: str
    until: int
    why: str


@tabled
@dataclass(slots=True)
class Ledger:
    """The state between Military phases. `last_turn` is 0 where one phase is the whole game.

    `allies` are the standing alliances, `boxes` the minor's patron and box of the diplomatic track
    (RM, SUB, MA, EC, EW, VA), `monarchs` the number of each power's present monarch, `gone` the
    minors out of play for good, `fleets` trade fleet levels by "country zone", `facts` what a
    variant or an event left to be remembered, by "variant.thing".
    """

    last_turn: int = 0
    step: TurnStep = ""
    allies: list[list[str]] = field(default_factory=list)
    wars: list[War] = field(default_factory=list)
    casus_belli: list[CasusBelli] = field(default_factory=list)
    boxes: dict[str, tuple[str, str]] = field(default_factory=dict)
    capitals: dict[str, str] = field(default_factory=dict)
    monarchs: dict[str, int] = field(default_factory=dict)
    gone: list[str] = field(default_factory=list)
    fleets: dict[str, int] = field(default_factory=dict)
    facts: dict[str, Any] = field(default_factory=dict)

    def enemies(self, country: str) -> list[str]:
        """The countries that a country fights now."""
        pairs = [pair for war in self.wars for pair in war.fighting_pairs if country in pair]
        return sorted({other if country == one else one for one, other in pairs})
