"""What provinces and minors yield in manpower: written down once, then counted."""

from __future__ import annotations

from engine.eia import cities, minors_and_dominance, tables, victory
from engine.eia.ledger.ledger import Ledger
from engine.eia.minors_and_dominance import Territory
from engine.eia.reasons import Reason


def territories(state: Ledger, power: str) -> list[Territory]:
    """The provinces and minors that a power holds and whose manpower is written down."""
    return [
        Territory(name, land.manpower, status, land.ottoman, _burned(state, name))
        for name, land in sorted(state.lands.items()) if (status := _status(state, name, power))
    ]  # fmt: skip


def _status(state: Ledger, name: str, power: str) -> str:
    """What a land is to a power, as Territory calls it; empty where it doesn't hold it."""
    land, minor, ceded = state.lands[name], state.minors.get(name), state.ceded.get(name)
    if ceded is not None:
        mine = "home" if land.home == power else "ceded"
        return mine if ceded.holder == power else ""
    if minor is not None and minor.controller == power:
        return "free" if minor.free else "conquered"
    return "home" if land.home == power else ""


def _burned(state: Ledger, name: str) -> int:
    burned = [city for city in state.cities.values() if city.state == cities.BURNED]
    return sum(tables.is_same_name(name, city.province) for city in burned)


def unknown(state: Ledger, power: str) -> list[str]:
    """The minors and ceded provinces that a power holds, of which nobody has said what they yield;
    nothing at all is known of a power without a home province."""
    held = [name for name, each in state.minors.items() if each.controller == power]
    held += [name for name, each in state.ceded.items() if each.holder == power]
    home = any(each.home == power for each in state.lands.values())
    return sorted({*held} - {*state.lands}) if home else ["its home provinces"]


def collected(state: Ledger, power: str) -> tuple[int, tuple[Reason, ...]]:
    """The manpower that a power collects, and why it is not all (EIA-OE-01 to EIA-OE-04,
    EIA-BRN-02, EIA-POL-03)."""
    found, reasons = minors_and_dominance.manpower(power, territories(state, power))
    doubles = state.napoleon_back and power == "france"
    return minors_and_dominance.doubled_manpower(found, doubles), reasons


def counted(state: Ledger, power: str) -> tuple[int, tuple[Reason, ...]]:
    """The manpower of the final count: own home provinces and conquered minors, neither free states
    nor what others ceded (EIA-WIN-05, EIA-WIN-06, EIA-OE-05)."""
    return minors_and_dominance.manpower(power, victory.own_lands(territories(state, power)))
