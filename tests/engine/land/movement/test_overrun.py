"""Overruns: by what moves and of what moves, from four and from eight times the strength."""

from __future__ import annotations

from typing import Any

import pytest

from engine.land.movement import march_under_way, overrun
from engine.land.movement.march_ask import March
from engine.play.asks import BadAnswer
from engine.state.forces import Kind
from engine.state.land import Siege
from engine.state.stacks import Band
from tests.engine.border import DONE, GO, QUIET, moves, table
from tests.engine.playing import decide_battles, play, put

WAY = ("march", ["ile-de-france", "champagne"])
PASS: tuple[str, list[str]] = ("intercept", [])


def mover(*numbers: int, leader: str = "") -> tuple[str, list[str]]:
    return "mover", [*(str(number) for number in numbers), *([leader] if leader else [])]


@pytest.mark.rule("OVR-A2", "OVR-01")
def test_whole_times_count() -> None:
    assert [overrun.times_stronger(strong, 3) for strong in (11, 12, 23, 24)] == [3, 4, 7, 8]
    assert overrun.times_stronger(12, 0) == 0


@pytest.mark.rule("OVR-01", "OVR-02", "OVR-03", "OVR-04", "OVR-05", "OVR-A3")
def test_eight_times_destroys_without_a_battle(monkeypatch: pytest.MonkeyPatch) -> None:
    fought = decide_battles(monkeypatch)
    state = table(bad_weather=True)
    army = put(state, "france", "picardie", "A+", "A+")
    victim = put(state, "spain", "ile-de-france", "LD", leader="don-juan")
    played = moves(
        state, GO, mover(*army), ("march", ["ile-de-france", "troyes"]), PASS, ("overrun", True),
        dice={"spain.casualty": 1, "spain.wound": 3, "france.attrition": QUIET},
    )  # fmt: skip
    assert fought == []
    assert victim[0] not in state.units
    assert state.leaders["don-juan"].status == "killed"
    # It goes on as if nothing had happened, and rolls attrition once, at the end.
    assert {state.units[number].place for number in army} == {"troyes"}
    kinds = [entry.text for entry in played.phase.story]
    assert ["attrition" in text for text in kinds].index(True) > [
        "overrun" in text for text in kinds
    ].index(True)
    assert sum("attrition" in text for text in kinds) == 1


@pytest.mark.rule("OVR-06")
def test_four_times_fights_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    fought = decide_battles(monkeypatch, "france")
    state = table(bad_weather=True)
    army = put(state, "france", "picardie", "A+", "LD")
    victim = put(state, "spain", "champagne", "LD")
    played = moves(
        state, GO, mover(*army), ("march", ["ile-de-france", "champagne", "troyes"]),
        PASS, ("overrun", True), ("march", ["troyes"]), dice={"france.attrition": QUIET},
    )  # fmt: skip
    told = "France overruns LD of Spain in Champagne, 5 times as strong: a battle at once."
    assert told in played.told
    assert fought[0].interception
    assert fought[0].overrun
    assert fought[0].other.unit_ids == tuple(victim)
    assert fought[0].rolls == 1  # 3 MP in bad weather, before the battle
    assert {state.units[number].place for number in army} == {"troyes"}
    # Beaten, it stops.
    decide_battles(monkeypatch, "")
    state = table()
    army = put(state, "france", "picardie", "A+", "LD")
    put(state, "spain", "champagne", "LD")
    moves(
        state, GO, mover(*army), ("march", ["ile-de-france", "champagne", "troyes"]),
        PASS, ("overrun", True),
    )  # fmt: skip
    assert {state.units[number].place for number in army} == {"ile-de-france"}


