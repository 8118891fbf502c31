"""Attrition in Europe, discovery in the Rest of the World, remainders, conquistadors."""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from engine.facts.sheets import Cells, FactsError, flag, number, optional
from engine.facts.tables.reading import Scale, scale, scaled, scales, sheet, table


class EuropeanAttrition(NamedTuple):
    """What attrition costs a stack in Europe (ARS-01)."""

    losses: int  # detachments
    pillage: bool


class Discovery(NamedTuple):
    """What exploring meets with: success S, failure F, or H for the half symbol."""

    result: str
    leader_test: str  # none, always, alone (only without troops), or "" at the half symbol


# The percentage lost at sea or in the Rest of the World by a modified die, for `remainders`.
attrition_percent: Callable[[int], int] = scaled(
    "discovery_attrition", {"rotw_or_sea_percent": int}
)


@cache
def _discoveries(domain: str) -> Scale[Discovery]:
    cells: Cells = {f"{domain}_discovery": str, f"{domain}_leader_test": str}
    return scale("discovery_attrition", cells, Discovery)


@cache
def _european_attrition(size: str) -> Scale[EuropeanAttrition]:
    cells: Cells = {f"europe_{size}_loss": int, f"europe_{size}_pillage": flag}
    return scale("discovery_attrition", cells, EuropeanAttrition)


_ATTRITION_SIZES = {"1": 1, "2": 2, "3_5": 5, "6_plus": 10**6}


@cache
def european_attrition(modified: int, detachments: int) -> EuropeanAttrition:
    """Detachments lost and pillage for a stack of that many detachments in Europe (ATT-10)."""
    size = next(name for name, most in _ATTRITION_SIZES.items() if detachments <= most)
    return _european_attrition(size)[modified]


def discovery(domain: str, modified: int) -> Discovery:
    """The result of exploring, at sea or on land (TAB-03)."""
    return _discoveries("sea" if domain == "sea" else "land")[modified]


# What the half symbol becomes, for an unmodified die.
half_discovery = scaled("discovery_half_result", {"discovery": str, "leader_test": str}, Discovery)


class Remainders(NamedTuple):
    """What attrition leaves; each star is an even chance to lose one exploration more."""

    detachments: int
    explorations: int
    stars: int


_remainders = table(
    "attrition_remainders",
    dict.fromkeys(("detachments", "explorations", "percent"), int),
    {"remaining_detachments": int, "remaining_explorations": int, "star": flag},
    Remainders,
)


@cache
def remainders(strength_thirds: int, percent: int) -> Remainders:
    """What is left of a strength in thirds after losing a percentage, 0 to 100 by tens (TAB-04).

    Three explorations count as a detachment and spare ones take their own line; above ten
    detachments each full ten is looked up, then the rest. Nothing is lost at 0, all at 100.
    """
    detachments, explorations = divmod(strength_thirds, 3)
    if percent <= 0:
        return Remainders(detachments, explorations, 0)
    if percent >= 100:
        return Remainders(0, 0, 0)
    tens, rest = divmod(detachments, 10)
    keys = [(10, 0)] * tens + ([(rest, 0)] if rest else [])
    keys += [(0, explorations)] if explorations else []
    parts = [_remainders(*key, percent) for key in keys]
    return Remainders(
        sum(part.detachments for part in parts),
        sum(part.explorations for part in parts),
        sum(part.stars for part in parts),
    )


class Conquistador(NamedTuple):
    """Percentages for `remainders`; the natives that remain resist, or desert to the stack."""

    resist_percent: int
    desert_percent: int | None  # None: nobody deserts


@sheet("conquistadors")
def _conquistadors() -> dict[Any, Scale[Conquistador]]:
    key: Cells = {"leader_sum_min": number, "leader_sum_max": optional}
    cells: Cells = {"resist_percent": int, "desert_percent": optional}
    return scales("conquistadors", key, cells, Conquistador)


def conquistador(modified: int, leader_sum: int) -> Conquistador:
    """How the natives take a conquistador whose values add up to `leader_sum` (TAB-06)."""
    for (least, most), column in _conquistadors.all().items():
        if least <= leader_sum and (most is None or leader_sum <= most):
            return column[modified]
    raise FactsError(f"tables/conquistadors.csv has no column for a sum of {leader_sum}")
