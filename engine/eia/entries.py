"""Every entry of the campaign ledger, by its name."""

from __future__ import annotations

from typing import Final

from engine.eia import entries_board, entries_politics
from engine.eia.entry import Entry

__all__ = ["ENTRIES", "Entry"]

ENTRIES: Final[dict[str, Entry]] = {
    entry.name: entry for entry in (*entries_politics.ENTRIES, *entries_board.ENTRIES)
}
