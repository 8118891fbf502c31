"""Whether forecasts come true: what counts as an event, the bands, a run that goes on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.programs import calibrate
from engine.programs.calibrate import Event, events, table
from engine.programs.forecast import Future


def way(fallen: str = "", gone: str = "") -> Future:
    return Future(
        {fallen: ("france", "S3")} if fallen else {}, frozenset({gone} - {""}), frozenset(),
        {}, {}, {}, frozenset(), "S4",
    )  # fmt: skip


def test_what_was_forecast_and_did_not_come_and_what_came_unforeseen_both_count() -> None:
    ways = [way("artois"), way("artois", "spain artois"), way()]
    assert events(ways, way("paris", "spain artois")) == [
        Event("falls", "artois", 2, False),
        Event("falls", "paris", 0, True),
        Event("gone", "spain artois", 1, True),
    ]


def test_events_are_counted_in_the_band_of_what_was_forecast() -> None:
    lines: list[dict[str, Any]] = [
        {"games": 10, "events": [["falls", "a", 3, True], ["falls", "b", 3, False]]},
        {"games": 20, "events": [["gone", "c", 5, False], ["gone", "d", 20, True]]},
        {"games": 10, "events": [["gone", "e", 0, True]]},
        {"events": [], "over": True},
    ]
    assert table(lines) == [(25, 35, 3, pytest.approx(85 / 3), 1), (95, 100, 1, 100.0, 1)]
    assert calibrate.told(lines)[2].startswith("| 25 to 35 % | 3 | 28.3 % | 33.3% |")
    assert calibrate.told(lines)[-1] == "1 event came that no game of the forecast had shown."


def test_an_interrupted_run_goes_on_and_a_game_goes_on_as_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each position is forecast once; what comes of it is what comes of the game."""
    asked: list[tuple[int, int]] = []

    def line(game: Any, seed: int, decision: int, games: int) -> dict[str, Any]:
        asked.append((seed, decision))
        return {"seed": seed, "decision": decision, "games": games, "events": []}

    monkeypatch.setattr(calibrate, "_line", line)
    file = tmp_path / "forecasts"
    words = ["--scenario", "cornwall-1642", "--games", "3", "--out", str(file)]
    assert calibrate.main([*words, "--positions", "2"]) == 0
    file.write_text(file.read_text()[:-3])
    assert calibrate.main([*words, "--positions", "3"]) == 0
    assert asked[1] == asked[2]
    assert len(set(asked)) == 3
    assert "3 positions of cornwall-1642, 3 games each" in capsys.readouterr().out
    assert json.loads(file.read_text().splitlines()[0])["games"] == 3
    assert calibrate.main([*words[:-4], "--games", "4", "--out", str(file)]) == 2
    assert "holds another calibration" in capsys.readouterr().err
