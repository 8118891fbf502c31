"""What stands on the table as the sides of a battle at sea."""

from __future__ import annotations

import pytest

from engine.fleets.fleets import NavalForce
from engine.sea.reckoning import parameters
from tests.engine.sea.afloat import fleet, sea_table


@pytest.mark.rule("PAR-21", "PAR-A8")
@pytest.mark.parametrize(("seasoned", "veteran"), [(0, False), (5, False), (6, False), (7, True)])
def test_a_stack_at_sea_is_veteran_with_more_than_half_of_its_ships(
    seasoned: int, veteran: bool
) -> None:
    """*Veteran stacks add 1 to this value* (1921): of four galleys two are not enough."""
    state = sea_table()
    ships = fleet(state, "england", "sea-manche", "F-: 2 NGD", "NGD", "NGD")
    state.units[ships[0]].veterans = min(seasoned, 6)
    state.units[ships[1]].veterans = max(0, seasoned - 6)
    force = NavalForce("england", tuple(ships), ())
    chief = parameters.expected_commander(state, force)
    found = parameters.fleet(state, force, chief, "NGD", True, [])
    assert found.veteran == veteran
