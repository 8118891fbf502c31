"""Moves of naval stacks, with everything that happens on the way (NAV, BLK, NIN, PRE).

A move is a stack or a part of it, its way and perhaps an action at the end. Attrition is rolled
once, when an action is announced or when the movement ends (NAV-09, NAV-12).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations
from typing import Final

from engine.facts import board, countries
from engine.facts.board import called, in_or_off
from engine.fleets import arrange_fleets, fleets, gold, stacking, unmoved_ships
from engine.fleets import supply_by_sea as naval_supply
from engine.fleets.sailing_rights import decides, may_sail, some_sail
from engine.fleets.unmoved_ships import Waiting
from engine.grammar import conjugate
from engine.land.ground import stack_parts
from engine.land.ground.stack_parts import Part, Parting
from engine.land.movement import march_under_way
from engine.land.supply import supply_lines
from engine.overseas import discoveries
from engine.play.asks import Option
from engine.play.phase import Phase
from engine.rounds import campaigns
from engine.sea.under_way import (
    announced_action,
    attrition_math,
    boarding,
    carried_troops,
    staying_aboard,
)
from engine.sea.under_way.announced_action import ANNOUNCE, Action
from engine.sea.under_way.voyage import Voyage, tell_way
from engine.sea.voyages import landing, naval_actions, voyage_step
from engine.sea.voyages.sail_ask import Sail
from engine.sea.voyages.voyage_step import announce, step, voyage_attrition
from engine.sequence import marches, troops_ashore
from engine.situation import naval_command
from engine.state import State, sides
from engine.state.forces import Unit
from engine.state.stacks import Stack

ARRANGE: Final = "arrange "
SHORT: Final = 30  # so long a list of ships is told in a question

# What may sail.


def movers(state: State, alliance: str) -> dict[str, Stack]:
    """The naval stacks that may still move or act, by the key of the next-move question.

    The key is the place and the lowest counter: `sea-manche:41`.
    """
    places = sorted(state.places_of_ships(sides.members(state, alliance)))
    return {
        each.key: each.stack
        for place in places
        for each in unmoved_ships.waiting(state, place, alliance)
        if _goes(state, each)
    }


def _goes(state: State, ships: Waiting) -> bool:
    """Whether something of a stack may sail, though troops or gold are aboard (CMB-06, CAM-02)."""
    free = ships.stack
    if not some_sail(state, free.units, free.leaders):
        return False
    if not ships.laden and not gold.shares_room(state, free.units):
        return True
    return any(not _refusal(state, free, part) for part in _parts(state, free))


def _refusal(state: State, free: Stack, part: Part) -> str:
    """Why these ships of a stack, or its leaders alone (LDM-01), do not sail, "" when they may."""
    if not part.troops:
        owners = {state.leaders[name].country for name in part.leaders}
        return next(filter(None, (campaigns.may_act(state, owner) for owner in owners)), "")
    numbers = [int(key) for key in part.troops]
    units = state.units_by_id(numbers)
    if not fleets.within_stacking(units):
        return "one stack is at most 3 counters and 2 transports (C-STK-02)"
    stay = [unit for unit in free.units if unit.id not in numbers]
    return (
        may_sail(state, units, part.leaders)
        or staying_aboard.why_stranded(state, free.place, free.alliance, numbers)
        or gold.why_together(state, units, stay)
    )


def _parts(state: State, free: Stack) -> list[Part]:
    """What may sail of a stack: each counter with its leaders; with troops or gold aboard, any."""
    names, keys = tuple(free.leader_ids), [str(unit.id) for unit in free.units]
    laden = sides.stack(state, free.place, free.alliance, "aboard").units
    most = len(keys) if laden or gold.shares_room(state, free.units) else 1
    return [Part(some, names) for size in range(1, most + 1) for some in combinations(keys, size)]


def _mover(state: State, alliance: str, key: str) -> Stack:
    """The stack of a key of `movers`."""
    found = unmoved_ships.waiting(state, key.partition(":")[0], alliance)
    return next(each.stack for each in found if each.key == key)


def choices(state: State, place: str, alliance: str) -> Iterator[str]:
    """What naval stacks of a place may do, as answers to the next-move question: to sail, or to
    form other fleets."""
    for each in unmoved_ships.waiting(state, place, alliance):
        if not _goes(state, each):
            continue
        yield each.key
        if unmoved_ships.may_arrange(state, each):
            yield f"{ARRANGE}{each.key}"


def option(state: State, alliance: str, answer: str) -> Option:
    """One of the `choices` as it reads."""
    stack = _mover(state, alliance, answer.removeprefix(ARRANGE))
    ships, where = fleets.units_in_words(stack.units), in_or_off(stack.place)
    if stack.leaders:
        led = (countries.leader(leader.id).name for leader in stack.leaders)
        ships = f"{ships} with {', '.join(led)}"
    if answer.startswith(ARRANGE):
        return Option(answer, f"form other fleets {where}", ships)
    beside = stack.position == "port" and sides.stack(state, stack.place, stack.alliance).units
    carry = ", or carry troops" if beside else ""
    return Option(answer, f"ships {where} sail{carry}", ships)


async def _arrange(phase: Phase, free: Stack) -> None:
    """Ships are put into other fleet counters, once for a stack in an impulse (C-NAV-06)."""
    state = phase.state
    state.marks.done.add(unmoved_ships.arranged(state, free))
    place, alliance, task = free.place, free.alliance, fleets.task(state, free)
    who, numbers = decides(state, free.units, []), free.unit_ids
    wanted = await arrange_fleets.question(state, who, free)
    fed = naval_supply.supplied_ashore(state)
    arrange_fleets.apply(state, numbers, wanted)
    ships = fleets.units_and_owners(fleets.ships_doing(state, place, alliance, task))
    phase.tell("arrange", f"The ships {in_or_off(place)} are now {ships}.", place, who)
    supply_lines.tell_supply_ended(phase, fed)


# One move.


async def move(phase: Phase, alliance: str, key: str) -> None:
    """One naval move: what sails, its way, and everything that happens on it (MVG-02, NAV).

    Troops go aboard, sail along and land in this order (CMB-03).

    Ships with troops that are stopped go back where they may not stay (PRE-13). Leaders of a stack
    may go alone, as by land (LDM-01).
    """
    state = phase.state
    if key.startswith(ARRANGE):
        await _arrange(phase, _mover(state, alliance, key.removeprefix(ARRANGE)))
        return
    fed = naval_supply.supplied_ashore(state)
    free = _mover(state, alliance, key)
    part = await _part(phase, free)
    if not part.troops:
        await marches.leave_ships(phase, alliance, free.place, part.leaders)
        return
    numbers = [int(each) for each in part.troops]
    units = state.units_by_id(numbers)
    leaders = state.leaders_by_id(part.leaders)
    journey = attrition_math.begin(state, part.of(units[0].place))
    country = naval_command.commanding_country(state, units, leaders)
    voyage = Voyage(alliance, numbers, list(part.leaders), journey, last=state.last_unit)
    voyage.everyone, voyage.chiefs = list(numbers), list(part.leaders)
    await staying_aboard.take_along(phase, voyage)
    path = await _ask(phase, voyage, [])
    if all(item[0] in "+-" for item in path):
        state.marks.tell_to_stay(part.keys)
        return
    state.marks.moved.update(numbers)
    state.marks.moved_leaders.update(part.leaders)
    staying_aboard.mark_taken_along(state, voyage)
    while path:
        path = await _walk(phase, voyage, path)
    if voyage.cargo and voyage.stopped and voyage.units and not _may_stay(state, voyage):
        await voyage_step.turn_back(phase, voyage, [])
    await _end(phase, voyage)
    if voyage.announced:
        text = f"{countries.with_article(country)} cannot carry out {voyage.announced}: "
        text += f"{countries.its(country)} ships were beaten or lost."
        phase.tell("naval-action", text, voyage.place, sides.decider(state, country))
    await troops_ashore.finish(phase, voyage)
    discoveries.settle(phase)
    supply_lines.tell_supply_ended(phase, fed)


def _may_stay(state: State, voyage: Voyage) -> bool:
    """Whether a stopped fleet may end its move where it is with the troops it carries (CMB-19)."""
    if voyage.cargo is None or not board.is_sea(voyage.place):
        return True
    return carried_troops.may_stay(state, voyage.place, voyage.cargo.move.troops(state))


async def _part(phase: Phase, free: Stack) -> Part:
    """Which ships of the stack sail; not asked when only one thing is there (MVG-07)."""
    state = phase.state
    whole = stack_parts.whole_stack(free.units, free.leaders)
    if len(whole.keys) == 1:
        return whole
    names = free.leader_ids

    return await Parting(
        who=decides(state, free.units, names),
        name="mover",
        what=f"Which ships sail from {called(free.place)}?",
        about=free.band.about,
        state=state,
        units=free.unit_ids,
        leaders=names,
        allowed=partial(_refusal, state, free),
        parts=_parts(state, free),
        enter=whole.keys,
    )


def _ships_in_words(units: Sequence[Unit]) -> str:
    """The ships by name, as long as that is short."""
    named = fleets.units_in_words(units)
    return named if len(named) <= SHORT else "ships"


def _where(voyage: Voyage, country: str, units: Sequence[Unit]) -> str:
    """Where ships go, as a question."""
    ships = f"{countries.possessive(country)} {_ships_in_words(units)}"
    return f"Where {conjugate('do', len(units))} {ships} sail from {called(voyage.place)}?"


async def _ask(phase: Phase, voyage: Voyage, rest: Sequence[str]) -> list[str]:
    """Asks for the way, or for the rest of it, the plan being the default; ships whose troops and
    their leaders are all lost carry nobody any more (CMB-28)."""
    state = phase.state
    if cargo := voyage.cargo:
        march_under_way.take_stock(state, cargo.move)
        if not (cargo.move.units or cargo.move.everyone or cargo.move.leaders):
            voyage.cargo = None
    units = voyage.ships(state)
    country = naval_command.commanding_country(state, units, state.leaders_by_id(voyage.leaders))
    ask = Sail(
        who=sides.decider(state, country),
        name="sail",
        what=partial(_where, voyage, country, units),
        about=voyage.band.about,
        state=state,
        alliance=voyage.alliance,
        units=tuple(voyage.units),
        leaders=tuple(voyage.leaders),
        journey=voyage.journey,
        everyone=tuple(voyage.everyone),
        rest=tuple(rest),
        cargo=voyage.cargo,
        fought=voyage.fought,
    )
    return list(await ask)


async def _walk(phase: Phase, voyage: Voyage, path: list[str]) -> list[str]:
    """Sails a way; gives the way to go on, asked again if something happened. Who is stopped does
    no action, nor goes on with one where he has not come away (BLK-06, BLK-07, PRE-10)."""
    for at, item in enumerate(path):
        rest = path[at + 1 :]
        if item[0] == "-":
            _drop(voyage, item[1:])
        elif item[0] == "+":
            _take(phase.state, voyage, item[1:])
        elif item[0] == ANNOUNCE:
            return await _act(phase, voyage, announced_action.read(item))
        else:
            following = _announced(rest)
            outcome = await step(phase, voyage, item, following)
            if outcome == "stop":
                voyage.stopped = True
                fleets.set_task(phase.state, voyage.stack(phase.state), "")
                return []
            if voyage.rolled and following:
                _carry_out(phase, voyage, following)
                return []
            if outcome == "ask":
                return await _ask(phase, voyage, _rest(voyage, rest))
    return []


def _announced(rest: Sequence[str]) -> Action | None:
    """The action that follows in the place to be entered; going aboard is none."""
    action = announced_action.read(rest[0]) if rest and rest[0][0] == ANNOUNCE else None
    return None if action is not None and action.kind in announced_action.GOING_ABOARD else action


async def _act(phase: Phase, voyage: Voyage, action: Action) -> list[str]:
    """Does an action where the stack is; troops go aboard, and the way is asked again."""
    if action.kind == boarding.EMBARK:
        await boarding.embark(phase, voyage, action.target)
        return await _ask(phase, voyage, [])
    if action.kind == gold.LOAD:
        carried_troops.load(phase, voyage)
        return await _ask(phase, voyage, [])
    await announce(phase, voyage, action)
    _carry_out(phase, voyage, action)
    return []


def _carry_out(phase: Phase, voyage: Voyage, action: Action) -> None:
    if action.kind in announced_action.LANDINGS:
        landing.land(phase, voyage, action)
    else:
        naval_actions.carry_out(phase, voyage, action)


def _rest(voyage: Voyage, path: Sequence[str]) -> list[str]:
    """The rest of a plan that still makes sense."""
    known = {*map(str, voyage.units), *voyage.leaders}
    return [item for item in path if item[0] != "-" or item[1:] in known]


def _drop(voyage: Voyage, key: str) -> None:
    """Leaves a counter or leader behind where the stack is (MVG-07, LDM-A2)."""
    if key in voyage.leaders:
        voyage.leaders.remove(key)
    else:
        voyage.units.remove(int(key))


def _take(state: State, voyage: Voyage, key: str) -> None:
    """Picks up a counter or leader where the stack is (MVG-07)."""
    state.sea.tasks.pop(key, None)
    if key in state.leaders:
        voyage.leaders.append(key)
        voyage.chiefs.append(key)
        state.marks.moved_leaders.add(key)
        return
    voyage.units.append(int(key))
    voyage.everyone.append(int(key))
    state.marks.moved.add(int(key))


# The end.


async def _end(phase: Phase, voyage: Voyage) -> None:
    """The end of a move: attrition if it was not rolled before and went to sea, room, one line to
    tell it (NAV-A2). Admirals whose last ships corsairs or guns took are away (LDR-A5)."""
    staying_aboard.leaders_without_ships(phase, () if voyage.units else voyage.chiefs)
    await gold.renew(phase)
    discoveries.settle(phase)
    if not voyage.units:
        return
    tell_way(phase, voyage)
    if not voyage.rolled and voyage.journey.seas:
        await voyage_attrition(phase, voyage)
    for place in dict.fromkeys(filter(phase.state.units_at, voyage.journey.way)):
        lands = bool(voyage.landing) and place == voyage.place
        await carried_troops.gather_explorers(phase, place, voyage.alliance, lands)
        await stacking.enforce_stacking(phase, place, voyage.alliance)
    voyage.take_stock(phase.state)
    await gold.renew(phase)
    discoveries.settle(phase)
    supply_lines.refresh(phase.state)
