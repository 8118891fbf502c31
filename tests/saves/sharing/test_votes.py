"""Undo, and what was seen: a die that others have seen is taken back only with their agreement."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from engine.games.journal_records import Refused
from saves import store
from saves.disk.files import write_document
from saves.disk.packing import SaveError
from saves.saved import Saved
from saves.sharing import votes
from tests.saves.errands import begun, die, errands, opened
from tests.saves.sharing.test_pen import another, heard, tell


@pytest.fixture(autouse=True)
def otto_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERCIO_PLAYER", "otto")


def table(where: Path) -> tuple[Saved, Saved]:
    """Otto sits for France and has rolled; Anna sits for Spain, has seen it and has the pen."""
    otto = begun(where)
    otto.sit("france")
    anna = opened(otto.folder, "anna")
    anna.sit("spain")
    otto.game.answer("roll")
    anna.poll()
    assert anna.pen.mine
    return otto, anna


def closed(*all_of_them: Saved) -> None:
    for one in all_of_them:
        one.close()
    assert store.check(all_of_them[0].folder, errands) == []


def test_who_saw_the_die_agrees_at_another_process(tmp_path: Path) -> None:
    otto = begun(tmp_path)
    otto.sit("france")
    with another(otto.folder, "anna", "spain") as anna:
        heard(anna)
        otto.game.answer("roll")
        assert tell(anna, "look") == "2 spain 1"
        assert not otto.undo()
        assert otto.game.state.turn == 2
        assert otto.poll().said == ""
        assert tell(anna, "agree yes") == "1 france 1"
        news = otto.poll()
        assert (news.game, news.said) == (True, "All agree: it is taken back.")
        assert (otto.game.state.turn, otto.pen.mine) == (1, True)
        otto.game.redo()
        assert tell(anna, "look") == "2 spain 1"
        assert "otto" not in tell(anna, "undo")
        vote = otto.asked_to_agree()
        assert vote is not None
        assert vote.name == "anna"
        otto.agree(False)
        assert tell(anna, "look") == "2 spain 1"
        assert votes.read(otto.folder) is None
        assert "nobody asks" in tell(anna, "agree yes")
    closed(otto)


def test_who_does_not_agree_keeps_it_standing(tmp_path: Path) -> None:
    otto, anna = table(tmp_path)
    assert not otto.undo()
    assert anna.poll().people
    anna.agree(False)
    assert otto.poll().said == "anna does not agree: nothing is taken back."
    assert otto.game.state.turn == anna.game.state.turn == 2
    assert anna.asked_to_agree() is None
    closed(otto, anna)


def test_nobody_takes_it_back_past_the_others(tmp_path: Path) -> None:
    otto, anna = table(tmp_path)
    with pytest.raises(SaveError, match="Spain must agree"):
        otto.game.undo(agreed=True)
    with pytest.raises(SaveError, match="France must agree"):
        anna.game.undo(agreed=True)
    with pytest.raises(SaveError, match="nobody asks"):
        anna.agree(True)
    assert otto.game.state.turn == anna.game.state.turn == 2
    closed(otto, anna)


def test_all_who_saw_it_have_to_agree(tmp_path: Path) -> None:
    """A third power was there too, and one of them is not enough."""
    otto, anna = table(tmp_path)
    anna.rise("spain")
    vote = votes.Vote(
        otto.pen.me.id, "otto", otto._length, 0, ("sweden", "spain"), int(time.time()) + 9
    )
    votes.write(otto.folder, vote)
    assert anna.asked_to_agree() is None
    anna.sit("spain")
    anna.agree(True)
    assert anna.asked_to_agree() is None
    assert anna.game.state.turn == 2
    held = votes.read(otto.folder)
    assert held is not None
    assert held.agreed == ("spain",)
    closed(otto, anna)


def test_the_wish_ends_with_its_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    otto, anna = table(tmp_path)
    monkeypatch.setattr(votes, "PATIENCE", -1)
    otto.undo()
    assert anna.asked_to_agree() is None
    assert otto.poll().said == "Not all agreed in time: nothing is taken back."
    assert votes.read(otto.folder) is None
    closed(otto, anna)


def test_who_plays_on_has_not_agreed(tmp_path: Path) -> None:
    otto, anna = table(tmp_path)
    otto.undo()
    anna.game.answer("rest")
    assert anna.asked_to_agree() is None
    with pytest.raises(SaveError, match="nobody asks"):
        anna.agree(True)
    assert otto.poll().said == "Nothing was taken back."
    assert otto.game.state.turn == 3
    closed(otto, anna)


def test_a_wish_dies_with_who_had_it(tmp_path: Path) -> None:
    otto, anna = table(tmp_path)
    otto.undo()
    assert anna.asked_to_agree() is not None
    die(otto)
    assert anna.asked_to_agree() is None
    closed(anna)


def test_a_wish_is_given_up(tmp_path: Path) -> None:
    otto, anna = table(tmp_path)
    otto.undo()
    otto.withdraw()
    assert otto.poll().said == "Nothing was taken back."
    assert not otto.wishes
    assert anna.asked_to_agree() is None
    closed(otto, anna)


def test_an_empty_seat_agrees_only_where_it_is_open(tmp_path: Path) -> None:
    otto, anna = table(tmp_path)
    anna.lock("spain", "correct horse")
    anna.close()
    with pytest.raises(SaveError, match="Spain must agree: the seat is locked and empty"):
        otto.undo()
    assert otto.game.state.turn == 2
    otto.lock("spain", "", "correct horse")
    assert otto.undo()
    assert otto.game.state.turn == 1
    with pytest.raises(Refused, match="where the game begins"):
        otto.undo()
    closed(otto)


def test_who_only_watches_takes_nothing_back(tmp_path: Path) -> None:
    otto, anna = table(tmp_path)
    watcher = opened(otto.folder, "berta")
    with pytest.raises(SaveError, match="only watches"):
        watcher.undo()
    otto.undo()
    with pytest.raises(SaveError, match="otto asks for an undo already"):
        anna.undo()
    assert watcher.asked_to_agree() is None
    closed(otto, anna, watcher)


def test_what_nobody_saw_is_taken_back_at_once(tmp_path: Path) -> None:
    """The answers of programs since go too, and their word is not asked."""
    otto = begun(tmp_path, "rest", programs={"spain": "steady"})
    otto.sit("france")
    anna = opened(otto.folder, "anna")
    otto.game.answer("roll")
    assert otto.must_agree() == {}
    assert otto.undo()
    assert otto.game.state.turn == 1
    closed(otto, anna)


@pytest.mark.parametrize("held", [b"", b"x", b"TERCIO\r\n"])
def test_nonsense_is_no_wish(tmp_path: Path, held: bytes) -> None:
    otto, anna = table(tmp_path)
    (otto.folder / votes.VOTE).write_bytes(held)
    assert anna.asked_to_agree() is None
    anna.poll()
    anna.game.answer("rest")
    closed(otto, anna)


@pytest.mark.parametrize(
    "wrong",
    [
        "otto",
        [],
        {"asker": "otto"},
        ["id", "otto", "1", 0, ["spain"], 9, [], ""],
        ["id", "otto", 1, 0, [5], 9, [], ""],
        ["id", "otto", 1, 0, ["spain"], 9, [None], ""],
        ["id", "otto", 1, 0, ["spain", 5], 9, [], ""],
    ],
)
def test_a_wish_of_the_wrong_shape_is_none(tmp_path: Path, wrong: object) -> None:
    write_document(tmp_path / votes.VOTE, wrong)
    assert votes.read(tmp_path) is None
    vote = votes.Vote("id", "otto", 1, 0, ("spain",), 9, ("france",), "berta")
    votes.write(tmp_path, vote)
    assert votes.read(tmp_path) == vote
    votes.clear(tmp_path)
    votes.clear(tmp_path)
    assert votes.read(tmp_path) is None
