"""What is written down of a game while a procedure plays it: the dice that fall and where it can
start again.

A procedure does not wait for either: it throws a die that is known and passes a mark without
handing anything up to the game.
"""

from __future__ import annotations

from sys import intern

from engine.games.dice_source import DiceSource
from engine.games.journal_records import Record, Snapshot, Thrown
from engine.games.snapshots import add
from engine.play.asks import Raw
from engine.play.journal import Table


class Journal:
    """The `records` and `snapshots` of a game as they come; `clean` while nothing has happened
    since the last mark. Without `checkpoints` no snapshot is taken; the one at the record `needed`
    is kept."""

    def __init__(
        self,
        records: list[Record],
        snapshots: list[Snapshot],
        dice: DiceSource,
        checkpoints: bool,
        needed: int,
    ) -> None:
        self.records, self.snapshots, self.dice = records, snapshots, dice
        self.checkpoints, self._needed = checkpoints, needed
        self.clean = True
        self._record: Record | None = None

    def open(self, table: Table, number: int) -> None:
        """Stands at a snapshot of a table, before the record of that number."""
        table.journal, table.record = self, number
        self._record, self.clean = None, True

    def begin(self, table: Table, raw: Raw, who: str = "") -> Record:
        """Begins the record of an answer, or of dice that fall before one."""
        record = self._record = Record(raw, who)
        self.records.append(record)
        table.record = len(self.records)
        self.clean = False
        return record

    def throw(self, table: Table, name: str, faces: int, modifier: int) -> int | None:
        """What a die shows, which is written down; None where the players throw it.

        Raises Diverged where a journal is replayed that holds another die, or none.
        """
        if not self.dice.next_is_known:
            return None
        thrown, between = table.state.thrown, self._record is None
        times = thrown.get(name, 0)
        at = len(self.records) - (not between)
        value = self.dice.throw(name, faces, modifier, times, at, between)
        thrown[name] = times + 1
        record = self._record or self.begin(table, None)
        record.dice += (Thrown(intern(name), value, modifier),)
        return value

    def mark(self, table: Table, segment: bool) -> None:
        """From here the procedure can start again from the state alone."""
        self._record, self.clean = None, True
        if self.checkpoints:
            plain, count = table.state.to_plain(), len(self.records)
            add(self.snapshots, Snapshot(count, plain, len(table.story), segment), self._needed)
