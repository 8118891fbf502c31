"""What things are called where the rules tell of them."""

import pytest

from engine.combat.prepared_battle import ROLLS
from engine.facts.wordings import wordings
from engine.rounds.campaigns import CAMPAIGNS
from engine.sea.under_way import announced_action


def test_every_roll_of_a_battle_has_a_name() -> None:
    assert {*ROLLS} <= wordings("roll of a battle").keys()


@pytest.mark.parametrize("of", ["campaign", "what a campaign allows"])
def test_campaigns_are_told_in_their_order(of: str) -> None:
    assert tuple(wordings(of)) == CAMPAIGNS


@pytest.mark.parametrize("of", ["naval action", "naval action as an answer"])
def test_every_naval_action_has_words(of: str) -> None:
    kinds = {*announced_action.TARGETED, *announced_action.PLAIN}
    assert wordings(of).keys() == kinds
