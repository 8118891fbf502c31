"""The income of a turn: provinces owned or conquered, and the other incomes of the figures.

A conquered province pays who holds it while he is at war with its owner, and nobody during a truce
(EUV-TRU-08). A revolt costs the income of its province, but during a truce in a civil war only
rebel units do (EUV-TRU-10).
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from engine.facts import board, countries
from engine.grammar import counted
from engine.play.phase import Phase
from engine.situation import variants
from engine.state import State, sides
from engine.turns import truces
from engine.turns.campaign_figures import incomes


class Item(NamedTuple):
    """One income: what it is, in ducats, and the power that gets it."""

    what: str
    ducats: int
    to: str


def items(state: State) -> list[Item]:
    """Every income of the turn; a country gets what it earns by its own, minors nothing."""
    found, variant = [], variants.in_force(state)
    for place, province in board.provinces().items():
        if province.map == "europe" and province.income:
            to = receiver(state, place)
            if to:
                found.append(Item(province.name, province.income, to))
    for extra in incomes():
        owner = sides.owner(state, extra.place)
        to = variant.income_goes_to(state, owner, extra.item) or extra.country or owner
        if sides.is_power(state, to):
            found.append(Item(extra.item, extra.ducats, to))
    return found


def receiver(state: State, place: str) -> str:
    """The power that gets the income of a province, "" for nobody: not who merely occupies it
    (EUV-TRU-08, EUV-TRU-10, EUV-TERM-15)."""
    owner, holder = sides.owner(state, place), sides.controller(state, place)
    if not owner or lost_to_revolt(state, place, owner):
        return ""
    if holder != owner:
        at_war = holder in state.ledger.enemies(owner)
        to = holder if at_war else ""
    else:
        to = variants.in_force(state).income_goes_to(state, owner, place) or owner
    return to if sides.is_power(state, to) else ""


def lost_to_revolt(state: State, place: str, owner: str) -> bool:
    """Whether a revolt, or under truce the units of rebels, keep a province's income
    (EUV-TRU-10)."""
    if truces.revolts_frozen(state, place):
        return truces.rebels_hold(state, place, owner)
    return bool(state.land.revolts.get(place))


@cache
def as_told(item: Item) -> list[str | int]:
    """An income in a sheet: most are the same in every turn, and stand once in memory."""
    return list(item)


async def income(phase: Phase) -> None:
    """Adds the income of the turn to the treasuries and tells what it is made of."""
    state = phase.state
    earned: dict[str, list[Item]] = {}
    for item in items(state):
        earned.setdefault(item.to, []).append(item)
    for country in sorted(earned):
        total = sum(item.ducats for item in earned[country])
        state.countries[country].treasury += total
        text = f"{countries.does(country, 'have')} an income of {counted(total, 'ducat')}"
        treasury = state.countries[country].treasury
        phase.tell(
            "income",
            f"{text}; {countries.its(country)} treasury holds {treasury}.",
            who=country,
            sheet={"items": [*map(as_told, earned[country])]},
        )
