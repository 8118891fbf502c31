"""Treasuries before the clean-up: who pays, and what is pledged already (CAM-07, CLN-A1)."""

from __future__ import annotations

from engine.facts import countries
from engine.grammar import conjugate, counted
from engine.rounds import campaigns
from engine.state import State, sides
from engine.state.countries import Country


def campaign_cost(country: Country) -> int:
    """What the campaigns that a country ticked cost it, in ducats (OVW-09, CAM-01)."""
    return sum(campaigns.tick_cost(tick) for tick in country.ticks)


def payer(state: State, country: str) -> Country:
    """The country that pays: for a minor the one that decides for it (CAM-07)."""
    return state.countries.get(sides.decider(state, country), state.countries[country])


def ducats_owed(state: State, country: str) -> int:
    """The ducats that a treasury owes for the campaigns and exceptional levies of this turn, its
    own and those of the minors for whom it pays; the clean-up takes them (CLN-A1, LEV-12)."""
    if state.sequence.step == "over":
        return 0
    return sum(
        campaign_cost(each) + each.recruited_cost
        for each in state.countries.values()
        if (each.ticks or each.recruited_cost)
        and country in (each.id, each.patron)
        and payer(state, each.id).id == country
    )


def ducats_left(state: State, country: str) -> int:
    """The ducats that whoever pays for a country has left beside what he owes this turn."""
    treasury = payer(state, country)
    return treasury.treasury - ducats_owed(state, treasury.id)


def stake(state: State, country: str, ducats: int) -> str:
    """What it means for the treasury of a country to pay so many ducats more."""
    left = ducats_left(state, country)
    whose = countries.possessive(payer(state, country).id)
    if ducats <= left:
        return f"This costs {ducats} of the {counted(left, 'ducat')} in {whose} treasury."
    has = f"only {counted(left, 'ducat')} {conjugate('be', left)}" if left > 0 else "nothing is"
    return f"{counted(ducats, 'ducat')}, but {has} left in {whose} treasury: it would be in debt."
