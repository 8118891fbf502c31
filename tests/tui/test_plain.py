"""The game as lines of text, when others have it open too."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from saves.store import Saved
from tests.tui.small_game import questions, saved
from tui.plain import PlainTable


def test_by_lines_one_follows_and_answers_when_the_pen_is_free(tmp_path: Path) -> None:
    otto = saved(tmp_path / "game")
    anna = Saved(tmp_path / "game", questions, "anna")
    said: list[str] = []
    steps: list[tuple[str, Callable[[], object]]] = [
        ("", lambda: otto.game.answer("major")),
        ("p", lambda: None),
        ("", otto.close),
        ("no", lambda: None),
        ("q", lambda: None),
    ]

    def read(prompt: str) -> str:
        said.append(prompt)
        line, before = steps.pop(0)
        before()
        return line

    PlainTable(anna, read, said.append).play()
    told = "\n".join(said)
    assert "France decides." in told
    assert "holds the pen" in told
    assert "Break off?" in told
    assert "On whom does France make war?" in told
    assert "The game is saved as game." in told
    assert anna.pen.mine
    anna.close()


def test_a_disk_that_refuses_is_said_and_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = saved(tmp_path / "game")
    lines = iter(["none", "q"])
    said: list[str] = []

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    PlainTable(anna, lambda _: next(lines), said.append).play()
    assert any("No space left on device" in line for line in said)
    assert not anna.game.records
    anna.close()
