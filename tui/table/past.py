"""The past of a game: any moment of it laid out again from the journal. The game is not touched."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from engine.chronicle import Entry
from engine.games.game import Game
from engine.games.journal_records import Record, Snapshot
from engine.state import State


class Moment(NamedTuple):
    """What one sees at once: the table after so many records, and so many lines of the story."""

    record: int
    told: int


class History:
    """The moments of a game, forward and backward; it keeps a game of its own to lay them out.

    `story` is what of it may be read, all without.
    """

    def __init__(self, game: Game, story: Sequence[Entry] | None = None) -> None:
        self.header = dict(game.header)
        self.procedure = game.procedure
        self.records = list(game.records)
        self.story = list(game.story if story is None else story)
        self.kept: dict[int, Snapshot] = {each.record: each for each in game.snapshots}
        self.moments = moments(self.records, self.story)
        self._game: Game | None = None

    def state(self, number: int) -> State:
        """The table at that moment. Raises Diverged where the journal no longer fits the rules."""
        record = self.moments[number].record
        held = self._game
        if held is None or len(held.records) != record:
            held = self._game = self._laid_out(record)
            self.kept.update({each.record: each for each in held.snapshots})
        return held.state

    def _laid_out(self, record: int) -> Game:
        nearest = self.kept[max(each for each in self.kept if each <= record)]
        held = self._game
        if held is not None and nearest.record <= len(held.records) <= record:
            held.follow(len(held.records), self.records[len(held.records) : record])
            return held
        first, records = self.kept[min(self.kept)].state, self.records[:record]
        return Game(first, self.procedure, self.header, records, (), True, [nearest])

    def told(self, number: int) -> list[Entry]:
        """The story up to that moment."""
        return self.story[: self.moments[number].told]

    def latest(self, number: int) -> Entry | None:
        """The line of the story that the moment shows, None at the start."""
        told = self.moments[number].told
        return self.story[told - 1] if told else None

    def of_entry(self, at: int) -> int:
        """The moment at which that line of the story is told."""
        return bisect_left([moment.told for moment in self.moments], at + 1)

    def of_record(self, record: int) -> int:
        """The first moment at which so many records have been played."""
        at = bisect_left([moment.record for moment in self.moments], record)
        return min(at, len(self.moments) - 1)

    def turning(self, number: int, step: int) -> int:
        """The next (1) or previous (-1) moment at which another impulse or battle begins."""
        at = number + step
        while 0 < at < len(self.moments) - 1 and not self._turns(at):
            at += step
        return max(0, min(at, len(self.moments) - 1))

    def _turns(self, number: int) -> bool:
        told = self.moments[number].told
        here, before = self.story[told - 1], self.story[told - 2] if told > 1 else None
        other = before is None or (here.box, here.impulse) != (before.box, before.impulse)
        return other or here.kind in ("battle-begins", "assault")


def moments(records: Sequence[Record], story: Sequence[Entry]) -> list[Moment]:
    """A moment for each line of the story. The table is as it was before the answer that the lines
    tell of, until the last of them; it can only be laid out where a question was asked."""
    asked = [n for n, record in enumerate(records) if record.answer is not None]
    asked.append(len(records))
    found = [Moment(asked[0], 0)]
    told = 0
    for record, lines in groupby(story, key=lambda entry: entry.record):
        count = len(list(lines))
        after = asked[min(bisect_left(asked, record), len(asked) - 1)]
        before = max(found[-1].record, asked[max(0, bisect_left(asked, record) - 1)])
        found += [Moment(before, told + n) for n in range(1, count)]
        told += count
        found.append(Moment(max(after, before), told))
    return found
