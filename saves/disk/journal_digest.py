"""What names the records that lead to a snapshot: reckoned on from the snapshot before."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any, Final

from engine.games.journal_records import Record
from saves.disk.packing import canonical

SHARE: Final = 256  # records at most between two places from which it can be reckoned on


class Names:
    """Names of the leading records of a game, equal for equal ones."""

    def __init__(self) -> None:
        self._runs = [(0, blake2b(digest_size=8))]

    def begin(self, records: Sequence[Any]) -> None:
        """Begins with these plain records."""
        for at in range(0, len(records), SHARE):
            self._add(records[at : at + SHARE])

    def name(self, records: Sequence[Record], count: int) -> str:
        """The name of the first `count` records."""
        self.back_to(count)
        for at in range(self._runs[-1][0], count, SHARE):
            self._add([record.to_plain() for record in records[at : min(at + SHARE, count)]])
        return self._runs[-1][1].hexdigest()

    def _add(self, records: Sequence[Any]) -> None:
        at, run = self._runs[-1][0] + len(records), self._runs[-1][1].copy()
        run.update(_bytes(records))
        if len(self._runs) > 2 and at - self._runs[-2][0] <= SHARE:
            self._runs.pop()
        self._runs.append((at, run))

    def back_to(self, standing: int) -> None:
        """The records from there on are others."""
        while self._runs[-1][0] > standing:
            self._runs.pop()


def _bytes(records: Sequence[Any]) -> bytes:
    """The bytes of some plain records one after another, without their number."""
    body = canonical(list(records))
    return body[1 if len(records) < 16 else 3 if len(records) < 2**16 else 5 :]
