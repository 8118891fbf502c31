from typing import Any

import pytest

from engine.chances.steps import Roll
from engine.land.battle.contingents import Contingent, Side
from engine.land.siege import assault_math
from engine.land.siege.assault_math import Walls, level_after
from engine.modifiers import total
from tests.engine.fighting import side, storm


def besieger(**changes: Any) -> Side:
    given = {"technology": "arquebus", "leader": "242", "veteran": True, **changes}
    return side("BESIEGER", "france", "IV", given.pop("units", "A+ A-"), **given)


def besieged(**changes: Any) -> Side:
    given = {"technology": "arquebus", "leader": "311", **changes}
    return side("BESIEGED", "spain", "III", given.pop("units", ""), **given)


def prepared(
    level: int = 3, one: Side | None = None, other: Side | None = None, **walls: Any
) -> assault_math.Setup:
    return assault_math.setup(
        Walls(level, **{"period": "III", **walls}), one or besieger(), other or besieged()
    )


def drm(setup: assault_math.Setup, at: int = 0) -> tuple[int, int]:
    fire, shock = (total(setup.storms[at].modifiers[roll]) for roll in assault_math.ROLLS)
    return fire, shock


def dice(fire: int, shock: int, enemy_fire: int, enemy_shock: int) -> dict[str, int]:
    return {
        "BESIEGER.fire": fire,
        "BESIEGER.shock": shock,
        "BESIEGED.fire": enemy_fire,
        "BESIEGED.shock": enemy_shock,
    }


@pytest.mark.rule("ASL-07", "ASL-08", "ASL-10", "ASL-11", "ASL-12")
def test_modifiers_of_the_examples() -> None:
    assert drm(prepared()) == (0, -2)
    assert drm(prepared(), 1) == (0, 0)
    assert drm(prepared(2)) == (2, 0)
    assert drm(prepared(breach=True)) == (3, 1)
    assert drm(prepared(one=besieger(leader="200"), other=besieged(leader="345")), 1) == (3, 3)
    fought = storm(prepared(breach=True), dice(7, 6, 7, 8))
    assert (fought.drm(0), fought.drm(1)) == ({"fire": 3, "shock": 1}, {"fire": 0, "shock": 0})
    assert [taken.rolled.purpose for taken in fought.taken] == [
        "Fire of the besieger", "Fire of the besieged, breach",
        "Shock of the besieger", "Shock of the besieged, breach",
    ]  # fmt: skip


@pytest.mark.rule("ASL-09", "ASL-A2", "ASL-A1")
def test_technology_of_the_walls() -> None:
    found = {
        technology: drm(prepared(0, besieger(leader="000", artillery=0),
                                 besieged(leader="000", technology=technology)))[0]
        for technology in ("medieval", "renaissance", "arquebus", "lace")
    }  # fmt: skip
    assert found == {"medieval": 1, "renaissance": 0, "arquebus": -1, "lace": -1}
    for technology, rule in (("medieval", "ASL-09"), ("arquebus", "ASL-10"), ("lace", "ASL-10")):
        walls = prepared(0, besieger(leader="000", artillery=0),
                         besieged(leader="000", technology=technology))  # fmt: skip
        assert [each.rule for each in walls.storms[0].modifiers["fire"]] == [rule]
    strong = prepared(0, besieger(leader="096", artillery=0), besieged(leader="000"))
    assert drm(strong) == (2, 2)
    off = prepared(
        0, besieger(leader="096", artillery=0), besieged(leader="000"),
        off=frozenset(("leader_cap",)),
    )  # fmt: skip
    assert drm(off) == (8, 5)


@pytest.mark.rule("ASL-13", "ASL-A3")
def test_an_earlier_assault() -> None:
    assert drm(prepared(assaulted=True)) == (1, -1)
    assert drm(prepared(assaulted=True, off=frozenset(("previous_assault",)))) == (0, -2)


@pytest.mark.rule("ASL-03")
def test_the_besieged_are_veteran() -> None:
    setup = prepared(one=besieger(veteran=False), other=besieged(units="LD"))
    assert [each.morale for each in setup.storms] == [2, 3]


