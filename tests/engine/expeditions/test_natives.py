"""Natives in play: who meets them on entering, who wins them over, and what becomes of recruits."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from engine.expeditions import natives
from engine.facts import board, countries
from engine.facts.tables import conquistador
from engine.land.battle import parameters
from engine.land.battle.parameters import Force
from engine.land.ground import besieging
from engine.land.ground.stack_parts import Parting
from engine.land.movement.march_ask import March
from engine.land.movement.march_under_way import Move
from engine.overseas import active_natives
from engine.overseas.natives_math import Answered, Appeal
from engine.play.asks import BadAnswer, Choose
from engine.play.phase import Phase
from engine.sea.under_way import boarding
from engine.sequence import battle_order, cleanup, movement, next_moves
from engine.situation import knowledge
from engine.state import State, forces
from engine.state.overseas import Establishment
from engine.state.sides import NATIVES
from tests.engine.fighting import examples
from tests.engine.overseas.coasts import (
    ANGOLA,
    COAST,
    EVERYWHERE,
    MEXICO,
    SOUTH,
    enter,
    native,
    stack,
    table,
)
from tests.engine.playing import band, lead, play, put

# The test.


@pytest.mark.rule("NAT-01", "NAT-04")
def test_natives_who_stay_calm_are_tested_at_every_entry() -> None:
    state = table()
    units = stack(state, ANGOLA, "A-", leader=None)
    for _ in range(2):
        played = enter(state, units, [], ANGOLA, [("natives", "peace")], {"spain.natives": 8})
        assert played.result is False
        assert isinstance(played.asks[0], Choose)
        assert played.asks[0].options[0].detail == "they attack (70 %)"
        assert not state.overseas.natives
        assert not native(state, ANGOLA)
    assert board.area("angola").tolerance == 7


@pytest.mark.rule("NAT-04", "NAT-05", "NAT-A7", "NAT-A9")
def test_natives_who_are_roused_attack_at_once_as_interceptors() -> None:
    state = table()
    units = stack(state, ANGOLA, "A+", "A+")
    seen: list[bool] = []
    setup = parameters.prepare

    def watched(*arguments: Any) -> Any:
        found = setup(*arguments)
        seen.append(found.situation.interception)
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("engine.land.battle.battle.prepare", watched)
        played = enter(
            state, units, ["cortes"], ANGOLA,
            [("natives", "peace"), ("withdraw", False)], ROUT | {"spain.natives": 7},
        )  # fmt: skip
    assert seen == [True]
    assert played.result is False, "the winner may go on (AFT-08)"
    assert state.overseas.natives == {ANGOLA: "active"}
    assert "rise and attack" in played.told
    assert "The natives have no leader there" in played.told
    assert "Spain wins, losing nothing; the natives are routed, losing " in played.told
    left = tuple(unit.kind for unit in state.units_at(ANGOLA) if unit.country == NATIVES)
    assert left == active_natives.counters(native(state, ANGOLA)) != (), "they stay where they live"
    other = [place for place in board.area_provinces()["angola"] if place != ANGOLA]
    assert not any(place in state.overseas.natives for place in other), (
        "the natives of that province only"
    )


ROUT = {
    "natives.replacement": 5,
    "spain.fire1": 10,
    "spain.pursuit": 5,
    "natives.losses": 5,
    "spain.casualty": 9,
}


@pytest.mark.rule("FIG-17", "NAT-05")
def test_nobody_is_asked_whether_natives_break_off() -> None:
    """After a first day that routs nobody only those who fight them may."""
    state = table()
    units = stack(state, ANGOLA, "A+", "A+")
    dice = ROUT | {"spain.natives": 7, "spain.fire1": 1, "spain.shock1": 1, "natives.shock1": 1,
                   "spain.fire2": 10}  # fmt: skip
    answers = [("natives", "peace"), ("retreat-attempt", False), ("withdraw", False)]
    played = enter(state, units, ["cortes"], ANGOLA, answers, dice)
    attempts = [ask for ask in played.asks if ask.name == "retreat-attempt"]
    assert [ask.about["country"] for ask in attempts] == ["spain"]


@pytest.mark.rule("NAT-02")
def test_leaders_alone_rouse_nobody() -> None:
    state = table()
    lead(state, "spain", ANGOLA, "cortes")
    assert enter(state, [], ["cortes"], ANGOLA, [], []).result is False


@pytest.mark.rule("NAT-03", "NAT-A1")
def test_who_has_a_treaty_is_not_tested() -> None:
    state = table()
    units = stack(state, "malabar-s", "A-", leader=None)
    assert active_natives.must_test(state, band(units), "malabar-s")
    state.countries["spain"].treaties = ["vijayanagar"]
    assert not active_natives.must_test(state, band(units), "malabar-s")
    assert active_natives.must_test(state, band(stack(state, ANGOLA, "LD")), ANGOLA), (
        "of that country only"
    )
    own = put(state, "vijayanagar", "malabar-s", "A+")
    assert not active_natives.must_test(state, band(own), "malabar-s"), "nor are they at home"
    assert active_natives.must_test(state, band(own), ANGOLA)


@pytest.mark.rule("NAT-03", "NAT-A1")
def test_a_treaty_with_a_country_keeps_no_natives_calm_while_at_war_with_it() -> None:
    """689: "natives in some ROTW countries are not tested if the moving stack has an AT with the
    country": who makes war on it is let in no longer."""
    state = table()
    units = stack(state, "malabar-s", "A-", leader=None)
    state.countries["spain"].treaties = ["vijayanagar"]
    state.diplomacy.wars = [("spain", "vijayanagar")]
    assert active_natives.must_test(state, band(units), "malabar-s")


