"""Programs that look ahead at a table: what they planned is told, and a defect ends no game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine import games, scenarios
from engine.games.game import Game
from engine.play.asks import Ask
from engine.programs import bots
from engine.programs.captain import captain, playouts
from engine.programs.captain.thought import Alternative, Budget, Plan, Thought, short_label
from engine.programs.simulate import new_game
from saves.disk.packing import SaveError
from saves.saved import Saved
from tui.__main__ import main
from tui.table.new_game import create
from tui.table.program_thinking import NOTHING, PLAYOUTS, SECONDS, Thinking
from tui.table.table import Table


@pytest.fixture
def thinking() -> Thinking:
    found = Thinking()
    found.budget = Budget(1, None, 0)
    return found


@pytest.fixture
def game() -> Game:
    found = new_game(scenarios.read("cornwall-1642"), 1, True)
    while found.ask is not None and found.ask.name != "campaign":
        found.answer(bots.steady_player(found, found.ask))
    return found


def test_before_anything_is_weighed_that_is_said(thinking: Thinking) -> None:
    assert thinking.why() == [NOTHING]


def test_the_plan_names_the_answer_and_what_else_was_weighed(
    thinking: Thinking, game: Game
) -> None:
    assert game.ask is not None
    answer = thinking.chosen(game, game.ask, "captain")
    lines = thinking.why()
    assert game.ask.question in lines[0]
    assert sum(line.startswith("  * ") for line in lines) == 1
    given = short_label(game.ask.label(answer))
    assert any(given in line for line in lines if line.startswith("  * "))
    assert not thinking.untold()


def test_what_was_thought_is_told_later_as_it_was_then(
    thinking: Thinking, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who has moved since is called what he was, and where he is no more, when it was weighed."""

    def weighed(game: Game, ask: Ask[Any], *_: object) -> Thought:
        answer = bots.steady_player(game, ask)
        known = Alternative(answer, ask.label(answer), 0.0, 0.0, 1)
        return Thought(answer, Plan("", (), (known,)))

    monkeypatch.setattr(captain, "think", weighed)
    game, before, longest = new_game(scenarios.read("lepanto-1571"), 1), [NOTHING], 0
    for _ in range(60):
        assert game.ask is not None
        game.answer(thinking.chosen(game, game.ask, "captain"))
        now = thinking.why()
        assert now[: len(before)] == before or len(now) == 2, "told otherwise, and no impulse began"
        before, longest = now, max(longest, len(now))
    assert longest > 20, "few thoughts are told"


def test_a_line_about_hidden_zones_is_not_told(thinking: Thinking, game: Game) -> None:
    assert game.ask is not None
    thinking.chosen(game, game.ask, "captain")
    assert thinking.why(frozenset({"haiti-e"})) == thinking.why()


def test_a_captain_made_to_fail_hands_its_seat_to_steady_with_one_sentence(
    thinking: Thinking, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RecursionError("made to fail")

    monkeypatch.setattr(playouts, "begin", fail)
    assert game.ask is not None
    power = game.ask.who
    assert thinking.chosen(game, game.ask, "captain") == bots.steady_player(game, game.ask)
    assert "steady plays for it" in thinking.untold()
    assert power in thinking.handed_over
    monkeypatch.undo()
    thinking.chosen(game, game.ask, "captain")
    assert not thinking.untold()
    assert thinking.why() == [NOTHING]


def test_a_game_says_how_long_its_programs_may_think(tmp_path: Path) -> None:
    """More seconds are for more playouts; a file that says something else is damaged."""
    war = scenarios.read("artois")
    kept = create(tmp_path, war, {"spain": "captain"}, think=4.0)
    assert Table(kept).thinking.budget == Budget(4 * PLAYOUTS, 4.0)
    assert Thinking().budget == Budget(PLAYOUTS, SECONDS)
    kept.close()
    assert not any(map(games.may_think, (0, -1, 60_001, "long", float("nan"), True, None)))
    with pytest.raises(SaveError, match="programs think 61000 milliseconds"):
        create(tmp_path, war, {}, name="damaged", think=61.0)


def test_seconds_said_on_opening_hold_until_the_game_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    create(tmp_path, scenarios.read("artois"), {"spain": "captain"}, think=4.0, name="war").close()
    shown: list[Budget] = []

    def show(saved: Saved, *_: object) -> int:
        shown.append(Table(saved).thinking.budget)
        saved.close()
        return 0

    monkeypatch.setattr("tui.command.resume_game.show", show)
    for said in (["--think", "2"], []):
        assert main(["--store", str(tmp_path), "open", "war", *said]) == 0
    assert shown == [Budget(2 * PLAYOUTS, 2.0), Budget(4 * PLAYOUTS, 4.0)]


@pytest.mark.parametrize("seconds", ["0", "-1", "61", "nan"])
@pytest.mark.parametrize("words", [["new", "artois"], ["open", "war"]])
def test_seconds_that_nobody_can_think_are_refused(
    words: list[str], seconds: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--store", str(tmp_path), *words, "--think", seconds]) == 2
    assert "it is more than 0 and at most 60 seconds" in capsys.readouterr().err
