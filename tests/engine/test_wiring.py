"""Pairs of positions on the map that differ in one fact: the game tells it to the rule.

The pure rules have tests of their own; these hold that what they are asked with is what stands on
the table.
"""

from __future__ import annotations

from typing import Literal

import pytest

from engine.facts import tables
from engine.land.battle import parameters
from engine.land.siege import assault, assault_math
from engine.land.supply import attrition_math
from engine.modifiers import Modifier
from engine.state import State, sides
from engine.state.land import Revolt
from tests.engine.battlefield import force
from tests.engine.playing import put, tabletop
from tests.engine.sea.afloat import fleet, sea_table
from tests.engine.sea.channel import CHANNEL, ROUT, fight, told
from tests.engine.siegeworks import besieging


def by_rule(found: tuple[Modifier, ...]) -> dict[str, int]:
    return {each.rule: each.value for each in found}


@pytest.mark.rule("ASL-13", "ASL-A3")
@pytest.mark.parametrize(
    ("assaulted", "counts", "added"), [(False, True, 0), (True, True, 1), (True, False, 0)]
)
def test_an_earlier_assault_helps_the_next_one(assaulted: bool, counts: bool, added: int) -> None:
    state = besieging(level=2)
    put(state, "france", "artois", "A+", leader="bonaparte")
    put(state, "spain", "artois", "LD", position="inside")
    state.land.sieges["artois"].assaulted = assaulted
    state.options["previous_assault"] = counts
    besieger, besieged = assault.expected_sides(state, "artois")
    setup = assault_math.setup(assault.fortress_of(state, "artois", False), besieger, besieged)
    for roll in ("fire", "shock"):
        assert by_rule(setup.storms[0].modifiers[roll]).get("ASL-13", 0) == added


@pytest.mark.rule("DRM-A1", "ASL-08")
@pytest.mark.parametrize(("capped", "fire"), [(True, 3), (False, 5)])
def test_an_advantage_of_more_than_three_counts_only_where_the_option_is_off(
    capped: bool, fire: int
) -> None:
    """Bonaparte's 6 against Farnese's 1 in an assault."""
    state = besieging(level=2)
    put(state, "france", "artois", "A+", leader="bonaparte")
    put(state, "spain", "artois", "LD", position="inside", leader="farnese")
    state.leaders["bonaparte"].values = [6, 6, 6, 0]
    state.leaders["farnese"].values = [1, 1, 1, 0]
    state.options["leader_cap"] = capped
    besieger, besieged = assault.expected_sides(state, "artois")
    setup = assault_math.setup(assault.fortress_of(state, "artois", False), besieger, besieged)
    assert by_rule(setup.storms[0].modifiers["fire"])["ASL-08"] == fire


@pytest.mark.rule("DRM-A1", "PAR-04")
@pytest.mark.parametrize(("capped", "advantage"), [(True, 3), (False, 5)])
def test_at_sea_too_the_option_lifts_the_cap(capped: bool, advantage: int) -> None:
    state = sea_table(options={"leader_cap": capped})
    own = fleet(state, "england", CHANNEL, "NWD", "NWD", leader="howard")
    foe = fleet(state, "france", CHANNEL, "NWD", "NWD", leader="villeneuve")
    state.leaders["howard"].values = [1, 6, 6, 0]
    state.leaders["villeneuve"].values = [1, 1, 1, 0]
    dice = {"england.wind": 5, "france.wind": 5, "england.fire1": 10, "france.fire1": 1,
            "england.pursuit": 1, "france.attrition": 1, "england.casualty": 10,
            "france.casualty": 10}  # fmt: skip
    played = fight(state, own, foe, dice, [("retreat-to", "caux"), ("follow", False)], True)
    modifiers = told(played, "battle-begins")[0]["sides"][0]["modifiers"]
    assert modifiers["fire1"] == [[advantage, "Fire differential", "DRM-03"]]
    assert modifiers["shock1"] == [[advantage, "Shock differential", "DRM-04"]]


@pytest.mark.rule("MAJ-08")
@pytest.mark.parametrize("minor", ["", "france", "england"])
def test_a_minor_gains_and_loses_nothing_by_a_major_battle_at_sea(minor: str) -> None:
    """*Their major enemies do, against them.*"""
    patron = {"france": "holland", "england": "holland"}
    alliances = {"england": ["england"], "france": ["france"]}
    if minor:
        alliances[minor] = [minor, "holland"]
    state = sea_table(alliances=alliances, wars=[("england", "france")],
                      minors={minor: patron[minor]} if minor else {})  # fmt: skip
    own = fleet(state, "england", CHANNEL, "F+: 6 NWD", "F+: 6 NWD", "F+: 6 NWD")
    foe = fleet(state, "france", CHANNEL, "F+: 4 NWD", "F+: 4 NWD")
    dice = {**ROUT, "england.pursuit": 10, "france.attrition": 1}
    if minor:
        dice |= {"england.casualty": 10, "france.casualty": 10}
    answers = [*[("capture", "nothing")] * 3, ("retreat-to", "caux"), ("follow", False)]
    played = fight(state, own, foe, dice, answers, True)
    assert played.result.major
    gained = {name: (state.countries[name].stability, state.countries[name].victory_points)
              for name in ("england", "france")}  # fmt: skip
    assert gained["england"] == ((0, 0) if minor == "england" else (1, 5))
    assert gained["france"] == ((0, 0) if minor == "france" else (-1, 0))


@pytest.mark.rule("SAT-11", "SAT-12")
@pytest.mark.parametrize("side", ["-", "+"])
def test_a_rebellion_wears_down_whoever_is_not_its_friend(side: Literal["-", "+"]) -> None:
    """A revolt is nobody's friend; a rebellion for Spain is Spain's."""
    for country, kind, counts in (
        ("france", "rebellion", True), ("spain", "rebellion", False), ("spain", "revolt", True)
    ):  # fmt: skip
        state = tabletop()
        put(state, country, "artois", "LD")
        state.land.revolts["artois"] = [Revolt(kind, side, "spain")]  # type: ignore[arg-type]
        stack = sides.stack(state, "artois", country)
        found = by_rule(attrition_math.supply_modifiers(state, stack, None))
        rule, value = ("SAT-11", 1) if side == "-" else ("SAT-12", 2)
        assert found.get(rule, 0) == (value if counts else 0)


def artillery(state: State, numbers: list[int]) -> list[int]:
    own = force(state, "russia", numbers)
    side = parameters.side(state, own, parameters.usual("russia"), True, [])
    return [value for each in side.contingents for value in each.artillery(state.period)]


def test_the_reform_of_an_army_changes_its_artillery() -> None:
    """C-DOC-03: Russia's line before its military reform, and after it."""
    for reformed in (False, True):
        state = tabletop(alliances={"russia": ["russia"]}, wars=(), period="V")
        state.countries["russia"].reforms = ["army"] if reformed else []
        army = put(state, "russia", "artois", "A+")
        case = tables.REFORMED_ARTILLERY if reformed else ""
        printed = tables.artillery_values.all()["major", "russia", case]["V"]
        assert artillery(state, army) == [printed]
