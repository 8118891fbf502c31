"""The snapshot of an open game: when it is written, beside programs in a thread of its own, and
what is told where it cannot be."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from engine import __version__
from engine.chronicle import Entry
from engine.games.game import Game
from engine.games.journal_records import Plain, Snapshot
from saves.disk import contents, migrations, signature
from saves.disk.append_only import Journal, Seal, seal_of
from saves.disk.chronicle import Chronicle
from saves.disk.files import sync_file, write_document
from saves.disk.journal import Turn
from saves.disk.journal_digest import Names
from saves.disk.naming import JOURNAL, SNAPSHOT
from saves.disk.packing import SaveError
from saves.sharing.pen import player_name
from saves.sharing.undoing import Undoing

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

SPACING: Final = 20  # records of programs that the snapshot may lie behind: opening plays them anew
FAR: Final = 16  # records of a segment from which on it is opened in its midst
NEAR: Final = 4  # records before the snapshot to which answers are taken back until one is written


class Overtaken(SaveError):
    """Somebody else has gone on with the game: what was to be written is his to write."""

    def __init__(self) -> None:
        super().__init__("the game has moved on meanwhile: look again, then answer")


class Snapshots(Undoing):
    """The part of an open game that writes its snapshot."""

    trouble = ""  # why the snapshot, or a shorter journal, was not written last, as a sentence
    beside: Executor | None = None  # writes snapshots while programs play: no key waits for a disk
    # The one that is being written so, and the lines and boundary to go back to if it cannot be.
    _aside: tuple[Future[None], int, int] | None = None
    _untold = ""  # that trouble, until it is told
    chronicle: Chronicle
    _names: Names
    _game: str
    _chain: int
    _items: int
    _name: Any
    _begun: int
    _boundary: int

    @property
    def name(self) -> str:
        """The game's name in the store."""
        return self.folder.name

    def settle(self) -> None:
        """Waits until what is written beside is written, or is due again as it could not be."""
        if self._aside is None:
            return
        (written, changed, boundary), self._aside = self._aside, None
        if not self._try(written.result):
            self.game.standing_lines = min(self.game.standing_lines, changed)
            self._boundary = boundary

    def _write_if_due(self, standing: int, forward: bool) -> None:
        """Writes the snapshot where that is due after an answer, or after one was taken back."""
        latest = self._latest() if forward else self._behind(standing)
        if self._is_due(latest.record, standing, forward):
            beside = self.beside if forward and self._program_decides else None
            self._try(partial(self._write_beside, beside, latest))

    @property
    def _program_decides(self) -> bool:
        return self._decides in self.game.header.get("programs", {})

    def _try(self, write: Callable[[], None]) -> bool:
        """Writes a snapshot or a shorter journal, if that can be, and whether it could: the answer
        is in the journal, and whatever happens here takes it back no more."""
        try:
            write()
        except Overtaken:
            return False
        except SaveError as error:
            trouble = str(error)
        except Exception as error:
            trouble = (
                f"Tercio made a mistake as it wrote the game ({type(error).__name__}: {error})"
            )
        else:
            return True
        # The next segment or answer tries again; the same trouble is told once.
        said = f"All answers are in the journal, but {trouble}; that is tried again."
        if said != self.trouble:
            self.trouble = self._untold = said
        return False

    def _tell_trouble(self) -> str:
        """Why something could not be written, where that is new."""
        said, self._untold = self._untold, ""
        return said

    def _write_beside(self, beside: Executor | None, latest: Snapshot) -> None:
        """Has a snapshot written of the game as it stands now: in another thread, if that can be.
        Raises SaveError."""
        plain, story = self._document(latest), self.game.story[: latest.story]
        changed, boundary = self.game.standing_lines, self._boundary
        written = None
        if beside is not None:
            with suppress(RuntimeError):  # the system has no more threads
                written = beside.submit(self._put, latest, plain, story, changed)
        if written is None:
            self._put(latest, plain, story, changed)
        else:
            self._aside = written, changed, boundary
        self.game.standing_lines, self._boundary = len(self.game.story), latest.record

    def _is_due(self, latest: int, standing: int, forward: bool) -> bool:
        """Whether the snapshot file is to be written; while programs play, not at each segment, and
        after the answer that began one, so that a key waits for one of the two only. Where answers
        are taken back, when few are left to the snapshot: to play on from one far back takes as
        long as to write it, and no undo is to wait for both."""
        behind = latest - self._boundary
        if not forward:
            return not 0 <= self._boundary <= max(0, standing - NEAR)
        if not self._program_decides:
            return behind != 0
        return behind < 0 or (behind >= SPACING and latest <= standing)

    def _latest(self) -> Snapshot:
        """The snapshot to open at: the last at which a segment begins, or in a long one a later."""
        newest = self.game.snapshots[-1].record
        segment = next(kept for kept in reversed(self.game.snapshots) if kept.segment)
        if newest - segment.record < FAR:
            return segment
        at = newest - (newest - segment.record) % FAR
        return next(kept for kept in self.game.snapshots if kept.record >= at)

    def _behind(self, standing: int) -> Snapshot:
        """The snapshot to open at while answers are taken back: so far behind that the next of them
        need none."""
        far = (kept for kept in reversed(self.game.snapshots) if kept.record <= standing - FAR)
        return next(far, self.game.snapshots[0])

    def write(self, journal: Journal | None = None, latest: Snapshot | None = None) -> None:
        """Writes the snapshot file anew, for the journal that is there or the one that is to come.

        The chronicle is first, which the snapshot goes by. Raises SaveError, also where nobody
        could read it again: the one that is there stays, and the journal leads on from it.
        """
        latest = latest or self._latest()
        self._snapshot(latest, self._document(latest, journal))
        self._boundary = latest.record

    def _document(self, latest: Snapshot, journal: Journal | None = None) -> Plain:
        seal = Seal(self._length, self._chain, self._items, self._name.hexdigest())
        length = self._length
        if journal is not None:
            seal, length = seal_of(journal), min(length, journal.length)
        name = self._names.name(self.game.records, latest.record)
        return document(self._game, self.game, latest, name, length, seal, self._begun)

    def _snapshot(self, latest: Snapshot, plain: Plain) -> None:
        self._put(latest, plain, self.game.story, self.game.standing_lines)
        self.game.standing_lines = len(self.game.story)

    def _put(self, latest: Snapshot, plain: Plain, story: Sequence[Entry], changed: int) -> None:
        """Writes a snapshot's document, after the lines that it goes by. Raises Overtaken where the
        journal is no longer the one it goes by: another may have made that shorter."""
        if defects := contents.unreadable(plain, self.name):
            raise SaveError(f"{defects[0]}: the snapshot stays as it was")
        with self.pen.alone():
            if not self._in_step():
                raise Overtaken
            sync_file(self.folder / JOURNAL)  # the snapshot says how long it is
            told = self.chronicle.write(story, latest, changed)
            plain |= {
                "chronicle": list(told), "lines": latest.story, "marks": self.chronicle.stands,
            }  # fmt: skip
            write_document(self.folder / SNAPSHOT, signature.sign(self.folder.parent, plain))
        self.trouble = self._untold = ""


def document(
    game_id: str, game: Game, latest: Snapshot, name: str, journal: int, seal: Seal, begun: int = 0
) -> Plain:
    """What a snapshot file holds, but for the chronicle: the header, the start, the latest boundary
    and the `name` of the records until there, how many lines of the story are from before the
    start, and the length of the journal it was written with, and its seal."""
    who = game.decides
    return {
        "format": migrations.FORMAT,
        "version": __version__,
        "game": game_id,
        "header": game.header,
        "start": game.snapshots[0].state,
        "record": latest.record,
        "journal": journal,
        "seal": list(seal),
        "records": name,
        "state": latest.state,
        "told": game.snapshots[0].story,
        "begun": begun,
        "turn": list(Turn(who, game.track_box, int(time.time()), player_name())),
    }
