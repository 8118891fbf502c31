"""What strangers write as a table is refused in sentences, or a table, or a game that opens."""

from __future__ import annotations

from tests.saves import layings, tables


def test_a_strange_position_is_refused_in_sentences_or_opens_again() -> None:
    played, wrong = tables.batch(1, 120)
    assert wrong == []
    assert played > 5


def test_a_table_that_is_laid_out_in_a_game_is_refused_or_opens_again() -> None:
    taken, wrong = layings.batch("lepanto-1571", 2, 150)
    assert wrong == []
    assert taken
