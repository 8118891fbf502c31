"""Ships that a place has no room for, and what the statistics say of them."""

import pytest

from engine import tally
from engine.sea import encounter
from tests.engine.playing import play
from tests.engine.sea.afloat import fleet, sea_table


@pytest.mark.rule("MOV-03")
def test_what_one_stack_cannot_hold_is_scuttled_and_counts_as_lost() -> None:
    state = sea_table()
    ships = fleet(state, "england", "sea-manche", *["F-: 3 NWD"] * 3, "NWD")
    played = play(encounter.enforce_stacking, state, [("scuttle", str(ships[3]))], [],
                  "sea-manche", "england")  # fmt: skip
    assert ships[3] not in state.units
    assert "NWD in English Channel is too many and is scuttled." in played.told
    assert tally.losses(played.phase.story) == [
        tally.Loss("england", 0, 3, "scuttling", state.turn, state.box)
    ]
