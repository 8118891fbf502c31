"""The treasury of a country in a line."""

import pytest

from engine.state.countries import Campaign
from tests.engine.playing import tabletop
from tui.words.line import text_of
from tui.words.treasury import treasury_line


@pytest.mark.parametrize(
    ("campaign", "said"),
    [("active_no_logistic", "active without logistics"), ("none", "no campaign")],
)
def test_a_campaign_is_called_what_the_rules_call_it(campaign: Campaign, said: str) -> None:
    state = tabletop()
    state.countries["france"].campaign = campaign
    assert text_of([treasury_line(state, state.countries["france"], ())]).endswith(f" · {said}")
