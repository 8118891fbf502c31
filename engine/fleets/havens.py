"""The nearest port to flee to (RET-06 to RET-08, PRE-13, PRE-15)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from operator import itemgetter
from typing import NamedTuple

from engine.facts import board
from engine.fleets import fleets, ports, presidios
from engine.fleets.naval_journey import Journey
from engine.fleets.supply_ports import supplies
from engine.situation import knowledge, leaders_overseas
from engine.state import State
from engine.state.forces import Unit
from engine.state.stacks import Band

Way = tuple[tuple[str, ...], int]
"""The zones entered, the port with them, and the straits and guns that are crossed."""

Steps = Callable[[str], Iterable[str]]
Danger = Callable[[str, str], object]


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
        return replace(begun.extended(*self.way), crossings=self.crossings, manoeuvre=manoeuvre)


def nearest_havens(
    state: State,
    units: Sequence[Unit],
    start: str,
    alliance: str,
    avoid: Iterable[str] = (),
    leaders: Sequence[str] = (),
) -> list[Haven]:
    """The closest friendly ports large enough and free of blockade, equally near ones together;
    none in a province that the ships do not know, nor where a leader with them may not go (DIS-02,
    C-LDR-07).

    Ports behind a presidio, a strait fort or siegeworks are left out unless there is no other way;
    then each counts as a crossing (RET-06 to RET-08, PRE-13, PRE-15, RET-A3). `avoid` are ports not
    meant.
    """
    never = frozenset([*avoid, *ports.closed_by_variant(state, units)])
    for passing in (False, True):
        found = _nearest(state, units, start, alliance, never, passing, leaders)
        if found:
            return found
    return []


def seas_beside(state: State, units: Sequence[Unit], port: str) -> list[str]:
    """The sea zones beside a port where these ships can be (C-NAV-02)."""
    galleys = fleets.has_galleys(units)
    chart = knowledge.chart(state, Band.of(units))
    return ports.seas_beside(state, port, galleys, chart)


def _nearest(
    state: State,
    units: Sequence[Unit],
    start: str,
    alliance: str,
    never: frozenset[str],
    passing: bool,
    leaders: Sequence[str],
) -> list[Haven]:
    galleys = fleets.has_galleys(units)
    chart = knowledge.chart(state, Band.of(units))
    # The zones of a layer are all as far away; each with the way there that crosses least, and its
    # crossings.
    layer: dict[str, Way] = {
        zone: ((zone,) if zone != start else (), 0)
        for zone in ([start] if board.is_sea(start) else seas_beside(state, units, start))
    }
    seen = {*layer}

    def onward(near: Steps, is_open: Callable[[str], bool], danger: Danger) -> dict[str, Way]:
        """The ways from this layer to what is open beside it; of those to a place the first that
        crosses least: each crossing is paid for (RET-08)."""
        found: dict[str, Way] = {}
        for zone, (before, crossings) in layer.items():
            for there in filter(is_open, near(zone)):
                crossed = bool(danger(zone, there))
                if passing or not crossed:
                    way = (*before, there), crossings + crossed
                    found[there] = min(found.get(there, way), way, key=itemgetter(1))
        return found

    def ports_on(zone: str) -> list[str]:
        return [port for port, _ in ports.held_on(state, zone, alliance)]

    def harbour(place: str) -> bool:
        meant = place not in never and place != start and supplies(state, units, place, alliance)
        meant = meant and not knowledge.is_hidden(state, chart, place)
        meant = meant and not leaders_overseas.why_refused(state, leaders, place)
        return meant and not ports.why_crowded(state, units, place, alliance)

    def unseen(zone: str) -> bool:
        open_ = zone not in seen and ports.sailable(state, zone, galleys, chart)
        return open_ and not leaders_overseas.why_refused(state, leaders, zone)

    while layer:
        found = onward(ports_on, harbour, lambda _, at: presidios.guns_at(state, at, alliance))
        if found:
            havens = [Haven(len(way), place, way, cost) for place, (way, cost) in found.items()]
            return sorted(havens, key=lambda haven: (haven.crossings, haven.place))
        layer = onward(
            board.adjacent_seas, unseen, lambda a, b: presidios.strait(state, a, b, alliance)
        )
        seen.update(layer)
    return []
