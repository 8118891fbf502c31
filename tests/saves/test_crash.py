"""The store on a disk that fails: at its first call, at its second, at every one."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from saves import snapshots, store, writing
from saves.disk import append_only, files, naming
from saves.disk.packing import SaveError
from saves.sharing import votes
from tests.saves import sweeps
from tests.saves.errands import begun, errands, opened, positions


@pytest.mark.parametrize(("how", "first"), [("gone", 1), ("short", 1), ("power", 3)])
def test_a_process_gone_at_any_call_loses_no_confirmed_answer(
    tmp_path: Path, how: str, first: int
) -> None:
    """A share of `make soak`."""
    sweeps.gone(tmp_path, how, first, 2 if how == "short" else 4)


@pytest.mark.parametrize("programs", [("spain",), ("france", "spain")])
def test_a_power_cut_takes_at_most_what_programs_answered_last(
    tmp_path: Path, programs: tuple[str, ...]
) -> None:
    sweeps.gone(tmp_path, "power", 1, 2, programs)


@pytest.mark.parametrize("how", ["gone", "power"])
def test_what_is_written_beside_programs_is_as_safe(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    monkeypatch.setattr(snapshots.Snapshots, "_is_due", lambda *about: True)
    written: list[bool] = []
    noted = partial(_noted, written, files.write_document)
    monkeypatch.setattr(snapshots, "write_document", noted)
    with ThreadPoolExecutor(1) as beside:
        sweeps.gone(tmp_path, how, 1, 2, ("france", "spain"), beside)
    assert True in written, "in that thread"


def _noted(written: list[bool], write: Callable[..., None], *about: Any) -> None:
    written.append(threading.current_thread() is not threading.main_thread())
    write(*about)


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (SaveError("the disk is full"), "the disk is full"),
        (RuntimeError("odd"), "Tercio made a mistake as it wrote the game (RuntimeError: odd)"),
    ],
)
@pytest.mark.parametrize("in_a_thread", [True, False])
def test_a_snapshot_that_cannot_be_written_is_told_once_and_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, said: str, in_a_thread: bool
) -> None:
    """The answer is in the journal: whatever comes of the snapshot takes it back no more."""
    saved = begun(tmp_path, programs=dict.fromkeys(("france", "spain"), "steady"))
    monkeypatch.setattr(snapshots.Snapshots, "_is_due", lambda *about: True)
    before = files.read_document(saved.folder / store.SNAPSHOT)["record"]

    def refuse(*about: Any) -> None:
        raise error

    def news() -> str:
        saved.settle()
        return saved.poll().said

    with ThreadPoolExecutor(1) as pool, monkeypatch.context() as full:
        saved.beside = pool if in_a_thread else None
        full.setattr(snapshots, "write_document", refuse)
        saved.game.answer("roll")
        assert news() == f"All answers are in the journal, but {said}; that is tried again."
        saved.game.undo(agreed=True)
        saved.game.redo()
        assert (news(), bool(saved.trouble)) == ("", True), "it was told"
        assert files.read_document(saved.folder / store.SNAPSHOT)["record"] == before
        full.undo()
        saved.game.answer("roll")
        assert (news(), saved.trouble) == ("", "")
    assert files.read_document(saved.folder / store.SNAPSHOT)["record"] > before
    saved.close()
    again = opened(saved.folder)
    assert (again.game.position(), again.warning) == (saved.game.position(), "")
    assert store.check(saved.folder, errands) == []


def test_no_answer_is_called_lost_where_the_chronicle_alone_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = begun(tmp_path, "roll")
    chronicle, write = (saved.folder / naming.CHRONICLE).stat().st_ino, files.write_bytes

    def full(handle: int, data: bytes) -> None:
        if os.fstat(handle).st_ino == chronicle:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        write(handle, data)

    monkeypatch.setattr(append_only, "write_bytes", full)
    saved.game.answer("roll")
    said = saved.poll().said
    assert said.startswith("All answers are in the journal, but ")
    assert said.endswith("cannot be written: No space left on device; that is tried again.")
    assert opened(saved.folder).game.position() == saved.game.position()
    saved.close()


def test_where_no_thread_can_be_started_a_snapshot_is_written_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = begun(tmp_path, programs=dict.fromkeys(("france", "spain"), "steady"))
    monkeypatch.setattr(snapshots.Snapshots, "_is_due", lambda *about: True)

    def refuse(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    with ThreadPoolExecutor(1) as saved.beside:
        monkeypatch.setattr(threading.Thread, "start", refuse)
        saved.game.answer("roll")
        monkeypatch.undo()
    written = files.read_document(saved.folder / store.SNAPSHOT)
    assert (written["record"], saved.trouble) == (saved.game.snapshots[-1].record, "")
    saved.close()


@pytest.mark.parametrize("act", [
    lambda other: None, lambda other: other._wind_anew(), lambda other: other._begin_anew(),
])  # fmt: skip
def test_a_snapshot_that_comes_late_replaces_none_of_who_has_gone_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, act: Callable[[store.Saved], None]
) -> None:
    """A game that another had begun anew could be opened by nobody: its snapshot was of before."""
    saved = begun(tmp_path, programs=dict.fromkeys(("france", "spain"), "steady"))
    for _ in range(20):
        saved.game.answer("roll")
        saved.game.undo(agreed=True)
    monkeypatch.setattr(snapshots.Snapshots, "_is_due", lambda *about: True)
    go = threading.Event()
    with ThreadPoolExecutor(1) as saved.beside:
        saved.beside.submit(go.wait)
        saved.game.answer("roll")
        other = opened(saved.folder, "Otto")
        try:
            saved.pen.give(other.pen.me.id)
            other.poll()
            other.game.answer("roll-twice")
            act(other)
        finally:
            go.set()
        position = other.game.position()
        other.close()
        saved.settle()
    assert (saved.trouble, store.check(saved.folder, errands)) == ("", [])
    saved.poll()
    assert saved.game.position() == position
    saved.close()
    again = opened(saved.folder)
    assert (again.game.position(), again.warning) == (position, "")
    again.close()


def test_who_comes_to_a_torn_journal_mends_nothing_that_another_has_written_since(
    tmp_path: Path,
) -> None:
    """What he took for the torn end were by then the answers of the other: they were cut off."""
    saved = begun(tmp_path, "roll")
    with (saved.folder / store.JOURNAL).open("ab") as journal:
        journal.write(b"torn")
    other = opened(saved.folder, "Otto")
    saved.game.answer("roll-twice")
    saved.pen.give(other.pen.me.id)
    with pytest.raises(SaveError, match="moved on"):
        other.game.answer("rest")
    other.poll()
    assert other.game.position() == saved.game.position()
    other.game.answer("rest")
    other.close()
    saved.poll()
    assert saved.game.position() == other.game.position()
    saved.close()
    assert store.check(saved.folder, errands) == []


@pytest.mark.parametrize("back", [store.Saved.undo, lambda saved: saved.agree(True)])
def test_an_undo_waits_for_a_snapshot_that_waits_to_be_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, back: Callable[[store.Saved], object]
) -> None:
    saved = begun(tmp_path, programs=dict.fromkeys(("france", "spain"), "steady"))
    monkeypatch.setattr(snapshots.Snapshots, "_is_due", lambda *about: True)
    monkeypatch.setattr("saves.sharing.pen.PATIENCE", 0.2)
    wish = votes.Vote("", "", 0, 1, (), 0)
    monkeypatch.setattr(saved, "asked_to_agree", lambda: wish)
    written: list[bool] = []
    noted = partial(_noted, written, files.write_document)
    monkeypatch.setattr(snapshots, "write_document", noted)
    with ThreadPoolExecutor(1) as saved.beside:
        go, settle = threading.Event(), saved.settle
        saved.beside.submit(go.wait)
        saved.game.answer("roll")

        def let_it() -> None:
            go.set()
            settle()

        monkeypatch.setattr(saved, "settle", let_it)
        back(saved)
    assert (len(saved.game.records), written) == (1, [True, False])
    saved.close()


def test_a_journal_is_made_shorter_only_behind_the_snapshot_that_is_written_beside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The older of two that cross would go by a journal that is gone."""
    saved = begun(tmp_path, programs=dict.fromkeys(("france", "spain"), "steady"))
    monkeypatch.setattr(snapshots.Snapshots, "_is_due", lambda *about: True)
    monkeypatch.setattr(writing, "journal_fullness", lambda *about: 1.0)
    written: list[bool] = []
    noted = partial(_noted, written, files.write_document)
    monkeypatch.setattr(snapshots, "write_document", noted)
    go = threading.Event()
    with ThreadPoolExecutor(1) as saved.beside:
        monkeypatch.setattr(saved, "_wind_anew", lambda: written.append(False))
        saved.beside.submit(go.wait)
        settle = saved.settle

        def let_it() -> None:
            if saved._aside is not None:
                go.set()
            settle()

        monkeypatch.setattr(saved, "settle", let_it)
        saved.game.answer("roll")
        go.set()
    assert written == [True, False]
    saved.close()


def test_what_a_program_answers_waits_for_no_disk_and_what_a_person_does_for_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = begun(tmp_path, programs={"spain": "steady"})
    synced: list[int] = []
    monkeypatch.setattr("saves.disk.append_only.flush", synced.append)
    monkeypatch.setattr(saved, "_is_due", lambda *about: False)
    saved.game.answer("roll")
    assert len(synced) == 1, "France is a person"
    saved.game.answer("roll-twice")
    assert len(synced) == 1, "Spain is a program"
    saved.game.answer("roll")
    assert len(synced) == 2
    saved.close()
    assert opened(saved.folder).game.position() == saved.game.position()


@pytest.mark.parametrize(("how", "first"), [("error", 2), ("full", 4)])
def test_a_disk_that_refuses_costs_nothing_and_says_so(
    tmp_path: Path, how: str, first: int
) -> None:
    """A share of `make soak`."""
    sweeps.refuses(tmp_path, how, first, 4)


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
        entries = append_only.read_journal(tmp_path / names[-1] / store.JOURNAL).entries
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
from saves.disk.packing import SaveError
from saves.sharing import votes
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
