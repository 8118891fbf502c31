"""Ships that a place has no room for, and what the statistics say of them."""

import pytest

from engine import tally
from engine.asks import Choose
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
    assert "NWD of England in English Channel is too many and is scuttled." in played.told
    assert tally.losses(played.phase.story) == [
        tally.Loss("england", 0, 3, "scuttling", state.turn, state.box)
    ]


@pytest.mark.rule("MOV-03")
def test_counters_that_are_alike_are_one_choice_and_galleasses_are_kept_longest() -> None:
    state = sea_table(alliances={"venice": ["venice", "england"], "france": ["france"]})
    galleys = fleet(state, "venice", "sea-manche", "VGD", "NGD", "NGD")
    other = fleet(state, "england", "sea-manche", "NGD")
    answers = [("scuttle", str(galleys[1]))]
    played = play(encounter.enforce_stacking, state, answers, [], "sea-manche", "venice")
    (ask,) = played.asks
    assert isinstance(ask, Choose)
    assert [(option.answer, option.label, option.detail) for option in ask.options] == [
        (str(galleys[1]), "NGD of Venice", "one of 2"), (str(other[0]), "NGD of England", ""),
        (str(galleys[0]), "VGD of Venice", ""),
    ]  # fmt: skip
    assert galleys[1] not in state.units
