"""Where the phase stands: round, impulse, step and weather (OVW, INI, RND, CON)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from engine.documents.records import kept
from engine.state.reference_types import CountryOrNone

Step = Literal[
    "start", "wintering", "supply", "campaign", "movement", "exploration", "battles",
    "siege", "continuation", "end", "cleanup", "over",
]  # fmt: skip


@dataclass(slots=True)
class Sequence:
    """The place in the sequence of a phase.

    `box` is that of the rounds track, `rounds` those played so far. `impulse` is the number of the
    phasing alliance. `extended` tells an extended-campaign round (CON-04); `next_box` and
    `next_weather` are the next round's, known from its continuation die. `initiatives` are those of
    countries that have one of their own.
    """

    box: str = ""
    rounds: list[str] = field(default_factory=list)
    step: Step = "start"
    impulse: int = 0
    bad_weather: bool = kept(False, within="weather")
    extended: bool = kept(False, within="weather")
    next_box: str = ""
    next_weather: list[bool] = field(default_factory=list)
    sund_frozen: bool = kept(False, within="weather")
    poor_weather: bool = kept(False, within="weather")
    initiatives: dict[CountryOrNone, int] = kept(factory=dict, after="countries")
