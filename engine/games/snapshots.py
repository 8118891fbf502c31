"""Which snapshots of a game are kept: all of the last answers, ever fewer of what lies back.

Going back plays from the nearest snapshot before, so what lies far back may be sparse: an answer
there costs no more than the records between two of them.
"""

from __future__ import annotations

from typing import Final

from engine.games.journal_records import Snapshot

DENSE: Final = 64  # records of which every snapshot is kept
SPACING: Final = 16  # records at most between two before that, where there were as many
SHARE: Final = 600  # and where that is more, this share of their age
ROOM: Final = 64  # snapshots: at every so manieth they are thinned
FRESH: Final = 16  # of the last so many, most are soon replaced or taken back: they are not packed


def spacing(age: int) -> int:
    """How many records lie between two snapshots so many records ago."""
    return 0 if age <= DENSE else max(SPACING, age // SHARE)


def add(snapshots: list[Snapshot], fresh: Snapshot, needed: int = -1) -> None:
    """Adds a snapshot, in the place of the last where no record lies between; now and then what
    lies back is thinned."""
    if snapshots[-1].record == fresh.record:
        fresh.segment |= snapshots.pop().segment
    snapshots.append(fresh)
    snapshots[-min(FRESH, len(snapshots))].pack(snapshots[0])
    if len(snapshots) % ROOM == 0:
        snapshots[:] = thin_out(snapshots, needed)


def back_to(snapshots: list[Snapshot], record: int) -> Snapshot:
    """Gives up those after a record; the last that is left."""
    while snapshots[-1].record > record:
        snapshots.pop()
    return snapshots[-1]


def thin_out(snapshots: list[Snapshot], needed: int = -1) -> list[Snapshot]:
    """Those that are kept: the first, the last that begins a segment, that at the record `needed`,
    and the others by their age."""
    last = snapshots[-1].record
    segment = next((each for each in reversed(snapshots) if each.segment), None)
    kept = [snapshots[-1]]
    for older, each in zip(snapshots[-3::-1], snapshots[-2:0:-1], strict=True):
        wanted = each is segment or each.record == needed
        if wanted or kept[-1].record - older.record > spacing(last - each.record):
            kept.append(each)
    return [snapshots[0], *kept[::-1]] if len(snapshots) > 1 else kept
