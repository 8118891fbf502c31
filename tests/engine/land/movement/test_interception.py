"""Interceptions on land: announcing, the order, counter-interceptions, the battle."""

from __future__ import annotations

from typing import Any

import pytest

from engine.facts import board
from engine.facts.countries import leaders
from engine.games.game import Game
from engine.land.battle import battle as land_battle
from engine.land.battle import evasion, parameters
from engine.land.battle.battle import BattleResult
from engine.land.battle.parameters import Force
from engine.land.movement import (
    interception,
    interception_battle,
    interceptors,
    march_under_way,
    movement_attrition,
)
from engine.land.movement.interception import Intercept
from engine.land.movement.march_ask import March
from engine.overseas import active_natives
from engine.play.asks import BadAnswer
from engine.play.phase import Phase
from engine.sequence import battle_order, movement
from engine.state import State, sides
from engine.state.countries import Campaign
from engine.state.land import Siege
from engine.state.stacks import Band
from tests.engine import plays
from tests.engine.border import DONE, GO, QUIET, moves, names, posts, table
from tests.engine.playing import Played, band, decide_battles, lead, play, put, tabletop

# Announcing.


def ask(state: State, target: str, mover: list[int], **more: Any) -> Intercept:
    found = interceptors.eligible_stacks(state, target, "spain", mover, ())
    return Intercept(
        who="spain", name="intercept", what="?", state=state, target=target, posts=found,
        mover=band(mover), **more,
    )  # fmt: skip


@pytest.mark.rule("ITG-04")
def test_a_stack_may_split_to_intercept() -> None:
    state = table(sieges={"picardie": Siege("spain")})
    besiegers = put(state, "spain", "picardie", "LD", "LD", "LD")
    mover = put(state, "france", "caux", "LD")
    question = ask(state, "caux", mover)
    # Picardie has level 2: two must stay, for Caux is not friendly to Spain.
    assert question.parse(names(besiegers[0]))["picardie"].troops == (str(besiegers[0]),)  # type: ignore[index]
    with pytest.raises(BadAnswer, match="MOV-26"):
        question.parse(names(*besiegers[:2]))
    assert names(besiegers[2]) in question.offers()
    assert question.label(names(besiegers[0])).startswith("intercept with LD from Picard")
    lead(state, "spain", "picardie", "don-juan")
    with pytest.raises(BadAnswer, match="leaders alone"):
        ask(state, "caux", mover).parse(["don-juan"])


@pytest.mark.rule("ITG-04")
def test_splitting_respects_the_hierarchy() -> None:
    state = table()
    put(state, "spain", "artois", "A+", leader="don-juan")  # A
    spanish = put(state, "spain", "hainaut", "A+", "LD", leader="duque-de-alva")  # B
    state.remove(state.units[spanish[1]])
    guards = put(state, "spain", "artois", "LD")
    mover = put(state, "france", "picardie", "LD")
    question = ask(state, "picardie", mover)
    with pytest.raises(BadAnswer, match="hierarchy"):
        question.parse([*names(guards[0]), "don-juan"])
    assert question.parse([*names(1, guards[0]), "don-juan"])


@pytest.mark.rule("ITG-01", "ITG-03", "ITG-05", "ITG-06", "INT-09", "INT-12", "MVG-04")
def test_all_announce_then_roll_then_one_battle(monkeypatch: pytest.MonkeyPatch) -> None:
    fought = decide_battles(monkeypatch, "france")
    state = table()
    mover = put(state, "france", "picardie", "LD")
    one, two = put(state, "spain", "artois", "LD"), put(state, "spain", "hainaut", "LD", "LD")
    three = put(state, "spain", "luxemburg", "LD")
    played = moves(
        state, GO, ("march", ["ile-de-france", "champagne"]), ("intercept", []),
        ("intercept", names(*one, *two, *three)), ("march", []),
        dice={"spain.intercept": [8, 2, 9]},
    )  # fmt: skip
    battle = fought[0]
    assert (battle.place, battle.interception) == ("champagne", True)
    assert set(battle.other.unit_ids) == {*one, *three}
    assert battle.other.came_from == {one[0]: "artois", three[0]: "luxemburg"}
    assert battle.phasing.unit_ids == tuple(mover)
    assert battle.phasing.came_from == {mover[0]: "ile-de-france"}
    assert state.units[two[0]].place == "hainaut"
    asked = [ask for ask in played.asks if ask.name == "intercept"]
    assert [ask.who for ask in asked] == ["spain", "spain"]
    assert asked[0].what == "France's LD enters Île-de-France: intercept?"
    assert "LD from Artois intercepts in Champagne (" in played.told
    assert "2 LD from Hainaut fail to intercept in Champagne (" in played.told
    march = next(ask for ask in played.asks if ask.name == "march")
    assert march.question == "Where does France's LD go from Picardie?"


@pytest.mark.rule("EVA-01")
@pytest.mark.parametrize(("battle", "evades"), [("now", True), ("later", False)])
def test_who_has_intercepted_may_evade_the_next_battle(
    monkeypatch: pytest.MonkeyPatch, battle: str, evades: bool
) -> None:
    decide_battles(monkeypatch, "spain")
    state = table()
    first, second = put(state, "france", "ile-de-france", "LD", "LD")
    (interceptor,) = put(state, "spain", "artois", "LD")
    (friend,) = put(state, "spain", "champagne", "LD")
    moves(
        state, ("next-move", "ile-de-france"), ("mover", names(first)), ("march", ["champagne"]),
        ("intercept", names(interceptor)), ("interception-battle", battle),
        *([("counter-intercept", [])] if battle == "now" else []),
        ("next-move", "ile-de-france"), ("march", ["champagne"]),
        *([("intercept", [])] if battle == "now" else []),
        dice={"spain.intercept": 9},
    )  # fmt: skip
    assert second in state.marks.locked
    spanish = parameters.stack_force(state, "champagne", "spain")
    assert set(spanish.unit_ids) == {interceptor, friend}
    assert evasion.may_evade(spanish, False) == evades


