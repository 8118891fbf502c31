"""Files that are none, disks that take nothing: no game hangs, is led elsewhere or gets lost."""

from __future__ import annotations

import errno
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from saves import mail, store
from saves.disk import append_only, files, signature
from saves.disk.index import INDEX
from saves.disk.naming import CHRONICLE
from saves.disk.packing import SaveError
from saves.sharing import pen, seats, votes
from tests.saves.errands import begun, die, errands, opened, start
from tests.saves.sweeps import ANSWERS, act

NAMES = (
    store.SNAPSHOT, store.JOURNAL, pen.PEN, pen.LOCK, pen.HERE, seats.SEATS, seats.SAT, votes.VOTE,
    CHRONICLE, f".{CHRONICLE}.new", f".{store.SNAPSHOT}.new", f".{store.JOURNAL}.new",
    f"../{INDEX}", f"../{signature.SECRET}",
    f"../.{INDEX}.new",
)  # fmt: skip


@pytest.fixture(autouse=True)
def impatient() -> Iterator[None]:
    """Whoever hangs is woken."""

    def hang(*given: object) -> None:
        raise TimeoutError("it hangs")

    before = signal.signal(signal.SIGALRM, hang)
    signal.alarm(20)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def pipe(path: Path, elsewhere: Path) -> None:
    os.mkfifo(path)


def link(path: Path, elsewhere: Path) -> None:
    path.symlink_to(elsewhere)


def nowhere(path: Path, elsewhere: Path) -> None:
    path.symlink_to(elsewhere.with_name("not there"))


def device(path: Path, elsewhere: Path) -> None:
    path.symlink_to("/dev/zero")


def folder(path: Path, elsewhere: Path) -> None:
    path.mkdir()


@pytest.mark.parametrize("make", [pipe, link, nowhere, device, folder])
@pytest.mark.parametrize("name", NAMES)
def test_what_is_no_file_neither_hangs_nor_leads_elsewhere(
    tmp_path: Path, name: str, make: Callable[[Path, Path], None]
) -> None:
    saved = begun(tmp_path / "store", "roll", "rest")
    die(saved)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_bytes(b"untouched")
    path = saved.folder / name
    if path.is_dir():
        for each in path.iterdir():
            each.unlink()
        path.rmdir()
    path.unlink(missing_ok=True)
    make(path, elsewhere)
    for watch in (True, False):
        try:
            again = store.open_game(saved.folder, errands, watch=watch)
        except SaveError:
            continue
        try:
            if again.game.ask is not None and not watch:
                again.game.undo(agreed=True)
            again.write() if not watch else None
        except SaveError:
            pass
        again.close()
    store.check(saved.folder, errands)
    store.summaries(tmp_path / "store")
    with suppress(SaveError):
        mail.post(saved.folder, tmp_path)
    assert elsewhere.read_bytes() == b"untouched"
    assert not elsewhere.with_name("not there").exists()


def test_a_link_in_place_of_who_is_here_costs_no_file(tmp_path: Path) -> None:
    """Files of the dead are swept from there."""
    saved = begun(tmp_path / "store", "roll")
    die(saved)
    other = tmp_path / "letters"
    other.mkdir()
    (other / "kept").write_bytes(b"kept")
    here = saved.folder / pen.HERE
    for each in here.iterdir():
        each.unlink()
    here.rmdir()
    here.symlink_to(other)
    with pytest.raises(SaveError, match="cannot be written to: it is a link"):
        store.open_game(saved.folder, errands)
    assert [path.name for path in other.iterdir()] == ["kept"]


# Disks that take nothing.


