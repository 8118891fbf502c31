"""Counters of land troops: how many are free, how they break, which become one (C-FOR, C-TUR-01).

Strengths are in thirds of a detachment. A full army gives a reduced one and detachments, a reduced
one detachments, a detachment exploration detachments (in the Rest of the World only).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from engine.facts import countries, force_pools, tables
from engine.situation import variants
from engine.state import State, forces, known_zones, sides
from engine.state.forces import Kind, Unit
from engine.state.reference_types import BODIES

UNLIMITED: Final = 10**6
POOLS: Final[Mapping[Kind, str]] = {"LD": "detachment", "LDE": "exploration"}


def free_counters(state: State, country: str, kind: Kind, corps: str = "") -> int:
    """How many more counters of that kind the country has beside the board (C-FOR-05, C-FOR-06).

    Both sides of an army share a counter; a detachment may be a land or a naval one. Turkish
    janissaries and timars have counters of their own, armies by the reforms (C-TUR-01). Natives and
    powers without counters of their own are not limited.
    """
    return max(0, _left(state, country, kind, corps))


def missing_counters(state: State, country: str, kind: Kind) -> int:
    """How many counters of that kind the country has on the board beyond those it has at all."""
    return max(0, *(-_left(state, country, kind, corps) for corps in ("", "timar")))


def _left(state: State, country: str, kind: Kind, corps: str) -> int:
    if country not in force_pools.limited_countries() or corps == "native" or country in BODIES:
        return UNLIMITED
    timar = "_timar" if corps == "timar" else ""
    mates, boxes = {country}, [country]
    if state.variants:
        changed = variants.in_force(state)
        country = changed.lender(state, country) or country
        mates = {each for each in state.countries
                 if country in (each, changed.lender(state, each))}  # fmt: skip
        boxes = [country, *changed.inherited_from(state, country)]
    own = [
        unit
        for mate in mates
        for unit in (*state.troops_of(mate), *state.ships_of(mate))
        if (unit.corps == "timar") == bool(timar)
    ]
    if kind in ("A+", "A-"):
        armies = sum(_armies(state, box, timar) for box in boxes)
        return armies - sum(unit.army for unit in own)
    if kind not in POOLS:
        return UNLIMITED
    pool = POOLS[kind]
    ships = ("NDE",) if kind == "LDE" else ("NWD", "NGD")
    printed = [_printed(box, f"{pool}{timar}") for box in boxes]
    shared, naval, land = map(sum, zip(*printed, strict=True))
    afloat = max(0, sum(unit.kind in ships for unit in own) - naval)
    return land + max(0, shared - afloat) - sum(unit.kind == kind for unit in own)


@cache
def _printed(country: str, pool: str) -> tuple[int, ...]:
    """The counters of a pool in a country's box: for land or sea, for the sea alone, for land
    alone."""
    sorts = ("land_or_naval", "naval", "land")
    return tuple(force_pools.counter_limit(country, f"{sort}_{pool}") for sort in sorts)


def _armies(state: State, country: str, timar: str) -> int:
    limit = force_pools.counter_limit(country, f"army{timar}")
    if country == "turkey":
        steps = tables.turkish_reforms.all()
        for name in ("1492", *state.countries[country].reforms):
            step = steps.get(name)
            found = (step.timar_armies if timar else step.janissary_armies) if step else None
            limit = limit if found is None else found
    return limit


def break_counter(state: State, unit: Unit, kinds: Sequence[Kind]) -> list[Unit]:
    """Breaks a counter into smaller ones, veterans in the first of them (C-FOR-02, C-FOR-09).

    Raises ValueError when it doesn't break so, when no counter is free, or for exploration
    detachments in Europe.
    """
    if tuple(kinds) not in forces.breaks(unit):
        raise ValueError(f"{unit.kind} does not break into {', '.join(kinds)}")
    if "LDE" in kinds and not known_zones.overseas(unit.place):
        raise ValueError("exploration detachments exist in the Rest of the World only")
    for kind in sorted(set(kinds) - {"A-"}):
        more = sum(each == kind for each in kinds)
        if more > free_counters(state, unit.country, kind, unit.corps):
            raise ValueError(f"{more} counters {kind} are needed and so many are not free")
    return become(state, unit, kinds, unit.veterans)


def possible_merges(units: Sequence[Unit]) -> list[tuple[int, ...]]:
    """Which counters of a stack may become one: A-, A-; A-, LD, LD; three LDE (C-FOR-04,
    C-FOR-09)."""
    groups: dict[tuple[str, ...], list[Unit]] = {}
    for unit in units:
        key = unit.country, unit.corps, unit.place, unit.position, unit.leader
        groups.setdefault(key, []).append(unit)
    found: list[tuple[int, ...]] = []
    for group in groups.values():
        if len(group) < 2:
            continue
        reduced = [unit.id for unit in group if unit.kind == "A-"]
        single = [unit.id for unit in group if unit.kind == "LD"]
        scouts = [unit.id for unit in group if unit.kind == "LDE"]
        if len(reduced) >= 2:
            found.append((reduced[0], reduced[1]))
        if reduced and len(single) >= 2:
            found.append((reduced[0], single[0], single[1]))
        if len(scouts) >= 3:
            found.append((scouts[0], scouts[1], scouts[2]))
    return found


def merge_counters(state: State, unit_ids: Sequence[int]) -> Unit:
    """Makes one counter of two A-, of A- and two LD, or of three LDE, with all their marks
    (C-FOR-04).

    A counter was out of supply only if all its parts were. Raises ValueError when they don't merge.
    """
    units = state.units_by_id(unit_ids)
    first = units[0]
    kinds = sorted(unit.kind for unit in units)
    into: dict[tuple[str, ...], Kind] = {
        ("A-", "A-"): "A+",
        ("A-", "LD", "LD"): "A+",
        ("LDE", "LDE", "LDE"): "LD",
    }
    whole = into.get(tuple(kinds))
    alike = {(unit.country, unit.corps, unit.place, unit.position, unit.leader) for unit in units}
    if whole is None or len(alike) != 1:
        raise ValueError(f"{forces.units_in_words(units)} cannot become one counter")
    first.veterans = sum(unit.veterans for unit in units)
    state.exchange(first, whole)
    unsupplied = all(unit.id in state.marks.unsupplied for unit in units)
    for unit in units[1:]:
        _mark_alike(state, unit, first)
        state.remove(unit)
    if not unsupplied:
        state.marks.unsupplied.discard(first.id)
    return first


def become(state: State, unit: Unit, kinds: Sequence[Kind], veterans: int) -> list[Unit]:
    """Replaces a counter by what is left of it; veterans fill the first counters."""
    made = []
    for number, kind in enumerate(kinds):
        if number == 0:
            state.exchange(unit, kind)
            piece = unit
        else:
            piece = state.add(
                Unit(0, unit.country, kind, unit.place, unit.position, corps=unit.corps,
                     leader=unit.leader)
            )  # fmt: skip
            _mark_alike(state, unit, piece)
        piece.veterans = min(veterans, piece.thirds)
        veterans -= piece.veterans
        made.append(piece)
    if not made:
        state.remove(unit)
    return made


def _mark_alike(state: State, unit: Unit, other: Unit) -> None:
    for marks in state.marks.on_counters:
        if unit.id in marks:
            marks.add(other.id)
    if unit.id in state.marks.entered:
        state.marks.entered.setdefault(other.id, list(state.marks.entered[unit.id]))
    known_zones.pass_on(state, unit.id, [other.id])


def troops_and_owners(units: Sequence[Unit]) -> str:
    """Counters in words with whose they are: `2 A+, LD of Spain and Venice`."""
    owners = countries.join_with_articles(unit.country for unit in units)
    return f"{forces.units_in_words(units)} of {owners}"


def sharing_stack_limit(state: State, unit: Unit) -> list[Unit]:
    """The troops of neutrals beside a counter that share the limit of its stack (EUV-STK-01,
    EUV-STK-02)."""
    if variants.in_force(state).neutrals_stack_apart(state):
        return []
    alliance = sides.alliance_of(state, unit.country)
    return [
        other
        for other in state.units_at(unit.place)
        if other.land
        and other.position == unit.position
        and (each := sides.alliance_of(state, other.country)) != alliance
        and not sides.at_war(state, alliance, each)
    ]
