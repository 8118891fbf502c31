"""Words between players: lines of text to everybody at a game or to an alliance, kept with it.

They lie in a file of their own beside the chronicle, an entry each, which is appended to and never
written anew: nothing of it is a rule, and nothing of it is lost. What goes by mail, reports and
exports of the game hold none of it.
"""

from __future__ import annotations

import os
import time
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any, Final, NamedTuple

from engine.documents.printable import LONGEST, is_text
from saves.disk.append_only import JOURNAL, Pencil, read_journal
from saves.disk.files import copy_file, create_file, flush, reason, sync_folder, write_bytes
from saves.disk.packing import SaveError
from saves.sharing.pen import Pen

WORDS: Final = "words.msgpack"
MOST: Final = 4000  # lines in a game
SHARE: Final = 1000  # of them of one player
BURST: Final = (5, 20)  # lines of one player, within so many seconds
STREAM: Final = (100, 3600)
MOST_POWERS: Final = 60  # to whom a line goes


class Word(NamedTuple):
    """A line: when it was said, by whom, and the powers it is for; for everybody without any."""

    when: int
    by: str
    to: tuple[str, ...]
    text: str

    def heard_by(self, player: str, seats: Collection[str]) -> bool:
        """Whether a player who sits there may read it: who sits in the alliance, or said it."""
        return not self.to or not set(self.to).isdisjoint(seats) or self.by == player != ""


class Words:
    """The words of a game as far as they were read."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / WORDS
        self.said: list[Word] = []
        self.trouble = ""  # what is wrong with the file after what was read of it
        self._stamp: tuple[int, ...] = ()
        self._length, self._chain = 0, 0

    def look(self) -> None:
        """Reads what was said since. Raises SaveError for a file that is none."""
        stamp = self._look()
        if stamp == self._stamp:
            return
        if not stamp or stamp[:1] != self._stamp[:1] or stamp[1] < self._length:
            self.said, self._length, self._chain = [], 0, 0
        self._stamp, self.trouble = stamp, ""
        if not stamp:
            return
        journal = read_journal(self.path, self._length, self._chain)
        self._length, self._chain = journal.length, journal.chain
        self.trouble = journal.trouble
        if stamp[1] and journal.format < 2:
            self.trouble = "has lost its beginning"
        found = [word for word in map(_word, journal.entries) if word is not None]
        self.said += found[: MOST - len(self.said)]

    def _look(self) -> tuple[int, ...]:
        try:
            status = self.path.lstat()
        except OSError:
            return ()
        return status.st_ino, status.st_size, status.st_mtime_ns

    def say(self, pen: Pen, text: str, to: Iterable[str] = ()) -> None:
        """Says a line to everybody, or to the powers of an alliance; it is on the disk before this
        returns. Raises SaveError with what is wrong with it."""
        if pen.watching_only:
            raise SaveError("from here the game can only be watched, and nothing be said")
        by, now = pen.me.player, int(time.time())
        word = Word(now, by, tuple(sorted(to)), text.strip())
        if not word.text:
            raise SaveError("nothing is said: a line wants words")
        if len(word.text) > LONGEST:
            raise SaveError(f"a line has at most {LONGEST} letters, and this {len(word.text)}")
        if _word(plain := [now, by, list(word.to), word.text]) is None:
            raise SaveError("a line has letters that are seen, and no others")
        with pen.alone():
            self._stamp = ()  # it is read whole: what cannot be read is not written over
            self.said, self._length, self._chain = [], 0, 0
            self.look()
            if trouble := self._refusal(by, now):
                raise SaveError(trouble)
            try:
                self._append(plain)
            except OSError as error:
                raise SaveError(
                    f"nobody heard that: it cannot be kept ({reason(error)})"
                ) from error
        self.said.append(word)

    def _refusal(self, by: str, now: int) -> str:
        """Why somebody may not say more now, "" when he may."""
        times = [word.when for word in self.said if word.by == by]
        for most, seconds in (BURST, STREAM):
            if sum(0 <= now - when < seconds for when in times[-most:]) >= most:
                wait = seconds - (now - times[-most])
                return f"so many lines one after another nobody reads: wait {wait} seconds"
        if len(times) >= SHARE:
            return f"{SHARE} lines of one player are kept with a game, and yours are so many"
        if len(self.said) >= MOST:
            return f"{MOST} lines are kept with a game, and so many were said"
        return ""

    def _append(self, plain: list[Any]) -> None:
        if self.trouble:
            copy_file(self.path, self.path.with_name(f"{WORDS}.damaged-{int(time.time())}"))
        if self._length < len(JOURNAL):
            self._begin()
        pencil = Pencil(self.path, self._length, self._chain)
        try:
            pencil.append(plain)
        except SaveError as error:
            if isinstance(error.__cause__, OSError):
                raise error.__cause__ from error
            raise
        finally:
            pencil.close()
            self._stamp = self._look()
        self._length, self._chain, self.trouble = pencil.length, pencil.chain, ""

    def _begin(self) -> None:
        handle = create_file(self.path)
        try:
            write_bytes(handle, JOURNAL)
            flush(handle)
        except OSError:
            self.path.unlink(missing_ok=True)
            raise
        finally:
            os.close(handle)
        sync_folder(self.path.parent)
        self._length, self._chain = len(JOURNAL), 0


def _word(plain: Any) -> Word | None:
    match plain:
        case [int(when), str(by), [*to], str(text)] if (
            0 <= when < 2**40
            and is_text(by)
            and text
            and is_text(text)
            and len(to) <= MOST_POWERS
            and all(map(is_text, to))
        ):
            return Word(when, by, tuple(to), text)
    return None
