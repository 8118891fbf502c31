"""Several at one game: one holds the pen, the others follow, and it passes from hand to hand."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from saves import store
from saves.disk.packing import SaveError
from saves.sharing import pen
from tests.saves.errands import begun, die, errands, opened

ROOT = Path(__file__).parents[3]


@contextmanager
def another(folder: Path, player: str, *seats: str) -> Iterator[subprocess.Popen[str]]:
    """Another process at the game; it does what it is told by lines and says where it stands."""
    program = f"""
import sys
from itertools import chain
from pathlib import Path
from saves.disk.packing import SaveError
from tests.saves.errands import opened
saved = opened(Path({str(folder)!r}), {player!r})
for seat in {seats!r}:
    saved.sit(seat)
for line in chain(["look"], map(str.strip, sys.stdin)):
    said = ""
    try:
        match line.split():
            case ["answer", raw]: saved.game.answer(raw)
            case ["ask"]: saved.pen.ask()
            case ["undo"]: saved.undo()
            case ["agree", word]: saved.agree(word == "yes")
            case ["close"]: saved.close()
    except SaveError as error:
        said = str(error)
    if line != "close":
        saved.poll()
    asked = saved.game.ask.who if saved.game.ask else "nobody"
    print(saved.game.state.turn, asked, int(saved.pen.mine), said, flush=True)
