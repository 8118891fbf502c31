"""A forecast at a table: what it tells, what an answer changes, and who gets none."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from engine import scenarios
from engine.programs.forecast import Future
from engine.programs.position import position_of
from engine.programs.turning_points import MOST as MOMENTS
from engine.programs.turning_points import Turn
from saves.store import Saved
from tests.tui.small_game import by_lines, drive, press, screen, sitting, terminal  # noqa: F401
from tui.panes.scrolling_lines import LinesPane
from tui.screens.forecast import ForecastPage
from tui.table.background_playout import Beside
from tui.table.forecasting import OVER, Forecasting, refusal
from tui.table.hint import NONE_HERE
from tui.table.new_game import create, one_seat
from tui.table.past import History
from tui.table.table import Table
from tui.table.turning_points import SEARCHED, Turning
from tui.words.line import width_of


@pytest.fixture
def kept(tmp_path: Path) -> Saved:
    """Artois, where France is asked what it pays for a campaign; one person plays both sides."""
    war = scenarios.read("artois")
    return create(tmp_path, war, {}, seed=3, seats=one_seat([list(war.powers)]))


def future(seed: int, mine: bool) -> Future:
    """Artois falls to France in every second game, and in each one with the answer."""
    fallen = {"artois": ("france", "S3")} if mine or seed % 2 else {}
    stands = frozenset({"france artois" if fallen else "spain artois"})
    return Future(
        fallen, frozenset(), frozenset(), {"france": -3 * mine, "spain": 0}, {"france": -10},
        {"france": 30 * mine, "spain": 0}, stands, "S4",
    )  # fmt: skip


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """No game is played on."""
    monkeypatch.setattr("tui.table.forecasting.MOST", 4)

    async def play(self: Beside, position: object, seed: int, first: list[Any]) -> Future:
        return future(seed, bool(first))

    monkeypatch.setattr(Beside, "play", play)
    monkeypatch.setattr("tui.lines.game.future", lambda _, seed, first: future(seed, bool(first)))


def test_what_comes_of_it_and_what_an_answer_changes_with_the_same_dice(kept: Saved) -> None:
    found = Forecasting(Table(kept), "major", most=4)
    assert found.lines() == ["The first games are being played ..."]
    for game in found.games:
        game.into[game.seed] = future(game.seed, bool(game.first))
    assert len(found.as_is) == len(found.if_so) == 4
    lines = found.lines()
    assert lines[0] == "4 games played on to the end of the phase by programs:"
    assert "  Artois falls to France: 50 % (15 % to 85 %; S3 50 %)" in lines
    at = next(at for at, each in enumerate(lines) if each.startswith("If the answer is 'a major"))
    assert lines[at + 1].startswith("  Artois falls: +50 points (")
    assert "  France: -1.0 detachments (-1.0 to -1.0)" in lines[at:]
    assert not any(each.startswith("  Spain") for each in lines[at:])  # nothing differs


def test_an_answer_that_is_not_legal_is_compared_with_nothing(kept: Saved) -> None:
    found = Forecasting(Table(kept), "nonsense", most=2)
    assert [game.first for game in found.games] == [[], []]


def test_a_table_without_hints_has_no_forecast_and_neither_has_a_phase_that_is_over(
    kept: Saved, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert refusal(Table(kept)) == ""
    kept.set_hints(False)
    assert refusal(Table(kept)) == NONE_HERE
    monkeypatch.setattr(kept.game, "ask", None)
    assert refusal(Table(kept)) == OVER


def test_by_lines_a_forecast_is_asked_for_with_an_answer_or_without(kept: Saved) -> None:
    assert "Artois falls to France" in by_lines(kept, "F", "q")
    assert "If the answer is" not in by_lines(kept, "F", "q")
    assert "If the answer is 'no campaign (free)'" in by_lines(kept, "F 1", "q")
    assert "a number from 1 to 6" in by_lines(kept, "F nonsense", "q")


def test_on_the_screen_f_opens_it_lays_it_over_the_map_and_takes_it_off(kept: Saved) -> None:
    async def play(pilot: Pilot[int]) -> None:
        game = screen(pilot)
        await press(pilot, "F")
        page = pilot.app.screen
        assert isinstance(page, ForecastPage)
        page._show()
        assert any("Artois falls to France: 50 %" in row for row in page.shown)
        assert any(row.startswith("If the answer is") for row in page.shown)
        drawn = page.query_one(LinesPane).lines
        assert all(width_of(row) < 78 for row in drawn), "no line is cut"
        await press(pilot, "F")
        layer = game.map.view.layer
        assert layer.signs["artois"].text == "50%"
        assert layer.tones["artois"] == "good"  # France stands there in half of the games
        assert layer.words["artois"].startswith("falls to France: 50 %; ")
        await press(pilot, "F")
        assert game.map.view.layer.name == ""

    drive(sitting(kept), (80, 24), play)


def test_where_it_turned_is_found_beside_the_screen_and_told_in_lines(
    kept: Saved, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = kept.game
    turning = Turning(game, frozenset({"artois"}))
    assert turning.lines() == [SEARCHED.format(0, MOMENTS)]
    at = turn("S3", "Spain: Stay."), turn("W3", "France: Artois.")

    class Found:
        def __init__(self, game: Any, played: Any) -> None:
            self.values: dict[int, Any] = {}
            self.played = played

        def next_moment(self) -> int | None:
            return None if self.values else 0

        def look(self, record: int) -> None:
            self.values[record] = self.played(position_of(game), [7], [])

        def turns(self) -> list[Turn]:
            assert self.values[0] == [future(7, False)]
            return list(at)

    monkeypatch.setattr("tui.table.turning_points.Search", Found)
    asyncio.run(turning.search(Beside()))
    assert turning.looked == 1
    assert turning.records() == [3, 3]
    assert turning.lines() == [at[0].told()]  # Artois is hidden


def test_the_replay_goes_where_it_turned(kept: Saved) -> None:
    past = History(kept.game)
    assert past.of_record(0) == 0
    last = past.of_record(len(kept.game.records) + 5)
    assert last == len(past.moments) - 1


def turn(box: str, said: str) -> Turn:
    return Turn(3, box, "france", 30.0, 10.0, 20.0, said)
