"""The clean-up: what the campaigns and levies of the phase cost."""

import pytest

from engine.rounds import campaign_choice
from engine.sequence import cleanup
from tests.engine.playing import play, put, tabletop


@pytest.mark.rule("OVW-09", "CLN-A1", "CAM-01")
def test_the_ticks_are_totalled_and_paid() -> None:
    state = tabletop(step="cleanup")
    state.countries["france"].ticks = ["passive", "major", "active", "active_no_logistic"]
    played = play(cleanup.cleanup, state)
    assert state.countries["france"].treasury == 1000 - (10 + 50 + 20 + 10)
    assert state.countries["spain"].treasury == 1000
    assert "France's campaigns cost 90 ducats" in played.told
    assert "Spain" not in played.told


@pytest.mark.rule("LEV-12")
def test_levies_are_paid_beside_the_campaigns() -> None:
    state = tabletop(step="cleanup")
    state.countries["spain"].recruited_cost = 125
    state.countries["spain"].ticks = ["multiple"]
    played = play(cleanup.cleanup, state)
    assert state.countries["spain"].treasury == 1000 - 225
    assert "exceptional levies 125" in played.told


@pytest.mark.rule("CAM-07", "OVW-09")
def test_the_patron_pays_the_difference_for_a_minor() -> None:
    state = tabletop(
        alliances={"france": ["france", "savoy"], "spain": ["spain"]}, minors={"savoy": "france"}
    )
    state.countries["savoy"].ticks = ["active-active", "major-active"]
    play(cleanup.cleanup, state)
    assert state.countries["france"].treasury == 1000 - 30
    assert state.countries["savoy"].treasury == 1000


@pytest.mark.rule("CAM-03", "OVW-09")
def test_an_extended_campaign_is_paid_once() -> None:
    state = tabletop(step="campaign", box="S2", rounds=["S2"])
    put(state, "france", "picardie", "A+")
    play(campaign_choice.choose, state, ["active"])
    france = state.countries["france"]
    france.campaign, france.campaign_before = None, france.campaign
    state.marks.done.clear()
    state.sequence.extended = True
    play(campaign_choice.choose, state, ["active"])
    play(cleanup.cleanup, state)
    assert france.treasury == 980
