"""What carries gold and where it goes aboard; the Flota de Oro (CMB-30, CMB-35, NAC-31, SUP-25).

Gold waits in the provinces that `state.sea.gold` names until `!load:PROVINCE` takes it aboard in
their port. Convoys are NTD counters that `state.sea.convoys` names; they carry no troops and supply
nobody.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil
from typing import Final

from engine.facts import board, countries, tables
from engine.facts.board import called, in_or_off, name_of
from engine.fleets import fleet_counters, fleets, ports
from engine.grammar import conjugate, counted
from engine.play.asks import Choose, Option
from engine.play.phase import Phase
from engine.situation import naval_command
from engine.state import State, sides
from engine.state.forces import Unit

LOAD: Final = "load"
FLOTA_DE_ORO: Final = "flota-de-oro"
FOR_GOLD: Final = (FLOTA_DE_ORO, "flota-del-peru")
"""The convoys that carry gold; all others are created full (CMB-35)."""

PER_POINT: Final = 5
"""Ducats of gold that one transport point carries (CMB-29)."""

ATLANTIC: Final = "atlantic_europe"


# What is aboard, and what there is room for.


def ducats_aboard(state: State, units: Iterable[Unit]) -> int:
    """The ducats that these counters carry."""
    aboard = state.sea.gold
    return sum([aboard.get(str(unit.id), 0) for unit in units]) if aboard else 0


def transport_points_needed(ducats: int) -> int:
    """The transport points that gold needs: one for each five ducats begun (CMB-29, CMB-A4)."""
    return ceil(ducats / PER_POINT) * int(tables.ship_capacity("gold"))


def convoy(state: State, number: int) -> str:
    """The convoy that a counter belongs to, "" for none."""
    for name, found in state.sea.convoys.items():
        if number in found.counters:
            return name
    return ""


def convoy_name(convoy_name: str) -> str:
    """A convoy for people: `Flota de Oro`."""
    words = convoy_name.replace("_", "-").split("-")
    return " ".join(word if word in ("de", "del") else word.capitalize() for word in words)


def outside_convoys(state: State, units: Iterable[Unit]) -> list[Unit]:
    """The counters that belong to no convoy: only they carry troops and supply them (SUP-25)."""
    if not state.sea.convoys:
        return list(units)
    return [unit for unit in units if not convoy(state, unit.id)]


def carriers(state: State, units: Iterable[Unit]) -> list[Unit]:
    """The counters that may take gold aboard: all but those of full convoys (CMB-35)."""
    return [unit for unit in units if convoy(state, unit.id) in ("", *FOR_GOLD)]


def transport_points(units: Iterable[Unit]) -> float:
    """The transport points of these ships, whoever may use them (CMB-06)."""
    return sum(number * tables.ship_capacity(kind) for kind, number in fleets.ships(units).items())


def most_ducats(state: State, units: Sequence[Unit]) -> int:
    """The ducats that these ships carry at most (CMB-29, CMB-35)."""
    return PER_POINT * int(transport_points(carriers(state, units)))


def beside_troops(state: State, units: Sequence[Unit]) -> float:
    """The transport points that gold aboard takes from troops: what its convoys do not hold."""
    ducats = ducats_aboard(state, units)
    if not ducats:
        return 0
    own = [unit for unit in carriers(state, units) if convoy(state, unit.id)]
    return max(0, transport_points_needed(ducats) - transport_points(own))


def settle(state: State, units: Sequence[Unit], ducats: int) -> None:
    """Lets these counters carry so much together, each what it has room for, so that parts of a
    stack sail with no more (CMB-29): convoys of gold first, then the largest.

    What only halves of a point hold together lies in the first.
    """
    for unit in units:
        state.sea.gold.pop(str(unit.id), None)
    fit = {unit.id for unit in carriers(state, units)}
    order = sorted(
        units,
        key=lambda unit: (unit.id not in fit, not convoy(state, unit.id), -unit.afloat, unit.id),
    )
    for unit in order:
        if part := min(ducats, most_ducats(state, [unit])):
            state.sea.gold[str(unit.id)] = part
            ducats -= part
    if order and ducats > 0:
        first = str(order[0].id)
        state.sea.gold[first] = state.sea.gold.get(first, 0) + ducats


def keep(
    phase: Phase, units: Sequence[Unit], ducats: int, place: str, lost: str = "lost with the ships"
) -> None:
    """Gold goes on with what is left of its ships, as far as there is room for it: ships lost in
    battle or to fire cost it nothing else (CMB-27 to CMB-29)."""
    if not ducats:
        return
    kept = min(ducats, most_ducats(phase.state, units))
    if ducats_aboard(phase.state, units) != kept or shares_room(phase.state, units):
        settle(phase.state, units, kept)
    if kept < ducats:
        are = conjugate("be", ducats - kept)
        phase.tell("gold", f"{counted(ducats - kept, 'ducat')} of gold {are} {lost}.", place)


def gather_explorers(phase: Phase, place: str, alliance: str) -> bool:
    """Three exploration detachments of a stack make a warship, which carries less than they do:
    gold that finds no room any more is lost (C-NAV-08, CMB-29). Whether any have."""
    made = False
    for stack in fleets.stacks_at(phase.state, place, alliance):
        ducats = ducats_aboard(phase.state, stack.units)
        if fleet_counters.gather_explorers(phase.state, stack.units):
            left = phase.state.units_by_id(stack.unit_ids)
            keep(phase, left, ducats, place, "lost: a warship has no room for them")
            made = True
    return made


def shares_room(state: State, units: Sequence[Unit]) -> bool:
    """Whether one of these counters holds gold that it has room for with others only (CMB-29)."""
    return bool(state.sea.gold) and any(
        ducats_aboard(state, [unit]) > most_ducats(state, [unit]) for unit in units
    )


def why_together(state: State, going: Sequence[Unit], staying: Sequence[Unit]) -> str:
    """Why ships may not part: one of both parts would keep gold that only all of them have room
    for (CMB-29); "" when they may."""
    both = [*going, *staying]
    if not shares_room(state, both) or ducats_aboard(state, both) > most_ducats(state, both):
        return ""
    if all(ducats_aboard(state, part) <= most_ducats(state, part) for part in (going, staying)):
        return ""
    return "the gold aboard needs the room of all these ships together (CMB-29)"


# Going aboard.


def room_for_gold(state: State, units: Sequence[Unit]) -> int:
    """The ducats that these ships could still take aboard (CMB-29, CMB-35)."""
    free = transport_points(carriers(state, units)) - transport_points_needed(
        ducats_aboard(state, units)
    )
    return max(0, PER_POINT * int(free))


def why_no_loading(state: State, units: Sequence[Unit], place: str, alliance: str) -> str:
    """Why ships in a place may take no gold aboard there, "" when they may (CMB-30, CMB-35)."""
    if board.is_sea(place) or not state.sea.gold.get(place):
        return f"no gold waits {in_or_off(place)}"
    if not sides.controlled_by(state, place, alliance) or ports.why_closed(
        state, units, place, alliance
    ):
        return f"the port of {called(place)} is not under control (CMB-30)"
    if not carriers(state, units):
        return "these convoys are full from the beginning (CMB-35)"
    return "" if room_for_gold(state, units) else "the ships have no room left for gold (CMB-29)"


# The Flota de Oro.


def flota_ports(state: State, country: str) -> list[str]:
    """The ports on the Atlantic coast where a country may set a convoy up again (NAC-31)."""
    return [
        place
        for place, province in sorted(board.provinces().items())
        if province.port
        and province.map == "europe"
        and sides.owner(state, place) == country
        and sides.controller(state, place) == country
        and any(board.sea(zone).region == ATLANTIC for zone in board.adjacent_seas(place))
    ]


def flota_arrives(phase: Phase, unit_ids: Iterable[int], place: str) -> None:
    """A Flota de Oro that has come to Europe leaves the board, to be set up again (NAC-31)."""
    state = phase.state
    known = state.sea.convoys.get(FLOTA_DE_ORO)
    home = [number for number in unit_ids if known is not None and number in known.counters]
    for number in home:
        state.remove(state.units[number])
    if home:
        phase.tell("gold", f"The Flota de Oro has come to {called(place)}.", place)


async def renew(phase: Phase) -> None:
    """Sets the Flota de Oro up again in a Spanish Atlantic port when none of it is left (NAC-31).

    Its country chooses the port (NAC-A2); without a port it waits for one.
    """
    known = phase.state.sea.convoys.get(FLOTA_DE_ORO)
    if known is None or known.counters:
        return
    found = flota_ports(phase.state, known.country)
    free = min(known.ships, fleet_counters.free_counters(phase.state, known.country, "NTD"))
    if not found or free <= 0:
        return
    who = sides.decider(phase.state, known.country)
    place = await Choose(
        who=who,
        name="flota-port",
        what="In which Spanish port is the Flota de Oro set up again?",
        options=[Option(each, name_of(each)) for each in found],
        about={"country": known.country},
        enter=found[0],
    )
    state = phase.state
    for _ in range(free):
        unit = state.add(Unit(0, known.country, "NTD", place, "port"))
        state.marks.moved.add(unit.id)
        state.sea.convoys[FLOTA_DE_ORO].counters.append(unit.id)
    flota = f"{countries.possessive(known.country)} Flota de Oro"
    phase.tell("gold", f"{flota} is set up again {in_or_off(place)}.", place, who)


def lost_to_attrition(ducats: int, percent: int) -> int:
    """The gold that attrition of a percentage costs, to the nearest five (CMB-33, CMB-A2)."""
    lost = ducats * percent
    return min(ducats, PER_POINT * ((lost + 50 * PER_POINT) // (100 * PER_POINT)))


def unload(phase: Phase, unit_ids: Sequence[int], place: str, overseas: bool) -> None:
    """Gold is unloaded in the first friendly port of the European map (CMB-31, CMB-32).

    A Flota de Oro that brought it, or comes from `overseas`, has arrived (NAC-31).
    """
    state = phase.state
    units = state.units_by_id(unit_ids)
    if not units or board.is_sea(place) or board.province(place).map != "europe":
        return
    ducats = ducats_aboard(state, units)
    if ducats:
        name = naval_command.commander(state, units, []).country
        settle(state, units, 0)
        state.countries[name].treasury += ducats
        unload = countries.does(name, "unload")
        text = f"{unload} {counted(ducats, 'ducat')} of gold {in_or_off(place)}."
        phase.tell("gold", text, place, sides.decider(state, name))
    if ducats or overseas:
        flota_arrives(phase, unit_ids, place)
