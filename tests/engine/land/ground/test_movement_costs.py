"""Who travels light, and where a leader alone finds a port (SUP-11, LDM-02)."""

from __future__ import annotations

import pytest

from engine.facts import board
from engine.land.ground import movement_costs
from engine.state import sides
from engine.state.forces import Kind, Unit
from engine.state.overseas import Establishment
from tests.engine.playing import tabletop


@pytest.mark.rule("SUP-11", "NAT-28")
@pytest.mark.parametrize(
    ("kinds", "corps", "light"),
    [
        (["LD"], "", True), (["LD", "LDE"], "", True), (["LDE"], "", True), ([], "", False),
        (["A-"], "", False), (["LD", "A+"], "", False), (["PASHA"], "", False),
        (["LD", "PASHA"], "", False), (["A+"], "native", True), (["LD"], "native", True),
    ],
)  # fmt: skip
def test_who_travels_as_detachments_only(kinds: list[Kind], corps: str, light: bool) -> None:
    """*LD in the ROTW use the special LD movement costs*; counters that stand for natives are no
    armies."""
    units = [Unit(at, "france", kind, "congo-s", corps=corps) for at, kind in enumerate(kinds)]
    assert movement_costs.detachments_only(units) is light


@pytest.mark.rule("MOV-01", "MOV-A8", "SUP-11")
@pytest.mark.parametrize(
    ("owners", "start", "goal", "points"),
    [
        (["france"], "acadie-n", "acadie-s", 6),
        (["iroquois"], "acadie-n", "acadie-s", 4),  # dense forest
        (["france", "iroquois"], "acadie-n", "acadie-s", 6),
        (["iroquois"], "acadie-cape", "acadie-s", 6),  # and over a strait, 2 more
        (["aztecs"], "azteca-e", "azteca-c", 4),  # their own mountains
        (["aztecs"], "aden-e", "aden-w", 6),  # those of others
        (["iroquois"], "ile-de-france", "champagne", 2),
        (["iroquois"], "champagne", "troyes", 2),
    ],
)
def test_rough_country_overseas_costs_its_own_people_less(
    owners: list[str], start: str, goal: str, points: int
) -> None:
    """The printed costs: *rough, ROTW 6; native troops 4*; a line of supply costs as much
    (MOV-A8, 255)."""
    state = tabletop(alliances={"red": owners}, wars=(), controllers={"azteca-c": "aztecs"})
    found, reasons = movement_costs.owners_step_cost(state, owners, start, goal, "red")
    assert found == points, reasons
    friendly = sides.is_friendly(state, goal, "red")
    assert movement_costs.owners_step_points(state, owners, start, goal, friendly, False) == points


@pytest.mark.rule("LDM-02")
@pytest.mark.parametrize(
    ("place", "kind", "port"),
    [("provence", "", True), ("berry", "", False), ("congo-s", "", False),
     ("congo-s", "mission", True)],
)  # fmt: skip
def test_a_friendly_port_is_a_port_in_europe_and_any_establishment_overseas(
    place: str, kind: str, port: bool
) -> None:
    state = tabletop(controllers={place: "france"})
    if kind:
        state.overseas.establishments[place] = [Establishment("france", kind)]  # type: ignore[arg-type]
    assert movement_costs.friendly_port(state, place, "france") is port
    assert not movement_costs.friendly_port(state, place, "spain")


@pytest.mark.rule("MOV-01")
def test_the_roads_of_europe_but_into_wasteland_cost_everybody_the_same() -> None:
    """*Land stacks expend MP depending on the terrain of each province they enter* (527): whoever
    goes there, and however light, but into a wasteland and overseas."""
    state = tabletop()
    for start in filter(board.in_europe, board.provinces()):
        for goal in (border.other for border in board.land_neighbours(start)):
            road = movement_costs.road_for_all(start, goal)
            apart = board.in_group(goal, "wasteland") or not board.in_europe(goal)
            assert (road is None) == apart
            if road is None:
                continue
            for friendly, light in ((True, False), (False, True)):
                costs = {
                    movement_costs.owners_step_points(state, owners, start, goal, friendly, light)
                    for owners in (["france"], ["russia"], ["iroquois"])
                }
                assert costs == {road.least if friendly else road.most}
    assert movement_costs.road_for_all("skane", "sjaelland") is None, (
        "the Sund is not always frozen"
    )