def test_the_chance_and_the_battle_stand_beside_the_decision_to_intercept() -> None:
    state = table()
    put(state, "france", "picardie", "LD")
    put(state, "spain", "artois", "A+", veteran=True)
    game = Game(state.to_plain(), movement.moves, {"seed": 1, "dice": "typed"})
    game.answer(GO[1])
    game.answer(["ile-de-france"])
    assert game.ask is not None
    assert game.ask.name == "intercept"
    chances = game.ask.about["chances"]["artois"]
    [(said, odds)] = game.ask.about["odds"].items()
    assert said == f"{10 * chances} % from Artois, then"
    assert odds["win"] > 0.7 > odds["lose"]


@pytest.mark.rule("ITG-04", "MOV-26")
def test_the_battle_beside_the_decision_is_that_of_what_the_siege_can_spare() -> None:
    """*A stack may split and intercept with a part, for example keeping a siege*: of an army before
    a fortress of level 3 one detachment goes, and the odds are those of one."""
    state = table(levels={"champagne": 3})
    mover = put(state, "france", "picardie", "A+")
    put(state, "spain", "champagne", "A+", veteran=True)
    state.land.sieges["champagne"] = Siege("spain")
    game = Game(state.to_plain(), movement.moves, {"seed": 1, "dice": "typed"})
    game.answer(GO[1])
    game.answer(names(*mover))
    game.answer(["ile-de-france"])
    assert game.ask is not None
    assert game.ask.name == "intercept"
    [(said, odds)] = game.ask.about["odds"].items()
    assert odds["lose"] > 0.6 > 0.3 > odds["win"]
    shown = game.ask.about["compared"][said]["sides"]
    assert [side["thirds"] for side in shown if side["country"] == "spain"] == [3]
    assert game.state.units_at("champagne")[0].kind == "A+", "it is broken when it goes"


@pytest.mark.rule("ITG-13", "ITG-14")
def test_one_attempt_against_a_movement(monkeypatch: pytest.MonkeyPatch) -> None:
    decide_battles(monkeypatch)
    state = table()
    put(state, "france", "picardie", "LD")
    spanish = put(state, "spain", "artois", "LD", "LD")
    played = moves(
        state, GO, ("march", ["ile-de-france", "champagne"]),
        ("intercept", names(spanish[0])), ("march", ["champagne"]),
        ("intercept", names(spanish[1])), ("march", []),
        dice={"spain.intercept": [1, 1]},
    )  # fmt: skip
    second = [ask for ask in played.asks if ask.name == "intercept"][1]
    assert isinstance(second, Intercept)
    assert second.posts[0].units == (spanish[1],)
    # Another movement may be tried again, and a movement is one whatever moves in it.
    state = table()
    first = put(state, "france", "picardie", "LD")
    waiting = put(state, "france", "ile-de-france", "LD")
    spanish = put(state, "spain", "artois", "LD")
    played = moves(
        state, GO,
        ("march", ["ile-de-france", f"+{waiting[0]}", f"-{first[0]}", "champagne"]),
        ("intercept", names(*spanish)),
        ("march", [f"+{waiting[0]}", f"-{first[0]}", "champagne"]),
        dice={"spain.intercept": 1},
    )  # fmt: skip
    assert [ask.name for ask in played.asks].count("intercept") == 1
    assert state.units[waiting[0]].place == "champagne"


@pytest.mark.rule("ITG-14")
def test_never_lets_the_whole_move_pass() -> None:
    """Text 1237: dropping and picking up units it is one moving stack, let pass once for all."""
    state = table()
    put(state, "france", "picardie", "LD")
    put(state, "spain", "artois", "LD")
    played = moves(state, GO, ("march", ["ile-de-france", "champagne"]), ("intercept", ["never"]))
    assert [ask.name for ask in played.asks].count("intercept") == 1


@pytest.mark.rule("ITG-07", "ITG-08")
def test_alliances_try_in_order_of_initiative(monkeypatch: pytest.MonkeyPatch) -> None:
    def two() -> State:
        state = table(
            alliances={"france": ["france"], "spain": ["spain"], "england": ["england"]},
            wars=[("france", "spain"), ("france", "england")],
            owners={"champagne": "spain", "troyes": "england"},
        )
        put(state, "france", "picardie", "LD", "LD")
        put(state, "spain", "champagne", "LD")
        put(state, "england", "troyes", "LD")
        return state

    mover = ("mover", names(1, 2))
    fought = decide_battles(monkeypatch, "france", "france")
    state = two()
    played = moves(
        state, GO, mover, ("march", ["ile-de-france", "orleanais"]), ("intercept", names(3)),
        ("march", ["orleanais"]), ("intercept", names(4)), ("march", []),
        dice={"spain.intercept": 8, "england.intercept": 10},
    )  # fmt: skip
    assert [ask.who for ask in played.asks if ask.name == "intercept"] == ["spain", "england"]
    assert [battle.other.alliance for battle in fought] == ["spain", "england"]
    # The first fails: the second may try in the same province.
    fought = decide_battles(monkeypatch, "england")
    moves(
        two(), GO, mover, ("march", ["ile-de-france"]), ("intercept", names(3)),
        ("intercept", names(4)), dice={"spain.intercept": 2, "england.intercept": 10},
    )  # fmt: skip
    assert [battle.other.alliance for battle in fought] == ["england"]


# The battle that follows.


