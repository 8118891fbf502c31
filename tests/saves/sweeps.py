"""A game played on a disk that fails, cut off or spoiled: at every call, every byte, or some.

The suite takes a share; `make soak` all (`python -m tests.saves.sweeps`).
"""

from __future__ import annotations

import errno
import gc
import os
import random
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple
from unittest.mock import patch

from saves import store
from saves.disk import append_only, files
from saves.disk.packing import SaveError
from tests.saves.errands import begun, die, errands, opened, positions, start

MOST: Final = 500  # calls, more than the game makes
ANSWERS: Final = ("roll", "roll-twice", "undo", "redo", "undo", "rest", "roll")


class Gone(BaseException):
    """The process is gone."""


class Disk:
    """The calls of `os` by which the store writes; the one of that number fails.

    `error`: it fails once. `full`: from it on there is no space, until there is. `gone`: the
    process dies in it. `short`: it dies with half of the bytes written. `power`: it dies, and what
    was not synced is lost.
    """

    CALLS = ("open", "write", "fsync", "replace", "ftruncate", "truncate", "mkdir", "rename")

    def __init__(self, how: str, number: int) -> None:
        self.how = how
        self.number = number
        self.calls: list[str] = []
        self.broken = False
        self.mended = False
        self.paths: dict[int, str] = {}
        self.synced: dict[str, bytes] = {}

    def __getattr__(self, name: str) -> Any:
        real = getattr(os, name)
        if name not in self.CALLS:
            return real

        def call(*arguments: Any) -> Any:
            if name == "open" and not arguments[1] & (os.O_WRONLY | os.O_RDWR):
                self.paths.pop(handle := real(*arguments), None)
                return handle
            self._fail(name, arguments)
            result = None if name == "fsync" else real(*arguments)
            self._note(name, arguments, result)
            return result

        return call

    def _note(self, name: str, arguments: tuple[Any, ...], result: Any) -> None:
        if name == "open":
            self.paths[result] = str(arguments[0])
            self.synced.setdefault(str(arguments[0]), Path(arguments[0]).read_bytes())
        elif name == "fsync" and arguments[0] in self.paths:
            path = self.paths[arguments[0]]
            self.synced[path] = Path(path).read_bytes()
        elif name == "replace":
            self.synced[str(arguments[1])] = self.synced.pop(str(arguments[0]), b"")
        elif name == "rename":
            self.synced.clear()

    def _fail(self, name: str, arguments: tuple[Any, ...]) -> None:
        if self.mended:
            return
        self.calls.append(name)
        if self.broken and self.how != "error":
            self._now(name)
        if len(self.calls) == self.number:
            self.broken = True
            if self.how == "short" and name == "write":
                os.write(arguments[0], arguments[1][: len(arguments[1]) // 2])
            if self.how == "power":
                for path, held in self.synced.items():
                    if Path(path).exists() and "pen" not in path:
                        Path(path).write_bytes(held)
            self._now(name)

    def _now(self, name: str) -> None:
        if self.how == "error":
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        if self.how == "full":
            if name not in ("ftruncate", "truncate"):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return
        raise Gone


@contextmanager
def on(disk: Any) -> Iterator[None]:
    """The store writes on this disk."""
    with (
        patch.object(files, "os", disk),
        patch.object(append_only, "os", disk),
        patch.object(store, "os", disk),
    ):
        yield


def act(saved: store.Saved, answer: str) -> None:
    if answer == "undo":
        saved.game.undo(agreed=True)
    elif answer == "redo":
        saved.game.redo()
    else:
        saved.game.answer(answer)


class Confirmed(NamedTuple):
    """A position that was confirmed, and whether a person brought it about."""

    position: Any
    lasting: bool


def whole(
    where: Path,
    seen: list[Confirmed],
    programs: Sequence[str] = (),
    beside: Executor | None = None,
) -> None:
    """Plays the game through; `seen` gets every confirmed position."""
    saved = None
    header = {"seed": 7, "programs": dict.fromkeys(programs, "steady")}
    try:
        saved = store.create(where, start(), header, "errands", errands)
        saved.beside = beside
        seen.append(Confirmed(saved.game.position(), True))
        for answer in ANSWERS:
            asked = "" if saved.game.ask is None else saved.game.ask.who
            act(saved, answer)
            lasting = answer == "undo" or asked not in programs
            seen.append(Confirmed(saved.game.position(), lasting))
        saved.close()
    finally:
        if saved is not None:
            die(saved)


def gone(
    where: Path,
    how: str,
    first: int = 1,
    every: int = 1,
    programs: Sequence[str] = (),
    beside: Executor | None = None,
) -> None:
    """A process that is gone at a call, the first and then every so many, loses no answer that was
    confirmed; with the power what programs answered last."""
    expected: list[Confirmed] = []
    with on(sound := Disk(how, -1)):
        whole(where / "sound", expected, programs, beside)
    calls = list(range(first, len(sound.calls) + 1, every))
    if how == "short":  # another is gone without having written anything
        writes = [at + 1 for at, name in enumerate(sound.calls) if name == "write"]
        calls = writes[first - 1 :: every]
    assert calls
    for number in calls:
        folder = where / str(number)
        seen = list[Confirmed]()
        with on(disk := Disk(how, number)):
            try:
                whole(folder, seen, programs, beside)
            except Gone:
                if not seen:
                    gc.collect()  # what was half open when it died, and nobody can close
        assert disk.broken, number
        games = store.summaries(folder)
        assert len(games) == (1 if seen else len(games)), number
        if not games:
            continue
        again = opened(folder / "errands")
        # The answer that was being written may be there too; it is nobody's loss.
        at = len(seen)
        least = at - 1
        while how == "power" and least > 0 and not expected[least].lasting:
            least -= 1
        stands = [confirmed.position for confirmed in expected[max(0, least) : at + 1]]
        assert again.game.position() in stands, (number, at)
        assert how != "power" or not again.warning, (number, again.warning)
        again.close()
        assert store.check(folder / "errands", errands) == [], number


def refuses(where: Path, how: str, first: int = 1, every: int = 1) -> None:
    """A disk that refuses a call, the first and then every so many, costs nothing and says so."""
    for number in range(first, MOST, every):
        refusals, broken = _refused(where / str(number), Disk(how, number))
        words = os.strerror(errno.EIO if how == "error" else errno.ENOSPC)
        assert all(words in refusal for refusal in refusals), refusals
        assert broken or not refusals
        if not broken:
            return
    raise AssertionError("the game never came to its end")


def _refused(where: Path, disk: Disk) -> tuple[list[str], bool]:
    """Plays the game through on a disk, each answer until it is taken: what was said of those that
    were not, and whether anything was."""
    refusals = list[str]()
    with on(disk):
        try:
            saved = store.create(where, start(), {"seed": 7}, "errands", errands)
        except SaveError as error:
            refusals.append(str(error))
            disk.mended = True
            saved = store.create(where, start(), {"seed": 7}, "errands", errands)
        for answer in ANSWERS:
            before = saved.game.position()
            try:
                act(saved, answer)
            except SaveError as error:
                refusals.append(str(error))
                assert saved.game.position() == before
                disk.mended = True  # somebody makes room
                act(saved, answer)
        saved.close()
    again = opened(saved.folder)
    assert again.game.position() == saved.game.position()
    assert again.warning == ""
    again.close()
    assert store.check(saved.folder, errands) == []
    return refusals, disk.broken


# A journal that is cut off or spoiled.


def heads(journal: bytes) -> list[int]:
    """Where the entries of a journal begin, and where the last ends."""
    found = [len(append_only.JOURNAL)]
    while found[-1] < len(journal):
        found.append(found[-1] + files.HEAD.size + files.HEAD.unpack_from(journal, found[-1])[0])
    return found


def cuts(where: Path, some: int = 0) -> None:
    """A journal cut off anywhere opens at a whole answer: at every byte, or about the ends of its
    entries and at so many in between."""
    saved = begun(where, "roll", "roll-twice", "rest")
    saved.close()
    journal = (saved.folder / store.JOURNAL).read_bytes()
    snapshot = (saved.folder / store.SNAPSHOT).read_bytes()
    known = positions("roll", "roll-twice", "rest")
    written = files.read_document(saved.folder / store.SNAPSHOT)["journal"]
    lengths = set(range(len(journal)))
    if some:
        ends = {at + by for at in heads(journal) for by in (-1, 0, 1, files.HEAD.size)}
        lengths = lengths & ends | {0, *random.Random(7).sample(range(len(journal)), some)}
    for length in sorted(lengths):
        (saved.folder / store.JOURNAL).write_bytes(journal[:length])
        (saved.folder / store.SNAPSHOT).write_bytes(snapshot)
        sound = (
            length >= written and not append_only.read_journal(saved.folder / store.JOURNAL).trouble
        )
        assert bool(store.check(saved.folder, errands)) != sound, length
        again = opened(saved.folder)
        assert again.game.position() in known, length
        assert bool(again.warning) != sound, length
        after = again.game.position()
        again.close()
        assert store.check(saved.folder, errands) == [], length
        again = opened(saved.folder)
        assert (again.game.position(), again.warning) == (after, ""), length
        again.close()


def flips(where: Path, some: int = 0) -> None:
    """A flipped bit is never another answer: each, or one in every length and checksum and so many
    more."""
    saved = begun(where, "roll", "roll-twice")
    saved.close()
    journal = (saved.folder / store.JOURNAL).read_bytes()
    snapshot = (saved.folder / store.SNAPSHOT).read_bytes()
    known = positions("roll", "roll-twice")
    bits = set(range(len(journal) * 8))
    if some:
        luck = random.Random(7)
        fields = [0, *(at + by for at in heads(journal)[:-1] for by in (0, 4))]
        bits = {8 * at + luck.randrange(32) for at in fields} | {*luck.sample(sorted(bits), some)}
    for bit in sorted(bits):
        flipped = bytearray(journal)
        flipped[bit // 8] ^= 1 << bit % 8
        (saved.folder / store.JOURNAL).write_bytes(flipped)
        (saved.folder / store.SNAPSHOT).write_bytes(snapshot)
        assert store.check(saved.folder, errands), bit
        try:
            again = opened(saved.folder)
        except SaveError:
            continue
        assert again.warning, bit
        assert again.game.position() in known, bit
        again.close()


def main() -> int:
    """All of it, as the words of `make soak` want it: how many sweeps held, and what went wrong."""
    setattr(os, "fsync", lambda handle: None)  # noqa: B010 - no power is cut here
    sweeps: list[Callable[[Path], None]] = [
        *(partial(gone, how=how) for how in ("gone", "short", "power")),
        partial(gone, how="power", programs=("spain",)),
        *(partial(refuses, how=how) for how in ("error", "full")),
        cuts, flips,
    ]  # fmt: skip
    wrong = list[str]()
    for sweep in sweeps:
        with tempfile.TemporaryDirectory() as where:
            try:
                sweep(Path(where))
            except Exception as error:
                wrong.append(f"{sweep}: {type(error).__name__}: {error}")
    print(len(sweeps) - len(wrong))
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
