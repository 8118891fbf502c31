"""Where the leaders of this turn are (LDR)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from engine.state.forces import Position, Unit
from engine.state.reference_types import LeaderId, PlaceOrNone, Server

LeaderStatus = Literal["map", "away", "wounded", "killed", "captured"]


@dataclass(slots=True)
class Leader:
    """Where a leader of this turn is. `returns` is the box of the rounds track a wounded one waits
    in.

    `country` is the one he serves, that of his counter or another. `values` are set only for a
    leader whose values were rolled (a vizier): manoeuvre, fire, shock, siege.
    """

    id: LeaderId
    country: Server
    place: PlaceOrNone = ""
    position: Position = "field"
    status: LeaderStatus = "map"
    returns: str = ""
    values: list[int] = field(default_factory=list)


def only_country(units: Sequence[Unit], leaders: Sequence[Leader]) -> str:
    """The country of all these counters and leaders, "" where they are of several, or nobody."""
    if len(units) == 1 and not leaders:  # mostly
        return units[0].country
    found = units[0].country if units else leaders[0].country if leaders else ""
    for unit in units:
        if unit.country != found:
            return ""
    for leader in leaders:
        if leader.country != found:
            return ""
    return found
