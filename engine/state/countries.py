"""What a country in play has and has done: money, reforms, campaigns, levies (CAM, LVY)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from engine.state.reference_types import CountryId, Player
from engine.state.serialization import tabled

Campaign = Literal["none", "passive", "active_no_logistic", "active", "major", "multiple"]


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
    patron: Player = ""
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
    treaties: list[CountryId] = field(default_factory=list)
    monarch_lost: bool = False

    @property
    def reformed(self) -> bool:
        """Whether its army is that after the reform or event of its class: Turkey's M-1a."""
        return "M-1a" in self.reforms if self.id == "turkey" else bool(self.reforms)
