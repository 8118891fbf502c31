"""What a phase changed, to carry to the cardboard table: everything, and nothing else."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path

import pytest

from engine import scenarios
from engine.games.game import Game
from engine.state import State
from engine.state.forces import Unit
from engine.state.land import Revolt, Siege
from engine.state.sea import Corsair
from tests.engine import phases
from tui.words import board_changes


def told(before: State, after: State) -> list[str]:
    return [
        text
        for part in board_changes.changes(before, after, lambda power: True)
        for text in part.changes
    ]


@pytest.fixture
def tables() -> tuple[State, State]:
    before = scenarios.read("italian-wars-1494").state()
    return before, State.from_plain(deepcopy(before.to_plain()))


def test_nothing_is_told_where_nothing_changed(tables: tuple[State, State]) -> None:
    assert told(*tables) == []


def test_each_change_of_the_table_is_one_line(tables: tuple[State, State]) -> None:
    before, after = tables
    army = next(each for each in after.units.values() if each.kind == "A+")
    place, country = army.place, army.country
    after.remove(army)
    after.add(Unit(0, country, "A-", place))
    after.land.controllers["lombardia"] = "france"
    after.land.levels["lombardia"] = 1
    after.land.sieges["campania"] = Siege("league", ["+", "-"], breach=True)
    after.land.pillages["lombardia"] = ["-"]
    after.land.revolts["toscana"] = [Revolt("revolt", "-")]
    after.sea.corsairs["sea-canarias"] = [Corsair("pirates", "+")]
    after.countries["france"].treasury -= 30
    after.countries["france"].stability += 1
    leader = next(each for each in after.leaders.values() if each.status == "map")
    after.remove_leader(leader, "wounded", "S3")
    found = told(before, after)
    assert "A-" in found[0].partition(" (before: ")[0]
    assert "A+" in found[0].partition(" (before: ")[2]
    assert "Lombardia: France controls it (before: Milan)." in found
    assert "Lombardia: fortress of level 1 (before: 2)." in found
    assert "Campania: besieged by Naples, siegeworks + -, a breach." in found
    assert "Lombardia: pillages -." in found
    assert any(text.endswith(": revolt -.") for text in found)
    assert any(text.endswith("corsairs Pirates +.") for text in found)
    assert any(text.startswith("France: treasury") and "(-30); stability" in text for text in found)
    assert any(text.endswith("wounded until S3.") for text in found)
    assert len(found) == 9


def test_discoveries_are_told_to_who_may_see_them(tables: tuple[State, State]) -> None:
    before, after = tables
    after.overseas.known["spain"] = {*before.overseas.known.get("spain", set()), "haiti-e"}
    assert any("Spain discovered" in text for text in told(before, after))
    hidden = [
        text
        for part in board_changes.changes(before, after, lambda power: False)
        for text in part.changes
    ]
    assert hidden == []


@pytest.fixture(scope="module")
def game() -> Game:
    return phases.played(scenarios.read("artois"), 3, "random", checkpoints=True)


@pytest.mark.parametrize("form", board_changes.FORMATS)
def test_a_played_phase_is_carried_in_each_form(game: Game, form: str) -> None:
    text = board_changes.board_changes(game, form)
    assert "Treasury and stability" in text
    if form == "json":
        assert json.loads(text)["changes"]["Treasury and stability"]
    if form == "html":
        assert text.count("<li>") == text.count("</li>") > 5


def test_the_command_writes_it(
    game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from engine.turns.turn import play_campaign
    from saves import store
    from tui.__main__ import main

    store.create(
        tmp_path, scenarios.read("artois").state(), {"seed": 7}, "front", play_campaign
    ).close()
    words = ["report", "front", "--carry", "--store", str(tmp_path)]
    assert main(words) == 0
    assert "Nothing on the table has changed." in capsys.readouterr().out
    assert main([*words, "--format", "svg"]) == 2
    assert "text or html or json is wanted here" in capsys.readouterr().err
