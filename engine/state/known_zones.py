"""What countries and powers know of the Rest of the World and may be told (DIS-01 to DIS-04)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Final

from engine.facts import board
from engine.facts.board import name_of
from engine.state import State, sides
from engine.state.forces import Position, Unit
from engine.state.leaders import Leader

NOTHING: Final[frozenset[str]] = frozenset()


def knowledge_counts(state: State) -> bool:
    """Whether zones may be unknown in this game: somebody's knowledge is written down."""
    return bool(state.overseas.known)


@cache
def overseas(place: str) -> bool:
    """Whether a zone lies on the map of the Rest of the World (DIS-01)."""
    found = board.sea(place) if board.is_sea(place) else board.province(place)
    return found.map == "rotw"


def is_public(state: State, place: str) -> bool:
    """Whether a zone is known to everybody: on the European map, or with a colony that has made
    it a European province (DIS-21)."""
    return not overseas(place) or (
        place in state.overseas.establishments and sides.european(state, place)
    )


def knows(state: State, country: str, place: str) -> bool:
    """Whether a country knows a zone for good (DIS-04, DIS-21)."""
    known = state.overseas.known
    return not known or place in known.get(country, NOTHING) or is_public(state, place)


def country_of(state: State, carrier: str) -> str:
    """Whose a counter (by its number) or a leader is."""
    if carrier in state.leaders:
        return state.leaders[carrier].country
    return state.units[int(carrier)].country


def carries_discoveries(state: State, place: str, position: Position, alliance: str) -> bool:
    """Whether a stack carries discoveries that are not brought home: its leaders stay with it and
    are left out of the hierarchy (WIN-13)."""
    if not state.overseas.discoveries:
        return False
    here: list[Unit | Leader] = [*state.units_at(place), *state.leaders_at(place)]
    return any(
        str(each.id) in state.overseas.discoveries
        and each.position == position
        and sides.alliance_of(state, each.country) == alliance
        for each in here
    )


def seen_by(state: State, power: str) -> frozenset[str]:
    """Every zone of both maps that a power may see: what its countries know, and its stacks."""
    everywhere = _everywhere()
    if not state.overseas.known:
        return everywhere
    found = {place for place in everywhere if is_public(state, place)}
    for country in state.countries:
        if sides.decider(state, country) == power:
            found |= state.overseas.known.get(country, NOTHING)
    for carrier, pending in state.overseas.discoveries.items():
        if sides.decider(state, country_of(state, carrier)) == power:
            found |= pending
    return frozenset(found)


def sees(state: State, power: str, place: str) -> bool:
    """Whether a power may see a zone; "" and places that are none are seen."""
    if (
        not state.overseas.known
        or not place
        or place not in _everywhere()
        or is_public(state, place)
    ):
        return True
    return any(
        place in places and sides.decider(state, country) == power
        for country, places in state.overseas.known.items()
    ) or any(
        place in places and sides.decider(state, country_of(state, carrier)) == power
        for carrier, places in state.overseas.discoveries.items()
    )


@cache
def _names() -> tuple[re.Pattern[str], dict[str, list[str]]]:
    """The names of all zones overseas as one pattern, by their initials, the longest first, and
    whose they are (DIS-01)."""
    named: dict[str, list[str]] = {}
    for place in sorted(_everywhere()):
        if overseas(place):
            named.setdefault(name_of(place), []).append(place)
    initials: dict[str, list[str]] = {}
    for name in sorted(named, key=len, reverse=True):
        initials.setdefault(re.escape(name[0]), []).append(re.escape(name[1:]))
    words = "|".join(f"{first}(?:{'|'.join(rest)})" for first, rest in initials.items())
    return re.compile(rf"(?<!\w)(?:{words})(?!\w)"), named


def zones_named_in(text: str) -> list[str]:
    """The zones overseas that a sentence names."""
    pattern, named = _names()
    return [place for name in pattern.findall(text) for place in named[name]]


def witnesses(state: State, places: Iterable[str], who: str) -> list[str]:
    """The powers that may be told of what `who` did in these zones; empty for everybody (DIS-01).

    A power that does not know each of the zones hears nothing of it; where none does it is `who`,
    even if that is nobody.
    """
    hidden = [place for place in places if place in _everywhere() and not is_public(state, place)]
    if not hidden:
        return []
    powers = sorted({sides.decider(state, country) for country in state.countries})
    found = [
        power
        for power in powers
        if power == who or all(sees(state, power, place) for place in hidden)
    ]
    return (found or [who]) if len(found) < len(powers) else []


@cache
def _everywhere() -> frozenset[str]:
    return frozenset([*board.provinces(), *board.seas()])


def memory(state: State, carrier: int | str) -> tuple[set[str], set[str]]:
    """What a counter or leader carries, and what it has not heard of, for another."""
    key = str(carrier)
    return set(state.overseas.discoveries.get(key, ())), set(state.overseas.unheard.get(key, ()))


def remember(state: State, carrier: int | str, known: tuple[set[str], set[str]]) -> None:
    """Adds to what a counter or leader carries the memory of another of its stack."""
    for marks, places in zip(
        (state.overseas.discoveries, state.overseas.unheard), known, strict=True
    ):
        if places:
            marks.setdefault(str(carrier), set()).update(places)


def pass_on(state: State, carrier: int, others: Iterable[int]) -> None:
    """What a counter carries goes with those that it is broken into or put together with."""
    for other in others:
        remember(state, other, memory(state, carrier))
