"""How far a march goes: the cheapest ways of a stack within its movement points.

What a place means is told by engine.land.ground.entering_provinces.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cache
from heapq import heappop, heappush

from engine.facts import board
from engine.land.ground import entering_provinces
from engine.land.ground import movement_costs as ways
from engine.land.movement.march_check import Marchers
from engine.play.asks import Draw
from engine.situation import knowledge, leaders_overseas
from engine.situation.knowledge import Chart
from engine.state import State, forces, sides
from engine.state.stacks import ID


class Marcher:
    """The stack that a question for its way is about; without troops its leaders go alone (LDM-01).

    A leader alone sails `to_troops` of his side only, where that is said; the `zones` are where
    ships of his side wait for him.
    """

    def __init__(self, ask: Marchers, to_troops: bool = False, zones: Collection[str] = ()) -> None:
        self.ask, self.ground, self.state, self.place = ask, ask.ground, ask.state, ask.place
        self.leaders, self.to_troops, self.zones = ask.leaders, to_troops, zones
        self._may_attack: bool | None = None
        self.troops, self.owners = ask.stack.units, self.ground.movers
        self.alone = not self.troops
        self.light = ways.detachments_only(self.troops)
        self.native = ways.at_home_overseas(self.owners)
        self.special = self.state.sequence.sund_frozen or bool(sides.grown_colonies(self.state))
        self.marked = bool(self.state.overseas.known) and bool(self.leaders)
        self.tame = not self.state.options.get("wasteland", True)
        self.sailed: set[tuple[str, bool]] = set()
        self.open: frozenset[str] = frozenset()
        if self.alone:
            self.open = seas(self.state, self.ground.chart, self.leaders)

    @property
    def may_attack(self) -> bool:
        """Whether its campaign lets it enter where enemies are (MOV-23); asked once, and only where
        there are some."""
        if self._may_attack is None:
            self._may_attack = not self.ask.why_it_stands(True)
        return self._may_attack

    def steps(self, here: str, been: Collection[str], most: int) -> list[tuple[str, int]]:
        """Where the stack may go on from a place for so many movement points at most but has not
        been, and what it costs (MOV-01, MOV-22 to MOV-28); for a leader alone LDM-01 to LDM-05."""
        state, alone, ground, marked = self.state, self.alone, self.ground, self.marked
        found: list[tuple[str, int]] = []
        at_sea = alone and board.is_sea(here)
        if at_sea and here != self.place:
            return found  # there he has come to ships
        bound, staying = False, 0
        if not alone:
            spot = ground[here]
            if here != self.place and spot.foes and self._is_held(spot.enemies):
                return found
            if spot.foreign:
                going = map(ID, self.troops)
                behind = entering_provinces.left_behind(state, here, ground.alliance, going)
                staying = forces.strength(behind)
                bound = staying < spot.foreign
        if at_sea:
            roads: tuple[ways.Road, ...] = ()
        elif self.special or here in ways.NORTHERN_ROADS:
            roads = ways.ways_from(state, here, self.owners, self.light)
        else:
            roads = ways.roads(here, self.light, self.native)
        for road in roads:
            there = road.other
            if road.least > most or there in been:
                continue
            spot = ground[there]
            friendly = spot.friendly
            if spot.closed or (bound and (staying or not friendly)):
                continue
            if alone:
                if spot.kills_lone_leader or there == board.SUND:
                    continue
            elif spot.opposed and not self.may_attack:
                continue
            if marked and leaders_overseas.why_refused(state, self.leaders, there):
                continue
            points = road.least if friendly else road.most
            if road.wasteland and not self.tame:
                doubled = ways.doubled_cost(road, self.owners, False)
                if doubled is not None:
                    terrain = road.friendly if friendly else road.unfriendly
                    points += (doubled.value - 1) * terrain.value
            if points <= most:
                found.append((there, points))
        if alone:
            for there, points in self._coasts(here, most):
                if points <= most and there not in been:
                    found.append((there, points))
        return found

    def _is_held(self, enemies: int) -> bool:
        """Whether so many thirds of enemies hold the stack: it cannot overrun them (MOV-28)."""
        return enemies > forces.strength(self.troops) // entering_provinces.OVERRUN

    def _coasts(self, here: str, most: int) -> Iterator[tuple[str, int]]:
        """Where a leader alone lands from a coast, or comes to ships at sea, if so many points may
        do; each waters once, and once from a port. To a province beside it he goes over land."""
        state, ground, alliance = self.state, self.ground, self.ground.alliance
        port, at_sea = ways.friendly_port(state, here, alliance), board.is_sea(here)
        if most < ways.least_voyage_points(port):
            return
        for sea in (here, *board.adjacent_seas(here)) if at_sea else board.adjacent_seas(here):
            region = ways.waters(sea, self.open)
            if not region or (region[0], port) in self.sailed:
                continue
            self.sailed.add((region[0], port))
            for zone in self.zones:
                if zone in region and zone != here:
                    yield zone, ways.voyage_points(False, board.sea(zone).map)
            coasts: Iterable[str]
            coasts = ways.coasts(region) if at_sea else ways.coasts_beyond(here, region)
            if self.to_troops:
                coasts = self._with_troops(coasts)
            for coast in coasts:
                spot = ground[coast]
                if spot.closed or spot.kills_lone_leader:
                    continue
                if self.marked and leaders_overseas.why_refused(state, self.leaders, coast):
                    continue
                both = port and ways.friendly_port(state, coast, alliance)
                yield coast, ways.voyage_points(both, sides.half_of_board(state, coast))

    def _with_troops(self, coasts: Iterable[str]) -> list[str]:
        """Those where troops of his side are in the field, sorted."""
        state, alliance = self.state, self.ground.alliance
        there = state.places_of_troops(sides.members(state, alliance)).intersection(coasts)
        return sorted([place for place in there if sides.stack(state, place, alliance).units])


def seas(state: State, chart: Chart, leaders: Collection[str]) -> frozenset[str]:
    """The seas on which leaders sail alone: without malus or ice, overseas those that they know and
    may go to (LDM-02, LDM-03, C-LDR-07)."""
    europe = _european_seas(state.sequence.sund_frozen)
    if chart is None:
        return europe
    return europe.union(
        sea.id
        for sea in board.seas().values()
        if not sea.malus
        and sea.map != "europe"
        and not knowledge.is_hidden(state, chart, sea.id)
        and not leaders_overseas.why_refused(state, leaders, sea.id)
    )


@cache
def _european_seas(sund_frozen: bool) -> frozenset[str]:
    """Those of Europe (LDM-02, LDM-03)."""
    return frozenset(
        sea.id
        for sea in board.seas().values()
        if not (sea.malus or (sund_frozen and sea.id == board.SUND)) and sea.map == "europe"
    )


def reachable(who: Marcher, budget: int) -> dict[str, tuple[int, str]]:
    """The places within so many movement points, each with them and the place before it on the
    cheapest way, by Dijkstra (MOV-02)."""
    found: dict[str, tuple[int, str]] = {who.place: (0, "")}
    done: set[str] = set()
    heap = [(0, who.place)]
    while heap:
        cost, here = heappop(heap)
        if here in done:
            continue
        done.add(here)
        for there, more in who.steps(here, done, budget - cost):
            points = cost + more
            known = found.get(there)
            if known is None or points < known[0]:
                found[there] = (points, here)
                heappush(heap, (points, there))
    return found


def random_walk(who: Marcher, budget: int, draw: Draw) -> list[str]:
    """A way by chance that comes nowhere twice and uses up so many movement points."""
    way = [who.place]
    while budget and (near := who.steps(way[-1], way, budget)):
        there, more = near[draw(len(near))]
        way.append(there)
        budget -= more
    return way
