"""Attrition in Europe, discovery in the Rest of the World, remainders, conquistadors."""

from functools import cache
from typing import NamedTuple

from engine.facts.sheets import FactsError, flag, number, optional, read
from engine.facts.tables.reading import Scale, find, scale, table


class EuropeanAttrition(NamedTuple):
    """What attrition costs a stack in Europe."""

    losses: int  # detachments
    pillage: bool


class Discovery(NamedTuple):
    """What exploring meets with: success S, failure F, or H for the half symbol."""

    result: str
    leader_test: str  # none, always, alone (only without troops), or "" at the half symbol


class DiscoveryLine(NamedTuple):
    """One line of the table of discoveries and attrition."""

    sea: Discovery
    land: Discovery
    percent: int
    europe: tuple[EuropeanAttrition, ...]  # of 1, 2, 3 to 5, 6 and more detachments


@cache
def discoveries() -> Scale[DiscoveryLine]:
    """The table of discoveries and attrition (discovery_attrition.csv)."""

    def line(
        sea: str, sea_test: str, land: str, land_test: str, percent: str, *europe: str
    ) -> DiscoveryLine:
        return DiscoveryLine(
            Discovery(sea, sea_test),
            Discovery(land, land_test),
            int(percent),
            tuple(
                EuropeanAttrition(int(europe[at]), flag(europe[at + 1]))
                for at in range(0, len(europe), 2)
            ),
        )

    header = (
        "sea_discovery,sea_leader_test,land_discovery,land_leader_test,rotw_or_sea_percent,"
        + (",".join(f"europe_{size}_loss,europe_{size}_pillage" for size in _ATTRITION_SIZES))
    )
    return scale("discovery_attrition", header, line)


_ATTRITION_SIZES = {"1": 1, "2": 2, "3_5": 5, "6_plus": 10**6}


def european_attrition(modified: int, detachments: int) -> EuropeanAttrition:
    """Detachments lost and pillage for a stack of that many detachments in Europe."""
    limits = enumerate(_ATTRITION_SIZES.values())
    column = next(at for at, most in limits if detachments <= most)
    return discoveries()[modified].europe[column]


def attrition_percent(modified: int) -> int:
    """The percentage lost at sea or in the Rest of the World, for `remainders`."""
    return discoveries()[modified].percent


def discovery(domain: str, modified: int) -> Discovery:
    """The result of exploring, at sea or on land (TAB-03)."""
    line = discoveries()[modified]
    return line.sea if domain == "sea" else line.land


@cache
def _half_discovery() -> Scale[Discovery]:
    return scale("discovery_half_result", "discovery,leader_test", Discovery)


def half_discovery(die: int) -> Discovery:
    """What the half symbol becomes, for an unmodified die."""
    return _half_discovery()[die]


class Remainders(NamedTuple):
    """What attrition leaves; each star is an even chance to lose one exploration more."""

    detachments: int
    explorations: int
    stars: int


@cache
def _remainders() -> dict[tuple[int, int, int], Remainders]:
    def line(
        detachments: str, explorations: str, percent: str, left: str, rest: str, star: str
    ) -> tuple[tuple[int, int, int], Remainders]:
        key = int(detachments), int(explorations), int(percent)
        return key, Remainders(int(left), int(rest), int(flag(star)))

    header = "detachments,explorations,percent,remaining_detachments,remaining_explorations,star"
    return table("attrition_remainders", header, line)


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
    parts = [find("attrition_remainders", _remainders(), (*key, percent)) for key in keys]
    return Remainders(
        sum(part.detachments for part in parts),
        sum(part.explorations for part in parts),
        sum(part.stars for part in parts),
    )


class Conquistador(NamedTuple):
    """Percentages for `remainders`; the natives that remain resist, or desert to the stack."""

    resist_percent: int
    desert_percent: int | None  # None: nobody deserts


@cache
def _conquistadors() -> dict[tuple[int, int], Scale[Conquistador]]:
    lines: dict[tuple[int, int], list[tuple[str, str, Conquistador]]] = {}

    def line(low: str, high: str, least: str, most: str, resist: str, desert: str) -> None:
        sums = number(least), int(most) if most else 10**6
        result = Conquistador(int(resist), optional(desert))
        lines.setdefault(sums, []).append((low, high, result))

    file = "tables/conquistadors.csv"
    header = "die_min,die_max,leader_sum_min,leader_sum_max,resist_percent,desert_percent"
    read(file, header, line)
    return {sums: Scale(file, column) for sums, column in lines.items()}


def conquistador(modified: int, leader_sum: int) -> Conquistador:
    """How the natives take a conquistador whose values add up to `leader_sum` (TAB-06)."""
    for (least, most), column in _conquistadors().items():
        if least <= leader_sum <= most:
            return column[modified]
    raise FactsError(f"tables/conquistadors.csv has no column for a sum of {leader_sum}")


SHEETS = {
    "attrition_remainders": _remainders,
    "conquistadors": _conquistadors,
    "discovery_attrition": discoveries,
    "discovery_half_result": _half_discovery,
}
