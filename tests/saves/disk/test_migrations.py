"""Saves of every format open in this one, in the middle of whatever was going on."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from engine.programs import bots
from saves import store
from saves.disk import append_only, files, migrations
from saves.disk.journal import Tape
from saves.disk.packing import SaveError

KEPT = Path(__file__).parents[1] / "kept"
MOMENTS = {
    "battle": ("spain", "retreat-attempt", "battle"),
    "interception": ("france", "intercept", "announce"),
    "retreat": ("france", "retreat-to", "retreats"),
    "storm": ("france", "losses", "storm"),
}
SAVES = sorted(path for path in KEPT.glob("*/*") if path.is_dir())


def test_saves_of_every_format_are_kept() -> None:
    kept = {int(path.name) for path in KEPT.iterdir()}
    assert kept == set(range(1, migrations.FORMAT + 1))
    for written in kept:
        assert {path.name for path in (KEPT / str(written)).iterdir()} == set(MOMENTS)


@pytest.mark.parametrize("kept", SAVES, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_a_kept_save_opens_and_plays_to_its_end(kept: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(kept, tmp_path / kept.name)
    written = files.read_document(folder / store.SNAPSHOT)
    assert written["format"] == int(kept.parent.name)
    saved = store.open_game(folder)
    ask = saved.game.ask
    assert ask is not None
    who, name, within = MOMENTS[kept.name]
    assert (ask.who, ask.name) == (who, name)
    assert within in saved.game.breadcrumb()
    saved.close()
    assert files.read_document(folder / store.SNAPSHOT)["format"] == migrations.FORMAT
    assert append_only.read_journal(folder / store.JOURNAL).format == migrations.LINKED
    again = store.open_game(folder)
    assert again.warning == ""
    assert again.game.position() == saved.game.position()
    for _ in range(2000):
        if again.game.ask is None:
            break
        again.game.answer(bots.player("steady")(again.game, again.game.ask))
    assert again.game.is_over
    while again.game.can_undo:
        again.game.undo(agreed=True)
    again.close()


def test_an_old_journal_keeps_what_can_be_redone() -> None:
    record = ["rest", "france", []]
    linked = migrations.linked_journal([record, record, 1, 0, record])
    assert [entry[:2] for entry in linked] == [
        [0, [record]], [1, [record]], [1, []], [0, []], [0, [record]],
    ]  # fmt: skip
    tape = Tape()
    for entry in linked:
        tape.add(entry, "it")
    assert len(tape.records) == len(tape.redoable) == 1


def test_a_nonsense_record_of_an_old_journal_is_left_for_the_reader() -> None:
    [entry] = migrations.linked_journal([99])
    with pytest.raises(SaveError, match="not a record"):
        Tape().add(entry, "it")


def test_a_newer_save_is_refused_politely(tmp_path: Path) -> None:
    folder = shutil.copytree(KEPT / "1" / "storm", tmp_path / "storm")
    plain = files.read_document(folder / store.SNAPSHOT)
    newer = {"format": 4, "version": "5.0", "whatever": plain}
    files.write_document(folder / store.SNAPSHOT, newer)
    with pytest.raises(SaveError, match=r"newer Tercio \(5.0, format 4\); this is .* up to 3"):
        store.open_game(folder)
    assert "newer Tercio" in store.check(folder)[0]
    assert "newer Tercio" in store.summaries(tmp_path)[0].problem
    assert files.read_document(folder / store.SNAPSHOT) == newer


def test_a_migration_interrupted_between_its_files_goes_on(tmp_path: Path) -> None:
    folder = shutil.copytree(KEPT / "1" / "battle", tmp_path / "battle")
    first = (folder / store.SNAPSHOT).read_bytes()
    saved = store.open_game(folder)
    saved.close()
    (folder / store.SNAPSHOT).write_bytes(first)  # the journal is new, the snapshot is not
    again = store.open_game(folder)
    assert again.warning == saved.warning
    assert again.game.position() == saved.game.position()
    again.close()
