"""`tercio forecast`: what will probably come of a game, told to who may know it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine import scenarios
from engine.turns.turn import play_campaign
from saves import store as games
from tui.__main__ import main


def begun(store: Path) -> games.Saved:
    return games.create(
        store, scenarios.read("artois").state(), {"seed": 7}, "front", play_campaign
    )


def run(capsys: pytest.CaptureFixture[str], store: Path, *words: str) -> tuple[int, str, str]:
    status = main(["forecast", *words, "--store", str(store), "--games", "2", "--jobs", "1"])
    said = capsys.readouterr()
    return status, said.out, said.err


def test_a_game_of_the_store_is_played_on_and_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved = begun(tmp_path)
    saved.close()
    before = {file.name: file.read_bytes() for file in saved.folder.glob("*.*")}
    status, out, err = run(capsys, tmp_path, saved.name, "--json")
    assert (status, err) == (0, "")
    found = json.loads(out)
    assert found["games"] == 2
    assert {"fortresses", "stacks", "powers", "ends"} <= found.keys()
    assert {file.name: file.read_bytes() for file in saved.folder.glob("*.*")} == before


def test_what_a_locked_power_alone_knows_is_not_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved = begun(tmp_path)
    anna = games.open_game(saved.folder, play_campaign, "anna")
    anna.lock("spain", "correct horse")
    for each in (anna, saved):
        each.close()
    status, out, err = run(capsys, tmp_path, saved.name)
    assert (status, out) == (2, "")
    assert "has locked seats (Spain)" in err


def test_a_game_that_is_not_there_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = run(capsys, tmp_path, "nowhere")
    assert (status != 0, out) == (True, "")
    assert "nowhere" in err
