"""A defect is told in words, and no game is lost by it."""

from pathlib import Path

import pytest
from textual.css.query import NoMatches
from textual.pilot import Pilot

from tests.tui.small_game import (
    TO_THE_MARCH,
    drive,
    press,
    seated,
    terminal,  # noqa: F401 - used by every test here
)
from tui.__main__ import main
from tui.application import crash_reports
from tui.screens.finding.find_province import FindPlace
from tui.screens.game.game import GameScreen
from tui.settings.files import DEFECT, Local, Served


class Slip(Exception):
    """A defect."""


def slip(*_: object) -> None:
    raise Slip("the drum has a hole")


def test_a_defect_ends_the_screen_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(GameScreen, "action_find", slip)
    app = seated(tmp_path, TO_THE_MARCH)

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "slash")

    with pytest.raises(Slip):
        drive(app, (80, 24), play)
    said = " ".join(capsys.readouterr().err.split())
    assert "Tercio has a defect and had to stop" in said
    assert "Slip: the drum has a hole" in said
    assert "tercio open small goes on" in said
    assert "Traceback" not in said
    details = (tmp_path / DEFECT).read_text(encoding="utf-8")
    assert "Traceback" in details
    assert "in slip" in details
    assert app.return_code == 1


def test_a_defect_ends_a_command_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tui.lines.game.PlainTable.play", slip)
    assert main(["--store", str(tmp_path), "new", "artois", "--plain"]) == 1
    assert main(["--store", str(tmp_path), "open", "artois", "--plain"]) == 1
    said = capsys.readouterr()
    assert "The game is artois." in said.out
    assert "Slip: the drum has a hole" in said.err
    assert "tercio open artois goes on" in said.err


def test_where_nothing_can_be_written_the_details_are_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    said = crash_reports.explain(Slip("a hole"), Local(tmp_path / "file"))
    assert "Slip: a hole" in said
    assert "Please tell its developers:\nTercio " in said
    assert "goes on" not in said


def test_a_player_of_a_server_is_told_no_path_and_the_operator_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    slips = OSError(2, "No such file", "/srv/secret"), Slip("in /srv/secret, line 4")
    for slipped in slips:
        said = crash_reports.explain(slipped, Served(Path(), "anna"), "small")
        assert "/" not in said
        assert "come again, and it goes on" in said
        assert "whoever keeps this server" in said
        assert DEFECT not in said
    details = (tmp_path / DEFECT).read_text(encoding="utf-8")
    assert details.count("/srv/secret") == 2


def test_a_dialog_that_closes_while_one_leaves_asks_nothing_of_a_screen_that_is_gone(
    tmp_path: Path,
) -> None:
    app, given = seated(tmp_path, TO_THE_MARCH), list[object]()

    async def play(pilot: Pilot[int]) -> None:
        app.open_screen(FindPlace(frozenset()), given.append)
        await pilot.pause()
        app.depart(0)
        _ = app.screen.dismiss("paris")
        app._handle_exception(NoMatches("a pane of a screen that is gone"))

    drive(app, (80, 24), play)
    assert given == []
    assert app.return_code == 0
