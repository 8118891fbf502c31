"""Undermining, assault, and what fortresses resist and cost."""

from collections.abc import Callable
from itertools import product
from typing import NamedTuple

from engine.facts.sheets import groups_by
from engine.facts.tables.reading import Scale, recorded, scale, scaled, sheet, table

# none, siegework_minus, siegework_plus, breach, breach_or_war_honour or surrender (UND-42).
undermining: Callable[[int], str] = scaled("undermining", {"result": str})
_siege_terrains = table(
    "siege_terrain", dict.fromkeys(("setting", "terrain", "port"), str), {"modifier": int}
)


def siege_terrain(setting: str, terrain: str, port: str) -> int:
    """The undermining malus of a place.

    Setting europe, rotw or fort; any terrain (all but plain count alike); port none, blockaded or
    open_or_supplied.
    """
    kind = "plain" if terrain == "plain" else "other"
    return int(_siege_terrains(setting, kind, port))


@sheet("artillery_bonus")
def _artillery_bonuses() -> dict[int, tuple[tuple[int, int], ...]]:
    """Per fortress level (0 a fort), the artillery value from which each bonus is given."""
    key = {"fortress_level": int}
    return groups_by("tables/artillery_bonus.csv", key, {"artillery_value_min": int, "bonus": int})


def artillery_bonus(level: int, artillery: int) -> int:
    """The bonus, 0 to 3, of an artillery value against a fortress level; 0 is a fort (SIE-28,
    SIE-29)."""
    steps = _artillery_bonuses(level)
    return max((bonus for least, bonus in steps if artillery >= least), default=0)


class AssaultResult(NamedTuple):
    """What one roll of an assault does to the enemy."""

    losses_thirds: int
    morale: int


@sheet("assault_results")
def _assaults() -> dict[tuple[str, str, bool], Scale[AssaultResult]]:
    """Every column by side, step and breach (assault_results.csv)."""
    found = {}
    for side, step, breach in product(("besieged", "besieger"), ("fire", "shock"), (False, True)):
        breached = "_breach" if breach and side == "besieged" else ""
        cells = {f"{side}_{step}{breached}_losses_thirds": int, f"{side}_{step}_morale": int}
        found[side, step, breach] = scale("assault_results", cells, AssaultResult)
    return found


def assault(side: str, step: str, breach: bool, modified: int) -> AssaultResult:
    """Losses in thirds and morale stars of a roll by the besieged or the besieger.

    `step` is fire or shock; `breach` says whether the walls were breached, which matters for the
    losses that the besieged inflict.
    """
    return _assaults(side, step, breach)[modified]


_resistances = table(
    "fortress_resistance",
    {"fortress_level": int},
    {"resistance_thirds": int, "breach_resistance_thirds": int},
)


def fortress_resistance(level: int, breach: bool) -> int:
    """Resistance in thirds of a fortress level, whole or after a breach; 0 is a fort."""
    return int(_resistances(level)[breach])


class FortressCost(NamedTuple):
    """Ducats to build a fortress, None where it is not built for ducats, and what it needs."""

    build_cost_europe: int | None
    required_technology: str
    required_turn: int


# Costs by kind (mission, fort, fortress) and level (fortress_costs.csv).
_fortress_costs = recorded("fortress_costs", {"kind": str, "level": int}, FortressCost)


def fortress_cost(level: int, kind: str = "fortress") -> FortressCost:
    """What a fortress of that level (or a fort, a mission: level 0) costs."""
    return _fortress_costs(kind, level)
