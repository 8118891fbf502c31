"""Going aboard: which troops of a province ships may take, and taking them (CMB-01 to 07)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from engine.facts import board, countries
from engine.facts.board import called, in_or_off
from engine.fleets import fleets, transports
from engine.grammar import conjugate
from engine.land.ground import besieging, entering_provinces, stack_parts, stacking
from engine.land.ground.stack_parts import Part, Parting
from engine.land.movement import march_under_way
from engine.land.supply import supply_lines as land_supply
from engine.overseas import discoveries
from engine.play.phase import Phase
from engine.rounds import campaigns
from engine.sea.under_way import carried_troops
from engine.sea.under_way.voyage import Arrival, Cargo, Voyage
from engine.situation import command, knowledge, naval_command
from engine.state import State, forces, sides
from engine.state.stacks import Band

EMBARK: Final = "embark"


def boarders(state: State, berth: str, place: str, alliance: str) -> Part:
    """The troops and leaders of a province that ships at a berth could take aboard (CMB-01).

    They have not moved and are in no battle; out of a besieged fortress they come by its port.
    Neither recruits of a conquistador nor timars come (NAT-30, C-TUR-03).
    """
    if not sides.is_besieged(state, place) or board.is_sea(berth):
        there = entering_provinces.idle(state, place, alliance)
        troops = (key for key in there.troops if transports.embarks(state.units[int(key)]))
        return Part(tuple(troops), there.leaders)
    inside = sides.stack(state, place, alliance, "inside")
    return stack_parts.whole_stack(
        [
            unit
            for unit in inside.units
            if unit.id not in state.marks.moved and transports.embarks(unit)
        ],
        [leader for leader in inside.leaders if leader.id not in state.marks.moved_leaders],
    )


def why_no_boarding(ships: Arrival, place: str) -> str:
    """Why ships at a berth may take no troops of a province aboard, "" when they may.

    CMB-04, CMB-06; an evacuation is active whatever its end (CMB-13).
    """
    state, berth, alliance = ships.state, ships.place, ships.alliance
    if place not in (board.shores(berth) if board.is_sea(berth) else [berth]):
        return f"{board.does(place, 'be')} no coast beside {called(berth)}"
    if ships.fought or any(unit.id in state.marks.beaten for unit in ships.ships):
        return "ships that have fought in this impulse take no troops aboard (CMB-04)"
    if not board.is_sea(berth) and not carried_troops.controlled_port(
        state, ships.ships, berth, alliance
    ):
        return f"the port of {called(berth)} is not under control"
    there = boarders(state, berth, place, alliance)
    if not there.troops:
        return f"no troops {in_or_off(place)} are free to embark (CMB-01)"
    if all(_in_the_dark(ships, part) for part in _parts(state, there)):
        return knowledge.why_unknown(berth)
    if all(_refused(ships, place, part) for part in _parts(state, there)):
        return f"the ships can carry none of the troops {in_or_off(place)} (CMB-06)"
    return ""


def _parts(state: State, there: Part) -> Iterator[Part]:
    """Parts of the troops that may be worth taking: all, each counter, and pieces of armies."""
    yield there
    for key in there.troops:
        yield Part((key,), there.leaders)
        for way in forces.breaks(state.units[int(key)]) if state.units[int(key)].army else ():
            for number in range(len(way) - 1, 0, -1):
                kinds = way[:number]
                if len(set(kinds)) == len(kinds):
                    yield Part(tuple(f"{key}/{kind}" for kind in kinds), there.leaders)


def _points(number: float) -> str:
    return f"{number:g} transport point{'s' * (number != 1)}"


def _wanted(state: State, part: Part) -> float:
    """The transport points that a part of the troops needs."""
    wanted = 0.0
    for key in part.troops:
        number, kind = stack_parts.piece(key)
        unit = state.units[number]
        wanted += transports.points_of_counter(state, unit.country, kind or unit.kind, unit.size)
    return wanted


def _fullest(part: Part, there: Part, refused: Callable[[Part], str]) -> Part:
    """A part with every other counter that still finds room beside it, in their order."""
    taken = {stack_parts.piece(key)[0] for key in part.troops}
    for key in there.troops:
        if int(key) not in taken:
            more = Part((*part.troops, key), part.leaders)
            part = part if refused(more) else more
    return part


def _in_the_dark(ships: Arrival, part: Part) -> bool:
    """Whether the ships lie in a zone that a part of the troops does not know: of one country they
    may not be one stack there (DIS-02, DIS-03)."""
    if not ships.state.overseas.known:
        return False
    numbers = (*(ship.id for ship in ships.ships), *stack_parts.unit_ids(part))
    together = Band(ships.place, numbers, (*ships.leaders, *part.leaders))
    return not knowledge.open_to(ships.state, together, ships.place)


def _refused(ships: Arrival, place: str, part: Part) -> str:
    """Why a part of the troops cannot go aboard: room, campaign, what must stay (MOV-26), a sea
    that it does not know."""
    state, alliance = ships.state, ships.alliance
    if _in_the_dark(ships, part):
        return knowledge.why_unknown(ships.place)
    wanted, room = _wanted(state, part), transports.room_for_troops(state, ships.ships)
    if wanted > room:
        return f"they need {_points(wanted)}; the ships have {room:g} (CMB-06)"
    try:
        stack_parts.read_part(state, list(part.keys), stack_parts.unit_ids(part), part.leaders)
    except ValueError as error:
        return str(error)
    numbers = stack_parts.unit_ids(part)
    units = state.units_by_id(numbers)
    chiefs = state.leaders_by_id(part.leaders)
    reason = campaigns.may_act(state, command.commanding_country(state, units, chiefs))
    if not reason and entering_provinces.look(state, place, alliance).foreign:
        staying = sides.stack(state, place, alliance).thirds - stack_parts.thirds(state, part)
        reason = entering_provinces.why_held_back(state, place, place, alliance, staying, True)
    return reason


def free_boarding(ships: Arrival, place: str) -> bool:
    """Whether somebody could embark at a coast that then counts as a port (CMB-14, NAC-30)."""
    there = boarders(ships.state, ships.place, place, ships.alliance)
    return any(
        _as_in_port(ships, place, part) and not _refused(ships, place, part)
        for part in _parts(ships.state, there)
    )


def _as_in_port(ships: Arrival, place: str, part: Part) -> bool:
    """Whether a coast counts as a port for ships with a part of its troops (CMB-14)."""
    units = ships.state.units_by_id(stack_parts.unit_ids(part))
    kept = [unit for unit in units if f"{unit.id}" in part.troops]
    chiefs = [*ships.leaders, *part.leaders]
    return carried_troops.port_like(
        ships.state, place, ships.alliance, [*ships.ships, *kept], chiefs
    )


def _evacuation(ships: Arrival, place: str, part: Part) -> str:
    """Why a part may not embark away from a port: that would be an active action (CMB-13)."""
    if not board.is_sea(ships.place) or _as_in_port(ships, place, part):
        return ""
    admirals = ships.state.leaders_by_id(ships.leaders)
    country = naval_command.commander(ships.state, ships.ships, admirals).country
    return campaigns.may_act_at_sea(ships.state, country, fleets.fleet_counters(ships.ships))


async def embark(phase: Phase, voyage: Voyage, place: str) -> None:
    """Takes troops of a province aboard the ships that lie there or beside it (CMB-01 to 07,
    MVG-11, MVG-12, MVG-13); each tells the other what it has found (DIS-06)."""
    state = phase.state
    ships = voyage.arrival(state)
    there = boarders(state, voyage.place, place, voyage.alliance)
    units = [int(key) for key in there.troops]
    part = there

    def refused(part: Part) -> str:
        return _refused(ships, place, part) or _evacuation(ships, place, part)

    if len(there.keys) > 1 or state.units[units[0]].army:
        parts = [part for part in _parts(state, there) if not refused(part)]
        most = max(
            (_fullest(part, there, refused) for part in parts),
            key=lambda part: stack_parts.thirds(state, part),
        )
        room = transports.room_for_troops(state, ships.ships)
        chiefs = state.leaders_by_id(there.leaders)
        land = state.units_by_id(units)
        part = await Parting(
            who=sides.decider(state, command.commanding_country(state, land, chiefs)),
            name="embark",
            what=f"Who goes aboard {in_or_off(place)}? The ships have {_points(room)}.",
            about={"place": place, "units": units, "leaders": list(there.leaders)},
            state=state,
            units=units,
            leaders=there.leaders,
            troops=True,
            allowed=refused,
            weigh=lambda part: f"{_wanted(state, part):g} of {_points(room)}",
            parts=parts,
            enter=most.keys,
        )
    numbers = stack_parts.break_armies(state, part)
    move = march_under_way.begin(state, voyage.alliance, place, numbers, list(part.leaders))
    march_under_way.join(state, move, numbers, part.leaders)
    combined = [*ships.ships, *state.units_by_id(numbers)]
    people = [*voyage.leaders, *part.leaders]
    safe = carried_troops.port_like(state, place, voyage.alliance, combined, people)
    voyage.cargo = Cargo(move, place, voyage.place, safe)
    troops = stack_parts.part_in_words(state, [*map(str, numbers), *part.leaders])
    carried_troops.follow(state, voyage, voyage.place)
    discoveries.settle(phase)
    owners = sorted({state.units[number].country for number in numbers})
    name = countries.join_with_articles(owners or [move.country(state)])
    who = sides.decider(state, move.country(state))
    go = conjugate("go aboard", len(numbers or part.leaders))
    phase.tell("transport", f"{troops} of {name} {go} {in_or_off(place)}.", place, who)
    await besieging.settle(phase, place)
    await stacking.enforce_stacking(phase, place, voyage.alliance)
    land_supply.refresh(state)
