"""Ports and arsenals: which ships they hold, who may enter, who blockades them (SUP, NAC).

Ships in port have the position `port` in their province. A presidio is its holder's port for ships
without a fleet counter.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, Literal

from engine.facts import board, countries
from engine.facts.board import SUND, called, in_or_off
from engine.fleets import fleets
from engine.situation import establishments, knowledge, variants
from engine.situation.knowledge import Chart
from engine.state import State, sides
from engine.state.forces import Unit
from engine.state.lookups import lookup

Harbour = Literal["", "fort", "presidio", "port", "arsenal"]
MOST_IN_PORT: Final = 1


def harbour(state: State, place: str, alliance: str) -> Harbour:
    """What kind of port an alliance holds in a province, "" for none (SUP-27, C-NSP-01)."""
    return _harbours(state, place).get(alliance, "")


@lookup
def _harbours(state: State, place: str) -> dict[str, Harbour]:
    """The alliances that hold a port in a province, each with its kind: the presidio of one, and
    the port of whoever controls the province."""
    found: dict[str, Harbour] = {}
    if held := state.sea.presidios.get(place):
        found[sides.alliance_of(state, held[0])] = "presidio"
    if (
        place in sites()
        and (who := sides.controller(state, place))
        and (kind := _port(state, place))
    ):
        found[sides.alliance_of(state, who)] = kind
    return found


def _port(state: State, place: str) -> Harbour:
    """What kind of port whoever controls a province has there (C-NSP-01).

    In the Rest of the World every establishment is a port, a fort one for detachments only
    (C-FRT-07).
    """
    province = board.province(place)
    if province.arsenal:
        return "arsenal"
    if province.port:
        return "port"
    if province.map == "rotw":
        if settled := establishments.port_of_establishments(state, place):
            return settled
        if sides.fortress_level(state, place):
            return "port" if province.city else "fort"
    return ""


def open_to_ships(state: State, place: str) -> bool:
    """Whether whoever controls a province has a port there, in the Rest of the World that of his
    establishment (C-FRT-07)."""
    who = sides.controller(state, place)
    if not board.adjacent_seas(place):
        return False
    return harbour(state, place, sides.alliance_of(state, who)) not in ("", "presidio")


@cache
def sites() -> dict[str, None]:
    """The provinces in which a port is printed, or may come to be: overseas with an
    establishment (C-FRT-07). In the order of their ids."""
    return dict.fromkeys(
        place
        for place, province in sorted(board.provinces().items())
        if province.port or province.arsenal or province.map == "rotw"
    )


def coasts(state: State, zone: str) -> tuple[str, ...]:
    """The provinces on a sea zone in which somebody may have a port, by id."""
    return _coasts(zone) if state.sea.presidios.keys() <= sites().keys() else board.shores(zone)


def held_on(state: State, zone: str, alliance: str) -> Sequence[tuple[str, Harbour]]:
    """The ports of an alliance on a sea zone, by id, each with its kind."""
    return all_held_on(state, zone).get(alliance, ())


@lookup
def all_held_on(state: State, zone: str) -> dict[str, list[tuple[str, Harbour]]]:
    """The same of every alliance that has some."""
    found: dict[str, list[tuple[str, Harbour]]] = {}
    for place in coasts(state, zone):
        for alliance, kind in _harbours(state, place).items():
            found.setdefault(alliance, []).append((place, kind))
    return found


@cache
def _coasts(zone: str) -> tuple[str, ...]:
    return tuple(place for place in board.shores(zone) if place in sites())


def port_holds(kind: Harbour, counters: int) -> bool:
    """Whether such a port holds so many fleet counters (SUP-28 to SUP-30, C-NSP-01, SUP-A9)."""
    match kind:
        case "arsenal":
            return True
        case "port":
            return counters <= MOST_IN_PORT
        case "fort" | "presidio":
            return counters == 0
    return False


def why_closed(state: State, units: Sequence[Unit], place: str, alliance: str) -> str:
    """Why ships may not enter a port at all, "" when they may (NAV-10).

    Control, size and the variants are asked; a blockade is run or not run, by BLK (NAV-A3).
    """
    if reason := closed_by_variant(state, units).get(place, ""):
        return reason
    kind = harbour(state, place, alliance)
    if not kind:
        return f"no port of {countries_of(state, alliance)} is {in_or_off(place)} (NAV-10)"
    if not port_holds(kind, fleets.fleet_counters(units)):
        return f"the {kind} of {called(place)} is too small for these ships (NAV-10)"
    return ""


def closed_by_variant(state: State, units: Sequence[Unit]) -> dict[str, str]:
    """The ports that a variant closes to ships, each with its reason."""
    return (
        variants.closed_provinces(state, {unit.country for unit in units}, True)
        if state.variants
        else {}
    )


def countries_of(state: State, alliance: str) -> str:
    """The countries of an alliance by name."""
    return " or ".join(countries.with_article(name) for name in sides.members(state, alliance))


def why_crowded(state: State, units: Sequence[Unit], place: str, alliance: str) -> str:
    """Why ships may not stay in a port beside those that lie there, "" when they may (C-STK-04)."""
    ids = {unit.id for unit in units}
    there = [unit for unit in fleets.ships_doing(state, place, alliance) if unit.id not in ids]
    if not sides.may_stack(state, (unit.country for unit in (*units, *there))):
        return f"allies of allies lie {in_or_off(place)}: no stack with them (INI-03)"
    if port_holds(harbour(state, place, alliance), fleets.fleet_counters([*units, *there])):
        return ""
    return f"there is no room for another fleet in the port of {called(place)} (C-STK-04)"


# Waters.


def sailable(state: State, zone: str, galleys: bool, chart: Chart = None) -> bool:
    """Whether ships may be in a sea zone: no ice, known to them by their `chart`, and for galleys
    waters they can live in."""
    if (zone == SUND and state.sequence.sund_frozen) or knowledge.is_hidden(state, chart, zone):
        return False
    return not galleys or fleets.galleys_sail(zone)


def seas_beside(state: State, place: str, galleys: bool, chart: Chart = None) -> list[str]:
    """The sea zones beside a place in which such ships may be."""
    near = [*_waters_beside(place, galleys)]
    if chart is None and not state.sequence.sund_frozen:  # mostly
        return near
    return [zone for zone in near if sailable(state, zone, galleys, chart)]


@cache
def _waters_beside(place: str, galleys: bool) -> tuple[str, ...]:
    """Those in which galleys can live, where there are any."""
    near = board.adjacent_seas(place)
    return tuple([zone for zone in near if not galleys or fleets.galleys_sail(zone)])
