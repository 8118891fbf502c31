"""Attrition on land: causes, modifiers, results, pillage, foraging."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.facts import board
from engine.land.movement import attrition_causes, movement_attrition
from engine.land.supply import attrition, attrition_math, supply_lines
from engine.land.supply.attrition_math import Cause, Circumstances, modifiers
from engine.modifiers import Modifier, total
from engine.overseas import attrition_percentages
from engine.play.asks import Choose
from engine.play.phase import Phase
from engine.sequence import sequence
from engine.state import State, forces, sides
from engine.state.countries import Campaign
from engine.state.land import Revolt, Siege
from engine.state.sequence import Step
from engine.state.stacks import Stack
from tests.engine.playing import Played, lead, play, put, tabletop

EXAMPLES = {
    example["id"]: example
    for example in json.loads(
        (Path(__file__).parents[3] / "data" / "examples-1.json").read_text(encoding="utf-8")
    )
}
ROTW = next(name for name, known in board.provinces().items() if known.map == "rotw")
OLD, NEW = ("medieval", "renaissance", "arquebus"), ("musket", "baroque", "manoeuvre")


def _sums(cause: Cause, **seen: Any) -> dict[str, int]:
    found: dict[str, int] = {}
    for modifier in modifiers(cause, Circumstances(**seen)):
        found[modifier.rule] = found.get(modifier.rule, 0) + modifier.value
    return found


# Modifiers, one by one.


@pytest.mark.parametrize(("seen", "expected"), [
    pytest.param({"causes": 3}, {"SAT-03": 4}, marks=pytest.mark.rule("SAT-03")),
    pytest.param({"massed": True}, {"SAT-04": 2}, marks=pytest.mark.rule("SAT-04")),
    pytest.param({"no_supply_line": True}, {"SAT-07": 2},
                 marks=pytest.mark.rule("SAT-07", "SAT-A3")),
    pytest.param({"enemy_fortress": True}, {"SAT-08": 2}, marks=pytest.mark.rule("SAT-08")),
    pytest.param({"manoeuvre": 4}, {"SAT-09": -4}, marks=pytest.mark.rule("SAT-09")),
    pytest.param({"strait_fort": 2}, {"SAT-10": 2}, marks=pytest.mark.rule("SAT-10")),
    pytest.param({"pillage_minus": 1, "revolt_minus": 1, "rebellion_minus": 1}, {"SAT-11": 3},
                 marks=pytest.mark.rule("SAT-11")),
    pytest.param({"pillage_plus": 2, "revolt_plus": 1, "rebellion_plus": 1}, {"SAT-12": 8},
                 marks=pytest.mark.rule("SAT-12")),
    pytest.param({"snowflakes": 2}, {"SAT-13": 2}, marks=pytest.mark.rule("SAT-13")),
    ({"siege": 2, "enemy_siege": 1, "enemy_province": True, "bad_weather": True}, {}),
])  # fmt: skip
def test_supply_modifiers(seen: dict[str, Any], expected: dict[str, int]) -> None:
    assert _sums("supply", **seen) == expected
    assert _sums("cold", **seen) == expected


@pytest.mark.parametrize(("seen", "expected"), [
    pytest.param({"siege": 3}, {"SAT-15": -3}, marks=pytest.mark.rule("SAT-15")),
    pytest.param({"enemy_siege": 2}, {"SAT-16": 2}, marks=pytest.mark.rule("SAT-16")),
    pytest.param({"unblocked_port": True}, {"SAT-17": -3}, marks=pytest.mark.rule("SAT-17")),
    pytest.param({"siegeworks_minus": 2}, {"SAT-18": 2}, marks=pytest.mark.rule("SAT-18")),
    pytest.param({"siegeworks_plus": 2}, {"SAT-19": 6}, marks=pytest.mark.rule("SAT-19")),
    pytest.param({"manoeuvre": 5, "massed": True, "pillage_plus": 1, "causes": 2,
                  "snowflakes": 1}, {}, marks=pytest.mark.rule("SAT-14")),
])  # fmt: skip
def test_besieged_modifiers(seen: dict[str, Any], expected: dict[str, int]) -> None:
    assert _sums("besieged", **seen) == expected


@pytest.mark.parametrize(("seen", "expected"), [
    pytest.param({"no_supply_line": True}, {"SIE-10": 2}, marks=pytest.mark.rule("SIE-10")),
    pytest.param({"no_supply_line": True, "too_small": True}, {"SIE-10": 2, "SIE-11": 2},
                 marks=pytest.mark.rule("SIE-11")),
    pytest.param({"too_small": True}, {}, marks=pytest.mark.rule("SIE-11")),
    pytest.param({"massed": True}, {"SIE-12": 2}, marks=pytest.mark.rule("SIE-12")),
    pytest.param({"bad_weather": True}, {"SIE-13": 2}, marks=pytest.mark.rule("SIE-13")),
    pytest.param({"strait_fort": 2}, {"SIE-14": 2}, marks=pytest.mark.rule("SIE-14")),
    pytest.param({"snowflakes": 1}, {"SIE-15": 1}, marks=pytest.mark.rule("SIE-15")),
    pytest.param({"pillage_minus": 2, "revolt_minus": 1, "rebellion_minus": 1}, {"SIE-16": 4},
                 marks=pytest.mark.rule("SIE-16")),
    pytest.param({"pillage_plus": 1, "revolt_plus": 1, "rebellion_plus": 1}, {"SIE-17": 6},
                 marks=pytest.mark.rule("SIE-17")),
    pytest.param({"siege": 3}, {"SIE-18": -3}, marks=pytest.mark.rule("SIE-18")),
    pytest.param({"enemy_siege": 2}, {"SIE-19": 2}, marks=pytest.mark.rule("SIE-19")),
    pytest.param({"enemy_province": True, "enemy_fortress": True, "manoeuvre": 4, "causes": 3}, {},
                 marks=pytest.mark.rule("SIE-20")),
])  # fmt: skip
def test_besieger_modifiers(seen: dict[str, Any], expected: dict[str, int]) -> None:
    assert _sums("besieger", **seen) == expected


@pytest.mark.parametrize(("seen", "expected"), [
    pytest.param({"causes": 2}, {"ATT-01": 2}, marks=pytest.mark.rule("ATT-01", "MOV-12")),
    pytest.param({"manoeuvre": 3}, {"ATT-02": -3}, marks=pytest.mark.rule("ATT-02")),
    pytest.param({"no_supply_line": True}, {"ATT-03": 2}, marks=pytest.mark.rule("ATT-03")),
    pytest.param({"strait_fort": 2}, {"ATT-04": 2}, marks=pytest.mark.rule("ATT-04")),
    pytest.param({"enemy_province": True}, {"ATT-05": 2}, marks=pytest.mark.rule("ATT-05")),
    pytest.param({"pillage_minus": 2, "revolt_minus": 1, "rebellion_minus": 1}, {"ATT-06": 4},
                 marks=pytest.mark.rule("ATT-06")),
    pytest.param({"pillage_plus": 2, "revolt_plus": 1, "rebellion_plus": 1}, {"ATT-07": 8},
                 marks=pytest.mark.rule("ATT-07")),
    pytest.param({"snowflakes": 3}, {"ATT-08": 3}, marks=pytest.mark.rule("ATT-08")),
    ({"massed": True, "enemy_fortress": True, "siege": 3, "bad_weather": True}, {}),
])  # fmt: skip
def test_movement_modifiers(seen: dict[str, Any], expected: dict[str, int]) -> None:
    assert _sums("movement", **seen) == expected
    assert _sums("redeployment", **seen) == expected


@pytest.mark.rule("SIE-26")
def test_a_voluntary_redeployment_is_easier() -> None:
    assert _sums("redeployment", voluntary=True) == {"SIE-26": -2}
    assert _sums("movement", voluntary=True) == {}


# What a stack meets.


def _values(found: tuple[Modifier, ...]) -> dict[str, int]:
    return {modifier.rule: modifier.value for modifier in found}


def _supply(state: State, line: supply_lines.Line | None, place: str = "artois") -> dict[str, int]:
    stack = sides.stack(state, place, "france")
    return _values(attrition_math.supply_modifiers(state, stack, line))


WEAK = Modifier(1, "weak", "SUP-13")


@pytest.mark.rule("SAT-03", "SAT-07", "SAT-A3", "SUP-17")
def test_every_cause_of_weak_supply_counts_and_no_line_is_one_cause_and_2() -> None:
    state = tabletop()
    put(state, "france", "artois", "LD")
    assert _supply(state, supply_lines.Line(7, "caux", ("caux", "artois"), (WEAK,))) == {}
    three = supply_lines.Line(7, "caux", ("caux", "artois"), (WEAK, WEAK, WEAK))
    assert _supply(state, three) == {"SAT-03": 4}
    assert _supply(state, None) == {"SAT-07": 2}
    straits = supply_lines.Line(3, "caux", ("caux", "artois"), (WEAK,), 2)
    assert _supply(state, straits) == {"SAT-10": 2}


@pytest.mark.rule("SAT-04", "SAT-05", "SAT-06", "SAT-A1")
def test_massed_in_supply_from_6_ld_whatever_the_campaign() -> None:
    state = tabletop(campaign="active_no_logistic")
    put(state, "france", "artois", "A+", "LD")
    assert _supply(state, None) == {"SAT-07": 2}
    put(state, "turkey", "artois", "PASHA", size=2)
    assert _supply(state, None) == {"SAT-07": 2}
    put(state, "france", "artois", "LD")
    assert _supply(state, None) == {"SAT-07": 2, "SAT-04": 2}


@pytest.mark.rule("SAT-08", "SAT-09", "SAT-11", "SAT-12")
def test_supply_reads_the_province_and_the_commander() -> None:
    state = tabletop(controllers={"artois": "spain"})
    put(state, "france", "artois", "LD", leader="tremoille")
    assert _supply(state, None) == {"SAT-07": 2, "SAT-08": 2, "SAT-09": -4}
    state.land.controllers["artois"] = "france"
    state.land.pillages["artois"] = ["+", "-"]
    state.land.revolts["artois"] = [
        Revolt("revolt", "-"), Revolt("rebellion", "+", "spain"), Revolt("rebellion", "-", "france")
    ]  # fmt: skip
    stack = sides.stack(state, "artois", "france")
    found = attrition_math.supply_modifiers(state, stack, None)
    assert [(each.value, each.why) for each in found if each.rule in ("SAT-11", "SAT-12")] == [
        (1, "pillage -"), (1, "revolt -"), (2, "pillage +"), (2, "unfriendly rebellion +")
    ]  # fmt: skip


@pytest.mark.rule("SAT-15", "SAT-16", "SAT-17", "SAT-18", "SAT-19", "SAT-A4")
def test_the_besieged_read_the_siege() -> None:
    state = tabletop(controllers={"picardie": "france"})
    state.land.sieges["picardie"] = Siege("spain", ["+", "-"])
    put(state, "france", "picardie", "LD", position="inside", leader="foix")
    put(state, "spain", "picardie", "A+", leader="antonelli")
    assert _values(attrition_math.besieged_modifiers(state, "picardie")) == {
        "SAT-15": -1, "SAT-16": 2, "SAT-17": -3, "SAT-18": 1, "SAT-19": 3
    }  # fmt: skip
    state.land.controllers["artois"] = "france"
    state.land.sieges["artois"] = Siege("spain")
    assert attrition_math.besieged_modifiers(state, "artois") == ()


def _besieger(state: State) -> dict[str, int]:
    return _values(attrition_math.besieger_modifiers(state, "artois", "france"))


@pytest.mark.rule("SIE-10", "SIE-11", "SIE-12", "SIE-13", "SIE-18", "SIE-19")
def test_the_besieger_reads_the_siege() -> None:
    state = tabletop(owners={"artois": "spain"})
    state.land.sieges["artois"] = Siege("france")
    put(state, "france", "artois", "A+", leader="foix")
    put(state, "spain", "artois", "LD", position="inside", leader="antonelli")
    assert _besieger(state) == {"SIE-18": -1, "SIE-19": 2}
    state.sequence.bad_weather = True
    put(state, "turkey", "artois", "PASHA", size=2)
    put(state, "france", "artois", "LD")
    assert _besieger(state) == {"SIE-18": -1, "SIE-19": 2, "SIE-13": 2}
    put(state, "france", "artois", "LD")
    assert _besieger(state)["SIE-12"] == 2
    _cut_off(state)
    assert _besieger(state)["SIE-10"] == 2
    assert "SIE-11" not in _besieger(state)
    state.land.levels["artois"] = 5
    for unit in list(state.units_at("artois")):
        if unit.kind == "A+":
            state.remove(unit)
    assert _besieger(state)["SIE-11"] == 2
    put(state, "france", "artois", "LD", "LD", "LD")
    assert sides.stack(state, "artois", "france").thirds == 3 * 5
    assert "SIE-11" not in _besieger(state), "a detachment a level is enough"


@pytest.mark.rule("SIE-12")
def test_pashas_count_among_the_6_ld_of_a_besieger() -> None:
    state = tabletop(
        alliances={"turkey": ["turkey"], "hungary": ["hungary"]}, wars=[("turkey", "hungary")]
    )
    state.land.sieges["pecs"] = Siege("turkey")
    put(state, "turkey", "pecs", "A+")
    [pasha] = put(state, "turkey", "pecs", "PASHA", size=1)
    assert "SIE-12" not in _values(attrition_math.besieger_modifiers(state, "pecs", "turkey"))
    state.units[pasha].become("PASHA", 2)
    assert _values(attrition_math.besieger_modifiers(state, "pecs", "turkey"))["SIE-12"] == 2


def _cut_off(state: State) -> None:
    """Enemies all round Artois."""
    for border in board.land_neighbours("artois"):
        put(state, "spain", border.other, "LD")


@pytest.mark.rule("SIE-16", "SIE-17")
def test_the_besieger_suffers_from_pillage_and_revolts() -> None:
    state = tabletop(owners={"artois": "spain"}, pillages={"artois": ["+", "-"]})
    state.land.sieges["artois"] = Siege("france")
    put(state, "france", "artois", "A+")
    assert _besieger(state) == {"SIE-16": 1, "SIE-17": 2}


@pytest.mark.rule("ATT-01", "ATT-02", "ATT-03", "ATT-05", "ATT-06", "ATT-07")
def test_a_move_counts_the_markers_of_its_provinces_once() -> None:
    state = tabletop(pillages={"artois": ["-"], "picardie": ["+", "+"], "caux": ["-"]})
    put(state, "france", "artois", "LD", leader="bayard")
    stack, way = sides.stack(state, "artois", "france"), ["artois", "picardie", "artois"]
    found = movement_attrition.movement_modifiers(state, stack, 2, way, None, True)
    assert _values(found) == {
        "ATT-01": 2, "ATT-02": -1, "ATT-03": 2, "ATT-05": 2, "ATT-06": 1, "ATT-07": 4
    }  # fmt: skip


@pytest.mark.rule("SIE-25", "SIE-26")
def test_a_redeployment_is_a_cause_by_itself() -> None:
    state = tabletop(owners={"artois": "spain", "picardie": "france"})
    put(state, "france", "artois", "A+")
    stack = sides.stack(state, "artois", "france")
    assert movement_attrition.redeployment_modifiers(state, stack, ["picardie"], 1) == ()
    put(state, "france", "artois", "A-")
    stack = sides.stack(state, "artois", "france")
    found = movement_attrition.redeployment_modifiers(state, stack, ["picardie"], 6)
    assert _values(found) == {"ATT-01": 4}


@pytest.mark.rule("MOV-07", "SIE-25")
@pytest.mark.parametrize(
    ("campaign", "step", "causes"),
    [
        ("active_no_logistic", "siege", {"ATT-01": 2}), ("active", "siege", {}),
        ("active_no_logistic", "start", {}),
    ],
)  # fmt: skip
def test_three_ld_that_redeploy_under_a_campaign_without_logistics_are_a_massed_force(
    campaign: Campaign, step: Step, causes: dict[str, int]
) -> None:
    """*The stack contains at least 3 LD and this is a campaign without logistic*; in the phase of
    redeployments no round has a campaign any more."""
    state = tabletop(owners={"artois": "spain", "picardie": "france"}, campaign=campaign)
    state.sequence.step = step
    put(state, "france", "artois", "A-", "LD")
    stack = sides.stack(state, "artois", "france")
    found = movement_attrition.redeployment_modifiers(state, stack, ["picardie"], 1)
    assert {rule: value for rule, value in _values(found).items() if rule == "ATT-01"} == causes


# Causes of attrition by movement.


@pytest.mark.rule("MOV-06", "MOV-07", "MOV-08", "MOV-09", "MOV-10", "MOV-11")
def test_causes_of_a_move() -> None:
    assert attrition_causes.movement_causes(False, 5, False) == []
    assert attrition_causes.movement_causes(False, 6, False) == ["moved_6mp"]
    assert attrition_causes.movement_causes(False, 3, True) == ["moved_3mp_bad_weather"]
    assert attrition_causes.movement_causes(False, 2, True) == []
    assert attrition_causes.movement_causes(True, 0, False) == ["massed_force"]
    assert attrition_causes.movement_causes(False, 3, False, True) == [
        "sea_move_without_controlled_port"
    ]
    state = tabletop()
    put(state, "france", "artois", "A-", "LD")
    units = list(state.units_at("artois"))
    assert forces.is_massed(units, 3)
    assert not forces.is_massed(units)
    state = tabletop(alliances={"turkey": ["turkey"], "spain": ["spain"]})
    put(state, "turkey", "artois", "LD", "LD")
    assert not forces.is_massed(state.units_at("artois"), 3)
    put(state, "turkey", "artois", "PASHA", size=1)
    assert forces.is_massed(state.units_at("artois"), 3), "without logistics a pasha's LD count"
    put(state, "turkey", "artois", "A-", "A-")
    assert forces.is_massed(state.units_at("artois"))
    put(state, "turkey", "picardie", "A+", "LD")
    put(state, "turkey", "picardie", "PASHA", size=3)
    assert not forces.is_massed(state.units_at("picardie")), "not among the 6"


@pytest.mark.parametrize("name", [
    pytest.param("EX-MOV-01", marks=pytest.mark.rule("MOV-07")),
    pytest.param("EX-MOV-02", marks=pytest.mark.rule("MOV-10")),
    pytest.param("EX-MOV-03", marks=pytest.mark.rule("MOV-08")),
])  # fmt: skip
def test_examples_of_causes(name: str) -> None:
    given, then = EXAMPLES[name]["given"], EXAMPLES[name]["then"]
    state = tabletop()
    kinds = {6: ("A+", "A-"), 2: ("A-",)}[given["ld"]]
    put(state, "france", "artois", *kinds)  # type: ignore[arg-type]
    threshold = 3 if given.get("campaign") == "active_no_logistic" else 6
    massed = forces.is_massed(state.units_at("artois"), threshold)
    causes = attrition_causes.movement_causes(
        massed, given["moved_mp"], given.get("bad_weather", False)
    )
    assert causes == then["causes"]
    extra = total(modifiers("movement", Circumstances(causes=len(causes))))
    assert extra == then.get("extra_cause_modifier", 0)


@pytest.mark.parametrize("name", [
    pytest.param("EX-AIN-01", marks=pytest.mark.rule("MOV-20")),
    pytest.param("EX-AIN-02", marks=pytest.mark.rule("MOV-17", "MOV-18", "MOV-A1")),
    pytest.param("EX-AIN-03", marks=pytest.mark.rule("MOV-17", "MOV-18")),
    pytest.param("EX-AIN-04", marks=pytest.mark.rule("MOV-14", "MOV-19")),
    pytest.param("EX-AIN-05", marks=pytest.mark.rule("MOV-16", "MOV-17")),
    pytest.param("EX-AIN-06", marks=pytest.mark.rule("MOV-16", "MOV-A2", "MOV-A3")),
])  # fmt: skip
def test_examples_of_attrition_with_interceptions(name: str) -> None:
    given, then = EXAMPLES[name]["given"], EXAMPLES[name]["then"]
    massed, bad, landing = given["massed"], given.get("bad_weather", False), "landing" in given
    legs = given.get("legs_mp", [3])
    rolls: list[list[str]] = []
    for points in legs[: len(given["interceptions"])]:
        causes = attrition_causes.leg_causes(massed, points, bad, landing)
        rolls += [causes] if causes else []
    last = sum(legs[len(given["interceptions"]) :])
    end = attrition_causes.movement_causes(massed, sum(legs), bad, landing)
    if rolls:
        end = attrition_causes.leg_causes(massed, last, bad)
    rolls += [end] if end else []
    assert len(rolls) == then["roll_count"]
    assert [set(causes) for causes in rolls] == [set(roll["causes"]) for roll in then["rolls"]]


# Results.


def _roll(
    state: State,
    units: list[int],
    die: int,
    answers: list[Any] | None = None,
    cause: Cause = "movement",
    places: list[str] | None = None,
    star: int | None = None,
) -> Played:
    """Its result: the thirds lost, the province pillaged, and whether the troops forage."""
    name = "france.attrition" if cause == "movement" else f"france.{cause}"
    dice = {name: die} | ({} if star is None else {"france.star": star})
    before = forces.strength(state.units.values())
    pillages = {place: [*held] for place, held in state.land.pillages.items()}
    place = state.units[units[0]].place
    played = play(
        attrition.land_attrition, state, answers or [], dice,
        Stack(place, "france", "field", state.units_by_id(units), []), (),
        places or ["artois"], cause,
    )  # fmt: skip
    lost = before - forces.strength(state.units.values())
    now = state.land.pillages
    pillaged = next((place for place in now if now[place] != pillages.get(place)), "")
    return played._replace(result=(lost, pillaged, bool(state.marks.foraging)))


@pytest.mark.rule("SAT-02", "ATT-10", "ARS-01", "SAT-01", "ATT-09")
def test_5_or_less_does_nothing_and_numbers_are_detachments() -> None:
    state = tabletop()
    units = put(state, "france", "artois", "A+")
    assert _roll(state, units, 5).result == (0, "", False)
    assert _roll(state, units, 6, cause="supply").result == (3, "", False)
    assert forces.units_in_words(state.units_at("artois")) == "A-, LD"
    assert [attrition_math.result_code(attrition_math.european(die, 18))
            for die in (5, 6, 9, 15)] == ["-", "1+P", "2+P", "3+P"]  # fmt: skip
    assert [attrition_math.result_code(attrition_math.european(die, 3)) for die in (8, 9)] == [
        "-",
        "P",
    ]


@pytest.mark.rule("SAT-A5")
def test_pashas_and_explorations_count_in_the_column() -> None:
    assert attrition_math.european(9, 1) == attrition_math.european(9, 3)
    # 2 LD and 2/3 read the first column, 5 LD and 2/3 the one before that of 6.
    read = [
        attrition_math.result_code(attrition_math.european(11, thirds))
        for thirds in (8, 15, 17, 18)
    ]
    assert read == ["1", "1+P", "1+P", "2+P"]
    state = tabletop(alliances={"france": ["france"], "spain": ["spain"]})
    pashas = put(state, "france", "artois", "PASHA", "PASHA", size=3)
    played = _roll(state, pashas, 6, [("losses", f"{pashas[0]}:9")])
    assert "result 1+P: 2 LD lost." in played.told, "6 LD of pashas read the last column"


@pytest.mark.parametrize("technology", OLD)
@pytest.mark.rule("ARS-03", "ATT-12")
def test_old_technology_loses_one_more_and_pillages(technology: str) -> None:
    for cause in ("movement", "supply"):
        state = tabletop(technology=technology, controllers={"artois": "france"})
        units = put(state, "france", "artois", "A+")
        found = _roll(state, units, 9, cause=cause).result
        assert found == (6, "artois", False)
        assert state.land.pillages == {"artois": ["-"]}
        assert state.marks.foraging == set()


@pytest.mark.parametrize("technology", NEW)
@pytest.mark.rule("ATT-13", "ATT-16")
def test_new_technology_chooses_between_loss_and_pillage_with_foraging(technology: str) -> None:
    state = tabletop(technology=technology, controllers={"artois": "france"})
    units = put(state, "france", "artois", "A+")
    played = _roll(state, units, 9, [("pillage-or-loss", "artois")])
    assert played.result == (3, "artois", True)
    asked = played.asks[0].question
    assert asked.startswith("A+ of France in Artois: "), (
        "what was rolled, and whose troops they are"
    )
    assert asked.endswith(", 1 LD lost and a pillage or one LD more: which of the two?")
    assert state.marks.foraging == {unit.id for unit in state.units_at("artois")}
    assert len(state.marks.foraging) == 2, "the piece of change forages too"
    state = tabletop(technology=technology, controllers={"artois": "france"})
    units = put(state, "france", "artois", "A+")
    assert _roll(state, units, 9, ["loss"]).result == (6, "", False)
    assert (state.marks.foraging, state.land.pillages) == (set(), {})


@pytest.mark.rule("ATT-14")
def test_lace_pillages_without_foraging() -> None:
    state = tabletop(technology="lace", controllers={"artois": "france"})
    units = put(state, "france", "artois", "A+")
    assert _roll(state, units, 9, ["artois"]).result == (3, "artois", False)


@pytest.mark.rule("ARS-05", "ARS-06", "WIN-04", "SIE-21", "ATT-16")
@pytest.mark.parametrize("cause", ["supply", "cold", "besieger", "redeployment"])
def test_in_supply_siege_and_redeployment_nobody_forages(cause: Cause) -> None:
    state = tabletop(technology="musket", controllers={"artois": "france"})
    units = put(state, "france", "artois", "A+")
    played = _roll(state, units, 9, ["artois"], cause)
    assert played.result == (3, "artois", False)
    assert state.marks.foraging == set()


@pytest.mark.rule("ARS-07", "ARS-08")
@pytest.mark.parametrize("technology", ["renaissance", "musket"])
def test_the_besieged_cannot_pillage(technology: str) -> None:
    state = tabletop(technology=technology, controllers={"artois": "france"})
    units = put(state, "france", "artois", "A+", position="inside")
    assert _roll(state, units, 9, cause="besieged").result == (6, "", False)
    assert state.land.pillages == {}


@pytest.mark.rule("ARS-09", "ARS-08", "ATT-15", "ATT-A2")
@pytest.mark.parametrize("technology", ["renaissance", "musket"])
def test_two_full_pillages_leave_no_room(technology: str) -> None:
    state = tabletop(
        technology=technology,
        controllers={"artois": "france"},
        pillages={"artois": ["+", "+"]},
    )
    units = put(state, "france", "artois", "A+")
    assert _roll(state, units, 9).result == (6, "", False)
    assert state.land.pillages == {"artois": ["+", "+"]}


@pytest.mark.rule("ARS-04", "ATT-15")
def test_two_reduced_pillages_become_a_full_one() -> None:
    state = tabletop()
    for expected in (["-"], ["+"], ["+", "-"], ["+", "+"]):
        attrition.add_pillage(state, "artois")
        assert state.land.pillages["artois"] == expected


@pytest.mark.rule("ATT-12", "ATT-A5")
def test_any_province_of_the_move_but_a_neutral_one_may_be_pillaged() -> None:
    state = tabletop(controllers={"artois": "france", "picardie": "spain"})
    units = put(state, "france", "artois", "A+")
    assert not attrition.can_pillage(state, "luxemburg", "france"), "of neutral Burgundy"
    places = ["artois", "luxemburg", "picardie"]
    played = _roll(state, units, 9, [("pillage", "picardie")], places=places)
    assert isinstance(played.asks[0], Choose)
    assert played.asks[0].offers() == ["artois", "picardie"]
    assert played.asks[0].default == "picardie", "one's own province is not the usual one"
    assert [option.detail for option in played.asks[0].options] == [
        "owned by Burgundy", "owned by France",
    ]  # fmt: skip
    assert ": attrition (9), 2 LD lost and a pillage. " in played.asks[0].question
    assert state.land.pillages == {"picardie": ["-"]}


@pytest.mark.rule("ARS-A1")
def test_the_worst_technology_decides() -> None:
    state = tabletop(
        alliances={"france": ["france", "england"], "spain": ["spain"]},
        technology="musket",
        controllers={"artois": "france"},
    )
    state.countries["england"].land_technology = "arquebus"
    units = put(state, "france", "artois", "A-") + put(state, "england", "artois", "LD")
    assert _roll(state, units, 9, [f"{units[0]}:3,{units[1]}:3"]).result == (6, "artois", False)


@pytest.mark.rule("ATT-16", "ATT-17")
def test_example_of_foraging() -> None:
    assert not EXAMPLES["EX-ATT-01"]["then"]["foraging_applies"]
    state = tabletop(technology="musket", controllers={"artois": "france"}, step="battles")
    units = put(state, "france", "artois", "A+")
    _roll(state, units, 9, ["artois"])
    assert state.marks.foraging
    sequence.end_impulse(Phase(state))
    assert state.marks.foraging == set()


# The Rest of the World.


@pytest.mark.rule("ARS-11", "ATT-18", "ATT-19", "ARS-A2", "ARS-A4")
def test_percentages_leave_what_the_table_of_remainders_prints() -> None:
    assert attrition_percentages.thirds_surviving(18, 80) == 3
    assert attrition_percentages.thirds_surviving(18, 30) == 12
    assert attrition_percentages.thirds_surviving(9, 50) == 4
    assert attrition_percentages.thirds_surviving(9, 0) == 9
    assert (
        attrition_percentages.thirds_surviving(9, 100)
        == attrition_percentages.thirds_surviving(9, 100, [1])
        == 0
    )


@pytest.mark.rule("ARS-12", "ATT-19", "ARS-A4")
def test_a_star_loses_one_third_more_on_1_to_5() -> None:
    assert [attrition_percentages.thirds_surviving(3, 10, [die]) for die in (1, 5, 6, 10)] == [
        2,
        2,
        3,
        3,
    ]


@pytest.mark.rule("ATT-22", "ATT-A4", "ARS-A3")
def test_each_set_of_ten_is_read_with_the_same_percentage() -> None:
    assert attrition_percentages.thirds_surviving(45, 30) == attrition_percentages.thirds_surviving(
        30, 30
    ) + (attrition_percentages.thirds_surviving(15, 30))


@pytest.mark.rule("ATT-20", "ARS-11", "ARS-12", "ARS-13")
def test_one_province_of_the_rest_of_the_world_makes_it_that_column() -> None:
    state = tabletop()
    units = put(state, "france", ROTW, "LD")
    played = _roll(state, units, 6, places=["artois", ROTW], star=5)
    assert played.result == (1, "", False)
    assert forces.units_in_words(state.units_at(ROTW)) == "2 LDE"
    units = put(state, "france", "artois", "LD")
    assert _roll(state, units, 6).result == (0, "", False), "the column for 1 LD in Europe"


@pytest.mark.rule("SAT-09", "ATT-02")
def test_the_roll_is_told_with_its_modifiers() -> None:
    state = tabletop()
    put(state, "france", "artois", "A+")
    lead(state, "france", "artois", "tremoille")
    stack = sides.stack(state, "artois", "france")
    found = attrition_math.supply_modifiers(state, stack, None)
    played = play(
        attrition.land_attrition, state, [], {"france.supply": 7},
        stack, found, ["artois"], "supply",
    )  # fmt: skip
    assert forces.strength(state.units.values()) == forces.LAND_THIRDS["A+"]
    sheet = played.phase.story[0].sheet
    assert sheet is not None
    assert (sheet["die"], sheet["result"]) == (7, 5)
    assert [rule for _, _, rule in sheet["modifiers"]] == ["SAT-07", "SAT-09"]


@pytest.mark.rule("SAT-13", "ATT-08")
def test_each_uncontrolled_cold_province_overseas_adds_its_snowflakes_once() -> None:
    """Labrador has two, Quebec one: none where the alliance is the controller, none in Europe."""
    state = tabletop(controllers={"quebec-c": "spain"})
    for provinces, found in (
        (["labrador-e"], 2), (["labrador-e", "quebec-c"], 3), (["labrador-e", "labrador-e"], 2),
        (["artois", "congo-s"], 0), ([], 0),
    ):  # fmt: skip
        assert attrition_math.snowflakes(state, provinces, "france") == found
    assert attrition_math.snowflakes(state, ["labrador-e", "quebec-c"], "spain") == 2


@pytest.mark.rule("SIE-11", "SIE-10")
@pytest.mark.parametrize(
    ("level", "thirds", "small"),
    [(2, 5, True), (2, 6, False), (1, 2, True), (1, 3, False), (0, 1, False)],
)
def test_a_besieger_without_a_line_suffers_more_when_he_is_too_small_to_undermine(
    level: int, thirds: int, small: bool
) -> None:
    """Less than 1 LD a level; before a fort any troops are enough."""
    place = "azteca-c"
    state = tabletop(sieges={place: Siege("france")}, controllers={place: "spain"},
                     levels={place: level})  # fmt: skip
    for _ in range(thirds):
        put(state, "france", place, "LDE")
    found = attrition_math.besieger_modifiers(state, place, "france")
    rules = [each.rule for each in found]
    assert "SIE-10" in rules
    assert ("SIE-11" in rules) is small


@pytest.mark.rule("ARS-02", "ATT-11")
def test_the_number_is_so_many_ld_of_the_stack() -> None:
    """8 LD on a 9: two, and one more for the P where nothing can be pillaged."""
    state = tabletop(technology="musket")
    units = put(state, "france", "artois", "A+", "A+")
    assert _roll(state, units, 9, [("losses", f"{units[0]}:9")]).result == (9, "", False)
