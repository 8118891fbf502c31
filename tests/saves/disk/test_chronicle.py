"""The chronicle of a game is appended to, and lost with nothing: the journal tells it again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from engine import scenarios
from engine.programs import bots
from saves import store
from saves.disk import chronicle
from saves.disk.append_only import read_journal
from saves.disk.naming import CHRONICLE
from tests.saves.errands import begun, die, errands, opened

ANSWERS = ("roll", "roll-twice")


def told(game: store.Saved) -> list[str]:
    return [entry.text for entry in game.game.story]


def played(game: store.Saved, answers: int) -> store.Saved:
    for _ in range(answers):
        assert game.game.ask is not None
        game.game.answer(bots.player("random")(game.game, game.game.ask))
    return game


def test_what_was_told_is_never_written_again(tmp_path: Path) -> None:
    game = begun(tmp_path, "roll")
    path = game.folder / CHRONICLE
    before = path.read_bytes()
    game.game.answer("roll-twice")
    after = path.read_bytes()
    assert after.startswith(before)
    lines = [line[3] for entry in read_journal(path).entries[1:] for line in entry[1]]
    assert lines == told(game)[: len(lines)]
    assert len(lines) == len(set(range(len(lines))))
    game.close()


def test_lines_that_were_taken_back_are_told_otherwise(tmp_path: Path) -> None:
    game = begun(tmp_path, "roll", "roll-twice")
    game.game.undo(agreed=True)
    game.game.undo(agreed=True)
    game.game.answer("rest")
    game.game.answer("rest")
    story = told(game)
    die(game)
    again = opened(game.folder)
    assert (again.warning, told(again)) == ("", story)
    again.close()
    assert store.check(game.folder, errands) == []


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-20])


def flipped(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


@pytest.mark.parametrize("harm", [Path.unlink, cut, flipped, lambda path: path.write_bytes(b"")])
def test_a_damaged_chronicle_is_told_anew_from_the_journal(
    tmp_path: Path, harm: Callable[[Path], object]
) -> None:
    game = begun(tmp_path, *ANSWERS)
    position, story = game.game.position(), told(game)
    game.close()
    harm(game.folder / CHRONICLE)
    assert CHRONICLE in store.check(game.folder, errands)[0]
    again = opened(game.folder)
    assert "rebuilt from the journal" in again.warning
    assert (again.game.position(), told(again)) == (position, story)
    again.game.answer("rest")
    again.close()
    assert store.check(game.folder, errands) == []
    third = opened(game.folder)
    assert third.warning == ""
    third.close()


def test_what_a_death_left_behind_the_seal_does_not_count(tmp_path: Path) -> None:
    game = begun(tmp_path, "roll")
    snapshot = (game.folder / store.SNAPSHOT).read_bytes()
    game.game.answer("roll")
    position, story = game.game.position(), told(game)
    die(game)
    (game.folder / store.SNAPSHOT).write_bytes(snapshot)  # the chronicle is new, it is not
    again = opened(game.folder)
    assert (again.warning, again.game.position(), told(again)) == ("", position, story)
    again.game.answer("rest")
    again.close()
    assert store.check(game.folder, errands) == []


def test_whoever_takes_the_pen_goes_on_where_another_wrote(tmp_path: Path) -> None:
    anna = begun(tmp_path)
    otto = opened(anna.folder, "otto")
    anna.game.answer("roll")
    size = (anna.folder / CHRONICLE).stat().st_size
    otto.poll()
    anna.close()
    assert otto.take_pen()
    otto.game.answer("roll")
    story = told(otto)
    entries = read_journal(anna.folder / CHRONICLE).entries[1:]
    assert sum(len(lines) for _, lines, _ in entries) <= len(story)
    assert (anna.folder / CHRONICLE).stat().st_size > size
    otto.close()
    assert store.check(anna.folder, errands) == []


def test_the_past_opens_from_marks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chronicle, "SPACING", 5)
    state = scenarios.read("artois").state()
    game = store.create(tmp_path, state, {"seed": 7})
    first = game.game.position()
    played(game, 60)
    for _ in range(25):
        game.game.undo(agreed=True)
    played(game, 30).close()
    again = store.open_game(game.folder)
    marks = [mark.record for mark in again.game.snapshots]
    assert len(marks) > 4
    assert marks == sorted(set(marks))
    while again.game.can_undo:
        again.game.undo(agreed=True)
    assert again.game.position() == first
    again.close()
