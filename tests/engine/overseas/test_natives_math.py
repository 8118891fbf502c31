"""Natives: the test that rouses them, and the conquistador table."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from engine.adjudicator.document_kind import Table
from engine.chances.steps import run_procedure
from engine.combat.leaders import Commander
from engine.facts import board
from engine.overseas import natives_math
from engine.overseas.attrition_percentages import by_stars
from engine.overseas.natives_math import Answered, Appeal
from tests.engine.fighting import examples


def answered(attempt: Appeal, **dice: int) -> Answered:
    """The answer with these dice (`resist_star` for resist.star), all of them asked for."""
    table = Table({name.replace("_", "."): die for name, die in dice.items()}, 0, rolling=False)
    answer = run_procedure(natives_math.appeal(attempt, table.roll, by_stars(table.roll)))
    assert table.unused == []
    return answer


def appeal(**changes: Any) -> Appeal:
    return Appeal(**{"values": 10, "natives": 18, "strength": 6, "army": True, **changes})


def added(**changes: Any) -> dict[str, int]:
    return {each.rule: each.value for each in natives_math.modifiers(appeal(**changes))}


def leader(kind: str, manoeuvre: int, fire: int, shock: int) -> Commander:
    return Commander("Pizarro", manoeuvre, fire, shock, 3, kind=kind)


@pytest.mark.rule("NAT-04")
def test_natives_become_active_up_to_their_tolerance() -> None:
    java = board.area("java")
    assert java.tolerance == 6
    assert [die for die in range(1, 11) if natives_math.activates(die, java.tolerance)] == [
        1, 2, 3, 4, 5, 6,
    ]  # fmt: skip
    assert not natives_math.activates(1, board.area("azteca").tolerance), "none is printed"


def test_natives_of_an_area() -> None:
    assert natives_math.strength(board.area("azteca")) == 60
    assert natives_math.strength(board.area("acadie")) == 1


# Who may use the table


@pytest.mark.rule("NAT-11")
def test_conquistadors_and_explorers_in_america_and_africa() -> None:
    for area in ("azteca", "angola"):
        region = natives_math.region(board.area(area))
        may = [
            kind
            for kind in ("conquistador", "explorer", "governor", "general", "admiral")
            if not natives_math.why_no_appeal(region, kind, "", False)
        ]
        assert may == ["conquistador", "explorer"]


@pytest.mark.rule("NAT-12", "NAT-13")
def test_the_few_who_may_in_asia() -> None:
    indonesia, india = (natives_math.region(board.area(each)) for each in ("java", "delhi"))
    for name in ("coen", "van-diemen", "maetsuycker"):
        assert not natives_math.why_no_appeal(indonesia, "conquistador", name, True)
        assert natives_math.why_no_appeal(india, "conquistador", name, True)
    for name in ("clive", "dupleix", "bussy", ""):
        assert not natives_math.why_no_appeal(india, "conquistador", name, True)
        assert "NAT-12" in natives_math.why_no_appeal(indonesia, "conquistador", name, True)
    assert "NAT-13" in natives_math.why_no_appeal(india, "conquistador", "cortes", False)
    assert natives_math.why_no_appeal(india, "governor", "hastings", True)
    for area in ("japon", "birmanie", "baikal"):
        region = natives_math.region(board.area(area))
        assert natives_math.why_no_appeal(region, "conquistador", "clive", True)


@pytest.mark.rule("NAT-11", "NAT-14", "NAT-A3")
def test_the_sum_of_a_leader() -> None:
    assert natives_math.sum_of_values(leader("conquistador", 5, 6, 6)) == 17, "no siege value"
    assert natives_math.sum_of_values(leader("explorer", 5, 5, 5)) == 7, "half of 15"
    columns = {values: answered(appeal(values=values), conquistador=4).result
               for values in (12, 13, 15, 16)}  # fmt: skip
    assert columns == {12: "R30/D80", 13: "R70/D70", 15: "R70/D70", 16: "R80/D80"}


# Modifiers


@pytest.mark.rule("NAT-15", "NAT-16", "NAT-18", "NAT-19")
def test_modifiers() -> None:
    assert added() == {}
    assert added(uses=3) == {"NAT-15": 3}
    assert added(missionary=True) == {"NAT-16": -1}
    assert added(army=False) == {"NAT-18": -1}
    assert added(values=6) == {"NAT-19": 1}
    assert added(values=7) == {}
    assert answered(appeal(uses=2), conquistador=2).total == 4


@pytest.mark.rule("NAT-17", "NAT-A2")
def test_four_detachments_are_many() -> None:
    assert added(strength=11) == {}
    assert added(strength=12) == {"NAT-17": 1}


# Results


@pytest.mark.rule("NAT-20", "NAT-23", "NAT-24", "NAT-25", "NAT-26")
def test_the_natives_of_the_rulebook() -> None:
    worked, remark = (examples()[name] for name in ("EX-NAT-01", "EX-NAT-02"))
    found = answered(appeal(natives=3 * worked["given"]["natives_ld"]), conquistador=4)
    assert found.result == worked["given"]["table_result"] == remark["given"]["table_result"]
    then = worked["then"]
    assert found.deserters == 3 * then["deserters_ld"] == 3 * then["joined_stack_ld"]
    assert found.resisters == 3 * then["resisting_ld"] == 3 * then["natives_left_in_province_ld"]
    assert found.removed == 3 * then["eliminated_ld"]
    assert 100 - found.found.resist_percent == remark["then"]["resist_percent"]
    assert 100 - (found.found.desert_percent or 0) == remark["then"]["desert_percent"]


@pytest.mark.rule("NAT-21")
def test_a_dash_lets_all_resist() -> None:
    found = answered(appeal(), conquistador=9)
    assert (found.result, found.resisters, found.deserters) == ("---", 18, 0)
    assert 100 - found.found.resist_percent == examples()["EX-NAT-03"]["then"]["resist_percent"]


@pytest.mark.rule("NAT-22")
def test_a_dagger_lets_none_resist() -> None:
    found = answered(appeal(values=16), conquistador=2)
    assert (found.result, found.resisters, found.deserters, found.removed) == ("†", 0, 0, 18)
    assert found.resisters == examples()["EX-NAT-04"]["then"]["resist_percent"]
    joined = answered(appeal(values=14), conquistador=1)
    assert (joined.result, joined.resisters) == ("†/D70", 0)
    assert joined.deserters > 0


@pytest.mark.rule("NAT-23", "NAT-24")
def test_stars_and_exploration_detachments_count() -> None:
    few = appeal(natives=3, values=12)
    found = answered(few, conquistador=4, desert_star=1)
    assert (found.deserters, found.resisters, found.removed) == (0, 2, 1)
    found = answered(few, conquistador=4, desert_star=6)
    assert (found.deserters, found.resisters, found.removed) == (1, 2, 0)


@pytest.mark.rule("NAT-A5")
def test_resisters_are_no_more_than_are_left() -> None:
    found = answered(appeal(natives=1, values=12), conquistador=3, resist_star=10)
    assert (found.result, found.deserters, found.resisters) == ("R50/D70", 0, 1)
    for strength, values, die in product(range(1, 12), (12, 14, 17), range(1, 12)):
        attempt = appeal(natives=strength, values=values, uses=die - 1)
        for each in natives_math.chances(attempt, {"conquistador": 1}):
            assert each.deserters + each.resisters + each.removed == strength
            assert each.removed >= 0


# Odds


@pytest.mark.parametrize("strength", [1, 2, 3, 6, 18, 60])
def test_the_odds_are_those_of_every_die(strength: int) -> None:
    attempt = appeal(natives=strength, missionary=True)
    names = ("conquistador", "desert.star", "resist.star")
    counted: Counter[Answered] = Counter()
    for faces in product(range(1, 11), (1, 10), (1, 10)):
        roll = Table(dict(zip(names, faces, strict=True)), 0, rolling=False).roll
        counted[run_procedure(natives_math.appeal(attempt, roll, by_stars(roll)))] += 1
    found = natives_math.chances(attempt)
    assert found == {each: Fraction(number, 40) for each, number in counted.items()}
    assert sum(natives_math.chances(appeal(natives=119)).values()) == 1
