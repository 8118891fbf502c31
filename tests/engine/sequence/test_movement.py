"""Movement on land: costs, marches, parts dropped, sieges left, attrition, leaders alone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.facts import board, countries
from engine.land.ground import entering_provinces, movement_costs, stack_parts
from engine.land.ground.stack_parts import Part
from engine.land.movement import (
    interception,
    interception_battle,
    march_range,
    march_under_way,
    merging,
    movement_attrition,
)
from engine.land.movement.interception import Attempts
from engine.land.movement.march_ask import March
from engine.land.supply import attrition, supply_lines
from engine.play.asks import BadAnswer
from engine.play.phase import Phase
from engine.rounds import campaigns
from engine.sequence import march_step, marches, movement, next_moves
from engine.sequence.next_moves import NextMoves
from engine.state import State, forces, sides
from engine.state.countries import Campaign
from engine.state.forces import Kind
from engine.state.land import Revolt, Siege
from engine.state.stacks import Band
from tests.engine.playing import Played, decide_battles, lead, play, put, tabletop

SPANISH = dict.fromkeys(("artois", "flandre", "hainaut", "vlaanderen"), "spain")
QUIET = 1  # a die that takes nothing
DONE = ("next-move", "done")


def table(**fields: Any) -> State:
    fields.setdefault("campaign", "multiple")
    fields.setdefault("owners", dict(SPANISH))
    return tabletop(**fields)


def march(state: State, place: str, units: list[int], *leaders: str, **more: Any) -> March:
    return March(
        who="france", name="march", what="?", state=state, alliance="france", place=place,
        units=units, leaders=leaders, **more,
    )  # fmt: skip


def moves(state: State, *answers: Any, dice: Any = ()) -> Played:
    return play(movement.moves, state, answers, dice)


def rolls(played: Played) -> list[str]:
    return [entry.text for entry in played.phase.story if entry.kind == "roll"]


# What a step costs.


@pytest.mark.rule("MOV-01")
@pytest.mark.parametrize(
    ("a", "b", "owner", "points"),
    [
        ("picardie", "caux", "france", 1),  # friendly plain
        ("picardie", "ile-de-france", "france", 2),  # across a river
        ("picardie", "artois", "spain", 2),  # a plain that is not friendly
        ("guyenne", "bearn", "france", 2),  # a friendly mountain is rough
        ("guyenne", "bearn", "spain", 3),  # a mountain that is not friendly
        ("vizcaya", "navarra", "france", 2),
        ("bearn", "navarra", "spain", 4),  # across a pass
        ("brandenburg", "mecklenburg", "france", 3),  # into a swamp
        ("mecklenburg", "vorpommern", "france", 4),  # out of one swamp into another
        ("vlaanderen", "zeeland", "france", 3),  # across a strait into rough land
    ],
)
def test_a_step_costs_terrain_border_and_swamps(a: str, b: str, owner: str, points: int) -> None:
    state = table(owners={b: owner})
    units = [state.units[number] for number in put(state, "france", a, "LD")]
    found, reasons = movement_costs.step_cost(state, units, a, b, "france")
    assert found == points == sum(reason.value for reason in reasons)
    assert all(reason.why and reason.rule for reason in reasons)


@pytest.mark.rule("MOV-01")
def test_wasteland_is_double_for_those_not_at_home_there() -> None:
    state = table(alliances={"france": ["france", "russia"], "spain": ["spain"]})
    state.land.owners["kaluga"] = "france"
    french, russian = put(state, "france", "moskva", "LD"), put(state, "russia", "moskva", "LD")
    foreign, _ = movement_costs.step_cost(
        state, [state.units[french[0]]], "moskva", "kaluga", "france"
    )
    native, _ = movement_costs.step_cost(
        state, [state.units[russian[0]]], "moskva", "kaluga", "france"
    )
    terrain = movement_costs.roads("moskva", native=False, light=False)
    road = next(each for each in terrain if each.other == "kaluga")
    assert foreign - native == road.friendly.value
    state.options["wasteland"] = False
    tamed, _ = movement_costs.step_cost(
        state, [state.units[french[0]]], "moskva", "kaluga", "france"
    )
    assert tamed == native
    # Cossacks and Russians are at home in all of it, others in their own provinces alone.
    for other, owner, doubled in (
        ("kaluga", "russia", False), ("kaluga", "france", True), ("crimee", "russia", False),
        ("crimee", "poland", True), ("severia", "poland", False),
    ):  # fmt: skip
        there = replace(road, other=other)
        assert bool(movement_costs.doubled_cost(there, [owner], False)) == doubled


@pytest.mark.rule("MOV-01")
def test_swedes_alone_go_round_the_gulf_of_bothnia() -> None:
    state = table(alliances={"france": ["france", "sweden"], "spain": ["spain"]})
    state.land.owners["finland"] = "france"
    swedes, french = put(state, "sweden", "jamtland", "LD"), put(state, "france", "jamtland", "LD")
    assert march(state, "jamtland", swedes).reach()["finland"] == 12
    assert march(state, "jamtland", swedes).path_to("finland") == ["finland"]
    assert "finland" not in march(state, "jamtland", french).reach()


@pytest.mark.rule("CON-A3", "CMB-17", "MOV-01")
def test_armies_cross_the_frozen_sund_but_do_not_stop_there() -> None:
    state = table(alliances={"france": ["france", "denmark"], "spain": ["spain"]})
    troops = put(state, "france", "skane", "LD")
    assert "sjaelland" not in march(state, "skane", troops).reach()
    state.sequence.sund_frozen = True
    ask = march(state, "skane", troops)
    assert ask.path_to("sjaelland") == ["sea-oresund", "sjaelland"]
    assert ask.cost(["sea-oresund", "sjaelland"])[0].points == 2, "as over unfriendly rough land"
    walked = ("skane", "sea-oresund", False, False)
    assert movement_costs.owners_step_points(state, ["france"], *walked) == 2
    assert "sea-oresund" not in ask.reach()
    with pytest.raises(BadAnswer, match="cannot end"):
        ask.parse(["sea-oresund"])
    moved = moves(state, ("next-move", "skane"), ["sea-oresund", "sjaelland"])
    assert moved.phase.state.units[troops[0]].place == "sjaelland"


def test_counters_that_have_not_moved_may_be_put_together_between_moves() -> None:
    """C-FOR-04."""
    state = table()
    army, one, two = put(state, "france", "picardie", "A-", "LD", "LD")
    spare = put(state, "france", "picardie", "LD")
    put(state, "france", "artois", "A-", position="inside")
    state.units[one].veterans = 3
    played = moves(
        state, ("next-move", "picardie"), ("mover", [str(spare[0])]), ("march", ["caux"]),
        ("next-move", f"merge {army}+{one}+{two}"), DONE,
    )  # fmt: skip
    assert [each for each in played.asks[0].offers() if each.startswith("merge")] == [
        f"merge {army}+{one}+{two}"
    ]
    assert not [each for each in played.asks[-1].offers() if each.startswith("merge")]
    whole = state.units[army]
    assert (whole.kind, whole.veterans) == ("A+", 3)
    assert one not in state.units
    assert two not in state.units
    assert army not in state.marks.moved
    assert "France makes one A+ of A-, 2 LD in Picardie." in played.told


@pytest.mark.rule("MOV-02")
def test_nobody_moves_more_than_twelve_points() -> None:
    state = table()
    troops = put(state, "france", "picardie", "LD")
    ask = march(state, "picardie", troops)
    assert ask.points == 12
    assert max(ask.reach().values()) <= 12
    with pytest.raises(BadAnswer, match="13 MP, and 12"):
        ask.parse(["caux", "picardie"] * 6 + ["caux"])
    assert len(ask.parse(["caux", "picardie"] * 6)) == 12
    tired = march(state, "picardie", troops, spent={troops[0]: 11})
    assert tired.reach() == {"caux": 1}


@pytest.mark.rule("MOV-22", "MOV-24")
def test_reach_and_path_and_walk_agree() -> None:
    state = table()
    troops = put(state, "france", "ile-de-france", "A+", "LD")
    put(state, "spain", "artois", "A+")
    ask = march(state, "ile-de-france", troops)
    for place, points in ask.reach().items():
        steps = ask.cost(ask.path_to(place))
        assert (steps[-1].place, steps[-1].sum) == (place, points)
        assert ask.why_not(place) == ""
    assert "artois" in ask.reach()
    assert "MOV-24" in ask.why_not("savoia")
    assert "no province" in ask.why_not("atlantis")
    assert "Rest of the World" in ask.why_not("acadie-n")
    with pytest.raises(BadAnswer, match=r"MOV-24"):
        ask.answer_from_words("Savoia")


# Entering.


@pytest.mark.rule("MOV-24")
def test_neutral_troops_and_land_are_closed() -> None:
    state = table(alliances={"france": ["france"], "spain": ["spain"], "venice": ["venice"]})
    troops = put(state, "france", "champagne", "LD")
    put(state, "venice", "troyes", "LD")
    ask = march(state, "champagne", troops)
    assert not {"troyes", "lorraine"} & set(ask.reach())
    assert "neutral" in ask.why_not("troyes")
    assert "neutral" in ask.why_not("lorraine")
    state.diplomacy.wars.append(("france", "venice"))
    assert "troyes" in march(state, "champagne", troops).reach()
    state.diplomacy.wars.append(("spain", "lorraine"))
    state.land.sieges["lorraine"] = Siege("spain")
    assert "lorraine" in march(state, "champagne", troops).reach()


@pytest.mark.rule("MOV-21", "MOV-22", "MOV-23", "MVG-06", "MVG-01")
def test_a_passive_campaign_enters_no_province_with_unfriendly_forces() -> None:
    state = table(campaign="passive")
    troops = put(state, "france", "picardie", "LD")
    put(state, "spain", "caux", "LD")
    state.land.revolts["ile-de-france"] = [Revolt("revolt", "-")]
    ask = march(state, "picardie", troops)
    assert not {"artois", "caux", "ile-de-france"} & set(ask.reach())
    for place in ("artois", "caux", "ile-de-france"):
        with pytest.raises(BadAnswer, match="passive"):
            ask.parse([place])
    state.land.levels["artois"] = 0
    assert march(state, "picardie", troops).reach()["artois"] == 2
    state.land.levels["artois"] = 2
    state.land.sieges["artois"] = Siege("france")
    with pytest.raises(BadAnswer, match="passive"):  # besieged or not
        march(state, "picardie", troops).parse(["artois"])
    there = put(state, "france", "artois", "LD", "LD")
    assert "champagne" in march(state, "artois", there).reach()  # leaving is passive


@pytest.mark.rule("MVG-01", "CAM-11")
def test_without_a_campaign_nothing_moves() -> None:
    state = table(campaign="none")
    put(state, "france", "picardie", "LD")
    assert play(movement.moves, state).asks == []


@pytest.mark.rule("ITG-10")
def test_the_active_move_is_used_when_the_enemy_is_really_entered() -> None:
    state = table(campaign="active")
    first, second = put(state, "france", "champagne", "LD"), put(state, "france", "troyes", "LD")
    played = moves(state, ("next-move", "champagne"), ["troyes"], ("next-move", "troyes"), [])
    assert not played.phase.state.marks.active_moves
    state = table(campaign="active")
    first, second = put(state, "france", "champagne", "LD"), put(state, "france", "picardie", "LD")
    moves(state, ("next-move", "champagne"), ["hainaut"], ("next-move", "picardie"), [])
    assert first[0] in next(iter(state.marks.active_moves.values()))
    with pytest.raises(BadAnswer, match="CAM-16"):
        march(state, "picardie", second).parse(["artois"])


# One move after the other.


@pytest.mark.rule("MVG-02", "MVG-03", "MVG-08")
def test_the_alliance_picks_the_order_and_nobody_moves_twice() -> None:
    state = table(alliances={"france": ["france", "venice"], "spain": ["spain"]})
    one, other = put(state, "france", "picardie", "LD"), put(state, "venice", "troyes", "LD")
    played = moves(
        state,
        ("next-move", "troyes"), ("march", ["champagne", "ile-de-france"]),
        ("next-move", "picardie"), ("march", ["ile-de-france"]),
    )  # fmt: skip
    assert [ask.who for ask in played.asks] == ["france", "venice", "france", "france"]
    assert {state.units[number].place for number in one + other} == {"ile-de-france"}
    assert state.marks.moved == {*one, *other}
    assert NextMoves(state, "france").marches == {}


@pytest.mark.rule("MVG-07", "MVG-09", "MVG-10", "MVG-08")
def test_units_are_dropped_and_picked_up_on_the_way() -> None:
    state = table()
    going = put(state, "france", "picardie", "LD", "LD")
    waiting = put(state, "france", "caux", "LD")
    put(state, "france", "orleanais", "LD")
    played = moves(
        state,
        ("next-move", "picardie"),
        ("mover", [str(number) for number in going]),
        ("march", ["caux", f"-{going[0]}", f"+{waiting[0]}", "orleanais"]),
        ("next-move", "orleanais"), ("march", []),
    )  # fmt: skip
    place = {number: state.units[number].place for number in going + waiting}
    assert place == {going[0]: "caux", going[1]: "orleanais", waiting[0]: "orleanais"}
    assert {*going, *waiting} <= state.marks.moved
    assert rolls(played) == []  # 3 MP, 3 LD
    # 6 MP by relays: no unit went them all, yet the movement did, and all three LD share in it.
    state = table()
    first = put(state, "france", "picardie", "LD")
    second = put(state, "france", "orleanais", "LD")
    played = moves(
        state,
        ("next-move", "picardie"),
        ("march", ["caux", "orleanais", f"+{second[0]}", f"-{first[0]}", "maine", "normandie"]),
        dice={"france.attrition": QUIET},
    )
    assert state.units[first[0]].place == "orleanais"
    assert state.units[second[0]].place == "normandie"
    assert "2 LD of France" in rolls(played)[0]
    assert state.marks.moved == {*first, *second}


@pytest.mark.rule("MVG-07", "MVG-09")
def test_an_army_is_broken_to_leave_a_part() -> None:
    state = table()
    army = put(state, "france", "picardie", "A+")[0]
    moves(
        state,
        ("next-move", "picardie"), ("mover", [f"{army}/LD"]), ("march", ["caux"]),
        ("next-move", "picardie"), ("mover", [str(army)]),
        ("march", ["ile-de-france", f"-{army}/LD", "troyes"]),
        ("next-move", "picardie"), ("march", []),
    )  # fmt: skip
    found = {place: [u.kind for u in state.units_at(place)] for place in state.occupied_places()}
    assert found == {"caux": ["LD"], "ile-de-france": ["LD"], "picardie": ["LD"], "troyes": ["LD"]}


@pytest.mark.rule("MVG-07", "MOV-22", "MOV-28")
def test_what_is_answered_badly_is_refused_with_a_sentence() -> None:
    state = table()
    troops = put(state, "france", "picardie", "LD")
    other = put(state, "spain", "caux", "LD")
    ask = march(state, "picardie", troops)
    for raw, words in [
        (["lyonnais"], "not next to"), ("caux", "not a list"), (["atlantis"], "not a province"),
        (["caux", "ile-de-france"], "hold the stack"),
        ([f"-{troops[0]}", "caux"], "all would stay"),
        (["caux", f"+{other[0]}"], "free to be picked up"), (["-99"], "not in the stack"),
        ([7], "not a list"), ([f"-{troops[0]}/LDE"], "cannot be broken"),
    ]:  # fmt: skip
        with pytest.raises(BadAnswer, match=words):
            ask.parse(raw)


@pytest.mark.rule("MOV-03")
@pytest.mark.parametrize("detachments", [2, 3])
def test_exploration_detachments_make_no_fourth_counter_of_a_stack(detachments: int) -> None:
    """534: "Stacking limits may be ignored during movement", not between the moves: they are 3
    counters, and exploration detachments, outside them, would make a fourth."""
    place = "mauritanie-n"
    state = table(known={"france": {place}, "spain": set()})
    kinds: list[Kind] = ["LD"] * detachments
    put(state, "france", place, *kinds, "LDE", "LDE", "LDE")
    assert bool(merging.merges_at(state, place, "france")) == (detachments < 3)


@pytest.mark.rule("MOV-03")
def test_stacking_may_be_exceeded_while_moving_only() -> None:
    state = table()
    put(state, "france", "caux", "A+", "A+")
    troops = put(state, "france", "picardie", "LD")
    go = ("next-move", "picardie")
    moves(state, go, ("march", ["caux", "orleanais"]), DONE, dice={"france.attrition": QUIET})
    assert state.units[troops[0]].place == "orleanais"
    assert len(state.units) == 3
    state = table()
    put(state, "france", "caux", "A+", "A+")
    troops = put(state, "france", "picardie", "LD")
    assert ["caux"] not in march(state, "picardie", troops).offers()
    moves(state, go, ("march", ["caux"]), DONE, dice={"france.attrition": QUIET})
    assert forces.strength(state.units_at("caux")) == 24


# Leaving a siege.


@pytest.mark.rule("MOV-26", "MOV-27")
def test_leaving_a_siege_takes_everybody_home_or_leaves_enough() -> None:
    state = table(sieges={"artois": Siege("france", ["-"])})
    troops = put(state, "france", "artois", "LD", "LD", "LD")
    whole = march(state, "artois", troops)
    assert set(whole.reach()) & {"champagne", "picardie", "ile-de-france"}
    assert "hainaut" not in {path[0] for path in map(whole.path_to, whole.reach())}
    with pytest.raises(BadAnswer, match="2 LD must stay at the fortress of Artois"):
        whole.parse(["hainaut"])
    with pytest.raises(BadAnswer, match="or nobody"):
        march(state, "artois", troops[:2]).parse(["champagne"])
    assert march(state, "artois", troops[:1]).parse(["hainaut"]) == ("hainaut",)
    state.land.revolts["champagne"] = [Revolt("revolt", "-")]
    with pytest.raises(BadAnswer, match="not friendly"):
        march(state, "artois", troops).parse(["champagne"])
    # All leave: the siege is over, its works are gone.
    keys = [str(number) for number in troops]
    moves(state, ("next-move", "artois"), ("mover", keys), ("march", ["picardie"]))
    assert "artois" not in state.land.sieges
    # On the way past a fortress enough is dropped, and besieges it.
    state = table()
    troops = put(state, "france", "picardie", "LD", "LD", "LD")
    keys = [str(number) for number in troops]
    with pytest.raises(BadAnswer, match="must stay"):
        march(state, "picardie", troops).parse(["artois", "hainaut"])
    way = ["artois", f"-{troops[0]}", f"-{troops[1]}", "hainaut"]
    moves(state, ("next-move", "picardie"), ("mover", keys), ("march", way))
    assert state.units[troops[2]].place == "hainaut"
    assert state.land.sieges["artois"].alliance == "france"


# Attrition.


@pytest.mark.rule("MOV-06", "MOV-08", "MVG-05")
def test_a_massed_force_rolls_even_when_it_stands() -> None:
    state = table()
    put(state, "france", "picardie", "A+", "LD", "LD")
    put(state, "france", "troyes", "A+", "LD")
    played = moves(state, DONE, dice={"france.attrition": QUIET})
    assert len(rolls(played)) == 1
    assert "massed" in rolls(played)[0]


@pytest.mark.rule("MOV-07", "CAM-20")
def test_without_logistics_three_detachments_are_massed() -> None:
    state = table(campaign="active_no_logistic")
    put(state, "france", "picardie", "A-", "LD")
    put(state, "france", "troyes", "A-")
    assert len(rolls(moves(state, DONE, dice={"france.attrition": QUIET}))) == 1
    state = table(campaign="active_no_logistic")
    put(state, "france", "picardie", "A+")
    assert len(rolls(moves(state, DONE, dice={"france.attrition": QUIET}))) == 1


@pytest.mark.rule("MOV-13")
def test_half_of_a_large_stack_goes_out_and_back_to_avoid_the_roll() -> None:
    state = table()
    troops = put(state, "france", "picardie", "A+", "LD", "LD")
    half = [str(number) for number in troops[1:]]
    played = moves(
        state, ("next-move", "picardie"), ("mover", half), ("march", ["caux", "picardie"]),
        ("next-move", "picardie"), ("mover", [str(troops[0])]), ("march", []),
    )  # fmt: skip
    assert rolls(played) == []
    # Coming back to a siege is an active move.
    state = table(campaign="passive", sieges={"artois": Siege("france")})
    besiegers = put(state, "france", "artois", "LD", "LD", "LD")
    with pytest.raises(BadAnswer, match="passive"):
        march(state, "artois", besiegers[:1]).parse(["picardie", "artois"])


LEGS = {
    # case: the legs, who wins each battle, after how many battles each roll is made
    "AIN-01": ([6, 6], ["france"], [0, 1]),
    "AIN-02": ([4, 4, 4], ["france", "france"], [2]),
    "AIN-03": ([4, 4], ["france", "spain"], [2]),
    "AIN-04": ([6, 5], ["france"], [0]),
    "AIN-05": ([5], ["spain"], [1]),
}


@pytest.mark.rule("MOV-14", "MOV-15", "MOV-17", "MOV-18", "MOV-19", "MOV-20")
@pytest.mark.parametrize("case", LEGS)
def test_attrition_leg_by_leg_as_in_the_worked_examples(
    case: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each leg ends in an interception; AIN-05 is the massed stack that is beaten."""
    legs_mp, winners, wanted = LEGS[case]
    state = table()
    kinds: list[Kind] = ["A+", "LD", "LD"] if case == "AIN-05" else ["LD", "LD"]
    troops = put(state, "france", "picardie", *kinds)
    path: list[str] = []
    stops: list[int] = []
    for points in legs_mp:
        for _ in range(points):
            path.append("caux" if len(path) % 2 == 0 else "picardie")
        stops.append(len(path))
    seen = {"steps": 0, "battles": 0}
    rolled: list[int] = []

    async def attempts(phase: Phase, move: Any, automatic: Any = None) -> Any:
        seen["steps"] += 1
        if seen["steps"] in stops and seen["battles"] < len(winners):
            return interception.Attempts(True, "spain", (Band("artois", (), ()),))
        return interception.Attempts(False)

    async def fight(phase: Phase, move: Any, *_: Any) -> bool:
        await movement_attrition.leg_attrition(phase, move)
        won = winners[seen["battles"]] == "france"
        seen["battles"] += 1
        if won:
            move.new_leg()
        return won

    async def roll(phase: Phase, *_: Any) -> None:
        rolled.append(seen["battles"])

    monkeypatch.setattr(interception, "attempts", attempts)
    monkeypatch.setattr(interception_battle, "fight", fight)
    monkeypatch.setattr(attrition, "land_attrition", roll)
    again = [
        ("march", path[stop:]) for stop, won in zip(stops, winners, strict=False) if won == "france"
    ]
    mover = [("mover", [str(number) for number in troops])]
    moves(state, ("next-move", "picardie"), *mover, ("march", path), *again)
    assert rolled == wanted