def test_a_colony_lives_in_peace_with_the_natives() -> None:
    state = table()
    units = stack(state, ANGOLA, "LD", leader=None)
    for kind, meets in (("trading_post", True), ("mission", True), ("colony", False)):
        state.overseas.establishments = {ANGOLA: [Establishment("spain", kind, 1)]}  # type: ignore[arg-type]
        assert active_natives.must_test(state, band(units), ANGOLA) is meets


@pytest.mark.rule("NAT-06", "NAT-07")
def test_an_attack_on_natives_waits_for_the_battles_and_stays_passive() -> None:
    state = table()
    units = put(state, "spain", SOUTH, "A-", "LD", leader="cortes")
    state.overseas.natives[SOUTH] = "gone"
    answers = [
        ("next-move", SOUTH), ("mover", [*map(str, units), "cortes"]),
        ("march", [ANGOLA]), ("natives", "attack"),
    ]  # fmt: skip
    played = play(movement.moves, state, answers, {"spain.attrition": 1})
    assert not played.phase.state.marks.active_moves, "a passive campaign allows it"
    there = [unit.id for unit in state.units_at(ANGOLA)]
    assert {*there} == state.marks.locked, "both sides wait for the battle"
    assert native(state, ANGOLA) == 9
    assert battle_order.pending_battles(state) == [(ANGOLA, NATIVES)]


def test_the_march_is_told_before_what_the_natives_do() -> None:
    state = table()
    units = put(state, "spain", SOUTH, "A-", leader="cortes")
    state.overseas.natives[SOUTH] = "gone"
    answers = [
        ("next-move", SOUTH), ("mover", [*map(str, units), "cortes"]),
        ("march", [ANGOLA]), ("natives", "peace"), ("march", []),
        ("next-move", "done"),
    ]  # fmt: skip
    dice = {"spain.natives": 8, "spain.attrition": 1}
    played = play(movement.moves, state, answers, dice)
    first, then = [entry.text for entry in played.phase.story][:2]
    assert first.startswith("Spain moves A- with Cortés: ")
    assert then == "The natives of Angola N stay calm: 8."


@pytest.mark.rule("NAT-06")
def test_the_march_is_told_before_an_attack_where_natives_never_rise_of_themselves() -> None:
    """The Aztecs have no tolerance: only whom one attacks or speaks to ends a march there."""
    state = table()
    units = put(state, "spain", COAST, "A-", leader="cortes")
    state.overseas.natives[COAST] = "gone"
    answers = [
        ("next-move", COAST), ("mover", [*map(str, units), "cortes"]),
        ("march", [MEXICO]), ("natives", "attack"),
    ]  # fmt: skip
    played = play(movement.moves, state, answers, {"spain.attrition": 1})
    first, then = [entry.text for entry in played.phase.story][:2]
    assert first.startswith("Spain moves A- with Cortés: ")
    assert then == "The natives of Azteca C are attacked: 20 LD."


