"""The attrition of a movement, and of a massed force that stands (MOV-08, CAM-20)."""

from __future__ import annotations

import pytest

from engine.land.movement import movement_attrition
from tests.engine.playing import play, put, tabletop


@pytest.mark.rule("MOV-08", "CAM-20", "ATT-02", "ATT-05")
@pytest.mark.parametrize(
    ("moved", "owner", "rules"),
    [(False, "france", {"ATT-02"}), (True, "france", set()),
     (True, "spain", {"ATT-05"}), (False, "spain", {"ATT-02", "ATT-05"})],
)  # fmt: skip
def test_a_massed_force_that_stands_rolls_under_who_has_not_moved_away(
    moved: bool, owner: str, rules: set[str]
) -> None:
    """*A massed force rolls even if it does not move*: with the manoeuvre of its commander, who has
    moved with nobody else, and +2 in an enemy province."""
    state = tabletop(controllers={"picardie": owner, "caux": "france"}, levels={"picardie": 0})
    units = put(state, "france", "picardie", "A+", "A-", leader="bayard")
    if moved:
        state.marks.moved_leaders.add("bayard")
    played = play(movement_attrition.standing_attrition, state, [], {"france.attrition": 1},
                  "picardie", units)  # fmt: skip
    sheet = next(entry.sheet for entry in played.phase.story if entry.kind == "roll")
    assert sheet is not None
    assert {rule for _, _, rule in sheet["modifiers"]} - {"ATT-03"} == rules
