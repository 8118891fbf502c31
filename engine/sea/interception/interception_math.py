"""How likely a naval interception is: modifiers and exact chance (ITG, NIN)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.facts import board, tables
from engine.fleets import fleets, ports
from engine.land.movement.interception_math import LEVELS_AHEAD
from engine.land.movement.interceptors import Chance
from engine.modifiers import Modifier, nonzero
from engine.situation import command, naval_command
from engine.state import State, sides
from engine.state.forces import Unit
from engine.state.leaders import Leader
from engine.state.stacks import Band, Group

ADVANCED: Final = tables.technology_rank("three-decker")


class Attempt(NamedTuple):
    """What modifies an attempt to intercept at sea.

    `levels_ahead` is the lead of the interceptor's technology in numbers of the track. `advanced`:
    it is at sea with three-deckers or better; `landing` is what makes the mover's landing near to
    it, its `zone`, its `port` or its `arsenal`; `in_port` is a port that is no arsenal.
    """

    manoeuvre: int = 0
    enemy_manoeuvre: int = 0
    levels_ahead: int = 0
    bad_weather: bool = False
    blockading: bool = False
    advanced: bool = False
    same_zone: bool = False
    landing: str = ""
    in_port: bool = False


LANDINGS: Final = {
    "zone": ("a landing from its zone", "NIN-30"),
    "port": ("a landing at its port", "NIN-31"),
    "arsenal": ("a landing beside its arsenal", "NIN-32"),
}


def modifiers(seen: Attempt) -> tuple[Modifier, ...]:
    """The modifiers of an attempt (NIN-22 to NIN-33).

    Of those of place only the highest counts (NIN-27).
    """
    ahead = seen.levels_ahead >= LEVELS_AHEAD
    places = []
    if seen.advanced:
        name = "at_sea_technology_td_or_better"
        places.append(Modifier(printed_value(name), "advanced ships at sea", "NIN-28"))
    if seen.same_zone:
        places.append(Modifier(printed_value("same_sea_zone"), "already in the zone", "NIN-29"))
    if seen.landing:
        places.append(Modifier(printed_value("landing_near"), *LANDINGS[seen.landing]))
    if seen.in_port:
        places.append(
            Modifier(printed_value("in_port_not_arsenal"), "in a port, no arsenal", "NIN-33")
        )
    best = max(places, key=lambda each: each.value, default=None)
    return (
        *nonzero(
            (seen.manoeuvre - seen.enemy_manoeuvre, "difference of manoeuvre", "NIN-22"),
            (
                ahead * printed_value("technology_6_levels_ahead"),
                "technology 6 levels ahead",
                "NIN-23",
            ),
            (seen.bad_weather * printed_value("bad_weather"), "bad weather", "NIN-24"),
            (seen.blockading * printed_value("interceptor_blockading"), "blockading", "NIN-25"),
        ),
        *([best] if best else []),
    )


def chance(state: State, zone: str, band: Band, group: Group, landing: str = "") -> Chance:
    """The odds that a band intercepts what moves in a zone, with every modifier (NIN-22 to 38).

    `landing` is the province where the mover said that it lands from this zone.
    """
    units, leaders = band.units_and_leaders(state)
    mover, chiefs = state.units_by_id(group.units), state.leaders_by_id(group.leaders)
    at_sea = board.is_sea(band.place)
    alliance = sides.alliance_of(state, units[0].country)
    arsenal = not at_sea and ports.harbour(state, band.place, alliance) == "arsenal"
    technology = fleets.worst_technology(state, units)
    near = ""
    if landing:
        near = "zone" if band.place == zone else "port" if band.place == landing else ""
        near = near or ("arsenal" if arsenal else "")
    found = modifiers(
        Attempt(
            manoeuvre=naval_command.commander(state, units, leaders).manoeuvre,
            enemy_manoeuvre=_manoeuvre(state, mover, chiefs),
            levels_ahead=_ahead(state, units, mover),
            bad_weather=state.sequence.bad_weather,
            blockading=any(
                fleets.blockaded_port(state.sea.tasks.get(str(unit.id), "")) for unit in units
            ),
            advanced=at_sea and tables.technology_rank(technology) >= ADVANCED,
            same_zone=band.place == zone,
            landing=near,
            in_port=not at_sea and not arsenal,
        )
    )
    return Chance("sea", found)


def _manoeuvre(state: State, mover: Sequence[Unit], chiefs: Sequence[Leader]) -> int:
    """The manoeuvre of what moves (NIN-22); of leaders alone only who sails has any (LDM-04)."""
    if mover:
        return naval_command.commander(state, mover, chiefs).manoeuvre
    able = [command.values(each).manoeuvre for each in chiefs if command.sails(each.id)]
    return max(able, default=0)


def _ahead(state: State, units: Sequence[Unit], mover: Sequence[Unit]) -> int:
    """The lead in technology (NIN-23); leaders alone sail on ships that nobody counts (LDM-02)."""
    if not mover:
        return 0
    return fleets.technology_box(state, units) - fleets.technology_box(state, mover)


def printed_value(name: str) -> int:
    """A modifier or limit of the printed sheet of naval interceptions."""
    return tables.interception_value("sea", "interception", name)
