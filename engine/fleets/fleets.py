"""Naval stacks: ships and fleet counters, sizes, losses of ships, stacking, who commands (C-NAV).

A naval stack is not stored: it is the ships of one alliance in one place that do the same thing
(`state.tasks`), with the leaders aboard. Sizes are in naval detachments (ND), exact ones in thirds
of a detachment. A fleet counter holds ships in `unit.ships`; exploration detachments lie beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from operator import attrgetter
from typing import Any, Final, NamedTuple

from engine.facts import board, countries, muster, tables
from engine.facts.sheets import FactsError
from engine.facts.tables import FleetCapacity
from engine.fleets.journey import Journey
from engine.state import State, sides, zones
from engine.state.forces import FLEETS, LAND_KINDS, Kind, Position, Unit
from engine.state.sides import Stack

SHIPS: Final[tuple[Kind, ...]] = ("NWD", "NGD", "VGD", "NTD")
GALLEYS: Final = ("NGD", "VGD")
GALLEY_WATERS: Final = ("mediterranean", "baltic")

ORDER: Final[Mapping[str, int]] = {kind: at for at, kind in enumerate((*FLEETS, *SHIPS, "NDE"))}

MOST_COUNTERS: Final = 3
MOST_TRANSPORTS: Final = 2
MOST_EXPLORERS: Final = 2
UNLIMITED: Final = 10**6


class NavalForce(NamedTuple):
    """A side of a naval battle: its counters and leaders.

    `journey` is what it has sailed in this move without having rolled attrition: it is added to
    that of its retreat (NIN-14).
    """

    alliance: str
    unit_ids: tuple[int, ...]
    leader_ids: tuple[str, ...]
    journey: Journey | None = None


# Sizes.


def ships(units: Iterable[Unit]) -> dict[str, int]:
    """The ships of these counters by kind, those inside fleet counters too."""
    found: dict[str, int] = {}
    for unit in units:
        for kind, number in (unit.ships if unit.kind in FLEETS else {unit.kind: 1}).items():
            found[kind] = found.get(kind, 0) + number
    return {kind: found[kind] for kind in (*SHIPS, "NDE") if found.get(kind)}


def thirds(units: Iterable[Unit]) -> int:
    """The size of these ships in thirds of a naval detachment."""
    return sum(unit.afloat for unit in units)


def detachments(units: Iterable[Unit]) -> int:
    """The size of these ships in whole naval detachments: every kind counts as one (SUP-A8)."""
    return thirds(units) // 3


def fleet_counters(units: Iterable[Unit]) -> int:
    """How many fleet counters are among these counters."""
    return sum([unit.kind in FLEETS for unit in units])


def has_galleys(units: Iterable[Unit]) -> bool:
    """Whether galleys or galleasses are among these ships (C-NAV-01)."""
    found = ships(units)
    return any(kind in found for kind in GALLEYS)


def reaches(units: Iterable[Unit], least_side: str, least: int) -> bool:
    """Whether ships reach a line of the tables of size: a side of fleet counter and so many ND.

    `least_side` is none, minus or plus (NAC-05, NAC-06, SUP-22 to SUP-24).
    """
    units = list(units)
    sides_ = {unit.kind for unit in units}
    side = {"none": True, "minus": bool(sides_ & {"F+", "F-"}), "plus": "F+" in sides_}
    return side[least_side] and detachments(units) >= least


def described(units: Iterable[Unit]) -> str:
    """Ships as players write them: `F+ (4 NWD, NTD), 2 NGD`."""
    here = sorted(units, key=attrgetter("id"))
    return _described(tuple([(unit.kind, *unit.ships.items()) for unit in here]))


@lru_cache(maxsize=4096)
def _described(counters: tuple[tuple[Any, ...], ...]) -> str:
    """The same of counters in order of their ids, each its kind and what it holds."""
    loose: dict[str, int] = {}
    parts = []
    for kind, *held in sorted(counters, key=lambda counter: ORDER[counter[0]]):
        if kind in FLEETS:
            parts.append(f"{kind} ({written(dict(held))})")
        else:
            loose[kind] = loose.get(kind, 0) + 1
    return ", ".join([*parts, *([written(loose)] if loose else [])]) or "no ships"


def whose(units: Sequence[Unit], told: str = "") -> str:
    """Ships and their countries as players write them: `2 NWD of Spain`; where they are all of the
    country that is `told` of, without it."""
    owners = dict.fromkeys(unit.country for unit in units)
    if not owners or [*owners] == [told]:
        return described(units)
    return f"{described(units)} of {countries.called_together(owners)}"


def written(found: Mapping[str, int]) -> str:
    """Ships by kind as players write them: `4 NWD, NTD`."""
    kinds = [kind for kind in (*SHIPS, "NDE") if found.get(kind)]
    return ", ".join([f"{found[kind]} {kind}" if found[kind] > 1 else kind for kind in kinds])


# Fleet counters.


def capacity(state: State, country: str, counter: str) -> FleetCapacity:
    """The most ships in a fleet counter of a country in this period, F+ or F- (C-NAV-04).

    None at all where the table gives the country no fleets.
    """
    return capacity_in(state.period, country, counter)


@cache
def capacity_in(period: str, country: str, counter: str) -> FleetCapacity:
    """The same in any period."""
    army_class = countries.army_class(country, period)
    try:
        return tables.fleet_capacity(country, army_class, period, counter)
    except FactsError:
        return FleetCapacity(0, 0)


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


def flip(state: State, unit: Unit) -> None:
    """Turns a fleet counter to the side its ships need; an empty one goes (C-NAV-05).

    One that is fuller than the period allows keeps its ships and its full side (C-NAV-07).
    """
    unit.ships = {kind: unit.ships[kind] for kind in SHIPS if unit.ships.get(kind)}
    if unit.ships:
        unit.kind = side(state, unit.country, unit.ships) or "F+"
        unit.veterans = min(unit.veterans, unit.afloat)
    else:
        state.remove(unit)


@cache
def _limited() -> frozenset[str]:
    return frozenset(key[0] for key in muster.counter_limits() if key[1] == "counters")


def free_counters(state: State, country: str, kind: str) -> int:
    """How many more counters of a naval kind the country has beside the board (C-FOR-06).

    Both sides of a fleet share a counter, warships and galleys too, and those with land
    detachments.
    """
    return free_by_pools(state, country, ((kind,),))[0]


def free_by_pools(state: State, country: str, pools: Sequence[Sequence[str]]) -> tuple[int, ...]:
    """The same for several kinds, or for the kinds that share a counter, one of them."""
    if country not in _limited():
        return (UNLIMITED,) * len(pools)
    own = [
        unit.kind
        for unit in (*state.troops_of(country), *state.ships_of(country))
        if unit.corps != "native"
    ]
    return tuple([_free(country, kinds[0], own) for kinds in pools])


def _free(country: str, kind: str, own: Sequence[str]) -> int:
    limit = muster.counter_limit
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


def take_ship(state: State, unit_ids: Sequence[int], country: str, kind: str) -> None:
    """Takes one ship of a kind out of these counters: a loose one, else one of the emptiest fleet.

    Raises ValueError when there is none.
    """
    holding = [
        unit
        for number in unit_ids
        if (unit := state.units.get(number)) is not None
        and unit.country == country
        and (unit.kind == kind or unit.ships.get(kind))
    ]
    if not holding:
        raise ValueError(f"{countries.does(country, 'have')} no {kind} there")
    unit = min(holding, key=lambda unit: (unit.kind in FLEETS, unit.afloat, unit.id))
    if unit.kind in FLEETS:
        unit.ships[kind] -= 1
        flip(state, unit)
    else:
        state.remove(unit)


def add_explorers(state: State, country: str, number: int, like: Unit) -> None:
    """Puts exploration detachments in the place of a ship that was hit, as far as counters last.

    `like` is a counter of its stack: they do what it does, and have moved if it has.
    """
    for _ in range(min(number, max(0, free_counters(state, country, "NDE")))):
        unit = state.add(Unit(0, country, "NDE", like.place, like.position))
        if task := state.tasks.get(str(like.id)):
            state.tasks[str(unit.id)] = task
        zones.pass_on(state, like.id, [unit.id])
        if like.id in state.moved:
            state.moved.add(unit.id)


def gather_explorers(state: State, units: Sequence[Unit]) -> None:
    """Three exploration detachments of a country in a stack become a warship (C-NAV-08)."""
    for country in sorted({unit.country for unit in units}):
        own = [unit for unit in units if unit.country == country and unit.kind == "NDE"]
        while len(own) >= 3 and free_counters(state, country, "NWD") > 0:
            first, *others = own[:3]
            first.kind = "NWD"
            first.veterans += sum(unit.veterans for unit in others)
            for unit in others:
                state.remove(unit)
            own = own[3:]


# Stacks.


def stack(state: State, place: str, alliance: str, task: str = "") -> Stack:
    """The ships and leaders of an alliance in a place that do the same thing, "" for nothing."""
    position: Position = "field" if board.is_sea(place) else "port"
    units = [
        unit
        for unit in state.units_at(place)
        if unit.position == position
        and not unit.land
        and state.tasks.get(str(unit.id), "") == task
        and sides.alliance_of(state, unit.country) == alliance
    ]
    leaders = [
        leader
        for leader in state.leaders_at(place)
        if leader.position == position
        and state.tasks.get(leader.id, "") == task
        and sides.alliance_of(state, leader.country) == alliance
    ]
    return Stack(place, alliance, position, units, leaders)


def stacks_at(state: State, place: str, alliance: str = "") -> list[Stack]:
    """The naval stacks in a place, of one alliance or of all, by alliance and what they do."""
    if not (units := state.units_at(place)):
        return []
    position: Position = "field" if board.is_sea(place) else "port"
    tasks = state.tasks
    found: dict[tuple[str, str], Stack] = {}
    for unit in units:
        if unit.position != position or unit.kind in LAND_KINDS:
            continue
        who = sides.alliance_of(state, unit.country)
        if alliance in ("", who):
            key = who, tasks.get(str(unit.id), "") if tasks else ""
            if key not in found:
                found[key] = Stack(place, who, position, [], [])
            found[key].units.append(unit)
    if not found:
        return []
    for leader in state.leaders_at(place):
        if leader.position == position:
            key = sides.alliance_of(state, leader.country), tasks.get(leader.id, "")
            if key in found:
                found[key].leaders.append(leader)
    return [found[key] for key in sorted(found)]


def stacks(state: State, alliance: str) -> list[Stack]:
    """Every naval stack of an alliance, by place."""
    own = sides.members(state, alliance)
    places = {unit.place for country in own for unit in state.ships_of(country)}
    return [found for place in sorted(places) for found in stacks_at(state, place, alliance)]


def task(state: State, found: Stack) -> str:
    """What a naval stack does that lasts: "", `supply`, `supply:PROVINCE` after a landing there,
    `blockade:PORT`, `blockade+supply:PORT`."""
    return state.tasks.get(str(found.units[0].id), "") if found.units else ""


def blockades(task: str) -> str:
    """The port that such a task blockades, "" for none."""
    return task.partition(":")[2] if task.startswith("blockade") else ""


def unblocking(task: str) -> str:
    """What is left of such a task where its blockade ends: the supply of the troops there, which
    lasts until the ships move (SUP-20)."""
    return task.replace("blockade+supply", "supply") if "supply" in task else ""


def go_on(state: State, found: Stack, task: str) -> None:
    """Sets what a naval stack does from now on, "" for nothing."""
    for key in (*(str(unit.id) for unit in found.units), *(one.id for one in found.leaders)):
        if task:
            state.tasks[key] = task
        else:
            state.tasks.pop(key, None)


def supplies(task: str, place: str = "") -> bool:
    """Whether such a task supplies troops ashore, in that province if one is named.

    Beside a blockade or a landing it does in their province only (NAC-14, CMB-10).
    """
    kind, _, only = task.partition(":")
    return kind in ("supply", "blockade+supply") and (not only or place in ("", only))


def within_stacking(units: Iterable[Unit]) -> bool:
    """Whether ships may lie in one stack: 3 counters, 2 transports and 2 NDE besides.

    C-STK-02, C-STK-03.
    """
    return stackable([unit.kind for unit in units])


def stackable(kinds: Sequence[str]) -> bool:
    """Whether naval counters of these kinds may lie in one stack."""
    transports, explorers = kinds.count("NTD"), kinds.count("NDE")
    counters = len(kinds) - explorers - min(transports, MOST_TRANSPORTS)
    return counters <= MOST_COUNTERS and explorers <= MOST_EXPLORERS


# Who commands.


# Technology.


def technology(state: State, unit: Unit) -> str:
    """The naval technology of a counter: its country's."""
    known = state.countries.get(unit.country)
    return known.naval_technology if known else "carrack"


def worst_technology(state: State, units: Sequence[Unit]) -> str:
    """The oldest naval technology in a stack, which attrition and interception read (ATS-A2)."""
    return min((technology(state, unit) for unit in units), key=tables.technology_rank)


def technology_box(state: State, units: Sequence[Unit]) -> int:
    """The box on the naval technology track that interception compares (NIN-23)."""
    return tables.technology_goals()[worst_technology(state, units)].initial_box


@cache
def galleys_sail(zone: str) -> bool:
    """Whether galleys may be in a sea zone (C-NAV-02).

    The Mediterranean, the Baltic, and the zones that touch them, where Andalusia and the Sund have
    their ports.
    """
    return board.sea(zone).region in GALLEY_WATERS or any(
        board.sea(border.other).region in GALLEY_WATERS for border in board.sea_neighbours(zone)
    )


def present(state: State, zone: str, numbers: Sequence[int]) -> list[int]:
    """Those of these counters that are still in the zone."""
    return [n for n in numbers if n in state.units and state.units[n].place == zone]
