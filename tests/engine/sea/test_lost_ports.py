"""Ships in a port that falls."""

from __future__ import annotations

import pytest

from engine.sea import lost_ports
from engine.sequence import sequence
from tests.engine.playing import play
from tests.engine.sea.afloat import at, fleet, sea_table


@pytest.mark.rule("NAV-10")
def test_ships_leave_a_port_that_is_lost() -> None:
    state = sea_table()
    (ship,) = fleet(state, "england", "kent", "F-: 2 NWD", leader="england-anonymous-admiral-1")
    fleet(state, "england", "wessex", "NWD")
    play(lost_ports.leave, state)
    assert at(state, ship) == ("kent", "port")
    state.land.controllers["kent"] = "france"
    assert lost_ports.lost(state) == [("kent", "england")]
    play(lost_ports.leave, state, [("retreat-to", "wessex")], {"england.attrition": 1})
    assert at(state, ship) == ("wessex", "port")
    assert state.leaders["england-anonymous-admiral-1"].place == "wessex"


def test_they_do_so_when_the_siege_segment_ends() -> None:
    state = sea_table(step="siege")
    (ship,) = fleet(state, "england", "wessex", "NWD")
    state.land.controllers["wessex"] = "france"
    play(sequence.siege_step, state, [("retreat-to", "kent")], {"england.attrition": 1})
    assert at(state, ship) == ("kent", "port")
