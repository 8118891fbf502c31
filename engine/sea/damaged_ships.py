"""Damaged ships, written down by the naval region in which they were hit (REF-06).

They are no counters: they wait there for their refit (engine.sea.refit).
"""

from __future__ import annotations

from typing import Final

from engine.facts import board
from engine.facts.wordings import wordings
from engine.state import State
from engine.state.sea import Damaged

REGIONS: Final = wordings("naval region")


def region(zone: str) -> str:
    """The naval region in which ships damaged in a sea zone are kept (REF-06, NLS-A2, REF-A2)."""
    found = board.sea(zone).region
    return found if found in REGIONS else "europe"


def damage(state: State, country: str, where: str, kind: str, number: int) -> None:
    """Writes down ships that are damaged now, in a region; NDE are counted one by one."""
    since = f"{state.turn}:{state.sequence.box}"
    for each in state.sea.damaged:
        if (each.country, each.region, each.kind, each.since) == (country, where, kind, since):
            each.number += number
            return
    state.sea.damaged.append(Damaged(country, where, kind, number, since))
