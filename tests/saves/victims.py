"""Players whose process ends in the midst of a phase: killed at any moment, or by a failing disk.

A game is played by programs in a child of this process, which is forked and so costs little. What
it has shown is told through a pipe before the end; another child opens the game and finds it.
"""

from __future__ import annotations

import errno
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from engine import scenarios
from engine.programs import bots
from saves import saved, store
from saves.disk import append_only, files, signature
from saves.disk.migrations import digest
from saves.disk.packing import SaveError

SCENARIO: Final = "artois"
PATIENCE: Final = 60


def begun(where: Path) -> saved.Saved:
    """A game of the scenario, its dice known."""
    header = {"seed": 7, "dice": "rolled", "seats": {}}
    return store.create(where, scenarios.read(SCENARIO).state(), header, "game")


def played(game: saved.Saved) -> Iterator[None]:
    """Plays the phase by programs, with an undo now and then, a step at a time."""
    player, back = bots.player("random"), 0
    while game.game.ask is not None:
        count = len(game.game.records)
        if count % 7 == 3 and count > back:
            back = count
            game.undo()
        else:
            game.game.answer(player(game.game, game.game.ask))
        yield


def position(game: saved.Saved) -> str:
    """A short name for where a game stands."""
    return digest([game.game.position(), len(game.game.records)])


def child(work: Callable[[], None]) -> int:
    """A process of its own that does some work and ends."""
    pid = os.fork()
    if pid:
        return pid
    status = 1
    try:
        signal.alarm(PATIENCE)
        work()
        status = 0
    finally:
        os._exit(status)


def ended(pid: int) -> int:
    """How a child ended: its status, or minus the number of a signal."""
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def opens(folder: Path, known: set[str]) -> str:
    """What is wrong with a game after a death, "" when it stands where it was known to."""
    again = store.open_game(folder)
    try:
        if position(again) not in known:
            return "it stands where nobody saw it"
    finally:
        again.close()
    return "; ".join(store.check(folder))


def judged(folder: Path, known: set[str]) -> str:
    """The same in a process of its own."""
    read, write = os.pipe()

    def look() -> None:
        os.write(write, opens(folder, known).encode()[:4000])

    status = ended(child(look))
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        said = pipe.read().decode(errors="replace")
    return said or (f"it could not be opened (status {status})" if status else "")


# Killed at any moment.


def killed(moments: int, seed: int) -> list[str]:
    """Kills so many players at moments of chance; what went wrong."""
    luck, wrong = random.Random(seed), []
    expected = _expected()
    for number in range(moments):
        answers = luck.randrange(len(expected) - 1 if number % 5 == 0 else 20)
        with tempfile.TemporaryDirectory() as where:
            shown = _killed_once(Path(where), answers, luck.uniform(0, 0.004))
            folder = Path(where) / "game"
            if shown < 0 and not folder.exists():
                continue
            # The answer that was being written may be there too.
            known = {expected[max(shown, 0)], expected[min(shown + 1, len(expected) - 1)]}
            if trouble := judged(folder, known):
                wrong.append(f"kill {number}, after {shown} answers: {trouble}")
    return wrong


def _expected() -> list[str]:
    with tempfile.TemporaryDirectory() as where:
        game = begun(Path(where))
        found = [position(game)]
        found += [position(game) for _ in played(game)]
        game.close()
    return found


def _killed_once(where: Path, answers: int, after: float) -> int:
    """Kills a player so many seconds after so many answers; the number of the last that he has
    shown, -1 for none."""
    read, write = os.pipe()

    def play() -> None:
        game = begun(where)
        os.write(write, b".")
        for _ in played(game):
            os.write(write, b".")

    pid = child(play)
    os.close(write)
    with os.fdopen(read, "rb", buffering=0) as pipe:
        shown = 0
        while shown < answers and (some := pipe.read(answers - shown)):
            shown += len(some)
        time.sleep(after)
        os.kill(pid, signal.SIGKILL)
        ended(pid)
        while some := pipe.read(4096):
            shown += len(some)
    return shown - 1


# A disk that fails at every call.


