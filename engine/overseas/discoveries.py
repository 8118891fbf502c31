"""How discoveries become known: brought home, shared under way, spread among all (DIS).

Nobody is asked: whoever enters an establishment of his side delivers, and two stacks of a country
that meet where it is known for good tell each other everything.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from engine.facts import board, countries, tables
from engine.facts.board import called, in_or_off
from engine.play.phase import Phase
from engine.situation import establishments, knowledge
from engine.state import LOST, State, known_zones, sides

ATLANTIC: Final = "atlantic"
ATLANTIC_FROM: Final = 25
"""The turn at whose start the Atlantic becomes known to all (DIS-16, DIS-A1)."""
SPREADS_FROM: Final = "IV"
"""The period from which provinces with colonies and trading posts are known to all (DIS-19)."""


def settle(phase: Phase, aboard: Iterable[int | str] = (), port: str = "") -> None:
    """Everybody who is home delivers, everybody who meets shares, and what was lost with those who
    carried it is told (DIS-04, DIS-06, DIS-08, DIS-12).

    To be called whenever a stack has entered a place, before any attrition (DIS-09), and when it
    was lost. Counters and leaders `aboard` have come to `port` with their ships, though they land
    after the attrition.
    """
    state = phase.state
    if state.overseas.discoveries:
        carrying = {known_zones.country_of(state, each) for each in state.overseas.discoveries}
        for country in sorted(carrying):
            _deliver(phase, country, dict.fromkeys(map(str, aboard), port))
            _share(phase, country)
    if state.overseas.known:
        for note in sorted([key for key in state.notes if key.startswith(LOST)]):
            _tell_lost(phase, note.removeprefix(LOST), state.notes.pop(note))


def _tell_lost(phase: Phase, country: str, places: Iterable[str]) -> None:
    """What nobody of a country is left to bring home (DIS-08)."""
    state = phase.state
    alive = set().union(
        *(state.overseas.discoveries[c] for c in knowledge.all_carriers(state, country))
    )
    lost = [
        each for each in places if each not in alive and not known_zones.knows(state, country, each)
    ]
    if lost and country in state.countries:
        who, told = sides.decider(state, country), ", ".join(map(called, lost))
        text = f"What {countries.with_article(country)} had discovered is lost with its discoverers"
        phase.tell("discovery", f"{text}: {told} (DIS-08).", "", who, {"way": lost}, only=[who])


def home(state: State, place: str, country: str) -> bool:
    """Whether a country's stack brings its discoveries home in a place (DIS-04, DIS-A2).

    A European province of its side, or an establishment of it that stood when the phase began.
    """
    return not board.is_sea(place) and establishments.at_phase_start(
        state, place, sides.alliance_of(state, country)
    )


def place_of(state: State, carrier: str) -> str:
    """Where a counter (by its number) or a leader is."""
    if carrier in state.leaders:
        return state.leaders[carrier].place
    return state.units[int(carrier)].place


def _deliver(phase: Phase, country: str, come: Mapping[str, str]) -> None:
    """Who stands at home, or has `come` there aboard, brings everything home at once and for good
    (DIS-04)."""
    state = phase.state
    places = {
        carrier: come.get(carrier) or place_of(state, carrier)
        for carrier in knowledge.all_carriers(state, country)
    }
    by_place: dict[str, set[str]] = {}
    for carrier, place in places.items():
        if not home(state, place, country):
            continue
        by_place.setdefault(place, set()).update(state.overseas.discoveries[carrier])
        del state.overseas.discoveries[carrier]
        state.overseas.unheard.pop(carrier, None)
    for place, found in sorted(by_place.items()):
        new = sorted(found - state.overseas.known.get(country, set()))
        learn(state, country, found)
        told = ", ".join(called(each) for each in new) or "nothing new"
        who = sides.decider(state, country)
        phase.tell(
            "discovery",
            f"{countries.does(country, 'hear')} {in_or_off(place)} of {countries.its(country)} "
            f"discoveries: {told}.",
            place,
            who,
            {"way": new},
            only=[who],
        )


def learn(state: State, country: str, places: Iterable[str]) -> None:
    """A country knows zones for good; stacks with discoveries of their own do not hear of it
    before they are home (DIS-04, DIS-05)."""
    news = set(places) - state.overseas.known.get(country, set())
    state.overseas.known.setdefault(country, set()).update(news)
    for carrier in list(knowledge.all_carriers(state, country)):
        own = state.overseas.discoveries[carrier]
        unheard = news - own
        own -= news
        if not own:
            del state.overseas.discoveries[carrier]
            state.overseas.unheard.pop(carrier, None)
        elif unheard:
            state.overseas.unheard.setdefault(carrier, set()).update(unheard)


def _share(phase: Phase, country: str) -> None:
    """Stacks of one country that meet where both know the zone for good share (DIS-06, DIS-07)."""
    state = phase.state
    places = {place_of(state, each) for each in knowledge.all_carriers(state, country)}
    for place in sorted(places):
        if not known_zones.knows(state, country, place):
            continue
        here = [
            carrier
            for carrier in possible_carriers(state, place, country)
            if place not in state.overseas.unheard.get(carrier, ())
        ]
        if not here:
            continue
        found = set().union(*(state.overseas.discoveries.get(each, ()) for each in here))
        unheard = set.intersection(*(set(state.overseas.unheard.get(each, ())) for each in here))
        if any(state.overseas.discoveries.get(each, set()) != found for each in here):
            who, way = sides.decider(state, country), sorted(found)
            text = f"{countries.possessive(country)} forces {in_or_off(place)} tell each other of "
            text += f"{', '.join(map(called, way))} (DIS-06)."
            phase.tell("discovery", text, place, who, {"way": way}, only=[who])
        for carrier in here if found else ():
            state.overseas.discoveries[carrier] = set(found)
            state.overseas.unheard.pop(carrier, None)
            if unheard:
                state.overseas.unheard[carrier] = set(unheard)


def possible_carriers(state: State, place: str, country: str) -> list[str]:
    """Who of a country in a place may carry a discovery: its counters, then its leaders."""
    return [
        *(str(unit.id) for unit in state.units_at(place) if unit.country == country),
        *(leader.id for leader in state.leaders_at(place) if leader.country == country),
    ]


# Diffusion.


def spread(state: State) -> set[str]:
    """The zones that become known to all at the start of this turn (DIS-15 to DIS-20).

    Malus-free zones of the Atlantic that a country has brought home (DIS-A3), and provinces with a
    colony or trading post founded before this turn.
    """
    found: set[str] = set()
    if state.turn >= ATLANTIC_FROM:
        known = set[str]().union(*state.overseas.known.values())
        found |= {
            place
            for place in known
            if board.is_sea(place)
            and board.sea(place).region == ATLANTIC
            and not board.sea(place).malus
        }
    if tables.PERIODS.index(state.period) >= tables.PERIODS.index(SPREADS_FROM):
        found |= {
            place
            for place in state.overseas.establishments
            if any(
                one.kind in ("colony", "trading_post") and one.founded < state.turn
                for one in establishments.standing_establishments(state, place)
            )
        }
    return found


def spread_between_countries(phase: Phase) -> None:
    """At the start of a turn, from period IV, discoveries spread among all (DIS-15 to DIS-20)."""
    state = phase.state
    if not state.overseas.known:
        return
    found = spread(state)
    new = {
        place
        for place in found
        if any(not known_zones.knows(state, country, place) for country in state.countries)
    }
    for country in sorted(state.countries):
        learn(state, country, found)
    if new:
        told = ", ".join(sorted(called(place) for place in new))
        phase.tell("discovery", f"Known to everybody from now on: {told}.")
