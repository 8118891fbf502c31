"""The redeployment phase: looting, land forces, sieges kept up, ships to port (C-RED).

Natives, pirates, privateers and gold are left to the rest of the game.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engine.facts import board, countries
from engine.facts.board import called, in_or_off, name_of
from engine.fleets import fleets, gold, havens, transports
from engine.grammar import capitalised, conjugate, counted, join_names
from engine.land.ground import besieging
from engine.land.movement import march_under_way
from engine.land.supply import attrition, supply_lines
from engine.overseas import discoveries
from engine.play.asks import Choose, Option, Subset, YesNo
from engine.play.phase import Phase
from engine.sea.under_way import attrition as voyages
from engine.sea.under_way import attrition_math, carried_troops, staying_aboard
from engine.sea.under_way.voyage import lay
from engine.sequence import siege_redeployment
from engine.situation import command, counters
from engine.state import State, known_zones, sides
from engine.state.stacks import Band, Stack


async def redeployments(phase: Phase) -> None:
    """The redeployment phase in its order: loot, land forces, sieges, ships."""
    await loot(phase)
    await land_forces(phase)
    await return_to_port(phase)


# Pillage and loot.


def lootable(state: State, alliance: str) -> list[str]:
    """Enemy provinces that a stack of an alliance controls or is strong enough to besiege, with
    room for a pillage (C-RED-09)."""
    found = []
    for stack in sides.stacks(state, alliance):
        owner = sides.owner(state, stack.place)
        enemy = owner and sides.at_war(state, alliance, sides.alliance_of(state, owner))
        strong = stack.thirds >= 3 * sides.fortress_level(state, stack.place)
        held = sides.controlled_by(state, stack.place, alliance)
        if enemy and (held or strong) and state.land.pillages.get(stack.place) != ["+", "+"]:
            found.append(stack.place)
    return found


async def loot(phase: Phase) -> None:
    """Provinces recover one level, then stacks in enemy land may put a full pillage, a reduced one
    overseas without an army; it pays only where none lay (C-RED-09)."""
    state = phase.state
    recover_from_pillage(state)
    for alliance in [each.id for each in state.diplomacy.alliances]:
        found = lootable(state, alliance)
        who = sides.speaker(state, alliance)
        if not found:
            continue
        options = [
            Option(place, board.province(place).name, _yields(state, place, alliance))
            for place in found
        ]
        chosen = await Subset(
            who=who,
            name="loot",
            what=f"Which provinces {countries.in_question(who)} loot?",
            options=options,
            enter=[],
            about={"alliance": alliance},
        )
        for place in chosen:
            ducats = _loot(state, place)
            state.countries[who].treasury += ducats
            if _lays_waste(state, place, alliance):
                signs = [*state.land.pillages.get(place, []), "+"]
                state.land.pillages[place] = signs if len(signs) < 3 else ["+", "+"]
                state.land.pillages[place].sort()
            else:
                attrition.add_pillage(state, place)
            text = f"{countries.does_to(who, 'loot', place)} for {counted(ducats, 'ducat')}."
            phase.tell("loot", text, place, who)


def _lays_waste(state: State, place: str, alliance: str) -> bool:
    """Whether the stack of an alliance puts a full pillage: overseas only an army does
    (C-RED-09)."""
    armies = any(unit.army for unit in sides.stack(state, place, alliance).units)
    return armies or sides.european(state, place)


def _yields(state: State, place: str, alliance: str) -> str:
    pillage = "full" if _lays_waste(state, place, alliance) else "reduced"
    return f"yields {counted(_loot(state, place), 'ducat')}, gets a {pillage} pillage"


def _loot(state: State, place: str) -> int:
    return 0 if state.land.pillages.get(place) else board.province(place).income


# On land.


def must_go(state: State, stack: Stack) -> str:
    """Why a stack has to redeploy; "" when it may stay (C-RED-01).

    Without supply; besieging with too few, or without a full siegework, a breach or war honours.
    """
    if supply_lines.trace_line(state, stack.units, stack.place, stack.alliance) is None:
        return "no line of supply"
    siege = state.land.sieges.get(stack.place)
    if siege is None or siege.alliance != stack.alliance:
        return ""
    if stack.thirds < 3 * sides.fortress_level(state, stack.place):
        return "too few for a siege"
    return "" if "+" in siege.works or siege.breach else "no full siegework and no breach"


def cut_off(state: State, alliance: str, going: Iterable[str]) -> list[str]:
    """The places whose stacks would lose their supply when those of others go (C-RED-02).

    They go too, as if of their own will, and so on.
    """
    trial = State.from_plain(state.to_plain())
    lost: list[str] = []
    leaving = list(going)
    while leaving:
        for place in leaving:
            trial.land.sieges.pop(place, None)
            for unit in sides.stack(trial, place, alliance).units:
                trial.remove(unit)
        supply_lines.refresh(trial)
        leaving = [
            stack.place
            for stack in sides.stacks(trial, alliance)
            if supply_lines.trace_line(trial, stack.units, stack.place, alliance) is None
        ]
        lost += leaving
    return lost


async def land_forces(phase: Phase) -> None:
    """Stacks that must or want to give up go to the nearest friendly province; other sieges go on.

    Alliances decide in the order of their initiative, then all go together (C-RED-01 to C-RED-07):
    enemies who go too bar no way (C-RED-04). Whose siege is given up come out (AFT-04); one that is
    kept up has one reduced siegework, whatever it had (C-RED-08).
    """
    state = phase.state
    going = {each.id: await _who_goes(phase, each.id) for each in state.diplomacy.alliances}
    for alliance, places in going.items():
        for place in places:
            state.marks.done.add(siege_redeployment.leaving_mark(alliance, place))
            if place in state.land.sieges and state.land.sieges[place].alliance == alliance:
                del state.land.sieges[place]
    for alliance, places in going.items():
        for place, voluntary in places.items():
            if sides.stack(state, place, alliance).units:
                await siege_redeployment.redeploy(phase, place, alliance, voluntary)
            await besieging.settle(phase, place)
    for kept in state.land.sieges.values():
        kept.works = ["-"]
        kept.breach = kept.assaulted = False
        kept.continued, kept.rounds = True, 0


async def _who_goes(phase: Phase, alliance: str) -> dict[str, bool]:
    """The places whose stacks of an alliance redeploy, and whether of their own will (C-RED-01,
    C-RED-02)."""
    going: dict[str, bool] = {}
    for stack in sides.stacks(phase.state, alliance):
        reason = must_go(phase.state, stack)
        siege = phase.state.land.sieges.get(stack.place)
        if reason:
            text = f"The stack {in_or_off(stack.place)} must redeploy: {reason}."
            phase.tell("redeployment", text, stack.place)
            going[stack.place] = False
        elif siege is not None and siege.alliance == alliance:
            stays = await YesNo(
                who=sides.speaker(phase.state, alliance),
                name="keep-siege",
                what=f"Is the siege of {called(stack.place)} kept up into next turn?",
                detail="one reduced siegework is left",
                enter=True,
                about={"place": stack.place},
            )
            if not stays:
                going[stack.place] = True
        elif await _wants_to_go(phase, stack):
            going[stack.place] = True
    for place in cut_off(phase.state, alliance, going):
        text = f"The stack {in_or_off(place)} must redeploy too: it would lose its supply."
        phase.tell("redeployment", text, place)
        going[place] = True
    return going


async def _wants_to_go(phase: Phase, stack: Stack) -> bool:
    """Whether a stack overseas outside the controlled provinces, which may redeploy, does; none is
    asked that has nowhere to go (C-RED-01, C-RED-05)."""
    state, place, alliance = phase.state, stack.place, stack.alliance
    if sides.european(state, place) or sides.controlled_by(state, place, alliance):
        return False
    goals = siege_redeployment.goals(state, place, alliance)
    if not goals:
        return False
    country = command.commander(state, stack.units, stack.leaders).country
    do = conjugate("do", len(stack.units))
    return await YesNo(
        who=sides.decider(state, country),
        name="redeploys",
        what=f"{capitalised(do)} {counters.troops_and_owners(stack.units)} {in_or_off(place)} "
        "redeploy?",
        detail=f"to {join_names([board.called(each) for each in sorted(goals)], 'or')}",
        enter=False,
        about={"place": place, "units": stack.unit_ids},
    )


# At sea.


async def return_to_port(phase: Phase) -> None:
    """Every naval stack at sea goes to a friendly port free of blockade, or stays; either is a
    move with its attrition, worse for who stays (C-RED-12)."""
    for alliance in [each.id for each in phase.state.diplomacy.alliances]:
        waiting = [(stack.place, stack.unit_ids)
                   for stack in fleets.stacks(phase.state, alliance)
                   if board.is_sea(stack.place)]  # fmt: skip
        for zone, numbers in waiting:
            await _to_port(phase, alliance, zone, numbers)


async def _to_port(phase: Phase, alliance: str, zone: str, numbers: list[int]) -> None:
    state = phase.state
    units = state.units_by_id(numbers)
    if not units:
        return
    stack = fleets.stack(state, zone, alliance, state.sea.tasks.get(str(units[0].id), ""))
    laden = _laden(state, zone, alliance, numbers)
    carried = sides.stack(state, zone, alliance, "aboard").leader_ids if laden else []
    people = [*stack.leader_ids, *carried]
    near = havens.nearest_havens(state, units, zone, alliance, leaders=people)
    found = {haven.place: haven for haven in near}
    answer = "stay"
    if found:
        who = sides.decider(state, units[0].country)
        answer = await Choose(
            who=who,
            name="return-to-port",
            what=f"Where do the ships {in_or_off(zone)} spend the end of the turn?",
            options=[
                *(Option(place, name_of(place)) for place in sorted(found)),
                Option("stay", "at sea"),
            ],
            enter=min(found),
            about={"place": zone, "units": numbers},
        )
    units = state.units_by_id(numbers)
    stack = fleets.stack(state, zone, alliance, state.sea.tasks.get(str(units[0].id), ""))
    band = Band.of(units, stack.leaders, zone)
    journey = replace(attrition_math.begin(state, band), staying=answer == "stay")
    if answer != "stay":
        journey = journey.extended(*found[answer].way)
        lay(state, band, answer)
        name = countries.with_article(units[0].country)
        phase.tell("return", f"Ships of {name} sail for {called(answer)}.", answer)
        overseas = any(map(known_zones.overseas, (zone, *found[answer].way)))
        gold.unload(phase, numbers, answer, overseas)
        await gold.renew(phase)
    discoveries.settle(phase, laden, "" if answer == "stay" else answer)
    why = voyages.AT_SEA if answer == "stay" else voyages.TO_PORT
    await voyages.voyage_attrition(phase, band, journey, why, laden)
    if laden and answer != "stay":
        await carried_troops.disembark(phase, zone, answer, alliance, numbers)
    elif laden:
        await carried_troops.drop_excess(phase, zone, alliance, numbers)
    if laden:
        staying_aboard.leaders_without_troops(phase, zone, alliance, laden)
        discoveries.settle(phase)
        await march_under_way.scouts_vanish(phase, laden)
    staying_aboard.leaders_without_ships(phase, band.leaders)


def _laden(state: State, zone: str, alliance: str, numbers: list[int]) -> list[int]:
    """The troops aboard whom these ships have to carry: no others in the zone could (CMB-19)."""
    troops = carried_troops.troops_aboard(state, zone, alliance)
    there = fleets.ships_at(state, zone).get(alliance, ())
    others = [unit for unit in there if unit.id not in numbers]
    need = transports.transport_points_needed(state, state.units_by_id(troops))
    return troops if transports.capacity(state, others) < need else []


def recover_from_pillage(state: State) -> None:
    """Every province loses one level of pillage; so a reduced one goes at the end of the turn
    (ARS-10, C-RED-09)."""
    for place in sorted(state.land.pillages):
        signs = sorted(state.land.pillages[place])
        last = signs.pop()
        signs = sorted([*signs, "-"]) if last == "+" else signs
        state.land.pillages[place] = signs
        if not signs:
            del state.land.pillages[place]
