"""What a stack that stays after one battle brings into the next one of the same impulse."""

from __future__ import annotations

import pytest

from engine.expeditions import exploration
from engine.facts import board
from engine.land.battle import retreat
from engine.play.asks import Choose, Raw
from engine.sequence import battle_order
from engine.situation import knowledge
from engine.state import State
from engine.state.overseas import Establishment
from tests.engine import border
from tests.engine.overseas import coasts, expeditions
from tests.engine.playing import Played, band, put
from tests.engine.plays import drm, impulse, played
from tests.engine.sea.afloat import at, fleet, sea_table

ANGOLA, SOUTH = coasts.ANGOLA, coasts.SOUTH


def refuges(found: Played, who: str) -> list[list[Raw]]:
    """What a side was offered to retreat to, battle by battle."""
    return [
        [option.answer for option in ask.options]
        for ask in found.asks
        if isinstance(ask, Choose) and ask.name == "retreat-to" and ask.who == who
    ]


def intercepted_twice(origin: str) -> tuple[State, list[int], Played]:
    """French who come into Artois, are met by interceptors, stay, and then fight who was there."""
    state = border.table(technology="medieval")
    put(state, "spain", "artois", "LD", "LD", "LD")
    comers = put(state, "spain", "hainaut", "LD", "LD", "LD")
    mover = put(state, "france", origin, "LD", "LD", "LD")
    found = played(
        impulse, state,
        {"next-move": [origin], "mover": [list(map(str, mover))], "march": [["artois"]],
         "intercept": [list(map(str, comers))], "interception-battle": ["now"],
         "retreat-to": ["hainaut", "artois", "artois"]},
        {"spain.intercept": 10},
        quiet=2,
    )  # fmt: skip
    return state, mover, found


@pytest.mark.rule("RET-28", "RET-25", "INT-16")
def test_who_stayed_after_a_drawn_interception_goes_back_only_where_he_came_from() -> None:
    """3025: *the only adjacent province in which a phasing stack may retreat is the one were it
    come from*; 3058: after a tie with the interceptors it *will resolve a regular battle against
    the troops that are still here*, from which Champagne is no way back."""
    state, mover, found = intercepted_twice("picardie")
    assert refuges(found, "france") == [["artois", "picardie"]], "of the second there is one way"
    assert {state.units[number].place for number in mover} == {"picardie"}


@pytest.mark.rule("DRM-23", "CMB-24", "RET-29")
def test_who_stayed_after_a_drawn_interception_has_still_landed_today() -> None:
    """1009: *if the land stack fights in the province where it lands, whatever the cause …, it will
    suffer from the disembarking malus on the 1st day*, of the second battle there too; 3027: then
    it *must retreat back in the ships*."""
    state = sea_table(technology="medieval")
    ships = fleet(state, "england", "kent", "F-: 2 NWD, 1 NTD", "NTD")
    army = put(state, "england", "kent", "A-", "LD")
    put(state, "france", "normandie", "A-", "LD")
    comers = put(state, "france", "caux", "A-", "LD")
    found = played(
        impulse, state,
        {"next-move": [f"kent:{ships[0]}"], "mover": [list(map(str, ships))],
         "sail": [["!embark:kent"], ["sea-manche", "!land:normandie"]],
         "embark": [list(map(str, army))], "intercept": [list(map(str, comers))],
         "interception-battle": ["now"], "retreat-to": ["caux", "normandie", "kent", "normandie"]},
        {"france.intercept": 10},
    )  # fmt: skip
    assert found.told.count("Battle of Normandie: England") == 2
    assert drm(found, "england", "shock1", "DRM-23") == -3, "in the second one"
    assert {at(state, number) for number in army if number in state.units} == {("kent", "field")}


def in_angola(*natives: int) -> tuple[State, list[int], Played]:
    """French who come into Angola, whose natives rise against them beside the Spanish there."""
    state = coasts.table(campaign="multiple", step="movement", technology="medieval")
    state.sequence.impulse = 0
    state.overseas.known["france"] = set(coasts.EVERYWHERE)
    put(state, "spain", ANGOLA, "LD", "LD", "LD")
    mover = put(state, "france", SOUTH, "LD", "LD", "LD")
    found = played(
        impulse, state,
        {"next-move": [SOUTH], "mover": [list(map(str, mover))], "march": [[ANGOLA]],
         "natives": ["peace"], "retreat-to": [ANGOLA, ANGOLA]},
        {"france.natives": natives, "france.attrition": 1},
        quiet=2,
    )  # fmt: skip
    return state, mover, found


