"""Every entry of the campaign ledger, by its name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from engine.eia.ledger import (
    entries_alliances,
    entries_cessions,
    entries_cities,
    entries_corps,
    entries_manpower,
    entries_powers,
    entries_roster,
    entries_sea,
    entries_setup,
    entries_votes,
    entries_war,
)
from engine.eia.ledger.entry import TOLD, Entry
from engine.facts.sheets import lines_by, names

__all__ = ["ENTRIES", "Entry"]

USUAL: Final[Mapping[str, tuple[str, ...]]] = lines_by(
    "documents/entries_by_step.csv", {"step": str}, {"entries": names}
)
"""What is entered in a step before anything else."""
CHAPTERS: Final = (
    entries_alliances, entries_cessions, entries_cities, entries_corps, entries_manpower,
    entries_powers, entries_roster, entries_sea, entries_setup, entries_votes, entries_war,
)  # fmt: skip
DECLARED: Final[dict[str, type[Entry]]] = {
    each.name: each
    for chapter in CHAPTERS for each in vars(chapter).values()
    if isinstance(each, type) and issubclass(each, Entry) and each is not Entry
}  # fmt: skip
ENTRIES: Final = {name: DECLARED[name] for name in TOLD}
"""The entries that these chapters declare, in the order of the sheet."""


def sorted_for(step: str, names: Iterable[str]) -> tuple[list[str], list[str]]:
    """Names of entries: those that a step is for; then the others, those of other steps last."""
    usual = USUAL.get(step, ())
    known = [*names]
    own = [name for name in known if step in ENTRIES[name].steps and name not in usual]
    mine = [*(name for name in usual if name in known), *own]
    rest = [name for name in known if name not in mine]
    return mine, sorted(rest, key=lambda name: bool(ENTRIES[name].steps))
