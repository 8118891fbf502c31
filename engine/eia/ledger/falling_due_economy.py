"""What falls due in the economic steps: money, recovery and damage of cities, auctions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.eia import cities, tables
from engine.eia.ledger.ledger import Ledger

Due = Iterator[tuple[str, str] | tuple[str, str, str]]
"""What falls due: a sentence, its rule, and whose it is."""
TRADE: Final = {"EIA-BRN-05": "it does not trade", "EIA-PIL-13": "its trade is not touched"}


def collection(state: Ledger) -> Due:
    """Opens the collection of money: what comes from cities, and what is owed."""
    for name, city in sorted(state.cities.items()):
        if city.due:
            why = f"The province of {name} pays {city.due} money less, not below 0."
            yield why, "EIA-PIL-10", city.owner
            if city.capital:
                yield f"What is left of it comes from {city.owner}'s income, once.", "EIA-PIL-11"
        for reason in cities.city_standing(city.state).reasons:
            if reason.rule in TRADE:
                yield f"{name} is {city.state}: {TRADE[reason.rule]}.", reason.rule
        if city.state == cities.BURNED:
            yield f"{name} is burned: its province has 1 manpower less.", "EIA-BRN-02"
    if state.napoleon_back:
        yield "Napoleon is back: French manpower is doubled, once.", "EIA-POL-03", "france"
    for debt in state.debts:
        paid = f"{debt.left[0]} money of reparations"
        yield f"{debt.payer} pays {debt.payee} {paid}.", "EIA-TRM-01", debt.payer


def close_collection(state: Ledger) -> None:
    """Closes the collection of money."""
    state.napoleon_back = False
    for city in state.cities.values():
        city.due = 0
    for debt in state.debts:
        paid = debt.left.pop(0)
        state.pay(debt.payer, -paid)
        state.pay(debt.payee, paid)
    state.debts = [debt for debt in state.debts if debt.left]


def recovery(state: Ledger) -> Due:
    """Cities recover at the end of an Economic Phase (EIA-REC)."""
    for name, city in sorted(state.cities.items()):
        holds, pays = city.owner_controls, city.rebuilding
        found = cities.recovery(city.state, city.towers, holds, pays, city.towers)
        city.rebuilding = False
        state.pay(city.owner, -found.paid)
        if found.reason is not None and found.state != city.state:
            yield f"{name}: {found.reason.why}", found.reason.rule, city.owner
        city.state = found.state
    state.cities = {name: city for name, city in state.cities.items() if city.state != cities.WHOLE}


def damaged_cities(state: Ledger) -> Due:
    """Which cities may recover at the end of this step, and what it takes (EIA-REC)."""
    for name, city in sorted(state.cities.items()):
        price = city.towers * tables.figure(cities.SHEET, "cost to repair a burned city")
        controls = city.owner_controls
        holds = "which controls it" if controls else f"if {city.owner} controls it"
        which, when = f"{name} of {city.owner}, {holds},", "at the end of this step"
        if city.state == cities.PILLAGED:
            fate = "recovers" if controls else "would recover"
            yield f"{which} {fate} {when}.", "EIA-REC-01", city.owner
        else:
            yield f"{which} is rebuilt {when} for {price} money.", "EIA-REC-02", city.owner


def last_step(state: Ledger) -> Due:
    """Opens the last step of an economic phase: auctions of powers without a player, and damaged
    cities."""
    for name, power in state.powers.items():
        if power.out and not power.controller:
            yield f"{name} has no player: secret bids in victory points.", "EIA-UMP-01"
    yield from damaged_cities(state)
