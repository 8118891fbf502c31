"""Prices and limits of recruitment."""

from functools import cache
from typing import NamedTuple

from engine.facts.sheets import number, optional
from engine.facts.tables.reading import find, table
from engine.facts.tables.technologies import technology

LAND_PRICES = (
    "buy_ld", "buy_army_minus", "war_ld_veteran", "war_ld_conscript", "war_army_minus_veteran",
    "war_army_minus_conscript", "war_army_plus_veteran", "war_army_plus_conscript", "peace_ld",
    "peace_army_minus", "peace_army_plus",
)  # fmt: skip
NAVAL_PRICES = (
    "buy_nwd", "buy_fleet_minus", "buy_ngd", "buy_galley_fleet_minus", "buy_ntd", "maintain_nd",
    "maintain_fleet_minus", "maintain_fleet_plus",
)  # fmt: skip


def _prices(sheet: str, items: tuple[str, ...]) -> dict[tuple[str, str], dict[str, int | None]]:
    def line(country: str, name: str, *cells: str) -> tuple[tuple[str, str], dict[str, int | None]]:
        return (country, technology(name)), dict(zip(items, map(optional, cells), strict=True))

    return table(sheet, ",".join(("country", "technology", *items)), line)


@cache
def land_prices() -> dict[tuple[str, str], dict[str, int | None]]:
    """Ducats by country and land technology, then by the items LAND_PRICES."""
    return _prices("land_prices", LAND_PRICES)


@cache
def naval_prices() -> dict[tuple[str, str], dict[str, int | None]]:
    """Ducats by country and naval technology, then by the items NAVAL_PRICES."""
    return _prices("naval_prices", NAVAL_PRICES)


def land_price(country: str, technology: str, item: str) -> int | None:
    """Ducats to buy or to keep a land unit; None for a unit that cannot be had."""
    prices = find("land_prices", land_prices(), (country, technology))
    return find("land_prices", prices, item)


def naval_price(country: str, technology: str, item: str) -> int | None:
    """Ducats to buy or to keep a naval unit; None for a unit that cannot be had.

    Ships of seventy-four guns have no line of their own and cost as three-deckers.
    """
    name = "three-decker" if technology == "seventy-four" else technology
    return find("naval_prices", find("naval_prices", naval_prices(), (country, name)), item)


class RecruitmentLimit(NamedTuple):
    """Detachments a turn and most naval detachments; None where nothing is printed."""

    ld: int | None
    ld_after_reform: int  # added to `ld` after the country's reform
    nd: int | None
    nd_bonus: int
    max_nd: int | None
    max_nd_bonus: int
    bonus_condition: str


@cache
def recruitment_limits() -> dict[tuple[str, str], RecruitmentLimit]:
    """By country and period; the country's aid goes before the general table."""

    def line(
        country: str, period: str, ld: str, delta: str, nd: str, nd_bonus: str, most: str,
        most_bonus: str, condition: str, _fleets: str, _counters: str, aid_ld: str, aid_nd: str,
        aid_most: str, aid_bonus: str,
    ) -> tuple[tuple[str, str], RecruitmentLimit]:  # fmt: skip
        return (country, period), RecruitmentLimit(
            optional(aid_ld or ld), number(delta), optional(aid_nd or nd), number(nd_bonus),
            optional(aid_most or most), number(aid_bonus or most_bonus), condition,
        )  # fmt: skip

    header = (
        "country,period,ld_per_turn,ld_after_reform_delta,nd_per_turn,nd_per_turn_bonus,max_nd,"
        "max_nd_bonus,bonus_condition,table_max_f,table_max_nd_counters,aid_ld_per_turn,"
        "aid_nd_per_turn,aid_max_nd,aid_max_nd_bonus"
    )
    return table("recruitment_limits", header, line)


def recruitment_limit(country: str, period: str) -> RecruitmentLimit:
    """What a country may recruit in a turn of a period."""
    return find("recruitment_limits", recruitment_limits(), (country, period))


SHEETS = {
    "land_prices": land_prices,
    "naval_prices": naval_prices,
    "recruitment_limits": recruitment_limits,
}
