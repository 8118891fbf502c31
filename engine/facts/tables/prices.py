"""Prices and limits of recruitment."""

from typing import NamedTuple

from engine.facts.sheets import lines_by, number, optional
from engine.facts.tables.reading import Sheet, find, sheet, table
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
    """Ducats to buy or to keep a land unit; None for a unit that cannot be had."""
    return find("land_prices", land_prices(country, technology), item)


def naval_price(country: str, technology: str, item: str) -> int | None:
    """Ducats to buy or to keep a naval unit; None for a unit that cannot be had.

    Ships of seventy-four guns have no line of their own and cost as three-deckers.
    """
    name = "three-decker" if technology == "seventy-four" else technology
    return find("naval_prices", naval_prices(country, name), item)


class RecruitmentLimit(NamedTuple):
    """Detachments a turn and most naval detachments; None where nothing is printed."""

    ld: int | None
    ld_after_reform: int  # added to `ld` after the country's reform
    nd: int | None
    nd_bonus: int
    max_nd: int | None
    max_nd_bonus: int
    bonus_condition: str


@sheet("recruitment_limits")
def recruitment_limit() -> dict[tuple[str, str], RecruitmentLimit]:
    """What a country may recruit in a turn of a period; its aid goes before the general table."""
    plain = ("ld_per_turn", "nd_per_turn", "max_nd", "max_nd_bonus")
    printed = ("ld_after_reform_delta", "nd_per_turn_bonus", "bonus_condition")
    columns = (*plain, *printed, *(f"aid_{each}" for each in plain))

    def line(*cells: str) -> RecruitmentLimit:
        delta, nd_bonus, condition = cells[4:7]
        ld, nd, most, bonus = (
            aid or given for given, aid in zip(cells[:4], cells[7:], strict=True)
        )
        return RecruitmentLimit(
            optional(ld), number(delta), optional(nd), number(nd_bonus), optional(most),
            number(bonus), condition,
        )  # fmt: skip

    key = {"country": str, "period": str}
    return lines_by("tables/recruitment_limits.csv", key, dict.fromkeys(columns, str), line)
