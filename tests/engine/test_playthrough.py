"""Whole phases played by programs: no error, every invariant, the same however it is played.

`make soak` plays hundreds; here are some of each scenario, and the chronicle of one as text.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from pytest_snapshot.plugin import Snapshot

from engine import scenarios
from engine.facts import board
from engine.games.game import Game
from engine.games.journal_records import EngineError
from engine.programs import bots
from saves import store
from tests.engine import phases

SCENARIOS = scenarios.ids()
KEPT = Path(__file__).parent / "playthroughs"


MOST_LINES = 300


@cache
def played(name: str) -> Game:
    """A phase played by chance and watched, for all who only look at it."""
    return phases.watched(name, 1, "random")


@pytest.mark.parametrize("name", SCENARIOS)
def test_phases_end_and_hold_every_invariant(name: str) -> None:
    assert played(name).is_over


@pytest.mark.parametrize("name", phases.LONG)
def test_so_do_those_that_a_steady_program_plays(name: str) -> None:
    """It plays the others as campaigns, watched like these."""
    assert phases.watched(name, 1, "steady").is_over


def test_every_program_is_played() -> None:
    """Those of captain's kind, and page, are played by their own tests and by make matches."""
    captains = {"captain", "captain-cautious", "captain-bold", "captain-greedy"}
    assert {*bots.PLAYERS} == {"random", "steady", "page", *captains}


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_phase_is_the_same_played_again_and_reopened(name: str, tmp_path: Path) -> None:
    phases.reopens(played(name), "random", tmp_path)


@pytest.mark.parametrize("name", SCENARIOS)
def test_undo_to_the_start_and_redo_give_the_same_bytes(name: str) -> None:
    phases.undoes(played(name), most=60)


def test_ships_that_gave_up_a_blockade_stand_only_once_when_an_answer_is_undone() -> None:
    phases.undoes(phases.played(scenarios.read("italian-wars-1494"), 38, "random"))


def test_a_failure_is_dumped_as_a_game_that_opens_just_before_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("broken on purpose")

    with monkeypatch.context() as broken_rules:
        broken_rules.setattr("engine.rounds.rounds.advance", fail)
        with pytest.raises(phases.Broken, match="ZeroDivisionError") as found:
            phases.watched("artois", 1, "random")
        command = phases.dump(found.value, tmp_path)
    saved = store.open_game(Path(command.removeprefix("tercio open ")))
    assert saved.warning == ""
    assert phases.packed(saved.game) == phases.packed(found.value.before)
    assert saved.game.ask is not None
    with monkeypatch.context() as broken_rules:
        broken_rules.setattr("engine.rounds.rounds.advance", fail)
        with pytest.raises(EngineError, match="broken on purpose"):
            saved.game.answer(bots.random_player(saved.game, saved.game.ask))


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_playthrough_of_a_scenario_reads_as_kept(name: str, snapshot: Snapshot) -> None:
    lines = [
        " ".join(each for each in (f"{entry.box:3}", entry.impulse, entry.text) if each)
        for entry in played(name).story
    ]
    snapshot.snapshot_dir = KEPT
    snapshot.assert_match("\n".join(lines[:MOST_LINES]) + "\n", f"{name}.txt")


def test_every_scenario_has_its_playthrough_and_no_other() -> None:
    assert sorted(path.stem for path in KEPT.glob("*.txt")) == sorted(SCENARIOS)


@pytest.mark.parametrize("name", SCENARIOS)
def test_places_that_want_an_article_have_it_in_every_line_but_ways(name: str) -> None:
    """*Spain lands in the Azores*, but *Midlands - Wessex (2 MP)*."""
    told = (KEPT / f"{name}.txt").read_text(encoding="utf-8")
    for place in board.provinces().values():
        if place.article and place.name in told:
            bare = rf"(?<!{place.article} )(?<!- ){place.name}(?!\w)(?! - )"
            assert not re.findall(f".*{bare}.*", told), place.name