@pytest.mark.rule("ASL-04", "ASL-05", "ASL-15", "ASL-25", "ASL-26")
def test_the_example() -> None:
    found = storm(prepared(), dice(7, 6, 7, 8))
    # Fire 7 gives 1, halved to a third; Shock 4 gives a third, less a third for 6 LD.
    assert found.rolled(0) == 2
    assert found.inflicted(0) == 1
    assert (found.rolled(1), found.state[1]) == (8, 3)
    assert found.lost == (9, 0)
    assert (found.why, found.falls) == ("holds", False)
    breach = storm(prepared(breach=True), dice(7, 6, 7, 8))
    assert (breach.rolled(0), breach.inflicted(0)) == (3 + 4, 6)
    assert (breach.rolled(1), breach.state[1]) == (2, 3)
    # At arquebus the besieged have morale 3, and three stars already rout them.
    assert breach.why == "morale"
    assert breach.inflicted(0) >= breach.setup.resistance


@pytest.mark.rule("ASL-05", "ASL-15", "ASL-20", "ASL-22", "ASL-26")
def test_the_variations_of_the_example() -> None:
    """Eights of the besieged rout the French: 3⅔ cost them four, after a breach 1⅔ cost two."""
    whole, breach = prepared(), prepared(breach=True)
    found = storm(whole, dice(7, 6, 8, 8))
    assert (found.rolled(1), found.state[1], found.routed(0)) == (9, 4, True)
    assert (found.inflicted(1), found.lost[0], found.falls) == (11, 12, False)
    found = storm(breach, dice(8, 6, 8, 8))
    assert (found.rolled(0), found.inflicted(1), found.lost[0]) == (7, 5, 6)
    assert found.falls
    tercios = besieged(tercios=True)
    assert prepared(other=tercios).storms[1].morale == 4
    found = storm(prepared(other=tercios), dice(10, 10, 7, 8))
    assert (found.rolled(0), found.state[0]) == (8, 3)
    assert not found.falls, "neither morale nor walls give way to arquebuses"
    musket = besieger(technology="musket")
    found = storm(prepared(one=musket, other=tercios), dice(10, 10, 7, 8))
    assert (found.falls, found.routed(0)) == (True, False)


@pytest.mark.rule("ASL-19", "ASL-20", "ASL-A8", "ASL-21", "ASL-22")
def test_the_cap_on_what_the_besieged_inflict() -> None:
    assert [prepared(level).resistance for level in range(6)] == [2, 3, 6, 9, 9, 9]
    breached = [prepared(level, breach=True).resistance for level in range(6)]
    assert breached == [1, 2, 2, 3, 4, 5]
    assert prepared(2).cap == 12
    assert prepared(2, other=besieged(units="A- LDE")).cap == 12 + 7
    tough = besieger(leader="000")
    found = storm(prepared(0, tough, besieged(leader="000")), dice(1, 1, 8, 10))
    assert found.rolled(1) == 4 + 6
    assert not found.falls
    assert found.routed(0)
    assert found.inflicted(1) == 4 + 2


@pytest.mark.rule("ASL-14", "ASL-15", "ASL-A4")
def test_fire_by_technology() -> None:
    def names(setup: assault_math.Setup) -> list[str]:
        return [step.name for step in assault_math.steps(setup) if isinstance(step, Roll)]

    old = prepared(one=besieger(technology="medieval"), other=besieged(technology="medieval"))
    assert "BESIEGER.fire" not in names(old)
    assert "BESIEGED.fire" in names(old)
    loose = besieger(technology="renaissance", units="LD LD LD LD LD LD LD LD", leader="000")
    found = storm(prepared(0, loose, besieged(leader="000")), dice(10, 1, 1, 1))
    assert (found.state[0], found.rolled(0)) == (1, 0)
    early = besieged(technology="renaissance", leader="000")
    full = storm(prepared(0, besieger(leader="000"), early), dice(1, 1, 7, 1))
    assert full.rolled(1) == 3


@pytest.mark.rule("ASL-16", "ASL-A6")
def test_who_is_routed_by_the_fire_does_not_roll_shock() -> None:
    weak = besieger(veteran=False, leader="000")
    setup = prepared(0, weak)
    one = dice(1, 1, 9, 5)
    del one["BESIEGER.shock"]
    found = storm(setup, one)
    assert found.routed(0)
    strong = besieger(technology="lace", leader="090", veteran=False)
    low = side("BESIEGED", "spain", "III", "", "000", "medieval")
    both = prepared(0, strong._replace(technology="medieval"), low)
    assert [each.morale for each in both.storms] == [1, 2]
    fired = prepared(0, besieger(technology="renaissance", leader="090", veteran=False),
                     side("BESIEGED", "spain", "III", "", "000", "medieval"))  # fmt: skip
    assert [each.morale for each in fired.storms] == [1, 2]
    ended = storm(fired, {"BESIEGER.fire": 10, "BESIEGED.fire": 7})
    assert (ended.routed(0), ended.routed(1), ended.why) == (True, True, "morale")


