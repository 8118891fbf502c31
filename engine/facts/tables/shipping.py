"""Ships: what fleets hold and carry, what they supply and blockade."""

from functools import cache
from typing import NamedTuple

from engine.facts.sheets import CELLS, FactsError, number, records
from engine.facts.tables.battles import printed_line
from engine.facts.tables.reading import LOADERS, by_period, find, recorded, table


class FleetCapacity(NamedTuple):
    """The most ships in a fleet counter; a galley is half a warship."""

    warships: int
    transports: int


_columns = ("minus_warships", "minus_transports", "plus_warships", "plus_transports")
# F- and F+ by country id or army class, and period.
_fleet_capacities = table(
    "fleet_capacity", {"key": str, "period": str}, dict.fromkeys(_columns, number),
    lambda *ships: (FleetCapacity(*ships[:2]), FleetCapacity(*ships[2:])),
)  # fmt: skip


def fleet_capacity(
    country: str, army_class: str, period: str, counter: str
) -> FleetCapacity | None:
    """The most ships of a fleet counter, F+ or F-; the country's line goes before its class's. None
    where neither is printed."""
    own = _fleet_capacities.get(printed_line(country), period)
    pair: tuple[FleetCapacity, ...] | None = own or _fleet_capacities.get(army_class, period)
    return None if pair is None else pair[counter == "F+"]


_sea_transports = by_period("sea_transport", {"army_class": str}, "army_plus_points", int)


def sea_transport(army_class: str, period: str, counter: str) -> int:
    """Transport points that an army counter needs, A+ or A-, which needs half (TAB-08)."""
    points = find("sea_transport", _sea_transports(army_class), period)
    return points if counter == "A+" else points // 2


_ship_capacities = table("ship_capacity", {"item": str}, {"points": CELLS[float | None]})


def ship_capacity(item: str) -> float:
    """Transport points that a ship gives, or that a detachment or five ducats of gold need."""
    points = _ship_capacities(item)
    if points is None:
        raise FactsError(f"tables/ship_capacity.csv: {item!r} is to be looked up in sea_transport")
    return float(points)


class NavalSupply(NamedTuple):
    """The land stack that a naval stack can supply from a port; None is no limit."""

    min_fleet_side: str  # none, minus, plus, any
    min_nd: int
    land_supplied_max_ld: int | None
    land_supplied_max_pashas: int | None
    land_supplied_army_counter: bool


@cache
def naval_supply() -> tuple[NavalSupply, ...]:
    """The lines of the table, smallest naval stack first (TAB-02)."""
    return tuple(records("tables/naval_supply.csv", NavalSupply))


LOADERS["naval_supply"] = naval_supply


class BlockadeSize(NamedTuple):
    """The smallest naval stack that can blockade a fortress level (TAB-07)."""

    min_naval_size: str
    min_fleet_side: str  # none, minus, plus
    min_nd: int


# The smallest naval stack that can blockade a fortress level; 0 is a fort.
blockade_size = recorded("blockade_size", {"fortress_level": int}, BlockadeSize)
