"""From the state to what the map pane draws: owners, fortresses, sieges, stacks, reach and path."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from engine import atlas, board, countries, sides
from engine.countries import called
from engine.report import thirds
from engine.sea import fleets, ports
from engine.state import State
from tui.panes.stacks import POSITIONS, relation
from tui.panes.view import Colouring, MapView, Mark, StackMark
from tui.words import carried_words, fleet_words, owners, settled_words, shore_words

SETTLED: Final = {"colony": "C", "trading_post": "T", "mission": "M", "fort": "F"}


def view_of(
    state: State,
    ours: str,
    colouring: Colouring = "control",
    world: str = "europe",
    fog: frozenset[str] = frozenset(),
) -> MapView:
    """The board as an alliance sees it: the map of Europe, or that of the Rest of the World.

    Of the zones in the fog, which it doesn't know, there is nothing.
    """
    places = [
        place
        for place in board.provinces()
        if (world, place) in atlas.labels() and place not in fog
    ]
    owners = {place: who for place in places if (who := sides.owner(state, place))}
    return MapView(
        map=world,
        colouring=colouring,
        owners=owners,
        controllers={
            place: who
            for place, who in sorted(state.controllers.items())
            if who != owners.get(place, "") and place not in fog
        },
        fortresses={
            place: sides.fortress_level(state, place)
            for place in places
            if board.province(place).city or sides.fortress_level(state, place)
        },
        sieges={
            place: _works(siege.works)
            for place, siege in sorted(state.sieges.items())
            if place not in fog
        },
        stacks=tuple(stack for stack in _stacks(state, ours) if stack.place not in fog),
        marks=tuple(mark for mark in _marks(state) if mark.place not in fog),
        fog=fog,
    )


def _works(works: list[str]) -> str:
    return str(len(works)) if works else ""


def _stacks(state: State, ours: str) -> list[StackMark]:
    found = []
    for place in state.occupied():
        found += [_fleet(state, stack, ours) for stack in fleets.stacks_at(state, place)]
        if board.is_sea(place):
            continue
        for position in POSITIONS:
            for alliance in sides.alliances_at(state, place, position):
                stack = sides.stack(state, place, alliance, position)
                sizes = {unit.country: 0 for unit in stack.units}
                for unit in stack.units:
                    sizes[unit.country] += unit.thirds
                found.append(
                    StackMark(
                        place=place,
                        country=max(sorted(sizes), key=lambda name: sizes[name]),
                        relation=relation(state, alliance, ours),
                        strength=max(1, stack.thirds // 3),
                        leader_rank=_rank(stack),
                        inside=position == "inside",
                    )
                )
    return found


def _fleet(state: State, stack: sides.Stack, ours: str) -> StackMark:
    sizes = {unit.country: 0 for unit in stack.units}
    for unit in stack.units:
        sizes[unit.country] += unit.afloat
    return StackMark(
        place=stack.place,
        country=max(sorted(sizes), key=lambda name: sizes[name]),
        relation=relation(state, stack.alliance, ours),
        strength=max(1, fleets.detachments(stack.units)),
        leader_rank=_rank(stack),
        afloat=True,
    )


def _rank(stack: sides.Stack) -> str:
    return min((countries.leader(leader.id).rank for leader in stack.leaders), default="")


def _marks(state: State) -> list[Mark]:
    marks = [Mark(place, "P") for place in sorted(state.presidios)]
    marks += [Mark(place, "$") for place in sorted(state.gold) if place in board.provinces()]
    marks += [Mark(place, "".join(signs)) for place, signs in sorted(state.pillages.items())]
    marks += [
        Mark(place, "p" + "".join(one.side for one in here))
        for place, here in sorted(state.corsairs.items())
    ]
    marks += [
        Mark(place, "R" if any(one.kind == "revolt" for one in here) else "B")
        for place, here in sorted(state.revolts.items())
        if here
    ]
    marks += [
        Mark(place, SETTLED[here[0].kind])
        for place, here in sorted(state.establishments.items())
        if here
    ]
    marks += [Mark(port, "x") for port in sorted(set(map(fleets.blockades, state.tasks.values())))
              if port and ports.blockaded(state, port)]  # fmt: skip
    return marks


def place_rows(state: State, place: str, ours: str, fog: Collection[str] = ()) -> tuple[str, str]:
    """Two rows about a place: what it is, then whose troops are there and what is going on, the
    most important first."""
    if not place:
        return "", ""
    if place in fog:
        kind = "sea" if board.is_sea(place) else "land"
        return f" Unknown {kind}", " nobody of yours has told of it yet"
    found = carried_words(state, place, ours)
    if board.is_sea(place):
        zone = board.sea(place)
        malus = f" · malus {zone.malus:+}" if zone.malus else ""
        there = [*fleet_words(state, place), *shore_words(state, place), *found]
        ships = " · ".join(there) or "no ships"
        return f" {zone.name} · sea, difficulty {zone.difficulty}{malus}", f" {ships}"
    province = board.province(place)
    level = sides.fortress_level(state, place)
    owner, controller = sides.owner(state, place), sides.controller(state, place)
    war = sides.at_war(state, ours, sides.alliance_of(state, owner)) if owner and ours else False
    held = f"owned by {called(owner)}{' (at war)' if war else ''}" if owner else "nobody's"
    if controller and controller != owner:
        held += f", held by {called(controller)}"
    city = f"{province.city}, level {level}" if level else province.city
    first = [province.name, province.terrain.replace("_", " "), city, held]
    second = []
    for position in POSITIONS:
        for alliance in sides.alliances_at(state, place, position):
            stack = sides.stack(state, place, alliance, position)
            leaders = ", ".join(countries.leader(leader.id).name for leader in stack.leaders)
            where = " inside" if position == "inside" else ""
            second.append(
                f"{owners(stack)}{where} {thirds(stack.thirds)} LD"
                + (f" with {leaders}" if leaders else "")
            )
    siege = state.sieges.get(place)
    if siege:
        works = f", siegeworks {' '.join(siege.works)}" if siege.works else ""
        breach = ", breached" if siege.breach else ""
        second.append(f"besieged by {called(siege.alliance)}{works}{breach}")
    second += fleet_words(state, place)
    if ports.blockaded(state, place):
        second.append("port blockaded")
    second += shore_words(state, place) + settled_words(state, place)
    second += [f"{revolt.kind} {revolt.side}" for revolt in state.revolts.get(place, ())] + found
    if place in state.pillages:
        second.append(f"pillage {' '.join(state.pillages[place])}")
    return (
        " " + " · ".join(part for part in first if part),
        " " + " · ".join(second or ["no troops"]),
    )
