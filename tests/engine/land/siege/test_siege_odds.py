"""Exact odds of assaults."""

from __future__ import annotations

from itertools import product
from math import prod

import pytest

from engine.chances.steps import Roll, run_procedure
from engine.land.siege import assault_math, siege_odds
from engine.land.siege.assault_math import Walls
from engine.modifiers import Modifier
from engine.sequence import siege_outlook
from tests.engine.fighting import Script, side


def test_odds_of_an_assault() -> None:
    one = side("BESIEGER", "france", "IV", "A+ A-", "242", "arquebus", veteran=True)
    other = side("BESIEGED", "spain", "III", "LD", "311", "arquebus")
    setup = assault_math.setup(Walls(1, "III"), one, other)
    joint = siege_odds.assault(setup)
    found: dict[tuple[str, tuple[int, int]], int] = {}
    rolls = [step for step in assault_math.steps(setup) if isinstance(step, Roll)]
    effects = {roll.name: roll.ways[0].effects for roll in rolls}
    # Of faces that do the same one is thrown for all.
    faces = [[(all_.index(each) + 1, all_.count(each)) for each in dict.fromkeys(all_)]
             for all_ in effects.values()]  # fmt: skip
    assert [sum(count for _, count in each) for each in faces] == [10] * 4
    for thrown in product(*faces):
        dice = {name: die for name, (die, _) in zip(effects, thrown, strict=True)}
        # A side routed by the Fire leaves its Shock die unused.
        end = run_procedure(assault_math.assault(setup, Script(dice).roll))
        key = end.why, end.lost
        found[key] = found.get(key, 0) + prod(count for _, count in thrown)
    exact = joint.spread(lambda outcome: (outcome.why, outcome.lost))
    assert {key: count / 10**4 for key, count in found.items()} == pytest.approx(exact)


def test_a_reason_weighs_what_the_assault_would_be_without_it() -> None:
    """Conscripts of either side have 2 for the arquebus, veterans one more (PAR-20, PAR-21)."""
    one = side("BESIEGER", "france", "IV", "A+ A-", "242", "arquebus", veteran=True)
    other = side("BESIEGED", "spain", "III", "LD", "311", "arquebus")
    setup = assault_math.setup(Walls(1, "III"), one, other)
    bare = {said: without.storms for said, _, without in siege_outlook._without(setup)}
    morale = {said: tuple(each.morale for each in storms) for said, storms in bare.items()}
    assert [each.morale for each in setup.storms] == [3, 3]
    assert morale["veteran (morale)"] == (2, 3)
    assert morale["Spain: veteran (morale)"] == (3, 2)
    assert morale["fortress level"] == (3, 3)
    assert bare["fortress level"][0].modifiers != setup.storms[0].modifiers


@pytest.mark.parametrize(
    ("within", "even"), [((0.2, 0.5, 0.7), 2), ((0.2, 0.49, 0.51), 3), ((0.1, 0.2), None)]
)
def test_a_fortress_has_fallen_as_likely_as_not_at_one_half(
    within: tuple[float, ...], even: int | None
) -> None:
    assert siege_outlook.Expectation(within, 0.0, 0.0).even_round == even


def test_without_a_reason_all_other_reasons_are_left() -> None:
    parts = (Modifier(1, "a", "ASL-11"), Modifier(-1, "b", "ASL-12"), Modifier(2, "c", "ASL-13"))
    assert siege_outlook._bare(parts, parts[1]) == (parts[0], parts[2])


@pytest.mark.rule("ASL-23", "ASL-26")
@pytest.mark.parametrize(
    ("why", "hits", "gone"),
    [("holds", 9, (False, False)), ("morale", 3, (False, False)), ("morale", 4, (False, True)),
     ("resistance", 1, (False, True)), ("besieger destroyed", 9, (True, False))],
)  # fmt: skip
def test_what_each_side_of_an_assault_has_suffered_and_who_is_left(
    why: str, hits: int, gone: tuple[bool, bool]
) -> None:
    """One LD inside has three thirds: the besieger's 6 LD cause a third less than their dice."""
    one = side("BESIEGER", "france", "IV", "A+ A-", "242", "arquebus", veteran=True)
    other = side("BESIEGED", "spain", "III", "LD", "311", "arquebus")
    setup = assault_math.setup(Walls(1, "III"), one, other)
    found = assault_math.Assaulted(setup, (1, 3, hits, 7, 0), why, (0, 0))
    assert [found.morale_lost(at) for at in (0, 1)] == [3, 1]
    assert [found.routed(at) for at in (0, 1)] == [True, False], "of 3 morale"
    assert [found.rolled(at) for at in (0, 1)] == [hits, 7]
    assert (found.destroyed(0), found.destroyed(1)) == gone
    assert found.falls is (why in ("morale", "resistance"))


@pytest.mark.parametrize(("morale", "without"), [(3, 2), (1, 1)])
def test_of_morale_only_what_came_on_top_is_a_reason_and_one_is_left_without_it(
    morale: int, without: int
) -> None:
    """The morale of a technology is nobody's doing, and without any nobody fights."""
    one = side("BESIEGER", "france", "IV", "A+ A-", "242", "arquebus", veteran=True)
    other = side("BESIEGED", "spain", "III", "LD", "311", "arquebus")
    setup = assault_math.setup(Walls(1, "III"), one, other)
    setup = setup._replace(storms=(setup.storms[0]._replace(morale=morale), setup.storms[1]))
    found = {
        said: bare.storms[0].morale
        for said, _, bare in siege_outlook._without(setup)
        if said.endswith("(morale)") and not said.startswith("Spain")
    }
    assert found == {"veteran (morale)": without}
