"""The nearest port to flee to (RET-06 to RET-08, PRE-13, PRE-15)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import itemgetter
from typing import NamedTuple

from engine.facts import board
from engine.fleets import fleets, ports, presidios
from engine.fleets.naval_journey import Journey
from engine.fleets.supply_ports import supplies
from engine.situation import knowledge
from engine.state import State
from engine.state.forces import Unit

Way = tuple[tuple[str, ...], int]
"""The zones entered, the port with them, and the straits and guns that are crossed."""


class Haven(NamedTuple):
    """A port to flee to: zones entered on the way, the port, the way, and straits to be crossed."""

    zones: int
    place: str
    way: tuple[str, ...]
    crossings: int = 0

    @property
    def distance_in_words(self) -> str:
        """How far it is, in words: `1 zone entered`."""
        return f"{self.zones} {'zone' if self.zones == 1 else 'zones'} entered"

    def journey(self, begun: Journey, manoeuvre: int | None) -> Journey:
        """The way there after one begun already, with the manoeuvre that counts on it."""
        return begun.extended(*self.way)._replace(crossings=self.crossings, manoeuvre=manoeuvre)


def nearest_havens(
    state: State, units: Sequence[Unit], start: str, alliance: str, avoid: Iterable[str] = ()
) -> list[Haven]:
    """The closest friendly ports large enough and free of blockade, equally near ones together.

    Ports behind a presidio, a strait fort or siegeworks are left out unless there is no other way;
    then each counts as a crossing (RET-06 to RET-08, PRE-13, PRE-15, RET-A3). `avoid` are ports not
    meant.
    """
    never = frozenset([*avoid, *ports.closed_by_variant(state, units)])
    for passing in (False, True):
        found = _nearest(state, units, start, alliance, never, passing)
        if found:
            return found
    return []


def seas_beside(state: State, units: Sequence[Unit], port: str) -> list[str]:
    """The sea zones beside a port where these ships can be (C-NAV-02)."""
    galleys = fleets.has_galleys(units)
    chart = knowledge.chart(state, [unit.id for unit in units])
    near = board.adjacent_seas(port)
    return [zone for zone in near if ports.sailable(state, zone, galleys, chart)]


def _nearest(
    state: State,
    units: Sequence[Unit],
    start: str,
    alliance: str,
    never: frozenset[str],
    passing: bool,
) -> list[Haven]:
    galleys = fleets.has_galleys(units)
    chart = knowledge.chart(state, [unit.id for unit in units])
    # The zones of a layer are all as far away; each with the way there that crosses least, and its
    # crossings.
    layer: dict[str, Way] = {
        zone: ((zone,) if zone != start else (), 0)
        for zone in ([start] if board.is_sea(start) else seas_beside(state, units, start))
    }
    seen = {*layer}
    while layer:
        found: dict[str, Way] = {}
        for zone, (before, crossings) in layer.items():
            for border in board.land_neighbours(zone):
                place = border.other
                if place in never or place == start or not supplies(state, units, place, alliance):
                    continue
                if ports.why_crowded(state, units, place, alliance):
                    continue
                guarded = bool(presidios.guns_at(state, place, alliance))
                if guarded and not passing:
                    continue
                _keep_best(found, place, ((*before, place), crossings + guarded))
        if found:
            havens = [Haven(len(way), place, way, cost) for place, (way, cost) in found.items()]
            return sorted(havens, key=lambda haven: (haven.crossings, haven.place))
        following: dict[str, Way] = {}
        for zone, (before, crossings) in layer.items():
            for border in board.sea_neighbours(zone):
                there = border.other
                if there in seen or not ports.sailable(state, there, galleys, chart):
                    continue
                strait = bool(presidios.strait(state, zone, there, alliance))
                if strait and not passing:
                    continue
                _keep_best(following, there, ((*before, there), crossings + strait))
        seen.update(following)
        layer = following
    return []


def _keep_best(ways: dict[str, Way], place: str, way: Way) -> None:
    """Of the ways of one length to a place the first that crosses least: each crossing is paid for
    (RET-08)."""
    ways[place] = min(ways.get(place, way), way, key=itemgetter(1))