@pytest.mark.rule("ITG-09")
@pytest.mark.parametrize("winner", ["france", "", "spain"])
def test_the_mover_goes_on_only_if_it_won(winner: str, monkeypatch: pytest.MonkeyPatch) -> None:
    decide_battles(monkeypatch, winner)
    state = table()
    mover = put(state, "france", "picardie", "LD")
    spanish = put(state, "spain", "artois", "LD")
    goes_on = [("march", ["champagne"])] if winner == "france" else []
    moves(
        state, GO, ("march", ["ile-de-france", "champagne"]), ("intercept", names(*spanish)),
        *goes_on, dice={"spain.intercept": 8},
    )  # fmt: skip
    assert state.units[mover[0]].place == ("champagne" if winner == "france" else "picardie")


@pytest.mark.rule("INT-04", "INT-06", "MOV-28", "INT-A4")
def test_whoever_does_nothing_locks_the_mover() -> None:
    for answers, dice in (([[]], {}), ([names(2)], {"spain.intercept": 1})):
        state = table()
        state.land.owners["champagne"] = "spain"
        mover = put(state, "france", "picardie", "LD")
        spanish = put(state, "spain", "champagne", "LD")
        assert spanish == [2]
        moves(
            state, GO, ("march", ["ile-de-france", "champagne"]), ("intercept", []),
            *[("intercept", answer) for answer in answers], dice=dice,
        )  # fmt: skip
        assert state.units[mover[0]].place == "champagne"
        assert state.marks.locked == {*mover, *spanish}
        assert state.marks.contested == ["champagne"]
        assert posts(state, "troyes", mover) == []  # no interception any more
        state.marks.locked.clear()
        assert posts(state, "troyes", mover) == ["champagne"]


@pytest.mark.rule("INT-06", "INT-17")
def test_more_troops_may_come_before_the_battle() -> None:
    state = table()
    put(state, "france", "picardie", "LD")
    second = put(state, "france", "troyes", "LD")
    put(state, "spain", "ile-de-france", "LD")
    moves(
        state, GO, ("march", ["ile-de-france"]), ("intercept", []),
        ("next-move", "troyes"), ("march", ["ile-de-france"]),
    )  # fmt: skip
    assert state.units[second[0]].place == "ile-de-france"
    assert second[0] in state.marks.locked


@pytest.mark.rule("INT-05")
def test_an_interceptor_that_won_may_intercept_again(monkeypatch: pytest.MonkeyPatch) -> None:
    decide_battles(monkeypatch, "spain", "spain")
    state = table()
    put(state, "france", "picardie", "LD")
    put(state, "france", "troyes", "LD")
    spanish = put(state, "spain", "ile-de-france", "LD")
    again = ("intercept", names(*spanish))
    moves(
        state, GO, ("march", ["ile-de-france"]), again, ("counter-intercept", []),
        ("next-move", "troyes"), ("march", ["ile-de-france"]), again,
        dice={"spain.intercept": [8, 8]},
    )  # fmt: skip
    assert not state.marks.beaten & set(spanish)


@pytest.mark.rule("INT-07", "INT-08", "INT-12", "INT-11")
def test_phasing_stacks_counter_intercept(monkeypatch: pytest.MonkeyPatch) -> None:
    fought = decide_battles(monkeypatch, "france")
    state = table(campaign="passive")
    state.countries["spain"].campaign = "active"
    mover = put(state, "france", "picardie", "LD")
    helper = put(state, "france", "troyes", "LD", leader="foix")
    far = put(state, "france", "lyonnais", "LD")
    spanish = put(state, "spain", "artois", "LD", leader="don-juan")
    locked = put(state, "france", "champagne", "LD")
    state.marks.locked = set(locked)
    played = moves(
        state, GO, ("march", ["ile-de-france"]), ("intercept", [*names(*spanish), "don-juan"]),
        ("counter-intercept", [*names(*helper), "foix"]), ("march", []), DONE,
        dice={"spain.intercept": 8, "france.intercept": 8},
    )  # fmt: skip
    battle = fought[0]
    assert set(battle.phasing.unit_ids) == {*mover, *helper}
    assert battle.phasing.leader_ids == ("foix",)
    question = next(ask for ask in played.asks if ask.name == "counter-intercept")
    assert isinstance(question, Intercept)
    assert question.question.endswith(
        "LD with Don Juan intercepts in Île-de-France: counter-intercept?"
    )
    assert [post.place for post in question.posts] == ["troyes"]
    assert far[0] not in battle.phasing.unit_ids
    assert not state.marks.active_moves
    modifiers = [e.sheet for e in played.phase.story if e.kind == "roll"][1]
    assert modifiers is not None
    rules = {each[2]: each[0] for each in modifiers["modifiers"]}
    # Foix against Don Juan, over the Seine, beside the mover.
    assert rules["INT-18"] == leaders()["foix"].manoeuvre - leaders()["don-juan"].manoeuvre
    assert (rules["INT-20"], rules["INT-25"]) == (1, -2)


@pytest.mark.rule("INT-10", "MOV-15", "INT-11")
def test_the_leg_rolls_before_the_battle(monkeypatch: pytest.MonkeyPatch) -> None:
    fought = decide_battles(monkeypatch, "spain")
    state = table(bad_weather=True)
    put(state, "france", "picardie", "LD")
    spanish = put(state, "spain", "hainaut", "A+", "LD", "LD")
    moves(
        state, GO, ("march", ["ile-de-france", "champagne"]),
        ("intercept", names(*spanish)),
        dice={"spain.intercept": 10, "france.attrition": QUIET},
    )  # fmt: skip
    assert fought[0].rolls == 2  # the interception and the march, not the interceptors


