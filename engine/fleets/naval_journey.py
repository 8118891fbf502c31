"""Naval moves: the zones of a journey, the line of supply it began with, and who sails it."""

from __future__ import annotations

from dataclasses import dataclass

from engine.facts import board


@dataclass(slots=True)
class NavalLine:
    """A naval line of supply: its length in zones crossed, its port, and the way from there.

    `strait_forts` are what the closed straits on it add to attrition (SUP-32, ATS-08).
    """

    length: int
    source: str
    path: tuple[str, ...]
    strait_forts: int = 0


@dataclass(slots=True)
class Journey:
    """A voyage as attrition sees it (ATS-05): the places from the start on, the line at the start.

    `blockaded` is the level of a fortress that was blockaded when it began, None for none, and
    `siege` the siege value of a leader in the blockading stack (ATS-25, ATS-26). `crossings` are
    the places of fire passed on a retreat (RET-08); `manoeuvre` stands for the commander's where it
    is another's, a replacement admiral's on a retreat, and 0 of a routed one (RET-10). `staying`
    ships spend the end of the turn at sea (C-RED-12).
    """

    way: tuple[str, ...]
    line: NavalLine | None = None
    blockaded: int | None = None
    siege: int = 0
    crossings: int = 0
    manoeuvre: int | None = None
    staying: bool = False

    def extended(self, *places: str) -> Journey:
        """The journey after entering more places."""
        return Journey(
            self.way + places, self.line, self.blockaded, self.siege, self.crossings,
            self.manoeuvre, self.staying,
        )  # fmt: skip

    @property
    def zones(self) -> int:
        """The zones and ports entered (NAV-03)."""
        return len(self.way) - 1

    @property
    def seas(self) -> tuple[str, ...]:
        """The sea zones of it, start and end included, each once."""
        return tuple(dict.fromkeys(filter(board.is_sea, self.way)))
