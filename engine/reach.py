"""How far a march goes: the cheapest ways of a stack within its movement points.

Sources: MVG-07, MOV-01 to MOV-28, LDM-02, LDM-05; what a place means is told by engine.entry.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from engine import board, entry, forces, ways
from engine.forces import Unit
from engine.rotw import marks
from engine.state import State


class Wanderer(NamedTuple):
    """A stack that is to march; without troops its leaders go alone (LDM-01).

    `may_act` tells whether its campaign lets it enter where enemies are (MOV-23).
    """

    state: State
    alliance: str
    place: str
    owners: Sequence[str]
    troops: Sequence[Unit]
    leaders: Sequence[str]
    ground: entry.Ground
    may_act: Callable[[], bool]


def within(
    who: Wanderer, budget: int, landings: Collection[str] | None = None
) -> dict[str, tuple[int, str]]:
    """The places within so many movement points, each with them and the place before it on the
    cheapest way (Dijkstra). Of the coasts where a leader alone may land only those named.
    """
    state, alone, owners = who.state, not who.troops, who.owners
    look, spots = who.ground.look, who.ground.known
    most = forces.strength(who.troops) // entry.OVERRUN
    numbers = [unit.id for unit in who.troops]
    marked = bool(state.known) and who.leaders
    tame = not state.options.get("wasteland", True)
    special = state.sund_frozen
    light = ways.light(who.troops)
    active_allowed: bool | None = None
    found: dict[str, tuple[int, str]] = {who.place: (0, "")}
    done: set[str] = set()
    heap = [(0, who.place)]
    sailed: set[tuple[str, bool]] = set()
    while heap:
        cost, here = heappop(heap)
        if here in done:
            continue
        done.add(here)
        watch, staying = 0, 0
        if not alone:
            spot = look(here)
            if spot.enemies > most and here != who.place:
                continue
            watch = spot.foreign
            if watch:
                staying = forces.strength(entry.left_behind(state, here, who.alliance, numbers))
        if special or here in ways.NORTHERN_ROADS:
            open_roads = ways.ways_from(state, here, owners)
        else:
            open_roads = ways.roads(here, light)
        for road in open_roads:
            there = road.other
            if there in done:
                continue
            spot = spots.get(there) or look(there)
            if spot.closed or (alone and (spot.deadly or there == ways.SUND)):
                continue
            if marked and marks.refused(state, who.leaders, there):
                continue
            if not alone:
                if staying < watch and (staying or not spot.friendly):
                    continue
                if spot.opposed:
                    if active_allowed is None:
                        active_allowed = who.may_act()
                    if not active_allowed:
                        continue
            terrain = road.friendly if spot.friendly else road.unfriendly
            points = cost + terrain.value + road.added
            if road.wasteland and not tame:
                doubled = ways.doubled_cost(road, owners, False)
                if doubled is not None:
                    points += (doubled.value - 1) * terrain.value
            known = found.get(there)
            if points <= budget and (known is None or points < known[0]):
                found[there] = (points, here)
                heappush(heap, (points, there))
        if alone:
            for there, points in _coasts(who, here, cost, sailed, landings):
                known = found.get(there)
                if (
                    points <= budget
                    and there not in done
                    and (known is None or points < known[0])
                    and not (look(there).closed or look(there).deadly)
                ):
                    found[there] = (points, here)
                    heappush(heap, (points, there))
    return found


def _coasts(
    who: Wanderer,
    here: str,
    cost: int,
    sailed: set[tuple[str, bool]],
    landings: Collection[str] | None,
) -> Iterable[tuple[str, int]]:
    """Where a leader alone lands from a coast; each waters once, and once from a port."""
    port = ways.friendly_port(who.state, here, who.alliance)
    for sea in board.adjacent_seas(here):
        region = ways.waters(sea, who.state.sund_frozen)
        if not region or (region[0], port) in sailed:
            continue
        sailed.add((region[0], port))
        slow, fast = cost + ways.voyage_points(False), cost + ways.voyage_points(True)
        for coast in ways.coasts(region):
            if coast != here and (landings is None or coast in landings):
                both = port and ways.friendly_port(who.state, coast, who.alliance)
                yield coast, fast if both else slow
