"""Supply sources and the price of depots (EIA-ERR-10, EIA-ERR-11, EIA-ERR-15, EIA-ERR-16,
EIA-DEP)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from engine.eia import cities, tables
from engine.eia.reasons import Reason

SHEET: Final = "seed_depot_surcharge"


def source(ceded: bool, joined: str, state: str) -> tuple[bool, tuple[Reason, ...]]:
    """Whether a city is a source of supply.

    Not in a ceded home province (EIA-ERR-10), unless that is part of a free state's multi-district
    minor or of a new political combination (EIA-ERR-11), and never when it is burned (EIA-BRN-04).
    """
    burned = cities.city_standing(state)
    if not burned.supplies:
        return False, burned.reasons[:1]
    if not ceded:
        return True, ()
    if joined not in ("", "none"):
        return True, (Reason(f"The province is part of a {joined}.", "EIA-ERR-11"),)
    return False, (Reason("A ceded home province.", "EIA-ERR-10"),)


def price_known(distance: int) -> bool:
    """Whether the price of depot supply at a distance in areas is known."""
    return any(line["areas_from_depot"] == str(distance) for line in tables.rows(SHEET))


def price(place: int, distance: int, winter: bool, plain: Fraction | None = None) -> Fraction:
    """The money for the corps of that place (1 first) that a depot supplies at a distance.

    Each after the fourth pays double (EIA-ERR-15), and double again in winter (EIA-ERR-16).
    `plain` is the price of a corps out of winter at a distance that the charts don't know: it
    rises as that in the depot's own area does.
    """
    if plain is not None:
        return plain * price(place, 0, winter) / price(1, 0, winter=False)
    surcharged = place > corps_at_plain_price()
    line = tables.row(
        SHEET,
        corps_from_one_depot="5th and later" if surcharged else "1st to 4th",
        areas_from_depot=str(distance),
        winter="yes" if winter else "no",
    )
    return Fraction(line["money_each"])


def corps_at_plain_price() -> int:
    """How many corps a depot supplies at the plain price."""
    line = tables.rows(SHEET)[-1]["corps_from_one_depot"]
    return int(tables.NUMBER.findall(line)[-1])


class Bill(NamedTuple):
    """What a depot's supply costs: each corps in order, and their sum."""

    each: tuple[Fraction, ...]
    total: Fraction


def depot_costs(distances: Sequence[int], winter: bool, further_price: int | None = None) -> Bill:
    """The bill of one depot for corps at these distances, in the owner's order; `further_price` is
    that of a corps out of winter at distances whose price is not known."""
    prices = tuple(
        price(place, each, winter, None if price_known(each) else Fraction(further_price or 0))
        for place, each in enumerate(distances, 1)
    )
    return Bill(prices, sum(prices, Fraction(0)))


def depots_left(power: str, on_map: int) -> int:
    """How many depots a power may still place; less than 0 when there are too many
    (EIA-DEP-01)."""
    return tables.depots(power) - on_map
