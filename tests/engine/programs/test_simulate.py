"""Many games: the same whatever the number of processes, files to go on with, what came of it."""

from __future__ import annotations

import csv
import gc
import json
import math
from pathlib import Path
from typing import Any

import pytest

from engine import scenarios
from engine.programs import game_outcome, simulate, simulate_command
from engine.state import State
from tests.engine import phases

ARTOIS = ("--scenario", "artois", "--bots", "random")


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = simulate_command.main([*ARTOIS, *words])
    said = capsys.readouterr()
    return status, said.out, said.err


def document(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    status, out, err = run(capsys, *words, "--json")
    assert (status, err) == (0, "")
    found: dict[str, Any] = json.loads(out)
    return {key: value for key, value in found.items() if key != "seconds"}


def test_two_processes_play_what_one_does(capsys: pytest.CaptureFixture[str]) -> None:
    one = document(capsys, "--games", "5")
    assert document(capsys, "--games", "5", "--jobs", "2") == one
    assert set(one["powers"]) == {"france", "spain"}
    assert set(one["powers"]["france"]) == {*game_outcome.FIGURES, "worth"}
    money = one["powers"]["france"]["money"]
    assert money["low"] < money["mean"] < money["high"] < 0


def test_an_interrupted_run_goes_on_where_it_stood(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    found = document(capsys, "--games", "4", "--out", str(whole))
    lines = whole.read_text(encoding="utf-8").splitlines(keepends=True)
    cut.write_text("".join(lines[:3]) + lines[3][:200], encoding="utf-8")
    assert document(capsys, "--games", "4", "--out", str(cut)) == found
    assert cut.read_bytes() == whole.read_bytes()
    status, _, err = run(capsys, "--games", "4", "--seed", "2", "--out", str(cut))
    assert (status, err) == (2, f"{cut}: holds games of another run (seed 1); name another file\n")
    assert cut.read_bytes() == whole.read_bytes()
    assert document(capsys, "--games", "2", "--out", str(cut))["games"] == 2
    assert cut.read_bytes() == whole.read_bytes(), "games that are not asked for stay"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a full disk is played by Linux")
def test_what_cannot_be_written_to_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    status, _, err = run(capsys, "--games", "1", "--out", "/dev/full")
    assert (status, err) == (
        2, "/dev/full: is not a file that one can go on with; name another\n"
    )  # fmt: skip
    with pytest.raises(OSError, match="No space") as raised:  # engine.__main__ tells it
        run(capsys, "--games", "1", "--csv", "/dev/full")
    assert raised.value.filename == "/dev/full"


DEEP = "[" * 100_000 + "\n"


@pytest.mark.parametrize(
    "text",
    [
        "", "{}", "[1]\n", "\x1b[2J\n", '{"scenario": "artois"}\n{}\n\n',
        pytest.param(DEEP, id="deep"),
        pytest.param('{"scenario": "artois"}\n' + DEEP, id="a deep line"),
    ],
)  # fmt: skip
def test_what_is_no_file_of_games_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str
) -> None:
    file = tmp_path / "games"
    file.write_text(text, encoding="utf-8")
    status, out, err = run(capsys, "--against", str(file))
    assert (status, out) == (2, "")
    assert err.startswith(str(file))


def test_a_table_has_a_row_for_each_game_and_power(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    table = tmp_path / "games.csv"
    found = document(capsys, "--games", "3", "--csv", str(table))
    with table.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["seed"], row["power"]) for row in rows] == [
        (str(seed), power) for seed in (1, 2, 3) for power in ("france", "spain")
    ]
    mean = sum(int(row["money"]) for row in rows if row["power"] == "spain") / 3
    assert found["powers"]["spain"]["money"]["mean"] == pytest.approx(mean)


def test_two_runs_are_compared(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "games"
    document(capsys, "--games", "3", "--out", str(file))
    same = document(capsys, "--games", "3", "--against", str(file))["against"]
    assert {(each["here"] == each["there"], each["chance"]) for each in same} == {(True, 1.0)}
    other = run(capsys, "--games", "3", "--seed", "50", "--against", str(file))[1]
    assert "spain, worth: " in other


def test_a_game_tells_what_its_powers_gained_and_lost() -> None:
    scenario = scenarios.read("artois")
    start: State = scenario.state()
    game = phases.played(scenario, 1, "random")
    found = game_outcome.of_game(start, game)
    france = found["powers"]["france"]
    assert france["lost"] == sum(france["causes"].values()) > 0
    assert france["money"] == (
        game.state.countries["france"].treasury - start.countries["france"].treasury
    )
    assert found["ended"] == game.state.sequence.rounds[-1]


def test_games_leave_the_document_from_which_they_begin_as_it_was() -> None:
    scenario = scenarios.read("conquistadors-1519")
    phases.played(scenario, 1, "random").branch(seed=2)
    assert scenario.start() == scenarios.read("conquistadors-1519").state().to_plain()


def test_estimates_are_those_of_the_books() -> None:
    """Mean, standard error and Welch's comparison of small samples worked by hand."""
    found = game_outcome.estimate([2.0, 4.0, 6.0])
    assert found.mean == 4.0
    assert found.high - found.mean == pytest.approx(4.303 * 2 / math.sqrt(3))
    assert game_outcome.share(0, 10).high == pytest.approx(0.2775, abs=1e-4)
    assert game_outcome.share(5, 10)[1:] == pytest.approx((0.2366, 0.7634), abs=1e-4)
    # A difference of 2 with standard errors of 1 and 1: two-sided chance of 1.414 sigma.
    assert game_outcome.p_value([0.0, 2.0], [2.0, 4.0]) == pytest.approx(0.1573, abs=1e-4)
    assert game_outcome.p_value([1.0, 1.0], [1.0, 1.0]) == 1.0
    assert game_outcome.p_value([1.0, 1.0], [2.0, 2.0]) == 0.0


def test_garbage_is_looked_for_as_before_when_games_were_played() -> None:
    before = gc.get_threshold()
    with simulate.swept_seldom():
        during = gc.get_threshold()
    assert during == (max(before[0], simulate.SELDOM), *before[1:])
    assert gc.get_threshold() == before