@pytest.mark.rule("NAT-06")
def test_who_attacks_does_not_test() -> None:
    state = table()
    units = stack(state, ANGOLA, "LD", leader=None)
    assert enter(state, units, [], ANGOLA, [("natives", "attack")], []).result is True


@pytest.mark.rule("NAT-A8")
def test_natives_who_were_fought_leave_the_stack_alone_until_the_next_round() -> None:
    state = table()
    units = stack(state, ANGOLA, "A+", "A+")
    enter(state, units, ["cortes"], ANGOLA,
          [("natives", "peace"), ("withdraw", False)], ROUT | {"spain.natives": 7})  # fmt: skip
    assert native(state, ANGOLA)
    assert not battle_order.pending_battles(state)
    state.marks.beaten.clear()
    assert not battle_order.pending_battles(state), "routed: not in the next round"
    state.sequence.rounds += ["S4", "W4"]
    assert battle_order.pending_battles(state) == [(ANGOLA, NATIVES)]


# The conquistador table.


@pytest.mark.rule("NAT-08", "NAT-09", "NAT-10")
def test_a_conquistador_speaks_before_any_test_and_rouses_them() -> None:
    state = table()
    units = stack(state, MEXICO, "LD")
    asked = enter(state, units, ["cortes"], MEXICO, [("natives", "win:cortes")], TALK)
    assert state.overseas.natives == {MEXICO: "active"}, "active even where nobody resists"
    assert asked.asks[0].name == "natives"
    assert enter(state, units, ["cortes"], MEXICO, [], []).result is False, "they are active now"


@pytest.mark.rule("NAT-11")
def test_generals_do_not_speak_to_natives() -> None:
    assert natives.may_appeal(["cortes", "conde"], MEXICO) == ["cortes"]
    assert natives.may_appeal(["cortes"], min(board.area_provinces()["japon"])) == []


@pytest.mark.rule("NAT-15", "NAT-17", "NAT-18", "NAT-A2", "NAT-A4")
def test_what_an_appeal_sees_on_the_table() -> None:
    state = table()
    units = stack(state, MEXICO, "LD")
    known = natives.appeal(state, band(units, "cortes"), MEXICO, "cortes")
    assert known == Appeal(values=17, natives=60, strength=3)
    state.overseas.appeals["azteca"] = 2
    recruits = active_natives.join(state, "cortes", 12)
    state.overseas.natives.clear()
    known = natives.appeal(state, band([*units, *recruits], "cortes"), MEXICO, "cortes")
    assert (known.uses, known.strength, known.army) == (2, 15, False), "their A+ is not a country's"
    units += put(state, "spain", MEXICO, "A-")
    assert natives.appeal(state, band(units, "cortes"), MEXICO, "cortes").army


@pytest.mark.rule("NAT-15")
def test_every_use_is_remembered_for_the_area() -> None:
    state = table()
    units = stack(state, MEXICO, "LD")
    enter(state, units, ["cortes"], MEXICO, [("natives", "win:cortes")], TALK)
    assert state.overseas.appeals == {"azteca": 1}
    again = State.from_plain(state.to_plain())
    assert (again.overseas.appeals, again.overseas.natives) == (
        state.overseas.appeals,
        state.overseas.natives,
    )


TALK = {"spain.conquistador": 1}
BEYOND = "azteca-nw"