@pytest.mark.rule("NAT-A8", "NAT-05")
def test_natives_who_were_fought_on_the_way_in_do_not_fight_beside_the_enemy_s_battle() -> None:
    """NAT-A8: active natives fight *not a second time in an impulse*, though the stack that drew
    with them is now held in their province by others."""
    _, _, found = in_angola(1, 10)
    assert found.told.count("against the natives") == 1
    assert found.told.count("against Spain") == 1
    assert "Both sides are locked" in found.told


@pytest.mark.rule("NAT-A8", "NAT-A10", "RET-28")
def test_a_stack_driven_from_battle_among_natives_fights_them_once() -> None:
    """NAT-A10: who retreats tests like a mover; roused natives attack once, not again in the
    battle step because the stack was held where it came from, and so from coast to coast."""
    state, mover, found = in_angola(1, 1)
    assert found.told.count("against the natives") == 2, "in Angola N, and in Angola S"
    assert {state.units[number].place for number in mover} == {SOUTH}
    assert not battle_order.pending_battles(state)


@pytest.mark.rule("NAT-A8", "NAT-05", "EXP-30")
def test_explorers_who_have_routed_the_natives_fight_them_once() -> None:
    """1757: natives are tested for explorers *as if this was a movement*, and attack like
    interceptors; who has routed them is not held by them for the battles of the impulse."""
    state = expeditions.table(technology="medieval")
    put(state, "portugal", expeditions.ARGUIN, "NWD", "NWD")
    explorers = expeditions.troops(state, "LD", "LD")
    coast = f"{expeditions.ARGUIN}>{expeditions.MAURITANIA}"
    found = played(
        exploration.explorations, state,
        {"next-exploration": [coast], "explorers": [list(map(str, explorers))],
         "natives": ["peace"]},
        {"portugal.explore": 1, "portugal.natives": 1, "portugal.fire1": 10},
        quiet=2,
    )  # fmt: skip
    assert "the natives are routed" in found.told
    assert "locked" not in found.told
    assert not battle_order.pending_battles(state)


@pytest.mark.rule("DIS-02", "RET-19")
def test_nobody_retreats_through_land_that_he_does_not_know() -> None:
    """1654: "other stacks of the same country still consider that the zone is unknown for all
    purposes": where the province that one came from is a neutral minor's now, a trading post beyond
    it is a way back for who knows it."""
    state = coasts.table(alliances={"france": ["france"], "spain": ["spain"]})
    beyond = [each.other for each in board.land_neighbours(SOUTH) if each.other != ANGOLA]
    friend = next(each for each in beyond if not board.is_sea(each))
    state.land.owners[SOUTH] = "china"
    state.overseas.establishments[friend] = [Establishment("france", "trading_post", 2)]
    state.overseas.known["france"] = {ANGOLA, SOUTH}
    [unit] = put(state, "france", ANGOLA, "LD")
    for found, ways in ((set(), []), ({friend}, [friend])):
        state.overseas.discoveries[str(unit)] = found
        assert (
            retreat.ways_back(state, SOUTH, "france", knowledge.chart(state, band([unit]))) == ways
        )


@pytest.mark.rule("RET-28", "MOV-25", "RET-A5")
def test_overseas_one_goes_back_to_where_neutrals_may_stand_too() -> None:
    """684: *in the ROTW, provinces that do not explicitly belong to minors are not concerned* by
    the ban on neutrals: who came from beside a trading post of a power at peace goes back there,
    and not through the wilderness to Europe."""
    state = coasts.table(
        campaign="multiple", step="movement", technology="medieval",
        alliances={name: [name] for name in ("france", "spain", "england")},
    )  # fmt: skip
    state.sequence.impulse = 0
    state.overseas.known["france"] = set(coasts.EVERYWHERE)
    for place in (ANGOLA, SOUTH):
        state.overseas.natives[place] = "gone"
    state.overseas.establishments[SOUTH] = [Establishment("england", "trading_post", 2)]
    state.land.owners[SOUTH] = "england"
    put(state, "england", SOUTH, "LD")
    put(state, "spain", ANGOLA, "A+")
    mover = put(state, "france", SOUTH, "LD", "LD", "LD")
    found = played(
        impulse, state,
        {"next-move": [SOUTH], "mover": [list(map(str, mover))], "march": [[ANGOLA]],
         "retreat-to": [ANGOLA]},
        {"france.attrition": 1},
        quiet=2,
    )  # fmt: skip
    assert refuges(found, "france") == []
    assert {state.units[number].place for number in mover} == {SOUTH}
