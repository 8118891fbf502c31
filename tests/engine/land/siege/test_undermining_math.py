from typing import Any

import pytest

from engine.facts import tables
from engine.land.ground import besieging
from engine.land.siege import siege_odds, undermining_math
from engine.land.siege.undermining_math import Siege, siegeworks_after
from engine.modifiers import total
from tests.engine.fighting import examples


def modifier(**given: Any) -> int:
    return total(undermining_math.fortress_modifiers(Siege(**{"level": 0, **given})))


@pytest.mark.rule("SIE-28", "SIE-29")
@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_artillery_bonus_of_the_examples(level: int) -> None:
    example = examples()[f"artillery-bonus-level-{level}"]
    artillery = example["given"]["artillery"]
    assert tables.artillery_bonus(level, artillery) == example["then"]["artillery_bonus"]
    for bonus, least in enumerate(example["then"]["column"], 1):
        assert tables.artillery_bonus(level, least) == bonus
        assert tables.artillery_bonus(level, least - 1) == bonus - 1


@pytest.mark.rule("UND-02", "UND-03")
def test_level_and_artillery() -> None:
    assert [modifier(level=level) for level in range(6)] == [0, -1, -2, -3, -4, -5]
    assert [modifier(artillery=guns) for guns in (0, 1, 3, 5)] == [0, 1, 2, 3]


@pytest.mark.rule(
    "UND-04", "UND-05", "UND-06", "UND-07", "UND-08", "UND-09", "UND-10", "UND-11", "UND-12"
)
@pytest.mark.parametrize(
    ("where", "terrain", "ports"),
    [
        ({"map": "europe"}, "plain", (0, 0, -2)),
        ({"map": "europe"}, "swamp", (-2, -2, -3)),
        ({"map": "rotw"}, "plain", (0, 0, -2)),
        ({"map": "rotw"}, "mountain", (-2, 0, -2)),
        ({"map": "rotw", "fort": True}, "plain", (0, 0, -1)),
        ({"map": "rotw", "fort": True}, "desert", (-1, 0, -1)),
    ],
)
def test_terrain_and_port(where: dict[str, Any], terrain: str, ports: tuple[int, int, int]) -> None:
    found = tuple(
        modifier(**where, terrain=terrain, port=port) for port in ("", "blockaded", "open")
    )
    assert found == ports


@pytest.mark.rule("UND-13", "UND-14", "UND-A2", "UND-A3")
def test_earlier_assault_and_breach() -> None:
    assert modifier(assaulted=True) == 1
    assert modifier(breach=True) == 2
    assert modifier(assaulted=True, breach=True) == 2
    assert modifier(assaulted=True, off=frozenset(("previous_assault",))) == 0


@pytest.mark.rule("UND-15", "UND-16", "UND-17", "UND-19")
def test_works_leaders_and_troops_inside() -> None:
    assert modifier(works=("+", "-")) == 4
    assert modifier(works=("+", "+")) == 6
    assert modifier(siege=2, enemy_siege=1) == 1
    assert modifier(inside=3) == 1
    assert modifier(inside=6, army_inside=True) == 3


@pytest.mark.rule("UND-20", "UND-21", "UND-22", "UND-24", "UND-27", "UND-31")
def test_results() -> None:
    found = [undermining_math.undermining_result(die, ()) for die in range(1, 11)]
    assert found == ["-"] * 3 + ["S-"] * 3 + ["S+"] * 3 + ["B"]
    strong = undermining_math.fortress_modifiers(Siege(0, works=("+",)))
    assert [undermining_math.undermining_result(die, strong) for die in (8, 9, 10)] == [
        "B",
        "B/WH",
        "R",
    ]


@pytest.mark.rule("UND-42")
def test_what_a_breach_needs() -> None:
    def least(modifier: int) -> int:
        return min((die for die in range(1, 11) if tables.undermining(die + modifier)
                    not in ("none", "siegework_minus", "siegework_plus")), default=99)  # fmt: skip

    assert [least(0), least(4), least(-6 + 6), least(-6 + 4)] == [10, 6, 10, 99]


@pytest.mark.rule("UND-21", "UND-23", "UND-A4")
@pytest.mark.parametrize(
    ("works", "result", "after"),
    [
        ("", "-", ""),
        ("", "S-", "-"),
        ("-", "S-", "+"),
        ("+", "S-", "+-"),
        ("+-", "S-", "++"),
        ("++", "S-", "++"),
        ("-", "S+", "+-"),
        ("+-", "S+", "++"),
        ("-+", "B", "+-"),
    ],
)
def test_siegeworks(works: str, result: str, after: str) -> None:
    assert siegeworks_after(tuple(works), result) == tuple(after)


@pytest.mark.rule("UND-35", "UND-36", "UND-37", "UND-38", "UND-39", "UND-A5")
def test_the_attrition_check() -> None:
    def check(**given: Any) -> int:
        return total(
            undermining_math.attrition_modifiers(Siege(0, **{"first_round": False, **given}))
        )

    assert check() == 0
    assert check(first_round=True) == 4
    assert check(continued=True, first_round=True) == 2
    assert check(inside=20) == -6
    assert check(enemy_siege=2) == -2
    far = Siege(0, first_round=False, supply=6)
    assert [undermining_math.attrition_strikes(die, far) for die in (5, 6)] == [True, False]


@pytest.mark.rule("SIE-23", "SIE-A1")
def test_who_may_undermine() -> None:
    assert [besieging.may_undermine(3, strength) for strength in (8, 9)] == [False, True]
    assert besieging.may_undermine(0, 1)


def test_a_siege_from_round_to_round() -> None:
    siege = Siege(3, artillery=4)
    now = siege_odds.undermine(siege)
    assert now == {"-": 0.5, "S-": 0.3, "S+": 0.2, "B": 0.0, "B/WH": 0.0, "R": 0.0}
    within = siege_odds.falls_within(siege, 12, war_honour=True)
    assert within[0] == 0
    assert within == sorted(within)
    assert within[-1] < 1
    assert siege_odds.falls_within(siege._replace(works=("+", "+")), 1, war_honour=True) == [
        pytest.approx(0.3)
    ]
    stormed = siege_odds.falls_within(
        siege._replace(works=("+", "+")), 1, storm=lambda now: 0.5, war_honour=False
    )
    assert stormed == [pytest.approx(0.2 + 0.3 * 0.5)]


@pytest.mark.rule("UND-39", "UND-35", "UND-36", "UND-37", "UND-38")
@pytest.mark.parametrize(
    ("given", "modified"),
    [({"first_round": True}, 6), ({"continued": True}, 0), ({"inside": 9}, -1),
     ({"enemy_siege": 2}, 0), ({"first_round": True, "inside": 5, "enemy_siege": 1}, 4), ({}, 2)],
)  # fmt: skip
def test_the_besieger_rolls_when_the_die_is_strictly_less_than_the_way(
    given: dict[str, Any], modified: int
) -> None:
    """Text 3707: if the result is strictly smaller than the distance from a source of supply."""
    for supply, strikes in ((modified - 1, False), (modified, False), (modified + 1, True)):
        siege = Siege(**{"level": 1, "supply": supply, "first_round": False, **given})
        assert undermining_math.attrition_strikes(2, siege) == strikes
