"""Naval counters that are free, and explorers who become a warship."""

from __future__ import annotations

import pytest

from engine.facts import countries, force_pools
from engine.facts.tables.shipping import FleetCapacity
from engine.fleets import fleet_counters
from engine.state.forces import Kind
from tests.engine.playing import put
from tests.engine.sea.afloat import fleet, sea_table, units

CHANNEL = "sea-manche"


def limit(kind: str, country: str = "england") -> int:
    return force_pools.counter_limit(country, kind)


def test_counters_of_each_kind_are_counted_from_the_box() -> None:
    """C-FOR-05: fleets, transports and galleasses by themselves."""
    state = sea_table()
    free = fleet_counters.free_counters
    assert free(state, "england", "F+") == limit("fleet")
    fleet(state, "england", CHANNEL, "F+", "F-", "NTD")
    assert free(state, "england", "F+") == free(state, "england", "F-") == limit("fleet") - 2
    assert free(state, "england", "NTD") == limit("naval_transport") - 1
    assert free(state, "england", "VGD") == limit("naval_galleass")


@pytest.mark.parametrize(("pool", "ship", "soldier"), [
    ("detachment", "NWD", "LD"), ("exploration", "NDE", "LDE"),
])  # fmt: skip
def test_counters_of_land_and_sea_are_shared_as_far_as_the_army_leaves_them(
    pool: str, ship: Kind, soldier: Kind
) -> None:
    """C-FOR-05: the naval ones, and those of either kind that the land ones do not need."""
    naval, land, shared = (limit(f"{sort}_{pool}") for sort in ("naval", "land", "land_or_naval"))
    assert shared > 0
    for ashore in (0, land, land + 1, land + shared, land + shared + 1):
        state = sea_table()
        for _ in range(ashore):
            put(state, "england", "kent", soldier)
        left = max(0, shared - max(0, ashore - land))
        assert fleet_counters.free_counters(state, "england", ship) == naval + left
        fleet(state, "england", CHANNEL, ship)
        assert fleet_counters.free_counters(state, "england", ship) == naval + left - 1
        assert fleet_counters.free_by_pools(state, "england", ((ship,), ("F+", "F-"))) == (
            naval + left - 1, limit("fleet"),
        )  # fmt: skip


def test_who_has_no_counters_of_his_own_is_not_limited() -> None:
    state = sea_table()
    without = next(n for n in countries.countries() if n not in force_pools.limited_countries())
    many = fleet_counters.free_by_pools(state, without, (("NWD",), ("NTD",), ("F+",)))
    assert len(many) == 3
    assert min(many) > 50


@pytest.mark.parametrize(
    ("ships", "left"),
    [(2, ["NDE", "NDE"]), (3, ["NWD"]), (4, ["NWD", "NDE"]), (6, ["NWD", "NWD"])],
)
def test_three_explorers_become_a_warship(ships: int, left: list[str]) -> None:
    """C-NAV-08."""
    state = sea_table()
    numbers = fleet(state, "england", CHANNEL, *["NDE"] * ships)
    for at, number in enumerate(numbers):
        state.units[number].veterans = at % 2
        state.sea.gold[str(number)] = 10
    fleet_counters.gather_explorers(state, units(state, numbers))
    there = units(state, [number for number in numbers if number in state.units])
    assert [unit.kind for unit in there] == left
    assert sum(unit.veterans for unit in there) == sum(at % 2 for at in range(ships))
    assert sum(state.sea.gold.values()) == 10 * ships
    assert set(state.sea.gold) == {str(unit.id) for unit in there}


def test_explorers_gather_while_a_counter_of_a_warship_is_free() -> None:
    for spare, made in ((1, True), (0, False)):
        state = sea_table()
        numbers = fleet(state, "england", CHANNEL, "NDE", "NDE", "NDE")
        while fleet_counters.free_counters(state, "england", "NWD") > spare:
            fleet(state, "england", "kent", "NWD")
        fleet_counters.gather_explorers(state, units(state, numbers))
        assert (state.units[numbers[0]].kind == "NWD") == made


@pytest.mark.parametrize("held", [{"NWD": 1}, {"NGD": 1}, {"NTD": 1}])
def test_who_has_no_line_in_the_table_of_fleets_forms_none(held: dict[str, int]) -> None:
    """C-NAV-04: the table gives Crimea no fleets, so no ship fits into one."""
    state = sea_table()
    assert fleet_counters.capacity(state, "crimea", "F+") == (0, 0)
    assert fleet_counters.side(state, "crimea", held) is None


@pytest.mark.parametrize(
    ("held", "holds"),
    [
        ({"NWD": 3}, True), ({"NWD": 4}, False), ({"NGD": 6}, True), ({"NGD": 7}, False),
        ({"VGD": 6}, True), ({"VGD": 7}, False), ({"NWD": 1, "NGD": 2, "VGD": 2}, True),
        ({"NWD": 1, "NGD": 2, "VGD": 3}, False), ({"NWD": 3, "NTD": 2}, True),
        ({"NTD": 3}, False), ({}, True),
    ],
)  # fmt: skip
def test_a_galley_and_a_galleass_take_half_the_room_of_a_warship(
    held: dict[str, int], holds: bool
) -> None:
    """A counter for three warships and two transports (C-NAV-04)."""
    assert fleet_counters.fits(held, FleetCapacity(3, 2)) == holds
