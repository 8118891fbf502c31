"""A battle to watch."""

import pytest

from tests.tui.small_game import BEGINS, OUTCOME, ROLL
from tui.words.line import text_of, width_of
from tui.words.running_battle import battle_lines

SPAIN = {**ROLL, "side": 1, "die": 3, "result": 3, "losses": 1, "stars": 0}
FOUGHT = {**BEGINS, "rolls": [ROLL, SPAIN, {**ROLL, "roll": "shock1", "losses": 4, "stars": 1}]}


def test_pips_go_out_and_counters_fall_die_by_die() -> None:
    seen = [text_of(battle_lines(FOUGHT, 80, shown)).splitlines() for shown in range(4)]
    spain = [rows[1].partition("│")[2].split()[0] for rows in seen]
    assert spain == ["●●●", "●○○", "●○○", "○○○"]
    france = [rows[2].split()[0] for rows in seen]
    assert france == ["■■■■■■■■", "■■■■■■■■", "■■■■■■■□", "■■■■■■■□"]
    assert "hit for 1 2/3 LD" in seen[1][3]
    assert "hit for 3 LD" in seen[3][3]
    assert [len(rows) for rows in seen] == [6, 7, 8, 9], "a line a die"


def test_what_one_loses_in_ones_own_retreat_hits_nobody_else() -> None:
    retreat = {**ROLL, "side": 1, "roll": "losses", "losses": 6, "stars": 0}
    drawn = text_of(battle_lines({**BEGINS, "rolls": [retreat]}, 80))
    assert drawn.splitlines()[3].count("not hit") == 2


def test_the_end_of_a_battle_is_what_was_lost() -> None:
    drawn = text_of(battle_lines({**FOUGHT, "outcome": OUTCOME, "told": "France wins."}, 80))
    assert "loses 2 LD, wins" in drawn
    assert "loses 5 LD, routed, destroyed" in drawn
    assert "Condé 2·4·2, wounded" in drawn
    assert "France wins." in drawn


@pytest.mark.parametrize("width", [48, 50, 66, 84, 120])
def test_the_legend_is_always_there_and_nothing_is_wider_than_the_pane(width: int) -> None:
    drawn = battle_lines(FOUGHT, width, None, 9)
    assert all(width_of(row) <= width for row in drawn)
    assert text_of(drawn).splitlines()[-1].startswith(" ● morale")
    large = {**FOUGHT, "sides": [{**side, "thirds": 150} for side in FOUGHT["sides"]]}
    assert all(width_of(row) <= width for row in battle_lines(large, width))


def test_in_a_few_rows_each_side_is_a_row_and_the_latest_die_is_seen() -> None:
    drawn = text_of(battle_lines(FOUGHT, 78, None, 4)).splitlines()
    assert len(drawn) == 4
    assert drawn[0].startswith(" FRANCE ●")
    assert "│ SPAIN " in drawn[0]
    assert "LD" in drawn[0]
    assert drawn[-2].startswith(" Fire 1") or drawn[-2].startswith(" Shock 1")


@pytest.mark.rule("LOS-01", "RET-33")
def test_what_a_side_lost_is_explained_from_the_dice_to_the_counters() -> None:
    """*Small stack, cap, size*, then the rounding: who was hit for 1 LD may lose nothing."""
    outcome = {**OUTCOME, "inflicted": [[15, 15, 15], [3, 1, 1]], "lost": [0, 15]}
    drawn = battle_lines({**FOUGHT, "outcome": outcome, "told": "France wins."}, 80)
    one, other = (said for row in drawn for bit in row for said in bit.why if "Losses" in said)
    assert one.startswith("Losses: 1 LD by the enemy's dice; 1/3 by the enemy's strength (LOS-01)")
    assert one.endswith("; 0 with the retreat, rounded (RET-33).")
    assert other == "Losses: 5 LD by the enemy's dice."
    assert "hit for 1, loses 0 LD, wins" in text_of(drawn)
    assert "hit for 5" not in text_of(drawn), "he lost what he was hit for"


@pytest.mark.rule("LDR-06", "FIG-A7")
def test_the_word_that_decides_is_read_in_the_narrowest_pane() -> None:
    quiet = {**ROLL, "side": 0, "losses": 0, "stars": 0}
    leader = {**quiet, "roll": "casualty", "fate": "wounded until W4"}
    seven = {**quiet, "roll": "small7", "die": 3}
    drawn = text_of(battle_lines({**BEGINS, "rolls": [leader, seven]}, 48))
    assert "  wounded" in drawn
    assert "  a third less" in drawn


@pytest.mark.parametrize("width", [48, 80])
def test_a_battle_at_sea_counts_ships(width: int) -> None:
    sides = [{**side, "ships": {"NWD": 5}} for side in FOUGHT["sides"]]
    drawn = text_of(battle_lines({**FOUGHT, "sides": sides}, width))
    assert "ND hit" in drawn
    assert " LD" not in drawn
