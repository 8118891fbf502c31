"""A journal is made shorter before it is as long as its reader allows, and loses nothing by it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from saves import mail, store, writing
from saves.disk import append_only, contents, journal
from saves.disk.packing import SaveError
from tests.saves.errands import begun, die, errands, opened


class Gone(BaseException):
    """The process is gone."""


def back_and_forth(game: store.Saved, times: int) -> None:
    for _ in range(times):
        game.game.undo(agreed=True)
        game.game.redo()


def told(game: store.Saved) -> list[Any]:
    return [(entry.text, entry.box) for entry in game.game.story]


def held(game: store.Saved) -> append_only.Journal:
    return append_only.read_journal(game.folder / store.JOURNAL)


@pytest.mark.parametrize(("bound", "value"), [("MOST_HELD", 900), ("MOST_PACKED", 4000)])
def test_what_is_taken_back_and_given_again_fills_no_journal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bound: str, value: int
) -> None:
    """Forty thousand pairs of undo and redo made a journal that its reader refuses."""
    game = begun(tmp_path, "roll", "roll-twice")
    watcher = store.open_game(game.folder, errands, watch=True)
    game.game.undo(agreed=True)  # one more can be given again, whatever is written anew
    position, story, redoable = game.game.position(), told(game), list(game.game.redoable)
    monkeypatch.setattr(append_only, bound, value)
    back_and_forth(game, 150)
    assert (game.game.position(), told(game), game.warning) == (position, story, "")
    assert append_only.journal_fullness(held(game).length, held(game).items) < 0.7
    watcher.poll()
    assert watcher.game.position() == position
    assert watcher.game.redoable == redoable
    die(game)
    again = opened(game.folder)
    assert (again.game.position(), again.warning, told(again)) == (position, "", story)
    again.game.redo()
    again.game.answer("rest")
    again.close()
    assert store.check(game.folder, errands) == []


def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*given: Any) -> Any:
        raise Gone

    monkeypatch.setattr(writing, "write_journal", gone)


@pytest.mark.parametrize("act", [
    lambda game: game._wind_anew(), lambda game: game._begin_anew(),
])  # fmt: skip
def test_a_death_between_snapshot_and_journal_costs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, act: Callable[[store.Saved], None]
) -> None:
    game = begun(tmp_path, "roll", "roll-twice")
    back_and_forth(game, 5)
    position, story = game.game.position(), [text for text, _ in told(game)]
    with monkeypatch.context() as patched:
        broken(patched)
        with pytest.raises(Gone):
            act(game)
    die(game)
    again = opened(game.folder)
    assert (again.game.position(), again.warning) == (position, "")
    assert [text for text, _ in told(again)] == story
    again.game.answer("rest")
    after = again.game.position()
    die(again)
    again = opened(game.folder)
    assert (again.game.position(), again.warning) == (after, "")
    again.close()
    assert store.check(game.folder, errands) == []


def test_a_game_that_is_too_long_begins_anew_and_keeps_its_chronicle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begun(tmp_path, "roll", "roll-twice")
    watcher = store.open_game(game.folder, errands, watch=True)
    position, story = game.game.position(), [text for text, _ in told(game)]
    monkeypatch.setattr(journal, "MOST_RECORDS", 3)
    assert "starts afresh" in game.poll().said
    assert (game.game.position(), [text for text, _ in told(game)]) == (position, story)
    assert not game.game.can_undo
    assert game.poll().said == ""
    monkeypatch.undo()
    watcher.poll()
    assert watcher.game.position() == position
    game.game.answer("rest")
    game.game.undo(agreed=True)
    assert [text for text, _ in told(game)] == story
    die(game)
    again = opened(game.folder)
    assert (again.game.position(), again.warning) == (position, "")
    assert [text for text, _ in told(again)] == story
    again._begin_anew()  # and once more
    again.close()
    assert store.check(game.folder, errands) == []
    assert contents.times_rewritten(held(game).entries[0]) == (0, 2)


def test_a_journal_of_another_time_is_refused(tmp_path: Path) -> None:
    game = begun(tmp_path, "roll", "roll-twice")
    path = game.folder / store.JOURNAL
    before = path.read_bytes()
    game._begin_anew()
    game._begin_anew()
    die(game)
    path.write_bytes(before)
    with pytest.raises(SaveError, match="another time"):
        opened(game.folder)
    assert "another time" in store.check(game.folder, errands)[0]


def test_a_journal_written_anew_goes_by_mail(tmp_path: Path) -> None:
    from tests.saves.test_mail import begun as front
    from tests.saves.test_mail import played

    anna = front(tmp_path / "anna")
    anna.close()
    file, _ = mail.post(anna.folder, tmp_path)
    came = mail.receive(tmp_path / "otto", file)
    otto = store.open_game(came.folder)
    otto._wind_anew()
    played(otto, 5).close()
    back, _ = mail.post(otto.folder, tmp_path)
    assert "goes on from where" in mail.receive(tmp_path / "anna", back).said
    again = store.open_game(anna.folder)
    assert again.game.position() == otto.game.position()
    again.close()


def test_what_its_reader_would_refuse_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begun(tmp_path, "roll")
    before = (game.folder / store.JOURNAL).read_bytes()
    monkeypatch.setattr(append_only, "MOST_HELD", 10)
    with pytest.raises(SaveError, match="more than any game"):
        game._wind_anew()
    assert (game.folder / store.JOURNAL).read_bytes() == before
    game.close()
