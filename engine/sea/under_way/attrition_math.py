"""What a voyage meets: the circumstances of its attrition and what modifies the roll (ATS)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from engine.facts import board, countries
from engine.fleets import distance_from_port, fleets, ports, supply_by_sea, supply_ports
from engine.fleets.naval_journey import Journey
from engine.modifiers import Modifier, nonzero
from engine.sea import corsairs_math
from engine.situation import naval_command
from engine.state import State, sides
from engine.state.forces import Unit
from engine.state.stacks import Group

ALWAYS: Final = -6


BAD_WEATHER: Final = 2
STAYS: Final = 2


RAIDERS: Final[Mapping[str, int]] = {"-": 1, "+": 2}


ADVANCED: Final[Mapping[str, tuple[int, str]]] = {
    "battery": (-1, "ATS-11"),
    "vessel": (-2, "ATS-12"),
    "three-decker": (-2, "ATS-12"),
    "seventy-four": (-3, "ATS-13"),
}


class Circumstances(NamedTuple):
    """What modifies attrition at sea.

    `fleets` counts fleet counters, `zones` what was entered, `distance` the zones from the source
    at the start (None for no source: as far as can be, ATS-A3), `difficulty` is the greatest one,
    already lowered. `blockaded` is the level of a fortress that was blockaded, None for none, and
    `crossings` the places of fire passed on a retreat (RET-08). `staying` is at sea when the turn
    ends (C-RED-12).
    """

    manoeuvre: int = 0
    technology: str = "nao-galleon"
    warships: bool = False
    fleets: int = 0
    zones: int = 0
    difficulty: int = 0
    malus: int = 0
    distance: int | None = 0
    strait_fort: int = 0
    bad_weather: bool = False
    arsenal_to_arsenal: bool = False
    corsair_minus: int = 0
    corsair_plus: int = 0
    siege: int = 0
    blockaded: int | None = None
    crossings: int = 0
    staying: bool = False


@lru_cache(maxsize=1024)
def modifiers(seen: Circumstances) -> tuple[Modifier, ...]:
    """The modifiers of attrition at sea, each with its reason and its rule (ATS-A1)."""
    advanced, advanced_rule = ADVANCED.get(seen.technology, (0, "ATS-11"))
    length = distance_from_port.NO_LINE if seen.distance is None else seen.distance
    away, away_rule = distance_from_port.distance_modifier(length)
    away_zones, zones_rule = by_zones(seen.fleets, seen.zones)
    return nonzero(
        (ALWAYS, "always", "ATS-06"),
        (-seen.manoeuvre, "manoeuvre of the commander", "ATS-07"),
        (seen.strait_fort, "closed strait forts on the line of supply", "ATS-08"),
        (seen.malus, "malus of the zones entered", "ATS-09"),
        (int(seen.warships and seen.technology == "carrack"), "carracks", "ATS-10"),
        (advanced, f"{seen.technology} ships", advanced_rule),
        (BAD_WEATHER * seen.bad_weather, "bad weather", "ATS-14"),
        (seen.difficulty, "greatest difficulty of the seas", "ATS-15"),
        (away_zones, f"{seen.zones} zones entered", zones_rule),
        (-int(seen.arsenal_to_arsenal and seen.fleets > 1), "from arsenal to arsenal", "ATS-20"),
        (away, "far from port at the start", away_rule),
        (RAIDERS["-"] * seen.corsair_minus, "corsairs -", "ATS-24"),
        (RAIDERS["+"] * seen.corsair_plus, "corsairs +", "ATS-24"),
        (-seen.siege, "siege value of a blockader", "ATS-25"),
        (-(-(seen.blockaded or 0) // 2), "half the fortress blockaded", "ATS-26"),
        (2 * seen.crossings, "places of fire passed on the way back", "PRE-15"),
        (STAYS * seen.staying, "at sea at the end of the turn", "NAV-02"),
    )


def by_zones(counters: int, zones: int) -> tuple[int, str]:
    """The modifier of the distance moved, by the number of fleet counters (ATS-16 to ATS-19)."""
    if counters <= 1:
        return zones // 4, "ATS-16"
    return (2 * (zones // 2), "ATS-17") if counters == 2 else (4 * (zones // 2), "ATS-18")


def difficulty(state: State, units: Sequence[Unit], seas: Sequence[str], alliance: str) -> int:
    """The greatest difficulty of these seas, lower by 2 where the ships have a source of supply.

    ATS-02 to ATS-04; a blockaded port is no source (ATS-A4).
    """
    greatest: int | None = None
    for zone in seas:
        printed = board.sea(zone).difficulty
        if greatest is None or printed > greatest:
            lowered = printed - 2 * bool(supply_ports.source_beside(state, units, zone, alliance))
            greatest = lowered if greatest is None else max(greatest, lowered)
    return greatest or 0


def circumstances_of(state: State, group: Group, journey: Journey) -> Circumstances:
    """What a journey of ships meets."""
    units, leaders = state.units_by_id(group.units), state.leaders_by_id(group.leaders)
    alliance = sides.alliance_of(state, units[0].country)
    chief = naval_command.commander(state, units, leaders)
    start, end, seas = journey.way[0], journey.way[-1], journey.seas
    counters = fleets.fleet_counters(units)
    raiders: list[str] = []
    for zone in seas if state.sea.corsairs else ():
        raiders += [each.side for each in corsairs_math.enemies(state, zone, alliance)]
    return Circumstances(
        manoeuvre=chief.manoeuvre if journey.manoeuvre is None else journey.manoeuvre,
        technology=fleets.worst_technology(state, units),
        warships=fleets.has_warships(units),
        fleets=counters,
        zones=journey.zones,
        difficulty=difficulty(state, units, seas, alliance),
        malus=sum([board.sea(zone).malus for zone in journey.way[1:] if board.is_sea(zone)]),
        distance=journey.line.length if journey.line else None,
        strait_fort=journey.line.strait_forts if journey.line else 0,
        bad_weather=state.sequence.bad_weather,
        arsenal_to_arsenal=counters > 1  # else it does not matter
        and start != end
        and ports.harbour(state, start, alliance) == "arsenal"
        and ports.harbour(state, end, alliance) == "arsenal",
        corsair_minus=raiders.count("-"),
        corsair_plus=raiders.count("+"),
        siege=journey.siege,
        blockaded=journey.blockaded,
        crossings=journey.crossings,
        staying=journey.staying,
    )


def begin(state: State, group: Group) -> Journey:
    """The journey that these ships begin where they lie: their line, and what they blockade with
    which siege value, an admiral's or explorer's (ATS-25)."""
    units, leaders = state.units_by_id(group.units), state.leaders_by_id(group.leaders)
    place = units[0].place
    alliance = sides.alliance_of(state, units[0].country)
    port = fleets.blockaded_port(state.sea.tasks.get(str(units[0].id), ""))
    line = supply_by_sea.trace_line(state, units, place, alliance)
    if not port:
        return Journey((place,), line)
    sailors = (countries.leader(each.id) for each in leaders)
    siege = max((each.siege for each in sailors if each.kind in ("admiral", "explorer")), default=0)
    return Journey((place,), line, sides.fortress_level(state, port), siege)
