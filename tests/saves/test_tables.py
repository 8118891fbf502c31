"""A position that a stranger wrote is refused in sentences, or a table, or a game that opens."""

from __future__ import annotations

from tests.saves import tables


def test_a_strange_position_is_refused_in_sentences_or_opens_again() -> None:
    played, wrong = tables.batch(1, 120)
    assert wrong == []
    assert played > 5