@pytest.mark.rule("ASL-17", "ASL-A5")
@pytest.mark.parametrize(
    ("units", "change"),
    [
        ("A+ A+", 0),
        ("A+ A- LD", 0),
        ("A+ A-", -1),
        ("A+", -2),
        ("LD LD LD LD", -4),
        ("LD LD LD LD LD LD LD", -2),
        ("LD LD LD LD LD LD LD LD", 0),
    ],
)
def test_small_besiegers(units: str, change: int) -> None:
    assert total(prepared(one=besieger(units=units)).correction) == change


@pytest.mark.rule("ASL-18", "ASL-A7")
@pytest.mark.parametrize(
    ("country", "units", "period", "janissary", "bonus"),
    [
        ("poland", "A+", "II", False, 2),
        ("poland", "A- A-", "II", False, 0),
        ("poland", "A+", "III", False, 0),
        ("russia", "A+", "III", False, 2),
        ("russia", "A+", "IV", False, 0),
        ("turkey", "A+", "III", True, 2),
        ("turkey", "A+", "III", False, 0),
        ("crimea", "A+", "I", False, 0),
    ],
)
def test_full_armies_of_the_east(
    country: str, units: str, period: str, janissary: bool, bonus: int
) -> None:
    troops = Contingent(country, "I", tuple(units.split()), janissary=janissary)
    setup = prepared(one=besieger()._replace(contingents=(troops,)), period=period)
    assert total(setup.bonus) == bonus
    assert assault_math.inflicts(setup, (0, 0, 0, 0, 0))[0] == bonus


@pytest.mark.rule("ASL-23", "ASL-24", "ASL-A9", "ASL-A12")
def test_results_in_their_order() -> None:
    setup = prepared(one=besieger(units="LD"), other=besieged())
    assert assault_math.result(setup, (3, 0, 30, 3, 0))[0] == "besieger destroyed"
    assert assault_math.result(setup, (3, 0, 0, 1, 0))[0] == "morale"
    assert assault_math.result(prepared(), (3, 3, 0, 0, 0))[0] == "morale"


@pytest.mark.rule("ASL-25", "ASL-A10", "ASL-29")
def test_losses_kill_the_troops_inside_first() -> None:
    setup = prepared(1, other=besieged(units="LD"))
    why, lost = assault_math.result(setup, (0, 0, 6, 0, 0))
    assert (why, lost) == ("holds", (0, 3))
    assert assault_math.result(setup, (0, 0, 7, 0, 0)) == ("resistance", (0, 3))
    assert assault_math.result(setup, (0, 0, 3, 0, 0)) == ("holds", (0, 3))
    far = prepared(1, other=besieged(units="LD"), map="rotw")
    assert assault_math.result(far, (0, 0, 3, 4, 0)) == ("holds", (4, 2))


@pytest.mark.rule("ASL-27", "ASL-A11")
def test_who_tests_for_a_casualty() -> None:
    setup = prepared(one=besieger(units="A-"), other=besieged())
    assert [assault_math.tests_casualty(setup, at) for at in (0, 1)] == [True, False]
    assert assault_math.tests_casualty(prepared(), 1)


@pytest.mark.rule("FAL-02", "FAL-03", "FAL-04", "FAL-05", "FAL-06", "FAL-A2")
def test_the_level_of_a_fallen_fortress() -> None:
    def after(level: int, manned: bool, **walls: Any) -> int:
        return level_after(Walls(level, "III", **walls), manned)

    assert [after(level, True) for level in (1, 2, 3, 5)] == [1, 1, 2, 4]
    assert [after(level, False) for level in (1, 2, 3, 5)] == [1, 1, 1, 3]
    assert [after(level, False, map="rotw") for level in (0, 1, 2, 3)] == [0, 0, 0, 1]
    assert after(2, False, map="rotw", city=True) == 1
    assert [after(0, manned, map="rotw", city=True) for manned in (True, False)] == [0, 0]


@pytest.mark.rule("FAL-A4")
def test_a_stack_without_a_whole_detachment_cannot_man() -> None:
    assert [assault_math.may_man(thirds) for thirds in (2, 3)] == [False, True]


