"""Ships: what fleets hold and carry, what they supply and blockade."""

from typing import NamedTuple

from engine.facts.sheets import CELLS, FactsError, number, records
from engine.facts.tables.battles import civil_war_lines
from engine.facts.tables.reading import by_period, find, recorded, sheet, table


class FleetCapacity(NamedTuple):
    """The most ships in a fleet counter; a galley is half a warship."""

    warships: int
    transports: int


@sheet("fleet_capacity")
def fleet_capacities() -> dict[tuple[str, str], tuple[FleetCapacity, FleetCapacity]]:
    """F- and F+ by country id or army class, and period (fleet_capacity.csv)."""
    columns = ("minus_warships", "minus_transports", "plus_warships", "plus_transports")
    return table(
        "fleet_capacity", {"key": str, "period": str}, dict.fromkeys(columns, number),
        lambda *ships: (FleetCapacity(*ships[:2]), FleetCapacity(*ships[2:])),
    )  # fmt: skip


def fleet_capacity(country: str, army_class: str, period: str, counter: str) -> FleetCapacity:
    """The most ships of a fleet counter, F+ or F-; the country's line goes before its class's."""
    capacities = fleet_capacities()
    key = civil_war_lines().get(country, country), period
    pair = capacities.get(key) or find("fleet_capacity", capacities, (army_class, period))
    return pair[counter == "F+"]


@sheet("sea_transport")
def sea_transports() -> dict[str, dict[str, int]]:
    """Transport points of an A+ by army class and period (sea_transport.csv)."""
    return by_period("sea_transport", {"army_class": str}, "army_plus_points", int)


def sea_transport(army_class: str, period: str, counter: str = "A+") -> int:
    """Transport points that an army counter needs, A+ or A-, which needs half (TAB-08)."""
    points = find("sea_transport", find("sea_transport", sea_transports(), army_class), period)
    return points if counter == "A+" else points // 2


@sheet("ship_capacity")
def ship_capacities() -> dict[str, float | None]:
    """The points that something gives or needs (ship_capacity.csv)."""
    return table("ship_capacity", {"item": str}, {"points": CELLS[float | None]})


def ship_capacity(item: str) -> float:
    """Transport points that a ship gives, or that a detachment or five ducats of gold need."""
    points = find("ship_capacity", ship_capacities(), item)
    if points is None:
        raise FactsError(f"tables/ship_capacity.csv: {item!r} is to be looked up in sea_transport")
    return points


class NavalSupply(NamedTuple):
    """The land stack that a naval stack can supply from a port; None is no limit."""

    smallest_port: str  # fort, port, arsenal
    naval_size: str
    min_fleet_side: str  # none, minus, plus, any
    min_nd: int
    land_supplied_max_ld: int | None
    land_supplied_max_pashas: int | None
    land_supplied_army_counter: bool


@sheet("naval_supply")
def naval_supply() -> tuple[NavalSupply, ...]:
    """The lines of the table, smallest naval stack first (TAB-02, naval_supply.csv)."""
    return tuple(records("tables/naval_supply.csv", NavalSupply))


class BlockadeSize(NamedTuple):
    """The smallest naval stack that can blockade a fortress level."""

    min_naval_size: str
    min_fleet_side: str  # none, minus, plus
    min_nd: int


# By fortress level, 0 a fort (blockade_size.csv).
blockade_sizes = recorded("blockade_size", {"fortress_level": int}, BlockadeSize)


def blockade_size(level: int) -> BlockadeSize:
    """The smallest naval stack that can blockade a fortress level; 0 is a fort (TAB-07)."""
    return find("blockade_size", blockade_sizes(), level)
