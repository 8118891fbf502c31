"""What names the records that lead to a snapshot: reckoned on from the snapshot before."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any, Final

from engine.games.records import Record
from saves.disk.plain import canonical

MOST: Final = 20  # places from which it can be reckoned on


class Names:
    """Names of the leading records of a game, equal for equal ones."""

    def __init__(self) -> None:
        self._runs = [(0, blake2b(digest_size=8))]

    def begin(self, records: Sequence[Any]) -> None:
        """Begins with these plain records."""
        if records:
            self._runs.append((len(records), blake2b(_bytes(records), digest_size=8)))

    def name(self, records: Sequence[Record], count: int) -> str:
        """The name of the first `count` records."""
        self.back_to(count)
        at, before = self._runs[-1]
        if at < count:
            run = before.copy()
            run.update(_bytes([record.to_plain() for record in records[at:count]]))
            self._runs.append((count, run))
            del self._runs[1:-MOST]
        return self._runs[-1][1].hexdigest()

    def back_to(self, standing: int) -> None:
        """The records from there on are others."""
        while self._runs[-1][0] > standing:
            self._runs.pop()


def _bytes(records: Sequence[Any]) -> bytes:
    """The bytes of some plain records one after another, without their number."""
    body = canonical(list(records))
    return body[1 if len(records) < 16 else 3 if len(records) < 2**16 else 5 :]