"""
    with subprocess.Popen(
        [sys.executable, "-c", program],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT,
    ) as process:  # fmt: skip
        try:
            yield process
        finally:
            process.kill()


def tell(process: subprocess.Popen[str], line: str) -> str:
    assert process.stdin is not None
    process.stdin.write(line + "\n")
    process.stdin.flush()
    return heard(process)


def heard(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def test_one_answers_and_the_others_follow(tmp_path: Path) -> None:
    saved = begun(tmp_path)
    with another(saved.folder, "anna") as anna, another(saved.folder, "otto") as otto:
        assert heard(anna) == heard(otto) == "1 france 0"
        assert {person.player for person in saved.people()} >= {"anna", "otto"}
        assert "holds it" in tell(anna, "answer roll")
        assert saved.game.state.turn == 1
        saved.game.answer("roll")
        assert tell(anna, "look") == tell(otto, "look") == "2 spain 0"
        saved.game.undo(agreed=True)
        assert tell(anna, "look") == "1 france 0"
        saved.game.redo()
        saved.game.answer("roll-twice")
        assert tell(otto, "look") == "3 france 0"
    saved.close()
    assert store.check(saved.folder, errands) == []


def test_the_pen_passes_with_the_decision(tmp_path: Path) -> None:
    saved = begun(tmp_path)
    saved.sit("france")
    with another(saved.folder, "anna", "spain") as anna:
        assert heard(anna) == "1 france 0"
        saved.game.answer("roll")
        assert tell(anna, "look") == "2 spain 1"
        assert "anna sits there" in saved.refusal()
        with pytest.raises(SaveError, match="anna holds it"):
            saved.game.answer("rest")
        assert saved.game.state.turn == 2
        assert tell(anna, "answer rest") == "3 france 1"
        news = saved.poll()
        assert news.game
        assert saved.pen.mine
        assert saved.refusal() == ""
        saved.game.answer("rest")
        assert tell(anna, "look") == "4 nobody 0"
    saved.close()


def test_the_pen_is_taken_back_from_the_dead(tmp_path: Path) -> None:
    saved = begun(tmp_path)
    saved.close()
    with another(saved.folder, "anna") as anna:
        assert heard(anna) == "1 france 1"
        assert tell(anna, "answer roll") == "2 spain 1"
        watcher = opened(saved.folder, "otto")
        assert {one.player for one in watcher.people()} == {"anna", "otto"}
        assert "anna holds the pen" in watcher.refusal()
        anna.send_signal(signal.SIGKILL)
        anna.wait()
        assert [one.player for one in watcher.people()] == ["otto"]
        assert watcher.poll().people
        assert watcher.refusal() == ""
        watcher.game.answer("rest")
        assert watcher.pen.mine
        assert len(list((watcher.folder / pen.HERE).iterdir())) == 1
        watcher.close()


def test_a_holder_who_sleeps_is_taken_for_dead_and_finds_out(tmp_path: Path) -> None:
    saved = begun(tmp_path)
    with another(saved.folder, "anna") as anna:
        heard(anna)
        asleep = saved.folder / pen.HERE / saved.pen.me.id
        saved.pen._over.set()
        os.utime(asleep, (0, 0))
        assert tell(anna, "answer roll") == "2 spain 1"
        with pytest.raises(SaveError, match="anna holds it"):
            saved.game.answer("rest")
        assert saved.game.state.turn == 1
        assert saved.poll().game
        assert saved.game.state.turn == 2
    saved.close()


def test_the_pen_is_asked_for_and_handed_over(tmp_path: Path) -> None:
    saved = begun(tmp_path)
    with another(saved.folder, "anna") as anna:
        heard(anna)
        tell(anna, "ask")
        assert saved.poll().people
        [asking] = saved.asking()
        assert asking.player == "anna"
        saved.pen.give(asking.id)
        assert tell(anna, "answer roll") == "2 spain 1"
        assert saved.asking() == []
        with pytest.raises(SaveError, match="not here"):
            saved.pen.give(asking.id)
    saved.close()


def test_the_pen_cannot_be_given_to_nobody(tmp_path: Path) -> None:
    saved = begun(tmp_path)
    for gone in ("", "0" * 16, "../../lock"):
        with pytest.raises(SaveError, match="gone"):
            saved.pen.give(gone)
    assert saved.pen.mine
    saved.close()


def test_the_pen_is_free_when_its_holder_leaves(tmp_path: Path) -> None:
    saved = begun(tmp_path)
    with another(saved.folder, "anna") as anna:
        heard(anna)
        saved.close()
        assert tell(anna, "answer roll") == "2 spain 1"


def test_an_answer_torn_off_by_a_death_is_mended_by_the_next_holder(tmp_path: Path) -> None:
    saved = begun(tmp_path)
    watcher = opened(saved.folder, "anna")
    with (saved.folder / store.JOURNAL).open("ab") as file:
        file.write(b"\x40\x00\x00\x00torn")
    die(saved)
    watcher.poll()
    watcher.game.answer("roll")
    watcher.close()
    assert store.check(saved.folder, errands) == []
    again = opened(saved.folder)
    assert (again.game.state.turn, again.warning) == (2, "")
    again.close()


def test_a_player_named_at_a_seat_sits_there(tmp_path: Path) -> None:
    saved = begun(tmp_path, seats={"france": "anna", "spain": "otto"})
    anna, otto = opened(saved.folder, "anna"), opened(saved.folder, "otto")
    assert (anna.pen.me.seats, otto.pen.me.seats) == (("france",), ("spain",))
    anna.poll()
    assert anna.pen.mine
    anna.game.answer("rest")
    otto.poll()
    assert otto.pen.mine
    for one in (saved, anna, otto):
        one.close()


@pytest.mark.parametrize("held", [b"", b"{}", b"[[[[", b'["a",1,2,3,4,5]', b"\xff\xfe", b"1" * 50])
def test_nonsense_among_the_people_is_nobody(tmp_path: Path, held: bytes) -> None:
    saved = begun(tmp_path)
    path = saved.folder / pen.HERE / "abc"
    path.write_bytes(held)
    (saved.folder / pen.HERE / "folder").mkdir()
    (saved.folder / pen.PEN).write_bytes(held)
    assert [one.id for one in saved.people()] == [saved.pen.me.id]
    saved.poll()
    saved.game.answer("roll")
    saved.close()


def test_a_folder_that_cannot_be_written_is_watched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = begun(tmp_path, "roll")
    saved.close()

    def refused(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "mkdir", refused)
    watcher = opened(saved.folder)
    assert "only be watched" in watcher.refusal()
    with pytest.raises(SaveError, match="cannot be written to: Permission denied"):
        watcher.game.answer("roll")
    assert watcher.game.state.turn == 2
    watcher.close()


def test_a_file_system_without_locks_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = begun(tmp_path)
    saved.close()

    def none(*_: object) -> None:
        raise OSError(37, "No locks available")

    monkeypatch.setattr("fcntl.flock", none)
    with pytest.raises(SaveError, match="without locks"):
        opened(saved.folder)


def holds(one: store.Saved) -> bool:
    return one.pen.mine


def test_a_pen_that_was_asked_for_leaves_who_is_silent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three minutes, said on both screens before; a key starts them anew."""
    now = 1_000_000.0
    monkeypatch.setattr("time.time", lambda: now)
    monkeypatch.setattr("saves.sharing.pen.DEAD", 1e9)
    saved = begun(tmp_path, "rest")
    otto = opened(saved.folder, "otto")
    anna = opened(saved.folder, "anna")
    saved.close()
    if not holds(otto):
        otto.take_pen()
    assert holds(otto)
    assert (otto.silence(), otto.poll().said, anna.poll().said) == (3, "", "")
    anna.pen.ask()
    assert otto.poll().said == "Without a key of yours the pen goes to anna after 3 minutes."
    assert "otto is asked for the pen" in anna.poll().said
    assert (otto.poll().said, anna.poll().said) == ("", "")
    now += 130
    assert otto.poll().said == "The pen goes to anna in 50 seconds, unless you press a key."
    assert anna.poll().said == "The pen comes here in 50 seconds, unless otto presses a key."
    otto.pen.hear()
    assert (otto.poll().said, anna.poll().said) == ("", "")
    now += 60
    assert not anna.poll().said
    assert holds(otto)
    now += 61
    assert "in 59 seconds" in anna.poll().said
    now += 60
    assert anna.poll().said == "The pen is here: otto was silent for 3 minutes."
    assert holds(anna)
    assert anna.refusal() == ""
    otto.poll()
    assert not holds(otto)
    assert otto.refusal()


