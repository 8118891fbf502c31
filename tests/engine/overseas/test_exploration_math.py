"""Explorations: what modifies them, what they cost, who dies of them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from engine.adjudicator.document_kind import Table
from engine.chances.steps import run_procedure
from engine.combat.leaders import Commander
from engine.facts import tables
from engine.overseas import exploration_math
from engine.overseas.attrition_percentages import by_stars
from engine.overseas.exploration_math import Expedition, Outcome
from tests.engine.fighting import examples

KINDS = ("explorer", "conquistador", "governor", "general", "admiral", "king")


def leader(kind: str = "conquistador", manoeuvre: int = 3) -> Commander:
    return Commander("Núñez", manoeuvre, 3, 3, kind=kind)


def explored(expedition: Expedition, **dice: int) -> Outcome:
    """The outcome with these dice, every one of them asked for and none else."""
    table = Table(dice, 0, rolling=False)
    outcome = run_procedure(exploration_math.explore(expedition, table.roll, by_stars(table.roll)))
    assert table.unused == []
    return outcome


def added(expedition: Expedition) -> dict[str, int]:
    return {each.rule: each.value for each in exploration_math.modifiers(expedition)}


def land(**changes: Any) -> Expedition:
    return Expedition(**{"domain": "land", "strength": 12, **changes})


def sea(**changes: Any) -> Expedition:
    return Expedition(**{"domain": "sea", "strength": 12, "technology": "nao-galleon", **changes})


# Modifiers


@pytest.mark.rule("EXP-08", "EXP-09", "EXP-10")
def test_whose_manoeuvre_counts() -> None:
    assert added(land()) == {"EXP-08": 4}
    used = {kind: added(sea(leader=leader(kind, 4))).get("EXP-09", 0) for kind in KINDS}
    assert used == {
        "explorer": -4, "conquistador": -4, "governor": -4, "general": 0, "admiral": 0, "king": 0,
    }  # fmt: skip


@pytest.mark.rule("EXP-09")
def test_a_missionary_may_lend_his_manoeuvre() -> None:
    general = leader("general", 6)
    assert land(leader=general, missionary=2).guide == ("missionary", 2)
    assert land(missionary=2).guide == ("missionary", 2)
    both = land(leader=leader(manoeuvre=4), missionary=2)
    assert both.guide == ("leader", 4), "the greater of the two"
    alike = land(leader=leader(manoeuvre=4), missionary=4)
    assert alike.guide == ("leader", 4), "the commander where neither is greater"
    chosen = land(leader=leader(manoeuvre=4), missionary=2, missionary_guides=True)
    assert added(chosen)["EXP-09"] == -2
    refused = land(leader=general, missionary=2, missionary_guides=False)
    assert refused.guide == ("leader", 0)


@pytest.mark.rule("EXP-20")
def test_an_explorer_is_worth_half_on_land() -> None:
    assert added(land(leader=leader("explorer", 5)))["EXP-09"] == -2
    assert added(sea(leader=leader("explorer", 5)))["EXP-09"] == -5
    assert added(land(leader=leader("conquistador", 5)))["EXP-09"] == -5


@pytest.mark.rule("EXP-11", "EXP-12", "EXP-13", "EXP-14", "EXP-15")
def test_seas_and_ships() -> None:
    assert added(sea(malus=3))["EXP-11"] == 3
    ships = {each: added(sea(technology=each)) for each in tables.NAVAL_TECHNOLOGIES}
    for found in ships.values():
        assert found.pop("EXP-08") == 4
    assert ships == {
        "galley": {}, "carrack": {"EXP-12": 1}, "nao-galleon": {}, "galleon-fluyt": {},
        "battery": {"EXP-13": -1}, "vessel": {"EXP-14": -2}, "three-decker": {"EXP-14": -2},
        "seventy-four": {"EXP-15": -3},
    }  # fmt: skip


@pytest.mark.rule("EXP-16")
def test_bad_weather_is_felt_at_sea_alone() -> None:
    assert added(sea(bad_weather=True)) == {"EXP-08": 4, "EXP-16": 2}
    assert added(land(bad_weather=True, malus=2, technology="carrack")) == {"EXP-08": 4}


@pytest.mark.rule("EXP-17", "DIS-18")
def test_what_others_know_helps_from_period_iv_on() -> None:
    known = {each: added(sea(period=each, known_to_another=True)) for each in tables.PERIODS}
    assert [name for name, found in known.items() if found.get("EXP-17") == -2] == [
        "IV", "V", "VI", "VII",
    ]  # fmt: skip
    assert "EXP-17" not in added(sea(period="VII"))


@pytest.mark.rule("EXP-18")
def test_an_explorer_keeps_to_the_coast() -> None:
    assert exploration_math.may_explore(leader("explorer"), coastal=True)
    assert not exploration_math.may_explore(leader("explorer"), coastal=False)
    assert exploration_math.may_explore(leader("conquistador"), coastal=False)


# Results


@pytest.mark.rule("EXP-07", "EXP-22", "EXP-24")
def test_one_die_is_read_in_two_columns() -> None:
    found = explored(land(), explore=4)
    assert (found.total, found.success, found.percent, found.left) == (8, True, 30, 9)
    assert (found.discovered, found.moves) == (True, True)
    lost = explored(land(), explore=8)
    assert (lost.total, lost.success, lost.percent, lost.left) == (12, False, 70, 4)
    assert (lost.discovered, lost.moves) == (False, False)


@pytest.mark.rule("EXP-21")
def test_losses_are_those_of_attrition() -> None:
    assert explored(land(strength=5), explore=1).left == 5
    assert explored(land(strength=3), explore=2, star=5).left == 2
    assert explored(land(strength=3), explore=2, star=6).left == 3
    assert explored(land(strength=1), explore=4, star=5).left == 0
    assert explored(land(strength=39), explore=4).left == 21 + 6, "ten detachments, then three"
    assert explored(sea(malus=2), explore=9).left == 0


@pytest.mark.rule("EXP-23")
def test_a_neutral_establishment_keeps_the_stack_where_it_is() -> None:
    found = explored(land(neutral_establishment=True), explore=1)
    assert (found.success, found.discovered, found.moves) == (True, True, False)


@pytest.mark.rule("EXP-25")
def test_the_half_result_of_the_rulebook() -> None:
    marks = {"single": "always", "double": "alone"}
    for die, wanted in examples()["EX-EXP-01"]["then"]["by_die"].items():
        found = explored(land(), explore=5, half=int(die))
        assert found.half
        assert (found.success, found.mark) == (wanted["result"] == "S", marks[wanted["mark"]])


@pytest.mark.rule("EXP-26", "EXP-A1", "EXP-A2")
def test_who_tests_his_death() -> None:
    stack, alone = land(leader=leader()), land(leader=leader(), strength=0)
    assert explored(stack, explore=8, half=6, death=1).tested == "leader", "single mark"
    assert explored(stack, explore=8, half=9).tested == "", "double mark, with troops"
    assert explored(alone, explore=8, half=9, death=1).tested == "leader"
    assert explored(stack, explore=1).tested == ""
    assert explored(land(), explore=5, half=6).tested == "", "nobody leads"
    mission = explored(land(leader=leader("general"), missionary=2), explore=7, half=6, death=3)
    assert (mission.tested, mission.dead) == ("missionary", ("missionary",))


@pytest.mark.rule("EXP-27")
def test_the_death_test() -> None:
    stack = land(leader=leader(manoeuvre=3))
    assert explored(stack, explore=10, death=3).dead == ()
    assert explored(stack, explore=10, death=4).dead == ("leader",)


@pytest.mark.rule("EXP-10", "EXP-27")
def test_generals_and_admirals_always_die() -> None:
    assert examples()["EX-EXP-02"]["then"]["leader_dies"]
    assert explored(land(leader=leader("general", 6)), explore=7, death=1).dead == ("leader",)
    assert explored(sea(leader=leader("admiral", 6)), explore=3, death=1).dead == ("leader",)


@pytest.mark.rule("EXP-20", "EXP-27")
def test_the_explorer_of_the_rulebook() -> None:
    example = examples()["EX-EXP-03"]
    man, die = example["given"]["man"], example["given"]["die"]
    explorer = leader("explorer", man)
    ashore = land(leader=explorer)
    assert ashore.guide.manoeuvre == example["then"]["man_used"]
    found = explored(ashore, explore=9, death=die)
    assert (found.dead == ("leader",)) is example["then"]["leader_dies"]
    afloat = sea(leader=explorer, malus=4)
    assert explored(afloat, explore=10, death=die).dead == (), "at sea his 5 counts"


@pytest.mark.rule("EXP-28")
def test_whose_replacement_appears_on_the_spot() -> None:
    spot = {kind: exploration_math.replaced_on_the_spot(leader(kind), 1) for kind in KINDS}
    assert [kind for kind, here in spot.items() if here] == ["explorer", "conquistador"]
    assert not exploration_math.replaced_on_the_spot(leader("explorer"), 0)


@pytest.mark.rule("EXP-29", "EXP-A3")
def test_a_lost_expedition_tells_nobody() -> None:
    alone = land(strength=0, leader=leader())
    dead = explored(alone, explore=8, half=6, death=9)
    assert (dead.success, dead.discovered, dead.moves) == (True, False, False)
    alive = explored(alone, explore=8, half=6, death=1)
    assert (alive.discovered, alive.moves) == (True, True)
    few = explored(land(strength=1, leader=leader(manoeuvre=0)), explore=5, half=9, star=1)
    assert (few.left, few.dead, few.discovered) == (0, (), True), "he stays alone on land"
    bare = explored(land(strength=1), explore=5, half=9, star=1)
    assert (bare.success, bare.left, bare.discovered) == (True, 0, False)


@pytest.mark.rule("EXP-A3")
def test_leaders_go_down_with_their_ships() -> None:
    admiral, ship = leader("explorer", 1), {"strength": 1, "missionary": 0}
    lost = explored(sea(leader=admiral, **ship), explore=6, half=6, star=1)
    assert (lost.success, lost.left, lost.tested) == (True, 0, "")
    assert (lost.dead, lost.discovered) == (("leader", "missionary"), False)


@pytest.mark.rule("ATS-30", "ATS-31")
def test_galleys_and_transports_are_whole_or_lost() -> None:
    assert explored(sea(strength=3, whole_ships=True), explore=4).left == 3
    assert explored(sea(strength=3, whole_ships=True), explore=7).left == 0
    assert explored(sea(strength=3), explore=7).left == 1


# Odds


@pytest.mark.parametrize(
    "expedition",
    [
        land(strength=3, leader=leader("explorer", 5)),
        sea(strength=1, leader=leader("explorer", 1), missionary=0),
        sea(strength=6, technology="carrack", leader=leader("admiral", 5), missionary=2),
        land(strength=0, leader=leader(manoeuvre=6)),
    ],
)
def test_the_odds_are_those_of_every_die(expedition: Expedition) -> None:
    names = ("explore", "half", "star", "death")
    counted: Counter[Outcome] = Counter()
    for explore, half, star, death in product(range(1, 11), range(1, 11), (1, 10), range(1, 11)):
        dice = dict(zip(names, (explore, half, star, death), strict=True))
        roll = Table(dice, 0, rolling=False).roll
        counted[run_procedure(exploration_math.explore(expedition, roll, by_stars(roll)))] += 1
    whole = sum(counted.values())
    found = exploration_math.chances(expedition)
    assert found == {each: Fraction(number, whole) for each, number in counted.items()}


def test_a_given_die_is_held_fixed() -> None:
    found = exploration_math.chances(land(leader=leader()), {"explore": 10, "death": 4})
    assert list(found.values()) == [1]
    assert next(iter(found)).dead == ("leader",)
    large = exploration_math.chances(sea(strength=300, malus=2, leader=leader()))
    assert sum(large.values()) == 1
