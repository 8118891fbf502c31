"""Naval stacks: ships and fleet counters, sizes, losses of ships, stacking, who commands (C-NAV).

A naval stack is not stored: it is the ships of one alliance in one place that do the same thing
(`state.sea.tasks`), with the leaders aboard. Sizes are in naval detachments (ND), exact ones in
thirds of a detachment. A fleet counter holds ships in `unit.ships`; exploration detachments lie
beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import groupby
from operator import attrgetter
from typing import Any, Final

from engine.facts import board, countries, tables
from engine.facts.sheets import cached
from engine.grammar import join_names
from engine.state import State, forces, sides
from engine.state.forces import COUNTRY, FLEETS, Kind, Position, Unit
from engine.state.leaders import Leader, only_country
from engine.state.lookups import lookup_at
from engine.state.stacks import ID, Stack

SHIPS: Final[tuple[Kind, ...]] = ("NWD", "NGD", "VGD", "NTD")
GALLEYS: Final = ("NGD", "VGD")
GALLEY_WATERS: Final = ("mediterranean", "baltic")

KIND: Final = attrgetter("kind")
AFLOAT: Final = attrgetter("afloat")
ORDER: Final[Mapping[str, int]] = {kind: at for at, kind in enumerate((*FLEETS, *SHIPS, "NDE"))}

MOST_COUNTERS: Final = 3
MOST_TRANSPORTS: Final = 2
MOST_EXPLORERS: Final = 2
UNLIMITED: Final = 10**6


# Sizes.


def ships(units: Iterable[Unit]) -> dict[str, int]:
    """The ships of these counters by kind, those inside fleet counters too."""
    found: dict[str, int] = {}
    for unit in units:
        for kind, number in (unit.ships if unit.kind in FLEETS else {unit.kind: 1}).items():
            found[kind] = found.get(kind, 0) + number
    return {kind: found[kind] for kind in (*SHIPS, "NDE") if found.get(kind)}


def by_owner(units: Iterable[Unit]) -> dict[tuple[str, str], int]:
    """The same by country and kind, sorted by country."""
    countries = groupby(sorted(units, key=COUNTRY), COUNTRY)
    return {(who, kind): number for who, own in countries for kind, number in ships(own).items()}


def thirds(units: Iterable[Unit]) -> int:
    """The size of these ships in thirds of a naval detachment."""
    return sum(map(AFLOAT, units))


def detachments(units: Iterable[Unit]) -> int:
    """The size of these ships in whole naval detachments: every kind counts as one (SUP-A8)."""
    return thirds(units) // 3


def fleet_counters(units: Iterable[Unit]) -> int:
    """How many fleet counters are among these counters."""
    found = 0
    for unit in units:
        if unit.kind in FLEETS:
            found += 1
    return found


def has_galleys(units: Iterable[Unit]) -> bool:
    """Whether galleys or galleasses are among these ships (C-NAV-01)."""
    for unit in units:
        if unit.kind in GALLEYS or unit.ships.get("NGD") or unit.ships.get("VGD"):
            return True
    return False


def has_warships(units: Iterable[Unit]) -> bool:
    """Whether warships are among these ships."""
    return any(unit.kind == "NWD" or unit.ships.get("NWD") for unit in units)


def has_size(units: Iterable[Unit], least_side: str, least: int) -> bool:
    """Whether ships reach a line of the tables of size: a side of fleet counter and so many ND, any
    ships at all for none.

    `least_side` is none, minus or plus (NAC-05, NAC-06).
    """
    units = list(units)
    if not units or detachments(units) < least:
        return False
    kinds = [*map(KIND, units)]
    match least_side:
        case "none":
            return True
        case "minus":
            return "F+" in kinds or "F-" in kinds
    return least_side == "plus" and "F+" in kinds


def units_in_words(units: Iterable[Unit]) -> str:
    """Ships as players write them: `F+ (4 NWD, NTD), 2 NGD`."""
    here = sorted(units, key=ID)
    return _described(tuple([(unit.kind, *unit.ships.items()) for unit in here]))


def counters_in_words(units: Sequence[Unit]) -> str:
    """Troops alone, or ships alone, as players write them."""
    return forces.units_in_words(units) if units[0].land else units_in_words(units)


@lru_cache(maxsize=4096)
def _described(counters: tuple[tuple[Any, ...], ...]) -> str:
    """The same of counters in order of their ids, each its kind and what it holds."""
    loose: dict[str, int] = {}
    parts = []
    for kind, *held in sorted(counters, key=lambda counter: ORDER[counter[0]]):
        if kind in FLEETS:
            parts.append(f"{kind} ({ships_in_words(dict(held))})")
        else:
            loose[kind] = loose.get(kind, 0) + 1
    return ", ".join([*parts, *([ships_in_words(loose)] if loose else [])]) or "no ships"


def units_and_owners(units: Sequence[Unit], told: str = "") -> str:
    """Ships and their countries as players write them: `2 NWD of Spain`; where they are all of the
    country that is `told` of, without it."""
    owners = dict.fromkeys(map(COUNTRY, units))
    if not owners or [*owners] == [told]:
        return units_in_words(units)
    return f"{units_in_words(units)} of {countries.join_with_articles(owners)}"


def ships_in_words(found: Mapping[str, int]) -> str:
    """Ships by kind as players write them: `4 NWD, NTD`."""
    kinds = [kind for kind in (*SHIPS, "NDE") if found.get(kind)]
    return ", ".join([f"{found[kind]} {kind}" if found[kind] > 1 else kind for kind in kinds])


def prizes_in_words(taken: Mapping[str, Mapping[str, int]]) -> str:
    """Ships captured of each country by kind: `2 NTD of Spain and NWD of Venice`."""
    return join_names(
        f"{ships_in_words(own)} of {countries.with_article(name)}" for name, own in taken.items()
    )


def toll_of_prizes(taken: Mapping[str, Mapping[str, int]]) -> dict[str, Any]:
    """What these countries lose with ships captured, as `forces.toll`: each ship a detachment."""
    lost = {name: [0, 3 * sum(own.values())] for name, own in taken.items()}
    return {"cause": "capture", "lost": lost}


# Stacks.


def stack(state: State, place: str, alliance: str, task: str = "") -> Stack:
    """The ships and leaders of an alliance in a place that do the same thing, "" for nothing."""
    position = lies(place)
    leaders = [
        leader
        for leader in state.leaders_at(place)
        if leader.position == position
        and state.sea.tasks.get(leader.id, "") == task
        and sides.alliance_of(state, leader.country) == alliance
    ]
    units = ships_doing(state, place, alliance, task)
    return Stack(place, alliance, position, units, leaders)


def ships_doing(state: State, place: str, alliance: str, task: str = "") -> list[Unit]:
    """The ships of such a stack."""
    tasks, here = state.sea.tasks, ships_at(state, place).get(alliance, ())
    if not tasks:  # mostly
        return [] if task else [*here]
    return [unit for unit in here if tasks.get(str(unit.id), "") == task]


@lookup_at
def stacks_at(state: State, place: str, alliance: str = "") -> tuple[Stack, ...]:
    """The naval stacks in a place, of one alliance or of all, by alliance and what they do."""
    position, tasks = lies(place), state.sea.tasks
    found: dict[tuple[str, str], tuple[list[Unit], list[Leader]]] = {}
    for unit in state.units_at(place):
        if unit.position == position and not unit.land:
            who = sides.alliance_of(state, unit.country)
            if not alliance or who == alliance:
                key = who, tasks.get(str(unit.id), "") if tasks else ""
                found.setdefault(key, ([], []))[0].append(unit)
    if not found:
        return ()
    for leader in state.leaders_at(place):
        if leader.position == position:
            key = sides.alliance_of(state, leader.country), tasks.get(leader.id, "")
            if key in found:
                found[key][1].append(leader)
    return tuple([Stack(place, key[0], position, *found[key]) for key in sorted(found)])


@lookup_at
def ships_at(state: State, place: str) -> dict[str, list[Unit]]:
    """The ships in a place by alliance."""
    position = lies(place)
    found: dict[str, list[Unit]] = {}
    for unit in state.units_at(place):
        if unit.position == position and not unit.land:
            found.setdefault(sides.alliance_of(state, unit.country), []).append(unit)
    return found


@cached
def lies(place: str) -> Position:
    """The position of ships in a place."""
    return "field" if board.is_sea(place) else "port"


def stacks(state: State, alliance: str) -> list[Stack]:
    """Every naval stack of an alliance, by place."""
    places = state.places_of_ships(sides.members(state, alliance))
    return [found for place in sorted(places) for found in stacks_at(state, place, alliance)]


def task(state: State, found: Stack) -> str:
    """What a naval stack does until it moves: "", `supply`, `supply:PROVINCE` after a landing
    there, `blockade:PORT`, `blockade+supply:PORT` (NAC-10, NAC-13)."""
    tasks = state.sea.tasks
    return tasks.get(str(found.units[0].id), "") if tasks and found.units else ""


def blockaded_port(task: str) -> str:
    """The port that such a task blockades, "" for none."""
    return task.partition(":")[2] if task.startswith("blockade") else ""


def task_after_blockade(task: str) -> str:
    """What is left of such a task where its blockade ends: the supply of the troops there, which
    lasts until the ships move (SUP-20)."""
    return task.replace("blockade+supply", "supply") if "supply" in task else ""


def set_task(state: State, found: Stack, task: str) -> None:
    """Sets what a naval stack does from now on, "" for nothing."""
    for key in (*(str(unit.id) for unit in found.units), *found.leader_ids):
        if task:
            state.sea.tasks[key] = task
        else:
            state.sea.tasks.pop(key, None)


def supplies_ashore(task: str, place: str = "") -> bool:
    """Whether such a task supplies troops ashore, in that province if one is named.

    Beside a blockade or a landing it does in their province only (NAC-14, CMB-10).
    """
    kind, _, only = task.partition(":")
    return kind in ("supply", "blockade+supply") and (not only or place in ("", only))


def within_stacking(units: Iterable[Unit]) -> bool:
    """Whether ships may lie in one stack: 3 counters, 2 transports and 2 NDE besides.

    C-STK-02, C-STK-03.
    """
    return stackable([*map(KIND, units)])


def largest_part(
    units: Iterable[Unit], fits: Callable[[list[Unit]], bool] = within_stacking
) -> list[Unit]:
    """The most of these ships that fit into one stack, the largest counters first."""
    part: list[Unit] = []
    for unit in sorted(units, key=lambda unit: (-unit.afloat, unit.id)):
        if fits([*part, unit]):
            part.append(unit)
    return part


def stackable(kinds: Sequence[str]) -> bool:
    """Whether naval counters of these kinds may lie in one stack."""
    if len(kinds) <= MOST_EXPLORERS:  # mostly one or two, of whatever kind
        return True
    transports, explorers = kinds.count("NTD"), kinds.count("NDE")
    counters = len(kinds) - explorers - min(transports, MOST_TRANSPORTS)
    return counters <= MOST_COUNTERS and explorers <= MOST_EXPLORERS


# Technology.


def technology(state: State, unit: Unit) -> str:
    """The naval technology of a counter: its country's."""
    known = state.countries.get(unit.country)
    return known.naval_technology if known else "carrack"


def worst_technology(state: State, units: Sequence[Unit]) -> str:
    """The oldest naval technology in a stack, which attrition and interception read (ATS-A2)."""
    if only_country(units, ()):  # mostly
        return technology(state, units[0])
    return min((technology(state, unit) for unit in units), key=tables.technology_rank)


def technology_box(state: State, units: Sequence[Unit]) -> int:
    """The box on the naval technology track that interception compares (NIN-23)."""
    return tables.technology_goals(worst_technology(state, units)).initial_box


@cache
def galleys_sail(zone: str) -> bool:
    """Whether galleys may be in a sea zone (C-NAV-02).

    The Mediterranean, the Baltic, and the zones that touch them, where Andalusia and the Sund have
    their ports.
    """
    return board.sea(zone).region in GALLEY_WATERS or any(
        board.sea(border.other).region in GALLEY_WATERS for border in board.sea_neighbours(zone)
    )


def still_in_zone(state: State, zone: str, numbers: Sequence[int]) -> list[int]:
    """Those of these counters that are still in the zone."""
    return [n for n in numbers if n in state.units and state.units[n].place == zone]