def test_how_long_a_silent_player_keeps_the_pen_is_the_games_setting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1_000_000.0
    monkeypatch.setattr("time.time", lambda: now)
    monkeypatch.setattr("saves.sharing.pen.DEAD", 1e9)
    saved = begun(tmp_path, "rest")
    anna = opened(saved.folder, "anna")
    for typed in ("", "-1", "1.5", "9999999", "x\x1b"):
        with pytest.raises(SaveError, match="is not a number of minutes"):
            saved.set_silence(typed)
    saved.set_silence("0")
    anna.pen.ask()
    now += 10**6
    anna.poll()
    assert not holds(anna)
    saved.set_silence("1")
    anna.poll()
    assert holds(anna)
    (saved.folder / "silence.msgpack").write_bytes(b"nonsense")
    assert anna.silence() == 3


def test_a_locked_seat_goes_to_nobody_who_has_not_its_passphrase(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1_000_000.0
    monkeypatch.setattr("time.time", lambda: now)
    monkeypatch.setattr("saves.sharing.pen.DEAD", 1e9)
    saved = begun(tmp_path, "rest")
    anna = opened(saved.folder, "anna")
    assert saved.game.ask is not None
    saved.lock(saved.game.ask.who, "correct horse")
    anna.pen.ask()
    now += 10**6
    assert not anna.poll().said
    assert holds(saved)


def test_a_thread_that_writes_beside_is_alone_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begun(tmp_path)
    monkeypatch.setattr(pen, "PATIENCE", 0.0)

    def enter() -> None:
        with game.pen.alone(), game.pen.alone():
            pass

    with ThreadPoolExecutor(1) as beside:
        with game.pen.alone(), pytest.raises(SaveError, match="is busy"):
            beside.submit(enter).result()
        beside.submit(enter).result()
    game.close()
