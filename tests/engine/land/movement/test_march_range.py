"""How far a march goes, against a search that tries every step of the walk itself."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush

import pytest

from engine.facts import board
from engine.facts.board import SUND
from engine.land.ground import movement_costs
from engine.land.movement.march_ask import March
from engine.land.movement.march_check import Walk
from engine.play.asks import BadAnswer
from engine.sea.under_way import carried_troops
from engine.sequence import movement
from engine.sequence.next_moves import NextMoves
from engine.state import State
from engine.state.overseas import Establishment
from tests.engine import positions
from tests.engine.playing import lead, play, put, tabletop

LEFT = 8  # movement points


def marches(state: State, alone: bool) -> Iterator[March]:
    """The questions for the way of every stack, or of its leaders alone, near the end of a move."""
    for alliance in state.diplomacy.alliances:
        for place, part in NextMoves(state, alliance.id).marches.items():
            units = [] if alone else [int(key) for key in part.troops]
            spent = movement_costs.most_points(not units) - LEFT
            if part.leaders if alone else units:
                yield March(
                    who=alliance.id, name="march", what="?", state=state, alliance=alliance.id,
                    place=place, units=units, leaders=part.leaders,
                    spent=dict.fromkeys(units, spent), led=dict.fromkeys(part.leaders, spent),
                )  # fmt: skip


def tried(ask: March) -> dict[str, int]:
    """Where the stack may end, and the movement points, found by trying each step with the walk."""
    ways: list[tuple[int, list[str]]] = [(0, [])]
    found: dict[str, int] = {}
    while ways:
        points, way = heappop(ways)
        here = way[-1] if way else ask.place
        if here in found:
            continue
        found[here] = points
        beside = [each.other for each in board.neighbours(here)] if here in board.provinces() else [
            each for each in board.provinces() if here in board.adjacent_seas(each)
        ]  # fmt: skip
        for there in (*beside, board.SUND, "finland", "tavastland", "jamtland", "gastrikland"):
            walk = Walk(ask)
            try:
                for item in (*way, there):
                    walk._enter(item)
            except BadAnswer:
                continue
            used = max((*walk.points.values(), *walk.leaders.values()))
            heappush(ways, (used - movement_costs.most_points() + LEFT, walk.way))
    return {
        place: points
        for place, points in found.items()
        if place != ask.place
        and not board.is_sea(place)
        and not ask.why_no_end(place, ask.units, ask.leaders)
    }


@pytest.mark.rule("MOV-02", "MOV-22", "MOV-23", "MOV-24", "MOV-26", "MOV-27", "MOV-28", "MVG-07")
@pytest.mark.parametrize("tens", range(8))
def test_a_stack_reaches_what_a_walk_step_by_step_may_reach_and_for_the_same_points(
    tens: int,
) -> None:
    for seed in range(10 * tens, 10 * tens + 10):
        for ask in marches(positions.position(seed), alone=False):
            assert ask.reach() == tried(ask), (seed, ask.place)


@pytest.mark.rule("LDM-01", "LDM-02", "LDM-03", "LDM-05", "LDM-08", "INI-03")
@pytest.mark.parametrize("tens", range(8))
def test_a_leader_alone_reaches_what_his_way_may_lead_to_and_what_lies_beside_him(
    tens: int,
) -> None:
    for seed in range(10 * tens, 10 * tens + 10):
        for ask in marches(positions.position(seed), alone=True):
            found = ask.reach()
            for place, points in found.items():
                steps = ask.cost(ask.path_to(place))
                assert (steps[-1].place, steps[-1].sum) == (place, points)
            for border in board.neighbours(ask.place):
                walk = Walk(ask)
                try:
                    walk.go([border.other])
                except BadAnswer:
                    assert border.other not in ask._search() or border.other not in found
                else:
                    alive = not ask.ground[border.other].kills_lone_leader
                    assert (border.other in found) == alive, (ask.place, border.other)


@pytest.mark.rule("LDM-03", "LDM-02", "CON-A3")
@pytest.mark.parametrize("frozen", [False, True])
def test_a_leader_alone_crosses_the_sund_in_a_voyage_only_while_it_is_open(frozen: bool) -> None:
    """From Norway to Sjaelland, played: over the open Sund; when it is frozen no way by sea is
    left, and who types it is told why."""
    state = tabletop(
        alliances={"denmark": ["denmark"], "hanse": ["hanse"]}, wars=[("denmark", "hanse")],
        campaign="multiple", sund_frozen=frozen, options={"hierarchy": False},
    )  # fmt: skip
    name = lead(state, "denmark", "ostlandet", "denmark-anonymous-general-1")
    march = March(who="denmark", name="march", what="?", state=state, alliance="denmark",
                  place="ostlandet", units=[], leaders=(name,))  # fmt: skip
    way = [SUND, "sjaelland"]
    if frozen:
        with pytest.raises(BadAnswer, match="frozen"):
            march.parse(way)
        assert SUND not in march.path_to("sjaelland")
        return
    assert march.path_to("sjaelland") == way
    answers = [("next-move", "ostlandet"), ("march", way)]
    play(movement.moves, state, answers)
    assert state.leaders[name].place == "sjaelland"


@pytest.mark.rule("LDM-01", "LDM-02")
@pytest.mark.parametrize(
    ("leader", "goes"),
    [("bretigny", {"america"}), ("france-anonymous-explorer-1", {"africa", "america"})],
)
def test_a_leader_alone_lands_overseas_where_his_mark_lets_him(leader: str, goes: set[str]) -> None:
    """*Movement of leaders alone is allowed*, and ships that nobody sees carry them (602), across
    the Atlantic to either side: who bears the mark of America does not land in Africa."""
    everywhere = {*board.provinces(), *board.seas()}
    state = tabletop(
        campaign="multiple", known={"france": everywhere}, options={"hierarchy": False}
    )
    lead(state, "france", "antilles-m", leader)
    ask = March(who="france", name="march", what="?", state=state, alliance="france",
                place="antilles-m", units=[], leaders=(leader,))  # fmt: skip
    found = {
        board.area(area).continent for place in ask.reach() if (area := board.province(place).area)
    }
    assert found - {""} == goes


@pytest.mark.rule("MOV-01", "MOV-02", "MOV-A8")
@pytest.mark.parametrize(("country", "points"), [("iroquois", 4), ("france", 6)])
def test_troops_of_a_country_overseas_march_through_its_rough_country_for_less(
    country: str, points: int
) -> None:
    """The printed costs: *rough, ROTW 6; native troops 4* ; what is in reach costs what
    the march to it does."""
    everywhere = {*board.provinces()}
    state = tabletop(alliances={country: [country]}, wars=(), campaign="multiple",
                     known={country: everywhere})  # fmt: skip
    units = put(state, country, "acadie-n", "LD")
    ask = March(who=country, name="march", what="?", state=state, alliance=country,
                place="acadie-n", units=units, leaders=())  # fmt: skip
    assert ask.reach()["acadie-s"] == points
    for goal, spent in ask.reach().items():
        assert ask.cost(ask.path_to(goal))[-1].sum == spent


@pytest.mark.rule("MOV-01", "MOV-02", "CMB-21")
@pytest.mark.parametrize(("level", "points", "passage"), [(5, 8, 6), (6, 3, 3)])
def test_a_colony_of_level_6_costs_what_provinces_of_europe_do(
    level: int, points: int, passage: int
) -> None:
    """528: "The cost of each terrain differ in Europe and in the ROTW", and 1722: "COL of level 6
    are European provinces" (C-TER-04): dense forest over a river."""
    everywhere = {*board.provinces()}
    state = tabletop(wars=(), campaign="multiple", known={"france": everywhere})
    state.overseas.establishments["virginia-e"] = [Establishment("france", "colony", level)]
    units = put(state, "france", "virginia-ne", "A-")
    ask = March(who="france", name="march", what="?", state=state, alliance="france",
                place="virginia-ne", units=units, leaders=())  # fmt: skip
    assert ask.reach()["virginia-e"] == points
    for goal, spent in ask.reach().items():
        assert ask.cost(ask.path_to(goal))[-1].sum == spent
    assert carried_troops.passage_points(state, "virginia-e", False, True) == passage
