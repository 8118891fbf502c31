"""The store: what is opened is what was left."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine import scenarios
from engine.play.asks import Choose
from engine.play.phase import Phase
from saves import snapshots, store
from saves.disk import append_only, files, signature
from saves.disk.packing import SaveError, pack
from saves.sharing import seats
from tests.saves import sweeps
from tests.saves.errands import OPTIONS, alone, begun, die, errands, opened, start


def test_a_killed_game_opens_where_it_stood(tmp_path: Path) -> None:
    saved = begun(tmp_path, "roll", "roll-twice")
    die(saved)
    again = opened(saved.folder)
    assert again.warning == ""
    assert again.game.position() == saved.game.position()
    assert [entry.text for entry in again.game.story] == [e.text for e in saved.game.story]
    assert again.game.ask is not None
    assert again.game.ask.name == "errand"


def test_the_snapshot_follows_programs_when_a_person_is_asked(tmp_path: Path) -> None:
    saved = begun(tmp_path, programs={"spain": "steady"})
    snapshot = saved.folder / store.SNAPSHOT
    written = snapshot.read_bytes()
    saved.game.answer("roll")  # Spain's program is asked next: its answer comes at once
    assert snapshot.read_bytes() == written
    die(saved)
    again = opened(saved.folder)
    assert again.game.position() == saved.game.position()
    again.game.answer("rest")
    assert again.game.ask is not None
    assert again.game.ask.who == "france"
    assert snapshot.read_bytes() != written
    again.close()


async def pairs(phase: Phase) -> None:
    """Two choices of Spain a segment."""
    while True:
        phase.mark(segment=True)
        for _ in range(2):
            await Choose(who="spain", name="errand", what="what?", options=OPTIONS)


def test_the_snapshot_stays_near_programs_that_play_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("saves.snapshots.SPACING", 4)
    header = {"seed": 7, "programs": {"spain": "steady"}}
    saved = store.create(tmp_path, start(), header, "pairs", pairs)
    snapshot = saved.folder / store.SNAPSHOT
    held, written = [], snapshot.read_bytes()
    for number in range(1, 11):
        saved.game.answer("rest")
        if snapshot.read_bytes() != written:
            held.append(number)
            written = snapshot.read_bytes()
    assert held == [5, 9], "the answers after those that begin a segment four records on"


def test_few_undos_write_the_snapshot_and_none_that_plays_a_long_way_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "FAR", 4)
    monkeypatch.setattr(snapshots, "NEAR", 1)
    monkeypatch.setattr("os.fsync", lambda handle: None)  # no power is cut here
    saved = store.create(tmp_path, start(), {"seed": 7}, "pairs", pairs)
    for _ in range(15):
        saved.game.answer("rest")
    snapshot = saved.folder / store.SNAPSHOT
    held, written = [], snapshot.read_bytes()
    while len(saved.game.records) > 3:
        saved.game.undo(agreed=True)
        if snapshot.read_bytes() != written:
            held.append(len(saved.game.records))
            written = snapshot.read_bytes()
    assert held == [14, 10, 6], "marks lie at even records: from 13, 9 and 5 the way is longer"
    position = saved.game.position()
    die(saved)
    again = store.open_game(saved.folder, pairs)
    assert again.game.position() == position
    again.close()


def test_undo_and_redo_survive_closing(tmp_path: Path) -> None:
    saved = begun(tmp_path, "roll", "roll-twice")
    whole = saved.game.position()
    saved.game.undo(agreed=True)
    saved.game.undo(agreed=True)
    saved.close()
    again = opened(saved.folder)
    assert again.game.position() == saved.game.position()
    again.game.redo()
    again.game.redo()
    assert again.game.position() == whole
    again.close()
    third = opened(saved.folder)
    assert third.game.position() == whole
    assert not third.game.can_redo
    third.close()


def test_an_undo_across_the_snapshot_plays_from_the_start(tmp_path: Path) -> None:
    saved = begun(tmp_path, "roll", "roll", "roll")
    saved.close()
    again = opened(saved.folder)
    for _ in range(3):
        again.game.undo(agreed=True)
    assert again.game.state.countries["france"].treasury == 0
    assert not again.game.can_undo


def test_every_cut_of_the_journal_opens_at_a_whole_answer(tmp_path: Path) -> None:
    """A share of `make soak`."""
    sweeps.cuts(tmp_path, 8)


def test_a_flipped_bit_is_never_another_answer(tmp_path: Path) -> None:
    """A share of `make soak`."""
    sweeps.flips(tmp_path, 16)


def test_a_journal_damaged_in_the_middle_is_kept_aside(tmp_path: Path) -> None:
    saved = begun(tmp_path, "roll", "roll-twice")
    saved.close()
    path = saved.folder / store.JOURNAL
    damaged = bytearray(path.read_bytes())
    damaged[100] ^= 1
    path.write_bytes(damaged)
    again = opened(saved.folder)
    assert "damaged" in again.warning
    # The snapshot is beyond the damage: nothing of the position is lost.
    assert again.game.position() == saved.game.position()
    assert [entry.text for entry in again.game.story] == [e.text for e in saved.game.story]
    assert not again.game.can_undo
    story = [entry.text for entry in again.game.story]
    die(again)
    again = opened(saved.folder)  # it was lost at the next opening, without a word
    assert (again.warning, [entry.text for entry in again.game.story]) == ("", story)
    again.game.answer("rest")
    again.game.undo(agreed=True)
    assert [entry.text for entry in again.game.story] == story
    assert [p.read_bytes() for p in saved.folder.glob("*.damaged-*")] == [bytes(damaged)]
    again.game.answer("rest")
    again.close()
    assert store.check(saved.folder, errands) == []
    # Another store has nobody's word for what is from before the journal.
    (tmp_path / ".secret").write_bytes(bytes(32))
    assert "nothing leads to" in store.check(saved.folder, errands)[0]
    stranger = opened(saved.folder)
    assert "lines of the chronicle were dropped" in stranger.warning
    assert len(stranger.game.story) < len(story) + 2
    stranger.close()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"format": 99, "version": "9.9"}, "newer Tercio"),
        ({"format": "x"}, "format"),
        ({"header": []}, "header"),
        ({"header": {"seed": "x", "dice": "rolled", "seats": {}}}, "seed"),
        ({"header": {"seed": 1, "dice": "loaded", "seats": {}}}, "dice"),
        ({"header": {"seed": 1, "dice": "rolled", "seats": {"france": 7}}}, "seats"),
        ({"header": {"seed": 1, "dice": "rolled", "title": "\x1b[2J"}}, "title"),
        ({"start": {"units": 5}}, "state"),
        ({"story": [["S1"]]}, "chronicle"),
        ({"record": -1}, "record"),
        ({"turn": ["france"]}, "whose turn"),
        ({"game": "another"}, "another game"),
    ],
)
def test_a_wrong_document_is_refused_with_what_and_where(
    tmp_path: Path, change: dict[str, Any], says: str
) -> None:
    saved = begun(tmp_path, "roll")
    saved.close()
    plain = files.read_document(saved.folder / store.SNAPSHOT)
    files.write_document(saved.folder / store.SNAPSHOT, {**plain, **change})
    with pytest.raises(SaveError, match=says):
        opened(saved.folder)
    assert says in "\n".join(store.check(saved.folder, errands))


def test_check_tells_every_defect(tmp_path: Path) -> None:
    saved = begun(tmp_path, "roll")
    saved.close()
    plain = alone(saved.folder)
    header = {"seed": "x", "dice": "loaded", "seats": []}
    state = {**plain["state"], "turn": 10**9, "owners": {"atlantis": "france"}}
    start = {**plain["start"], "units": [[1]], "leaders": 5}
    story = [*plain["story"], ["S1"]]
    wrong = {**plain, "header": header, "state": state, "story": story, "start": start}
    files.write_document(saved.folder / store.SNAPSHOT, wrong)
    journal = append_only.read_journal(saved.folder / store.JOURNAL).entries
    last = len(journal)
    entries = [*journal, [99, [], None], "x", [0, [7], 0]]
    append_only.write_journal(saved.folder / store.JOURNAL, append_only.draft_journal(entries))
    with (saved.folder / store.JOURNAL).open("ab") as file:
        file.write(b"torn")
    (saved.folder / seats.SEATS).write_bytes(b"x")
    said = store.check(saved.folder, errands)
    for words in (
        "the seed 'x'", "dice are 'loaded'", "seats are no table", "line 2 of the chronicle",
        "start.units is not a part", "start.leaders is not a part",
        "state.turn: 1000000000", "state.owners: 'atlantis'", "goes on from record 99",
        f"entry {last + 1} is not an entry", f"entry {last + 2} holds what is not a record",
        f"breaks off in entry {last + 3}",
        "seats.msgpack",
    ):  # fmt: skip
        assert [one for one in said if words in one], (words, said)


def test_a_journal_that_no_longer_fits_says_which_record_differs(tmp_path: Path) -> None:
    saved = begun(tmp_path, "roll")
    saved.close()

    async def dusk(phase: Phase) -> None:
        phase.mark(segment=True)
        await phase.roll("france.dusk")

    assert "the journal holds france.dawn" in store.check(saved.folder, dusk)[0]
    again = store.open_game(saved.folder, dusk)
    assert "the rules ask for france.dusk" in again.warning
    again.close()


def test_a_corrected_rule_costs_no_more_than_what_no_longer_fits(tmp_path: Path) -> None:
    saved = begun(tmp_path, "roll", "roll-twice")
    saved.close()

    async def twice(phase: Phase) -> None:
        """Spain's errand now takes one die instead of two."""
        while phase.state.turn <= 3:
            phase.mark()
            await phase.roll("france.dawn")
            who = ("france", "spain")[(phase.state.turn - 1) % 2]
            await Choose(who=who, name="errand", what="what?", options=OPTIONS)
            phase.state.countries[who].treasury += (await phase.roll(f"{who}.errand")).die
            phase.state.turn += 1

    plain = alone(saved.folder)
    first = {**plain, "record": 0, "state": plain["start"], "story": [], "records": ""}
    files.write_document(saved.folder / store.SNAPSHOT, first)
    again = store.open_game(saved.folder, twice)
    assert "no longer fits" in again.warning
    assert again.game.state.turn == 2
    again.close()
    third = store.open_game(saved.folder, twice)
    assert third.warning == ""
    assert third.game.position() == again.game.position()
    third.close()


