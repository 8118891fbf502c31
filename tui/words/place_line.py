"""The line about a place below the map, and by lines: what it is, who is there, what goes on."""

from __future__ import annotations

from collections.abc import Callable, Collection

from engine.facts import board, place_names
from engine.facts.countries import with_article
from engine.fleets import blockades
from engine.state import State, sides
from engine.state.stacks import Stack
from tui.words.places import (
    POSITIONS,
    alliances_present,
    brief_words,
    carried_words,
    fleet_words,
    settled_words,
    shore_words,
    siege_words,
    stack_words,
)


def place_facts(state: State, place: str, ours: str) -> list[str]:
    """What a place is: its name, how it is to cross, its fortress, whose it is, and whether its
    owner is at war with an alliance."""
    if board.is_sea(place):
        zone = board.sea(place)
        malus = [f"malus {zone.malus:+}"] if zone.malus else []
        return [zone.name, f"sea, difficulty {zone.difficulty}", *malus]
    province = board.province(place)
    level = sides.fortress_level(state, place)
    owner, controller = sides.owner(state, place), sides.controller(state, place)
    war = bool(owner and ours) and sides.at_war(state, ours, sides.alliance_of(state, owner))
    held = f"owned by {with_article(owner)}{' (at war)' if war else ''}" if owner else "nobody's"
    if controller and controller != owner:
        held += f", held by {with_article(controller)}"
    city = f"{province.city or 'fortress'}, level {level}" if level else province.city
    return [
        part for part in (province.name, province.terrain.replace("_", " "), city, held) if part
    ]


def harbour_words(place: str) -> list[str]:
    """Whether ships find an arsenal or a port in a province."""
    if board.is_sea(place):
        return []
    province = board.province(place)
    return ["arsenal"] if province.arsenal else ["port"] if province.port else []


def place_news(state: State, place: str, ours: str, told: Callable[[Stack], str]) -> list[str]:
    """Who is in a place and what goes on there, the most important first, with what the stacks of
    an alliance have discovered; `told` says a stack of troops."""
    if board.is_sea(place):
        found = [*fleet_words(state, place), *shore_words(state, place)]
        return found + carried_words(state, place, ours)
    found = [
        told(sides.stack(state, place, alliance, position))
        for position in POSITIONS
        for alliance in alliances_present(state, place, position)
    ]
    if place in state.land.sieges:
        found.append(siege_words(state, place))
    found += fleet_words(state, place)
    if blockades.is_blockaded(state, place):
        found.append("port blockaded")
    found += shore_words(state, place) + settled_words(state, place)
    found += [f"{revolt.kind} {revolt.side}" for revolt in state.land.revolts.get(place, ())]
    found += carried_words(state, place, ours)
    if place in state.land.pillages:
        found.append(f"pillage {' '.join(state.land.pillages[place])}")
    return found


def described_place(state: State, text: str, hidden: Collection[str], ours: str) -> str:
    """A province or sea zone that a person named, in words, with what the stacks of his side there
    have discovered; or which were meant. Hidden ones are not found."""
    found = [one for one in place_names.best_matches(text) if one.id not in hidden]
    if not found:
        return f"No province or sea is called {text!r}."
    if len(found) > 1:
        return "Which? " + ", ".join(one.name for one in found[:8])
    place = found[0].id

    def troops(stack: Stack) -> str:
        where = "inside: " if stack.position == "inside" else ""
        return f"{where}{stack_words(stack)}"

    facts = " · ".join([*place_facts(state, place, ours), *harbour_words(place)])
    return "\n".join([facts, *place_news(state, place, ours, troops)])


def place_rows(state: State, place: str, ours: str, fog: Collection[str]) -> tuple[str, str]:
    """Two rows about a place: what it is, then whose troops are there and what is going on, the
    most important first."""
    if not place:
        return "", ""
    if place in fog:
        kind = "sea" if board.is_sea(place) else "land"
        return f" Unknown {kind}", " no report of it has reached you yet"
    nobody = "no ships" if board.is_sea(place) else "no troops"
    second = place_news(state, place, ours, brief_words) or [nobody]
    return f" {' · '.join(place_facts(state, place, ours))}", f" {' · '.join(second)}"
