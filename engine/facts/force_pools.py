"""The muster of the countries: how many counters they have, basic forces, the set-up of 1492."""

from functools import cache
from typing import NamedTuple

from engine.facts.countries import countries
from engine.facts.sheets import Cells, groups_by, lines_by, records
from engine.facts.wordings import wordings

# The sheets' names of units, and those of the rules.
UNITS = wordings("counter of a sheet")


def _country(id: str) -> str:
    return countries()[id].id


@cache
def counter_limits() -> dict[tuple[str, str, str, str], int]:
    """By country, kind (counters, period_limit), period ("" for the whole game) and counter."""
    key: Cells = {"country": _country, "kind": str, "period": str, "counter": str}
    return lines_by("counter_limits.csv", key, {"count": int})


@cache
def limited_countries() -> frozenset[str]:
    """The countries that have a number of counters in the box; the others want none."""
    return frozenset(key[0] for key in counter_limits() if key[1] == "counters")


@cache
def counter_limit(id: str, counter: str) -> int:
    """How many counters of a sort (army, land_detachment …) a country has in the box; 0 for none.

    The sides of an army share one counter, and so do those of a fleet.
    """
    return counter_limits().get((id, "counters", "", counter), 0)


def period_limit(id: str, period: str, limit: str) -> int | None:
    """An administrative limit of a period (purchase_land_detachment …), None when not printed."""
    return counter_limits().get((id, "period_limit", period, limit))


class Force(NamedTuple):
    """Counters of one sort that a country begins a war with or receives; `condition` says in the
    sheet's words when it does, "" for always."""

    counter: str  # army_plus, land_detachment, fortress_level, leader_general …
    number: int
    condition: str = ""


_FORCE: Cells = {"counter": str, "count": int}


@cache
def _basic_forces() -> dict[tuple[str, str], tuple[Force, ...]]:
    key: Cells = {"country": _country, "period": str}
    return groups_by("basic_forces.csv", key, {**_FORCE, "condition": str}, Force)


def basic_forces(id: str, period: str, minor: bool = False) -> tuple[Force, ...]:
    """The forces of a country at the start of a war, empty where none are printed.

    A power's forces hang on the period; `minor` asks for those that it has as a minor country,
    which a country without a line for the period gets anyway.
    """
    forces = _basic_forces()
    of_period = () if minor else forces.get((id, period), ())
    return of_period or forces.get((id, ""), ())


@cache
def _reinforcements() -> dict[str, tuple[Force, ...]]:
    return groups_by("reinforcements.csv", {"country": _country}, _FORCE, Force)


def reinforcements(id: str) -> tuple[Force, ...]:
    """What a minor country receives each turn at war."""
    return _reinforcements().get(id, ())


class SetUp(NamedTuple):
    """Counters on the map at the start in 1492; a province of "" is left to the player."""

    province: str
    country: str
    counter: str
    number: int
    level: int
    stack: str


@cache
def setup_1492() -> tuple[SetUp, ...]:
    """Every line of the start in 1492, as printed (setup_1492.csv)."""
    return tuple(records("setup_1492.csv", SetUp, number="count"))


class BoxSetUp(NamedTuple):
    """A counter on a track at the start in 1492."""

    track: str
    counter: str
    country: str
    patron: str
    box: str
    first_turn: int | None


@cache
def setup_1492_boxes() -> tuple[BoxSetUp, ...]:
    """Every counter on a track at the start in 1492: diplomacy, stability, technologies …"""
    return tuple(records("setup_1492_boxes.csv", BoxSetUp, first_turn="begin_turn"))


@cache
def trade_fleets_1492() -> dict[tuple[str, str], int]:
    """Levels of the trade fleets at the start in 1492, by country and trade zone."""
    return lines_by("trade_fleets_1492.csv", {"country": str, "zone": str}, {"level": int})
