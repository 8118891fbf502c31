"""Fleet counters and loose ships: what a counter holds, how many are free, ships lost (C-NAV)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from engine.facts import countries, force_pools, tables
from engine.facts.tables import FleetCapacity
from engine.fleets.fleets import KIND, SHIPS, UNLIMITED
from engine.state import State, known_zones
from engine.state.forces import FLEETS, Kind, Unit
from engine.state.lookups import lookup_at


def capacity(state: State, country: str, counter: str) -> FleetCapacity:
    """The most ships in a fleet counter of a country in this period, F+ or F- (C-NAV-04).

    None at all where the table gives the country no fleets.
    """
    return capacity_in(state.period, country, counter)


@cache
def capacity_in(period: str, country: str, counter: str) -> FleetCapacity:
    """The same in any period."""
    army_class = countries.army_class(country, period)
    return tables.fleet_capacity(country, army_class, period, counter) or FleetCapacity(0, 0)


def fits(held: Mapping[str, int], room: FleetCapacity) -> bool:
    """Whether ships fit into a fleet counter; a galley counts half a warship (C-NAV-04)."""
    halves = 2 * held.get("NWD", 0) + held.get("NGD", 0) + held.get("VGD", 0)
    return halves <= 2 * room.warships and held.get("NTD", 0) <= room.transports


def side(state: State, country: str, held: Mapping[str, int]) -> Kind | None:
    """The side a fleet with these ships shows: F- if they fit into it, else F+ (C-NAV-05).

    None when they fit into neither.
    """
    return side_in(state.period, country, held)


def side_in(period: str, country: str, held: Mapping[str, int]) -> Kind | None:
    """The same in any period."""
    if fits(held, capacity_in(period, country, "F-")):
        return "F-"
    return "F+" if fits(held, capacity_in(period, country, "F+")) else None


def fill(state: State, unit: Unit, held: Mapping[str, int]) -> None:
    """Puts these ships into a fleet counter and turns it to the side they need; an empty one goes
    (C-NAV-05).

    One that is fuller than the period allows keeps its ships and its full side (C-NAV-07).
    """
    ships: dict[str, int] = {kind: held[kind] for kind in SHIPS if held.get(kind)}
    if ships:
        state.exchange(unit, side(state, unit.country, ships) or "F+", ships)
        unit.veterans = min(unit.veterans, unit.afloat)
    else:
        state.remove(unit)


def free_counters(state: State, country: str, kind: str) -> int:
    """How many more counters of a naval kind the country has beside the board (C-FOR-06).

    Both sides of a fleet share a counter, warships and galleys too, and those with land
    detachments.
    """
    return free_by_pools(state, country, ((kind,),))[0]


@lookup_at
def free_by_pools(
    state: State, country: str, pools: tuple[tuple[str, ...], ...]
) -> tuple[int, ...]:
    """The same for several kinds, or for the kinds that share a counter, one of them."""
    if country not in force_pools.limited_countries():
        return (UNLIMITED,) * len(pools)
    own = [
        unit.kind
        for unit in (*state.troops_of(country), *state.ships_of(country))
        if unit.corps != "native"
    ]
    return tuple([_free(country, kinds[0], own) for kinds in pools])


def _free(country: str, kind: str, own: Sequence[str]) -> int:
    limit = force_pools.counter_limit
    if kind in FLEETS:
        return limit(country, "fleet") - own.count("F+") - own.count("F-")
    if kind in ("NTD", "VGD"):
        name = "naval_transport" if kind == "NTD" else "naval_galleass"
        return limit(country, name) - own.count(kind)
    pool, on_land = ("exploration", "LDE") if kind == "NDE" else ("detachment", "LD")
    afloat = own.count("NDE") if kind == "NDE" else own.count("NWD") + own.count("NGD")
    free, shared = limit(country, f"naval_{pool}") - afloat, limit(country, f"land_or_naval_{pool}")
    if shared and (ashore := own.count(on_land)):
        shared = max(0, shared - max(0, ashore - limit(country, f"land_{pool}")))
    return free + shared


def holder(state: State, unit_ids: Sequence[int], country: str, kind: str) -> Unit:
    """The one of these counters that a ship of a kind is taken out of: a loose one, else the
    emptiest fleet. Raises ValueError when there is none."""
    holding = [
        unit
        for unit in state.units_by_id(unit_ids)
        if unit.country == country and (unit.kind == kind or unit.ships.get(kind))
    ]
    if not holding:
        raise ValueError(f"{countries.does(country, 'have')} no {kind} there")
    return min(holding, key=lambda unit: (unit.kind in FLEETS, unit.afloat, unit.id))


def take_ship(state: State, unit_ids: Sequence[int], country: str, kind: str) -> None:
    """Takes one ship of a kind out of these counters. Raises ValueError when there is none."""
    unit = holder(state, unit_ids, country, kind)
    if unit.kind in FLEETS:
        fill(state, unit, {**unit.ships, kind: unit.ships[kind] - 1})
    else:
        state.remove(unit)


def add_explorers(state: State, country: str, number: int, like: Unit) -> None:
    """Puts exploration detachments in the place of a ship that was hit, as far as counters last.

    `like` is its counter: they lie where it does, do what it does, and have moved if it has.
    """
    for _ in range(min(number, free_counters(state, country, "NDE"))):
        unit = state.add(Unit(0, country, "NDE", like.place, like.position))
        if task := state.sea.tasks.get(str(like.id)):
            state.sea.tasks[str(unit.id)] = task
        known_zones.pass_on(state, like.id, [unit.id])
        if like.id in state.marks.moved:
            state.marks.moved.add(unit.id)


def gather_explorers(state: State, units: Sequence[Unit]) -> bool:
    """Three exploration detachments of a country in a stack become a warship, which carries what
    they carried and found (C-NAV-08); whether there were so many."""
    if [*map(KIND, units)].count("NDE") < 3:  # mostly
        return False
    last = len(state.units)
    for country in sorted({unit.country for unit in units if unit.kind == "NDE"}):
        own = [unit for unit in units if unit.country == country and unit.kind == "NDE"]
        while len(own) >= 3 and free_counters(state, country, "NWD") > 0:
            first, *others = own[:3]
            state.exchange(first, "NWD")
            first.veterans += sum(unit.veterans for unit in others)
            ducats = sum(state.sea.gold.pop(str(unit.id), 0) for unit in (first, *others))
            if ducats:
                state.sea.gold[str(first.id)] = ducats
            for unit in others:
                known_zones.pass_on(state, unit.id, [first.id])
                state.remove(unit)
            own = own[3:]
    return len(state.units) < last
