"""The dice and losses of a game as they are counted, and exact chances of their luck."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from engine.chronicle import Entry
from engine.games import statistics
from engine.games.journal_records import Record, Thrown
from engine.games.statistics import Loss, Throw


@pytest.mark.parametrize("count", [1, 2, 3])
def test_the_chance_of_a_sum_is_that_of_every_die(count: int) -> None:
    ways = Counter(sum(dice) for dice in product(range(1, 11), repeat=count))
    for most in range(count - 1, 10 * count + 2):
        fair = sum(number for total, number in ways.items() if total <= most)
        assert statistics.chance_at_most(count, most) == Fraction(fair, 10**count), most


def test_luck_is_the_die_and_turned_over_where_a_low_one_is_wished_for() -> None:
    throws = [Throw("france", "fire", 9, 1), Throw("france", "attrition", 2, 2)]
    assert [each.luck for each in throws] == [9, 9]
    counted = statistics.counted_together(throws)
    assert counted.faces == (0, 1, 0, 0, 0, 0, 0, 0, 1, 0)
    assert (counted.number, counted.luck, counted.mean) == (2, 18, Fraction(9))
    assert counted.as_bad == Fraction(97, 100)
    assert counted.as_good == Fraction(6, 100), "eighteen and more: 6 of 100 ways"
    assert statistics.counted_together([]).mean == 0


@pytest.mark.parametrize(
    ("name", "country", "what"),
    [("france.fire1", "france", "fire"), ("continuation", "", "continuation"),
     ("wind.x", "", "x"), ("spain.losses", "spain", statistics.PURPOSES["losses"])],
)  # fmt: skip
def test_whose_die_it_is_and_what_for(name: str, country: str, what: str) -> None:
    assert statistics.owner(name) == country
    assert statistics.purpose(name) == what


def test_losses_are_those_of_their_turn_and_cause() -> None:
    """By country, thirds of land and naval detachments; of one country or of several."""

    def entry(kind: str, text: str, **sheet: Any) -> Entry:
        return Entry("S3", "france", kind, text, sheet=sheet or None)

    story = [
        entry("losses", "x", cause="the battle of Artois", lost={"france": [6, 0]}),
        entry("turn", "Turn 23 begins: 1595 to 1599."),
        entry("losses", "y", cause="attrition", country="spain", thirds=3, afloat=2),
        entry("told", "z", name="nothing"),
    ]
    assert statistics.losses(story, 22) == [
        Loss("france", 6, 0, "the battle", 22, "S3"), Loss("spain", 3, 2, "attrition", 23, "S3")
    ]  # fmt: skip


def test_dice_that_players_typed_are_those_that_the_chronicle_tells() -> None:
    """Lines without a die, or of a die without a name, are none; where the journal has dice those
    count alone."""
    sheets: list[dict[str, Any] | None]
    sheets = [{"name": "france.fire1", "die": 7}, {"die": 3}, {"name": "x"}, None]
    story = [Entry("S3", "", "roll", "x", sheet=sheet, record=4) for sheet in sheets]
    assert statistics.throws([], story) == [Throw("france", "fire", 7, 4)]
    record = Record("yes", "spain", (Thrown("spain.shock2", 2, 0),))
    assert statistics.throws([record], story) == [Throw("spain", "shock", 2, 1)]