def test_check_finds_a_sound_game_sound(tmp_path: Path) -> None:
    saved = begun(tmp_path, "roll", "rest")
    saved.game.undo(agreed=True)
    saved.close()
    assert store.check(saved.folder, errands) == []


def test_check_tells_a_chronicle_in_other_words_from_another_position(tmp_path: Path) -> None:
    saved = begun(tmp_path, "roll", "roll-twice")
    saved.close()
    plain = alone(saved.folder)
    told = [[*line[:3], "In other words.", *line[4:]] for line in plain["story"]]
    assert len(plain["story"][0]) > 4
    moved = {**plain["state"], "turn": plain["state"]["turn"] + 1}
    for wrong, says in (
        ({**plain, "story": told}, "the chronicle until record"),
        ({**plain, "state": moved}, "is not where the journal leads"),
    ):
        files.write_document(saved.folder / store.SNAPSHOT, wrong)
        (said,) = store.check(saved.folder, errands)
        assert says in said


def test_check_tells_another_version_from_another_hand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever changes a chronicle in another's store cannot sign it; a version of before did."""
    with monkeypatch.context() as before:
        tell = Phase.tell
        before.setattr(
            Phase, "tell", lambda self, kind, text, *rest: tell(self, kind, f"{text}!", *rest)
        )
        saved = begun(tmp_path, "roll", "roll-twice")
        saved.close()
    (said,) = store.check(saved.folder, errands)
    assert "another version of Tercio wrote it in this store" in said
    assert "changed" not in said


