"""Every entry of the campaign ledger, by its name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.eia.ledger import (
    entries_cessions,
    entries_corps,
    entries_manpower,
    entries_powers,
    entries_roster,
    entries_sea,
    entries_setup,
    entries_war,
)
from engine.eia.ledger.entry import Entry

__all__ = ["ENTRIES", "Entry"]

USUAL: Final[dict[str, tuple[str, ...]]] = {
    "declarations of war": ("war", "war-on-minor"),
    "call to allies": ("join-war",),
    "peace": ("peace", "reparations", "loan", "exile", "access"),
    "minor country control": ("occupy",),
    "breaking alliances": ("break-alliance",),
    "declaration of combined movement": ("access",),
    "naval reinforcement": ("use-hulk", "launch", "fleet"),
    "army reinforcement": ("return", "promote", "loan-back", "la-salle", "cavalry", "corps"),
    "naval movement": ("fleet", "port"),
    "naval combat": ("sea-battle", "hulks", "battle", "port", "fleet"),
    "land movement": ("forcible-access", "cavalry"),
    "supply": ("forcible-access", "loan-back"),
    "land combat": ("battle", "prisoners", "wound", "city", "minor-fought", "la-salle"),
    "conquest": ("occupy", "minor-conquered"),
    "victory points": ("track", "status"),
    "political status adjustment": ("track", "status"),
    "money and manpower collection": ("collect", "yields"),
    "ceding": ("cede",),
    "free state declaration": ("free-state",),
    "uncontrolled major power control": ("auction", "step-down", "city-held"),
}
ENTRIES: Final[dict[str, type[Entry]]] = {
    entry.name: entry
    for chapter in (
        entries_war,
        entries_powers,
        entries_roster,
        entries_sea,
        entries_corps,
        entries_cessions,
        entries_manpower,
        entries_setup,
    )
    for entry in chapter.ENTRIES
}


def sorted_for(step: str, names: Iterable[str]) -> tuple[list[str], list[str]]:
    """Names of entries: those that a step is for; then the others, those of other steps last."""
    usual = USUAL.get(step, ())
    known = [*names]
    own = [name for name in known if step in ENTRIES[name].steps and name not in usual]
    mine = [*(name for name in usual if name in known), *own]
    rest = [name for name in known if name not in mine]
    return mine, sorted(rest, key=lambda name: bool(ENTRIES[name].steps))
