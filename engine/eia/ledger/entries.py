"""Every entry of the campaign ledger, by its name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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
from engine.facts.sheets import lines_by, names

__all__ = ["ENTRIES", "Entry"]

USUAL: Final[Mapping[str, tuple[str, ...]]] = lines_by(
    "documents/entries_by_step.csv", {"step": str}, {"entries": names}
)
"""What is entered in a step before anything else."""
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
