"""What may move next."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import product

import pytest

from engine.sequence import next_moves
from engine.sequence.next_moves import DONE, NextMoves
from tests.engine.playing import put
from tests.engine.sea.afloat import fleet, sea_table


def _drawn(chance: Iterator[int], most: int) -> int:
    return next(chance) % most


@pytest.mark.rule("MVG-01")
def test_chance_draws_whatever_may_be_done_and_nothing_else() -> None:
    """Place by place as in one list: who marches, what becomes one, who sails; nobody for Spain."""
    state = sea_table()
    one, two = put(state, "england", "wessex", "A-", "A-")
    (ships,) = fleet(state, "england", "wessex", "F-: 2 NWD")
    put(state, "england", "kent", "LD")
    put(state, "spain", "artois", "LD")
    whole = [*NextMoves(state, "england")]
    assert whole == [
        "kent", "wessex", f"merge {one}+{two}", f"wessex:{ships}", f"arrange wessex:{ships}", DONE
    ]  # fmt: skip
    found = set()
    for place, then in product(range(3), range(4)):
        chance = iter((place, then))
        may = NextMoves(state, "england")
        answer = may.drawn(partial(_drawn, chance))
        assert next_moves.question(may).is_legal(answer)
        found.add(answer)
    assert found == {*whole}
    assert not next_moves.question(NextMoves(state, "england")).is_legal("artois")


@pytest.mark.rule("MVG-01")
def test_whose_places_are_all_still_is_done_without_a_question() -> None:
    state = sea_table()
    (unit,) = put(state, "england", "kent", "LD")
    assert NextMoves(state, "england").any_left
    state.marks.moved.add(unit)
    may = NextMoves(state, "england")
    assert not may.any_left
    assert may.drawn(lambda _: 0) == DONE
