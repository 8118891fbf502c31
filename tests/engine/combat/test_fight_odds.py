"""The chances of a fight as the odds beside a question have them."""

import pytest

from engine.chances.distribution import Joint
from engine.combat.fight_odds import chances
from engine.combat.major_battle import Ended
from tests.engine.fighting import prepared


def ended(winner: int | None, routed: tuple[bool, bool], lost: tuple[int, int]) -> Ended:
    return Ended(winner, routed, lost, (False, False))


@pytest.mark.rule("MAJ-01", "MAJ-02")
def test_the_chances_of_a_battle_are_of_the_phasing_side_first() -> None:
    """Ten outcomes: five wins, three of them routs and two of these major; four defeats, one a
    major rout; one draw."""
    joint = Joint({
        ended(0, (False, True), (0, 9)): 2, ended(0, (False, True), (3, 3)): 1,
        ended(0, (False, False), (0, 0)): 2, ended(1, (True, False), (12, 3)): 1,
        ended(1, (False, False), (3, 0)): 3, ended(None, (False, False), (0, 6)): 1,
    })  # fmt: skip
    assert chances(prepared(), joint) == {
        "win": 0.5, "draw": 0.1, "lose": 0.4, "routed": [0.1, 0.3], "major": [0.2, 0.1],
        "losses": [pytest.approx(0.8), pytest.approx(1.0)],
    }  # fmt: skip