@pytest.fixture
def closed(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """From now on nothing can be written; the number of the error says why."""
    real: Any = os.open

    def close(number: int) -> None:
        def opening(path: Any, flags: int, *rest: Any, **others: Any) -> int:
            if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
                raise OSError(number, os.strerror(number), str(path))
            handle: int = real(path, flags, *rest, **others)
            return handle

        def refused(path: Any, *rest: Any, **others: Any) -> None:
            raise OSError(number, os.strerror(number), str(path))

        monkeypatch.setattr(os, "open", opening)
        for name in ("mkdir", "replace", "rename", "unlink", "utime", "truncate", "link"):
            monkeypatch.setattr(os, name, refused)

    return close


@pytest.mark.parametrize("number", [errno.EROFS, errno.ENOSPC, errno.EACCES, errno.EDQUOT])
def test_a_store_that_takes_nothing_is_watched_and_reported(
    tmp_path: Path, closed: Callable[[int], None], number: int
) -> None:
    saved = begun(tmp_path, "roll")
    position = saved.game.position()
    die(saved)
    closed(number)
    again = store.open_game(saved.folder, errands)
    assert again.game.position() == position
    assert "only be watched" in again.refusal()
    with pytest.raises(SaveError):
        again.game.answer("roll")
    assert again.game.position() == position
    again.poll()
    again.close()
    assert [one.name for one in store.summaries(tmp_path)] == ["errands"]
    assert store.check(saved.folder, errands) == []
    with pytest.raises(SaveError, match="cannot hold games"):
        store.create(tmp_path, start(), {"seed": 7}, "other", errands)


def test_a_torn_journal_on_a_full_disk_is_watched(
    tmp_path: Path, closed: Callable[[int], None]
) -> None:
    saved = begun(tmp_path, "roll")
    position = saved.game.position()
    die(saved)
    with (saved.folder / store.JOURNAL).open("ab") as journal:
        journal.write(b"torn")
    closed(errno.ENOSPC)
    again = store.open_game(saved.folder, errands)
    assert again.game.position() == position
    assert again.refusal()
    again.close()


# Failures one after the other.


class Failing:
    """The calls by which a store writes; from one of them on so many fail."""

    def __init__(self, first: int, count: int) -> None:
        self.calls, self.failing = 0, range(first, first + count)

    def __getattr__(self, name: str) -> Any:
        real = getattr(os, name)
        if name not in ("write", "fsync", "replace", "ftruncate"):
            return real

        def call(*arguments: Any) -> Any:
            self.calls += 1
            if self.calls - 1 in self.failing:
                raise OSError(errno.EIO, os.strerror(errno.EIO))
            return real(*arguments)

        return call


def on_disk(monkeypatch: pytest.MonkeyPatch, disk: Any) -> None:
    for module in (files, append_only):
        monkeypatch.setattr(module, "os", disk)


@pytest.mark.parametrize("count", [1, 3, 7])
def test_failures_in_a_row_strand_no_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    for first in range(count % 3, 100, 3):  # others at another call: a share of them all
        saved = store.create(tmp_path / str(first), start(), {"seed": 7}, "errands", errands)
        disk = Failing(first, count)
        on_disk(monkeypatch, disk)
        for answer in ANSWERS:
            for _ in range(count + 1):
                try:
                    act(saved, answer)
                    break
                except SaveError:
                    saved.poll()
            else:
                pytest.fail(f"stranded at {answer} after call {first}")
        on_disk(monkeypatch, os)
        saved.close()
        again = opened(saved.folder)
        assert (again.game.position(), again.warning) == (saved.game.position(), ""), first
        again.close()
        assert store.check(saved.folder, errands) == []
        if disk.calls < first:
            return
    pytest.fail("the game never came to its end")


# Secrets, creation.


@pytest.mark.parametrize("held", [b"", b"x" * 31, b"x" * 33])
def test_a_secret_that_is_cut_short_is_made_anew(tmp_path: Path, held: bytes) -> None:
    saved = begun(tmp_path, "roll")
    die(saved)
    (tmp_path / signature.SECRET).write_bytes(held)
    again = opened(saved.folder)
    again.write()
    again.close()
    assert len((tmp_path / signature.SECRET).read_bytes()) == signature.LENGTH
    assert signature.is_signed(tmp_path, files.read_document(saved.folder / store.SNAPSHOT))
    assert (tmp_path / signature.SECRET).stat().st_mode & 0o007 == 0


def test_a_failed_creation_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for first in range(100):
        where = tmp_path / str(first) / "deep" / "store"
        fake = Failing(first, 10_000)
        on_disk(monkeypatch, fake)
        try:
            saved = store.create(where, start(), {"seed": 7}, "errands", errands)
        except SaveError:
            assert not (tmp_path / str(first)).exists()
        else:
            on_disk(monkeypatch, os)
            saved.close()
            assert first > 3
            return
    pytest.fail("the game was never created")


def test_what_is_new_is_on_the_disk_up_to_its_parents(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[Path] = []
    for module in (files, store, signature):
        monkeypatch.setattr(module, "sync_folder", synced.append)
    where = tmp_path / "deep" / "store"
    store.create(where, start(), {"seed": 7}, "errands", errands).close()
    assert {where, where.parent, tmp_path} <= set(synced)
