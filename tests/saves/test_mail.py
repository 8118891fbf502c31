"""Play by mail: one file from player to player, whose turn it is in its name."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from engine import scenarios
from engine.programs import bots
from saves import files, mail, seats, store
from saves.plain import SaveError
from saves.saved import Saved
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
    assert mail.is_letter(str(file))
    assert not mail.is_letter(str(tmp_path / "none.tercio"))
    assert not mail.is_letter(str(tmp_path))
    assert not mail.is_letter("artois")


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
    assert "no snapshot" in capsys.readouterr().err
