"""What there is to know before one decides: both sides, odds, and why they are so."""

from typing import Any

import pytest

from engine.combat.fight_odds import chances
from engine.land.battle import battle_odds
from engine.land.battle.parameters import (
    Force,
    comparison,
    expected_commander,
    odds_of,
    prepare,
)
from tests.tui.small_game import TO_THE_MARCH, by_lines, saved, table
from tui.words.decision import decision_lines, side_lines
from tui.words.line import text_of, width_of


@pytest.fixture(scope="module")
def compared() -> dict[str, Any]:
    return before_artois(0)


def before_artois(side: int) -> dict[str, Any]:
    state = table()
    ours = Force("france", (1, 2), ("navarre-2",))
    return comparison(state, "artois", ours, Force("spain", (4, 5), ()), side)


def test_what_weighs_most_is_the_chance_without_it(compared: dict[str, Any]) -> None:
    state = table()
    both = Force("france", (1, 2), ("navarre-2",)), Force("spain", (4, 5), ())
    assert compared["odds"]["win"] == odds_of(state, "artois", *both)["win"]
    said, rule, weight = compared["why"][0]
    assert (said, rule) == ("Spain: veteran (morale)", "PAR-21")
    setup = prepare(
        state, "artois", both, [expected_commander(state, force) for force in both], False
    )
    france, spain = setup.forces
    alike = setup._replace(
        forces=(france, spain._replace(morale=spain.morale - 1, losses={})), listed={}
    )
    without = chances(alike, battle_odds.battle(alike))["win"]
    assert weight == pytest.approx(compared["odds"]["win"] - without)
    assert len(compared["why"]) == 3
    assert [abs(each[2]) for each in compared["why"]] == sorted(
        (abs(each[2]) for each in compared["why"]), reverse=True
    )


def test_the_other_side_reads_the_same_the_other_way_round(compared: dict[str, Any]) -> None:
    theirs = before_artois(1)
    assert theirs["sides"] == compared["sides"][::-1]
    assert theirs["odds"]["win"] == compared["odds"]["lose"]
    assert theirs["odds"]["losses"] == compared["odds"]["losses"][::-1]
    assert theirs["why"][0][0] == "veteran (morale)"


@pytest.mark.parametrize("width", [38, 64, 78, 120])
def test_the_strip_says_both_sides_the_odds_and_why(compared: dict[str, Any], width: int) -> None:
    drawn = decision_lines(compared, width)
    assert all(width_of(row) <= width for row in drawn)
    said = " ".join(text_of(drawn).split())
    assert said.replace(",", "").startswith("▸ France 8 LD Henri IV 2·3·3 morale ●●")
    assert "Spain 5 LD no leader 2·2·2 morale ●●●" in said.replace(",", "")
    assert "win 45 % · draw 17 % · lose 38 %" in said
    assert "why 45 %: -16 Spain: veteran (morale)" in said


def test_a_battle_that_goes_on_tells_what_each_has_lost() -> None:
    sides = [{"country": "france", "thirds": 24, "leader": "Condé", "values": [2, 4, 2],
              "morale": 4, "morale_left": 1, "lost": 5},
             {"country": "spain", "thirds": 15, "leader": "", "values": [2, 2, 2],
              "morale": 3, "morale_left": 3, "lost": 0}]  # fmt: skip
    said = text_of(side_lines(sides, 100, False))
    assert "France  8 LD  Condé 2·4·2      morale ●○○○  hit 1 2/3 LD" in said
    assert "Spain" in said.splitlines()[1]


def test_by_lines_a_march_says_who_stands_there(tmp_path: Any) -> None:
    told = by_lines(saved(tmp_path / "small", TO_THE_MARCH), "q")
    assert "Artois (2 MP); there: Spain 5 LD, a fortress of level" in told