def test_equal_positions_are_equal_bytes(tmp_path: Path) -> None:
    one = begun(tmp_path, "roll", "rest")
    one.close()
    other = opened(one.folder)
    assert pack(one.game.position()) == pack(other.game.position())
    other.close()


def test_a_game_nobody_knows_is_told_with_those_there_are(tmp_path: Path) -> None:
    begun(tmp_path).close()
    for name in ("nothing", "x" * 5000, "\0", "..", "errands/snapshot.msgpack/x"):
        with pytest.raises(SaveError, match="errands"):
            store.find(tmp_path, name)


def test_a_store_that_can_be_none_holds_no_game(tmp_path: Path) -> None:
    state = scenarios.read("artois").state()
    (tmp_path / "file").write_text("")
    for where in (tmp_path / ("x" * 300) / "store", tmp_path / "file" / "store"):
        with pytest.raises(SaveError, match="cannot hold games"):
            store.create(where, state, {"seed": 1, "dice": "rolled", "seats": {}})


def test_games_of_one_name_are_numbered(tmp_path: Path) -> None:
    assert [begun(tmp_path).name for _ in range(3)] == ["errands", "errands-2", "errands-3"]
    hidden = [path.name for path in tmp_path.iterdir() if path.name.startswith(".")]
    assert hidden == [signature.SECRET]


def test_a_look_at_a_game_leaves_no_trace(tmp_path: Path) -> None:
    saved = begun(tmp_path, "roll")
    die(saved)
    before = {path: path.stat().st_mtime_ns for path in saved.folder.rglob("*")}
    look = store.open_game(saved.folder, errands, watch=True)
    assert "only be watched" in look.refusal()
    look.close()
    assert {path: path.stat().st_mtime_ns for path in saved.folder.rglob("*")} == before
