"""Programs against each other, and what a position is worth."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from engine import scenarios
from engine.facts import board
from engine.programs import match, score, simulate
from engine.programs.captain.thought import Budget
from engine.state import State
from engine.state.forces import Unit


def artois() -> State:
    return scenarios.read("artois").state()


def test_a_program_is_as_good_as_itself() -> None:
    """Seats change within a pair: who plays himself gains in both seats together what he gains."""
    found = match.match(("random", "random"), "artois", 4, jobs=1, seed=1)
    assert (found["score"], found["games"]) == (0.5, 4)
    assert found["ahead"]["mean"] == 0


def test_steady_beats_random_and_both_names_say_so(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--scenario", "artois", "--games", "4", "--jobs", "1", "--json"]
    assert match.main(["steady", "random", *words]) == 0
    one = json.loads(capsys.readouterr().out)
    assert match.main(["random", "steady", *words]) == 0
    other = json.loads(capsys.readouterr().out)
    assert one["score"] == 1 - other["score"] == 1.0
    assert one["ahead"]["mean"] == -other["ahead"]["mean"] > 0
    assert {"a", "b", "games", "score", "interval"} <= one.keys()


def test_every_alliance_has_a_program_and_the_other_one_when_seats_change() -> None:
    first, second = match.seats(["a", "b", "c"], False), match.seats(["a", "b", "c"], True)
    assert first == {"a": 0, "b": 1, "c": 0}
    assert all(first[each] != second[each] for each in first)


def test_a_position_is_worth_what_it_holds() -> None:
    state = artois()
    before = score.worth(state, "spain")
    assert before.money == state.countries["spain"].treasury
    state.countries["spain"].treasury += 7
    assert score.worth(state, "spain") == before._replace(money=before.money + 7)
    state.countries["spain"].treasury -= 7
    state.countries["spain"].stability -= 1
    assert score.worth(state, "spain").stability == before.stability - score.figures()["stability"]


def test_a_province_is_worth_its_income_and_walls_to_who_controls_it() -> None:
    state = artois()
    place = "artois"
    known = board.province(place)
    assert score.place_worth(state, place) == 3 * known.income + 75  # a fortress of level 3
    spain, france = score.worth(state, "spain"), score.worth(state, "france")
    state.land.controllers[place] = "france"
    worth = score.place_worth(state, place)
    assert score.worth(state, "spain").provinces == spain.provinces - worth
    assert score.worth(state, "france").provinces == france.provinces + worth
    state.land.levels[place] = 2
    assert score.place_worth(state, place) == worth - 25


def test_troops_are_worth_their_price_and_conscripts_half() -> None:
    state = artois()
    full = Unit(999, "spain", "A+", "artois", veterans=12)
    half = replace(full, veterans=0)
    assert score.unit_worth(state, full) == 2 * score.unit_worth(state, half) > 0
    detachment = Unit(998, "spain", "LD", "artois", veterans=3)
    assert score.unit_worth(state, full) == 4 * score.unit_worth(state, detachment)
    fleet = Unit(997, "spain", "F-", "sea-canarias", veterans=9, ships={"NWD": 2, "NTD": 1})
    loose = [
        Unit(990 + number, "spain", kind, "sea-canarias", veterans=3)  # type: ignore[arg-type]
        for number, kind in enumerate(("NWD", "NWD", "NTD"))
    ]
    assert score.unit_worth(state, fleet) == sum(score.unit_worth(state, one) for one in loose)


def test_minors_count_for_the_power_that_decides_for_them() -> None:
    state = scenarios.read("italian-wars-1494").state()
    minor = next(each for each in state.countries.values() if each.patron)
    assert minor.id in score.followers(state, minor.patron)
    assert minor.id not in score.powers(state)


def test_a_match_of_an_unknown_scenario_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert match.main(["random", "random", "--scenario", "nowhere"]) == 2
    assert "nowhere" in capsys.readouterr().err


def test_the_same_dice_are_thrown_in_both_games_of_a_pair() -> None:
    one = simulate.new_game(scenarios.read("artois"), 5)
    other = simulate.new_game(scenarios.read("artois"), 5)
    assert one.position() == other.position()


def test_a_match_is_told_in_a_line_and_as_a_row_of_the_table() -> None:
    found = {
        "a": "captain", "b": "steady", "scenario": "artois", "games": 6, "score": 2 / 3,
        "interval": [0.1, 1.0], "ahead": {"mean": 12.4, "low": -3.0, "high": 28.0}, "errors": [],
    }  # fmt: skip
    assert match.match_in_words(found) == (
        "captain against steady in artois: 67% of 3 pairs (10% to 100%), +12 ducats a pair"
    )
    assert match.table_row(found) == "| artois | 3 | 67% | 10% to 100% | +12 (-3 to +28) |"


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (["--playouts", "-1"], "--playouts must be 0 to 1000"),
        (["--think", "0"], "--think must be more than 0"),
        (["--think", "nan"], "--think must be more than 0"),
        (["--games", "1"], "--games must be 2 or more"),
        (["--pairs", "artois"], "--pairs is such as artois=24"),
        (["--pairs", "artois=-2"], "--pairs is such as artois=24"),
    ],
)
def test_what_cannot_be_played_is_said(
    words: list[str], wrong: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        match.main(["steady", "page", *words])
    assert wrong in capsys.readouterr().err


def test_every_scenario_has_the_pairs_that_are_wanted_of_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def play(pair: match.Pair) -> match.Played:
        return match.Played(pair.seed, (1, 0))

    monkeypatch.setattr(match, "play_pair", play)
    words = ["captain", "steady", "--pairs", "artois=3, cornwall-1642=2", "--jobs", "1"]
    assert match.main(words) == 0
    rows = capsys.readouterr().out.splitlines()[2:]
    assert [row.split("|")[1:3] for row in rows] == [
        [" artois ", " 3 "], [" cornwall-1642 ", " 2 "],
    ]  # fmt: skip


def test_without_playouts_captain_is_steady() -> None:
    budget = Budget(playouts=0)
    found = match.match(("captain", "steady"), "cornwall-1642", 2, budget=budget, jobs=1, seed=1)
    assert (found["score"], found["ahead"]["mean"]) == (0.5, 0)


def test_an_interrupted_match_goes_on_where_it_stood(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pairs that stand in the file are not played again; one cut off in the middle is."""
    asked: list[int] = []

    def played(pair: match.Pair) -> match.Played:
        asked.append(pair.seed)
        return match.Played(pair.seed, (10 * pair.seed, 0))

    monkeypatch.setattr(match, "play_pair", played)
    file = tmp_path / "pairs"
    words = ["steady", "page", "--scenario", "artois", "--jobs", "1", "--out", str(file)]
    assert match.main([*words, "--games", "4"]) == 0
    file.write_text(file.read_text()[:-5])
    assert match.main([*words, "--games", "6"]) == 0
    assert asked == [1, 2, 2, 3]
    assert "100% of 3 pairs (44% to 100%), +20 ducats a pair" in capsys.readouterr().out
    assert match.main([*words, "--games", "6", "--playouts", "9"]) == 2
    assert "holds another match" in capsys.readouterr().err


def test_a_file_that_is_no_match_is_told_with_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "pairs"
    head = {"a": "steady", "b": "page", "playouts": 3, "think": None}
    file.write_text(json.dumps(head) + "\nnonsense\n{}\n")
    assert match.main(["steady", "page", "--out", str(file)]) == 2
    assert "line 2: is not a pair of games" in capsys.readouterr().err


def test_the_interval_of_few_pairs_is_wide() -> None:
    """Three pairs won of three say little (Wilson); three equal means nothing of their spread
    (Student's factor for three values is 4.3, not 2)."""
    pairs = [match.Played(seed, (seed, 0)) for seed in (1, 2, 3)]
    found = match.summary(("a", "b"), "artois", pairs)
    low, high = found["interval"]
    assert (round(low, 2), high) == (0.44, 1.0)
    assert found["ahead"]["low"] == pytest.approx(2 - 4.303 / 3**0.5)
