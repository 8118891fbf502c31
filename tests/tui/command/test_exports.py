"""What goes out of the house: where a seat is locked, nothing that only it may know; well-formed
whatever a text holds."""

from __future__ import annotations

import errno
import json
import os
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from engine import scenarios
from engine.documents.printable import is_printable
from engine.play.phase import Entry
from engine.programs import bots
from engine.turns.turn import play_campaign
from saves import store as games
from tests.engine.test_printable import HOSTILE
from tests.tui.small_game import drive, press, screen, shown
from tests.tui.small_game import terminal as terminal
from tui.__main__ import main
from tui.application.app import Tercio
from tui.lines.game import PlainTable
from tui.screens.game.game import GameScreen
from tui.screens.report import Report
from tui.settings.files import Local
from tui.table import visibility
from tui.words import report

WORD = "correct horse"


def explored(store: Path) -> tuple[games.Saved, list[str]]:
    """A game in which Spain alone knows something, and the lines that only it may read."""
    state = scenarios.read("conquistadors-1519").state()
    saved = games.create(
        store, state, {"seed": 3, "seats": {}, "title": "Mexico"}, "mexico", play_campaign
    )
    game, player = saved.game, bots.player("steady")
    for _ in range(400):
        if game.ask is None:
            break
        game.answer(player(game, game.ask))
        others = sorted(game.rules.powers(game.state) - {"spain"})
        known = {id(entry) for entry in visibility.open_to(game.story, game.state, others)}
        secret = [entry.text for entry in game.story if id(entry) not in known]
        if len(secret) > 2:
            saved.close()
            return saved, secret
    pytest.fail("nobody found out anything")


def run(capsys: pytest.CaptureFixture[str], store: Path, *words: str) -> tuple[int, str, str]:
    status = main([words[0], "mexico", *words[1:], "--store", str(store)])
    said = capsys.readouterr()
    return status, said.out, said.err


FORMS: tuple[tuple[str, ...], ...] = (
    ("report",), ("report", "--format", "html"), ("report", "--format", "svg"),
    ("export", "--chronicle"), ("export", "--json"), ("export", "--svg"),
)  # fmt: skip


def test_the_list_to_carry_names_no_zone_that_only_a_locked_seat_knows_on_screen_or_by_lines(
    tmp_path: Path,
) -> None:
    saved, _ = explored(tmp_path)
    anna = games.open_game(saved.folder, play_campaign, "anna")
    anna.lock("spain", WORD)
    otto = games.open_game(saved.folder, play_campaign, "otto")
    otto.sit("portugal")
    hidden = visibility.fog(otto.game.state, "portugal")

    def told(whose: games.Saved) -> list[str]:
        answers = iter(["C", "q"])
        said, read = list[str](), list[str]()
        PlainTable(whose, lambda _: next(answers), said.append).play()

        async def look(pilot: Pilot[int]) -> None:
            screen(pilot).action_report()
            await press(pilot, "c")
            assert isinstance(pilot.app.screen, Report)
            read.append(pilot.app.screen.changed("html"))

        drive(Tercio(Local(tmp_path), whose), (120, 40), look)
        return [next(each for each in said if each.startswith("Carry to the table")), *read]

    assert all(visibility.names_hidden(each, hidden) for each in told(anna))
    assert not any(visibility.names_hidden(each, hidden) for each in told(otto))
    (saved.folder / "seats.msgpack").write_bytes(b"x")
    assert not visibility.names_hidden(visibility.changed(otto), hidden)
    otto.close()
    anna.close()


@pytest.mark.parametrize("asked", ["natives", "march"])
def test_who_watches_a_locked_seat_decide_sees_neither_its_stacks_nor_its_question(
    tmp_path: Path, asked: str
) -> None:
    saved, _ = explored(tmp_path)
    anna = games.open_game(saved.folder, play_campaign, "anna")
    player = bots.player("steady")
    while anna.game.ask is not None and (
        anna.game.ask.name != asked or anna.game.ask.who != "spain"
    ):
        anna.game.answer(player(anna.game, anna.game.ask))
    assert anna.game.ask is not None
    assert anna.game.ask.who == "spain"
    anna.lock("spain", WORD)
    hidden = visibility.fog(anna.game.state, "portugal")
    assert visibility.names_hidden(anna.game.ask.question, hidden)

    def seen(whose: games.Saved) -> list[bool]:
        found = list[bool]()

        async def look(pilot: Pilot[int]) -> None:
            for keys in ((), ("w",), ("i",), ("escape", "escape"), ("colon",)):
                await press(pilot, *keys)
                found.append(visibility.names_hidden(shown(pilot), hidden))
            pilot.app.saved = None  # type: ignore[attr-defined]

        drive(Tercio(Local(tmp_path), whose), (160, 50), look, notices=True)
        return found

    otto = games.open_game(saved.folder, play_campaign, "otto")
    assert not any(seen(otto)), "from no seat"
    otto.sit("portugal")
    assert not any(seen(otto)), "from another"
    assert seen(anna)[:2] == [True, True]
    otto.close()
    anna.close()


