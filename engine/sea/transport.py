"""Combined moves: troops go aboard, land, and lose with their ships (CMB, MVG-11 to MVG-14).

A fleet sails to a coast, `!embark:PROVINCE` takes troops aboard, and the rest of its way ends with
`!land:PROVINCE`, its naval action; then the troops go on alone. While aboard they have the
position `aboard` where their ships are. Transport points are those of the tables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from engine import (
    board,
    campaigns,
    command,
    countries,
    entry,
    forces,
    legs,
    losses,
    parting,
    sides,
    tables,
)
from engine import supply as land_supply
from engine.forces import Position, Unit
from engine.legs import Move
from engine.parting import Part, Parting
from engine.phase import Phase
from engine.rotw import establishments, knowledge
from engine.sea import fleets, gold, ports, supply
from engine.sea.fleets import NavalForce
from engine.state import State
from engine.ways import name_of

if TYPE_CHECKING:
    from engine.sea.actions import Action
    from engine.sea.voyage import Voyage

EMBARK: Final = "embark"
RESUPPLY: Final = "land+resupply"
LANDINGS: Final = ("land", "land+blockade", "land+supply", "land+blockade+supply", RESUPPLY)
"""A landing and what may follow it in the same action (CMB-10)."""


@dataclass(slots=True)
class Cargo:
    """Troops aboard: their movement, the province they left, and where their ships then lay.

    The province is "" for troops who were aboard already; they are `safe`, and so are those who
    embarked at a coast that counts as a port (CMB-14, CMB-20).
    """

    move: Move
    port: str
    berth: str
    safe: bool = False

    @property
    def evacuated(self) -> bool:
        """Whether they embarked away from a controlled port (CMB-07)."""
        return board.is_sea(self.berth) and not self.safe


# Transport points.


def need(state: State, units: Iterable[Unit]) -> float:
    """The transport points that troops need (CMB-05); a pasha needs those of its detachments."""
    return sum(_points(state, unit.country, unit.kind, unit.size) for unit in units)


def _points(state: State, country: str, kind: str, size: int = 0) -> float:
    if kind == "PASHA":
        return size * tables.ship_capacity("LD")
    if kind in ("A+", "A-"):
        return tables.sea_transport(countries.army_class(country, state.period), state.period, kind)
    return tables.ship_capacity(kind)


def capacity(state: State, ships: Iterable[Unit]) -> float:
    """The transport points that ships offer to troops; convoys offer none (CMB-06, CMB-35)."""
    return gold.points(gold.ordinary(state, ships))


def controlled_port(state: State, ships: Sequence[Unit], place: str, alliance: str) -> bool:
    """Whether ships lie, or may lie, in a port under control that can hold them (CMB-07)."""
    return (
        not board.is_sea(place)
        and sides.controlled_by(state, place, alliance)
        and not ports.closed(state, ships, place, alliance)
    )


def points(place: str, evacuated: bool, ashore: bool) -> int:
    """The movement points of a passage by sea (CMB-21): fewer from one port to another."""
    row = "naval_move" if evacuated or ashore else "naval_move_ports"
    return tables.movement_cost(row, board.province(place).map)


# Overseas.


def may_stay(state: State, zone: str, troops: Iterable[Unit]) -> bool:
    """Whether troops may end a move aboard in a zone: overseas, and no army among them (CMB-19)."""
    return (
        knowledge.binds(state)
        and board.is_sea(zone)
        and knowledge.overseas(zone)
        and not any(unit.army and unit.corps != "native" for unit in troops)
    )


def port_like(
    state: State,
    place: str,
    alliance: str,
    units: Iterable[Unit],
    leader_ids: Iterable[str],
) -> bool:
    """Whether an empty coast overseas counts as a controlled port, no arsenal (CMB-14, NAC-30)."""
    return knowledge.binds(state) and establishments.landing_free(
        state, place, alliance, units, leader_ids
    )


# Going aboard.


def boarders(state: State, berth: str, place: str, alliance: str) -> Part:
    """The troops and leaders of a province that ships at a berth could take aboard (CMB-01).

    They have not moved and are in no battle; out of a besieged fortress they come by its port.
    Natives who follow a conquistador never come (NAT-30).
    """
    if not sides.besieged(state, place) or board.is_sea(berth):
        there = entry.idle(state, place, alliance)
        troops = (key for key in there.troops if state.units[int(key)].corps != "native")
        return Part(tuple(troops), there.leaders)
    inside = sides.stack(state, place, alliance, "inside")
    return parting.whole(
        [unit for unit in inside.units if unit.id not in state.moved and unit.corps != "native"],
        [leader for leader in inside.leaders if leader.id not in state.moved_leaders],
    )


def why_no_boarding(
    state: State, ships: Sequence[Unit], berth: str, place: str, alliance: str, fought: bool
) -> str:
    """Why ships at a berth may take no troops of a province aboard, "" when they may.

    CMB-03, CMB-04, CMB-06; an evacuation is active whatever its end (CMB-13).
    """
    if place not in board.provinces() or place not in (
        [border.other for border in board.land_neighbours(berth)]
        if board.is_sea(berth)
        else [berth]
    ):
        return f"{name_of(place)} is no coast beside {name_of(berth)}"
    if fought or any(unit.id in state.beaten for unit in ships):
        return "ships that have fought in this impulse take no troops aboard (CMB-04)"
    if not board.is_sea(berth) and not controlled_port(state, ships, berth, alliance):
        return f"the port of {name_of(berth)} is not under control"
    there = boarders(state, berth, place, alliance)
    if not there.troops:
        return f"no troops in {name_of(place)} are free to embark (CMB-01)"
    if not any(not _refused(state, ships, place, alliance, part) for part in _parts(state, there)):
        return f"the ships can carry none of the troops in {name_of(place)} (CMB-06)"
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


def _refused(state: State, ships: Sequence[Unit], place: str, alliance: str, part: Part) -> str:
    """Why a part of the troops cannot go aboard: room, campaign, what must stay (MOV-26)."""
    wanted = 0.0
    for key in part.troops:
        number, kind = parting.piece(key)
        unit = state.units[number]
        wanted += _points(state, unit.country, kind or unit.kind, unit.size)
    room = capacity(state, ships) - gold.beside_troops(state, ships)
    if wanted > room:
        return f"they need {wanted:g} transport points; the ships have {room:g} (CMB-06)"
    try:
        parting.read(state, list(part.keys), parting.unit_ids(part), part.leaders)
    except ValueError as error:
        return str(error)
    numbers = parting.unit_ids(part)
    units = [state.units[number] for number in numbers]
    chiefs = [state.leaders[name] for name in part.leaders]
    reason = campaigns.may_act(state, command.commanding_country(state, units, chiefs))
    if not reason and entry.look(state, place, alliance).foreign:
        staying = sides.stack(state, place, alliance).thirds - parting.thirds(state, part)
        reason = entry.held_back(state, place, place, alliance, staying, True)
    return reason


def free_boarding(
    state: State, berth: str, place: str, alliance: str, leader_ids: Iterable[str]
) -> bool:
    """Whether somebody could embark at a coast that then counts as a port (CMB-14, NAC-30)."""
    there = boarders(state, berth, place, alliance)
    chiefs = [*leader_ids, *there.leaders]
    light = any(not state.units[int(key)].army for key in there.troops)
    return light and port_like(state, place, alliance, (), chiefs)


def _evacuation(state: State, voyage: Voyage, place: str, part: Part) -> str:
    """Why a part may not embark away from a port: that would be an active action (CMB-13)."""
    ships = voyage.ships(state)
    units = [state.units[number] for number in parting.unit_ids(part)]
    kept = [unit for unit in units if f"{unit.id}" in part.troops]
    chiefs = [*voyage.leaders, *part.leaders]
    if not board.is_sea(voyage.place) or port_like(
        state, place, voyage.alliance, [*ships, *kept], chiefs
    ):
        return ""
    admirals = [state.leaders[name] for name in voyage.leaders]
    country = fleets.commander(state, ships, admirals).country
    return campaigns.may_act_at_sea(state, country, fleets.fleet_counters(ships))


async def embark(phase: Phase, voyage: Voyage, place: str) -> None:
    """Takes troops of a province aboard the ships that lie there or beside it (CMB-01 to 07)."""
    from engine import siege

    state = phase.state
    ships = voyage.ships(state)
    there = boarders(state, voyage.place, place, voyage.alliance)
    units = [int(key) for key in there.troops]
    part = there

    def refused(part: Part) -> str:
        return _refused(state, ships, place, voyage.alliance, part) or _evacuation(
            state, voyage, place, part
        )

    if len(there.keys) > 1 or state.units[units[0]].army:
        parts = [part for part in _parts(state, there) if not refused(part)]
        most = max(parts, key=lambda part: parting.thirds(state, part))
        chiefs = [state.leaders[name] for name in there.leaders]
        land = [state.units[number] for number in units]
        part = await Parting(
            who=sides.decider(state, command.commanding_country(state, land, chiefs)),
            name="embark",
            what=f"Who goes aboard in {name_of(place)}? The ships have "
            f"{capacity(state, ships):g} transport points.",
            about={"place": place, "units": units, "leaders": list(there.leaders)},
            state=state,
            units=units,
            leaders=there.leaders,
            troops=True,
            allowed=refused,
            parts=parts,
            enter=most.keys,
        )
    state = phase.state
    numbers = parting.separate(state, part)
    move = legs.begin(state, voyage.alliance, place, numbers, list(part.leaders))
    legs.join(state, move, numbers, part.leaders)
    combined = [*ships, *(state.units[number] for number in numbers)]
    people = [*voyage.leaders, *part.leaders]
    safe = port_like(state, place, voyage.alliance, combined, people)
    voyage.cargo = Cargo(move, place, voyage.place, safe)
    voyage.last = state.last_unit
    move.last = state.last_unit
    troops = parting.described(state, [*map(str, numbers), *part.leaders])
    follow(state, voyage, voyage.place)
    name = countries.country(move.country(state)).name
    who = sides.decider(state, move.country(state))
    phase.tell("transport", f"{troops} of {name} go aboard in {name_of(place)}.", place, who)
    await siege.settle(phase, place)
    land_supply.refresh(phase.state)


def follow(state: State, voyage: Voyage, place: str) -> None:
    """Takes the troops aboard along to where their ships are now."""
    if voyage.cargo is None:
        return
    move = voyage.cargo.move
    for unit in move.troops(state):
        state.put(unit, place, "aboard")
    for name in move.leaders:
        state.put_leader(state.leaders[name], place, "aboard")
    if board.is_sea(place) and move.place != place:
        move.way.append(place)
        move.leg.append(place)


# Landing.


def why_no_landing(
    state: State,
    ships: Sequence[Unit],
    way: Sequence[str],
    alliance: str,
    action: Action,
    cargo: Cargo,
    leader_ids: Sequence[str] = (),
) -> str:
    """Why troops aboard cannot land in a province from the end of a way, "" when they can.

    One end of the two must be a controlled port (CMB-07 to CMB-10); the campaign must allow the
    landed stack to go there (CAM-A6).
    """
    place, target = way[-1], action.target
    beside = [border.other for border in board.land_neighbours(place)]
    if target not in (beside if board.is_sea(place) else [place]):
        return f"{name_of(target)} is no coast beside {name_of(place)}"
    if board.is_sea(place):
        if cargo.evacuated and not free_landing(state, ships, target, alliance, cargo, leader_ids):
            return "they embarked away from a port, so they must land in one (CMB-07)"
    elif not controlled_port(state, ships, place, alliance):
        return f"the port of {name_of(place)} is not under control (CMB-07)"
    move = cargo.move
    troops = move.troops(state)
    owners = sorted({unit.country for unit in troops})
    spot = entry.look(state, target, alliance)
    chart = knowledge.chart(state, [unit.id for unit in troops], move.leaders)
    reason = entry.closed(state, target, alliance, owners, chart)
    if not reason and _into_fortress(state, place, target):
        reason = _no_room(state, target, alliance, troops)
    elif not reason and spot.opposed:
        reason = campaigns.may_move(state, move.country(state), troops, True)
    if not reason and cargo.port:
        staying = entry.left_behind(state, cargo.port, alliance, move.units)
        reason = entry.held_back(
            state, cargo.port, target, alliance, forces.strength(staying), spot.friendly
        )
    return reason or _why_not_besides(state, ships, way, alliance, action, troops)


def _into_fortress(state: State, place: str, target: str) -> bool:
    return place == target and sides.besieged(state, target)


def _no_room(state: State, place: str, alliance: str, troops: Sequence[Unit]) -> str:
    from engine import evasion

    if evasion.room(state, place, alliance) >= forces.strength(troops):
        return ""
    return f"there is no room for them in the fortress of {name_of(place)} (EVA-10)"


def _why_not_besides(
    state: State,
    ships: Sequence[Unit],
    way: Sequence[str],
    alliance: str,
    action: Action,
    troops: Sequence[Unit],
) -> str:
    """Why what follows the landing cannot be done: blockade, supply, both, resupply (CMB-10)."""
    from engine.sea import actions

    place, target = way[-1], action.target
    if action.kind == RESUPPLY:
        return actions.why_not(state, ships, way, alliance, actions.Action("resupply"))
    if action.kind != "land" and not board.is_sea(place):
        return "in a port nothing but the besieged fortress is supplied besides (CMB-10)"
    if "blockade" in action.kind and (reason := ports.why_no_blockade(state, ships, place, target)):
        return reason
    if "supply" in action.kind:
        ashore = sides.stack(state, target, alliance).units
        if not supply.can_supply(state, ships, [*ashore, *troops]):
            return "these ships are too few to supply the troops (NAC-11)"
    return ""


def free_landing(
    state: State,
    ships: Sequence[Unit],
    target: str,
    alliance: str,
    cargo: Cargo,
    leader_ids: Sequence[str],
) -> bool:
    """Whether the coast of a landing counts as a controlled port for a combined stack (CMB-14)."""
    combined = [*ships, *cargo.move.troops(state)]
    return port_like(state, target, alliance, combined, [*leader_ids, *cargo.move.leaders])


def active(way: Sequence[str], action: Action, cargo: Cargo, free: bool = False) -> bool:
    """Whether a landing is an active action: not from port to port, or with more besides.

    A `free` coast counts as a port (NAC-29, NAC-30, CMB-13 to CMB-16).
    """
    at_sea = board.is_sea(way[-1]) and not free
    return cargo.evacuated or at_sea or action.kind != "land"


def land(phase: Phase, voyage: Voyage, action: Action) -> None:
    """The landing that was announced, after interceptions (CMB-12): the fleet's part of it.

    What attrition and battle made impossible besides falls away; the troops go ashore when the
    fleet has ended its move.
    """
    from engine.sea import actions

    state, cargo = phase.state, voyage.cargo
    ships = voyage.ships(state)
    if cargo is None or not ships or not cargo.move.troops(state):
        return
    way = voyage.journey.way
    if why_no_landing(state, ships, way, voyage.alliance, action, cargo, voyage.leaders):
        action = actions.Action("land", action.target)
    chiefs = [state.leaders[name] for name in voyage.leaders]
    country = fleets.commander(state, ships, chiefs).country
    free = free_landing(state, ships, action.target, voyage.alliance, cargo, voyage.leaders)
    if active(way, action, cargo, free):
        campaigns.spend_at_sea(state, country, fleets.fleet_counters(ships))
    besides = action.kind.removeprefix("land").removeprefix("+")
    if action.kind == RESUPPLY:
        state.resupplied.add(voyage.place)
    elif besides:
        blockade = "blockade" in besides
        task = f"{besides}:{action.target}" if blockade else besides
        actions.join(state, voyage, actions.Action(besides, action.target), task)
    voyage.landing = action.target
    text = f"{countries.country(country).name} carries out {actions.described(state, action)}."
    phase.tell("naval-action", text, voyage.place, sides.decider(state, country))


async def finish(phase: Phase, voyage: Voyage) -> None:
    """After the fleet's move its troops are ashore, and go on alone (CMB-03, CMB-17, CMB-18).

    They land where it was announced, in the port that the fleet was driven to, or, if it never
    left, where they came from. Nothing stays aboard, but detachments overseas (CMB-19).
    """
    state, cargo = phase.state, voyage.cargo
    if cargo is None:
        return
    move = cargo.move
    legs.take_stock(state, move)
    aboard = [n for n in move.everyone if state.units[n].position == "aboard"]
    ashore = [n for n in move.everyone if n not in aboard]
    ships = voyage.ships(state)
    if not aboard and not ashore:
        _leaders_ashore(state, move, voyage.place if ships else "")
        return
    if voyage.landing:
        move.units = aboard
        free = free_landing(state, ships, voyage.landing, voyage.alliance, cargo, voyage.leaders)
        evacuated, open_ = cargo.evacuated, board.is_sea(voyage.place) and not free
        move.unsafe = move.leg_unsafe = evacuated or open_
        cost = points(voyage.landing, evacuated, open_)
        into = not board.is_sea(voyage.place)
        inside = into and sides.besieged(state, voyage.landing)
        await _ashore(phase, move, voyage.landing, cost, inside)
    elif ashore:
        place = state.units[ashore[0]].place
        move.units = ashore
        move.unsafe = move.leg_unsafe = cargo.evacuated
        inside = state.units[ashore[0]].position == "inside"
        await _ashore(phase, move, place, points(place, cargo.evacuated, False), inside)
    elif ships and may_stay(state, voyage.place, move.troops(state)):
        await fit(phase, voyage.place, voyage.alliance, voyage.units)
    elif ships and voyage.place == cargo.berth:
        await _put_back(phase, cargo, aboard)
    elif ships and not board.is_sea(voyage.place):
        move.units = aboard
        move.unsafe = move.leg_unsafe = cargo.evacuated
        inside = sides.besieged(state, voyage.place)
        cost = points(voyage.place, cargo.evacuated, False)
        await _ashore(phase, move, voyage.place, cost, inside)
    else:
        await _perish(phase, aboard)
        _leaders_ashore(phase.state, move, "")


async def _ashore(phase: Phase, move: Move, place: str, cost: int, inside: bool) -> None:
    """The troops go ashore and may move on; into a besieged fortress, and there they stay."""
    from engine import movement

    state = phase.state
    move.units = [number for number in move.units if number in state.units]
    if not inside:
        await movement.ashore(phase, move, place, cost)
        return
    legs.advance(state, move, place, cost)
    for unit in move.troops(state):
        state.put(unit, place, "inside")
    for name in move.leaders:
        state.put_leader(state.leaders[name], place, "inside")
    await movement.end(phase, move)


async def _put_back(phase: Phase, cargo: Cargo, aboard: Sequence[int]) -> None:
    from engine import siege

    state = phase.state
    inside = sides.besieged(state, cargo.port) and not cargo.evacuated
    position: Position = "inside" if inside else "field"
    for number in aboard:
        state.put(state.units[number], cargo.port, position)
    for name in cargo.move.leaders:
        state.put_leader(state.leaders[name], cargo.port, position)
    await siege.settle(phase, cargo.port)
    await losses.enforce_stacking(phase, cargo.port, cargo.move.alliance)
    land_supply.refresh(phase.state)


def _leaders_ashore(state: State, move: Move, port: str) -> None:
    """Leaders whose troops are all lost go ashore where the ships lie in port, or are away."""
    for name in move.leaders:
        leader = state.leaders[name]
        if leader.status == "map" and leader.position == "aboard":
            if port and not board.is_sea(port):
                state.put_leader(leader, port)
            else:
                state.take_leader(leader, "away")


async def _perish(phase: Phase, unit_ids: Sequence[int]) -> None:
    await losses.lose(phase, list(unit_ids), _thirds(phase.state, unit_ids), "no port to land in")


def _thirds(state: State, numbers: Iterable[int]) -> int:
    return forces.strength(state.units[n] for n in numbers if n in state.units)


# Losses aboard.


def aboard(state: State, place: str, alliance: str) -> list[int]:
    """The troops of an alliance aboard its ships in a place."""
    return [unit.id for unit in sides.stack(state, place, alliance, "aboard").units]


async def fit(phase: Phase, place: str, alliance: str, ship_ids: Iterable[int]) -> None:
    """The troops aboard lose at once what their ships can no longer carry (CMB-28, MVG-14)."""
    ships = [number for number in ship_ids if number in phase.state.units]

    def excess() -> float:
        state = phase.state
        troops = [state.units[number] for number in aboard(state, place, alliance)]
        afloat = [state.units[number] for number in ships]
        besides = gold.beside_troops(state, afloat)
        return need(state, troops) + besides - capacity(state, afloat)

    await _lose_points(phase, place, alliance, excess, "too few ships to carry them")


async def captured(phase: Phase, place: str, alliance: str, taken: dict[str, int]) -> None:
    """A pursued stack loses the troops that its captured ships could carry (PUR-22)."""
    room = sum(number * tables.ship_capacity(kind) for kind, number in taken.items())

    def troops() -> float:
        state = phase.state
        return need(state, (state.units[each] for each in aboard(state, place, alliance)))

    before = troops()
    await _lose_points(
        phase, place, alliance, lambda: room - (before - troops()), "captured with their ships"
    )


async def _lose_points(
    phase: Phase, place: str, alliance: str, excess: Callable[[], float], why: str
) -> None:
    """Loses detachment by detachment until nothing is left over."""
    while excess() > 0:
        numbers = aboard(phase.state, place, alliance)
        if not numbers:
            return
        state = phase.state
        some = any(state.units[number].kind != "LDE" for number in numbers)
        await losses.lose(phase, numbers, 3 if some and excess() > 0.5 else 1, why)


# The landed stack goes back aboard.


def awaiting(state: State, zone: str, place: str, alliance: str) -> list[int]:
    """The ships that take a beaten landed stack back: the roomiest stack there (RET-29)."""
    found = [
        [unit.id for unit in stack.units if unit.id not in state.locked]
        for where in (zone, place)
        for stack in fleets.stacks_at(state, where, alliance)
    ]
    return max(
        found, key=lambda ids: capacity(state, (state.units[number] for number in ids)), default=[]
    )


async def carry_off(
    phase: Phase, zone: str, place: str, alliance: str, unit_ids: Sequence[int],
    leader_ids: Sequence[str],
) -> str:  # fmt: skip
    """A beaten landed stack goes back aboard; its fleet sails to a friendly port and lands it.

    It rolls attrition, is not intercepted and passes presidios and straits (RET-29). The port
    where the troops are then, "" for none.
    """
    from engine.sea import retreat

    state = phase.state
    ships = awaiting(state, zone, place, alliance)
    berth = state.units[ships[0]].place
    unit_ids = _without_recruits(phase, place, unit_ids)
    for number in unit_ids:
        state.put(state.units[number], berth, "aboard")
        state.entered.pop(number, None)
    for name in leader_ids:
        if state.leaders[name].status == "map":
            state.put_leader(state.leaders[name], berth, "aboard")
    await fit(phase, berth, alliance, ships)
    state = phase.state
    tasks = {state.tasks.get(str(number), "") for number in ships}
    chiefs = tuple(
        leader.id
        for task in sorted(tasks)
        for leader in fleets.stack(state, berth, alliance, task).leaders
    )
    force = NavalForce(alliance, tuple(ships), chiefs)
    text = f"From {name_of(place)} the troops go back aboard: to which port?"
    fled = await retreat.flee(phase, berth, force, None, text)
    state = phase.state
    left = aboard(state, berth, alliance)
    if left:
        await _perish(phase, left)
    for name in leader_ids:
        leader = phase.state.leaders[name]
        if leader.status == "map" and leader.position == "aboard":
            phase.state.take_leader(leader, "away")
    return fled.port


def _without_recruits(phase: Phase, place: str, unit_ids: Sequence[int]) -> list[int]:
    """Native recruits cannot travel by sea: they disperse on the shore (NAT-30)."""
    units = [phase.state.units[number] for number in unit_ids]
    recruits = [unit for unit in units if unit.corps == "native"]
    for unit in recruits:
        phase.state.remove(unit)
    if recruits:
        text = f"The natives who followed to {name_of(place)} stay ashore and disperse."
        phase.tell("losses", text, place, sides.decider(phase.state, recruits[0].country))
    return [unit.id for unit in units if unit.corps != "native"]


async def disembark(
    phase: Phase, berth: str, port: str, alliance: str, ship_ids: Sequence[int]
) -> None:
    """A beaten fleet that has reached a port lands its troops there (CMB-18)."""
    await fit(phase, berth, alliance, ship_ids)
    state = phase.state
    inside: Position = "inside" if sides.besieged(state, port) else "field"
    for number in aboard(state, berth, alliance):
        state.put(state.units[number], port, inside)
    for leader in list(state.leaders_at(berth)):
        if leader.position == "aboard" and sides.alliance_of(state, leader.country) == alliance:
            state.put_leader(leader, port, inside)
