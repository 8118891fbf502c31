"""The title by lines, and what a terminal without a screen shows."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest

from saves.store import summaries
from tui.__main__ import main
from tui.lines.title import choices


def test_a_terminal_without_a_screen_gets_the_title_in_lines(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setattr("sys.stdin", StringIO("99\n2\nq\n1\nq\n\n"))
    assert main(["--store", str(tmp_path)]) == 0
    told = capsys.readouterr().out
    assert "No: '99' is no number from 1 to" in told
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
    words = [choice.words for choice in choices(tmp_path)]
    assert words[0] == ("tutorial",)
    assert words[-1] == ("desk",)
    assert ("new", "europe-1492") in words
