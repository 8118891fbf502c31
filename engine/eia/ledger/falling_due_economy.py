"""What falls due in the economic steps: money, recovery and damage of cities, auctions."""

from __future__ import annotations

from typing import Final

from engine.eia import cities, tables
from engine.eia.ledger.ledger import Night

TRADE: Final = {"EIA-BRN-05": "it does not trade", "EIA-PIL-13": "its trade is not touched"}


def collection(night: Night) -> None:
    """Opens the collection of money: what comes from cities, and what is owed."""
    state = night.state
    for name, city in sorted(state.cities.items()):
        if city.due:
            why = f"The province of {name} pays {city.due} money less, not below 0."
            night.remind(why, "EIA-PIL-10", city.owner)
            if city.capital:
                left = f"What is left of it comes from {city.owner}'s income, once."
                night.remind(left, "EIA-PIL-11")
        for reason in cities.city_standing(city.state).reasons:
            if reason.rule in ("EIA-BRN-05", "EIA-PIL-13"):
                night.remind(f"{name} is {city.state}: {TRADE[reason.rule]}.", reason.rule)
        if city.state == cities.BURNED:
            night.remind(f"{name} is burned: its province has 1 manpower less.", "EIA-BRN-02")
    if state.napoleon_back:
        night.remind("Napoleon is back: French manpower is doubled, once.", "EIA-POL-03", "france")
    for debt in state.debts:
        why = f"{debt.payer} pays {debt.payee} {debt.left[0]} money of reparations."
        night.remind(why, "EIA-TRM-01", debt.payer)


def close_collection(night: Night) -> None:
    """Closes the collection of money."""
    state = night.state
    state.napoleon_back = False
    for city in state.cities.values():
        city.due = 0
    for debt in state.debts:
        paid = debt.left.pop(0)
        state.pay(debt.payer, -paid)
        state.pay(debt.payee, paid)
    state.debts = [debt for debt in state.debts if debt.left]


def recovery(night: Night) -> None:
    """Cities recover at the end of an Economic Phase (EIA-REC)."""
    state = night.state
    for name, city in sorted(state.cities.items()):
        holds, pays = city.owner_controls, city.rebuilding
        found = cities.recovery(city.state, city.towers, holds, pays, city.towers)
        city.rebuilding = False
        state.pay(city.owner, -found.paid)
        if found.reason is not None and found.state != city.state:
            night.remind(f"{name}: {found.reason.why}", found.reason.rule, city.owner)
        city.state = found.state
    state.cities = {name: city for name, city in state.cities.items() if city.state != cities.WHOLE}


def damaged_cities(night: Night) -> None:
    """Which cities may recover at the end of this step, and what it takes (EIA-REC)."""
    for name, city in sorted(night.state.cities.items()):
        price = city.towers * tables.figure(cities.SHEET, "cost to repair a burned city")
        holds = f"if {city.owner} controls it"
        holds = "which controls it" if city.owner_controls else holds
        if city.state == cities.PILLAGED:
            fate = "recovers" if city.owner_controls else "would recover"
            why = f"{name} of {city.owner}, {holds}, {fate} at the end of this step."
            night.remind(why, "EIA-REC-01", city.owner)
        else:
            why = f"{name} of {city.owner}, {holds}, is rebuilt at the end of this step for {price}"
            night.remind(f"{why} money.", "EIA-REC-02", city.owner)


def last_step(night: Night) -> None:
    """Opens the last step of an economic phase: auctions, and damaged cities."""
    auctions(night)
    damaged_cities(night)


def auctions(night: Night) -> None:
    """Reminds of the auctions of powers without a player."""
    for name, power in night.state.powers.items():
        if power.out and not power.controller:
            night.remind(f"{name} has no player: secret bids in victory points.", "EIA-UMP-01")
