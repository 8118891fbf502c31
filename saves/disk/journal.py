"""The journal wound on: the records that stand, and those that can be given again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from engine.documents.printable import is_text
from engine.games.journal_records import Record, Thrown
from saves.disk.packing import SaveError

MOST_RECORDS: Final = 100_000
MOST_DICE: Final = 1_000


class Turn(NamedTuple):
    """Who is to decide, in which box, since when, and who gave the last answer."""

    who: str = ""
    box: str = ""
    when: int = 0
    by: str = ""


@dataclass(slots=True)
class Tape:
    """The journal wound on: the records that stand, those that can be redone, whose turn it is."""

    records: list[Record] = field(default_factory=list)
    redoable: list[Record] = field(default_factory=list)
    turn: Turn = field(default_factory=Turn)

    def read(self, entry: Any, where: str) -> tuple[int, list[Record], Turn | None]:
        """An entry that goes on from here; raises SaveError when it is none."""
        standing, added, turn = read_entry(entry, where)
        if not 0 <= standing <= len(self.records):
            raise SaveError(f"{where} goes on from record {standing!r:.20}")
        if len(self.records) + len(added) > MOST_RECORDS:
            raise SaveError(f"{where} is one too many: no game has {MOST_RECORDS} records")
        return standing, added, turn

    def add(self, entry: Any, where: str) -> None:
        """Winds an entry on; raises SaveError when it is none."""
        self.wind(*self.read(entry, where))

    def wind(self, standing: int, added: list[Record], turn: Turn | None) -> None:
        """Winds an entry on that was read."""
        self.turn = turn or self.turn
        self.redoable[:0] = self.records[standing:]
        del self.records[standing:]
        self.records += added
        if added and self.redoable[: len(added)] == added:
            del self.redoable[: len(added)]
        elif added:
            self.redoable.clear()


def sealed(entries: Sequence[Any]) -> tuple[Tape, list[Any]]:
    """The tape of entries that were written here, and its records as they were read."""
    records, redoable, last = list[Any](), list[Any](), None
    for standing, added, turn in entries:
        if standing != len(records):
            redoable[:0] = records[standing:]
            del records[standing:]
        records += added
        if redoable and added:
            given = redoable[: len(added)] == added
            redoable = redoable[len(added) :] if given else []
        last = turn or last
    turned = Turn(*last) if last is not None else Turn()
    stand, again = ([Record(answer, who, tuple([Thrown(*die) for die in dice]) if dice else ())
                     for answer, who, dice in some] for some in (records, redoable))  # fmt: skip
    return Tape(stand, again, turned), records


def read_entry(entry: Any, where: str) -> tuple[int, list[Record], Turn | None]:
    """An entry of a journal: how many records stand before it, those it adds, whose turn it then
    is; raises SaveError when it is none."""
    if type(entry) is not list or len(entry) != 3 or type(entry[1]) is not list:
        raise SaveError(f"{where} is not an entry")
    if type(entry[0]) is not int:
        raise SaveError(f"{where} goes on from record {entry[0]!r:.20}")
    added = [_record(one, where) for one in entry[1]]
    return entry[0], added, None if entry[2] is None else turn_of(entry[2], where)


def turn_of(plain: Any, where: str) -> Turn:
    """Whose turn it is, read; raises SaveError when it is nobody's."""
    if (
        type(plain) is not list
        or len(plain) != 4
        or not all(is_text(plain[part]) for part in (0, 1, 3))
        or type(plain[2]) is not int
        or not 0 <= plain[2] < 2**40
    ):
        raise SaveError(f"{where} does not say whose turn it is")
    return Turn(*plain)


def _record(plain: Any, where: str) -> Record:
    if type(plain) is not list or len(plain) != 3 or not is_text(plain[1]):
        raise SaveError(f"{where} holds what is not a record")
    dice = plain[2]
    if type(dice) is not list or len(dice) > MOST_DICE or not all(map(_is_thrown, dice)):
        raise SaveError(f"{where} holds damaged dice")
    return Record.from_plain(plain)


def _is_thrown(die: Any) -> bool:
    return (
        type(die) is list
        and len(die) == 3
        and is_text(die[0])
        and type(die[1]) is int
        and type(die[2]) is int
        and 1 <= die[1] <= 100
        and -100 <= die[2] <= 100
    )
