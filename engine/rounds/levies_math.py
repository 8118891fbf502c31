"""What exceptional levies allow and cost, without a state (LEV).

Recruits are counted in halves of a detachment, as exploration detachments count half. The limit is
halved once levies are declared; a counter costs its list price, twice or thrice that, by the band
in which its last detachment falls.
"""

from __future__ import annotations

from math import ceil
from typing import Final

from engine.facts import tables
from engine.state.forces import LAND_THIRDS, Kind

LENIENT: Final = ("sweden", "prussia")
LOWEST_STABILITY: Final = -3
DEAREST: Final = 3
ABROAD: Final = 2
BOUGHT_AS: Final[dict[Kind, tuple[Kind, ...]]] = {
    "LD": ("LD",),
    "A-": ("A-",),
    "A+": ("A-", "LD", "LD"),
}
ITEMS: Final = {"LD": "buy_ld", "A-": "buy_army_minus"}
LARGE_COLONY: Final = 6
OVERSEAS: Final[dict[bool, dict[Kind, int]]] = {
    True: {"LD": 1, "A-": 2},
    False: {"LDE": 1, "LD": 2},
}
"""How many times its price a counter costs in a colony of level 6 and in a smaller settlement."""
ROOM: Final = {True: 4, False: 1}
"""The halves of a detachment that may be raised there in a turn; a smaller settlement raises one
counter."""


def enough_defeats(country: str, major: bool, minor: bool) -> bool:
    """Whether the battles lost on land this round let a country declare levies (LEV-01, LEV-04)."""
    return major or (minor and country in LENIENT)


def stability_cost(country: str, major: bool, stability: int) -> int:
    """The stability that declaring costs: 1, or nothing at the lowest (LEV-02, LEV-05).

    Sweden and Prussia declare for nothing after a `major` defeat.
    """
    free = country in LENIENT and major
    return 0 if free or stability <= LOWEST_STABILITY else 1


def printed_limit(country: str, period: str, technology: str, reformed: bool) -> int | None:
    """The usual limit of recruitment in LD a turn; None for a country that has none of its own."""
    limit = tables.recruitment_limit.get(country, period)
    priced = tables.land_prices.get(country, technology) is not None
    if limit is None or limit.ld is None or not priced:
        return None
    return limit.ld + (limit.ld_after_reform if reformed else 0)


def levy_limit(usual: int) -> int:
    """The limit of exceptional levies in LD: half the usual one, rounded up (LEV-09)."""
    return ceil(usual / 2)


def price_multiple(recruited: int, most: int) -> int:
    """How many times the list price a counter costs whose last detachment makes so many halves of a
    detachment recruited, with that limit in LD; more than three times is not to be had (LEV-11)."""
    return ceil(recruited / (2 * most)) if most else DEAREST + 1


def in_halves(kind: Kind) -> int:
    """The halves of a detachment that a counter counts; an exploration detachment counts one."""
    return 1 if kind == "LDE" else 2 * LAND_THIRDS[kind] // 3


def price(
    country: str, technology: str, kind: Kind, recruited: int, most: int, abroad: bool = False
) -> int | None:
    """The price of a counter in ducats, None beyond thrice the limit (LEV-10, LEV-11, C-LOG-01).

    `recruited` are the halves levied before, `most` the limit in LD. A full army is bought as a
    reduced one and two detachments (C-LOG-04); outside the national territory the price doubles
    (C-LOG-02).
    """
    ducats = 0
    for part in BOUGHT_AS[kind]:
        recruited += in_halves(part)
        times = price_multiple(recruited, most)
        listed = tables.land_price(country, technology, ITEMS[part])
        if times > DEAREST or listed is None:
            return None
        ducats += times * listed
    return ABROAD * ducats if abroad else ducats


def price_overseas(
    country: str, technology: str, kind: Kind, recruited: int, most: int, large: bool
) -> int | None:
    """The price of a counter in a settlement, None where it gives none of that kind (C-LOG-05).

    `large` is a colony of level 6. An exploration detachment costs half a detachment, rounded up
    (C-FOR-10); beyond the limit prices rise as at home.
    """
    times = OVERSEAS[large].get(kind)
    over = price_multiple(recruited + in_halves(kind), most)
    listed = tables.land_price(country, technology, ITEMS.get(kind, ITEMS["LD"]))
    if times is None or over > DEAREST or listed is None:
        return None
    return times * over * (ceil(listed / 2) if kind == "LDE" else listed)
