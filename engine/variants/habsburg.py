"""Habsburgs, Bohemia and the Teutonic Order at the start and after (EUV-HAB)."""

from __future__ import annotations

from typing import Final

from engine.facts import force_pools, variant_sheets
from engine.facts.force_pools import Force
from engine.situation.variants import Variant
from engine.state import State
from engine.turns import provinces
from engine.turns.events import BOHEMIAN_UNION

OWNERS: Final = {
    "SILESIA": "bohemia",
    "MORAVIA": "bohemia",
    "MEMEL": "teutonic-order",
    "OST PREUSSEN": "teutonic-order",
}


class HabsburgStart(Variant):
    """Who owns what at the start, and the basic forces of the Habsburgs and of Bohemia."""

    id = "habsburg"

    def set_up(self, state: State) -> None:
        """Silesia and Moravia are Bohemian, Memel and Prussia the Order's (EUV-HAB-01,
        EUV-HAB-05)."""
        places = variant_sheets.sheets()[self.id].places
        for word, owner in OWNERS.items():
            for place in places[word]:
                provinces.transfer(state, place, owner)

    def basic_forces(self, state: State, country: str) -> tuple[Force, ...] | None:
        """The Habsburgs' are those of the power's sheet by period, also while they are a minor;
        Bohemia's are two detachments (EUV-HAB-02, EUV-HAB-03)."""
        if country == "bohemia":
            return (Force("land_detachment", 2),)
        if country == "habsburg":
            return force_pools.basic_forces(country, state.period, minor=False)
        return None

    def cancels_reminder(self, rule: str) -> bool:
        """Bohemia does not fall to the Habsburgs by itself in period III (EUV-HAB-04)."""
        return rule == BOHEMIAN_UNION


VARIANT = HabsburgStart()