@pytest.mark.rule("INT-16", "INT-17")
def test_the_interceptor_picks_the_battle_now_or_later(monkeypatch: pytest.MonkeyPatch) -> None:
    def crowded() -> State:
        state = table()
        put(state, "france", "picardie", "LD")
        put(state, "spain", "artois", "LD")
        put(state, "spain", "ile-de-france", "LD")
        put(state, "france", "ile-de-france", "LD")
        return state

    fought = decide_battles(monkeypatch, "spain")
    state = crowded()
    way = [GO, ("march", ["ile-de-france"]), ("intercept", names(2))]
    dice = {"spain.intercept": 10}
    moves(state, *way, ("interception-battle", "later"), dice=dice)
    assert fought == []
    assert state.marks.locked == {1, 2, 3, 4}
    assert state.marks.contested == ["ile-de-france"]
    state = crowded()
    moves(state, *way, ("interception-battle", "now"), DONE, dice=dice)
    assert fought[0].phasing.unit_ids == (1,)
    assert fought[0].other.unit_ids == (2,)


@pytest.mark.rule("INT-16", "INT-A6", "BAT-06")
def test_all_fight_a_battle_that_interceptors_have_joined_and_the_limit_comes_after_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """1290: "resolve this later as a regular battle, hence merging all the troops in the province
    prior to battle", and 2285: a stack "fights normally, whatever the number of LD in it"."""
    fought = decide_battles(monkeypatch, "spain")
    state = table()
    mover = put(state, "france", "picardie", "A+")
    comers = put(state, "spain", "artois", "A+")
    waiting = put(state, "spain", "ile-de-france", "A+", "A+")
    put(state, "france", "ile-de-france", "LD")
    way = [
        GO,
        ("mover", names(*mover)),
        ("march", ["ile-de-france"]),
        ("intercept", names(*comers)),
    ]
    moves(state, *way, ("interception-battle", "later"), dice={"spain.intercept": 10})
    state.sequence.step = "battles"
    lost = ("over-stacking", lambda ask: ask.offers()[0])
    play(battle_order.battles, state, [lost])
    assert {*fought[0].other.unit_ids} == {*comers, *waiting}, "12 LD"
    assert not fought[0].interception


@pytest.mark.rule("INT-12", "INT-16")
def test_both_battles_are_weighed_before_one_is_picked() -> None:
    state = table()
    put(state, "france", "picardie", "LD")
    put(state, "spain", "artois", "A+")
    put(state, "france", "ile-de-france", "A+", "A+")
    put(state, "spain", "ile-de-france", "LD")
    game = Game(state.to_plain(), movement.moves, {"seed": 1, "dice": "typed"})
    for raw in (GO[1], ["ile-de-france"], names(2), 10):
        game.answer(raw)
    ask = game.ask
    assert ask is not None
    assert ask.name == "interception-battle"
    odds = ask.about["odds"]
    assert ask.about["side"] == 1  # the odds are of the mover
    assert odds["now"]["win"] < odds["later"]["win"]  # an LD against A+, or with two A+ besides
    assert [ask.odds_name(raw) for raw in ask.listed()] == list(odds)


@pytest.mark.rule("INT-13", "INT-14", "INT-15")
def test_too_many_interceptors(monkeypatch: pytest.MonkeyPatch) -> None:
    fought = decide_battles(monkeypatch, "spain")
    state = table()
    put(state, "france", "picardie", "LD")
    state.land.owners["troyes"] = "spain"
    one = put(state, "spain", "artois", "A+", "LD")
    two = put(state, "spain", "troyes", "A+", "LD")
    moves(
        state, GO, ("march", ["ile-de-france"]), ("intercept", names(*one, *two)),
        ("fighters", names(one[0], two[0])), ("return", ["troyes"]),
        dice={"spain.intercept": [10, 10]},
    )  # fmt: skip
    assert set(fought[0].other.unit_ids) == {one[0], two[0]}  # 8 LD fight
    assert not fought[0].overrun
    assert {state.units[number].place for number in two} == {"troyes"}
    assert {state.units[number].place for number in one} == {"ile-de-france"}
    # Nobody goes back: the excess is destroyed.
    fought = decide_battles(monkeypatch, "spain")
    state = table()
    put(state, "france", "picardie", "LD")
    state.land.owners["troyes"] = "spain"
    one = put(state, "spain", "artois", "A+", "A-")
    two = put(state, "spain", "troyes", "A+")
    moves(
        state, GO, ("march", ["ile-de-france"]), ("intercept", names(*one, *two)),
        ("fighters", names(one[0], two[0])), ("return", []), ("over-stacking", f"{one[1]}:6"),
        dice={"spain.intercept": [10, 10]},
    )  # fmt: skip
    assert sides.stack(state, "ile-de-france", "spain").thirds == 24


@pytest.mark.rule("INT-13")
def test_of_a_side_without_europeans_all_fight() -> None:
    state = tabletop(alliances={"china": ["china"], "spain": ["spain"]}, minors={"china": "spain"})
    place = min(board.area_provinces()["canton"])
    numbers = put(state, "china", place, "A+", "A+", "A+")
    force = Force("china", tuple(numbers), ())
    assert play(interception_battle._fighters, state, [], [], force).result == force
    one = put(state, "spain", place, "A-")
    mixed = Force("china", (*numbers, *one), ())
    played = play(interception_battle._fighters, state, [names(*numbers[:2])], [], mixed)
    assert played.asks[0].default == names(*numbers[:2]), "as many as may, the largest first"
    assert played.result.unit_ids == tuple(numbers[:2])


