"""Who redeploys overseas at the end of a turn (C-RED-01)."""

from __future__ import annotations

import pytest

from engine.play.asks import YesNo
from engine.state import State, sides
from engine.state.overseas import Establishment
from engine.turns import redeployment_phase
from tests.engine.playing import play, put
from tests.engine.turns.table import campaign

FREE, POST = "angola-n", "angola-s"


def overseas() -> State:
    """France in land of nobody, next to a trading post of its own."""
    state = campaign(
        alliances={"france": ["france"], "spain": ["spain"]}, war=[("france", "spain")],
        known={"france": {FREE, POST}, "spain": {FREE, POST}},
        natives={FREE: "gone", POST: "gone"}, owners={POST: "france"},
    )  # fmt: skip
    state.overseas.establishments[POST] = [Establishment("france", "trading_post", 2, 0, 1)]
    return state


@pytest.mark.rule("SIE-25")
@pytest.mark.parametrize("goes", [True, False])
def test_overseas_any_stack_outside_a_controlled_province_may_redeploy(goes: bool) -> None:
    """*In the ROTW: any stack outside a controlled province may* (C-RED-01); it rolls as who goes
    of his own will does (C-RED-07). In Europe, and at home, nobody is asked."""
    state = overseas()
    (outside,) = put(state, "france", FREE, "LD")
    put(state, "france", POST, "LD")
    put(state, "france", "caux", "LD")
    dice = {"france.redeployment": 1} if goes else {}
    played = play(redeployment_phase.land_forces, state, [("redeploys", goes)], dice)
    (asked,) = played.asks
    assert isinstance(asked, YesNo)
    assert (asked.question, asked.detail, asked.enter) == (
        "Does LD of France in Angola N redeploy?", "to Angola S", False
    )  # fmt: skip
    assert state.units[outside].place == (POST if goes else FREE)
    sheets = [entry.sheet or {} for entry in played.phase.story]
    parts = [part for sheet in sheets for part in sheet.get("modifiers", ())]
    assert any("voluntary" in str(part[1]) for part in parts) == goes


def test_overseas_nobody_is_asked_who_has_to_go_or_has_nowhere_to_go() -> None:
    """*Must redeploy: no line of supply* (C-RED-01); beyond 12 MP nobody goes of his own will, for
    it would be his end (C-RED-05)."""
    state = overseas()
    put(state, "france", FREE, "LD")
    state.sea.presidios = {}
    state.overseas.known["france"].discard(POST)
    assert redeployment_phase.must_go(state, sides.stack(state, FREE, "france"))
    assert play(redeployment_phase.land_forces, state).asks == []
    assert not sides.stack(state, FREE, "france").units
