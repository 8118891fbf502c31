"""Steps that a save or an undo begins again: what is done is done, and nothing twice."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from engine.land.supply import supply_step
from engine.rounds import rounds
from engine.sequence import (
    cleanup,
    leader_assignment,
    movement,
    sequence,
    siege_segment,
    voyages,
    wintering,
)
from engine.situation import counters
from engine.state import State
from engine.state.land import Siege
from tests.engine.playing import lead, new_year, play, put, tabletop
from tests.engine.turns.table import campaign

QUIET = 1


def again(procedure: Any, state: State, *arguments: Any) -> None:
    """A procedure begun again from what a save holds asks nothing, rolls nothing, tells nothing."""
    opened = State.from_plain(state.to_plain())
    played = play(procedure, opened, [], {}, *arguments)
    assert played.asks == []
    assert played.phase.story == []
    assert opened.to_plain()["units"] == state.to_plain()["units"]


@pytest.mark.rule("MOV-08", "MVG-05")
def test_a_massed_force_that_stood_rolls_once() -> None:
    state = tabletop(campaign="multiple")
    put(state, "france", "picardie", "A+", "LD", "LD")
    play(movement.stand, state, [], {"france.attrition": QUIET}, "france")
    again(movement.stand, state, "france")


@pytest.mark.rule("WIN-07")
def test_timars_go_home_once_a_winter() -> None:
    state = new_year(
        alliances={"turkey": ["turkey"], "hungary": ["hungary"]}, wars=[("turkey", "hungary")],
        minors={"hungary": "turkey"}, owners={"serbia": "turkey"},
    )  # fmt: skip
    put(state, "turkey", "serbia", "A+", corps="timar")
    play(wintering.timars, state, [], {"turkey.timars": 10})
    again(wintering.timars, state)


@pytest.mark.rule("SUP-01", "SUP-03")
def test_supply_is_tested_once_an_impulse() -> None:
    state = tabletop(step="supply")
    put(state, "france", "picardie", "LD")
    for place in ("caux", "ile-de-france", "artois", "flandre"):
        put(state, "spain", place, "A+")
    for place in ("picardie", "caux", "ile-de-france"):
        state.land.controllers[place] = "spain"
    play(supply_step.supply, state, [], {"france.supply": QUIET})
    again(supply_step.supply, state)


@pytest.mark.rule("SUP-01", "EUV-TRU-13")
def test_an_impulse_begins_once() -> None:
    state = tabletop(step="supply")
    play(sequence.supply_step, state)
    assert "impulse" in state.marks.done


@pytest.mark.rule("CLN-02", "CLN-A1")
def test_what_lifted_sieges_had_achieved_is_forgotten_at_the_clean_up() -> None:
    state = tabletop(step="cleanup")
    state.notes.update({"siege.artois": [True, False, 2], "routed.x": 1, "timars.home": 3})
    play(cleanup.cleanup, state)
    assert state.notes == {"timars.home": 3}


@pytest.mark.rule("WIN-08", "LDR-11")
def test_nobody_is_drawn_for_the_fallen_at_the_very_end() -> None:
    state = new_year()
    put(state, "france", "picardie", "LD")
    state.notes["fallen.foix"] = "picardie"
    state.sequence.box = rounds.END
    play(leader_assignment.arrivals, state)
    assert state.notes == {}
    assert state.leaders == {}


@pytest.mark.rule("MVG-07")
def test_a_leader_whom_ships_pick_up_has_moved() -> None:
    state = tabletop(alliances={"england": ["england"], "france": ["france"]}, wars=())
    lead(state, "england", "kent", "dudley", position="port")
    (ship,) = put(state, "england", "kent", "NWD", position="port")
    state.sea.tasks.update({"dudley": "patrol", str(ship): "patrol"})
    voyage: Any = SimpleNamespace(leaders=[], chiefs=[], units=[], everyone=[])
    voyages._take(state, voyage, "dudley")
    voyages._take(state, voyage, str(ship))
    assert (voyage.leaders, voyage.chiefs) == (["dudley"], ["dudley"])
    assert (voyage.units, voyage.everyone) == ([ship], [ship])
    assert state.marks.moved_leaders == {"dudley"}
    assert state.marks.moved == {ship}
    assert state.sea.tasks == {}


@pytest.mark.rule("SIE-01", "RND-05")
def test_a_besieger_acts_once_in_a_siege_segment() -> None:
    state = tabletop(
        step="siege", campaign="multiple", controllers={"artois": "spain"},
        sieges={"artois": Siege("france")},
    )  # fmt: skip
    put(state, "france", "artois", "A+")
    assert counters.free_counters(state, "france", "LD")
    play(siege_segment.siege, state, [("siege-action", "undermine")], {"france.undermine": 5})
    opened = State.from_plain(state.to_plain())
    assert play(siege_segment.siege, opened).asks == []


@pytest.mark.rule("INI-01")
def test_only_the_variants_that_are_played_with_are_announced() -> None:
    state = campaign("truce", war=(), step="start", box="", initiatives={"france": 9, "league": 8})
    told = play(sequence.start, state, [], {"start": 10}).told
    assert told.count("Variant in force:") == 1
    assert told.startswith("Variant in force: ")
