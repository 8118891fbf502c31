"""Who may intercept at sea, and why others may not (ITG, NIN)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.facts import board, countries
from engine.facts.board import called, in_or_off
from engine.fleets import fleets, gold, ports
from engine.rounds import campaigns
from engine.sea.under_way import staying_aboard
from engine.situation import knowledge, leaders_overseas, naval_command
from engine.state import State, sides
from engine.state.forces import Unit
from engine.state.leaders import Leader
from engine.state.stacks import Band, Stack


def why_barred(state: State, units: Sequence[Unit], leaders: Sequence[Leader]) -> str:
    """Why the campaign of the commanding country forbids to intercept; "" when not (NIN-01, 02)."""
    country = naval_command.commanding_country(state, units, leaders)
    right = campaigns.naval_interception_right(state, country)
    has = countries.does(country, "have")
    if right == "no":
        return f"{has} paid no campaign and may not intercept (NIN-01)"
    if right == "one_fleet" and fleets.fleet_counters(units) > 1:
        return f"{has} paid a passive campaign: one fleet counter at most (NIN-02)"
    return ""


def eligible_stacks(
    state: State, zone: str, alliance: str, tried: Collection[int], moving: Collection[int] = ()
) -> list[Band]:
    """The naval stacks of an alliance that may try to intercept what is `moving` in a zone.

    Not those in a battle fought and lost or to come, nor those that tried this move before, nor
    those whom troops aboard need where they are (ITG-02, ITG-11 to ITG-13, NIN-03, NIN-06, NIN-35,
    NIN-36).
    """
    there = state.places_of_ships(sides.members(state, alliance))
    near = board.place_and_neighbours(zone)
    if there.isdisjoint(near):  # mostly
        return []
    found = []
    for place in filter(there.__contains__, near):
        for stack in fleets.stacks_at(state, place, alliance):
            band = _eligible_stack(state, zone, stack, tried, moving)
            if isinstance(band, Band):
                found.append(band)
    return found


def why_not_eligible(
    state: State, zone: str, place: str, alliance: str, moving: Collection[int]
) -> str:
    """Why no naval stack of an alliance in a place may try to intercept in a zone; "" where one
    may, or might were it not that it tried before (ITG-13)."""
    if place != zone and board.border(place, zone) is None:
        return f"only ships {in_or_off(zone)} or beside it may intercept there (ITG-02)"
    stacks = fleets.stacks_at(state, place, alliance)
    found = [_eligible_stack(state, zone, stack, (), moving) for stack in stacks]
    reasons = [reason for reason in found if isinstance(reason, str)]
    if not stacks:
        return "no ships lie there that could"
    return reasons[0] if len(reasons) == len(found) else ""


def _eligible_stack(
    state: State, zone: str, stack: Stack, tried: Collection[int], moving: Collection[int]
) -> Band | str:
    """What of a naval stack may try to intercept in a zone, or why nothing may; leaders who may not
    go there stay behind (C-LDR-07)."""
    units = [unit for unit in stack.units if unit.id not in state.marks.locked]
    if not units:
        return "they are engaged in a battle (NIN-03)"
    units = [unit for unit in units if unit.id not in state.marks.beaten]
    if not units:
        return "they fought in this impulse and did not win (ITG-11, NIN-06)"
    units = [unit for unit in units if unit.id not in tried]
    if not units:
        return "they tried to intercept this move before (ITG-13)"
    units = [unit for unit in units if _sails(state, unit, zone)]
    if not units:
        return f"{board.does(zone, 'be')} not open to them (C-NAV-02, DIS-02)"
    if stack.place != zone and board.is_sea(stack.place):
        units = staying_aboard.ships_spared(state, stack.place, stack.alliance, units)
    if not units:
        return "the troops aboard need them (CMB-06)"
    if not knowledge.may_interact(state, [unit.id for unit in units], moving, zone):
        return f"who only discovered {called(zone)} attacks nobody there (DIS-13)"
    chiefs = stack.leaders
    if stack.place != zone:
        chiefs = [one for one in chiefs if not leaders_overseas.why_not(state, one.id, zone)]
    band = Band.of(units, chiefs, stack.place)
    if largest_part(state, band, zone):
        return band
    return (
        why_barred(state, units, chiefs)
        or why_not_apart(state, units, zone)
        or "more than 3 counters and 2 transports cannot sail as one stack (C-STK-02)"
    )


def _sails(state: State, unit: Unit, zone: str) -> bool:
    galleys = fleets.has_galleys([unit])
    return ports.sailable(state, zone, galleys, knowledge.chart(state, Band.of([unit])))


def why_not_apart(state: State, units: Sequence[Unit], target: str) -> str:
    """Why ships may not part from those that stay where they intercept from: of gold that only all
    of them have room for, one of both would keep too much (ITG-04, CMB-29)."""
    if not state.sea.gold or not units or units[0].place == target:
        return ""
    alliance = sides.alliance_of(state, units[0].country)
    here = fleets.ships_at(state, units[0].place).get(alliance, ())
    return gold.why_together(state, units, [unit for unit in here if unit not in units])


def largest_part(state: State, band: Band, target: str) -> tuple[str, ...]:
    """The keys of the largest part of a band that may go: all, or all fleets but one spared."""
    units, leaders = band.units_and_leaders(state)

    def fits(part: list[Unit]) -> bool:
        return (
            not why_barred(state, part, leaders)
            and fleets.within_stacking(part)
            and not why_not_apart(state, part, target)
        )

    if fits(units):
        return (*map(str, band.units), *band.leaders)
    part = fleets.largest_part(units, fits)
    return (*(str(unit.id) for unit in part), *band.leaders) if part else ()
