"""The list of games: what it tells, and how little it reads."""

from __future__ import annotations

from pathlib import Path

import pytest

from saves import store
from saves.disk import contents, index
from saves.disk.packing import SaveError
from tests.saves.errands import begun, die, opened
from tui.__main__ import main


def test_the_list_tells_where_a_game_stands(tmp_path: Path) -> None:
    saved = begun(tmp_path, "roll", title="Errands")
    [one] = store.summaries(tmp_path)
    assert (one.name, one.scenario, one.title) == ("errands", "errands", "Errands")
    assert (one.who, one.answers, one.by) == ("spain", 3, saved.pen.me.player)
    saved.game.answer("rest")
    [one] = store.summaries(tmp_path)
    assert one.who == "france"
    saved.game.answer("rest")
    [one] = store.summaries(tmp_path)
    assert one.who == ""
    saved.close()


def test_games_that_did_not_change_are_not_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(5):
        begun(tmp_path, "roll").close()
    first = store.summaries(tmp_path)
    read: list[str] = []
    real = contents.read

    def counted(folder: Path) -> contents.Contents:
        read.append(folder.name)
        return real(folder)

    monkeypatch.setattr(contents, "read", counted)
    assert store.summaries(tmp_path) == first
    assert read == []
    saved = opened(tmp_path / "errands-3")
    saved.close()
    with (tmp_path / "errands-4" / store.JOURNAL).open("ab") as file:
        file.write(b"torn")
    store.summaries(tmp_path)
    assert "errands-4" in read
    assert not {"errands", "errands-2", "errands-5"} & set(read)


@pytest.mark.parametrize("held", [b"", b"nonsense", b"TERCIO\r\n" + b"\xff" * 40])
def test_a_damaged_list_is_made_anew(tmp_path: Path, held: bytes) -> None:
    begun(tmp_path, "roll").close()
    first = store.summaries(tmp_path)
    (tmp_path / index.INDEX).write_bytes(held)
    assert store.summaries(tmp_path) == first


def test_a_damaged_game_says_so_among_the_others(tmp_path: Path) -> None:
    begun(tmp_path).close()
    saved = begun(tmp_path)
    die(saved)
    (saved.folder / store.SNAPSHOT).write_bytes(b"x")
    problems = {one.name: one.problem for one in store.summaries(tmp_path)}
    assert problems["errands"] == ""
    assert "is not a snapshot of Tercio" in problems["errands-2"]


def test_an_empty_store_holds_nothing(tmp_path: Path) -> None:
    assert store.summaries(tmp_path / "nowhere") == []
    (tmp_path / "notes.txt").write_text("x")
    (tmp_path / "empty").mkdir()
    assert store.summaries(tmp_path) == []


def test_what_is_wrong_with_a_game_tells_no_path(tmp_path: Path) -> None:
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / store.SNAPSHOT).symlink_to(tmp_path / "elsewhere")
    (tmp_path / "elsewhere").write_bytes(b"nothing")
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / store.SNAPSHOT).write_bytes(b"")
    (tmp_path / "folder" / store.SNAPSHOT).mkdir(parents=True)
    found = index.summaries(tmp_path)
    assert found
    for one in found:
        assert one.problem
        assert str(tmp_path) not in one.problem


def test_who_has_no_home_is_told_to_name_a_store(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", homeless)
    for name in ("TERCIO_STORE", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(SaveError, match="--store"):
        index.default_store()
    with pytest.raises(SystemExit, match="TERCIO_STORE"):
        main(["saves"])


def test_a_clock_that_is_set_back_changes_nobodys_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The list went on naming who was to decide when the snapshot was written."""
    now = [2_000_000_000.0]
    monkeypatch.setattr("time.time", lambda: now[0])
    saved = begun(tmp_path, "roll")
    [before] = store.summaries(tmp_path)
    now[0] -= 3600
    monkeypatch.setattr(saved, "_is_due", lambda *about: False)
    saved.game.answer("roll")
    [after] = store.summaries(tmp_path)
    assert (before.who, after.who) == ("spain", "france")
    saved.close()
