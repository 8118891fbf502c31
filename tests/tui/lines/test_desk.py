"""The desk by lines: kinds, fields one by one, and reports that may be read aloud."""

from __future__ import annotations

import json
import re
from io import StringIO
from pathlib import Path

import pytest

from engine import scenarios
from engine.adjudicator import KINDS, resolve
from engine.programs import simulate
from engine.programs.bots import steady_player
from saves.store import keep
from tests.tui.small_game import by_lines, saved, typing
from tui.__main__ import main
from tui.answers.desk_document import at_hand
from tui.lines.desk import PlainDesk, report, unboxed


def asked(*typed: str, kind: str = "") -> str:
    """What the desk says while all of this is typed, and then nothing more."""
    return typing(lambda read, write: PlainDesk(read, write).play(kind), *typed)


def test_a_kind_is_chosen_by_its_number_its_name_or_a_part_of_it() -> None:
    told = asked("99", "zzz", "siege", "k-b", ".", "1", ".", "start", ".", "q")
    assert "No: '99' is not a kind, and in the name of none." in told
    assert "  42  eia-siege: " in told
    for name in ("Eia-siege", "Battle", "Start"):
        assert f"\n{name}. Each field tells" in told


def test_fields_are_asked_with_what_stands_there_and_enter_keeps_it() -> None:
    told = asked("", "xx", "swamp", "?", "", "*", "j", "q", kind="undermine")
    assert "  period: period, I to VII. I, II, III, IV, V, VI, VII [III]" in told
    assert "No: map: 'xx' is not " in told
    document = json.loads(next(row for row in told.splitlines() if row.startswith("{")))
    assert (document["period"], document["map"]) == ("III", "europe")
    assert "\nUndermining " in told


def test_what_is_wrong_with_the_whole_is_told_and_asked_again() -> None:
    told = asked("", "", "", "", "", "", "", "no", "*", "", ".", kind="battle")
    assert "No: sides: exactly one side is phasing" in told


def test_an_entry_is_added_to_a_list() -> None:
    told = asked("", "", "", "y", "spain", "", "no", "n", "*", "j", "q", kind="eia-naval-morale")
    assert "one more fleet? (y/n) [no] > " in told
    assert "fleets 2, nation" in told


@pytest.mark.parametrize("kind", KINDS)
def test_the_report_of_every_kind_is_lines_without_a_frame(kind: str) -> None:
    text = json.dumps(resolve.kind_of(kind).example)
    printed, answer = resolve.adjudicate(kind, text, 7)
    told = list(report(printed, answer))
    assert told
    assert not any(set("│┌└|") & set(row) for row in told)


@pytest.mark.parametrize(
    ("kind", "first"),
    [
        ("undermine", "Undermining 3 +2 = 5: S-, siegeworks -"),
        ("evade", "Evasion 1 +2 = 3, 8 or more: fails"),
        ("explore", "Exploration by land 10 -1 = 9: success"),  # with three dice more
        ("eia-prisoners", "Ten percent a pip of the losses: 4"),  # its sheet tells no die
    ],
)
def test_the_die_of_the_first_line_is_told_once(kind: str, first: str) -> None:
    text = json.dumps(resolve.kind_of(kind).example)
    told = list(report(*resolve.adjudicate(kind, text, 7)))
    assert told[0] == first
    assert len([row for row in told if row.startswith(first.split()[0])]) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_the_only_die_of_a_kind_is_in_its_first_line(kind: str) -> None:
    text = json.dumps({**resolve.kind_of(kind).example, "dice": {}})
    for seed in range(6):
        printed, answer = resolve.adjudicate(kind, text, seed)
        if answer.setup is None and len(printed["rolls"]) == 1:
            (roll,) = printed["rolls"]
            told = list(report(printed, answer))
            assert re.search(rf"(?<!\d){roll['die']}(?!\d)", told[0])
            sheet = answer.sheet(resolve.plain)
            assert told == sheet if answer.head_tells_die else told[1:] == sheet


