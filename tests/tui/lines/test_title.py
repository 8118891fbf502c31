"""The title by lines, and what a terminal without a screen shows."""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO
from pathlib import Path

import pytest

from engine import scenarios
from saves.sharing import seats
from saves.store import summaries
from tui.__main__ import main
from tui.lines.title import LATEST, choices, title
from tui.settings.files import Local, Served


def test_a_terminal_without_a_screen_gets_the_title_in_lines(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setattr("sys.stdin", StringIO("99\n2\nq\n1\nq\n\n"))
    assert main(["--store", str(tmp_path)]) == 0
    told = capsys.readouterr().out
    assert "No: '99' is not a number from 1 to" in told
    assert "  2  new: Artois, 1597" in told
    assert "  1  go on with artois " in told
    assert told.count("The game is saved as artois.") == 2
    assert [one.name for one in summaries(tmp_path)] == ["artois"]
    assert "\x1b" not in told
    assert main(["demo", "--store", str(tmp_path)]) == 2
    assert "this terminal has no screen" in capsys.readouterr().err


def test_the_title_in_lines_is_had_on_any_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("sys.stdin", StringIO(""))
    assert main(["--plain", "--store", str(tmp_path)]) == 0
    assert "number, Enter leaves > " in capsys.readouterr().out


def test_the_title_in_lines_offers_what_the_screen_does(tmp_path: Path) -> None:
    words = [choice.words for choice in choices(Local(tmp_path))]
    assert words[0] == ("tutorial",)
    assert words[-1] == ("desk",)
    assert ("new", "europe-1492") in words


def test_a_player_of_a_server_sees_all_games_and_gives_no_words_of_commands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from saves.store import create

    scenario = scenarios.read("artois")
    for _ in range(LATEST + 2):
        create(tmp_path, scenario.state(), {"title": "A", "seed": 1}).close()
    monkeypatch.chdir(tmp_path)
    assert sum(one.words[0] == "open" for one in choices(Local(tmp_path))) == LATEST
    served = Served(Path(), "anna")
    assert sum(one.words[0] == "open" for one in choices(served)) == LATEST + 2
    assert choices(served)[2].label.startswith("go on with")
    seats.remember(Path("artois-2"), "anna", ["spain"])
    seats.remember(Path("artois-3"), "anna", [summaries(Path())[0].who])
    labels = [choice.label for choice in choices(served)]
    assert labels[0].startswith("your turn: artois-3 ")
    assert labels[1].startswith("your game: artois-2 ")
    assert sum("artois-2 " in label for label in labels) == 1
    said, given = list[str](), list[Sequence[str]]()

    def run(words: Sequence[str]) -> int:
        given.append(words)
        return 0

    typed = iter(["/etc/passwd", "open /etc/passwd", "--store /", "new /tmp/x.toml", "0", "-1", ""])
    title(served, run, lambda _: next(typed), said.append)
    assert given == []
    assert "--help" not in "".join(said)


def test_a_store_that_cannot_be_read_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--plain", "--store", str(tmp_path / ("x" * 300))]) == 1
    assert "cannot be read: File name too long\n" in capsys.readouterr().err


def test_a_file_that_cannot_be_laid_out_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.command.edit.shows_lines", lambda: False)
    assert main(["--store", str(tmp_path), "edit", str(tmp_path)]) == 2
    assert "cannot be read (Is a directory)\n" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