def test_nobody_rules_on_a_table_of_which_a_locked_seat_hides_some(tmp_path: Path) -> None:
    """A ruling told what lies in such a zone, or gave knowledge of it, and was taken back."""
    saved, _ = explored(tmp_path)
    anna = games.open_game(saved.folder, play_campaign, "anna")
    player = bots.player("steady")
    while anna.game.ask is not None and not (
        anna.game.ask.who == "portugal" and anna.game.can_rule
    ):
        anna.game.answer(player(anna.game, anna.game.ask))
    assert anna.game.ask is not None
    anna.lock("spain", WORD)
    anna.rise("spain")
    anna.sit("portugal")
    place = min(visibility.fog(anna.game.state, "portugal"))
    typed = f"! knowledge country=portugal place={place} known=yes"

    def told() -> str:
        answers, said = iter([typed, "q"]), list[str]()
        PlainTable(anna, lambda _: next(answers), said.append).play()
        return "\n".join(said)

    async def ruled(pilot: Pilot[int]) -> None:
        screen(pilot).action_rule()
        await press(pilot)
        assert isinstance(pilot.app.screen, GameScreen)
        pilot.app.saved = None  # type: ignore[attr-defined]

    records = len(anna.game.records)
    assert visibility.HIDES in told()
    drive(Tercio(Local(tmp_path), anna), (120, 40), ruled)
    assert len(anna.game.records) == records
    assert visibility.ruling_refused(anna)
    anna.sit("spain", WORD)
    assert not visibility.ruling_refused(anna)
    anna.close()


@pytest.mark.parametrize("form", ["text", "html", "json"])
def test_what_is_carried_to_the_table_names_no_zone_that_only_a_locked_seat_knows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], form: str
) -> None:
    saved, _ = explored(tmp_path)
    state = saved.game.state
    hidden = visibility.unknown(state, saved.game.rules.powers(state) - {"spain"})
    words = ("report", "--carry", "--format", form)
    _, out, _ = run(capsys, tmp_path, *words)
    assert any(visibility.names_hidden(line, hidden) for line in out.splitlines())
    anna = games.open_game(saved.folder, play_campaign, "anna")
    anna.lock("spain", WORD)
    anna.close()
    status, out, _ = run(capsys, tmp_path, *words)
    assert status == 0
    assert "Spain" in out
    assert not [line for line in out.splitlines() if visibility.names_hidden(line, hidden)]


def test_what_only_a_locked_seat_knows_does_not_go_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    saved, secret = explored(tmp_path)
    status, out, _ = run(capsys, tmp_path, "export", "--chronicle")
    assert status == 0
    assert all(text in out for text in secret)  # unlocked, the table has no secrets
    anna = games.open_game(saved.folder, play_campaign, "anna")
    anna.lock("spain", WORD)
    anna.close()
    for words in FORMS:
        status, out, err = run(capsys, tmp_path, *words)
        assert status == 0, words
        plain = out.replace("\n", " ").replace("&#160;", " ")
        assert not any(text in plain for text in secret), words
        if words[-1] == "--json":
            document = json.loads(out)
            assert document["state"] is document["start"] is document["journal"] is None
            assert document["header"]["seed"] is None
            assert "--seat POWER" in err
    monkeypatch.setattr("getpass.getpass", lambda prompt: WORD)
    status, out, _ = run(capsys, tmp_path, "export", "--chronicle", "--seat", "spain")
    assert all(text in out for text in secret)
    status, out, _ = run(capsys, tmp_path, "export", "--seat", "spain")
    assert json.loads(out)["state"]
    monkeypatch.setattr("getpass.getpass", lambda prompt: "wrong horse")
    status, out, err = run(capsys, tmp_path, "export", "--seat", "spain")
    assert (status, out) == (1, "")
    assert "not its passphrase" in err


def test_a_game_that_is_looked_at_is_not_touched(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A store on a read-only or full disk is reported and exported."""
    saved, _ = explored(tmp_path)
    real: Any = os.open

    def opening(path: Any, flags: int, *rest: Any, **others: Any) -> int:
        if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT) and str(path).startswith(str(tmp_path)):
            raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(path))
        handle: int = real(path, flags, *rest, **others)
        return handle

    before = {path: path.read_bytes() for path in saved.folder.glob("*.*")}
    monkeypatch.setattr(os, "open", opening)
    for words in FORMS:
        status, out, _ = run(capsys, tmp_path, *words)
        assert (status, bool(out)) == (0, True), words
    assert {path: path.read_bytes() for path in saved.folder.glob("*.*")} == before


@pytest.mark.parametrize("text", [*HOSTILE, "<b>&amp;]]>", "a\"b'c"])
def test_a_report_is_well_formed_with_any_text(tmp_path: Path, text: str) -> None:
    state = scenarios.read("artois").state()
    saved = games.create(tmp_path, state, {"seed": 3, "title": "x"}, "front", play_campaign)
    saved.close()
    game = saved.game
    game.header["title"] = text
    game.story.append(Entry(text, "", "note", f"before {text} after", text, text))
    for form in report.FORMATS:
        made = report.report(game, game.story, form)
        assert is_printable(made.replace("\n", "").replace("\t", "")), form
        if form == "svg":
            ElementTree.fromstring(made)
        if form == "html":
            ElementTree.fromstring(made.partition("<body>")[2].join(("<body>", "")).removesuffix(
                "</html>\n"))  # fmt: skip
