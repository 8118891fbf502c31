"""The store on a disk that fails: at its first call, at its second, at every one."""

from __future__ import annotations

import errno
import gc
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from saves import store
from saves.disk import files
from saves.disk.plain import SaveError
from tests.saves.errands import die, errands, opened, positions, start

ANSWERS = ("roll", "roll-twice", "undo", "redo", "undo", "rest", "roll")


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


@pytest.fixture
def on_disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Any], None]]:
    def put(disk: Any) -> None:
        monkeypatch.setattr(files, "os", disk)
        monkeypatch.setattr(store, "os", disk)

    yield put
    put(os)


def act(saved: store.Saved, answer: str) -> None:
    if answer == "undo":
        saved.game.undo(agreed=True)
    elif answer == "redo":
        saved.game.redo()
    else:
        saved.game.answer(answer)


def whole(where: Path, seen: list[Any]) -> None:
    """Plays the game through; `seen` gets every confirmed position."""
    saved = None
    try:
        saved = store.create(where, start(), {"seed": 7}, "errands", errands)
        seen.append(saved.game.position())
        for answer in ANSWERS:
            act(saved, answer)
            seen.append(saved.game.position())
        saved.close()
    finally:
        if saved is not None:
            die(saved)


@pytest.mark.parametrize("how", ["gone", "short", "power"])
def test_a_process_gone_at_any_call_loses_no_confirmed_answer(
    tmp_path: Path, on_disk: Callable[[Any], None], how: str
) -> None:
    expected: list[Any] = []
    on_disk(sound := Disk(how, -1))
    whole(tmp_path / "sound", expected)
    for number in range(1, 500):
        if how == "short" and sound.calls[number - 1 : number] not in ([], ["write"]):
            continue  # gone without having written anything
        where = tmp_path / str(number)
        disk, seen = Disk(how, number), list[Any]()
        on_disk(disk)
        try:
            whole(where, seen)
        except Gone:
            if not seen:
                gc.collect()  # what was half open when it died, and nobody can close
        on_disk(os)
        if not disk.broken:
            break
        games = store.summaries(where)
        assert len(games) == (1 if seen else len(games)), number
        if not games:
            continue
        again = opened(where / "errands")
        # The answer that was being written may be there too; it is nobody's loss.
        at = len(seen)
        assert again.game.position() in expected[max(0, at - 1) : at + 1], (number, at)
        again.close()
        assert store.check(where / "errands", errands) == [], number
    else:
        pytest.fail("the game never came to its end")
    assert number > 40


@pytest.mark.parametrize("how", ["error", "full"])
def test_a_disk_that_refuses_costs_nothing_and_says_so(
    tmp_path: Path, on_disk: Callable[[Any], None], how: str
) -> None:
    for number in range(1, 500):
        where = tmp_path / str(number)
        disk = Disk(how, number)
        on_disk(disk)
        refusals = []
        try:
            saved = store.create(where, start(), {"seed": 7}, "errands", errands)
        except SaveError as error:
            refusals.append(str(error))
            on_disk(os)
            saved = store.create(where, start(), {"seed": 7}, "errands", errands)
        for answer in ANSWERS:
            before = saved.game.position()
            try:
                act(saved, answer)
            except SaveError as error:
                refusals.append(str(error))
                assert saved.game.position() == before
                on_disk(os)  # somebody makes room
                act(saved, answer)
        saved.close()
        on_disk(os)
        if not disk.broken:
            assert not refusals
            break
        words = os.strerror(errno.EIO if how == "error" else errno.ENOSPC)
        assert all(words in refusal for refusal in refusals), refusals
        again = opened(saved.folder)
        assert again.game.position() == saved.game.position()
        assert again.warning == ""
        again.close()
        assert store.check(saved.folder, errands) == []
    else:
        pytest.fail("the game never came to its end")


def test_a_killed_player_loses_no_answer_that_was_shown(tmp_path: Path) -> None:
    """A process prints the number of each answer once it stands, and is killed at some moment."""
    program = f"""
import sys
from pathlib import Path
from tests.saves.errands import begun
saved = begun(Path({str(tmp_path)!r}))
print(0, flush=True)
for number in range(1, 100_000):
    if number % 2:
        saved.game.answer("roll")
    else:
        saved.game.undo(agreed=True)
    print(number, flush=True)
"""
    known = positions("roll")
    for moment in range(6):
        with subprocess.Popen(
            [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, cwd=ROOT
        ) as player:
            assert player.stdout is not None
            for _ in range(3 + 5 * moment):
                player.stdout.readline()
            until = time.perf_counter() + moment * 0.0007
            while time.perf_counter() < until:
                pass
            player.send_signal(signal.SIGKILL)
            shown = player.stdout.read().split()
        names = sorted(path.name for path in tmp_path.iterdir() if path.is_dir())
        again = opened(tmp_path / names[-1])
        assert not shown or again.game.position() in known
        if shown:
            after = [known[int(shown[-1]) % 2], known[(int(shown[-1]) + 1) % 2]]
            assert again.game.position() in after
        entries = files.read_journal(tmp_path / names[-1] / store.JOURNAL).entries
        assert len(entries) - 2 >= (int(shown[-1]) if shown else 0)
        again.close()


ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(("what", "least"), [("kill 24 1", 24), ("fail 61", 12), ("crowd 4 8", 4)])
def test_a_player_who_dies_in_the_midst_of_a_phase(what: str, least: int) -> None:
    """A share of `make soak`: deaths at any moment, or at a call of a failing disk; and many who
    come at once."""
    run = subprocess.run(
        [sys.executable, "-m", "tests.saves.victims", *what.split()],
        capture_output=True, text=True, cwd=ROOT,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout + run.stderr
    assert int(run.stdout.split()[0]) >= least


def test_a_file_size_limit_is_a_full_disk(tmp_path: Path) -> None:
    program = f"""
import resource, signal
from pathlib import Path
from saves.disk.plain import SaveError
from tests.saves.errands import begun
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
saved = begun(Path({str(tmp_path)!r}), "roll")
size = (saved.folder / "journal.msgpack").stat().st_size
resource.setrlimit(resource.RLIMIT_FSIZE, (size + 10, size + 10))
try:
    saved.game.answer("roll")
except SaveError as error:
    print(error)
    print(saved.game.state.turn)
"""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT)
    assert run.returncode == 0, run.stderr
    said, turn = run.stdout.splitlines()
    assert "cannot be written" in said
    assert "does not count" in said
    assert turn == "2"
    again = opened(tmp_path / "errands")
    assert (again.game.position(), again.warning) == (positions("roll")[1], "")
    again.close()
