"""Losses at sea: captures, the three categories, thirds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.sea.battle_math import losses
from engine.sea.battle_math.fleet_in_battle import GALLEYS, WARSHIPS, thirds
from engine.sea.battle_math.losses import Dealt
from tests.engine.sea.at_sea import fleet, ships

# The rulebook's examples.


@pytest.mark.rule("NLS-03", "NLS-04", "NLS-10")
def test_a_winner_with_four_losses() -> None:
    found = losses.toll(fleet("A", "10 NWD"), 12, True, {})
    assert found == (12, Dealt(damaged=6, destroyed=3, refitted=3))
    assert found.gone == 9


@pytest.mark.rule("NLS-03", "NLS-05", "NLS-06", "NLS-07")
def test_warships_that_lose_five_and_two_thirds() -> None:
    found = losses.toll(fleet("A", "10 NWD"), 17, False, {})
    assert found == (17, Dealt(damaged=11, destroyed=6))


@pytest.mark.rule("NLS-08")
def test_galleys_that_suffer_five_and_a_third() -> None:
    found = losses.toll(fleet("A", "10 NGD"), 16, False, {})
    assert found == (18, Dealt(damaged=12, destroyed=6))
    assert losses.toll(fleet("A", "10 NTD"), 16, False, {}).lost == 18


@pytest.mark.rule("NLS-13", "NLS-A1")
def test_more_losses_than_ships() -> None:
    assert losses.dealt(24, True) == Dealt(9, 9, 6)
    found = losses.toll(fleet("A", "5 NWD"), 24, True, {})
    assert found == (15, Dealt(damaged=6, destroyed=9))


@pytest.mark.rule("NLS-08", "NLS-09", "NLS-10", "NLS-11", "NLS-A1")
def test_one_warship_before_ten_galleys() -> None:
    mixed = fleet("A", "NWD 10 NGD", line=WARSHIPS)
    assert losses.toll(mixed, 26, False, {}) == (27, Dealt(damaged=18, destroyed=9))
    assert losses.toll(mixed, 26, False, {"NGD": 2}) == (27, Dealt(damaged=12, destroyed=9))


@pytest.mark.rule("NLS-09")
def test_captures_lower_destroyed_ships_when_no_damaged_ones_are_left() -> None:
    assert losses.less_captures(Dealt(6, 3, 3), 1) == Dealt(3, 3, 3)
    assert losses.less_captures(Dealt(6, 6, 3), 3) == Dealt(0, 3, 3)
    assert losses.less_captures(Dealt(4, 6, 0), 2) == Dealt(0, 4, 0)


@pytest.mark.rule("NLS-07", "NLS-08", "NLS-11")
@pytest.mark.parametrize(
    ("held", "line", "suffered", "counted"),
    [
        ("4 NWD", WARSHIPS, 5, 5), ("4 NGD", GALLEYS, 5, 6), ("4 NGD", GALLEYS, 6, 6),
        ("4 NGD NWD", GALLEYS, 5, 6),
        ("4 NGD 2 NWD", GALLEYS, 13, 13), ("4 NGD 2 NTD", GALLEYS, 13, 15),
        ("NWD 3 NTD", WARSHIPS, 4, 6), ("NWD 2 NDE 3 NTD", WARSHIPS, 4, 4),
    ],
)  # fmt: skip
def test_where_the_thirds_fall(held: str, line: str, suffered: int, counted: int) -> None:
    assert losses.thirds_counted(fleet("A", held, line=line), suffered) == counted


@given(st.integers(0, 20), st.integers(0, 20), st.integers(0, 3), st.integers(0, 90), st.booleans())
@pytest.mark.rule("NLS-13")
def test_no_ship_is_lost_twice(
    galleys: int, warships: int, prizes: int, suffered: int, won: bool
) -> None:
    held = {"NGD": galleys + prizes + 1, "NWD": warships}
    taken = {"NGD": prizes}
    found = losses.toll(fleet("A", "NGD", line=GALLEYS)._replace(ships=held), suffered, won, taken)
    assert found.gone + found.dealt.refitted + thirds(taken) <= thirds(held)
    assert found.lost <= thirds(held)


# Captures.


@pytest.mark.rule("PUR-20", "PUR-A4")
@pytest.mark.parametrize(
    ("stars", "wanted", "taken"),
    [
        (1, ["NWD"], {"NWD": 1}), (1, ["NGD"], {"NGD": 2}), (1, ["NGD", "NGD"], {"NGD": 2}),
        (2, ["NTD", "NWD"], {"NTD": 2, "NWD": 1}), (1, ["NWD", "NWD"], {"NWD": 1}),
        (1, ["NGD", "VGD"], {"NGD": 1, "VGD": 1}), (1, ["VGD"], {"VGD": 1}), (0, ["NWD"], {}),
        (3, ["NWD"], {"NWD": 1}), (2, [], {}), (3, ["NGD", "NGD"], {"NGD": 4}),
    ],
)  # fmt: skip
def test_a_star_takes_a_warship_or_two_others(
    stars: int, wanted: list[str], taken: dict[str, int]
) -> None:
    assert losses.ships_captured(ships("2 NWD 4 NGD VGD 2 NTD"), stars, wanted) == taken


@pytest.mark.rule("PUR-20")
def test_nothing_is_captured_of_a_kind_that_is_not_there() -> None:
    assert losses.ships_captured(ships("2 NWD"), 2, ["NTD", "NGD"]) == {}


@pytest.mark.rule("NLS-09")
@pytest.mark.parametrize(
    ("damaged", "destroyed", "ships", "left"),
    [
        (6, 3, 0, (6, 3)), (6, 3, 1, (3, 3)), (6, 3, 2, (0, 3)), (6, 3, 3, (0, 0)),
        (6, 3, 4, (0, 0)), (2, 3, 1, (0, 2)), (0, 1, 1, (0, 0)), (4, 0, 1, (1, 0)),
    ],
)  # fmt: skip
def test_captured_ships_lower_the_damaged_then_the_destroyed(
    damaged: int, destroyed: int, ships: int, left: tuple[int, int]
) -> None:
    """*One for one*, in thirds, and never below nought; what is refitted stays."""
    found = losses.less_captures(losses.Dealt(damaged, destroyed, 3), ships)
    assert found == losses.Dealt(*left, 3)
