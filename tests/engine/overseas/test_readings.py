"""Readings of the rules that matter most overseas: half levels of straits, legs and their signs."""

from __future__ import annotations

import pytest

from engine.land.movement import march_under_way, movement_attrition
from engine.land.supply import attrition_math, supply_lines
from engine.play.phase import Phase
from engine.state import State, sides
from engine.state.overseas import Establishment
from tests.engine.playing import play, put, tabletop
from tests.engine.sea.afloat import fleet

SHORE, GULF, BASE = "bam", "sea-persique", "soudan-n"


def gulf(ormus: int, aden: int) -> tuple[State, supply_lines.Line]:
    """Portugal in Persia, supplied from the Red Sea past the straits of Ormus and Socotra."""
    alliances = {"portugal": ["portugal"], "ormus": ["ormus", "aden"]}
    state = tabletop(alliances=alliances, wars=[("portugal", "ormus")], campaign="active")
    state.overseas.natives = dict.fromkeys((SHORE, BASE), "gone")
    state.overseas.establishments = {
        BASE: [Establishment("portugal", "trading_post", 3)],
        "ormus-i": [Establishment("ormus", "trading_post", 3)],
        "aden-so": [Establishment("aden", "trading_post", 3)],
    }
    state.land.controllers = {BASE: "portugal", "ormus-i": "ormus", "aden-so": "aden"}
    state.land.levels = {"ormus-i": ormus, "aden-so": aden}
    put(state, "portugal", SHORE, "LD", "LD")
    fleet(state, "portugal", GULF, "F+: 3 NWD, 1 NTD", task="supply")
    found = supply_lines.trace_line(state, list(state.units_at(SHORE)), SHORE, "portugal")
    assert found is not None
    return state, found


@pytest.mark.rule("SAT-10", "SAT-A2", "SIE-14", "SIE-A3")
@pytest.mark.parametrize(
    ("ormus", "aden", "wanted"), [(3, 3, 2), (1, 1, 0), (3, 2, 2), (5, 1, 2), (4, 2, 3)]
)
def test_each_strait_fort_overseas_adds_half_its_level_rounded_down(
    ormus: int, aden: int, wanted: int
) -> None:
    state, found = gulf(ormus, aden)
    assert found.strait_forts == wanted
    stack = sides.stack(state, SHORE, "portugal")
    supplied = attrition_math.supply_modifiers(state, stack, found)
    assert sum(each.value for each in supplied if each.rule == "SAT-10") == wanted
    state.land.controllers[SHORE] = "ormus"
    besieging = attrition_math.besieger_modifiers(state, SHORE, "portugal")
    assert sum(each.value for each in besieging if each.rule == "SIE-14") == wanted


def modifiers_of(phase: Phase) -> dict[str, int]:
    rolls = [entry.sheet for entry in phase.story if entry.kind == "roll" and entry.sheet]
    return {rule: value for value, _, rule in rolls[-1]["modifiers"]}


@pytest.mark.rule("ATT-A3", "ATT-06", "ATT-07")
def test_markers_count_of_the_leg_that_is_rolled_and_of_the_whole_way_at_its_end() -> None:
    def march(first: int, last: int) -> tuple[State, march_under_way.Move]:
        state = tabletop(campaign="active", pillages={"artois": ["-"], "caux": ["+"]})
        move = march_under_way.begin(
            state, "france", "artois", put(state, "france", "artois", "LD"), []
        )
        march_under_way.join(state, move, list(move.units), [])
        march_under_way.advance(state, move, "picardie", first)
        move.new_leg()
        march_under_way.advance(state, move, "caux", last)
        return state, move

    state, move = march(1, 6)
    leg = modifiers_of(
        play(movement_attrition.leg_attrition, state, [], {"france.attrition": 1}, move).phase
    )
    assert leg["ATT-07"] == 2, "the pillage+ of the second leg"
    assert "ATT-06" not in leg, "the first leg is over"
    state, move = march(3, 3)
    whole = modifiers_of(
        play(movement_attrition.end_attrition, state, [], {"france.attrition": 1}, move).phase
    )
    assert (whole["ATT-06"], whole["ATT-07"]) == (1, 2), "no leg was rolled: the whole way"
    state, move = march(6, 6)
    move.rolled = True
    last = modifiers_of(
        play(movement_attrition.end_attrition, state, [], {"france.attrition": 1}, move).phase
    )
    assert "ATT-06" not in last, "one was: the last leg alone"
