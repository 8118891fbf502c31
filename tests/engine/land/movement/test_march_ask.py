"""What a march is offered: to stop, to go on as planned, the cheapest way to where it may rest."""

import pytest

from engine.land.movement.march_ask import March
from tests.engine.playing import lead, put, tabletop


@pytest.mark.rule("LDM-01", "INT-16")
def test_a_leader_alone_is_offered_his_own_troops_and_no_empty_province() -> None:
    """He ends with a stack; a full one takes him too."""
    state = tabletop(campaign="passive")
    name = lead(state, "france", "champagne", "conde")
    put(state, "france", "picardie", "A+", "A+")
    put(state, "france", "troyes", "LD")
    put(state, "spain", "artois", "LD")
    march = March(who="france", name="march", what="?", state=state, alliance="france",
                  place="champagne", units=[], leaders=(name,))  # fmt: skip
    assert {path[-1] for path in march.offers() if path} == {"picardie", "troyes"}
