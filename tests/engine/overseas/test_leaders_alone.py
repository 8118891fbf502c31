"""Leaders alone overseas: by sea without ships, where they know the way (LDM, text 648 to 659)."""

from __future__ import annotations

import pytest

from engine.facts import board
from engine.land.movement import march_under_way
from engine.land.movement.march_ask import March
from engine.play.asks import BadAnswer
from engine.sequence import march_step, movement
from engine.state import State
from engine.state.overseas import Establishment
from tests.engine import plays
from tests.engine.overseas.unknown import calm
from tests.engine.playing import lead, play, put, tabletop

CARIBBEAN, MEXICO_SEA = "sea-caraibes", "sea-mexique"
SEAS = {"sea-bahamas", CARIBBEAN, MEXICO_SEA, "sea-petites-antilles"}
LAND = {"haiti-e", "haiti-w", "cuba-e", "cuba-w"}


def table(*known: str) -> State:
    state = tabletop(
        impulse=1, campaign="passive", options={"hierarchy": False},
        known={"spain": {*SEAS, *LAND, *known}},
    )  # fmt: skip
    calm(state)
    lead(state, "spain", "haiti-e", "cortes")
    return state


def march(state: State, place: str = "haiti-e", leader: str = "cortes") -> March:
    return March(
        who="spain", name="march", what="?", state=state, alliance="spain", place=place, units=(),
        leaders=(leader,),
    )  # fmt: skip


@pytest.mark.rule("LDM-02", "LDM-A1", "DIS-02")
def test_a_leader_alone_sails_overseas_and_pays_as_a_stack_does() -> None:
    """Text 649 to 652: *it can use naval transport … and it does not need a naval stack*."""
    state = table()
    put(state, "spain", "cuba-w", "LD")
    ask = march(state)
    way = ask.path_to("cuba-w")
    assert board.is_sea(way[0])
    assert way in ask.offers()
    assert ask.why_not("cuba-w") == ""
    assert ask.reach()["cuba-w"] == ask.cost(way)[-1].sum == 6
    play(movement.moves, state, [("next-move", "haiti-e"), ("march", way), ("next-move", "done")])
    assert (state.leaders["cortes"].status, state.leaders["cortes"].place) == ("map", "cuba-w")
    state.overseas.establishments = {
        place: [Establishment("spain", "colony", 3)] for place in ("haiti-e", "cuba-w")
    }
    state.put_leader(state.leaders["cortes"], "haiti-e")
    assert march(state).reach()["cuba-w"] == 3, "from port to port"


@pytest.mark.rule("LDM-02", "DIS-02")
def test_he_sails_only_where_he_knows_the_way_and_may_go() -> None:
    """Text 1580 to 1586: what a stack does not know it may only explore."""
    state = table()
    put(state, "spain", "cuba-w", "LD")
    state.overseas.known["spain"] -= SEAS
    assert "cuba-w" not in march(state).reach()
    with pytest.raises(BadAnswer, match="DIS-02"):
        march(state).parse([CARIBBEAN, "cuba-w"])
    assert march(state).why_not("cuba-w")
    state.overseas.discoveries["cortes"] = {*SEAS}
    assert set(march(state).path_to("cuba-w")) <= {*SEAS, "cuba-w"}, "he found it himself"
    assert march(state).why_not("cuba-w") == ""
    state = table("sea-canarias")
    put(state, "spain", "cuba-w", "LD")
    put(state, "spain", "andalucia", "LD")
    europe = lead(state, "spain", "andalucia", "duque-de-alva")
    assert "cuba-w" not in march(state, "andalucia", europe).reach(), "no mark lets him"


@pytest.mark.rule("DIS-08", "LDM-06")
def test_what_a_leader_alone_had_found_is_lost_with_him_and_told_at_once() -> None:
    """Text 1674: *discoveries are lost* with the last who carries them; 657: *a leader alone dies
    immediately if ... he is intercepted*."""
    state = table("cuba-w")
    state.overseas.known["france"] = {*SEAS}
    (ship,) = put(state, "france", CARIBBEAN, "NWD")
    state.overseas.discoveries["cortes"] = {"azteca-e"}
    moving = march_under_way.begin(state, "spain", "haiti-e", [], ["cortes"])
    played = plays.played(
        march_step.step, state, {"intercept": [[str(ship)]]}, {"france.intercept": 10}, moving,
        CARIBBEAN,
    )  # fmt: skip
    assert "What Spain had discovered is lost with its discoverers" in played.told


@pytest.mark.rule("LDM-03")
def test_no_leader_alone_sails_through_a_malus_overseas() -> None:
    """Text 653: *on sea, a leader alone cannot enter sea zones with malus*."""
    state = table()
    state.overseas.known["spain"] |= set(board.seas()) | set(board.provinces())
    put(state, "spain", "malabar-n", "LD")
    assert not any(board.sea(each).malus for each in march(state).path_to("cuba-w") if
                   board.is_sea(each))  # fmt: skip
    east = {place for place in march(state).reach() if board.province(place).map == "rotw"}
    assert east
    assert "malabar-n" not in east, "the Cape is in the way"
