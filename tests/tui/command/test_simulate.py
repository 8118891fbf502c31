"""`tercio simulate`: from a saved game, and on a cluster where that is installed."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from engine import scenarios
from engine.__main__ import main as engine_main
from engine.programs import bots
from engine.turns.turn import play_campaign
from saves import store as games
from tui.__main__ import main


def begun(store: Path, answers: int = 12) -> games.Saved:
    saved = games.create(
        store, scenarios.read("artois").state(), {"seed": 7}, "front", play_campaign
    )
    steady = bots.player("steady")
    for _ in range(answers):
        assert saved.game.ask is not None
        saved.game.answer(steady(saved.game, saved.game.ask))
    return saved


def document(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    status = main(["simulate", *words, "--json"])
    said = capsys.readouterr()
    assert (status, said.err) == (0, "")
    found: dict[str, Any] = json.loads(said.out)
    return {key: value for key, value in found.items() if key != "seconds"}


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["simulate", *words]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    return said.err


def test_a_store_may_be_named_before_any_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    begun(tmp_path).close()
    for words in (["simulate", "--save", "front", "--games", "1"], ["resolve", "--list"]):
        assert main(["--store", str(tmp_path), *words]) == 0
        assert capsys.readouterr().err == ""


def test_a_saved_game_is_played_on_from_where_it_stands_and_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved = begun(tmp_path)
    saved.close()
    before = {file.name: file.read_bytes() for file in saved.folder.glob("*.*")}
    words = ("--save", "front", "--store", str(tmp_path), "--games", "2")
    out, table = tmp_path / "games", tmp_path / "table"
    found = document(capsys, *words, "--out", str(out), "--csv", str(table))
    assert found["scenario"] == "front"
    assert found["games"] == 2
    assert len(table.read_text(encoding="utf-8").splitlines()) == 1 + 2 * 2
    assert document(capsys, *words, "--jobs", "2", "--out", str(out)) == found
    assert {file.name: file.read_bytes() for file in saved.folder.glob("*.*")} == before
    again = games.open_game(saved.folder, play_campaign)
    steady = bots.player("steady")
    for _ in range(8):
        assert again.game.ask is not None
        again.game.answer(steady(again.game, again.game.ask))
    again.close()
    assert "holds games of another run (start" in refused(capsys, *words, "--out", str(out))


def test_what_cannot_be_played_on_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved = begun(tmp_path, 0)
    anna = games.open_game(saved.folder, play_campaign, "anna")
    anna.lock("spain", "correct horse")
    for each in (anna, saved):
        each.close()
    words = ("--store", str(tmp_path), "--save")
    assert "has locked seats (Spain)" in refused(capsys, *words, "front")
    assert "nowhere" in refused(capsys, *words, "nowhere")


def test_a_cluster_wants_dask_and_says_how_to_get_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    monkeypatch.delitem(sys.modules, "tui.command.cluster", raising=False)
    said = refused(capsys, "--scenario", "artois", "--on", "tcp://127.0.0.1:8786")
    assert said == "--on needs distributed: pip install 'tercio[cluster]'\n"
    with pytest.raises(SystemExit):
        engine_main(["simulate", "--on", "tcp://127.0.0.1:8786"])
    said = capsys.readouterr().err
    assert "tercio simulate; --on needs pip install 'tercio[cluster]'" in said
