"""The game as lines of text, when others have it open too."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from engine import scenarios, simulate
from engine.parting import Parting
from saves.store import Saved, keep
from tests.engine.playing import put, tabletop
from tests.tui.small_game import TO_SPAIN, TO_THE_MARCH, anna_and_otto, by_lines, questions, saved
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

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert "No space left on device" in by_lines(anna, "none", "q")
    assert not anna.game.records
    anna.close()


def played(game: Saved, *steps: tuple[str, Callable[[], object]]) -> str:
    """What is said while these lines are typed, each after its deed."""
    said: list[str] = []
    waiting = list(steps)

    def read(prompt: str) -> str:
        said.append(prompt)
        line, before = waiting.pop(0)
        before()
        return line

    PlainTable(game, read, said.append).play()
    assert not waiting
    return "\n".join(said)


def test_by_lines_an_undo_is_agreed_to(tmp_path: Path) -> None:
    anna, otto = anna_and_otto(tmp_path / "game")
    told = played(otto, ("s", anna.undo), ("n", lambda: None), ("s", anna.undo),
                  ("y", lambda: None), ("q", lambda: None))  # fmt: skip
    assert told.count("asks to take the last answer back") == 2
    assert "France decides." in told
    assert anna.poll().said.startswith("All agree")
    assert len(anna.game.records) == len(otto.game.records) == len(TO_SPAIN) - 1
    for one in (anna, otto):
        one.close()


def test_by_lines_an_undo_waits_for_the_others(tmp_path: Path) -> None:
    anna, otto = anna_and_otto(tmp_path / "game")

    def say(word: bool) -> None:
        otto.poll()
        otto.agree(word)

    told = played(
        anna, ("u", otto.poll), ("y", lambda: None), ("", lambda: say(False)),
        ("u", lambda: None), ("y", lambda: None), ("q", lambda: None),
        ("u", lambda: None), ("y", lambda: None), ("", lambda: say(True)), ("q", lambda: None),
    )  # fmt: skip
    assert "Spain decides." in told
    assert "otto does not agree: nothing is taken back." in told
    assert "Nothing was taken back." in told
    assert "All agree: it is taken back." in told
    assert "Where does the army go?" in told
    for one in (anna, otto):
        one.close()


def test_by_lines_a_part_is_made_by_hand_number_by_number(tmp_path: Path) -> None:
    game = saved(tmp_path / "game", TO_THE_MARCH[:-1])
    told = by_lines(game, "e", "9", "*", "w", "*", "u", "1=0 3=7", "2 3", "", "q")
    assert "e  something else, by hand" in told
    assert "1  A+ France (4 LD): all" in told
    assert "No: '9' is no number of a line, 1 to 3." in told
    assert "Not so: nothing is chosen; at least one counter or leader must be." in told
    assert "No: '7' cannot stand there: 0 to 1." in told
    assert game.game.records[-1].answer == ["2", "navarre-2"]


def test_by_lines_a_hand_made_answer_is_given_up(tmp_path: Path) -> None:
    game = saved(tmp_path / "game", TO_THE_MARCH[:-1])
    count = len(game.game.records)
    by_lines(game, "e", ".", "q")
    assert len(game.game.records) == count


def test_by_lines_the_odds_the_cost_and_why_not(tmp_path: Path) -> None:
    told = by_lines(saved(tmp_path / "odds", ("major",)), "o", "w Artois", "w Atlantis", "q")
    assert "win 61 %" in told
    assert "No place is asked for here. End of first day, then" in told
    assert "(FIG-17)" in told
    assert "No: 'Atlantis' is no province and no sea." in told
    march = saved(tmp_path / "march", TO_THE_MARCH)
    told = by_lines(march, "o Troyes", "o Artois", "w Kent", "w Troyes", "o", "q")
    assert "to Troyes: 2 MP of 12" in told
    assert "battle: win" in told
    assert "Nothing forbids it." in told
    assert "o NAME tells" in told


def test_by_lines_a_number_is_asked_by_its_ends(tmp_path: Path) -> None:
    told = by_lines(saved(tmp_path / "game", TO_THE_MARCH[:3]), "q")
    assert "a whole number from 1 to 12" in told
    assert "12  12" not in told


def test_by_lines_choices_that_read_alike_are_one(tmp_path: Path) -> None:
    state = tabletop()
    first, second, army = put(state, "france", "artois", "LD", "LD", "A-")
    ask = Parting(
        who="france", name="mover", what="?", state=state, units=[first, second, army],
        leaders=[], enter=[str(second)],
    )  # fmt: skip
    choices = PlainTable(saved(tmp_path / "game", ()))._choices(ask)
    labels = [label for _, label in choices]
    assert sorted(labels) == ["A-", "A-, 2 LD", "LD"]
    assert ([str(second)], "LD") in choices, "the one that is marked"


def test_by_lines_a_number_is_the_choice_that_it_stands_at(tmp_path: Path) -> None:
    game = saved(tmp_path / "game", TO_THE_MARCH[:-1])
    ask = game.game.ask
    assert ask is not None
    shown = PlainTable(game)._choices(ask)
    at = next(at for at, (raw, _) in enumerate(shown) if ask.listed()[at] != raw)
    told = by_lines(game, str(len(shown) + 1), str(at + 1), "q")
    assert f"No: '{len(shown) + 1}' is no answer here; a number from 1 to {len(shown)}." in told
    assert game.game.records[-1].answer == shown[at][0]


def test_by_lines_the_next_player_does_not_read_what_the_last_one_found(tmp_path: Path) -> None:
    def handover(scenario: str) -> str:
        """What stands above the second handing over, where everybody stops at once."""
        game = simulate.new_game(scenarios.read(scenario), 3)
        said: list[str] = []

        def read(prompt: str) -> str:
            if sum("== Pass" in each for each in said) > 1:
                raise EOFError
            stops = [each for each in said[-40:] if "No more" in each or "let it pass" in each]
            return stops[-1].strip(" *").partition(" ")[0] if stops else ""

        PlainTable(keep(tmp_path / scenario, game, "kept"), read, said.append).play()
        told = "\n".join(said)
        return told[: told.rindex("== Pass")]

    assert handover("spice-route-1498")[-60:].strip() == ""
    assert handover("artois")[-60:].strip() != "", "nothing is hidden in Europe"


def test_by_lines_a_march_lists_the_nearest_goals_first_with_their_ways(tmp_path: Path) -> None:
    told = by_lines(saved(tmp_path / "game", TO_THE_MARCH), "q")
    rows = [row for row in told.splitlines() if row.rstrip().endswith("MP)")]
    costs = [int(row.rpartition("(")[2].split()[0]) for row in rows]
    assert costs == sorted(costs)
    assert any("Bourgogne by Orléanais (3 MP)" in row for row in rows)
