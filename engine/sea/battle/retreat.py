"""Where fleets go before and after a battle: evasion, retreat to port, the follow-up (EVA, RET).

All of these are moves: attrition is rolled with all its modifiers. None of them is intercepted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

from engine.combat import leaders
from engine.facts import countries
from engine.facts.board import called, in_or_off, name_of
from engine.fleets import blockades, fleets, gold, havens, hierarchy, ports, transports
from engine.fleets.havens import Haven
from engine.fleets.naval_journey import Journey
from engine.grammar import conjugate
from engine.land.battle.evasion import succeeds
from engine.land.battle.parameters import Force, vizier
from engine.land.ground.stack_parts import Part, Parting, whole_stack
from engine.modifiers import Modifier, total
from engine.overseas import discoveries
from engine.play import asks
from engine.play.asks import Choose, Option, YesNo
from engine.play.phase import Phase
from engine.sea.battle.losses import NOTHING_TOLD, Told, alive
from engine.sea.battle_math.parameters import Both, expected_commander, in_command, weigh_battle
from engine.sea.interception import gunfire
from engine.sea.under_way import (
    announced_action,
    attrition,
    attrition_math,
    carried_troops,
    staying_aboard,
)
from engine.sea.under_way.announced_action import Action
from engine.sea.under_way.voyage import Voyage, follow_mark, lay
from engine.situation import knowledge, leaders_overseas
from engine.state import State, known_zones, sides
from engine.state.forces import Unit
from engine.state.stacks import Band

STAND = "stand"
EVADE = "evade"


class Fled(NamedTuple):
    """A fleet that has gone to a port: the port ("" for none), the way, what is left, what sank.

    `sunk` are the thirds of a detachment that the way cost, `ashore` the troops it has landed.
    """

    port: str
    way: tuple[str, ...]
    left: tuple[int, ...]
    sunk: int
    ashore: Band | None = None


# Going to a port.


def retreat_in_words(state: State, force: Force, haven: Haven, manoeuvre: int | None) -> str:
    """How far a port is for a fleet that goes there, and what the way may cost."""
    band = Band.of(force.units(state), force.leaders(state))
    journey = haven.journey(force.journey or attrition_math.begin(state, band), manoeuvre)
    foreseen = attrition.attrition_in_words(state, band, journey)
    return f"{haven.distance_in_words}, {foreseen.words}"


def nearest_ports(state: State, zone: str, force: Force) -> list[Haven]:
    """The nearest ports for a fleet, with the leaders whom it carries."""
    aboard = carried_troops.passengers(state, zone, force.alliance, force.unit_ids)[1]
    people = [*force.leader_ids, *aboard]
    return havens.nearest_havens(state, force.units(state), zone, force.alliance, leaders=people)


async def flee(
    phase: Phase,
    zone: str,
    force: Force,
    manoeuvre: int | None,
    question: str,
    told: Told = NOTHING_TOLD,
) -> Fled:
    """Takes a fleet to the nearest port large enough for it, its controller choosing among equals.

    EVA-06, EVA-07, RET-06 to RET-11; what it has discovered is brought home, and its gold is
    unloaded, before its attrition (DIS-09, CMB-31, RET-A2). `manoeuvre` stands for the commander's
    in the attrition, None for his own. Without any port to go to the fleet stays at sea, rolls for
    that, and loses whom it carries no more (CMB-28). `told` is what the question says of a battle
    before it.
    """
    state = phase.state
    units, present = force.units(state), force.leaders(state)
    who = sides.decider(state, in_command(state, force).country)
    found = nearest_ports(state, zone, force)
    haven, by_place = Haven(0, "", ()), {each.place: each for each in found}

    def port(place: str) -> Option:
        cost = retreat_in_words(state, force, by_place[place], manoeuvre)
        return Option(place, name_of(place), cost)

    if found:
        chosen = await Choose(
            who=who,
            name="retreat-to",
            what=question,
            about={"place": zone, "units": list(force.unit_ids), **told},
            options=asks.Told([*by_place], port),
        )
        haven = by_place[chosen]
    last = state.last_unit
    band = Band.of(units, present, zone)
    journey = force.journey or attrition_math.begin(state, band)
    numbers = band.units
    troops, people = carried_troops.passengers(state, zone, force.alliance, numbers)
    if haven.place:
        lay(state, band, haven.place)
        discoveries.settle(phase, (*troops, *people), haven.place)
        overseas = any(known_zones.overseas(each) for each in (zone, *haven.way[:-1]))
        gold.unload(phase, numbers, haven.place, overseas)
    sunk = await attrition.voyage_attrition(
        phase,
        band,
        haven.journey(journey, manoeuvre),
        attrition.TO_PORT,
        troops,
    )
    left = [number for number in alive(state, numbers, last) if not state.units[number].land]
    ashore = None
    if haven.place:
        ashore = await carried_troops.disembark(phase, zone, haven.place, force.alliance, left)
        _tell(phase, zone, who, left, haven.place)
    else:
        await carried_troops.drop_excess(phase, zone, force.alliance, ())
        staying_aboard.leaders_without_troops(phase, zone, force.alliance, troops)
    return Fled(haven.place, haven.way, tuple(left), sunk, ashore)


def _tell(phase: Phase, zone: str, who: str, left: Sequence[int], port: str) -> None:
    ships = fleets.units_and_owners(phase.state.units_by_id(left))
    text = f"{ships} {conjugate('go', len(left))} from {called(zone)} to {called(port)}."
    if not left:
        text = f"Nobody comes from {called(zone)} to {called(port)}."
    phase.tell("retreat", text, zone, who, {"from": zone, "to": port, "units": list(left)})


# Evasion.


def may_evade(state: State, force: Force, interception: bool) -> bool:
    """Whether a force may try to evade: neither phasing nor intercepting, and not joined by such.

    EVA-01, EVA-A1. The caller asks for the force that is not phasing.
    """
    joined = any(f"joined {number}" in state.marks.done for number in force.unit_ids)
    return not interception and not joined


async def evade(phase: Phase, zone: str, both: Both) -> Fled | None:
    """The non-phasing stack may evade to a port; None: the battle is fought.

    EVA-02 to EVA-06, EVA-17, EVA-A2 to EVA-A4: without a port within reach it may not.
    """
    phasing, force = both
    state = phase.state
    if not nearest_ports(state, zone, force):
        return None
    chief = in_command(state, force)
    who, name = sides.decider(state, chief.country), countries.with_article(chief.country)
    advantage = total(_advantage(state, both))
    chosen = await Choose(
        who=who,
        name="evade",
        what=f"{name} {in_or_off(zone)}: fight or evade to port?",
        about=weigh_battle(
            {"place": zone, "units": list(force.unit_ids), "enemy": list(phasing.unit_ids)},
            state, zone, both,
        ),
        options=[
            Option(STAND, "Stand and fight"),
            Option(EVADE, "Try to evade", leaders.evasion_odds(advantage)),
        ],
        enter=STAND,
    )  # fmt: skip
    if chosen == STAND:
        return None
    for each in both:
        await vizier(phase, in_command(state, each))
    if not await succeeds(phase, zone, chief.country, _advantage(state, both)):
        return None
    question = f"{countries.does(chief.country, 'evade')} from {called(zone)}: to which port?"
    return await flee(phase, zone, force, None, question)


def _advantage(state: State, both: Both) -> tuple[Modifier, ...]:
    """The modifiers of the test; a replacement does not help, of a nameless vizier it is what he
    may be expected to have until he is rolled, 0 without a leader (EVA-03, EVA-17, EVA-A2)."""
    phasing, evading = (
        expected_commander(state, each).manoeuvre if in_command(state, each).leader else 0
        for each in both
    )
    return leaders.evasion_modifiers(evading, phasing)


# The follow-up.


async def follow(
    phase: Phase,
    zone: str,
    force: Force,
    fled: Fled,
    manoeuvre: int | None = None,
    told: Told = NOTHING_TOLD,
) -> Fled:
    """A fleet may follow another to its port, and there only, to blockade it.

    EVA-08, EVA-09, RET-12 to RET-16: a part of it large enough may go, none with troops that the
    rest cannot carry, nor a leader to where he may not go (C-LDR-07); it rolls attrition, and
    strait forts may fire. `manoeuvre` stands for the
    commander's, None for his own. Gives the ships of the force that are left, at sea all of them.
    """
    state = phase.state
    units = force.units(state)
    stays = Fled("", (), tuple(unit.id for unit in units), 0)
    if not fled.port or not units:
        return stays
    end = fled.way[-2] if len(fled.way) > 1 else zone

    def refusal(part: Part) -> str:
        """Why a part may not follow, "" where it may (RET-12, RET-14, RET-15, CMB-29)."""
        going = [state.units[int(key)] for key in part.troops]
        rest = [unit for unit in units if unit not in going]
        if not can_carry(state, rest, zone, force.alliance):
            return "the ships that stay cannot carry the troops (RET-15)"
        band = part.of(zone)
        if rest and (offence := hierarchy.why_worse(state, band, end)):
            return f"{offence} (RET-14)"
        if reason := gold.why_together(state, going, rest):
            return reason
        chart = knowledge.chart(state, band)
        galleys = fleets.has_galleys(going)
        if not all(ports.sailable(state, each, galleys, chart) for each in fled.way[:-1]):
            return f"the way to {called(fled.port)} is none for these ships (C-NAV-02, DIS-02)"
        return blockades.why_no_blockade(state, going, end, fled.port)

    names = tuple(
        name
        for name in force.leader_ids
        if state.leaders[name].status == "map"
        and not any(leaders_overseas.why_not(state, name, each) for each in fled.way[:-1])
    )
    every = Part(whole_stack(units, []).troops, names)
    single = [Part((str(unit.id),), names) for unit in units]
    pairs = [Part(a.troops + b.troops, names) for a, b in combinations(single, 2)]
    parts = [part for part in (every, *single, *pairs) if not refusal(part)]
    if not parts:
        return stays
    who = sides.decider(state, in_command(state, force).country)
    band = parts[0].of(zone)
    begun = force.journey or attrition_math.begin(state, band)
    journey = replace(begun.extended(*fled.way[:-1]), manoeuvre=manoeuvre)
    follows = await YesNo(
        who=who,
        name="follow",
        what=f"Follow the enemy to {called(fled.port)} and blockade it?",
        detail=lambda: attrition.attrition_in_words(state, band, journey).words,
        about={"place": zone, "units": list(force.unit_ids), "port": fled.port, **told},
        enter=False,
    )
    if not follows:
        return stays
    part = parts[0]
    if len(units) > 1:
        part = await Parting(
            who=who,
            name="follower",
            what=f"Which ships follow to {called(fled.port)}?",
            about={"place": zone, "units": list(force.unit_ids), "leaders": list(names), **told},
            state=state,
            units=[unit.id for unit in units],
            leaders=names,
            troops=True,
            allowed=refusal,
            parts=parts,
            enter=part.keys,
        )
    return await _blockade(phase, zone, force, fled, part, manoeuvre)


async def _blockade(
    phase: Phase, zone: str, force: Force, fled: Fled, part: Part, manoeuvre: int | None
) -> Fled:
    """The follower sails to the sea of the port, and blockades it if it still can."""
    state = phase.state
    last, journey = state.last_unit, force.journey or attrition_math.begin(state, part.of(zone))
    numbers = [int(key) for key in part.troops]
    voyage = Voyage(force.alliance, numbers, list(part.leaders), Journey((zone,)), last=last)
    before = fleets.thirds(voyage.ships(state))
    for place in fled.way[:-1]:
        if await gunfire.under_fire(phase, voyage, voyage.place, place):
            break
        lay(state, voyage, place)
        voyage.journey = voyage.journey.extended(place)
    way = voyage.journey.way[1:]
    journey = replace(journey.extended(*way), manoeuvre=manoeuvre)
    await attrition.voyage_attrition(phase, voyage, journey, "the pursuit to port")
    voyage.take_stock(state)
    action = Action("blockade", fled.port)
    there = voyage.ships(state)
    if there and not blockades.why_no_blockade(state, there, voyage.place, fled.port):
        announced_action.join(state, voyage, action)
        text = f"{countries.does(there[0].country, 'blockade')} {called(fled.port)}."
        phase.tell("naval-action", text, voyage.place)
    state.marks.done.update(follow_mark(key) for key in (*voyage.units, *voyage.leaders))
    left = alive(state, force.unit_ids, last)
    return Fled(fled.port, way, tuple(left), before - fleets.thirds(there))


def can_carry(state: State, ships: Sequence[Unit], zone: str, alliance: str) -> bool:
    """Whether ships can carry the troops that are aboard in a zone (RET-15, C-NAV transport)."""
    return transports.can_carry(state, ships, sides.stack(state, zone, alliance, "aboard").units)
