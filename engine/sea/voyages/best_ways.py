"""The best ways of a voyage to every place, found one by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from engine.facts import board
from engine.fleets import blockades, fleets, gold, ports, presidios, sailing_rights
from engine.modifiers import total
from engine.play.asks import Draw
from engine.sea import convoys, corsairs_math
from engine.sea.under_way import attrition_math
from engine.sea.voyages.sail_check import Sailors, why_closed
from engine.situation import knowledge, leaders_overseas
from engine.state.stacks import Band


class Price(NamedTuple):
    """What a voyage costs: how many fire on it, blockade it or raid its gold, its attrition, and
    the zones entered."""

    dangers: int
    modifier: int
    zones: int


class Waters:
    """The steps that are open to the ships of a question; none at all where they may not sail."""

    def __init__(self, ask: Sailors) -> None:
        self.ask, self.state, self.units = ask, ask.state, ask.ships(ask.units)
        self.shut = ports.closed_by_variant(self.state, self.units)
        self.galleys = fleets.has_galleys(self.units)
        self.counters = fleets.fleet_counters(self.units)
        self.sail = fleets.within_stacking(self.units) and not sailing_rights.may_sail(
            self.state, self.units, ask.leaders
        )

    def next_places(self, here: str, path: Sequence[str]) -> list[str]:
        """The zones and ports to which a way goes on; only out of a port do they depend on the way
        so far."""
        if not self.sail or (path and not board.is_sea(here)):
            return []
        state, ask, chart = self.state, self.ask, self.ask.chart
        if board.is_sea(here):
            near = ports.seas_beside(state, here, self.galleys, chart)
            for port, kind in ports.held_on(state, here, ask.alliance):
                if ports.port_holds(kind, self.counters) and not (
                    port in self.shut or knowledge.is_hidden(state, chart, port)
                ):
                    near.append(port)
        else:
            way = (*ask.journey.way, *path)
            zones = board.adjacent_seas(here)
            near = [zone for zone in zones if not why_closed(ask, self.units, here, zone, way)]
        if state.overseas.known and (aboard := (*ask.leaders, *ask.carried)):
            refused = leaders_overseas.why_refused
            near = [there for there in near if not refused(state, aboard, there)]
        return near

    def random_way(self, most: int, draw: Draw) -> list[str]:
        """A way by chance of so many steps that comes nowhere twice, or until it is in
        port."""
        way = [self.ask.place]
        while len(way) <= most:
            near = [there for there in self.next_places(way[-1], way[1:]) if there not in way]
            if not near:
                break
            way.append(near[draw(len(near))])
        return way[1:]


class Search(Waters):
    """The best way to every place: fewest dangers, then least attrition, then fewest zones.

    No place is too far (NAV-01, NAV-03). Dangers are fire, blockades, and corsairs after gold.

    Label by label, the cheapest first, and no farther than somebody asks.
    """

    def __init__(self, ask: Sailors) -> None:
        super().__init__(ask)
        self.laden = bool(self.state.sea.corsairs and gold.ducats_aboard(self.state, self.units))
        self.hard: dict[str, int] = {}
        self.steps: dict[str, list[tuple[str, bool, int, int, int]]] = {}
        self.found: dict[str, tuple[Price, tuple[str, ...]]] = {ask.place: (Price(0, 0, 0), ())}
        self.order = [ask.place]
        self.known: dict[str, list[tuple[int, int, int, int]]] = {}
        self.heap: list[tuple[Price, str, tuple[str, ...], int, int]] = []
        if self.sail:
            whole = Band(ask.place, ask.whole_move(), tuple(ask.leaders))
            self.seen = attrition_math.circumstances_of(self.state, whole, ask.journey)
            hard, malus = self.seen.difficulty, self.seen.malus
            self.fixed = total(
                attrition_math.modifiers(self.seen._replace(zones=0, difficulty=0, malus=0))
            )
            first = self._price(0, ask.journey.zones, hard, malus)
            self.heap.append((first, ask.place, (), hard, malus))

    def nearest(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """The places and the ways there, the cheapest first, as they are found."""
        at = 0
        while at < len(self.order) or self._look():
            place = self.order[at]
            yield place, self.found[place][1]
            at += 1

    def all_places(self) -> dict[str, tuple[Price, tuple[str, ...]]]:
        """Every place that can be reached, with its price and the way."""
        while self._look():
            pass
        return self.found

    def _difficulty(self, zone: str) -> int:
        if zone not in self.hard:
            self.hard[zone] = attrition_math.difficulty(
                self.state, self.units, (zone,), self.ask.alliance
            )
        return self.hard[zone]

    def _price(self, dangers: int, zones: int, hard: int, malus: int) -> Price:
        modifier = self.fixed + malus + hard + attrition_math.by_zones(self.seen.fleets, zones)[0]
        return Price(dangers, modifier, zones - self.ask.journey.zones)

    def _look(self) -> bool:
        """Looks on until one place more is found; False when there is none."""
        zones, count = self.ask.journey.zones, len(self.order)
        while self.heap and len(self.order) == count:
            price, here, path, hard, malus = heappop(self.heap)
            label = (price.dangers, price.zones, hard, malus)
            if any(all(a <= b for a, b in zip(old, label, strict=True))
                   for old in self.known.get(here, ())):  # fmt: skip
                continue
            self.known.setdefault(here, []).append(label)
            if here not in self.found:
                self.found[here] = (price, path)
                self.order.append(here)
            for there, afloat, danger, rough, bad in self._steps(here, path):
                if not afloat and there in self.found:
                    continue
                rough, bad = max(hard, rough), malus + bad
                cost = self._price(price.dangers + danger, zones + len(path) + 1, rough, bad)
                heappush(self.heap, (cost, there, (*path, there), rough, bad))
        return len(self.order) > count

    def _steps(self, here: str, path: tuple[str, ...]) -> list[tuple[str, bool, int, int, int]]:
        """The open ways on: whither, whether to a zone, its dangers, difficulty and malus."""
        found = self.steps.get(here)
        if found is None:
            found = []
            for there in self.next_places(here, path):
                danger = self._dangers(here, there)
                if board.is_sea(there):
                    malus = board.sea(there).malus + self._raiders(there)
                    found.append((there, True, danger, self._difficulty(there), malus))
                else:
                    found.append((there, False, danger, 0, 0))
            if board.is_sea(here):
                self.steps[here] = found
        return found

    def _raiders(self, zone: str) -> int:
        """What the corsairs of a zone add to attrition (ATS-24)."""
        found = corsairs_math.enemies(self.state, zone, self.ask.alliance)
        return sum(attrition_math.RAIDERS[each.side] for each in found)

    def _dangers(self, here: str, there: str) -> int:
        """The guns, blockades and corsairs after gold between two places."""
        state, alliance = self.state, self.ask.alliance
        found = len(presidios.guns_between(state, here, there, alliance))
        if self.laden and board.is_sea(there):
            found += len(convoys.attackers(state, there, alliance))
        ends = [place for place in (here, there) if not board.is_sea(place)]
        return found + sum(blockades.is_blockaded(state, port, alliance) for port in ends)
