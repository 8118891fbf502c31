"""Ships in a port that falls."""

from __future__ import annotations

import pytest

from engine.facts import board
from engine.sea import lost_ports
from engine.sequence import sequence
from engine.state import sides
from engine.state.sea import Corsair
from tests.engine.playing import play
from tests.engine.sea.afloat import at, fleet, sea_table
from tests.engine.sea.channel import rolled

ADMIRAL = "england-anonymous-admiral-1"


@pytest.mark.rule("NAV-10")
def test_ships_leave_a_port_that_is_lost() -> None:
    state = sea_table()
    (ship,) = fleet(state, "england", "kent", "F-: 2 NWD", leader=ADMIRAL)
    fleet(state, "england", "wessex", "NWD")
    play(lost_ports.leave, state)
    assert at(state, ship) == ("kent", "port")
    state.land.controllers["kent"] = "france"
    assert lost_ports.lost_ports(state) == [("kent", "england")]
    play(lost_ports.leave, state, [("retreat-to", "wessex")], {"england.attrition": 1})
    assert at(state, ship) == ("wessex", "port")
    assert state.leaders[ADMIRAL].place == "wessex"
    assert state.leaders[ADMIRAL].position == "port"


@pytest.mark.rule("NAV-10")
def test_ships_of_a_country_in_no_alliance_leave_the_port_of_another() -> None:
    """It stands alone: the port that it lies in has to be its own."""
    state = sea_table()
    fleet(state, "holland", "kent", "NWD")
    assert sides.alliance_of(state, "holland") == "holland"
    assert lost_ports.lost_ports(state) == [("kent", "holland")]


def test_they_do_so_when_the_siege_segment_ends() -> None:
    state = sea_table(step="siege")
    (ship,) = fleet(state, "england", "wessex", "NWD")
    state.land.controllers["wessex"] = "france"
    play(sequence.siege_step, state, [("retreat-to", "kent")], {"england.attrition": 1})
    assert at(state, ship) == ("kent", "port")


@pytest.mark.rule("RET-06", "NAV-10")
def test_ports_on_either_coast_of_the_lost_one_are_equally_near() -> None:
    """*Retreat is done toward the closest (in number of zones), non-blockaded, friendly port*
    (2945): from Kent those on the Channel and those on the North Sea."""
    state = sea_table()
    (ship,) = fleet(state, "england", "kent", "NWD")
    state.land.controllers["kent"] = "france"
    played = play(lost_ports.leave, state, [("retreat-to", "yorkshire")], {"england.attrition": 1})
    near = ["cornwall", "durham", "east-anglia", "wessex", "yorkshire"]
    assert played.asks[0].offers() == near
    assert at(state, ship) == ("yorkshire", "port")


@pytest.mark.rule("RET-09", "NAV-10", "ATS-24")
@pytest.mark.parametrize(("port", "raided"), [("yorkshire", 2), ("wessex", 1)])
def test_the_way_out_of_a_lost_port_is_a_move_of_its_own(port: str, raided: int) -> None:
    """*Retreat is a move and thus any retreating fleet must roll for attrition* (2951): whoever
    takes the Channel meets the corsair there, not those of the North Sea."""
    state = sea_table()
    fleet(state, "england", "kent", "NWD")
    state.sea.corsairs["sea-nord"] = [Corsair("france", "+")]
    state.sea.corsairs["sea-manche"] = [Corsair("france", "-")]
    state.land.controllers["kent"] = "france"
    played = play(lost_ports.leave, state, [("retreat-to", port)], {"england.attrition": 1})
    met = {rule: value for value, _, rule in rolled(played, "england.attrition")["modifiers"]}
    assert met["ATS-24"] == raided


@pytest.mark.rule("RET-09", "NAV-03", "ATS-17")
def test_the_sea_and_the_new_port_are_two_zones_entered() -> None:
    """*Each new sea zone or port entered during the movement is counted* (782): two fleet counters
    pay 2 for the two zones from an arsenal to the next."""
    state = sea_table(alliances={"turkey": ["turkey"], "venice": ["venice"]},
                      wars=[("turkey", "venice")])  # fmt: skip
    ships = fleet(state, "turkey", "kreta", "F-: 2 NGD", "F-: 2 NGD")
    played = play(lost_ports.leave, state, [("retreat-to", "izmir")], {"turkey.attrition": 1})
    assert [2, "2 zones entered", "ATS-17"] in rolled(played, "turkey.attrition")["modifiers"]
    assert [at(state, ship) for ship in ships] == [("izmir", "port")] * 2


@pytest.mark.rule("NAV-10", "NAV-02")
def test_galleys_without_a_port_put_out_into_waters_where_they_can_live() -> None:
    """From Jylland, on the North Sea too, galleys of Denmark go to the Sound, admiral and all, and
    *a naval stack that does not stay in a port always rolls for attrition* (776)."""
    state = sea_table(alliances={"denmark": ["denmark"], "sweden": ["sweden"]},
                      wars=[("denmark", "sweden")])  # fmt: skip
    (ship,) = fleet(state, "denmark", "jylland", "NGD", leader="juel")
    for place in board.provinces():
        if sides.controller(state, place) == "denmark":
            state.land.controllers[place] = "sweden"
    play(lost_ports.leave, state, [], {"denmark.attrition": 1})
    assert at(state, ship) == ("sea-oresund", "field")
    juel = state.leaders["juel"]
    assert (juel.place, juel.position) == ("sea-oresund", "field")


@pytest.mark.rule("NAV-10", "RET-06")
def test_without_any_port_they_lie_in_the_first_sea_beside_it() -> None:
    """Kent lies on the Channel and on the North Sea; the fleet stays where its way began."""
    state = sea_table()
    fleet(state, "england", "kent", "F+: 4 NWD", leader=ADMIRAL)
    for place in board.provinces():
        if sides.controller(state, place) == "england":
            state.land.controllers[place] = "france"
    play(lost_ports.leave, state, (), {"england.attrition": 1})
    first = board.adjacent_seas("kent")[0]
    assert len(board.adjacent_seas("kent")) > 1
    assert {(unit.place, unit.position) for unit in state.units.values()} == {(first, "field")}
    assert state.leaders[ADMIRAL].place == first


@pytest.mark.rule("LDR-A5", "NAV-10")
def test_who_loses_all_his_ships_as_they_put_out_with_no_port_to_go_to_leaves_the_map() -> None:
    """LDR-A5: at sea, *where nothing carries him any more, he leaves the map until leaders are
    posted again*."""
    state = sea_table(bad_weather=True)
    fleet(state, "england", "kent", "NDE", leader=ADMIRAL)
    for place in board.provinces():
        if sides.controller(state, place) == "england":
            state.land.controllers[place] = "france"
    play(lost_ports.leave, state, (), {"england.attrition": 10})
    assert not state.units
    assert state.leaders[ADMIRAL].status == "away"