class Disk:
    """The calls of `os` by which a game is written. Before every so many of them a child is forked
    in which the call fails; the child says what became of the game, and all is as it was."""

    CALLS = ("open", "write", "fsync", "replace", "ftruncate", "truncate")

    def __init__(self, every: int) -> None:
        self.every = every
        self.count = self.branches = 0
        self.game: saved.Saved | None = None
        self.known: list[str] = []
        self.broken = False
        self.wrong: list[str] = []

    def __getattr__(self, name: str) -> Any:
        real = getattr(os, name)
        if name not in self.CALLS:
            return real

        def call(*arguments: Any) -> Any:
            reading = name == "open" and not arguments[1] & (os.O_WRONLY | os.O_RDWR)
            if self.game is not None and not reading and not self.broken:
                self.count += 1
                if self.count % self.every == 0:
                    for how in ("error", "short", "gone"):
                        self._branch(how, name, arguments)
            return None if name == "fsync" else real(*arguments)

        return call

    def _branch(self, how: str, name: str, arguments: tuple[Any, ...]) -> None:
        assert self.game is not None
        if how == "short" and name != "write":
            return
        self.branches += 1
        folder = self.game.folder
        held = {path: (path.read_bytes(), path.stat()) for path in folder.glob("*.*")}
        held |= {path: (path.read_bytes(), path.stat()) for path in folder.glob(".*")}
        # A file that is open here has to stay this very file, also when the child takes it away.
        same = {path: folder.parent / f".{number}" for number, path in enumerate(held)}
        for path, link in same.items():
            link.hardlink_to(path)
        at = os.lseek(arguments[0], 0, os.SEEK_CUR) if name == "write" else 0
        pid = os.fork()
        if pid:
            if status := ended(pid):
                self.wrong.append(f"{how} at {name}, call {self.count}: status {status}")
            for path in {*folder.glob("*.*"), *folder.glob(".*")} - held.keys():
                path.unlink()
            for path, (data, stat) in held.items():
                path.unlink(missing_ok=True)
                same[path].rename(path)
                with path.open("r+b") as file:
                    file.write(data)
                    file.truncate()
                os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
            if name == "write":  # the place in an open file is shared with the child
                os.lseek(arguments[0], at, os.SEEK_SET)
            return
        self.broken = True
        signal.alarm(PATIENCE)
        if how == "error":
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        if how == "short":
            os.write(arguments[0], arguments[1][: len(arguments[1]) // 2])
        self.verdict(set(self.known))

    def verdict(self, known: set[str]) -> None:
        """Ends a child with what is wrong with the game, opened as if its player were dead."""
        assert self.game is not None
        store_of, name = self.game.folder.parent, self.game.folder.name
        with tempfile.TemporaryDirectory() as where:
            shutil.copytree(
                self.game.folder, Path(where) / name, ignore=shutil.ignore_patterns("here", "pen.*")
            )
            shutil.copy(store_of / signature.SECRET, where)
            try:
                trouble = opens(Path(where) / name, known)
            except BaseException as error:
                trouble = f"{type(error).__name__}: {error}"
        if trouble:
            print(trouble, file=sys.stderr, flush=True)
        os._exit(1 if trouble else 0)


def failed(every: int) -> tuple[int, list[str]]:
    """Fails every so manieth call of a whole phase in each way; how many, and what went wrong."""
    expected, disk = _expected(), Disk(every)
    for module in (files, append_only):
        setattr(module, "os", disk)  # noqa: B010 - whatever a disk can refuse is called by os
    with tempfile.TemporaryDirectory() as where:
        game = begun(Path(where))
        steps = played(game)
        for number in range(len(expected) - 1):
            disk.game, disk.known = game, expected[number : number + 2]
            try:
                next(steps)
            except SaveError:
                # Here is a child whose disk has failed: the answer does not count.
                disk.verdict({expected[number]} if position(game) == expected[number] else set())
            if disk.broken:
                disk.verdict({expected[number + 1]})
        disk.game = None
        game.close()
    return disk.branches, disk.wrong


# Many at once.


def crowded(rounds: int, many: int) -> list[str]:
    """So many open one game at the same moment, again and again; what went wrong.

    Each has to see all the others; one of them has the pen, and the list of games is whole.
    """
    wrong: list[str] = []
    with tempfile.TemporaryDirectory() as where:
        game = begun(Path(where))
        for _ in zip(range(20), played(game), strict=False):
            pass
        game.close()
        for number in range(rounds):
            come, begin = os.pipe()
            go, end = os.pipe()
            say, said = os.pipe()
            work = partial(_comes, game.folder, many, (come, go, said), (begin, end, say))
            pids = [child(work) for _ in range(many)]
            for handle in (come, go, said, begin):  # they come
                os.close(handle)
            with os.fdopen(say) as pipe:
                lines = [pipe.readline().strip() for _ in range(many)]
            os.close(end)  # they go
            if failed_ := [status for status in map(ended, pids) if status]:
                wrong.append(f"round {number}: ended with {failed_}")
            if lines.count("pen") != 1 or lines.count("watches") != many - 1:
                wrong.append(f"round {number}: {lines}")
    return wrong


def _comes(folder: Path, many: int, ours: tuple[int, ...], theirs: tuple[int, ...]) -> None:
    come, go, said = ours
    for handle in theirs:
        os.close(handle)
    os.read(come, 1)
    try:
        [listed] = store.summaries(folder.parent)
        assert listed.problem == "", listed.problem
        game = store.open_game(folder)
        assert game.warning == "", game.warning
        while len(game.people()) < many:
            game.poll()
            time.sleep(0.01)
        os.write(said, b"pen\n" if game.pen.mine else b"watches\n")
        os.read(go, 1)
        game.close()
    except Exception as error:
        os.write(said, f"{type(error).__name__}: {error}\n".encode())


def main(words: Sequence[str]) -> int:
    """`kill MOMENTS SEED`, `fail EVERY` or `crowd ROUNDS MANY`: how many were tried and what went
    wrong."""
    setattr(os, "fsync", lambda handle: None)  # noqa: B010 - no power is cut here
    if words[0] == "kill":
        count, wrong = int(words[1]), killed(int(words[1]), int(words[2]))
    elif words[0] == "crowd":
        count, wrong = int(words[1]), crowded(int(words[1]), int(words[2]))
    else:
        count, wrong = failed(int(words[1]))
    print(count)
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