@pytest.mark.rule("ASL-01", "ASL-06")
def test_one_day_without_terrain_or_size() -> None:
    setup = prepared()
    assert [step.name for step in assault_math.steps(setup) if isinstance(step, Roll)] == [
        "BESIEGER.fire", "BESIEGED.fire", "BESIEGER.shock", "BESIEGED.shock",
    ]  # fmt: skip
    for leader, wanted in (("000", (0, 2, 3)), ("010", (0, 3, 2)), ("020", (1, 2, 3))):
        quiet = prepared(0, besieger(leader="000"), besieged(leader=leader))
        fire = next(step for step in assault_math.steps(quiet) if isinstance(step, Roll)
                    and step.name == "BESIEGED.fire")  # fmt: skip
        assert tuple(fire.ways[0].effects[die - 1][1] for die in (3, 9, 10)) == wanted


@pytest.mark.rule("ASL-17", "ASL-20", "ASL-23")
@pytest.mark.parametrize(
    ("level", "outside", "inside", "thrown", "why", "destroyed"),
    [
        (0, "A+ A-", "LD", (10, 10, 1, 1), "morale", (False, True)),
        (0, "A+ A-", "A+ A-", (8, 8, 1, 1), "morale", (False, False)),
        (2, "A+ A-", "A+", (7, 6, 8, 8), "holds", (False, False)),
        (0, "A+ A-", "", (10, 10, 1, 1), "morale", (False, False)),
        (0, "A+ A-", "LDE", (10, 10, 1, 1), "morale", (False, True)),
    ],
)
def test_a_side_is_destroyed_where_nobody_of_it_is_left(
    level: int, outside: str, inside: str, thrown: tuple[int, int, int, int], why: str,
    destroyed: tuple[bool, bool],
) -> None:  # fmt: skip
    """The walls give way to few men who all fell, to many of whom some live, or they hold."""
    found = storm(prepared(level, besieger(units=outside), besieged(units=inside)), dice(*thrown))
    assert (found.why, (found.destroyed(0), found.destroyed(1))) == (why, destroyed)


@pytest.mark.rule("ASL-23", "ASL-24", "ASL-25", "ASL-26")
def test_who_loses_the_fortress_loses_all_inside_and_who_holds_it_what_was_inflicted() -> None:
    setup = prepared(2, other=besieged(units="A-"))
    assert assault_math.result(setup, (0, 0, 3, 2, 0)) == ("holds", (3, 3))
    morale = setup.storms[1].morale
    assert assault_math.result(setup, (morale, 0, 0, 2, 0)) == ("morale", (3, 6))
    assert assault_math.result(setup, (morale - 1, 0, 0, 2, 0)) == ("holds", (3, 0))
    falls = 6 + setup.resistance - total(setup.correction) - total(setup.bonus)
    assert assault_math.result(setup, (0, 0, falls, 2, 0)) == ("resistance", (3, 6))
    assert assault_math.result(setup, (0, 0, falls - 1, 2, 0))[0] == "holds"


@pytest.mark.rule("ASL-17", "ASL-18", "ASL-19", "ASL-20")
def test_a_routed_besieger_suffers_more_from_as_many_stars_as_his_morale() -> None:
    setup = prepared(2, other=besieged(units="A+"))
    morale = setup.storms[0].morale
    calm, routed = (
        assault_math.inflicts(setup, (0, stars, 0, 0, 0))[1] for stars in (morale - 1, morale)
    )
    assert (calm, routed) == (0, assault_math.ROUT)
    assert assault_math.inflicts(setup, (0, morale + 1, 0, 0, 0))[1] == assault_math.ROUT
    weak = prepared(2, besieger(veteran=False), besieged(units="A+"))
    assert [each.morale for each in weak.storms] == [2, 3], "by his own morale"
    assert [assault_math.inflicts(weak, (0, stars, 0, 0, 0))[1] for stars in (1, 2)] == [
        0,
        assault_math.ROUT,
    ]


@pytest.mark.rule("ASL-26", "ASL-23")
def test_the_besieger_is_destroyed_when_nobody_of_his_is_left_and_no_sooner() -> None:
    weak = prepared(3, besieger(units="LD"), besieged(units="A+"))
    found = storm(weak, {"BESIEGER.fire": 1, "BESIEGED.fire": 10, "BESIEGED.shock": 9})
    assert found.why == "besieger destroyed"
    assert (found.routed(0), found.destroyed(0), found.destroyed(1)) == (True, True, False)
    strong = storm(prepared(3, besieger(units="A+ A+"), besieged(units="A+")), dice(1, 1, 1, 1))
    assert (strong.destroyed(0), strong.destroyed(1)) == (False, False)
