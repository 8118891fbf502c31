"""Ottoman minors, dominance, Finland, conquest (EIA-OE, EIA-DOM, EIA-ERR-05, 06, 09, 32,
EIA-FRE)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from engine.eia import cities, tables
from engine.eia.reasons import Reason, applicable

SHEET: Final = "seed_dominance"


class Territory(NamedTuple):
    """A home province or minor that yields manpower.

    `status` is home, ceded, conquered or free; `ottoman` whether it can join the Ottoman Empire;
    `burned` how many of its cities are burned.
    """

    name: str
    manpower: int
    status: str = "conquered"
    ottoman: bool = False
    burned: int = 0


SEATS: Final = {"Algiers": "Algeria"}
"""What the house rules call a minor that the sheets print otherwise."""


def yields_half(land: Territory, controller: str) -> tuple[bool, Reason | None]:
    """Whether a minor yields half its manpower to a controller, and why.

    Those that can join the Empire do (EIA-OE-01), but for Turkey, for Egypt (EIA-OE-02), for Spain
    in Morocco and Algeria (EIA-OE-03), and for free states (EIA-OE-04).
    """
    if land.status == "free":
        return False, Reason("Free states yield all.", "EIA-OE-04")
    name = land.name.capitalize()
    name = SEATS.get(name, name)
    power, lines = tables.POWERS[controller], tables.rows("seed_ottoman")
    if any(line["minor_group"] == name and line["controller"] in ("any", power) for line in lines):
        rule = "EIA-OE-02" if name == "Egypt" else "EIA-OE-03"
        return False, Reason(f"{name} yields all.", rule)
    if not land.ottoman:
        return False, None
    for line in lines:
        if (line["minor_group"], line["controller"]) == ("can join the Ottoman Empire", power):
            return line["manpower"] == "half", Reason("Turkey gets all.", "EIA-OE-01")
    return True, Reason("It can join the Ottoman Empire: half.", "EIA-OE-01")


def manpower(controller: str, lands: Iterable[Territory]) -> tuple[int, tuple[Reason, ...]]:
    """The manpower that a power collects: the halves are added first and rounded down once
    (EIA-OE-01); each burned city takes one (EIA-BRN-02)."""
    halves, reasons = 0, list[Reason]()
    for land in lands:
        points = cities.manpower(land.manpower, land.burned)
        half, reason = yields_half(land, controller)
        halves += points if half else 2 * points
        why, rule = reason or ("", "")
        reasons += applicable(
            (reason, f"{land.name}: {why}", rule),
            (land.burned, f"{land.name}: {land.burned} cities burned.", "EIA-BRN-02"),
        )
    return halves // 2, tuple(reasons)


def doubled_manpower(points: int, napoleon_back: bool) -> int:
    """French manpower in the Economic Phase after Napoleon's return (EIA-POL-03)."""
    item = "Napoleon returns from exile"
    times = int(tables.NUMBER.findall(tables.cell("seed_gold_and_money", item))[0])
    return points * times if napoleon_back else points


# Dominance


def gold(roll: int, dominant: bool) -> int:
    """A Spanish gold convoy roll (EIA-DOM-01)."""
    item = "Spanish gold convoy roll when Spain is dominant"
    bonus, most = map(int, tables.NUMBER.findall(tables.cell(SHEET, item)))
    return min(roll + bonus, most) if dominant else roll


def dominance(dominant: bool, gains: bool, loses: bool, at_peace: bool) -> tuple[bool, Reason]:
    """Whether a power is dominant now, given the base tests for gaining and losing it.

    Gaining it needs no peace (EIA-DOM-02); losing it needs peace with all majors (EIA-DOM-03).
    """
    item = f"peace with all needed to {'lose dominance' if dominant else 'become dominant'}"
    peace = at_peace or tables.cell(SHEET, item) != "yes"
    if not dominant:
        return gains and peace, Reason("Becoming dominant needs no peace.", "EIA-DOM-02")
    why = "Dominance is lost only at peace with all majors."
    return not (loses and peace), Reason(why, "EIA-DOM-03")


# Finland, conquest, trade, garrisons, what is in force


def finland_status(year: int) -> Reason:
    """What Finland is in a scenario of a year (EIA-ERR-06). Raises FactsError for other years."""
    return Reason(tables.row("seed_finland_status", year=str(year))["status"], "EIA-ERR-06")


def is_conquered(occupied_since: Sequence[int | None], now: int) -> tuple[bool, Reason]:
    """Whether a minor is conquered at this month's Conquest step (EIA-ERR-32).

    `occupied_since` holds, for each city of its primary district, the month of the Conquest step
    since which it is held without a siege, None for one that isn't.
    """
    held = [since for since in occupied_since if since is not None]
    complete = len(held) == len(occupied_since) and bool(held)
    done = complete and now - max(held) >= 1
    what = "held unbesieged for a month"
    why = f"All cities of its primary district have been {what}."
    why = why if done else f"Not yet: all cities of its primary district have to be {what}."
    return done, Reason(why, "EIA-ERR-32")


def colonial_trade(condition: str, trade: str) -> bool:
    """Whether victory condition C.7 hits a trade: "colonial", not "American" (EIA-ERR-09)."""
    meaning = tables.cell("peace_condition_codes", condition, "meaning")
    return meaning.startswith(trade)


def may_garrison(outside_home: bool) -> Reason:
    """Free states and minors may garrison anywhere (EIA-FRE-01)."""
    where = "outside its home territory" if outside_home else "at home"
    return Reason(f"It may garrison {where}.", "EIA-FRE-01")