@pytest.mark.rule("NAT-23", "NAT-24", "NAT-26", "NAT-27")
def test_the_worked_example_on_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    given, then = (examples()["EX-NAT-01"][key] for key in ("given", "then"))
    state = table()
    units = stack(state, MEXICO, "A+", "A+")
    monkeypatch.setattr(active_natives, "inactive_natives", lambda *_: 3 * given["natives_ld"])
    monkeypatch.setattr("engine.facts.tables.conquistador", lambda *_: CELL)
    before: list[tuple[int, int]] = []

    def seen(*arguments: Any) -> Any:
        before.append((native(state, MEXICO), forces.strength(active_natives.recruits(state))))
        return prepared(*arguments)

    prepared = parameters.prepare
    monkeypatch.setattr("engine.land.battle.battle.prepare", seen)
    dice = ROUT | {"spain.conquistador": 5}
    enter(state, units, ["cortes"], MEXICO,
          [("natives", "win:cortes"), ("withdraw", False)], dice)  # fmt: skip
    assert before == [(3 * then["natives_left_in_province_ld"], 3 * then["joined_stack_ld"])], (
        "the recruits fight beside those who won them over"
    )


@pytest.mark.rule("NAT-23", "NAT-26")
@pytest.mark.parametrize(("star", "follow"), [(5, 1), (6, 2)])
def test_a_star_of_the_share_who_desert_has_a_die_of_its_own(
    star: int, follow: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of five thirds seven in ten do not: one and a half are left, and on a 5 the half goes too."""
    state = table()
    units = stack(state, MEXICO, "LD")
    monkeypatch.setattr(active_natives, "inactive_natives", lambda *_: 5)
    dice = TALK | {"spain.desert.star": star}
    played = enter(state, units, ["cortes"], MEXICO, [("natives", "win:cortes")], dice)
    assert forces.strength(active_natives.recruits(state)) == follow
    assert f"{follow}/3 LD of natives follows Cortés." in played.told


class Cell(tuple[int, int]):
    """R30/D80."""

    resist_percent, desert_percent = 30, 80


CELL = Cell((30, 80))


# Recruits.


def followed(state: State) -> tuple[list[int], list[int]]:
    units = stack(state, MEXICO, "LD")
    state.overseas.natives[MEXICO] = "active"
    return units, active_natives.join(state, "cortes", 21)


@pytest.mark.rule("NAT-28")
def test_armies_stand_for_two_and_four_detachments_of_natives() -> None:
    state = table()
    _, recruits = followed(state)
    units = [state.units[number] for number in recruits]
    assert [unit.kind for unit in units] == ["A+", "A-", "LD"]
    assert {(unit.country, unit.corps, unit.leader) for unit in units} == {
        ("spain", "native", "cortes")
    }


@pytest.mark.rule("DIS-01", "NAT-30")
def test_recruits_know_the_way_that_their_conquistador_has_found() -> None:
    """1652: "only the stack that made it knows about it"; 758: natives who follow
    "must stay stacked" with the conquistador."""
    state = table()
    for places in state.overseas.known.values():
        places -= {MEXICO, SOUTH}
    units = stack(state, MEXICO, "LD")
    for carrier in (*map(str, units), "cortes"):
        state.overseas.discoveries[carrier] = {MEXICO, SOUTH}
    recruits = active_natives.join(state, "cortes", 3)
    together = [*units, *recruits]
    assert knowledge.open_to(state, band(together, "cortes"), MEXICO)
    assert knowledge.open_to(state, band(together, "cortes"), SOUTH), "the way that they came"


@pytest.mark.rule("NAT-29")
def test_recruits_are_outside_stacking_technology_and_morale() -> None:
    state = table(technology="arquebus")
    units = put(state, "spain", MEXICO, "A+", "A-", "A-", veteran=True, leader="cortes")
    recruits = active_natives.join(state, "cortes", 60)
    every = [state.units[number] for number in (*units, *recruits)]
    assert forces.within_stacking(every)
    assert forces.veteran(every), "most of them are natives"
    force = Force("spain", tuple(unit.id for unit in every), ("cortes",))
    side = parameters.side(state, force, natives.speaker(state, "cortes"), True, ())
    assert (side.technology, side.veteran) == ("arquebus", True)


@pytest.mark.rule("FIG-32")
def test_a_conquistador_with_converted_natives_throws_one_die() -> None:
    state = table()
    units = stack(state, MEXICO, "LD")
    recruits = active_natives.join(state, "cortes", 60)
    there = active_natives.rouse(state, MEXICO, 60)
    both = (
        Force("spain", (*units, *recruits), ("cortes",)),
        Force(NATIVES, tuple(there), ()),
    )
    leaders = [natives.speaker(state, "cortes"), parameters.expected_commander(state, both[1])]
    setup = parameters.prepare(state, MEXICO, both, leaders, True)
    assert [force.dice for force in setup.forces] == [1, 3], "20 LD of natives throw three"
    alone = Force("spain", tuple(recruits), ("cortes",))
    setup = parameters.prepare(state, MEXICO, (alone, both[1]), leaders, True)
    assert setup.forces[0].dice == 1


@pytest.mark.rule("NAT-27", "NAT-30")
def test_natives_who_were_won_over_march_on_with_him() -> None:
    """*Deserters join the stack* at once: where its march goes on, they go with it."""
    state = table()
    units = put(state, "spain", COAST, "LD", leader="cortes")
    state.overseas.natives |= {COAST: "gone", BEYOND: "gone"}
    answers = [
        ("next-move", COAST), ("mover", [*map(str, units), "cortes"]),
        ("march", [MEXICO]), ("natives", "win:cortes"), ("march", [BEYOND]),
        ("next-move", "done"),
    ]  # fmt: skip
    play(movement.moves, state, answers, TALK | {"spain.attrition": 1})
    assert [unit.kind for unit in state.units_at(BEYOND)] == ["LD", "A+", "A-"]
    assert not state.units_at(MEXICO)


@pytest.mark.rule("NAT-30", "NAT-31")
@pytest.mark.parametrize("how", ["wounded", "killed", "at sea", "elsewhere", "aboard"])
def test_recruits_go_home_without_their_conquistador(how: str) -> None:
    state = table()
    units, recruits = followed(state)
    chief = state.leaders["cortes"]
    siege_ = play(besieging.settle, state, [], [], MEXICO)
    assert set(recruits) <= state.units.keys(), "as long as he is there they stay"
    if how in ("wounded", "killed"):
        state.remove_leader(chief, how, "End" if how == "wounded" else "")  # type: ignore[arg-type]
    elif how == "aboard":
        state.put_leader(chief, "sea-mexique", "aboard")
        for number in (*units, *recruits):
            state.put(state.units[number], "sea-mexique", "aboard")
    else:
        state.put_leader(chief, "sea-mexique" if how == "at sea" else COAST)
    played = play(besieging.settle, state, [], [], MEXICO)
    assert not active_natives.recruits(state)
    assert set(units) <= state.units.keys()
    assert "Cortés of Spain in" in played.told
    assert "go home" not in siege_.told


@pytest.mark.rule("NAT-31")
def test_all_recruits_go_home_at_the_end_of_the_turn_where_no_natives_are_left() -> None:
    """They do so beside their conquistador, too, and where every province is calm."""
    state = table()
    units, recruits = followed(state)
    state.overseas.natives.clear()
    phase = Phase(state)
    active_natives.disband(phase)
    assert {*units, *recruits} == state.units.keys(), "he is there, and the turn goes on"
    active_natives.disband(phase, everybody=True)
    assert list(state.units) == units


@pytest.mark.rule("NAT-26", "NAT-31")
def test_the_turn_ends_in_peace() -> None:
    state = table(box="End", rounds=["End"], step="cleanup")
    units, _ = followed(state)
    active_natives.rouse(state, ANGOLA, 3)
    active_natives.rouse(state, "angola-s", 0)
    active_natives.rouse(state, "azteca-e", 30)
    play(cleanup.cleanup, state)
    assert list(state.units) == units
    assert state.overseas.natives == {MEXICO: "gone"}, (
        "in America and Siberia nobody comes back (C-INT-03)"
    )
    assert (
        active_natives.inactive_natives(state, ANGOLA)
        == active_natives.inactive_natives(state, "angola-s")
        == 9
    )
    assert active_natives.inactive_natives(state, "azteca-e") == 60
    assert not active_natives.inactive_natives(state, MEXICO)


@pytest.mark.rule("NAT-A6")
def test_recruits_follow_an_explorer_who_won_them_over() -> None:
    state = table(known={"portugal": set(EVERYWHERE)},
                  alliances={"france": ["france"], "portugal": ["portugal"]})  # fmt: skip
    units = put(state, "portugal", ANGOLA, "LD", leader="dias")
    known = natives.appeal(state, band(units, "dias"), ANGOLA, "dias")
    whole = countries.leader("dias")
    assert known.values == (whole.manoeuvre + whole.fire + whole.shock) // 2
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("engine.facts.tables.conquistador", lambda *_: CELL)
        patch.setattr(Cell, "resist_percent", 100)
        patch.setattr(Cell, "desert_percent", 50)
        enter(state, units, ["dias"], ANGOLA,
              [("natives", "win:dias")], {"portugal.conquistador": 1})  # fmt: skip
    assert {unit.leader for unit in active_natives.recruits(state)} == {"dias"}
    state.remove_leader(state.leaders["dias"], "killed")
    play(besieging.settle, state, [], [], ANGOLA)
    assert not active_natives.recruits(state)


@pytest.mark.rule("EXP-30", "EXP-A5")
def test_an_exploration_meets_natives_like_a_march() -> None:
    state = table()
    units = stack(state, ANGOLA, "A+", "A+")
    battles: list[str] = []
    with pytest.MonkeyPatch.context() as patch:

        async def fight(phase: Phase, move: Move, *more: Any, **_: Any) -> bool:
            battles.append(move.way[-2])
            return False

        patch.setattr("engine.land.movement.interception_battle.fight", fight)
        played = play(
            natives.meet_natives, state, [("natives", "peace")], {"spain.natives": 1},
            natives.expedition(state, "spain", band(units, "cortes", place=ANGOLA)),
        )  # fmt: skip
    assert played.result is True, "it was not won"
    assert battles == [SOUTH], "fought at once; whoever loses goes back"
    state = table()
    units = stack(state, ANGOLA, "A+", "A+")
    comes = natives.expedition(state, "spain", band(units, "cortes", place=ANGOLA))
    play(natives.meet_natives, state, [("natives", "attack")], [], comes)
    assert battle_order.pending_battles(state) == [(ANGOLA, NATIVES)], (
        "an attack waits for the battles"
    )


@pytest.mark.rule("NAT-30", "MVG-07")
def test_recruits_go_nowhere_without_him_and_never_aboard() -> None:
    state = table()
    units, recruits = followed(state)
    state.overseas.natives.update({COAST: "gone"})
    state.marks.moved.clear()
    names = [str(number) for number in (*units, *recruits)]
    part = next_moves.free(state, MEXICO, "spain")
    assert part.troops == tuple(names)

    def march(*path: str, leaders: tuple[str, ...] = ("cortes",)) -> None:
        numbers = [*units, *recruits]
        ask = March(who="spain", name="march", what="?", state=state, alliance="spain",
                    place=MEXICO, units=numbers, leaders=leaders)  # fmt: skip
        ask.parse(list(path))

    march(COAST)
    with pytest.raises(BadAnswer, match="without Cortés"):
        march("-cortes", COAST)
    march("-cortes", *(f"-{number}" for number in recruits), COAST)
    with pytest.raises(BadAnswer, match="NAT-30"):
        Parting(who="spain", name="mover", what="?", state=state, units=recruits,
                leaders=["cortes"]).parse([str(recruits[0])])  # fmt: skip
    state.marks.moved_leaders.add("cortes")
    assert next_moves.free(state, MEXICO, "spain").troops == (names[0],)
    state.marks.moved_leaders.clear()
    for number in (*units, *recruits):
        state.put(state.units[number], COAST)
    state.put_leader(state.leaders["cortes"], COAST)
    aboard = boarding.boarders(state, "sea-mexique", COAST, "spain")
    assert aboard.troops == (names[0],)


def test_what_natives_will_answer_on_the_average_is_weighed_by_its_chances() -> None:
    """Of two answers, each of a quarter: in detachments, and how likely one of them is."""
    cell = conquistador(7, 9)
    found = natives._mean(
        {Answered(7, cell, 18, 3, 6): Fraction(1, 4), Answered(7, cell, 18, 9, 0): Fraction(1, 4)}
    )
    assert found == {"chance": 0.5, "deserters": 2.0, "resisters": 1.0}
