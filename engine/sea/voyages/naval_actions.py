"""What ships may do at the end of their way, and what comes of what was announced (NAC)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from engine.facts import board, countries
from engine.facts.board import called, in_or_off
from engine.fleets import blockades, fleets, gold, ports, supply_by_sea
from engine.land.supply import supply_lines as land_supply
from engine.overseas import exploration_rights
from engine.play.asks import ordinal
from engine.play.phase import Phase
from engine.rounds import campaigns
from engine.sea import corsairs_math
from engine.sea.under_way import announced_action, boarding, carried_troops
from engine.sea.under_way.announced_action import (
    EXPLORE,
    Action,
    action_in_words,
    join,
    why_no_resupply,
)
from engine.sea.under_way.voyage import Arrival, Cargo, Voyage
from engine.sea.voyages import landing
from engine.situation import knowledge, naval_command
from engine.state import State, known_zones, sides
from engine.state.forces import Unit
from engine.state.stacks import Band


def why_not(ships: Arrival, action: Action) -> str:
    """Why ships at the end of a way may not do an action, "" when they may (NAC).

    Campaigns are another matter. With troops aboard the action is their landing, without any there
    is none (NAC-24).
    """
    state, units, place, alliance = ships.state, ships.ships, ships.place, ships.alliance
    cargo, target = ships.cargo, action.target
    if action.kind in announced_action.LANDINGS:
        return landing.why_no_landing(ships, action) if cargo else "no troops are aboard"
    if cargo is not None and action.kind != EXPLORE:
        return "with troops aboard the action is their landing (CMB-02, CMB-10)"
    if cargo is not None and not carried_troops.may_stay(state, place, cargo.move.troops(state)):
        return "these troops may not stay aboard while the ships explore (CMB-19)"
    match action.kind:
        case boarding.EMBARK:
            return boarding.why_no_boarding(ships, target)
        case gold.LOAD if target != place:
            return f"the ships do not lie {in_or_off(target)} (CMB-30)"
        case gold.LOAD:
            return gold.why_no_loading(state, units, place, alliance)
        case "battle":
            return _why_no_battle(ships, target)
        case "blockade":
            return blockades.why_no_blockade(state, units, place, target)
        case "blockade+supply":
            if reason := blockades.why_no_blockade(state, units, place, target):
                return reason
            return _why_no_supply(ships, blockades.joined_blockade(state, units, target), [target])
        case "supply" if not board.is_sea(place):
            return "troops are supplied from a sea zone (SUP-08)"
        case "supply":
            return _why_no_supply(ships, units, board.shores(place))
        case corsairs_math.HUNT:
            return corsairs_math.why_not(state, units, place, alliance)
        case kind if kind == EXPLORE:
            band = Band(place, tuple([unit.id for unit in units]), tuple(ships.leaders))
            carried = cargo.move.leaders if cargo else ()
            return exploration_rights.why_not(state, band, place, ships.fought, carried)
    return why_no_resupply(ships)


def _why_no_battle(ships: Arrival, target: str) -> str:
    state, place = ships.state, ships.place
    unit = state.units.get(ordinal(target))
    if unit is None or unit.land or unit.place != place or not board.is_sea(place):
        return f"{target!r} is not a ship at sea {in_or_off(place)}"
    if not sides.at_war(state, ships.alliance, sides.alliance_of(state, unit.country)):
        return f"{countries.does(unit.country, 'be')} no enemy"
    if not knowledge.may_interact(state, [each.id for each in ships.ships], [unit.id], place):
        return f"who only discovered {called(place)} attacks nobody there (DIS-13)"
    if unit.id in state.marks.locked:
        return "that stack is already attacked: one attacks it, merge before (NAC-03)"
    return ""


def _why_no_supply(ships: Arrival, suppliers: Sequence[Unit], coast: Iterable[str]) -> str:
    state = ships.state
    held = state.places_of_troops(sides.members(state, ships.alliance)).intersection(coast)
    ashore = [sides.stack(state, each, ships.alliance).units for each in held]
    troops = [units for units in ashore if units]
    if not troops:
        return "there are no troops ashore to be supplied"
    if not any(supply_by_sea.can_supply(state, suppliers, each) for each in troops):
        return "these ships are too few for any troops ashore (NAC-11)"
    return ""


def possible(ships: Arrival) -> Iterator[Action]:
    """The actions that ships may do where they are, or will be, by the board alone (NAC-21)."""
    for action in candidates(ships.state, ships.place, ships.alliance, ships.cargo):
        if not why_not(ships, action):
            yield action


def candidates(
    state: State, place: str, alliance: str, cargo: Cargo | None = None
) -> Sequence[Action]:
    """The actions that might be done in a place, by what stands there; `why_not` decides (NAC-01,
    NAC-25, NAV-06)."""
    at_sea = board.is_sea(place)
    coast = [*board.shores(place)] if at_sea else [place]
    exploring = [Action(EXPLORE)] if at_sea and known_zones.knowledge_counts(state) else []
    if cargo is not None:
        kinds = announced_action.LANDINGS[:-1] if at_sea else ("land", announced_action.RESUPPLY)
        return [*(Action(kind, each) for each in coast for kind in kinds), *exploring]
    found = [Action(boarding.EMBARK, each) for each in coast if state.units_at(each)]
    if not at_sea:
        loading = [Action(gold.LOAD, place)] if state.sea.gold.get(place) else []
        return [*found, Action("resupply"), *loading]
    found += exploring
    found += [
        Action("battle", str(stack.units[0].id))
        for stack in fleets.stacks_at(state, place)
        if sides.at_war(state, alliance, stack.alliance)
    ]
    for port in _enemy_ports(state, place, alliance):
        found += [Action("blockade", port), Action("blockade+supply", port)]
    return [*found, Action("supply"), Action(corsairs_math.HUNT)]


# Carrying out.


def carry_out(phase: Phase, voyage: Voyage, action: Action) -> None:
    """Does what was announced, if attrition and battle have left enough ships for it (NAC-01,
    NAC-08, NAC-11). A resupplied port is open in this round's sieges (NAC-18), and its
    garrison rolls no siege attrition (NAC-19).

    Only now is it active for the campaign, of whoever announced it (ITG-10, CAM-A8).
    """
    state = phase.state
    units = voyage.ships(state)
    if not units:
        return
    voyage.announced = ""
    country = voyage.country(state)
    who, name = sides.decider(state, country), countries.with_article(country)
    said = action_in_words(state, action)
    ships = voyage.arrival(state)
    if reason := why_not(ships if action.kind == EXPLORE else replace(ships, cargo=None), action):
        phase.tell("naval-action", f"{name} cannot carry out {said}: {reason}.", voyage.place, who)
        return
    if action.kind != EXPLORE:
        campaigns.spend_at_sea(state, voyage.payer, fleets.fleet_counters(units))
    match action.kind:
        case "battle":
            _engage(state, voyage, int(action.target))
        case "resupply":
            state.land.resupplied.add(voyage.place)
        case _:
            join(state, voyage, action)
    phase.tell("naval-action", f"{countries.does(country, 'begin')} {said}.", voyage.place, who)
    land_supply.refresh(state)


def _engage(state: State, voyage: Voyage, target: int) -> None:
    """Locks both stacks in a battle of the battle step (NAC-01, NAC-02)."""
    unit = state.units[target]
    alliance = sides.alliance_of(state, unit.country)
    enemy = fleets.stack(state, unit.place, alliance, state.sea.tasks.get(str(target), ""))
    defenders = [each.id for each in enemy.units if each.id not in state.marks.locked]
    state.marks.naval_battles.append((voyage.place, sorted(voyage.units), defenders))
    state.marks.locked.update(voyage.units, defenders)


def continue_action(phase: Phase, place: str, alliance: str, task: str) -> None:
    """A stack that stayed goes on with what it did, as long as it may (NAC-26, NAC-27, CAM-30).

    Going on is passive, so any campaign will do, but none is not enough (CAM-11); the size is asked
    again.
    """
    state = phase.state
    stack = fleets.stack(state, place, alliance, task)
    units = stack.units
    if not units:
        return
    country = naval_command.commander(state, units, stack.leaders).country
    port = fleets.blockaded_port(task)
    reason, left = campaigns.may_act(state, country), ""
    if not reason and port:
        reason = blockades.why_no_blockade(state, units, place, port)
        left = fleets.task_after_blockade(task)
    if not reason and task == corsairs_math.HUNT:
        reason = corsairs_math.why_not(state, units, place, alliance)
    if not reason:
        return
    fleets.set_task(state, stack, left)
    action = Action("blockade", port) if left else Action(*task.split(":"))
    said = action_in_words(state, action)
    besides = "; the supply of the troops there goes on" if left else ""
    phase.tell(
        "naval-action",
        f"{countries.does(country, 'give')} up {said}: {reason}{besides}.",
        place,
        sides.decider(state, country),
    )


def _enemy_ports(state: State, zone: str, alliance: str) -> list[str]:
    """The ports on a sea zone that enemies hold, by id: these may be blockaded (NAC-04)."""
    return sorted([
        place
        for other, held in ports.all_held_on(state, zone).items()
        if sides.at_war(state, alliance, other)
        for place, kind in held
        if kind != "presidio"
    ])  # fmt: skip
