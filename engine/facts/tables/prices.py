"""Prices and limits of recruitment."""

from typing import NamedTuple

from engine.facts.sheets import lines_by, number, optional
from engine.facts.tables.reading import Sheet, sheet, table
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


def _prices(name: str, items: tuple[str, ...]) -> Sheet[dict[str, int | None]]:
    """Ducats by country and technology, then by item."""
    return table(
        name,
        {"country": str, "technology": technology},
        dict.fromkeys(items, optional),
        lambda *prices: dict(zip(items, prices, strict=True)),
    )


land_prices = _prices("land_prices", LAND_PRICES)
naval_prices = _prices("naval_prices", NAVAL_PRICES)


def land_price(country: str, technology: str, item: str) -> int | None:
    """Ducats to buy or to keep a land unit; None for one that cannot be had, or without a line."""
    line = land_prices.get(country, technology)
    return None if line is None else line[item]


def naval_line(country: str, technology: str) -> dict[str, int | None] | None:
    """Ducats by item for a country's ships, None where it has no line.

    Ships of seventy-four guns have no line of their own and cost as three-deckers.
    """
    return naval_prices.get(country, technology.replace("seventy-four", "three-decker"))


def naval_price(country: str, technology: str, item: str) -> int | None:
    """Ducats to buy or to keep a naval unit; None for one that cannot be had, or without a line."""
    line = naval_line(country, technology)
    return None if line is None else line[item]


class RecruitmentLimit(NamedTuple):
    """Detachments on land a turn; None where nothing is printed."""

    ld: int | None
    ld_after_reform: int  # added to `ld` after the country's reform


@sheet("recruitment_limits")
def recruitment_limit() -> dict[tuple[str, str], RecruitmentLimit]:
    """What a country may recruit in a turn of a period; its aid goes before the general table."""
    columns = dict.fromkeys(("ld_per_turn", "ld_after_reform_delta", "aid_ld_per_turn"), str)

    def line(ld: str, delta: str, aid: str) -> RecruitmentLimit:
        return RecruitmentLimit(optional(aid or ld), number(delta))

    key = {"country": str, "period": str}
    return lines_by("tables/recruitment_limits.csv", key, columns, line)
