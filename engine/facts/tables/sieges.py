"""Undermining, assault, and what fortresses resist and cost."""

from functools import cache
from typing import NamedTuple

from engine.facts.sheets import records_by
from engine.facts.tables.reading import Scale, find, scale, table


@cache
def _undermining() -> Scale[str]:
    return scale("undermining", "result", str)


def undermining(modified: int) -> str:
    """none, siegework_minus, siegework_plus, breach, breach_or_war_honour or surrender (UND-42)."""
    return _undermining()[modified]


@cache
def siege_terrains() -> dict[tuple[str, str, str], int]:
    """The malus by setting (europe, rotw, fort), terrain (plain, other) and port."""

    def line(setting: str, terrain: str, port: str, malus: str) -> tuple[tuple[str, str, str], int]:
        return (setting, terrain, port), int(malus)

    return table("siege_terrain", "setting,terrain,port,modifier", line)


def siege_terrain(setting: str, terrain: str, port: str = "none") -> int:
    """The undermining malus of a place.

    Setting europe, rotw or fort; any terrain (all but plain count alike); port none, blockaded or
    open_or_supplied.
    """
    kind = "plain" if terrain == "plain" else "other"
    return find("siege_terrain", siege_terrains(), (setting, kind, port))


class AssaultResult(NamedTuple):
    """What one roll of an assault does to the enemy."""

    losses_thirds: int
    morale: int


@cache
def assaults() -> Scale[dict[tuple[str, str, bool], AssaultResult]]:
    """Every result by modified die, then side, step and breach (assault_results.csv)."""

    def line(*cells: str) -> dict[tuple[str, str, bool], AssaultResult]:
        c = [int(cell) for cell in cells]
        return {
            ("besieged", "fire", False): AssaultResult(c[0], c[1]),
            ("besieged", "fire", True): AssaultResult(c[2], c[1]),
            ("besieged", "shock", False): AssaultResult(c[3], c[4]),
            ("besieged", "shock", True): AssaultResult(c[5], c[4]),
            ("besieger", "fire", False): AssaultResult(c[6], c[7]),
            ("besieger", "fire", True): AssaultResult(c[6], c[7]),
            ("besieger", "shock", False): AssaultResult(c[8], c[9]),
            ("besieger", "shock", True): AssaultResult(c[8], c[9]),
        }

    header = (
        "besieged_fire_losses_thirds,besieged_fire_morale,besieged_fire_breach_losses_thirds,"
        "besieged_shock_losses_thirds,besieged_shock_morale,besieged_shock_breach_losses_thirds,"
        "besieger_fire_losses_thirds,besieger_fire_morale,"
        "besieger_shock_losses_thirds,besieger_shock_morale"
    )
    return scale("assault_results", header, line)


def assault(side: str, step: str, breach: bool, modified: int) -> AssaultResult:
    """Losses in thirds and morale stars of a roll by the besieged or the besieger.

    `step` is fire or shock; `breach` says whether the walls were breached, which matters for the
    losses that the besieged inflict.
    """
    return find("assault_results", assaults()[modified], (side, step, breach))


@cache
def fortress_resistances() -> dict[int, tuple[int, int]]:
    """Resistance in thirds per fortress level (0 a fort): whole, and after a breach."""

    def line(level: str, whole: str, breached: str) -> tuple[int, tuple[int, int]]:
        return int(level), (int(whole), int(breached))

    header = "fortress_level,resistance_thirds,breach_resistance_thirds"
    return table("fortress_resistance", header, line)


def fortress_resistance(level: int, breach: bool = False) -> int:
    """Resistance in thirds of a fortress level; 0 is a fort."""
    whole, breached = find("fortress_resistance", fortress_resistances(), level)
    return breached if breach else whole


class FortressCost(NamedTuple):
    """Ducats to build and to keep a fortress; None where it cannot stand."""

    build_europe: int | None
    build_rotw: int | None
    technology: str
    turn: int
    upkeep_europe: int | None
    upkeep_rotw: int | None
    double_before: str  # a technology, or `turn N`


@cache
def fortress_costs() -> dict[tuple[str, int], FortressCost]:
    """Costs by kind (mission, fort, fortress) and level (fortress_costs.csv)."""
    columns = {
        "build_europe": "build_cost_europe",
        "build_rotw": "build_cost_rotw",
        "technology": "required_technology",
        "turn": "required_turn",
        "upkeep_europe": "maintenance_europe",
        "upkeep_rotw": "maintenance_rotw",
    }
    key = {"kind": str, "level": int}
    return records_by("tables/fortress_costs.csv", key, FortressCost, **columns)


def fortress_cost(level: int, kind: str = "fortress") -> FortressCost:
    """What a fortress of that level (or a fort, a mission: level 0) costs."""
    return find("fortress_costs", fortress_costs(), (kind, level))


SHEETS = {
    "assault_results": assaults,
    "fortress_costs": fortress_costs,
    "fortress_resistance": fortress_resistances,
    "siege_terrain": siege_terrains,
    "undermining": _undermining,
}
