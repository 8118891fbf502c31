"""Admirals at the turn of the year go to ships, generals to troops."""

from __future__ import annotations

import pytest

from engine import command, wintering
from tests.engine.playing import play, put
from tests.engine.sea.afloat import fleet, sea_table

ADMIRAL = "england-anonymous-admiral-1"
GENERAL = "england-anonymous-general-1"


@pytest.mark.rule("WIN-08")
def test_admirals_are_put_on_ships() -> None:
    state = sea_table(step="wintering")
    fleet(state, "england", "wessex", "NWD", leader=ADMIRAL)
    fleet(state, "england", "sea-nord", "NWD")
    put(state, "england", "kent", "LD", leader=GENERAL)
    played = play(wintering.leaders, state, [("redeploy-leader", ADMIRAL)], (), "england")
    assert (state.leaders[ADMIRAL].place, state.leaders[ADMIRAL].position) == ("sea-nord", "field")
    assert played.asks[0].offers() == ["done", ADMIRAL], "the general has nowhere else to go"
    assert "North Sea" in played.told
    play(wintering.leaders, sea_table(step="wintering"), (), (), "england")


@pytest.mark.rule("LDR-08")
def test_a_wounded_admiral_comes_back_to_ships() -> None:
    state = sea_table(step="wintering")
    fleet(state, "england", "wessex", "NWD", leader=ADMIRAL)
    state.take_leader(state.leaders[ADMIRAL], "wounded", state.box)
    put(state, "england", "kent", "LD")
    assert command.sails(ADMIRAL)
    assert not command.sails(GENERAL)
    play(wintering.leaders, state, (), (), "england")
    back = state.leaders[ADMIRAL]
    assert (back.status, back.place, back.position) == ("map", "wessex", "port")
