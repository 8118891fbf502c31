"""The exploration step: what comes of explorations on the board (EXP-01 to EXP-06, EXP-21 to 30).

First the naval stacks that announced it, then stacks on land and aboard, by the procedures of
engine.overseas.exploration_math. Names of dice: `<country>.explore`, `.half`, `.star`, `.death`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from engine.combat.leader_casualties import carry_out_fate
from engine.combat.leader_casualties_math import Fate
from engine.expeditions import exploring_parties, natives
from engine.expeditions.exploring_parties import Explorers, odds, odds_in_words
from engine.facts import board, countries
from engine.facts.board import called, in_or_off
from engine.fleets import fleets
from engine.grammar import thirds
from engine.land.ground import besieging, losses, stack_parts, stacking
from engine.land.ground.stack_parts import Part, Parting
from engine.land.movement import interception_battle
from engine.modifiers import Modifier, Rolled
from engine.overseas import (
    active_natives,
    attrition_percentages,
    discoveries,
    exploration_math,
    exploration_rights,
)
from engine.overseas.exploration_math import Expedition, Outcome
from engine.play.asks import Choose, Option
from engine.play.decision_details import Weighed
from engine.play.phase import Phase
from engine.rounds import campaigns
from engine.sea.under_way import attrition, carried_troops
from engine.sea.under_way import staying_aboard as under_way
from engine.situation import command, knowledge, naval_command
from engine.state import State, forces, known_zones, sides
from engine.state.stacks import Band

DONE: Final = "done"


async def explorations(phase: Phase) -> None:
    """The exploration step of an impulse: first by sea, then by land (EXP-01, EXP-03)."""
    if known_zones.knowledge_counts(phase.state):
        await _by_sea(phase)
        await _by_land(phase)
        discoveries.settle(phase)


async def _by_sea(phase: Phase) -> None:
    state = phase.state
    alliance = sides.phasing_alliance(state)
    for place in state.occupied_places():
        while (stack := fleets.stack(state, place, alliance, exploration_rights.EXPLORE)).units:
            phase.mark()
            stack = fleets.stack(state, place, alliance, exploration_rights.EXPLORE)
            band, goal = stack.band, ""
            _, carried = carried_troops.passengers(state, place, alliance, band.units)
            reason = exploration_rights.why_not(state, band, place, False, carried)
            if not reason:
                found = exploration_rights.seas(state, band, place, carried)
                goal = await _zone(phase, band, found)
            if not goal:
                country = knowledge.commanding_country(state, band)
                who, why = sides.decider(state, country), f": {reason}" if reason else ""
                text = f"{countries.does(country, 'explore')} nothing from {called(place)}{why}."
                phase.tell("exploration", text, place, who, only=[who])
            last = state.last_unit
            if goal:
                await _sail(phase, alliance, band, goal)
            made = range(last + 1, state.last_unit + 1)
            for key in (*map(str, (*band.units, *made)), *band.leaders):
                state.sea.tasks.pop(key, None)


async def _zone(phase: Phase, band: Band, found: Sequence[str]) -> str:
    """Which of the unknown zones found a naval stack explores, "" for none after all."""
    state = phase.state
    plans = {zone: exploring_parties.by_sea(state, band, zone) for zone in found}
    units = state.units_by_id(band.units)
    country = knowledge.commanding_country(state, band)
    answer = await Choose(
        who=sides.decider(state, country),
        name="explore",
        what=f"{fleets.units_in_words(units)} of {countries.with_article(country)} "
             f"{in_or_off(band.place)}: which sea is explored?",
        about=Weighed(band.about, lambda: {zone: odds(plan) for zone, plan in plans.items()}),
        options=[
            *(Option(zone, f"explore {called(zone)}", odds_in_words(plan))
              for zone, plan in plans.items()),
            Option(DONE, "explore nothing"),
        ],
        enter=found[0],
    )  # fmt: skip
    return "" if answer == DONE else answer


async def _sail(phase: Phase, alliance: str, band: Band, zone: str) -> None:
    """A naval stack explores a sea zone, with its losses and those of the troops aboard."""
    state, place = phase.state, band.place
    country = knowledge.commanding_country(state, band)
    expedition = exploring_parties.by_sea(state, band, zone)
    chief = naval_command.commander(state, *band.units_and_leaders(state)).leader
    aboard, passengers = carried_troops.passengers(state, place, alliance, band.units)
    last = state.last_unit
    outcome = await _explore(phase, country, expedition, place, zone)
    lost = expedition.strength - outcome.left
    await attrition.suffer(phase, band.units, country, lost, outcome.percent, aboard, "exploration")
    ships = _left(state, band.units, last, place, alliance)
    await carried_troops.drop_excess(phase, place, alliance, ships)
    people = [*band.leaders, *passengers]
    _deaths(phase, outcome, country, place, chief, [] if ships else people)
    troops = _left(state, aboard, last, place, alliance)
    left = Band(place, (*ships, *troops), tuple(people))
    if _discover(phase, alliance, country, outcome, left, zone):
        await carried_troops.drop_excess(phase, zone, alliance, ())  # other ships stayed behind
        under_way.leaders_without_troops(phase, zone, alliance, aboard)
    discoveries.settle(phase)


def _left(state: State, numbers: Sequence[int], last: int, place: str, alliance: str) -> list[int]:
    """What is left of counters after losses, the change made for them counted in."""
    land = any(state.units[number].land for number in numbers if number in state.units)
    made = [
        number
        for number, unit in state.units.items()
        if number > last
        and unit.place == place
        and unit.land == land
        and sides.alliance_of(state, unit.country) == alliance
    ]
    return sorted({*(number for number in numbers if number in state.units), *made})


async def _explore(
    phase: Phase, country: str, expedition: Expedition, place: str, goal: str
) -> Outcome:
    """Rolls an exploration and tells it to its country alone."""
    who = sides.decider(phase.state, country)
    thrown: list[Rolled] = []

    async def roll(name: str, modifiers: Sequence[Modifier], purpose: str) -> int:
        rolled = await phase.roll(f"{country}.{name}", modifiers, purpose)
        thrown.append(rolled)
        return rolled.die

    outcome = await exploration_math.explore(expedition, roll, attrition_percentages.by_stars(roll))
    explores = countries.does(country, "explore")
    found = "discovered" if outcome.discovered else "nothing found"
    unit = "ND" if expedition.domain == "sea" else "LD"
    gone = expedition.strength - outcome.left
    lost = attrition_percentages.in_words(outcome.percent, gone, unit)
    again = next((each.die for each in thrown if each.name.endswith(".half")), 0)
    half = f", half a discovery (then {again})" if outcome.half else ""
    phase.tell_roll(
        thrown[0],
        f"{explores} {called(goal)} from {called(place)}: "
        f"{thrown[0].spoken()}{half}, {found}; {lost}.",
        place,
        only=[who],
    )
    for test in thrown:
        if test.name.endswith(".death"):
            guide = expedition.guide
            dies = exploration_math.dies(test.die, guide)
            how, fate = ("more than", "is lost") if dies else ("at most", "lives")
            die = f"{test.die}, {how} {guide.manoeuvre}"
            text = f"The leader's survival is tested: {die}: he {fate}."
            phase.tell_roll(test, text, place, only=[who])
    return outcome


def _deaths(
    phase: Phase, outcome: Outcome, country: str, place: str, chief: str, drowned: Sequence[str]
) -> None:
    """Who failed his test dies; with all ships everybody aboard does (EXP-27, EXP-A3)."""
    dead = [*drowned, *([chief] if "leader" in outcome.dead else [])]
    for name in dict.fromkeys(dead):
        leader = phase.state.leaders[name]
        if leader.status == "map":
            carry_out_fate(phase, place, leader.country, name, Fate("killed"), country)


def _discover(
    phase: Phase, alliance: str, country: str, outcome: Outcome, band: Band, goal: str
) -> bool:
    """Notes a discovery for those who are left of the commanding country, and moves all there.

    True when they stand in the new zone (EXP-22 to EXP-24, DIS-01). Where another stack of the
    side stands with a discovery of its own, they stay: the two could not merge (DIS-03).
    """
    state = phase.state
    alive = [name for name in band.leaders if state.leaders[name].status == "map"]
    carriers = [str(number) for number in band.units if state.units[number].country == country]
    carriers += [name for name in alive if state.leaders[name].country == country]
    if not outcome.success or not carriers:
        return False
    for carrier in carriers:
        knowledge.discover(state, carrier, goal)
    who, has = sides.decider(state, country), countries.does(country, "have")
    others = {state.units[number].country for number in band.units} - {country}
    beside = f" with {countries.join_with_articles(sorted(others))}" if others else ""
    phase.tell("discovery", f"{has} discovered {called(goal)}{beside}.", goal, who, only=[who])
    if not outcome.moves or may_not_join(state, band.units, goal, alliance):
        return False
    for number in band.units:
        unit = state.units[number]
        if board.is_sea(goal):
            state.put(unit, goal, unit.position)
        else:
            state.put(unit, goal)
            state.marks.entered.setdefault(unit.id, [band.place]).append(goal)
    for person in alive:
        leader = state.leaders[person]
        state.put_leader(leader, goal, leader.position if board.is_sea(goal) else "field")
    return True


def may_not_join(state: State, unit_ids: Sequence[int], place: str, alliance: str) -> bool:
    """Whether a zone holds counters of the side that these may not join (INI-03, DIS-03,
    C-STK-02)."""
    if knowledge.unknown_to_others(state, place, alliance, unit_ids):
        return True
    ids = set(unit_ids)
    others = [
        unit
        for unit in state.units_at(place)
        if unit.id not in ids and sides.alliance_of(state, unit.country) == alliance
    ]
    if not others:
        return False
    both = [*others, *state.units_by_id(unit_ids)]
    if not sides.may_stack(state, (unit.country for unit in both)):
        return True
    ships = [unit for unit in both if not unit.land]
    return board.is_sea(place) and not fleets.within_stacking(ships)


# By land.


async def _by_land(phase: Phase) -> None:
    """Stacks on land and aboard explore in the order of their choice, each once (EXP-03)."""
    alliance = sides.phasing_alliance(phase.state)
    while "explored" not in phase.state.marks.done:
        phase.mark()
        state = phase.state
        ready = exploring_parties.exploring_stacks(state, alliance)
        plans = {f"{stack.place}>{goal}": (stack, goal) for stack in ready
                 for goal in stack.goals(state)}  # fmt: skip
        answer = await Choose(
            who=sides.speaker(state, alliance),
            name="next-exploration",
            what="Who explores an unknown province?",
            about=Weighed(
                {"places": sorted(stack.place for stack in ready)},
                partial(_weigh, state, plans, alliance),
            ),
            options=[
                *(_option(state, key, *plan, alliance) for key, plan in plans.items()),
                Option(DONE, "Explore no further"),
            ],
            enter=DONE,
            done=DONE,
        )  # fmt: skip
        if answer == DONE:
            phase.state.marks.done.add("explored")
            return
        await _march(phase, alliance, *plans[answer])


def _plan(state: State, stack: Explorers, goal: str, alliance: str) -> Expedition:
    party = stack.party(state, goal)
    strength = stack_parts.thirds(state, party)
    return exploring_parties.by_land(state, party.of(stack.place), goal, alliance, strength)


def _weigh(
    state: State, plans: Mapping[str, tuple[Explorers, str]], alliance: str
) -> dict[str, Any]:
    return {key: odds(_plan(state, *plan, alliance)) for key, plan in plans.items()}


def _option(state: State, key: str, stack: Explorers, goal: str, alliance: str) -> Option:
    party = stack_parts.part_in_words(state, stack.party(state, goal).keys)
    foreseen = odds_in_words(_plan(state, stack, goal, alliance))
    said = f"explore {called(goal)} from {called(stack.place)}"
    return Option(key, said, f"{party}: {foreseen}")


async def _part(phase: Phase, stack: Explorers, goal: str) -> Part:
    """Who of a stack explores; not asked when only one thing is there."""
    state = phase.state
    keys = stack.may_go(state, goal)
    units = [number for number in stack.units if str(number) in keys]
    leaders = [name for name in stack.leaders if name in keys]
    party = stack.party(state, goal)
    if len(keys) == 1 and not any(state.units[number].army for number in units):
        return party
    everybody = forces.strength(state.units_by_id(stack.units))

    def allowed(part: Part) -> str:
        country = knowledge.commanding_country(state, part.of(stack.place))
        reason = campaigns.may_act(state, country)
        if not reason and part.troops and everybody - stack_parts.thirds(state, part) < stack.watch:
            stays = f"{thirds(stack.watch)} LD" if stack.watch > 1 else "some troops"
            name = called(stack.place)
            return f"{stays} of them must stay at the fortress of {name} (MOV-26, EXP-A8)"
        return reason

    return await Parting(
        who=sides.decider(state, knowledge.commanding_country(state, stack)),
        name="explorers",
        what=f"Who goes from {called(stack.place)} to explore {called(goal)}?",
        about={"place": stack.place, "units": units, "leaders": leaders},
        state=state,
        units=units,
        leaders=leaders,
        allowed=allowed,
        parts=[party, replace(party, leaders=())],
        enter=party.keys,
    )


async def _march(phase: Phase, alliance: str, stack: Explorers, goal: str) -> None:
    """A land stack, or a leader alone, explores a province and meets its natives (EXP-03 to EXP-05,
    EXP-20, EXP-30, EXP-A5).

    It besieges an enemy there (EXP-22), or fights him where his land is known (DIS-04).
    """
    part = await _part(phase, stack, goal)
    state, place = phase.state, stack.place
    last = state.last_unit
    numbers = stack_parts.break_armies(state, part)
    going = Band(place, tuple(numbers), part.leaders)
    state.marks.done.update(f"explored {key}" for key in (*map(str, stack.units), *stack.leaders))
    country = knowledge.commanding_country(state, going)
    expedition = exploring_parties.by_land(state, going, goal, alliance)
    chief = command.commander(state, *going.units_and_leaders(state)).leader
    before = state.last_unit
    outcome = await _explore(phase, country, expedition, place, goal)
    await losses.lose(phase, numbers, expedition.strength - outcome.left, "exploration")
    made = [number for number in state.units if number > before]
    numbers = [number for number in (*numbers, *made) if number in state.units]
    state.marks.done.update(f"explored {number}" for number in state.units if number > last)
    _deaths(phase, outcome, country, place, chief, [])
    people = tuple(name for name in part.leaders if state.leaders[name].status == "map")
    left = Band(place, tuple(numbers), people)
    there = _discover(phase, alliance, country, outcome, left, goal)
    discoveries.settle(phase)
    if not board.is_sea(place):
        await besieging.settle(phase, place)
        await stacking.enforce_stacking(phase, place, alliance)
    if not there:
        return
    come = natives.expedition(state, alliance, replace(left, place=goal))
    stops = await natives.meet_natives(phase, come)
    foes = active_natives.unbeaten(state, sides.enemy_units(state, goal, alliance))
    enemies = [unit.id for unit in foes]
    numbers = [n for n in numbers if n in state.units and state.units[n].place == goal]
    meets = enemies and numbers and knowledge.may_interact(state, numbers, enemies, goal)
    if meets and not stops:
        interception_battle.lock(phase, goal, alliance)
    await besieging.settle(phase, goal)
    await stacking.enforce_stacking(phase, goal, alliance)
