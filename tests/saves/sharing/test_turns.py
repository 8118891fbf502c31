"""Whose turn it is: one's own games, and who is told when he is away, once a turn."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from saves import store
from saves.disk import files
from saves.disk.packing import SaveError
from saves.sharing import seats, turns
from saves.sharing.turns import Due, Watch
from tests.saves.errands import begun, die, opened

EVERYBODY = {"anna", "otto"}


class Clock:
    """Seconds that pass when the test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Looking(Watch):
    """A watch, and how long it has to look until a turn counts."""

    def __init__(self, where: Path) -> None:
        super().__init__(where, Clock())

    def told_now(self, most: int = 9) -> list[Due]:
        first = self.look(lambda: EVERYBODY, most)
        assert isinstance(self.clock, Clock)
        self.clock.now += turns.SETTLED
        return [*first, *self.look(lambda: EVERYBODY, most - len(first))]


def seated(where: Path, *answers: str) -> store.Saved:
    """A game where Anna sits for France, Otto for Spain, and neither is there."""
    saved = begun(where, *answers)
    seats.remember(saved.folder, "anna", ["france"])
    seats.remember(saved.folder, "otto", ["spain"])
    return saved


FRANCE, SPAIN = Due("errands", "france", "anna"), Due("errands", "spain", "otto")


def test_who_is_away_is_told_once_a_turn(tmp_path: Path) -> None:
    saved = seated(tmp_path)
    watch = Looking(tmp_path)
    assert watch.told_now() == [FRANCE]
    assert watch.told_now() == []
    saved.game.answer("rest")
    assert watch.look(lambda: EVERYBODY, 9) == []  # not before the turn lasts
    assert watch.told_now() == [SPAIN]
    saved.game.answer("rest")
    assert watch.told_now() == [FRANCE]
    saved.game.answer("rest")
    assert watch.told_now() == []  # it is over
    saved.close()


def test_after_a_restart_nobody_is_told_twice(tmp_path: Path) -> None:
    saved = seated(tmp_path)
    assert Looking(tmp_path).told_now() == [FRANCE]
    assert Looking(tmp_path).told_now() == []
    saved.game.answer("rest")
    assert Looking(tmp_path).told_now() == [SPAIN]
    saved.close()


def test_who_is_there_is_not_told_until_he_leaves(tmp_path: Path) -> None:
    seated(tmp_path).close()
    anna = opened(tmp_path / "errands", "anna")
    watch = Looking(tmp_path)
    assert watch.told_now() == []
    anna.close()
    assert watch.told_now() == [FRANCE]


def test_who_is_no_player_here_or_rose_is_not_told(tmp_path: Path) -> None:
    saved = begun(tmp_path)
    seats.remember(saved.folder, "root; rm -rf /", ["france"])
    watch = Looking(tmp_path)
    assert watch.told_now() == []
    seats.remember(saved.folder, "anna", ["france"])
    seats.remember(saved.folder, "anna", [])
    assert watch.told_now() == []
    saved.close()


def test_a_turn_that_is_taken_back_and_given_again_tells_nobody_again(tmp_path: Path) -> None:
    saved = seated(tmp_path)
    watch = Looking(tmp_path)
    watch.told_now()
    saved.game.answer("rest")
    assert watch.told_now() == [SPAIN]
    for _ in range(5):
        saved.game.undo(agreed=True)
        assert watch.told_now() == []
        saved.game.redo()
        assert watch.told_now() == []
    assert isinstance(watch.clock, Clock)
    saved.game.undo(agreed=True)
    watch.told_now()
    watch.clock.now += turns.AGAIN
    saved.game.redo()
    assert watch.told_now() == [SPAIN]
    saved.close()


def test_no_player_is_told_more_often_than_some_times_an_hour(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "MOST_AN_HOUR", 2)
    for _ in range(4):
        saved = begun(tmp_path)
        seats.remember(saved.folder, "anna", ["france"])
        saved.close()
    watch = Looking(tmp_path)
    assert [due.game for due in watch.told_now(1)] == ["errands"]
    assert [due.game for due in watch.told_now(1)] == ["errands-2"]
    assert watch.told_now() == []
    assert isinstance(watch.clock, Clock)
    watch.clock.now += turns.AGAIN
    assert [due.game for due in watch.told_now(1)] == ["errands-3"]


def test_a_journal_that_is_written_anew_is_followed(tmp_path: Path) -> None:
    saved = seated(tmp_path)
    first = turns.standing(saved.folder)
    assert first is not None
    assert first.who == "france"
    assert turns.standing(saved.folder, first) is first
    saved.game.answer("rest")
    saved.game.undo(agreed=True)
    saved.game.answer("roll")
    second = turns.standing(saved.folder, first)
    saved._wind_anew()
    third = turns.standing(saved.folder, second)
    whole = turns.standing(saved.folder)
    assert second is not None
    assert third is not None
    assert whole is not None
    assert second[:2] == third[:2] == whole[:2] == ("spain", len(saved.game.records))
    saved.close()


@pytest.mark.parametrize("name", [store.JOURNAL, seats.SAT])
@pytest.mark.parametrize("kind", ["pipe", "link", "nonsense", "device"])
def test_what_is_damaged_or_no_file_neither_hangs_nor_keeps_others_from_being_told(
    tmp_path: Path, name: str, kind: str
) -> None:
    for _ in range(2):
        saved = seated(tmp_path)
        die(saved)
    path = tmp_path / "errands" / name
    path.unlink()
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "nonsense":
        path.write_bytes(b"TERCIO\r\n\xff\xff\xff\xff" * 9)
    else:
        path.symlink_to("/dev/zero" if kind == "device" else tmp_path / "errands-2" / name)
    signal.alarm(20)  # whoever hangs ends here
    try:
        assert [due.game for due in Looking(tmp_path).told_now()] == ["errands-2"]
    finally:
        signal.alarm(0)


def test_where_nobody_can_note_it_nobody_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seated(tmp_path).close()
    watch = Looking(tmp_path)

    def full(*_: object, **__: object) -> None:
        raise files.Unwritable("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(turns, "write_document", full)
        with pytest.raises(SaveError):
            watch.told_now()
    assert watch.told_now() == [FRANCE]
    (tmp_path / turns.TOLD).write_bytes(b"nonsense")
    with pytest.raises(SaveError):
        Looking(tmp_path).told_now()


def test_ones_own_games_are_listed_those_that_wait_first(tmp_path: Path) -> None:
    seated(tmp_path, "rest").close()
    seated(tmp_path).close()
    begun(tmp_path).close()
    seated(tmp_path, "rest", "rest", "rest").close()
    found = store.summaries(tmp_path)
    assert [(one.game.name, one.waits) for one in turns.games_of(tmp_path, found, "anna")] == [
        ("errands-2", True), ("errands", False),
    ]  # fmt: skip
    assert turns.games_of(tmp_path, found, "nobody") == turns.games_of(tmp_path, found, "") == []
