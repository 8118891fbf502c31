"""From the state to what the map pane draws: owners, fortresses, sieges, stacks, reach and path."""

from __future__ import annotations

from typing import Final

from engine.facts import atlas, board, countries
from engine.fleets import blockades, fleets
from engine.state import State, sides
from engine.state.stacks import Stack
from tui.map.view import MapView, Mark, Relation, StackMark
from tui.settings.settings import Colouring
from tui.words.places import POSITIONS

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
            for place, who in sorted(state.land.controllers.items())
            if who != owners.get(place, "") and place not in fog
        },
        fortresses={
            place: sides.fortress_level(state, place)
            for place in places
            if board.province(place).city or sides.fortress_level(state, place)
        },
        sieges={
            place: _works(siege.works)
            for place, siege in sorted(state.land.sieges.items())
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
    for place in state.occupied_places():
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


def _fleet(state: State, stack: Stack, ours: str) -> StackMark:
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


def _rank(stack: Stack) -> str:
    return min((countries.leader(leader.id).rank for leader in stack.leaders), default="")


def _marks(state: State) -> list[Mark]:
    marks = [Mark(place, "P") for place in sorted(state.sea.presidios)]
    marks += [Mark(place, "$") for place in sorted(state.sea.gold) if place in board.provinces()]
    marks += [Mark(place, "".join(signs)) for place, signs in sorted(state.land.pillages.items())]
    marks += [
        Mark(place, "p" + "".join(one.side for one in here))
        for place, here in sorted(state.sea.corsairs.items())
    ]
    marks += [
        Mark(place, "R" if any(one.kind == "revolt" for one in here) else "B")
        for place, here in sorted(state.land.revolts.items())
        if here
    ]
    marks += [
        Mark(place, SETTLED[here[0].kind])
        for place, here in sorted(state.overseas.establishments.items())
        if here
    ]
    blockaded = sorted(set(map(fleets.blockaded_port, state.sea.tasks.values())))
    marks += [Mark(port, "x") for port in blockaded if port and blockades.is_blockaded(state, port)]
    return marks


def relation(state: State, alliance: str, ours: str) -> Relation:
    """Whether an alliance is ours, at war with us, or neither."""
    if alliance == ours:
        return "ours"
    return "enemy" if sides.at_war(state, alliance, ours) else "neutral"