@pytest.mark.rule("INT-13")
def test_of_three_pashas_and_ten_detachments_two_and_eight_fight() -> None:
    """*Exceeds 8 LD and 2 Pashas, the excess does not fight*: what is proposed is just as many."""
    state = tabletop(alliances={"turkey": ["turkey"], "spain": ["spain"]})
    numbers = put(state, "turkey", "artois", "A+", "A-", "A-", "LD", corps="janissary")
    pashas = put(state, "turkey", "artois", "PASHA", "PASHA", "PASHA", size=2)
    force = Force("turkey", (*numbers, *pashas), ())
    wanted = names(*numbers[:3], *pashas[:2])
    played = play(interception_battle._fighters, state, [wanted], [], force)
    assert played.asks[0].default == wanted
    assert played.result.unit_ids == (*numbers[:3], *pashas[:2])
    assert not played.asks[0].is_legal(names(*numbers[:3], *pashas))
    assert not played.asks[0].is_legal(names(*numbers, *pashas[:2]))


@pytest.mark.rule("INT-13", "NAT-29")
def test_a_conquistadors_recruits_fight_beside_as_many_as_may() -> None:
    """*Natives in a stack never count toward stacking limit*: of 9 LD eight fight, and they."""
    state = tabletop(alliances={"spain": ["spain"], "england": ["england"]})
    place = min(board.area_provinces()["azteca"])
    numbers = put(state, "spain", place, "A+", "A+", "LD", leader="cortes")
    recruits = active_natives.join(state, "cortes", 9)
    force = Force("spain", (*numbers, *recruits), ("cortes",))
    wanted = [*names(*numbers[:2], *recruits), "cortes"]
    played = play(interception_battle._fighters, state, [wanted], [], force)
    assert played.asks[0].default == wanted
    assert played.result.unit_ids == (*numbers[:2], *recruits)
    assert not played.asks[0].is_legal([*names(*numbers), "cortes"])