def test_a_battle_is_told_roll_by_roll_and_side_by_side() -> None:
    text = json.dumps(resolve.kind_of("battle").example)
    printed, answer = resolve.adjudicate("battle", text)
    told = list(report(printed, answer))
    assert told[0] == "France, Fire, day 1, column C: 8 +2 = 10: inflicts 1 2/3 LD and 2 morale"
    assert "France wins: decided in the second Shock." in told[14]
    assert told[15].startswith("France: morale 4, 2 of it lost, inflicts 4 2/3 LD, ")
    assert "+2 Fire differential (DRM-03): France, first Fire, second Fire" in told


@pytest.mark.parametrize("kind", KINDS)
def test_no_report_holds_a_code_or_a_name_of_a_die(kind: str) -> None:
    """*FRA.fire1*, *BESIEGED.fire* and *GREAT_BRITAIN.wind* are for documents, not for people."""
    text = json.dumps(resolve.kind_of(kind).example)
    told = "\n".join(report(*resolve.adjudicate(kind, text, 7)))
    assert not re.search(r"\b[A-Z]{3,}(?:_[A-Z]+)*[.,:]|\b[a-z]+[12]\b(?!,)", told)


def test_the_odds_of_both_sides_stand_one_below_the_other() -> None:
    told = asked("*", "o", "q", kind="battle").splitlines()
    mine, theirs = told.index("France:"), told.index("Spain:")
    assert mine < theirs
    assert told[mine + 1].startswith("win ")
    assert "No: --odds: there are no odds of the kind levies." in asked(
        "*", "o", "q", kind="levies"
    )
    assert list(unboxed(["┌ A ─┐", "│ B │", "└──┘", "C"])) == ["A", "B", "C"]


def test_the_battle_at_hand_comes_to_the_desk_from_a_game(tmp_path: Path) -> None:
    game = simulate.new_game(scenarios.read("artois"), 3)
    while game.ask is not None and at_hand(game.state, game.ask, None) is None:
        game.answer(steady_player(game, game.ask))
    told = by_lines(keep(tmp_path, game, "kept"), "i", "*", "q", "q")
    assert "Each field tells what may stand there" in told
    assert "r rolls again" in told
    told = by_lines(saved(tmp_path / "small"), "i", "q")
    assert "This question is about no battle and no siege." in told


def test_the_command_opens_it_with_a_kind_and_a_document(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    document = tmp_path / "start.json"
    document.write_text('{"period": "VI", "poor_weather": true}')
    monkeypatch.setattr("sys.stdin", StringIO("*\nj\nq\n"))
    assert main(["desk", "start", str(document), "--plain"]) == 0
    assert '{"period": "VI", "poor_weather": true}' in capsys.readouterr().out
    document.write_text("[]")
    for words, why in (
        (["mars"], "'mars' is not a kind"),
        (["start", str(tmp_path / "none")], "cannot be read"),
        (["start", str(document)], "is not a JSON object"),
    ):
        assert main(["desk", *words, "--plain"]) == 2
        assert why in capsys.readouterr().err


def test_a_line_of_words_is_adjudicated_at_once_odds_first() -> None:
    shown = asked("2A+ Condé v A+ LD Farnese, plain, 1597", "q")
    assert "Assumed: France: Grand Condé of 1640" in shown
    assert shown.index("\nwin ") < shown.index("France, Fire, day 1")


def test_what_is_neither_a_kind_nor_a_line_is_refused_with_both_reasons() -> None:
    shown = asked("2A+ Farneze v", "")
    assert "is not a kind, nor is it a line of words" in shown
    assert "The second side: no units" in shown


def test_a_word_with_a_question_mark_is_answered_with_the_names_that_fit() -> None:
    said = asked("2A+ french v A+ Farn?", "2A+ zzz?", "")
    assert "farnese" in said
    assert "nothing begins so" in said
