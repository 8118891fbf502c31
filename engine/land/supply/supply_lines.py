"""Supply: sources and lines of supply, weak supply (SUP). The step that rolls is supply_step.

A line runs from a source to the stack and costs what the stack would pay to move along it, in
movement points. It is sought backwards from the stack, with and without desert on the way, and the
line that costs the least attrition is taken, of these the shortest (SUP-18).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from typing import Final, NamedTuple

from engine.facts import board, countries, tables
from engine.fleets import supply_by_sea as naval_supply
from engine.land.ground import entering_provinces, movement_costs
from engine.modifiers import Modifier
from engine.play.phase import Phase
from engine.situation import establishments, friendly_minors, knowledge, variants
from engine.situation.knowledge import Chart
from engine.state import State, neutrals, sides
from engine.state.forces import Unit
from engine.state.lookups import lookup
from engine.state.stacks import Band, Stack

WEAK_FROM: Final = 6


class Line(NamedTuple):
    """A line of supply: its movement points, its source, the way from the source to the stack.

    `weak` has one entry for each cause of weak supply, with its rule; `strait_forts` are to be
    added to attrition when a fleet's line crosses them (SAT-10).
    """

    cost: int
    source: str
    path: tuple[str, ...]
    weak: tuple[Modifier, ...] = ()
    strait_forts: int = 0


def longest_line() -> int:
    """The longest line of supply in movement points (SUP-12)."""
    return tables.movement_cost("maximum_move")


# Sources.


def is_source(
    state: State, place: str, alliance: str, units: Sequence[Unit], light: bool = False
) -> bool:
    """Whether a province holds a city that a member of the alliance controls (SUP-08, C-SUP-01),
    or a friend whom a truce sets apart (EUV-TRU-A1), but no inactive minor (EUV-TERM-19).

    Establishments are sources too, forts and missions for detachments alone (`light`, SUP-19).
    """
    source = bool(board.province(place).city) or establishments.supplies(state, place, light)
    held = source and _friends_hold(state, place, alliance)
    if held and friendly_minors.gives_supply(state, place, units):
        return True
    return variants.in_force(state).is_supply_source(state, place, alliance)


def _friends_hold(state: State, place: str, alliance: str) -> bool:
    if sides.controlled_by(state, place, alliance):
        return True
    return sides.controller(state, place) in neutrals.set_apart(state, alliance)


def fleet_sources(state: State, units: Sequence[Unit], place: str, alliance: str) -> list[Line]:
    """The lines from naval stacks in a sea beside the stack (SUP-16).

    Besides the landing a line costs one point for each zone between the fleet and its own port
    (SUP-A4); a fleet that has none still supplies, weakly (SUP-A7). Detachments in the Rest of the
    World don't mind how far the fleet is from its port.
    """
    found = []
    for stack, naval in naval_supply.suppliers(state, units, place, alliance):
        cost = naval_supply.landing_cost(place, units) + (naval.length if naval else 0)
        if cost > longest_line():
            continue
        zone = stack.place
        causes = []
        if cost >= WEAK_FROM and not _rotw_detachments(state, units, place):
            causes.append(Modifier(1, f"a line of {cost} movement points", "SUP-13"))
        if _desert(place, units):
            causes.append(Modifier(1, "a line through desert", "SUP-14"))
        if (naval is None or naval.length) and not _rotw_detachments(state, units, place):
            causes.append(Modifier(1, "a fleet that is not beside its port", "SUP-16"))
        forts = naval.strait_forts if naval else 0
        found.append(Line(cost, zone, (zone, place), tuple(causes), forts))
    return found


def _rotw_detachments(state: State, units: Sequence[Unit], place: str) -> bool:
    """Whether these are detachments without an army in the Rest of the World (SUP-A6)."""
    return not sides.european(state, place) and movement_costs.detachments_only(units)


def closed_to_supply(state: State, place: str, alliance: str, chart: Chart) -> bool:
    """Whether no line of supply may pass a province (SUP-A3, C-SUP-09).

    Unbesieged enemies, revolts that are no friends, enemy fortresses that nobody besieges, and
    neutral land or troops cut it; so does land that the stack does not know, which is not on its
    `chart`.
    """
    revolts = sides.unfriendly_revolts(state, place, alliance)
    if revolts or sides.enemy_units(state, place, alliance):
        return True
    if sides.enemy_fortress(state, place, alliance) and not sides.is_besieged(state, place):
        return True
    return bool(entering_provinces.why_closed(state, place, alliance, chart=chart))


# Lines.


def trace_line(state: State, units: Sequence[Unit], place: str, alliance: str) -> Line | None:
    """The best line of supply of a stack in a place, None for none (SUP-08 to SUP-18).

    The best is not weak, or adds least to supply attrition by its causes of weak supply and by
    strait forts (SAT-03, SAT-10); then it has the fewest movement points.
    """
    at_home = _line_at_home(state, place, alliance) if units else None
    if at_home and friendly_minors.gives_supply(state, place, units):
        return at_home
    by_land = _lines(state, units, place, alliance)
    found = next(by_land, None)
    if found is not None and not (found.cost or found.weak):
        return found  # None from a fleet is as short.
    best = min(fleet_sources(state, units, place, alliance), key=_merit, default=None)
    while found is not None:
        if best is None or _merit(found) < _merit(best):
            best = found
        # What comes later is no shorter: from 6 movement points on it has a cause of its own.
        long = found.cost >= WEAK_FROM and not _rotw_detachments(state, units, place)
        if _merit(best)[:2] <= (long, 0):
            break
        found = next(by_land, None)
    return best


def why_no_line(state: State, stack: Stack) -> str:
    """Why a stack has no line of supply, with the rule: nothing is in reach, or the city it is in
    is that of an inactive minor."""
    place, units = stack.place, stack.units
    held = board.province(place).city and _friends_hold(state, place, stack.alliance)
    if held and not friendly_minors.gives_supply(state, place, units):
        minor = countries.does(sides.controller(state, place), "be")
        return f"{minor} inactive: its city gives access, not supply (EUV-TERM-19)"
    return "no source is in reach (SUP-12)"


@lookup
def _line_at_home(state: State, place: str, alliance: str) -> Line | None:
    """The line of troops in a city that their alliance controls and owns, than which none is
    better; None elsewhere."""
    city = board.province(place).city and sides.controlled_by(state, place, alliance)
    weak = not city or _weak(state, (place,), 0, False, alliance)
    return None if weak else Line(0, place, (place,))


def distance_to_source(
    state: State, units: Sequence[Unit], place: str, alliance: str
) -> int | None:
    """Movement points from the nearest source, a weak one too; None for no line (UND-39,
    UND-40)."""
    by_sea = [each.cost for each in fleet_sources(state, units, place, alliance)]
    nearest = next(_lines(state, units, place, alliance), None)
    return min([*by_sea, *([nearest.cost] if nearest else [])], default=None)


def _merit(found: Line) -> tuple[bool, int, int, str]:
    added = 2 * max(0, len(found.weak) - 1) + found.strait_forts
    return bool(found.weak), added, found.cost, found.source


def mildest_line(state: State, units: Sequence[Unit], place: str, alliance: str) -> Line | None:
    """The line that adds least to attrition where weak supply does not matter, in a march, a siege
    or a redeployment: over land, or past the fewest strait forts (ATT-04, SIE-14)."""
    best = trace_line(state, units, place, alliance)
    if best is None or not best.strait_forts:
        return best
    by_land = next(_lines(state, units, place, alliance), None)
    by_sea = fleet_sources(state, units, place, alliance)
    return by_land or min(by_sea, key=lambda each: each.strait_forts)


def _lines(state: State, units: Sequence[Unit], place: str, alliance: str) -> Iterator[Line]:
    """Lines over land, the shortest first; from a source with and without desert on the way."""
    most = longest_line()
    light = movement_costs.detachments_only(units)
    exempt = bool(units) and _rotw_detachments(state, units, place)
    waiting: list[tuple[int, tuple[str, ...], bool]] = [(0, (place,), False)] if units else []
    seen: set[tuple[str, bool]] = set()
    shut: dict[str, bool] = {place: False}
    chart = knowledge.chart(state, Band.of(units))
    # A variant may make a province a source that no line may pass.
    by_variant = variants.in_force(state).is_supply_source
    while waiting:
        cost, path, desert = heappop(waiting)
        here = path[0]
        if (here, desert) in seen or (here, False) in seen:
            continue
        seen.add((here, desert))
        if is_source(state, here, alliance, units, light):
            weak = _weak(state, path, 0 if exempt else cost, desert, alliance)
            yield Line(cost, here, path, weak)
        if shut[here]:
            continue
        for border in board.land_neighbours(here):
            there = border.other
            if there not in shut:
                shut[there] = closed_to_supply(state, there, alliance, chart)
            if there in path or (shut[there] and not by_variant(state, there, alliance)):
                continue
            points, _ = movement_costs.step_cost(state, units, there, here, alliance, line=True)
            if cost + points <= most:
                dry = desert or _desert(here, units) or _desert(there, units)
                heappush(waiting, (cost + points, (there, *path), dry))


def _desert(place: str, units: Sequence[Unit]) -> bool:
    """Whether a province is desert and not national to all the troops (SUP-A5)."""
    if board.province(place).terrain != "desert":
        return False
    return any(place not in board.national_provinces(unit.country) for unit in units)


def _weak(
    state: State, path: Sequence[str], cost: int, desert: bool, alliance: str
) -> tuple[Modifier, ...]:
    causes = []
    if cost >= WEAK_FROM:
        causes.append(Modifier(1, f"a line of {cost} movement points", "SUP-13"))
    if desert:
        causes.append(Modifier(1, "a line through desert", "SUP-14"))
    owner = sides.owner(state, path[0])
    own = bool(owner) and sides.alliance_of(state, owner) == alliance
    if not own and owner not in neutrals.set_apart(state, alliance):
        name = board.called(path[0])
        causes.append(Modifier(1, f"the source {name} is controlled but not owned", "SUP-15"))
    return tuple(causes)


# The supply step.


def refresh(state: State) -> None:
    """Takes the mark off every counter that has a line of supply now (SUP-02, SUP-A1).

    To be called after whatever may have opened a line. Troops aboard have none.
    """
    if not state.marks.unsupplied:
        return
    places = {(unit.place, unit.position, sides.alliance_of(state, unit.country))
              for unit in state.units.values()
              if unit.id in state.marks.unsupplied and unit.position != "aboard"}  # fmt: skip
    for place, position, alliance in sorted(places):
        stack = sides.stack(state, place, alliance, position)
        if line_of(state, stack) is not None:
            state.marks.unsupplied -= {unit.id for unit in stack.units}


def tell_supply_ended(phase: Phase, before: Sequence[tuple[str, str]]) -> None:
    """Says whose supply by ships has ended since, of the stacks ashore that were `fed` (SUP-20)."""
    if not before:
        return
    state = phase.state
    for alliance, place in before:
        units = sides.stack(state, place, alliance).units
        if not units or naval_supply.supplying_stacks(state, units, place, alliance):
            continue
        left = trace_line(state, units, place, alliance)
        still = "they have another line of supply" if left else "they have no line of supply"
        who = sides.decider(state, units[0].country)
        text = f"No ships supply the troops in {board.called(place)} any more: {still}."
        phase.tell("supply", text, place, who)


def is_besieged(state: State, stack: Stack) -> bool:
    """Whether a stack sits in a besieged fortress."""
    return stack.position == "inside" and sides.is_besieged(state, stack.place)


def line_of(state: State, stack: Stack) -> Line | None:
    """The line of a stack; a resupplied garrison has full supply (SUP-05)."""
    if is_besieged(state, stack) and stack.place in state.land.resupplied:
        return Line(0, stack.place, (stack.place,))
    return trace_line(state, stack.units, stack.place, stack.alliance)
