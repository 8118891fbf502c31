"""Play by mail: one file from player to player, whose turn it is in its name."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from engine import scenarios
from engine.games.journal_records import Refused
from engine.notation.layout import Layout
from engine.notation.position_writer import position_text
from engine.programs import bots
from engine.umpire.laying_out import laid_out
from saves import mail, store
from saves.disk import append_only, files, naming
from saves.disk.packing import SaveError
from saves.saved import Saved
from saves.sharing import passphrases, seats
from tui.__main__ import main


def begun(where: Path) -> Saved:
    saved = store.create(where, scenarios.read("artois").state(), {"seed": 7, "seats": {}})
    return played(saved, 30)


def played(saved: Saved, answers: int) -> Saved:
    for _ in range(answers):
        assert saved.game.ask is not None
        saved.game.answer(bots.player("random")(saved.game, saved.game.ask))
    return saved


def test_a_game_goes_from_store_to_store_and_back(tmp_path: Path) -> None:
    anna = begun(tmp_path / "anna")
    assert anna.game.ask is not None
    anna.close()
    file, who = mail.post(anna.folder, tmp_path)
    assert who == anna.game.ask.who
    assert file.name == f"artois-{len(anna.game.records)}-{who}.tercio"
    came = mail.receive(tmp_path / "otto", file)
    assert (came.folder, came.who, came.said) == (tmp_path / "otto" / "artois", who, "")
    otto = store.open_game(came.folder)
    assert (otto.warning, otto.game.position()) == ("", anna.game.position())
    played(otto, 10)
    otto.undo()
    otto.close()
    back, _ = mail.post(otto.folder, tmp_path)
    said = mail.receive(tmp_path / "anna", back)
    assert said.folder == anna.folder
    assert "goes on from where it was sent" in said.said
    again = store.open_game(anna.folder)
    assert (again.warning, again.game.position()) == ("", otto.game.position())
    again.game.redo()
    again.close()
    assert store.check(anna.folder) == []
    assert "further on here" in mail.receive(tmp_path / "anna", file).said
    assert "further on here" in mail.receive(tmp_path / "anna", back).said
    assert "as it was sent" in mail.receive(tmp_path / "otto", back).said


def test_two_that_went_on_otherwise_are_both_kept(tmp_path: Path) -> None:
    anna = begun(tmp_path / "anna")
    anna.close()
    file, _ = mail.post(anna.folder, tmp_path)
    came = mail.receive(tmp_path / "otto", file)
    otto = played(store.open_game(came.folder), 5)
    otto.close()
    back, _ = mail.post(otto.folder, tmp_path)
    anna = store.open_game(anna.folder)
    anna.undo()
    anna.close()
    before = (anna.folder / store.JOURNAL).read_bytes()
    with pytest.raises(SaveError, match="gone on otherwise here"):
        mail.receive(tmp_path / "anna", back)
    assert (anna.folder / store.JOURNAL).read_bytes() == before
    assert [path.name for path in (tmp_path / "anna").glob("[!.]*")] == ["artois"]


def test_a_locked_seat_stays_locked_on_its_way(tmp_path: Path) -> None:
    anna = begun(tmp_path / "anna")
    anna.lock("france", "correct horse")
    anna.close()
    file, _ = mail.post(anna.folder, tmp_path)
    otto = store.open_game(mail.receive(tmp_path / "otto", file).folder)
    assert set(otto.locks()) == {"france"}
    with pytest.raises(SaveError, match="not its passphrase"):
        otto.sit("france", "wrong horse")
    otto.lock("spain", "battery staple")
    otto.sit("france", "correct horse")
    played(otto, 1).close()
    back, _ = mail.post(otto.folder, tmp_path)
    came = mail.receive(tmp_path / "anna", back)
    assert set(store.open_game(came.folder, watch=True).locks()) == {"france", "spain"}


def test_a_changed_letter_is_refused_or_says_so(tmp_path: Path) -> None:
    anna = begun(tmp_path / "anna")
    anna.close()
    file, _ = mail.post(anna.folder, tmp_path)
    sound = file.read_bytes()
    held = files.read_document(file)
    wrongs: tuple[Any, ...] = (
        {}, [], {**held, "journal": 5}, {**held, "journal": held["journal"][1:]},
        {**held, "snapshot": 7}, {**held, "seats": {"france": 7}},
        {**held, "snapshot": {**held["snapshot"], "start": {}}},
        {**held, "journal": [*held["journal"], "x"]},
    )  # fmt: skip
    for wrong in wrongs:
        files.write_document(file, wrong)
        with pytest.raises(SaveError):
            mail.receive(tmp_path / "otto", file)
        assert not list((tmp_path / "otto").glob("[!.]*"))
    file.write_bytes(sound[:-20])
    with pytest.raises(SaveError, match="cut short"):
        mail.receive(tmp_path / "otto", file)
    richer = held["snapshot"]["state"]["countries"]
    richer[0]["treasury"] += 500
    files.write_document(file, {**held, "letter": "../../x"})
    came = mail.receive(tmp_path / "otto", file)
    assert came.folder.parent == tmp_path / "otto"
    otto = store.open_game(came.folder)
    assert otto.game.position() == anna.game.position()
    otto.close()
    assert store.check(otto.folder) == []


def test_what_is_sent_is_sound_unsigned_and_leaves_nothing_aside(tmp_path: Path) -> None:
    anna = begun(tmp_path / "anna")
    anna.close()
    file, _ = mail.post(anna.folder, tmp_path)
    held = files.read_document(file)
    assert "signature" in files.read_document(anna.folder / store.SNAPSHOT)
    assert "signature" not in held["snapshot"]
    assert held["seats"] == {}
    files.write_document(file, {**held, "letter": 5})
    came = mail.receive(tmp_path / "otto", file)
    assert came.folder.name == "game", "a name that is none"
    assert sorted(path.name for path in (tmp_path / "otto").iterdir()) == [".secret", "game"]
    assert not (came.folder / seats.SEATS).exists()
    assert naming.is_letter(str(file))
    assert not naming.is_letter(str(tmp_path / "none.tercio"))
    assert not naming.is_letter(str(tmp_path))
    assert not naming.is_letter("artois")


def test_a_damaged_game_is_not_sent(tmp_path: Path) -> None:
    anna = begun(tmp_path / "anna")
    anna.close()
    journal = anna.folder / store.JOURNAL
    journal.write_bytes(journal.read_bytes()[:-3] + b"xyz")
    with pytest.raises(SaveError, match="damaged"):
        mail.post(anna.folder, tmp_path)
    assert not list(tmp_path.glob("*.tercio"))


def test_it_joins_its_own_copy_among_other_games_and_no_damaged_one(tmp_path: Path) -> None:
    otto = tmp_path / "otto"
    other = begun(otto)
    other.close()
    for name in ("aaa", "bbb"):
        (otto / name).mkdir()
    (otto / "bbb" / store.SNAPSHOT).write_bytes(b"x")
    files.write_document(otto / "aaa" / store.SNAPSHOT, [5])
    anna = begun(tmp_path / "anna")
    anna.close()
    file, _ = mail.post(anna.folder, tmp_path)
    came = mail.receive(otto, file)
    assert (came.folder.parent, came.said) == (otto, "")
    assert came.folder != other.folder
    assert "as it was sent" in mail.receive(otto, file).said
    journal = came.folder / store.JOURNAL
    journal.write_bytes(journal.read_bytes()[:-3] + b"xyz")
    with pytest.raises(SaveError, match="here already and damaged"):
        mail.receive(otto, file)


def test_the_commands_post_and_open_it(tmp_path: Path, capsys: pytest.CaptureFixture[str],
                                       monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    anna = begun(tmp_path / "anna")
    anna.close()
    where = ["--store", str(tmp_path / "anna")]
    assert main([*where, "export", "artois", "--mail", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert "whose turn it is" in said
    assert main([*where, "export", "artois"]) == 0
    assert anna.game.ask is not None
    assert json.loads(capsys.readouterr().out)["turn"]["who"] == anna.game.ask.who
    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
    file = said.partition(": ")[0]
    assert main(["--store", str(tmp_path / "otto"), "open", file, "--plain"]) == 0
    said = capsys.readouterr().out
    assert "The game is artois: it is" in said
    assert "turn." in said
    Path(file).write_bytes(b"x")
    assert main(["--store", str(tmp_path / "otto"), "open", file]) == 1
    assert "not a snapshot" in capsys.readouterr().err


# What a sender may not do.


def sent(where: Path, saved: Saved, **changed: Any) -> Path:
    """The letter of a game that is closed then, with parts of it changed."""
    saved.close()
    file, _ = mail.post(saved.folder, where)
    files.write_document(file, {**files.read_document(file), **changed})
    return file


def journal(saved: Saved) -> list[Any]:
    return append_only.read_journal(saved.folder / store.JOURNAL).entries


def changed_die(entries: list[Any]) -> tuple[int, int]:
    """Another value for the last die of a journal; the record, and what it shows now."""
    last = (0, [0, 0, 0])
    for standing, records, _ in entries[1:]:
        for count, record in enumerate(records, standing):
            for die in record[2]:
                last = count, die
    last[1][1] = last[1][1] % 10 + 1
    return last[0], last[1][1]


def test_a_die_that_is_not_that_of_the_seed_is_refused(tmp_path: Path) -> None:
    anna = begun(tmp_path / "anna")
    entries = journal(anna)
    number, value = changed_die(entries)
    file = sent(tmp_path, anna, journal=entries)
    with pytest.raises(SaveError, match=rf"record {number}: the die .* shows {value}") as caught:
        mail.receive(tmp_path / "otto", file)
    assert "refused" in str(caught.value)
    assert not list((tmp_path / "otto").glob("[!.]*"))
    append_only.write_journal(anna.folder / store.JOURNAL, append_only.draft_journal(entries))
    assert f"shows {value}" in "".join(store.check(anna.folder))


def test_a_die_taken_back_is_not_given_again_otherwise(tmp_path: Path) -> None:
    anna = begun(tmp_path / "anna")
    while not anna.game.records[-1].dice or anna.game.records[-1].answer is None:
        played(anna, 1)
    anna.game.undo(agreed=True)
    entries = journal(anna)
    changed_die(entries)
    came = mail.receive(tmp_path / "otto", sent(tmp_path, anna, journal=entries))
    otto = store.open_game(came.folder)
    position = otto.game.position()
    with pytest.raises(Refused, match="no longer fits"):
        otto.game.redo()
    assert otto.game.position() == position
    played(otto, 1).close()
    assert store.check(came.folder) == []


def test_a_game_whose_dice_are_typed_brings_none_rolled(tmp_path: Path) -> None:
    header = {"seed": 7, "seats": {}, "dice": "rolled"}
    anna = played(store.create(tmp_path / "anna", scenarios.read("artois").state(), header), 30)
    anna.close()
    file, _ = mail.post(anna.folder, tmp_path)
    held = files.read_document(file)
    held["snapshot"]["header"]["dice"] = "typed"
    files.write_document(file, held)
    with pytest.raises(SaveError, match="was rolled"):
        mail.receive(tmp_path / "otto", file)


def test_lines_that_the_journal_does_not_lead_to_are_dropped_and_said(tmp_path: Path) -> None:
    anna = begun(tmp_path / "anna")
    anna.close()
    file, _ = mail.post(anna.folder, tmp_path)
    held = files.read_document(file)
    evil = "\x1b]52;c;eA==\x07\x1b[2Jfrom nowhere"
    snapshot = held["snapshot"]
    assert snapshot["story"]
    line = [*snapshot["story"][0][:3], evil, *snapshot["story"][0][4:]]
    for number, story, told in (
        (0, [line, *snapshot["story"]], 0), (1, [line, *snapshot["story"]], 1),
        (2, [line, *snapshot["story"][1:]], 0), (3, [*snapshot["story"], line], 0),
    ):  # fmt: skip
        files.write_document(file, {**held, "snapshot": {**snapshot, "story": story, "told": told}})
        came = mail.receive(tmp_path / str(number), file)
        assert came.said, number
        again = store.open_game(came.folder)
        assert again.warning == ""
        assert [one.to_plain() for one in again.game.story] == [
            one.to_plain() for one in anna.game.story
        ]
        again.close()
        assert store.check(came.folder) == []


def to_and_fro(where: Path, last: bool = False) -> tuple[Saved, Saved]:
    """A game of Anna's, and as Otto has it. The seat of the power that is asked, or of that which
    answered last, is locked in her store; he goes round that."""
    anna = begun(where / "anna")
    assert anna.game.ask is not None
    answered = [record.who for record in anna.game.records if record.answer is not None]
    anna.lock(answered[-1] if last else anna.game.ask.who, "correct horse")
    came = mail.receive(where / "otto", sent(where, anna))
    (came.folder / seats.SEATS).unlink()
    return anna, store.open_game(came.folder)


def refused(where: Path, otto: Saved, words: str) -> None:
    before = (where / "anna" / "artois" / store.JOURNAL).read_bytes()
    with pytest.raises(SaveError, match=words):
        mail.receive(where / "anna", sent(where, otto))
    assert (where / "anna" / "artois" / store.JOURNAL).read_bytes() == before


def test_a_letter_answers_for_no_seat_that_is_locked_here(tmp_path: Path) -> None:
    anna, otto = to_and_fro(tmp_path)
    number = len(otto.game.records)
    refused(tmp_path, played(otto, 1), rf"record {number} is for .*locked here")
    anna = store.open_game(anna.folder)
    who = next(iter(anna.locks()))
    anna.lock(who, "", "correct horse")
    anna.close()
    assert "goes on" in mail.receive(tmp_path / "anna", sent(tmp_path, otto)).said


def test_a_letter_takes_nothing_back_that_a_locked_seat_saw(tmp_path: Path) -> None:
    _, otto = to_and_fro(tmp_path, last=True)
    otto.game.undo(agreed=True)
    refused(tmp_path, otto, "takes back record .* must agree")


def test_a_letter_rules_nothing_while_a_locked_seat_is_asked(tmp_path: Path) -> None:
    _, otto = to_and_fro(tmp_path)
    otto.game.rule({"do": "treasury", "country": "france", "ducats": 9})
    refused(tmp_path, otto, "locked here")


def laid(saved: Saved) -> dict[str, Any]:
    """The ruling that puts a French detachment more into Artois."""
    table = Layout(position_text(saved.game.state))
    table.typed("artois", "fr LD")
    ruling = laid_out(saved.game.state, table.state)
    assert ruling is not None
    return ruling


def test_a_table_laid_out_by_mail_is_the_same_there(tmp_path: Path) -> None:
    anna = begun(tmp_path / "anna")
    anna.game.rule(laid(anna))
    came = mail.receive(tmp_path / "otto", sent(tmp_path, anna))
    otto = store.open_game(came.folder)
    assert otto.game.state.to_plain() == anna.game.state.to_plain()


def test_a_letter_lays_out_no_table_while_a_locked_seat_is_asked(tmp_path: Path) -> None:
    _, otto = to_and_fro(tmp_path)
    otto.game.rule(laid(otto))
    refused(tmp_path, otto, "locked here")


def test_who_ruled_was_asked(tmp_path: Path) -> None:
    anna = store.create(tmp_path / "anna", scenarios.read("artois").state(), {"seed": 7})
    anna.game.rule({"do": "treasury", "country": "france", "ducats": 9})
    entries = journal(anna)
    entries[-1][1][0][1] = "venice"
    with pytest.raises(SaveError, match="venice ruled"):
        mail.receive(tmp_path / "otto", sent(tmp_path, anna, journal=entries))


def test_a_letter_locks_only_who_answered_in_it(tmp_path: Path) -> None:
    anna = begun(tmp_path / "anna")
    came = mail.receive(tmp_path / "otto", sent(tmp_path, anna))
    otto = played(store.open_game(came.folder), 3)
    answered = {record.who for record in otto.game.records[-3:]} - {""}
    seal = passphrases.seal("battery staple")
    powers = otto.game.rules.powers(otto.game.state)
    file = sent(tmp_path, otto, seats=dict.fromkeys(powers, seal))
    said = mail.receive(tmp_path / "anna", file).said
    assert ("was not taken" in said) == (answered != powers)
    again = store.open_game(anna.folder)
    assert set(again.locks()) == answered
    again.close()
    # Those locks came by mail: whoever has the seat there answers from there.
    otto = played(store.open_game(came.folder), 1)
    assert "goes on" in mail.receive(tmp_path / "anna", sent(tmp_path, otto)).said


def test_a_letter_changes_neither_header_nor_start(tmp_path: Path) -> None:
    anna = begun(tmp_path / "anna")
    came = mail.receive(tmp_path / "otto", sent(tmp_path, anna))
    otto = played(store.open_game(came.folder), 3)
    otto.close()
    file, _ = mail.post(otto.folder, tmp_path)
    held = files.read_document(file)
    held["snapshot"]["header"] |= {"title": "Otto's", "seats": {"france": "otto", "spain": "otto"}}
    held["snapshot"]["start"]["countries"][0]["treasury"] += 900
    files.write_document(file, held)
    mail.receive(tmp_path / "anna", file)
    again = store.open_game(anna.folder)
    assert again.game.header == anna.game.header
    assert again.game.snapshots[0].state == anna.game.snapshots[0].state
    assert again.game.position() == otto.game.position()
    again.close()