@pytest.mark.rule("MOV-17", "MOV-A6")
@pytest.mark.parametrize(("kinds", "rolls_", "left"), [(["A+", "LD", "LD"], 1, 2), (["A+"], 0, 2)])
def test_a_massed_force_that_lost_its_men_in_a_battle_still_rolls(
    kinds: list[Kind], rolls_: int, left: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Text 625 to 628: *if the stack loses, at the end of movement it has been a large stack
    moving, a cause for attrition*, whatever the battle has left of it."""
    state = table()
    troops = put(state, "france", "picardie", *kinds)

    async def attempts(phase: Phase, move: Any, automatic: Any = None) -> Any:
        return interception.Attempts(True, "spain", (Band("artois", (), ()),))

    async def fight(phase: Phase, move: Any, *_: Any) -> bool:
        for number in troops[1:]:
            phase.state.remove(phase.state.units[number])
        phase.state.units[troops[0]].become("A-", 0)
        march_under_way.take_stock(phase.state, move)
        return False

    monkeypatch.setattr(interception, "attempts", attempts)
    monkeypatch.setattr(interception_battle, "fight", fight)
    mover = [("mover", [str(number) for number in troops])]
    dice = {"france.attrition": QUIET} if rolls_ else {}
    played = moves(state, ("next-move", "picardie"), *mover, ("march", ["caux"]), dice=dice)
    assert len(rolls(played)) == rolls_
    assert forces.strength(state.units.values()) == 3 * left


@pytest.mark.rule("SUP-02")
def test_a_stack_that_finds_supply_at_the_end_of_its_move_is_no_longer_without() -> None:
    state = table()
    troops = put(state, "france", "picardie", "LD")
    lost = put(state, "france", "artois", "LD")
    for place in ("picardie", "champagne", "flandre", "hainaut", "ile-de-france"):
        put(state, "spain", place, "LD")
    state.marks.unsupplied = {*troops, *lost}
    moves(state, ("next-move", "picardie"), ("march", ["caux"]), DONE)
    assert state.marks.unsupplied == set(lost)


@pytest.mark.rule("MOV-14", "ATT-05")
def test_with_the_battle_a_new_leg_begins() -> None:
    state = table()
    move = march_under_way.begin(
        state, "france", "picardie", put(state, "france", "picardie", "LD"), []
    )
    march_under_way.advance(state, move, "artois", 2)
    assert (move.leg.way, move.leg.points, move.leg.enemy) == (["picardie", "artois"], 2, True)
    move.new_leg()
    march_under_way.advance(state, move, "picardie", 1)
    assert (move.leg.way, move.leg.points, move.leg.enemy) == (["artois", "picardie"], 1, False)
    assert (move.whole.points, move.whole.enemy) == (3, True)


@pytest.mark.rule("MOV-09", "MOV-10", "MOV-12", "MOV-16", "ATT-01", "ATT-05")
@pytest.mark.parametrize(
    ("kinds", "points", "bad", "modifier"),
    [
        (["LD"], 5, False, None),
        (["LD"], 6, False, 0),
        (["LD"], 2, True, None),
        (["LD"], 3, True, 0),
        (["LD"], 6, True, 2),
        (["A+", "LD", "LD"], 6, True, 4),
        (["A+", "LD", "LD"], 1, False, 0),
    ],
)
def test_causes_add_up(kinds: list[Any], points: int, bad: bool, modifier: int | None) -> None:
    state = table(bad_weather=bad)
    troops = put(state, "france", "picardie", *kinds)
    path = ["caux", "picardie"] * 6
    mover = [("mover", [str(n) for n in troops])] if len(kinds) > 1 else []
    dice = {} if modifier is None else {"france.attrition": QUIET}
    played = moves(state, ("next-move", "picardie"), *mover, ("march", path[:points]), dice=dice)
    found = [e.sheet for e in played.phase.story if e.kind == "roll"]
    if modifier is None:
        assert found == []
    else:
        assert found[0] is not None
        assert sum(each[0] for each in found[0]["modifiers"]) == modifier


@pytest.mark.rule("MOV-09", "MOV-10", "ATT-01", "MOV-17")
@pytest.mark.parametrize(("points", "bad"), [(5, False), (6, False), (3, True), (6, True)])
def test_what_is_foreseen_of_a_march_is_what_is_rolled(points: int, bad: bool) -> None:
    state = table(bad_weather=bad)
    units = [state.units[number] for number in put(state, "france", "picardie", "A-", "LD")]
    way = ["picardie", *(["caux", "picardie"] * 3)[:points]]
    line = supply_lines.trace_line(state, units, "picardie", "france")
    stack = sides.stack(state, "picardie", "france")
    seen = movement_attrition.attrition_outlook(state, stack, way, points, line)
    assert sum(seen.losses.values()) == 1
    mover = ("mover", [str(unit.id) for unit in units])
    dice = {"france.attrition": QUIET} if seen.causes else {}
    played = moves(state, ("next-move", "picardie"), mover, ("march", way[1:]), dice=dice)
    rolled = [e.sheet["modifiers"] for e in played.phase.story if e.kind == "roll" and e.sheet]
    foreseen = [list(each) for each in seen.modifiers]
    assert rolled == ([foreseen] if seen.causes else [])
    assert seen.risk == (0 if not seen.causes else 1 - seen.losses[0])


# Leaders alone.


def alone(**fields: Any) -> tuple[State, str]:
    state = table(**fields)
    return state, lead(state, "france", "picardie", "bayard")


@pytest.mark.rule("LDM-01", "LDM-02", "LDM-A1")
def test_a_leader_alone_has_twenty_points_and_any_ship() -> None:
    state, name = alone(options={"hierarchy": False})
    put(state, "france", "provence", "LD")
    ask = march(state, "picardie", [], name)
    assert ask.points == 20
    assert len(ask.parse(["caux", "picardie"] * 10)) == 20
    with pytest.raises(BadAnswer, match="21 MP, and 20"):
        ask.parse(["caux", "picardie"] * 10 + ["caux"])
    # From Picardie to Provence: by sea for 2, both being friendly ports.
    assert ask.reach()["provence"] == 2
    way = ask.path_to("provence")
    assert (way[0], way[-1]) == ("sea-manche", "provence")
    assert ask.cost(way)[-1].points == 2
    # From inland one goes to the coast first, and lands off a port for 3.
    inland = lead(state, "france", "ile-de-france", "foix")
    found = march(state, "ile-de-france", [], inland)
    assert found.reach()["provence"] == 2 + 2
    state.land.controllers["provence"] = "spain"
    assert march(state, "ile-de-france", [], inland).reach()["provence"] == 2 + 3
    state.land.controllers["provence"] = "france"
    played = moves(state, ("next-move", "picardie"), ("march", way), DONE)
    assert state.leaders[name].place == "provence"
    assert rolls(played) == []


@pytest.mark.rule("LDM-A1", "LDM-02")
@pytest.mark.parametrize(("owner", "points"), [("france", 2), ("spain", 3)])
def test_a_leader_alone_pays_his_voyage_where_it_ends(owner: str, points: int) -> None:
    state, name = alone(options={"hierarchy": False}, owners={"provence": owner})
    if owner == "spain":
        put(state, "france", "provence", "LD")
    moving = march_under_way.begin(state, "france", "picardie", [], [name])
    march_under_way.join(state, moving, [], [name])
    spent = []
    for place in ("sea-manche", "sea-gascogne", "provence"):
        play(march_step.step, state, [], {}, moving, place)
        spent.append(moving.led[name])
    assert spent == [0, 0, points]


@pytest.mark.rule("MOV-26")
def test_who_moves_off_is_offered_to_leave_the_least_that_keeps_the_siege() -> None:
    """At least 1 LD for each level of the fortress stays, a detachment at least."""
    state = table()
    small = put(state, "france", "artois", "LDE", "LDE", "LDE", "LDE")
    army, one = put(state, "france", "artois", "A-", "LD")
    troops = state.units_by_id([army, *small, one])

    def going(watch: int) -> list[Part]:
        return marches._sparing(troops, ("conde",), watch)

    keys = tuple(map(str, (army, small[3], one)))
    assert going(0) == going(3) == [Part(keys, ("conde",))], "three thirds stay: 1 LD"
    assert going(4) == [Part((f"{army}", f"{one}"), ("conde",))]
    assert going(6) == [Part((f"{army}",), ("conde",))], "seven thirds stay, for six"
    assert going(8) == [], "all would stay"


@pytest.mark.rule("MVG-07", "MVG-09", "MVG-10")
def test_an_army_broken_on_the_way_has_spent_what_it_spent() -> None:
    state = table()
    (army,) = put(state, "france", "picardie", "A-")
    (other,) = put(state, "france", "picardie", "LD")
    moving = march_under_way.begin(state, "france", "picardie", [army, other], [])
    march_under_way.join(state, moving, [army, other], [])
    play(march_step.step, state, [], {}, moving, "caux")
    pieces = {number: [number] for number in moving.units}
    marches._drop(state, moving, pieces, f"{army}/LD")
    halves = pieces[army]
    assert [state.units[number].kind for number in halves] == ["LD"]
    assert sorted(moving.units) == sorted([other, *halves]), "the other half stays behind"
    behind = [n for n in state.units if n not in moving.units]
    assert [state.units[number].kind for number in behind] == ["LD"]
    assert {moving.spent[number] for number in (other, *halves, *behind)} == {1}
    assert set(moving.everyone) >= {other, *halves, *behind}, "all count as having moved"
    assert moving.last == state.last_unit


@pytest.mark.rule("LDM-01")
def test_to_the_coast_beside_him_a_leader_alone_goes_over_land() -> None:
    state, _ = alone(options={"hierarchy": False})
    put(state, "france", "normandie", "LD")
    ask = march(state, "caux", [], lead(state, "france", "caux", "foix"))
    assert ask.path_to("normandie") == ["normandie"]
    assert ask.reach()["normandie"] == ask.cost(["normandie"])[-1].points == 3


@pytest.mark.rule("LDM-01")
def test_a_leader_alone_never_rolls_for_attrition() -> None:
    state, name = alone(bad_weather=True, options={"hierarchy": False})
    path = ["caux", "orleanais", "bourgogne", "lyonnais", "languedoc"]
    points = march(state, "picardie", [], name).cost(path)[-1].sum
    played = moves(state, ("next-move", "picardie"), ("march", path))
    assert rolls(played) == []
    assert f"Languedoc ({points} MP)" in played.told
    assert state.leaders[name].place == "languedoc"


@pytest.mark.rule("LDM-03")
def test_a_leader_alone_keeps_out_of_seas_with_a_malus() -> None:
    state, _ = alone()
    rough = next(sea for sea in board.seas().values() if sea.malus)
    assert "malus" in movement_costs.unsailable(state, rough.id)
    assert movement_costs.unsailable(state, "sea-manche") == ""
    assert rough.id not in march_range.seas(state, None, [])
    assert "sea-manche" in march_range.seas(state, None, [])


@pytest.mark.rule("LDM-05", "LDM-07", "MOV-21")
def test_a_leader_alone_dies_among_enemies_unless_a_friend_is_there() -> None:
    state, name = alone(campaign="passive")
    put(state, "spain", "artois", "LD")
    ask = march(state, "picardie", [], name)
    assert "artois" not in ask.reach()
    assert "LDM-05" in ask.why_not("artois")
    moves(state, ("next-move", "picardie"), ("march", ["artois"]))
    assert state.leaders[name].status == "killed"
    # With friends besieging there he takes over: a passive move.
    state, name = alone(campaign="passive")
    put(state, "spain", "artois", "LD")
    put(state, "france", "artois", "LD")
    moves(state, ("next-move", "picardie"), ("march", ["artois"]), DONE)
    assert (state.leaders[name].status, state.leaders[name].place) == ("map", "artois")
    assert not state.marks.active_moves, "which uses up no active one"


@pytest.mark.rule("LDM-06")
def test_a_leader_alone_dies_when_intercepted() -> None:
    state, name = alone(campaign="active")
    spaniards = put(state, "spain", "artois", "LD")
    played = moves(
        state, ("next-move", "picardie"), ("march", ["ile-de-france", "champagne"]),
        ("intercept", [str(spaniards[0])]), dice={"spain.intercept": 10},
    )  # fmt: skip
    assert state.leaders[name].status == "killed"
    assert state.units[spaniards[0]].place == "ile-de-france"
    assert "caught by an interception" in played.told


@pytest.mark.rule("LDM-08")
def test_hierarchy_binds_a_leader_alone() -> None:
    state = table()
    put(state, "france", "troyes", "A+", leader="foix")
    put(state, "france", "picardie", "LD", leader="bayard")
    with pytest.raises(BadAnswer, match="LDM-08"):
        march(state, "troyes", [], "foix").parse(["champagne"])
    # What mends it is allowed: the better rank takes over the larger stack.
    state = table()
    put(state, "france", "troyes", "A+", leader="bayard")
    lead(state, "france", "champagne", "foix")
    assert march(state, "champagne", [], "foix").offers() == [[], ["troyes"]]


@pytest.mark.rule("CAM-11")
def test_who_stays_with_others_that_may_not_move_is_asked_no_more() -> None:
    state = table(alliances={"france": ["france", "milan"], "spain": ["spain"]})
    state.countries["milan"].campaign = "none"
    french, _ = put(state, "france", "picardie", "LD"), put(state, "milan", "picardie", "A-")
    played = moves(state, ("next-move", "picardie"), ("mover", [str(french[0])]), ("march", []))
    assert [ask.name for ask in played.asks] == ["next-move", "mover", "march"]
    assert played.asks[1].default is None, "both together may not go"


@pytest.mark.rule("MOV-15", "MOV-16", "MOV-A3", "INT-10")
def test_size_adds_to_a_leg_that_rolls_anyway(monkeypatch: pytest.MonkeyPatch) -> None:
    """AIN-06 by land: a massed stack in a leg with a cause of its own; beaten, it rolls no more."""
    decide_battles(monkeypatch, "spain")
    state = table(bad_weather=True)
    troops = put(state, "france", "picardie", "A+", "LD", "LD")
    spaniards = put(state, "spain", "artois", "A+")
    played = moves(
        state,
        ("next-move", "picardie"), ("mover", [str(number) for number in troops]),
        ("march", ["caux", "picardie", "ile-de-france"]),
        ("intercept", []), ("intercept", [str(spaniards[0])]),
        dice={"spain.intercept": 10, "france.attrition": QUIET},
    )  # fmt: skip
    sheets = [entry.sheet for entry in played.phase.story if entry.kind == "roll"]
    assert sheets[1] is not None
    assert [each[:1] + each[2:] for each in sheets[1]["modifiers"]] == [[2, "ATT-01"]]
    assert len(sheets) == 2


@pytest.mark.rule("LDM-05")
def test_the_monarch_who_dies_alone_is_missed() -> None:
    state = table(options={"hierarchy": False})
    king = next(each.id for each in countries.leaders().values() if each.kind == "king")
    lead(state, "france", "picardie", king)
    put(state, "spain", "artois", "LD")
    moves(state, ("next-move", "picardie"), ("march", ["artois"]))
    assert state.leaders[king].status == "killed"
    assert state.countries["france"].monarch_lost


# Allies of allies.


@pytest.mark.rule("INI-03")
def test_an_ally_of_an_ally_plays_along_but_shares_no_stack() -> None:
    state = table(
        alliances={"france": ["france", "venice", "milan"], "spain": ["spain"]},
        pacts=[["france", "venice"], ["venice", "milan"], ["spain"]],
        owners={"picardie": "france", "caux": "france", "ile-de-france": "france"},
    )
    own = put(state, "france", "ile-de-france", "LD")
    put(state, "milan", "picardie", "LD")
    put(state, "venice", "caux", "LD")
    ask = march(state, "ile-de-france", own)
    assert ["caux"] in ask.offers()
    assert ["picardie"] not in ask.offers()
    with pytest.raises(BadAnswer, match="INI-03"):
        ask.parse(["picardie"])
    assert ask.parse(["picardie", "caux"]) == ("picardie", "caux")
    state.diplomacy.pacts = []
    assert ["picardie"] in march(state, "ile-de-france", own).offers()


@pytest.mark.rule("MOV-02")
def test_the_one_who_has_moved_most_holds_the_others_back() -> None:
    """*No unit moves more than 12 MP*: of a stack whose counters have spent unlike points the most
    tired one counts, whichever stands first."""
    state = table()
    one, other = put(state, "france", "picardie", "LD", "LD")
    for spent in ({one: 11, other: 2}, {one: 2, other: 11}):
        tired = march(state, "picardie", [one, other], spent=spent)
        assert tired.reach() == {"caux": 1}
        assert list(tired.parse(["caux"])) == ["caux"]
        with pytest.raises(BadAnswer, match="13 MP, and 12"):
            tired.parse(["caux", "picardie"])
    fresh = march(state, "picardie", [other], spent={one: 11, other: 2})
    assert 8 < max(fresh.reach().values()) <= 10


@pytest.mark.rule("LDM-03")
def test_a_leader_alone_sails_through_the_sund_only_while_it_is_not_frozen() -> None:
    for frozen in (False, True):
        state, _ = alone(sund_frozen=frozen)
        assert bool(movement_costs.unsailable(state, board.SUND)) == frozen
        assert (board.SUND not in march_range.seas(state, None, [])) == frozen
        assert "sea-manche" in march_range.seas(state, None, [])


@pytest.mark.rule("LDM-07", "CAM-02", "CAM-11", "CAM-13", "CAM-16", "MOV-21")
def test_leaders_alone_need_a_campaign_but_no_active_move() -> None:
    """Text 437 and 655: to move leaders alone is passive, even into a province with enemies, and
    what no campaign allows is all else."""
    for campaign in ("none", "passive", "active"):
        state, name = alone(campaign=campaign)
        put(state, "spain", "artois", "LD")
        put(state, "france", "artois", "LD")
        if campaign == "none":
            assert play(movement.moves, state).asks == []
            continue
        if campaign == "active":
            campaigns.spend_active(state, "france", put(state, "france", "troyes", "LD"))
        troops = put(state, "france", "picardie", "LD")
        with pytest.raises(BadAnswer, match="MOV-23" if campaign == "passive" else "CAM-16"):
            march(state, "picardie", troops, name).parse(["artois"])
        assert march(state, "picardie", [], name).parse(["artois"])


@pytest.mark.rule("LDM-07", "CAM-02")
def test_a_leader_alone_moves_under_the_campaign_of_his_own_country() -> None:
    """*A country needs a campaign to move*: that of an ally does nothing for its leaders."""
    given: list[tuple[Campaign, list[str]]] = [("passive", ["picardie"]), ("none", [])]
    for english, offered in given:
        state = table(alliances={"france": ["france", "england"], "spain": ["spain"]},
                      options={"hierarchy": False})  # fmt: skip
        lead(state, "england", "picardie", "dudley")
        state.countries["england"].campaign = english
        answers = [DONE] if offered else []
        asks = play(movement.moves, state, answers).asks
        places = [each for ask in asks for each in ask.offers() if each != "done"]
        assert places == offered


@pytest.mark.rule("MVG-07", "MVG-08", "LDM-01")
def test_a_leader_is_taken_along_on_the_way_and_has_moved() -> None:
    """*Units may be picked up along the way; all involved count as having moved*: a leader too, but
    none who has moved already, and who moves alone picks nobody up."""
    state = table(options={"hierarchy": False})
    (going,) = put(state, "france", "picardie", "LD")
    lead(state, "france", "caux", "bayard")
    put(state, "france", "caux", "LD")
    ask = march(state, "picardie", [going])
    assert ask.parse(["caux", "+bayard", "orleanais"])
    alone = march(state, "picardie", [], lead(state, "france", "picardie", "foix"))
    with pytest.raises(BadAnswer, match="LDM-01"):
        alone.parse(["caux", "+bayard"])
    moves(
        state, ("next-move", "picardie"), ("mover", [str(going)]),
        ("march", ["caux", "+bayard", "orleanais"]), DONE,
    )  # fmt: skip
    assert state.leaders["bayard"].place == "orleanais"
    assert "bayard" in state.marks.moved_leaders
    assert state.leaders["foix"].place == "picardie"
    (_other,) = put(state, "france", "orleanais", "LD")
    with pytest.raises(BadAnswer):
        march(state, "troyes", put(state, "france", "troyes", "LD")).parse(["orleanais", "+bayard"])


@pytest.mark.rule("MVG-07", "MVG-09", "MVG-10")
def test_a_leader_is_left_on_the_way_and_stays_there() -> None:
    """*Units may be dropped along the way*: a leader too; he has moved, and the others go on."""
    state = table(options={"hierarchy": False})
    (going,) = put(state, "france", "picardie", "LD", leader="bayard")
    keys = [str(going), "bayard"]
    moves(
        state, ("next-move", "picardie"), ("mover", keys),
        ("march", ["caux", "-bayard", "orleanais"]),
    )  # fmt: skip
    assert state.leaders["bayard"].place == "caux"
    assert state.units[going].place == "orleanais"
    assert "bayard" in state.marks.moved_leaders


@pytest.mark.rule("MOV-02", "LDM-01", "MVG-07")
def test_a_leader_has_used_up_what_he_went_himself() -> None:
    """*No unit moves more than 12 MP*: not a leader either, though those who carry him are fresh;
    who is picked up has used nothing yet."""
    state = table(options={"hierarchy": False})
    (troops,) = put(state, "france", "picardie", "LD", leader="bayard")
    (waiting,) = put(state, "france", "caux", "LD")
    tired = march(state, "picardie", [troops], "bayard", led={"bayard": 11})
    assert tired.points == 1
    assert tired.parse(["caux"])
    with pytest.raises(BadAnswer, match="13 MP, and 12"):
        tired.parse(["caux", "picardie"])
    assert tired.parse(["caux", "-bayard", "picardie"])
    fresh = march(state, "picardie", [troops], spent={troops: 11})
    assert fresh.parse(["caux", f"+{waiting}", f"-{troops}", *["picardie", "caux"] * 6])
    with pytest.raises(BadAnswer, match="13 MP, and 12"):
        fresh.parse(["caux", f"+{waiting}", f"-{troops}", *["picardie", "caux"] * 6, "picardie"])


@pytest.mark.rule("MOV-21", "MOV-28")
def test_who_enters_among_stronger_enemies_stays_and_four_times_as_many_go_on() -> None:
    """*A stack must stop where enemies are, unless it is at least four times as strong*."""
    state = table()
    troops = put(state, "france", "picardie", "A+")
    put(state, "spain", "caux", "LD")
    ask = march(state, "picardie", troops)
    assert ask.parse(["caux", "orleanais"]), "4 LD go past one"
    put(state, "spain", "caux", "LDE")
    ask = march(state, "picardie", troops)
    assert ask.parse(["caux"])
    with pytest.raises(BadAnswer, match="hold the stack"):
        ask.parse(["caux", "orleanais"])
    with pytest.raises(BadAnswer, match="hold the stack"):
        ask.parse(["caux", f"-{troops[0]}/LD", "orleanais"])


@pytest.mark.rule("MOV-26", "MVG-07")
def test_what_is_dropped_at_a_fortress_on_the_way_keeps_it_and_what_is_taken_does_not() -> None:
    """*1 LD for each level of the fortress must stay*: of what came and of what was there."""
    state = table()
    going = put(state, "france", "picardie", "LD", "LD", "LD")
    there = put(state, "france", "artois", "LD", "LD")
    ask = march(state, "picardie", going)
    assert ask.parse(["artois", "hainaut"]), "two are there already"
    with pytest.raises(BadAnswer, match="must stay"):
        ask.parse(["artois", f"+{there[0]}", "hainaut"])
    assert ask.parse(["artois", f"+{there[0]}", f"-{going[0]}", "hainaut"])
    with pytest.raises(BadAnswer, match="must stay"):
        ask.parse(["artois", f"+{there[0]}", f"+{there[1]}", f"-{going[0]}", "hainaut"])


@pytest.mark.rule("MOV-26")
def test_the_way_past_a_fortress_is_offered_with_the_smallest_that_keeps_it() -> None:
    state = table()
    small = put(state, "france", "picardie", "LD", "LD", "LD")
    ask = march(state, "picardie", small)
    assert ask.leaving_guard(["artois", "hainaut"]) == [
        "artois", f"-{small[0]}", f"-{small[1]}", "hainaut"
    ]  # fmt: skip
    state = table()
    army, one = put(state, "france", "picardie", "A-", "LD")
    ask = march(state, "picardie", [army, one])
    assert ask.leaving_guard(["artois", "hainaut"]) == [
        "artois",
        f"-{one}",
        f"-{army}/LD",
        "hainaut",
    ]
    state = table()
    (army,) = put(state, "france", "picardie", "A+")
    assert march(state, "picardie", [army]).leaving_guard(["artois", "hainaut"]) == [
        "artois", f"-{army}/A-", "hainaut"
    ]  # fmt: skip
    (lone,) = put(state, "france", "troyes", "LD")
    assert march(state, "troyes", [lone]).leaving_guard(["picardie", "artois", "hainaut"]) == []


@pytest.mark.rule("ITG-09")
def test_who_beats_his_interceptors_is_offered_the_rest_of_his_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """*If it wins it may continue its movement*."""
    decide_battles(monkeypatch, "france")
    state = table()
    put(state, "france", "picardie", "LD")
    spaniards = put(state, "spain", "artois", "LD")
    way = ["caux", "picardie", "ile-de-france", "champagne", "troyes"]
    played = moves(
        state, ("next-move", "picardie"), ("march", way), ("intercept", []),
        ("intercept", [str(spaniards[0])]), ("march", ["champagne"]),
        dice={"spain.intercept": 10},
    )  # fmt: skip
    asked = [ask for ask in played.asks if ask.name == "march"]
    assert len(asked) >= 2
    assert asked[1].default == ["champagne", "troyes"]


@pytest.mark.rule("INT-16")
def test_a_march_is_offered_no_place_that_would_be_too_full() -> None:
    """The list offers no place where more than a stack would stand, and a leader alone goes to
    friends."""
    state = table(options={"hierarchy": False})
    put(state, "france", "caux", "A+", "A+")
    (troops,) = put(state, "france", "picardie", "LD", leader="bayard")
    offered = [way[-1] for way in march(state, "picardie", [troops]).offers() if way]
    assert "caux" not in offered
    assert "ile-de-france" in offered
    alone = [way[-1] for way in march(state, "picardie", [], "bayard").offers() if way]
    assert alone == ["caux"]


@pytest.mark.rule("MOV-01")
@pytest.mark.parametrize("people", ["france", "russia"])
def test_wasteland_is_as_far_on_the_list_as_it_is_to_walk(people: str) -> None:
    """C-SUP-05: double for all but its own people, on the list and for the feet."""
    state = table(alliances={"france": ["france", "russia"], "spain": ["spain"]})
    state.land.owners["kaluga"] = "france"
    ask = march(state, "moskva", put(state, people, "moskva", "LD"))
    found = ask.reach()
    assert found["kaluga"] == ask.cost(["kaluga"])[-1].points
    walked = movement_costs.owners_step_points(state, [people], "moskva", "kaluga", True, False)
    assert walked == found["kaluga"]
    once = movement_costs.owners_step_points(state, ["russia"], "moskva", "kaluga", True, False)
    assert walked == once * (1 if people == "russia" else 2)
    for place, points in found.items():
        assert ask.cost(ask.path_to(place))[-1].sum == points


@pytest.mark.rule("MOV-17", "MVG-10", "ATT-02")
def test_the_manoeuvre_of_who_led_the_march_helps_in_its_attrition() -> None:
    found = []
    for leader in (None, "bayard"):
        state = table(options={"hierarchy": False})
        (troops,) = put(state, "france", "picardie", "LD", leader=leader)
        keys = [str(troops), *([leader] if leader else [])]
        played = moves(
            state, ("next-move", "picardie"), *([("mover", keys)] if leader else []),
            ("march", ["caux", "picardie"] * 3), dice={"france.attrition": QUIET},
        )  # fmt: skip
        sheet = next(e.sheet for e in played.phase.story if e.kind == "roll" and e.sheet)
        found.append(sum(part[0] for part in sheet["modifiers"]))
    assert found[0] - found[1] == countries.leader("bayard").manoeuvre > 0


@pytest.mark.rule("MVG-07", "MOV-02")
def test_a_movement_goes_on_while_somebody_of_it_has_points_left() -> None:
    state = table()
    one, other = put(state, "france", "picardie", "LD", "LD")
    moving = march_under_way.begin(state, "france", "picardie", [one, other], [])
    march_under_way.join(state, moving, [one, other], [])
    assert not marches._tired(moving)
    moving.spent = {one: 12, other: 3}
    assert not marches._tired(moving)
    moving.spent = {one: 12, other: 12}
    assert marches._tired(moving)
    lead(state, "france", "picardie", "bayard")
    moving.led = {"bayard": 11}
    assert not marches._tired(moving)


@pytest.mark.rule("MVG-07", "ITG-09")
def test_of_the_rest_of_a_way_stays_what_can_still_be_done() -> None:
    """Ways, what is picked up, and drops of those who are still there."""
    state = table()
    one, gone = put(state, "france", "picardie", "LD", "LD")
    moving = march_under_way.begin(state, "france", "picardie", [one], ["bayard"])
    path = ["caux", f"-{one}", f"-{gone}", "-bayard", "-foix", f"+{gone}", "orleanais"]
    assert marches._rest(moving, path) == [
        "caux", f"-{one}", "-bayard", f"+{gone}", "orleanais"
    ]  # fmt: skip


@pytest.mark.rule("MVG-07", "MVG-08")
def test_what_was_picked_up_may_be_broken_and_left_further_on() -> None:
    """A leader comes out of a fortress to who picks him up; of an army that was picked up a part is
    left on the way."""
    state = table(options={"hierarchy": False})
    (going,) = put(state, "france", "picardie", "LD")
    (army,) = put(state, "france", "caux", "A-")
    lead(state, "france", "caux", "bayard", position="inside")
    moves(
        state, ("next-move", "picardie"),
        ("march", ["caux", f"+{army}", "orleanais", f"-{army}/LD", "maine"]), DONE,
    )  # fmt: skip
    left = [unit for unit in state.units_at("orleanais") if unit.country == "france"]
    assert [unit.kind for unit in left] == ["LD"]
    assert sorted(unit.kind for unit in state.units_at("maine")) == ["LD", "LD"]
    assert state.units[going].place == "maine"
    assert state.marks.moved >= {unit.id for unit in state.troops_of("france")}
    moving = march_under_way.begin(state, "france", "caux", put(state, "france", "caux", "LD"), [])
    marches._take(state, moving, {}, "bayard")
    assert (state.leaders["bayard"].place, state.leaders["bayard"].position) == ("caux", "field")
    assert moving.leaders == ["bayard"]


@pytest.mark.rule("ITG-09", "MOV-02")
def test_who_wins_with_his_last_point_is_asked_for_no_further_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Text 534: each unit may move a maximum of 12 MP; who wins may go on while he has some."""
    decide_battles(monkeypatch, "france")
    state = table()
    put(state, "france", "picardie", "LD")
    (foe,) = put(state, "spain", "artois", "LD")
    played = moves(
        state, ("next-move", "picardie"), ("march", ["caux", "picardie"] * 6),
        *[("intercept", [])] * 5, ("intercept", [str(foe)]),
        dice={"spain.intercept": 10, "france.attrition": QUIET},
    )  # fmt: skip
    assert [ask.name for ask in played.asks].count("march") == 1


@pytest.mark.rule("MVG-07")
def test_who_has_no_point_left_still_picks_up_who_stands_where_he_ends() -> None:
    """Text 510: a moving stack may pick up units along its movement; they are considered as having
    moved."""
    state = table()
    mover, waiting = put(state, "france", "picardie", "LD", "LD")
    moves(
        state, ("next-move", "picardie"), ("mover", [str(mover)]),
        ("march", [*["caux", "picardie"] * 6, f"+{waiting}"]), dice={"france.attrition": QUIET},
    )  # fmt: skip
    assert state.marks.moved >= {mover, waiting}


@pytest.mark.rule("MOV-26", "AFT-04", "INT-05")
def test_a_garrison_is_free_to_intercept_as_soon_as_its_besieger_has_left() -> None:
    """Text 645: a stack may empty the province, removing the siege; whom it besieged may intercept
    it at its very next step."""
    state = table()
    put(state, "france", "artois", "LD")
    (garrison,) = put(state, "spain", "artois", "LD", position="inside")
    state.land.sieges["artois"] = Siege("france")
    played = moves(state, ("next-move", "artois"), ("march", ["picardie"]), ("intercept", []))
    assert state.units[garrison].position == "field"
    assert [str(garrison)] in played.asks[-1].offers()


@pytest.mark.rule("MVG-07")
def test_a_way_is_paid_for_its_places_alone_and_troops_do_not_leave_their_leader_to_go_on() -> None:
    state = table(options={"hierarchy": False})
    one, other = put(state, "france", "picardie", "LD", "LD", leader="bayard")
    ask = march(state, "picardie", [one, other], "bayard")
    assert [each.place for each in ask.cost(["caux", f"-{one}", "picardie"])] == [
        "caux",
        "picardie",
    ]
    with pytest.raises(BadAnswer, match="all would stay"):
        ask.parse(["caux", f"-{one}", f"-{other}", "picardie"])
    lead(state, "france", "picardie", "foix")
    alone = march(state, "picardie", [], "bayard", "foix")
    assert alone.parse(["caux", "-foix", "picardie"])
    with pytest.raises(BadAnswer, match="all would stay"):
        alone.parse(["caux", "-foix", "-bayard", "picardie"])


def test_who_has_moved_waits_for_a_battle_or_is_aboard_is_put_together_with_nobody() -> None:
    """C-FOR-04: counters of one stack; but who has moved, and the troops aboard, were chosen."""
    for kept in ("moved", "locked", "aboard", ""):
        state = table()
        place = "sea-manche" if kept == "aboard" else "picardie"
        position: Any = "aboard" if kept == "aboard" else "field"
        numbers = put(state, "france", place, "A-", "A-", position=position)
        if kept in ("moved", "locked"):
            getattr(state.marks, kept).add(numbers[0])
        assert any(each.startswith("merge") for each in NextMoves(state, "france")) is not bool(
            kept
        )


@pytest.mark.rule("MOV-02", "LDM-01", "LDM-05", "CMB-17")
def test_why_a_march_does_not_reach_a_place_is_said_by_its_rule() -> None:
    state = table(owners=SPANISH | {"caux": "spain"}, options={"hierarchy": False})
    units = put(state, "france", "picardie", "LD", leader="bayard")
    put(state, "spain", "artois", "LD")
    army = march(state, "picardie", units, "bayard")
    alone = march(state, "picardie", [], "bayard")
    for place, troops, leader in (
        ("sea-manche", "CMB-17", "CMB-17"),
        ("artois", "", "LDM-05"),
    ):
        assert troops in army.why_not(place)
        assert (not army.why_not(place)) == (not troops)
        assert leader in alone.why_not(place)
    assert army.why_not("nowhere") == "no province"
    tired = march(state, "picardie", units, "bayard", spent={units[0]: 11}, led={"bayard": 11})
    assert "out of reach: 1 MP are left (MOV-02)" in tired.why_not("provence")
    tired = march(state, "picardie", [], "bayard", led={"bayard": 19})
    assert "out of reach: 1 MP are left (LDM-01)" in tired.why_not("provence")
    state.countries["france"].campaign = "passive"
    assert (
        march(state, "picardie", units, "bayard")
        .why_not("artois")
        .startswith("Artois holds unfriendly forces. France has a passive campaign")
    )


@pytest.mark.rule("MVG-01", "CAM-02")
def test_an_alliance_moves_its_own_troops_and_leaders_who_paid_a_campaign() -> None:
    """France has an army and a leader elsewhere; Venice has paid none, and Spain is an enemy."""
    state = table(alliances={"france": ["france", "venice"], "spain": ["spain"]},
                  options={"hierarchy": False})  # fmt: skip
    (army,) = put(state, "france", "picardie", "A+")
    lead(state, "france", "champagne", "bayard")
    put(state, "venice", "veneto", "A+", leader="alviano")
    put(state, "spain", "artois", "A+", leader="farnese")
    state.countries["venice"].campaign = "none"
    found = NextMoves(state, "france").marches
    assert found == {"champagne": Part((), ("bayard",)), "picardie": Part((str(army),), ())}


@pytest.mark.rule("INT-13", "MVG-07")
def test_of_a_stack_at_most_so_much_is_chosen_and_not_the_leaders_alone() -> None:
    """Where a rule bounds it to 8 LD and two pashas: 24 thirds, no more; a pasha counts by his
    number."""
    state = tabletop(alliances={"turkey": ["turkey"], "spain": ["spain"]})
    one, two, small = put(state, "turkey", "artois", "A+", "A+", "LD", corps="janissary")
    pashas = put(state, "turkey", "artois", "PASHA", "PASHA", "PASHA", size=5)
    lead(state, "turkey", "artois", "ali-pasha")
    whole = (one, two, small, *pashas)
    ask = stack_parts.Parting(
        who="turkey", name="fighters", what="?", state=state, units=whole, leaders=("ali-pasha",),
        most=24, pashas=2, troops=True,
    )  # fmt: skip

    def refused(*keys: object) -> str:
        try:
            ask.parse([str(key) for key in keys])
        except BadAnswer as error:
            return str(error)
        return ""

    assert refused(one, two, *pashas[:2], "ali-pasha") == ""
    assert "more than 8 LD" in refused(one, two, small)
    assert "more than 2 pashas" in refused(*pashas)
    assert "leaders alone" in refused("ali-pasha")
    assert "at least one" in refused()
    assert "named twice" in refused("ali-pasha", "ali-pasha")


@pytest.mark.rule("MOV-08", "MVG-05")
@pytest.mark.parametrize("moved", [False, True])
def test_of_a_massed_force_only_what_has_not_moved_rolls_for_standing(moved: bool) -> None:
    """*A massed force rolls even if it does not move*: one that has moved has rolled."""
    state = table()
    army = put(state, "france", "picardie", "A+", "A-", leader=None if moved else "bayard")
    if moved:
        state.marks.moved.update(army)
    dice = {} if moved else {"france.attrition": QUIET}
    told = play(movement.stand, state, (), dice, "france").told
    assert bool(told) is not moved
    assert ("stood picardie" in state.marks.done) is not moved, "who rolled does not roll again"


@pytest.mark.parametrize(
    ("places", "said"),
    [
        (["picardie"], "1 stack could still move. It will stay where it is this impulse."),
        (
            ["picardie", "caux"],
            "2 stacks could still move. They will stay where they are this impulse.",
        ),
    ],
)
def test_who_moves_no_more_is_told_who_still_could(places: list[str], said: str) -> None:
    state = tabletop(campaign="multiple")
    for place in places:
        put(state, "france", place, "LD")
    ask = moves(state, DONE).asks[0]
    assert ask.stake("done") == said


@pytest.mark.rule("MOV-08")
def test_who_moves_no_more_is_told_which_massed_forces_roll_for_attrition() -> None:
    """*It rolls even if it does not move*: 6 LD in Picardie do, 5 LD in Caux do not, nor who has
    moved; and that is what happens then."""
    state = tabletop(campaign="multiple")
    put(state, "france", "picardie", "A+", "A-", leader="bayard")
    put(state, "france", "caux", "A+", "LD")
    state.marks.moved.update(put(state, "france", "champagne", "A+", "A-"))
    stay = "2 stacks could still move. They will stay where they are this impulse."
    ask = moves(state, DONE, dice={"france.attrition": QUIET}).asks[0]
    assert ask.stake("done") == f"{stay} The massed force in Picardie rolls for attrition."
    assert {mark for mark in state.marks.done if mark.startswith("stood")} == {"stood picardie"}


@pytest.mark.parametrize(("troops", "said"), [(("LD",), "2 stacks could still move."), ((), "")])
def test_ships_that_could_sail_are_stacks_too_where_troops_are_told(
    troops: tuple[Kind, ...], said: str
) -> None:
    """That ships alone lie still is usual, and wants no second key."""
    state = tabletop(campaign="multiple")
    put(state, "france", "picardie", *troops)
    put(state, "france", "caux", "NWD", position="port")
    ask = moves(state, DONE).asks[0]
    assert ask.stake("done").startswith(said)
    assert bool(ask.stake("done")) is bool(said)


@pytest.mark.rule("MOV-01", "MOV-02")
@pytest.mark.parametrize(("strangers", "points"), [((), 2), (("france",), 4)])
def test_a_stack_pays_for_the_wasteland_what_a_stranger_in_it_pays(
    strangers: tuple[str, ...], points: int
) -> None:
    """*Land stacks expend MP depending on the terrain of each province they enter* (527): doubled
    in a wasteland for one Frenchman among the Russians who lead him, and so it is told before."""
    state = table(alliances={"france": ["france", "russia"], "spain": ["spain"]})
    state.land.owners["kaluga"] = "russia"
    units = put(state, "russia", "moskva", "A-")
    units += [put(state, each, "moskva", "LD")[0] for each in strangers]
    moving = march_under_way.begin(state, "france", "moskva", units, [])
    assert moving.country(state) == "russia"
    assert march(state, "moskva", units).cost(["kaluga"])[0].points == points
    play(march_step.step, state, [], {}, moving, "kaluga")
    assert moving.whole.points == points


@pytest.mark.rule("MVG-02", "MVG-03")
def test_ships_leave_a_port_that_they_have_lost_before_the_next_move() -> None:
    """*Each movement must be completed before the next one start* (498): what it takes from others,
    such as a port, is taken when it ends."""
    state = table(owners={"vizcaya": "spain"})
    put(state, "spain", "picardie", "NWD", position="port")
    put(state, "france", "ile-de-france", "LD")
    answers = [("next-move", "ile-de-france"), ("march", []), ("retreat-to", "vizcaya"), DONE]
    put(state, "france", "caux", "LD")  # another who might still move
    moves(state, *answers, dice={"spain.attrition": 1})
    assert not state.units_at("picardie")


@pytest.mark.rule("MOV-02", "LDM-01", "MOV-21", "MOV-23")
def test_why_a_place_is_not_reached_is_the_campaign_the_enemies_or_the_way() -> None:
    """*A movement that enters a province with unfriendly forces cannot occur as a passive move*:
    that is why, however far it is; else the way is too long, for a leader alone too."""
    state = table(
        campaign="passive", options={"hierarchy": False},
        owners={"andalucia": "spain", "provence": "france"},
    )  # fmt: skip
    units = put(state, "france", "picardie", "LD", leader="bayard")
    army = march(state, "picardie", units, spent={units[0]: 11})
    assert army.why_not("andalucia").startswith("Andalucía holds unfriendly forces. France has a")
    assert army.why_not("provence") == "Provence is out of reach: 1 MP are left (MOV-02)"
    assert army.why_not("ile-de-france") == "Île-de-France is too far: 13 MP, and 12 is the most"
    assert army.why_not("normandie") == "Normandie is too far: 15 MP, and 12 is the most", "by Caux"
    tired = march(state, "picardie", [], "bayard", led={"bayard": 20}).why_not("andalucia")
    assert tired == "Andalucía is out of reach: 0 MP are left (LDM-01)"


@pytest.mark.rule("LDM-05")
def test_of_a_leader_who_fell_no_march_is_told() -> None:
    state, _ = alone(options={"hierarchy": False})
    put(state, "spain", "artois", "LD")
    played = moves(state, ("next-move", "picardie"), ("march", ["artois"]))
    assert "moving alone, falls among the enemies in Artois" in played.told
    assert "France moves" not in played.told


@pytest.mark.rule("LDM-05", "LDM-06")
def test_where_interceptors_of_a_leader_came_from_and_to_sieges_and_limits_hold_again() -> None:
    """*A leader alone dies if he is intercepted*; who intercepted him has moved: the siege that he
    has left is lifted, that of the place he came to begins, and what is too much there is lost."""
    state, name = alone(options={"hierarchy": False}, levels={"caux": 1})
    state.land.sieges["artois"] = Siege("spain")
    state.land.owners["artois"] = "france"
    one, other = put(state, "spain", "artois", "A+")[0], put(state, "spain", "normandie", "A+")[0]
    (third,) = put(state, "spain", "normandie", "LD")
    bands = (Band("artois", (one,), ()), Band("normandie", (other, third), ()))
    for band in bands:
        interception.enter(state, "caux", band)
    moving = march_under_way.begin(state, "france", "picardie", [], [name])
    march_under_way.advance(state, moving, "caux", 1)

    async def caught(*_: Any) -> Attempts:
        return Attempts(True, "spain", bands)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(interception, "attempts", caught)
        patch.setattr(entering_provinces, "look", lambda *_: entering_provinces.OWN)
        played = play(march_step._leaders_enter, state, [], {}, moving)
    assert played.result == "stop"
    assert "artois" not in state.land.sieges
    assert state.land.sieges["caux"].alliance == "spain"
    assert third not in state.units


@pytest.mark.rule("MVG-07", "MOV-13")
def test_of_allies_one_who_paid_no_campaign_does_not_go_alone() -> None:
    """*Each country must pay for a campaign in order to move its troops*: his leader goes along
    with the stack of another, not by himself."""
    state = table(alliances={"france": ["france", "venice"], "spain": ["spain"]})
    state.countries["venice"].campaign = "none"
    (troops,) = put(state, "france", "picardie", "LD")
    doge = lead(state, "venice", "picardie", "venice-anonymous-general-1")
    here = next_moves.free(state, "picardie", "france")
    running = marches._part(Phase(state), "france", "picardie", here)
    ask = running.send(None)
    running.close()
    assert ask.is_legal([str(troops), doge])
    assert not ask.is_legal([doge])


@pytest.mark.rule("MVG-07", "MVG-08")
def test_what_is_left_of_an_army_of_which_a_part_was_picked_up_is_no_part_of_the_move() -> None:
    state = table()
    (mover,) = put(state, "france", "picardie", "LD")
    (army,) = put(state, "france", "picardie", "A+")
    moving = march_under_way.begin(state, "france", "picardie", [mover], [])
    march_under_way.join(state, moving, [mover], [])
    marches._take(state, moving, {mover: [mover]}, f"{army}/LD")
    march_under_way.take_stock(state, moving)
    assert forces.strength(moving.troops(state)) == 6
    assert forces.strength(march_under_way.everyone(state, moving)) == 6


@pytest.mark.rule("MVG-07")
def test_who_picks_somebody_up_and_goes_nowhere_has_not_moved() -> None:
    state = table(options={"hierarchy": False})
    (mover,) = put(state, "france", "picardie", "LD", leader="bayard")
    moves(
        state, ("next-move", "picardie"), ("mover", [str(mover)]), ("march", ["+bayard"]),
        ("next-move", "picardie"), ("march", ["caux"]),
    )  # fmt: skip
    assert state.leaders["bayard"].place == "caux"
    assert not state.marks.moved


@pytest.mark.rule("MVG-07", "MVG-09")
def test_all_pieces_of_an_army_go_on_but_for_that_which_is_left() -> None:
    state = table()
    (army,) = put(state, "france", "picardie", "A+")
    moves(
        state, ("next-move", "picardie"), ("mover", [str(army)]),
        ("march", ["caux", f"-{army}/LD", "picardie"]),
    )  # fmt: skip
    assert sum(unit.thirds for unit in state.units_at("caux")) == 3
    assert sum(unit.thirds for unit in state.units_at("picardie")) == 9


@pytest.mark.rule("MVG-01", "CAM-02")
def test_nobody_marches_from_the_sea() -> None:
    """Neither an admiral nor troops aboard are a stack that moves by land."""
    state = table()
    put(state, "france", "sea-manche", "NTD")
    put(state, "france", "sea-manche", "LD", position="aboard")
    lead(state, "france", "sea-manche", "france-anonymous-admiral-1")
    assert NextMoves(state, "france").marches == {}