@pytest.mark.rule("OVR-06", "OVR-A5", "ITG-07")
@pytest.mark.parametrize("order", [("spain", "england"), ("england", "spain")])
def test_enemies_of_several_alliances_are_overrun_one_by_one_in_decreasing_initiative(
    order: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """1216: *in decreasing order of initiative*; 1737: *there cannot be a three-sided battle*; 662:
    *at least four times as many LD* as the enemies there, all together."""
    fought = decide_battles(monkeypatch, "france", "france")
    state = table(
        alliances={name: [name] for name in ("france", *order)},
        wars=[("france", "spain"), ("england", "france")],
    )
    army = put(state, "france", "picardie", "A+", "A+")
    for country in order:
        put(state, country, "ile-de-france", "LD")
    march = "march", ["ile-de-france"]
    moves(
        state, GO, mover(*army), march, PASS, PASS, ("overrun", True), ("march", []),
        dice={"france.attrition": QUIET},
    )  # fmt: skip
    assert [each.other.alliance for each in fought] == [*order]


@pytest.mark.rule("OVR-03", "AFT-04", "MVG-07")
def test_where_besiegers_are_overrun_the_besieged_come_out_at_once_and_may_go_along() -> None:
    """*If the fortress was besieged and the province now contains only friendly troops, the siege
    is now lifted* (3306), and *the moving stack may pick up units along its movement* (516)."""
    state = table(sieges={"ile-de-france": Siege("spain", ["+"])})
    army = put(state, "france", "picardie", "A+")
    (besieger,) = put(state, "spain", "ile-de-france", "LDE")
    (shut_in,) = put(state, "france", "ile-de-france", "LD", position="inside")
    played = moves(
        state, GO, mover(*army), ("march", ["ile-de-france", "troyes"]),
        ("intercept", [str(besieger)]), ("overrun", True), ("march", [f"+{shut_in}", "troyes"]),
        dice={"spain.intercept": 1},
    )  # fmt: skip
    assert "The siege of Île-de-France is lifted" in played.told
    assert state.units[shut_in].place == "troyes"


@pytest.mark.rule("OVR-05", "AFT-04", "MOV-03")
def test_the_besieged_are_not_too_many_beside_a_stack_that_overruns_and_goes_on() -> None:
    """*The phasing stack may then continue moving as if nothing happened* (671): stacking is
    enforced where it ends."""
    state = table(sieges={"ile-de-france": Siege("spain", ["+"])})
    army = put(state, "france", "picardie", "A+", "A+")
    put(state, "spain", "ile-de-france", "LD")
    (shut_in,) = put(state, "france", "ile-de-france", "LD", position="inside")
    moves(
        state, GO, mover(*army), ("march", ["ile-de-france", "troyes"]), PASS, ("overrun", True),
        DONE, dice={"france.attrition": QUIET},
    )  # fmt: skip
    assert state.units[shut_in].position == "field"
    assert {state.units[number].place for number in army} == {"troyes"}


@pytest.mark.rule("OVR-01", "MOV-28")
def test_below_four_times_the_enemies_hold_the_stack() -> None:
    state = table()
    army = put(state, "france", "picardie", "A-", "LD")
    put(state, "spain", "ile-de-france", "LD")
    ask = March(who="france", name="march", what="?", state=state, alliance="france",
                place="picardie", units=army, leaders=())  # fmt: skip
    with pytest.raises(BadAnswer, match="MOV-28"):
        ask.parse(["ile-de-france", "troyes"])
    moves(state, GO, mover(*army), ("march", ["ile-de-france"]), PASS)
    assert set(army) <= state.marks.locked
    # Who may overrun but does not is held too.
    state = table()
    army = put(state, "france", "picardie", "A+")
    put(state, "spain", "ile-de-france", "LD")
    moves(state, GO, mover(*army), ("march", ["ile-de-france", "troyes"]), PASS, ("overrun", False))
    assert state.units[army[0]].place == "ile-de-france"
    assert set(army) <= state.marks.locked


@pytest.mark.rule("OVR-07", "OVR-02")
def test_interceptors_may_be_overrun(monkeypatch: pytest.MonkeyPatch) -> None:
    """EX-OVR-01: two stacks try, one comes, both are within reach of the mover's strength."""
    fought = decide_battles(monkeypatch)
    state = table()
    army = put(state, "france", "picardie", "A+", "A+")
    came = put(state, "spain", "artois", "LD")
    stays = put(state, "spain", "hainaut", "LD")
    moves(
        state, GO, mover(*army), WAY, PASS,
        ("intercept", [str(number) for number in came + stays]), ("overrun", True),
        ("march", []), dice={"spain.intercept": [10, 1], "france.attrition": QUIET},
    )  # fmt: skip
    assert fought == []
    assert came[0] not in state.units
    assert state.units[stays[0]].place == "hainaut"


@pytest.mark.rule("OVR-08")
@pytest.mark.parametrize("kinds", [["A+"], ["A+", "A+"]])
def test_what_moves_may_be_overrun(kinds: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    fought = decide_battles(monkeypatch, "spain")
    state = table()
    going = put(state, "france", "picardie", "LD")
    spanish = put(state, "spain", "ile-de-france", *kinds)
    moves(state, GO, ("march", ["ile-de-france"]), ("overrun", True))
    if len(kinds) == 1:  # four times: an interception without a roll
        assert fought[0].other.unit_ids == tuple(spanish)
        assert fought[0].interception
    else:
        assert fought == []
        assert going[0] not in state.units


@pytest.mark.rule("OVR-08", "ITG-13")
def test_who_tried_to_intercept_does_not_overrun_the_same_move() -> None:
    state = table()
    french = put(state, "france", "picardie", "LD")
    spanish = put(state, "spain", "ile-de-france", "A+")
    going = march_under_way.begin(state, "france", "picardie", french, [])
    march_under_way.join(state, going, french, [])
    march_under_way.advance(state, going, "ile-de-france", 1)
    going.tried.update(spanish)
    played = play(overrun.overrunning_enemies, state, [], [], going)
    assert (played.result, played.asks) == (("", ()), [])


@pytest.mark.rule("OVR-08", "OVR-04")
def test_the_leader_of_an_overrun_mover_tests() -> None:
    state = table()
    going = put(state, "france", "picardie", "LD", leader="foix")
    put(state, "spain", "ile-de-france", "A+", "A+")
    moves(
        state, GO, mover(*going, leader="foix"), ("march", ["ile-de-france"]), ("overrun", True),
        dice={"france.casualty": 1, "france.wound": 3},
    )  # fmt: skip
    assert state.leaders["foix"].status == "killed"


@pytest.mark.rule("OVR-09", "OVR-A1")
@pytest.mark.parametrize("position", ["field", "inside"])
def test_friends_in_the_province_count_with_what_moves(position: Any) -> None:
    state = table()
    put(state, "france", "picardie", "LD")
    put(state, "france", "ile-de-france", "LD", position=position)
    put(state, "spain", "ile-de-france", "A+")
    answers = [GO, ("march", ["ile-de-france"])]
    if position == "inside":
        state.land.sieges["ile-de-france"] = Siege("spain")
        answers.append(PASS)
    else:
        state.marks.locked = {2, 3}
    played = moves(state, *answers)
    assert "overrun" not in [ask.name for ask in played.asks]


@pytest.mark.rule("OVR-08")
@pytest.mark.parametrize("why", ["", "no campaign", "locked", "beaten", "at peace"])
def test_who_may_not_intercept_overruns_nobody(why: str) -> None:
    state = table()
    french = put(state, "france", "picardie", "LD")
    spanish = put(state, "spain", "ile-de-france", "A+")
    going = march_under_way.begin(state, "france", "picardie", french, [])
    march_under_way.join(state, going, french, [])
    march_under_way.advance(state, going, "ile-de-france", 1)
    if why == "no campaign":
        state.countries["spain"].campaign = "none"
    elif why == "at peace":
        state.diplomacy.wars.clear()
    elif why:
        getattr(state.marks, why).update(spanish)
    played = play(overrun.overrunning_enemies, state, [] if why else [False], [], going)
    assert [ask.name for ask in played.asks] == ([] if why else ["overrun"])


@pytest.mark.rule("OVR-09", "OVR-A1")
def test_with_what_moves_its_own_friends_count_and_no_enemies() -> None:
    """*Forces friendly to the mover already in the province, besieged ones included.*"""
    state = table()
    french = put(state, "france", "ile-de-france", "LD")
    put(state, "france", "ile-de-france", "A-", position="inside")
    put(state, "spain", "ile-de-france", "A+")
    move = march_under_way.begin(state, "france", "ile-de-france", french, [])
    assert overrun._with_friends(state, move) == 3 + 6


@pytest.mark.rule("OVR-08", "OVR-04")
@pytest.mark.parametrize("times", [4, 8])
def test_who_overran_what_moves_does_not_try_again_and_nothing_destroyed_goes_on(
    times: int,
) -> None:
    """At 4 times a battle without a roll, and that was the attempt; at 8 nothing is left."""
    state = table()
    french = put(state, "france", "picardie", "LD")
    armies: list[Kind] = ["A+"] * (times // 4)
    spanish = put(state, "spain", "ile-de-france", *armies)
    going = march_under_way.begin(state, "france", "picardie", french, [])
    march_under_way.join(state, going, french, [])
    march_under_way.advance(state, going, "ile-de-france", 1)
    played = play(overrun.overrunning_enemies, state, [("overrun", True)], [], going)
    assert going.tried == {*spanish}
    if times == 4:
        assert played.result == ("spain", (Band("ile-de-france", tuple(spanish), ()),))
        assert going.units == french
    else:
        assert played.result is None
        assert going.units == []
