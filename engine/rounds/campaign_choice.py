"""The choice of campaign: what is offered, what it costs, and taking it (CAM)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from engine.facts import board, countries
from engine.grammar import counted, join_names
from engine.play.asks import Choose, Option, Told
from engine.play.phase import Phase
from engine.rounds import treasuries
from engine.rounds.campaigns import (
    ALLOWS,
    CAMPAIGNS,
    NAMES,
    cost,
    free_each_round,
    free_once,
    tick_cost,
)
from engine.situation import command
from engine.state import State, sides
from engine.state.countries import Campaign, Country


class Offer(NamedTuple):
    """A campaign that a country may choose, the campaign that is free, and what is left to pay."""

    campaign: Campaign
    free: str
    ducats: int

    @property
    def tick(self) -> str:
        """The tick it makes."""
        return f"{self.campaign}-{self.free}" if self.free else self.campaign


def choices(state: State, country: Country) -> dict[str, Offer]:
    """The campaigns that a country may choose now, by how they are answered, and what each costs it
    (CAM).

    In the second round of an extended campaign only the one it has and better ones, for the
    difference (CAM-03, CAM-A2). Minors have a free one to begin with (CAM-04 to CAM-07, CAM-A5);
    one that is made of a once-free one says so.
    """
    before = country.campaign_before
    if state.sequence.extended and before is not None:
        made = country.ticks[-1] if country.ticks and before != "none" else ""
        paid = tick_cost(made) if made else 0
        free = made.partition("-")[2] if made else free_each_round(state, country)
        return {
            each: Offer(
                each, free, tick_cost(f"{each}-{free}") - paid if free else cost(each) - paid
            )
            for each in CAMPAIGNS[CAMPAIGNS.index(before) :]
        }
    usual = free_each_round(state, country)
    found = dict(_offers(usual))
    for once in free_once(country):
        for each in CAMPAIGNS[CAMPAIGNS.index(once) :]:
            if (offer := _offer(each, once)).ducats < found[each].ducats:
                found[f"{each} with the free {once}"] = offer
    return found


@cache
def _offers(free: str) -> dict[str, Offer]:
    return {each: _offer(each, free) for each in CAMPAIGNS}


@cache
def _offer(campaign: Campaign, free: str) -> Offer:
    if campaign == "none":
        return Offer(campaign, "", 0)
    return Offer(campaign, free, tick_cost(f"{campaign}-{free}" if free else campaign))


async def choose(phase: Phase) -> None:
    """Each country of the phasing alliance chooses its campaign for the round (CAM-01 to CAM-07).

    A country without a counter or leader on the map has none and is not asked.
    """
    state = phase.state
    alliance = state.diplomacy.alliances[state.sequence.impulse]
    for name in alliance.members:
        if (chosen := f"campaign {name}") in state.marks.done:
            continue
        phase.mark()
        country = state.countries[name]
        by_key = choices(state, country)
        second = state.sequence.extended and country.campaign_before is not None
        answer = next(iter(by_key))
        if _on_map(state, name):
            answer = await _ask(state, country, by_key, second)
        _take(phase, state.countries[name], by_key[answer], second)
        state.marks.done.add(chosen)


def _on_map(state: State, country: str) -> bool:
    return bool(state.troops_of(country) or state.ships_of(country)) or any(
        leader.country == country and leader.status == "map" for leader in state.leaders.values()
    )


def _ask(state: State, country: Country, by_key: dict[str, Offer], second: bool) -> Choose:
    """The question; what is usual in war, or free in peace, is what Enter answers (CAM-05)."""

    def usual() -> str | None:
        if second:
            return next(iter(by_key))
        if sides.at_peace(state, sides.alliance_of(state, country.id)):
            free = (key for key, offer in by_key.items() if offer.free and not offer.ducats)
            return next(free, "none")
        before = _as_before(state, country, by_key)
        return before if before in by_key else None

    def told(key: str) -> Option:
        offer = by_key[key]
        stake = _stake(state, country, offer, quiet=key == "none" == usual())
        price = "" if offer.free == offer.campaign else f"{_price(offer)} · "  # its name says it
        return Option(key, _label(offer), f"{price}{ALLOWS[offer.campaign]}", stake=stake)

    return Choose(
        who=sides.decider(state, country.id),
        name="campaign",
        what=f"{countries.possessive(country.id)} extended campaign goes on: as it is, or a "
        "better one?"
        if second
        else f"Which campaign for {countries.with_article(country.id)}?",
        options=Told([*by_key], told),
        enter=usual,
        about={"country": country.id},
    )


def _label(offer: Offer) -> str:
    """The campaign, and which free one it is or is made of."""
    if not offer.free:
        return NAMES[offer.campaign]
    if offer.free == offer.campaign:
        return f"the free {offer.campaign} campaign{'s' * (offer.campaign == 'multiple')}"
    return f"{NAMES[offer.campaign]} instead of the free {offer.free} one"


def _price(offer: Offer) -> str:
    return counted(offer.ducats, "ducat") if offer.ducats else "free"


def _stake(state: State, country: Country, offer: Offer, quiet: bool) -> str:
    """What a campaign spends: ducats, or the round where none is made; nothing where that is what
    is usual, or it goes on as it is."""
    if offer.ducats:
        return treasuries.stake(state, country.id, offer.ducats)
    if offer.campaign != "none" or quiet:
        return ""
    whose = countries.with_article(country.id)
    still = f"Nothing of {whose} moves or intercepts this round."
    given_up = join_names([board.called(place) for place in _besieged(state, country)])
    left = f" Its besiegers of {given_up} have to leave: without a campaign they only redeploy."
    return still + (left if given_up else "")


def _besieged(state: State, country: Country) -> list[str]:
    """The places that stacks under a country's command besiege."""
    alliance = sides.alliance_of(state, country.id)
    return [
        place
        for place, siege in state.land.sieges.items()
        if siege.alliance == alliance
        and (stack := sides.stack(state, place, alliance)).units
        and command.commander(state, stack.units, stack.leaders).country == country.id
    ]


def _as_before(state: State, country: Country, by_key: Mapping[str, Offer]) -> str:
    """What is usual in a war: the campaign of the round before, where the treasury bears it, else a
    passive one."""
    before = country.campaign_before or "passive"
    known = by_key.get(before)
    dear = known is not None and known.ducats > treasuries.ducats_left(state, country.id)
    return "passive" if dear else before


def _take(phase: Phase, country: Country, offer: Offer, second: bool) -> None:
    """Makes the tick; an upgrade in the second round replaces the first one's (CAM-03, CAM-25,
    CAM-A2), and a free one of reinforcements is used up (CAM-06)."""
    if second and country.campaign_before == offer.campaign:
        country.campaign = offer.campaign
        return
    if second and country.campaign_before != "none":
        country.ticks.pop()
    country.campaign = offer.campaign
    if offer.campaign != "none":
        country.ticks.append(offer.tick)
    if offer.free in country.free_campaigns:
        country.free_campaigns.remove(offer.free)
    made = f"{countries.does(country.id, 'make')} {NAMES[offer.campaign]}"
    price = f" ({_price(offer)})" if offer.campaign != "none" else ""
    phase.tell("campaign", f"{made}{price}.", who=country.id)
