"""A position as readable text: one line a power, one line a place, and only what differs.

    Tercio position 1
    scenario artois; turn 22; period III
    alliance france: france savoy; initiative 11
    war france spain
    power spain: land_technology musket; treasury 300; tercios
    Artois = artois: level 3; spain A+ LD inside; @farnese spain inside
    off @henri-iv france wounded S3
    also weather [true, false, false, false]

What differs from the board of 1492 or from a power's beginning is written, nothing else. Text,
position and text again are the same; docs/NOTATION.md is the grammar.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import MISSING, fields
from typing import Final

from engine.facts import board
from engine.notation.position_marks import MARKS
from engine.state import State
from engine.state.countries import Country
from engine.state.forces import Unit
from engine.state.leaders import Leader

HEAD: Final = "Tercio position 1"
WRITTEN: Final = frozenset((
    "scenario", "turn", "period", "alliances", "wars", "countries", "units", "leaders", "owners",
    "controllers", "levels", "sieges", "resupplied", "pillages", "revolts", "corsairs", "gold",
    "presidios", "establishments", "natives", "last_unit",
))  # fmt: skip
"""Parts of a state that have lines of their own; the others stand under `also`."""

NUMBERED: Final = (
    "moved", "locked", "beaten", "foraging", "unsupplied", "entered", "active_moves", "done",
    "naval_battles", "tasks", "convoys", "discoveries", "unheard", "contested",
)  # fmt: skip
"""Parts that name counters by their numbers: where there are any, every counter tells its own."""


def position_text(state: State) -> str:
    """The text of a position."""
    return "\n".join(_lines(state)) + "\n"


def _lines(state: State) -> Iterator[str]:
    plain, empty = state.to_plain(), State(state.scenario, state.turn, state.period).to_plain()
    yield HEAD
    yield f"scenario {state.scenario}; turn {state.turn}; period {state.period}"
    for one in state.diplomacy.alliances:
        yield f"alliance {one.id}: {' '.join(one.members)}; initiative {one.initiative}"
    for war in sorted(state.diplomacy.wars):
        yield f"war {' '.join(war)}"
    for name in sorted(state.countries):
        yield _power(state.countries[name])
    numbered = _is_numbered(state)
    for place in _places(state):
        items = "; ".join(_items(state, place, numbered))
        yield f"{_named(place)} = {place}: {items}"
    for name in sorted(state.leaders):
        leader = state.leaders[name]
        if leader.status != "map":
            yield " ".join(["off", *_leader(leader), leader.status, leader.returns]).rstrip()
    if numbered:
        yield f"also last_unit {state.last_unit}"
    for part, value in plain.items():
        if part == "gold":
            value = {carrier: ducats for carrier, ducats in value.items() if carrier.isdigit()}
        if value != empty[part] and (part == "gold" or part not in WRITTEN):
            yield f"also {part} {json.dumps(value, ensure_ascii=False)}"


def _named(place: str) -> str:
    if place in board.provinces():
        return board.province(place).name
    return board.sea(place).name if place in board.seas() else place


def _places(state: State) -> list[str]:
    """Every place of which something is to be said, in order."""
    found: set[str] = {unit.place for unit in state.units.values()}
    found |= {each.place for each in state.leaders.values() if each.status == "map"}
    found |= {place for each in MARKS for place in each.held(state)}
    found -= {carrier for carrier in state.sea.gold if carrier.isdigit()}
    return sorted(found)


def _power(country: Country) -> str:
    said = []
    for one in fields(Country):
        value = getattr(country, one.name)
        usual = one.default_factory() if one.default_factory is not MISSING else one.default
        if one.name == "id" or value == usual:
            continue
        if value is True:
            said.append(one.name)
        else:
            said.append(f"{one.name} {' '.join(value) if isinstance(value, list) else value}")
    return f"power {country.id}: {'; '.join(said)}".rstrip(" :") if said else f"power {country.id}"


def items_at(state: State, place: str) -> list[str]:
    """What is written of a place, an item each."""
    return [*_items(state, place, _is_numbered(state))]


def _is_numbered(state: State) -> bool:
    plain = state.to_plain()
    return any(plain[part] for part in NUMBERED) or any(map(str.isdigit, state.sea.gold))


def _items(state: State, place: str, numbered: bool) -> Iterator[str]:
    for each in MARKS:
        yield from each.written(state, place)
    yield from _troops(state, place, numbered)
    for leader in state.leaders_at(place):
        yield " ".join([*_leader(leader), leader.position]).removesuffix(" field")


def _leader(leader: Leader) -> list[str]:
    values = f"@{leader.id}" + (f"({' '.join(map(str, leader.values))})" if leader.values else "")
    return [values, leader.country]


def _troops(state: State, place: str, numbered: bool) -> Iterator[str]:
    groups: dict[tuple[str, str], list[Unit]] = {}
    for unit in state.units_at(place):
        groups.setdefault((unit.country, unit.position), []).append(unit)
    for country, position in sorted(groups):
        here = groups[country, position]
        words = [_unit(unit, numbered) for unit in here]
        said = " ".join(words) if numbered else _counted(sorted(words))
        yield f"{country} {said} {position}".removesuffix(" field")


def _counted(words: list[str]) -> str:
    found = {word: words.count(word) for word in dict.fromkeys(words)}
    return " ".join(f"{count}x{word}" if count > 1 else word for word, count in found.items())


def _unit(unit: Unit, numbered: bool) -> str:
    text: str = unit.kind
    if unit.ships:
        text += f"[{' '.join(f'{number}{kind}' for kind, number in sorted(unit.ships.items()))}]"
    if unit.kind == "PASHA":
        text += f"({unit.size} {unit.leader})" if unit.leader else f"({unit.size})"
    if unit.veterans != unit.thirds + unit.afloat:
        text += f"/{unit.veterans}"
    return text + (f":{unit.corps}" if unit.corps else "") + (f"#{unit.id}" if numbered else "")