@pytest.mark.rule("INT-10", "NAT-A10", "ITG-09")
def test_who_came_to_intercept_a_stack_that_attrition_destroyed_has_come(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """*A leg that triggers attrition is rolled before the battle*: where it leaves nobody there is
    none, and natives may rise against those who came (NAT-01)."""
    came = list[tuple[Band, ...]]()

    async def perish(phase: Phase, move: march_under_way.Move) -> None:
        for number in move.units:
            phase.state.remove(phase.state.units[number])
        march_under_way.take_stock(phase.state, move)

    async def strangers(_: Phase, place: str, bands: tuple[Band, ...]) -> None:
        came.append(tuple(bands))

    monkeypatch.setattr(movement_attrition, "leg_attrition", perish)
    monkeypatch.setattr(interception_battle, "strangers", strangers)
    state = table()
    mover = put(state, "france", "caux", "LD")
    move = march_under_way.begin(state, "france", "caux", mover, [])
    march_under_way.join(state, move, mover, [])
    march_under_way.advance(state, move, "picardie", 2)
    band_ = Band("artois", tuple(put(state, "spain", "picardie", "LD")), ())
    played = play(interception_battle.fight, state, [], {}, move, "spain", (band_,))
    assert not played.result
    assert "No enemy is left to fight in Picardie." in played.told
    assert came == [(band_,)]


@pytest.mark.rule("INT-07", "INT-14", "INT-15")
def test_counter_interceptors_may_go_back_too(monkeypatch: pytest.MonkeyPatch) -> None:
    decide_battles(monkeypatch, "france")
    state = table()
    army = put(state, "france", "picardie", "A+", "A+")
    helper = put(state, "france", "champagne", "LD", leader="bayard")
    foe = put(state, "spain", "artois", "A+")
    moves(
        state, GO, ("mover", names(*army)), ("march", ["ile-de-france"]),
        ("intercept", names(*foe)), ("counter-intercept", [*names(*helper), "bayard"]),
        ("fighters", names(*army)), ("return", ["champagne"]), ("march", []), ("next-move", "done"),
        dice={"spain.intercept": 10, "france.intercept": 10, "france.attrition": 1},
    )  # fmt: skip
    assert {state.units[number].place for number in helper} == {"champagne"}
    assert state.leaders["bayard"].place == "champagne", "he goes back with them"
    assert {state.units[number].place for number in army} == {"ile-de-france"}


@pytest.mark.rule("INT-14", "INT-15")
def test_too_many_interceptors_whose_prey_died_on_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    fought = decide_battles(monkeypatch, "spain")
    state = table(bad_weather=True)
    state.land.owners |= {"troyes": "spain", "ile-de-france": "spain"}
    put(state, "france", "picardie", "LD")
    one = put(state, "spain", "artois", "A+", "LD")
    two = put(state, "spain", "troyes", "A+", "LD")
    moves(
        state, GO, ("march", ["ile-de-france"]),
        ("intercept", names(*one, *two)), ("pillage", "picardie"), ("return", ["troyes"]),
        dice={"spain.intercept": [10, 10], "france.attrition": 10},
    )  # fmt: skip
    assert fought == []
    assert sides.stack(state, "ile-de-france", "spain").thirds == 15
    assert sides.stack(state, "troyes", "spain").thirds == 15


# After the battle.


def crowded(place: str = "ile-de-france") -> tuple[State, list[int]]:
    """Spain has 8 LD more than may stay in a province; the last counter stood there before."""
    state = table()
    came = put(state, "spain", place, "A+", "A+")
    put(state, "spain", place, "LD", "LD")
    return state, came


def goes_back(state: State, answers: Any, *bands: Band, before: int | None = None) -> Played:
    last = state.last_unit if before is None else before
    return play(
        interception_battle._return, state, answers, (), "ile-de-france", "spain", bands, last
    )


@pytest.mark.rule("INT-14")
def test_only_who_came_from_elsewhere_and_can_stand_there_again_goes_back() -> None:
    """Text 1280: where too many are, any intercepting troop may retreat into the province where it
    was before intercepting. Not who intercepted from where he stood, who is dead, nor to where
    enemies stand by now."""
    state, (one, two) = crowded()
    there = next(unit.id for unit in state.units.values() if unit.kind == "LD")
    put(state, "france", "hainaut", "LD")
    bands = [
        Band("artois", (one,), ()), Band("hainaut", (two,), ()), Band("champagne", (99,), ()),
        Band("ile-de-france", (there,), ()),
    ]  # fmt: skip
    played = goes_back(state, [("return", ["artois"])], *bands)
    assert played.asks[0].offers() == [[], ["artois"]]
    assert state.units[one].place == "artois"
    # Where none of them can, nobody is asked.
    state, (_, two) = crowded()
    put(state, "france", "hainaut", "LD")
    assert goes_back(state, [], Band("hainaut", (two,), ())).asks == []


@pytest.mark.rule("INT-14")
def test_a_side_within_its_limits_sends_nobody_back() -> None:
    state = table()
    (one,) = put(state, "spain", "ile-de-france", "A+")
    assert goes_back(state, [], Band("artois", (one,), ())).asks == []
    assert state.units[one].place == "ile-de-france"


@pytest.mark.rule("INT-14")
def test_change_and_leaders_go_back_with_those_they_came_with() -> None:
    """Change made in the battle is what the interceptors of its country were; counters from before
    it, allies' counters and leaders who are elsewhere were not theirs."""
    state = table(alliances={"france": ["france"], "spain": ["spain", "portugal"]})
    one, _ = put(state, "spain", "ile-de-france", "A+", "A+")
    last = put(state, "spain", "ile-de-france", "LD")[0]
    change = put(state, "spain", "ile-de-france", "LD")[0]
    ally = put(state, "portugal", "ile-de-france", "LD")[0]
    state.marks.entered |= {n: ["artois", "ile-de-france"] for n in (one, change, last)}
    lead(state, "spain", "ile-de-france", "don-juan")
    lead(state, "spain", "luxemburg", "duque-de-alva")
    band = Band("artois", (one,), ("don-juan", "duque-de-alva"))
    goes_back(state, [("return", ["artois"])], band, before=last)
    assert {n for n, unit in state.units.items() if unit.place == "artois"} == {one, change}
    assert state.leaders["don-juan"].place == "artois"
    assert state.leaders["duque-de-alva"].place == "luxemburg"
    assert set(state.marks.entered) == {last}, "who is back has come nowhere"
    assert state.units[ally].place == "ile-de-france"


@pytest.mark.rule("INT-14", "INT-15", "AFT-01")
def test_where_interceptors_go_back_to_sieges_and_limits_hold_again() -> None:
    """Text 1285: any exceeding troops after that are destroyed; text 3297: whoever is now in a
    province with an enemy fortress besieges it."""
    state, (one, _) = crowded()
    state.land.owners["artois"] = "france"
    goes_back(state, [("return", ["artois"])], Band("artois", (one,), ()))
    assert state.land.sieges["artois"].alliance == "spain"
    state, (one, _) = crowded()
    guards = put(state, "spain", "artois", "A+", "A-")
    answers = [("return", ["artois"]), ("over-stacking", f"{guards[1]}:6")]
    goes_back(state, answers, Band("artois", (one,), ()))
    assert sides.stack(state, "artois", "spain").thirds == 24


@pytest.mark.rule("EVA-01")
def test_of_those_who_fought_as_interceptors_all_and_their_change_may_evade_later() -> None:
    """Text 1787: a non-intercepting stack may evade. In the next battle neither the interceptors
    nor the change made of them intercept; who came before, and the mover, came as they came."""
    state = table()
    fought, earlier = put(state, "spain", "artois", "A+", "LD")
    put(state, "spain", "artois", "LD")
    mover = put(state, "france", "artois", "LD")[0]
    put(state, "spain", "artois", "LD")
    state.marks.entered = {n: ["hainaut", "artois"] for n in state.units}
    bands = [Band("hainaut", (fought, 99), ())]
    interception_battle.arrived(state, "spain", bands, earlier)
    assert set(state.marks.entered) == {earlier, mover}


@pytest.mark.rule("EVA-01", "LDM-06")
def test_who_has_caught_a_leader_alone_may_evade_the_battle_against_those_who_were_there() -> None:
    """Text 1787: *a non-phasing, non-intercepting stack engaged in battle may attempt to evade*:
    no battle comes of the interception, and in the one that does nobody intercepts."""
    state = table(campaign="multiple")
    put(state, "france", "ile-de-france", "LD", "LD", "LD")
    lead(state, "france", "picardie", "foix")
    put(state, "spain", "hainaut", "LD")
    comers = put(state, "spain", "artois", "LD", "LD")
    played = plays.played(
        plays.impulse, state,
        {"next-move": ["picardie"], "march": [["ile-de-france"]], "intercept": [names(*comers)],
         "evade": ["roll"]},
        {"spain.intercept": 10, "spain.evade": 10}, quiet=2,
    )  # fmt: skip
    assert "Foix is killed" in played.told
    assert {state.units[number].place for number in comers} == {"artois"}


@pytest.mark.rule("INT-12")
def test_of_several_bands_the_worst_border_counts() -> None:
    """Text 1276: the battle is between all the interceptors and the mover with those who help; who
    crossed a river brings its modifier (C-TER-06), who stood there crossed nothing."""
    state = table()
    one, other = put(state, "france", "ile-de-france", "LD", "LD")
    bands = [Band("ile-de-france", (one,), ()), Band("picardie", (other,), ())]
    assert (
        interception_battle._force(state, "ile-de-france", "france", bands[:1], {}).crossing == ""
    )
    force = interception_battle._force(state, "ile-de-france", "france", bands, {})
    assert force.crossing == "river"
    assert force.came_from == {other: "picardie"}


@pytest.mark.rule("INT-12", "INT-07")
@pytest.mark.parametrize(
    ("origin", "helper", "crossing", "theirs"),
    [("picardie", "artois", "river", "artois"), ("artois", "champagne", "", "champagne"),
     ("champagne", "troyes", "river", "artois")],
)  # fmt: skip
def test_each_side_comes_over_the_worst_border_that_any_of_it_has_crossed(
    origin: str, helper: str, crossing: str, theirs: str
) -> None:
    """*The mover and successful counter-interceptors against all successful interceptors*: a river
    counts whoever of them has crossed it."""
    state = table()
    mover = put(state, "france", "ile-de-france", "LD")
    helping = put(state, "france", "ile-de-france", "LD")
    foe = put(state, "spain", "ile-de-france", "LD")
    move = march_under_way.begin(state, "france", origin, mover, [])
    move.comes_to("ile-de-france")
    bands = [Band(theirs, tuple(foe), ())]
    own, other = interception_battle._forces(
        state, move, "spain", bands, [Band(helper, tuple(helping), ())]
    )
    assert (own.unit_ids, own.crossing) == ((*mover, *helping), crossing)
    assert own.came_from == {mover[0]: origin, helping[0]: helper}
    assert (other.unit_ids, other.crossing, other.came_from) == (tuple(foe), "", {foe[0]: theirs})


@pytest.mark.rule("INT-13")
def test_the_pieces_of_an_army_that_fight_have_come_from_where_it_came() -> None:
    """The last province before: they may go back there."""
    state = table()
    one, two, three = put(state, "france", "artois", "A+", "A+", "A+")
    for number in (one, two, three):
        state.marks.entered[number] = ["caux", "picardie", "artois"]
    force = Force("france", (one, two, three), (), "", {one: "picardie", three: "picardie"})
    wanted = [str(one), f"{two}/A-", f"{two}/LD"]
    found = play(interception_battle._fighters, state, [wanted], [], force).result
    assert len(found.unit_ids) == 3
    assert {found.came_from[number] for number in found.unit_ids} == {"picardie"}


@pytest.mark.rule("INT-04", "INT-16")
@pytest.mark.parametrize(("french", "spanish", "held"), [
    (True, True, True), (True, False, False), (False, True, False),
])  # fmt: skip
def test_only_where_both_sides_are_they_are_locked(french: bool, spanish: bool, held: bool) -> None:
    """Mover and enemies of the province wait for their battle there."""
    state = table()
    units = [
        *(put(state, "france", "ile-de-france", "LD") if french else []),
        *(put(state, "spain", "ile-de-france", "LD") if spanish else []),
    ]
    put(state, "spain", "artois", "LD")
    interception_battle.lock(Phase(state), "ile-de-france", "france")
    assert state.marks.locked == ({*units} if held else set())
    assert state.marks.contested == (["ile-de-france"] if held else [])


@pytest.mark.rule("INT-16", "INT-17")
@pytest.mark.parametrize("country", ["", "france", "spain", "venice"])
def test_who_intercepts_may_wait_only_for_others_of_the_two_sides(country: str) -> None:
    """*Later with everybody there*: strangers of neither side are not in it."""
    state = table(alliances={"france": ["france"], "spain": ["spain"], "venice": ["venice"]})
    mover = put(state, "france", "ile-de-france", "LD")
    foe = put(state, "spain", "ile-de-france", "LD")
    others = put(state, country, "ile-de-france", "LD") if country else []
    move = march_under_way.begin(state, "france", "artois", mover, [])
    move.comes_to("ile-de-france")
    bands = [Band("artois", tuple(foe), ())]
    found = [unit.id for unit in interception_battle.others_there(state, move, "spain", bands)]
    assert found == (others if country in ("france", "spain") else [])
    asked = plays.played(interception_battle.waits, state, {}, {}, move, "spain", bands)
    assert plays.asked(asked) == (["interception-battle"] if found else [])


@pytest.mark.rule("ITG-05", "INT-29", "INT-09")
@pytest.mark.parametrize(("die", "comes"), [(10, True), (1, False)])
def test_who_succeeds_comes_with_his_leader_and_leaves_his_siege(die: int, comes: bool) -> None:
    """*On success the intercepting stack moves into the zone*; an army that was broken for nothing
    is put together again."""
    state = table(sieges={"champagne": Siege("spain")})
    (mover,) = put(state, "france", "picardie", "LD")
    units = put(state, "spain", "champagne", "A-", "LD", "LD", "LD", leader="don-juan")
    (inside,) = put(state, "france", "champagne", "LD", position="inside")
    band = Band("champagne", tuple(units), ("don-juan",))
    came = play(interception.resolve, state, [], {"spain.intercept": die}, "picardie", [band],
                Band("picardie", (mover,), ())).result  # fmt: skip
    assert came == ([band] if comes else [])
    where = "picardie" if comes else "champagne"
    spanish = [unit for unit in state.units.values() if unit.country == "spain"]
    assert {unit.place for unit in spanish} == {state.leaders["don-juan"].place} == {where}
    assert [unit.kind for unit in spanish] == (["A-", "LD", "LD", "LD"] if comes else ["A+", "LD"])
    assert ("champagne" in state.land.sieges) is not comes
    assert state.units[inside].position == ("field" if comes else "inside")


@pytest.mark.rule("MOV-03", "INT-07", "INT-14")
@pytest.mark.parametrize("country", ["france", "spain"])
def test_who_fails_to_intercept_where_the_mover_is_makes_nobody_too_many(country: str) -> None:
    """*Stacking limits may be ignored during movement* (533), and after an interception *if there
    is still too many troops* (1280): neither a mover nor who came is lost before the battle, though
    others of either side there have tried in vain."""
    state = table(owners={})
    (mover,) = put(state, "france", "picardie", "LD")
    put(state, "france", "picardie", "A+", "A+")
    foes = put(state, "spain", "picardie", "A+", "A+", "LD")
    units = [unit.id for unit in state.units_at("picardie") if unit.country == country]
    band = Band("picardie", tuple(number for number in units if number != mover))
    other = Band("picardie", tuple(foes) if country == "france" else (mover,))
    dice = {f"{country}.intercept": 1}
    play(interception.resolve, state, [], dice, "picardie", [band], other)
    left = [unit.country for unit in state.units_at("picardie")]
    assert mover in state.units
    assert left.count("france") == 3
    # Spaniards who have come wait for the battle; who is there at rest stays within the limits.
    assert left.count("spain") == (3 if country == "france" else 2)


@pytest.mark.rule("INT-13")
@pytest.mark.parametrize(
    ("kinds", "pashas", "asked"),
    [(("A+", "A+"), 2, False), (("A+", "A+", "LD"), 0, True), (("A+",), 3, True),
     (("A+", "A+"), 0, False)],
)  # fmt: skip
def test_8_ld_and_two_pashas_fight_and_more_do_not(kinds: Any, pashas: int, asked: bool) -> None:
    """*Exceeds 8 LD and 2 Pashas*: as many as that are not asked."""
    state = table(alliances={"france": ["france"], "turkey": ["turkey"]}, wars=[])
    units = put(state, "turkey", "artois", *kinds, corps="janissary")
    for _ in range(pashas):
        units += put(state, "turkey", "artois", "PASHA", size=1)
    force = Force("turkey", tuple(units), ())
    played = plays.played(interception_battle._fighters, state, {}, {}, force)
    assert ("fighters" in plays.asked(played)) is asked
    assert all(ask.question.startswith("Who fights in Artois? At most 8 LD") for ask in played.asks)
    assert (played.result == force) is not asked


@pytest.mark.rule("INT-14", "INT-15")
def test_who_comes_to_intercept_beside_others_who_fail_is_not_too_many_before_the_battle() -> None:
    """Text 1280: *after the battle, if there is still too many troops in the province*, those who
    came may go back, and only what exceeds the limit then is destroyed."""
    state = table()
    there = put(state, "spain", "artois", "A-", "LD", "LD")
    comers = put(state, "spain", "hainaut", "A-")
    mover = put(state, "france", "artois", "A-")
    bands = [Band("artois", tuple(there), ()), Band("hainaut", tuple(comers), ())]
    played = play(
        interception.resolve, state, (), {"spain.intercept": [1, 10]}, "artois", bands,
        Band("artois", tuple(mover), ()),
    )  # fmt: skip
    assert [band.units for band in played.result] == [tuple(comers)]
    assert {*there, *comers} <= state.units.keys()


@pytest.mark.rule("ITG-04", "LDM-06")
@pytest.mark.parametrize(("mover", "counter"), [(True, False), (True, True), (False, False)])
def test_a_battle_is_shown_before_an_interception_of_troops_and_before_no_other(
    mover: bool, counter: bool
) -> None:
    """*A leader alone dies immediately if he is intercepted*: without a battle, which the question
    says. A counter-interceptor fights beside others."""
    state = table()
    lead(state, "france", "ile-de-france", "foix")
    units = put(state, "france", "ile-de-france", "LD") if mover else []
    spanish = put(state, "spain", "artois", "A+")
    running = interception.announce(
        Phase(state), "spain", "ile-de-france", [Band("artois", tuple(spanish), ())],
        Band("ile-de-france", tuple(units), ("foix",)), counter,
    )  # fmt: skip
    ask = running.send(None)
    running.close()
    assert bool(ask.about["compared"]) is (mover and not counter)
    assert (
        "Foix enters Île-de-France alone and dies if intercepted: " in ask.question
    ) is not mover


@pytest.mark.rule("CAM-A7", "CAM-02", "AFT-07", "ITG-09")
@pytest.mark.parametrize(("campaign", "ways"), [("none", 1), ("passive", 2), ("multiple", 3)])
def test_whose_commander_falls_on_the_way_goes_on_under_the_campaign_of_the_next_one(
    campaign: Campaign, ways: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """*Multinational stacks are moved as part of the campaign of the commander of the stack* (409),
    and after a battle one is to *change commanding leaders of stacks according to the new
    situation* (3319), before the stack *may continue its movement*."""
    decide_battles(monkeypatch, "france")
    won = land_battle.battle

    async def battle(phase: Phase, *given: Any, **more: Any) -> BattleResult:
        phase.state.remove_leader(phase.state.leaders["navarre-2"], "killed")
        return await won(phase, *given, **more)

    monkeypatch.setattr(land_battle, "battle", battle)
    state = table(
        alliances={"france": ["france", "savoy"], "spain": ["spain"]}, period="III",
        options={"hierarchy": False},
    )  # fmt: skip
    state.countries["savoy"].campaign = campaign
    put(state, "france", "picardie", "LD", leader="navarre-2")
    put(state, "savoy", "picardie", "LD", "LD")
    interceptor = put(state, "spain", "artois", "LD")
    put(state, "spain", "hainaut", "LD", position="inside")
    played = moves(
        state, ("next-move", "picardie"), ("mover", [*names(1, 2, 3), "navarre-2"]),
        ("march", ["ile-de-france"]), ("intercept", names(*interceptor)), ("march", []),
        dice={"spain.intercept": 10},
    )  # fmt: skip
    first, then = [each for each in played.asks if isinstance(each, March)]
    assert (first.who, then.who) == ("france", "savoy")
    legal = [way for way in ([], ["orleanais"], ["artois"]) if then.is_legal(way)]
    assert len(legal) == ways, legal
