"""The store: nothing is lost, whatever happens between two bytes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.asks import Choose, Option
from engine.game import Game
from engine.phase import Phase
from engine.state import Country, State
from saves import files, store
from saves.files import SaveError


async def errands(phase: Phase) -> None:
    """A procedure of three segments: a choice, and dice for some choices."""
    while phase.state.impulse < 3:
        await phase.mark(segment=True)
        rolled = await phase.roll("france", "france.dawn")
        phase.tell("roll", f"dawn {rolled.die}")
        options = [Option("rest", "rest"), Option("roll", "roll"), Option("roll-twice", "twice")]
        answer = await Choose(who="france", name="errand", what="what?", options=options)
        for _ in range({"rest": 0, "roll": 1, "roll-twice": 2}[answer]):
            die = (await phase.roll("france", "france.errand")).die
            phase.state.countries["france"].treasury += die
        phase.tell("errand", answer)
        phase.state.impulse += 1


def begun(tmp_path: Path, *answers: str) -> store.Saved:
    start = State("errands", 1, "I", countries={"france": Country("france")})
    game = Game(start.to_plain(), errands, {"seed": 7})
    folder = tmp_path / "errands"
    folder.mkdir()
    saved = store.Saved(folder, game)
    saved.write()
    saved._written = 0
    saved._heard(0)
    for answer in answers:
        game.answer(answer)
    return saved


def opened(folder: Path) -> store.Saved:
    return store.open_game(folder, errands)


def test_a_killed_game_opens_where_it_stood(tmp_path: Path) -> None:
    saved = begun(tmp_path, "roll", "roll-twice")
    again = opened(saved.folder)
    assert again.warning == ""
    assert again.game.position() == saved.game.position()
    assert [entry.text for entry in again.game.story] == [e.text for e in saved.game.story]
    assert again.game.ask is not None
    assert again.game.ask.name == "errand"


def test_undo_and_redo_survive_closing(tmp_path: Path) -> None:
    saved = begun(tmp_path, "roll", "roll-twice")
    whole = saved.game.position()
    saved.game.undo(agreed=True)
    saved.game.undo(agreed=True)
    again = opened(saved.folder)
    assert again.game.position() == saved.game.position()
    again.game.redo()
    again.game.redo()
    assert again.game.position() == whole
    third = opened(saved.folder)
    assert third.game.position() == whole
    assert not third.game.can_redo


def test_an_undo_across_the_snapshot_plays_from_the_start(tmp_path: Path) -> None:
    saved = begun(tmp_path, "roll", "roll", "roll")
    again = opened(saved.folder)
    for _ in range(3):
        again.game.undo(agreed=True)
    assert again.game.state.countries["france"].treasury == 0
    assert not again.game.can_undo


def test_every_cut_of_the_journal_opens_at_a_whole_answer(tmp_path: Path) -> None:
    saved = begun(tmp_path, "roll", "roll-twice", "rest")
    journal = (saved.folder / store.JOURNAL).read_bytes()
    positions = []
    game = Game(saved.game.snapshots[0].state, errands, saved.game.header)
    positions.append(game.position())
    for answer in ("roll", "roll-twice", "rest"):
        game.answer(answer)
        positions.append(game.position())
    snapshot = (saved.folder / store.SNAPSHOT).read_bytes()
    for length in range(len(journal) + 1):
        (saved.folder / store.JOURNAL).write_bytes(journal[:length])
        (saved.folder / store.SNAPSHOT).write_bytes(snapshot)
        again = opened(saved.folder)
        assert again.game.position() in positions, length


def test_a_flipped_bit_is_never_another_answer(tmp_path: Path) -> None:
    saved = begun(tmp_path, "roll", "roll-twice")
    journal = (saved.folder / store.JOURNAL).read_bytes()
    snapshot = (saved.folder / store.SNAPSHOT).read_bytes()
    positions = []
    game = Game(saved.game.snapshots[0].state, errands, saved.game.header)
    positions.append(game.position())
    for answer in ("roll", "roll-twice"):
        game.answer(answer)
        positions.append(game.position())
    for bit in range(0, len(journal) * 8, 5):
        flipped = bytearray(journal)
        flipped[bit // 8] ^= 1 << bit % 8
        (saved.folder / store.JOURNAL).write_bytes(flipped)
        (saved.folder / store.SNAPSHOT).write_bytes(snapshot)
        again = opened(saved.folder)
        assert again.game.position() in positions, bit


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "no snapshot"),
        (b"MZ" * 400, "no snapshot"),
        (files.SIGNATURE + files.HEAD.pack(5, 0) + b"12345", "checksum"),
        (files.SIGNATURE + files.HEAD.pack(50, 0) + b"12345", "cut short"),
    ],
)
def test_a_file_that_is_no_snapshot_is_refused_in_words(
    tmp_path: Path, data: bytes, says: str
) -> None:
    path = tmp_path / "snapshot.msgpack"
    path.write_bytes(data)
    with pytest.raises(SaveError, match=says):
        files.read_snapshot(path)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"format": 99, "version": "9.9"}, "newer Tercio"),
        ({"format": "x"}, "format"),
        ({"header": []}, "header"),
        ({"header": {"seed": "x", "dice": "rolled", "seats": {}}}, "seed"),
        ({"header": {"seed": 1, "dice": "loaded", "seats": {}}}, "dice"),
        ({"start": {}}, "state"),
        ({"story": [["S1"]]}, "chronicle"),
        ({"record": -1}, "record"),
    ],
)
def test_a_wrong_document_is_refused_with_what_and_where(
    tmp_path: Path, change: dict[str, Any], says: str
) -> None:
    saved = begun(tmp_path, "roll")
    plain = files.read_snapshot(saved.folder / store.SNAPSHOT)
    files.write_snapshot(saved.folder / store.SNAPSHOT, {**plain, **change})
    with pytest.raises(SaveError, match=says):
        opened(saved.folder)


def test_a_journal_that_no_longer_fits_says_which_record_differs(tmp_path: Path) -> None:
    saved = begun(tmp_path, "roll")

    async def corrected(phase: Phase) -> None:
        await phase.mark(segment=True)
        await phase.roll("france", "france.dusk")

    assert "the journal holds france.dawn" in store.check(saved.folder, corrected)[0]
    again = store.open_game(saved.folder, corrected)
    assert "the rules ask for france.dusk" in again.warning
    assert "last snapshot" in again.warning


def test_check_finds_a_sound_game_sound(tmp_path: Path) -> None:
    saved = begun(tmp_path, "roll", "rest")
    saved.game.undo(agreed=True)
    assert store.check(saved.folder, errands) == []


def test_equal_positions_are_equal_bytes(tmp_path: Path) -> None:
    one = begun(tmp_path, "roll", "rest")
    other = opened(one.folder)
    assert files.pack(one.game.position()) == files.pack(other.game.position())


def test_a_game_nobody_knows_is_told_with_those_there_are(tmp_path: Path) -> None:
    begun(tmp_path)
    with pytest.raises(SaveError, match="errands"):
        store.find(tmp_path, "nothing")
