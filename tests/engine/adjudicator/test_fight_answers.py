"""What the odds of a battle tell of its rolls."""

from __future__ import annotations

import pytest

from tests.engine.adjudicating import answer, example


@pytest.mark.rule("DRM-03", "DRM-05", "DRM-11", "PUR-15")
def test_the_odds_name_the_modifiers_of_every_roll_that_may_come() -> None:
    """Of both days and of the pursuit, though no die is thrown: Spain's galleasses and greater
    fleet, its better admiral, and the weariness of both on the second day."""
    named = {
        (each["side"], each["rule"], roll)
        for each in answer("naval-battle", example("naval-battle"), "--odds")["modifiers"]
        for roll in each["rolls"]
    }
    assert {("HIS", "DRM-03", "fire1"), ("HIS", "DRM-11", "shock2"), ("HIS", "PUR-15", "pursuit"),
            ("TUR", "DRM-05", "fire2"), ("TUR", "DRM-05", "shock2")} <= named  # fmt: skip
    assert ("TUR", "DRM-05", "fire1") not in named
