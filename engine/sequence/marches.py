"""One march of a stack, from its first question to its end (MVG, MOV)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from operator import attrgetter
from typing import Final

from engine.facts import board, countries
from engine.facts.board import called
from engine.fleets import supply_by_sea as naval_supply
from engine.grammar import conjugate
from engine.land.ground import besieging, entering_provinces, movement_costs, stack_parts, stacking
from engine.land.ground.stack_parts import Part, Parting
from engine.land.movement import march_under_way, movement_attrition
from engine.land.movement.march_ask import March
from engine.land.movement.march_under_way import Move
from engine.land.supply import supply_lines
from engine.play.phase import Phase
from engine.rounds import campaigns
from engine.sequence.march_step import step
from engine.situation import command, counters
from engine.state import State, sides
from engine.state.forces import COUNTRY, Unit

BY_SIZE: Final = attrgetter("thirds", "id")


def led_by(state: State, part: Part) -> str:
    """The country that would command a part of a stack."""
    units = state.units_by_id(stack_parts.unit_ids(part))
    return command.commanding_country(state, units, state.leaders_by_id(part.leaders))


async def move(phase: Phase, alliance: str, place: str, here: Part) -> None:
    """One move of what is there: what goes, its way, and everything that happens on it, with the
    attrition at its end (MVG-02, MOV-09)."""
    part = await _part(phase, alliance, place, here)
    units = stack_parts.break_armies(phase.state, part)
    await _go(phase, march_under_way.begin(phase.state, alliance, place, units, list(part.leaders)))


async def leave_ships(phase: Phase, alliance: str, place: str, leaders: Sequence[str]) -> None:
    """Leaders go alone from the ships with which they lie, to others or to a port (LDM-01, LDM-02,
    LDM-A3)."""
    moving = march_under_way.begin(phase.state, alliance, place, [], list(leaders))
    moving.afloat = True
    await _go(phase, moving)


async def _go(phase: Phase, moving: Move) -> None:
    """The way of what has been chosen, and what happens on it."""
    path, units, leaders = await _march(phase, moving, []), [*moving.units], [*moving.leaders]
    if not any(item[0] not in "+-" for item in path):  # what was chosen stays where it is
        phase.state.marks.tell_to_stay([*map(str, units), *leaders])
        return
    march_under_way.join(phase.state, moving, units, leaders)
    fed = naval_supply.supplied_ashore(phase.state)
    while path:
        path = await _walk(phase, moving, path)
    await end_march(phase, moving)
    supply_lines.tell_supply_ended(phase, fed)


async def ashore(phase: Phase, moving: Move, place: str, passage: int) -> None:
    """Troops land in a province from their ships and may go on from there (MOV-04, CMB-01)."""
    path: list[str] = []
    if await step(phase, moving, place, passage) != "stop" and moving.units:
        path = await _march(phase, moving, [])
    while path:
        path = await _walk(phase, moving, path)
    await end_march(phase, moving)


async def _part(phase: Phase, alliance: str, place: str, here: Part) -> Part:
    """Which part of the stack moves; not asked when only one thing is there (MVG-07, MOV-13)."""
    state = phase.state
    units = [*map(int, here.troops)]
    troops, chiefs = state.units_by_id(units), state.leaders_by_id(here.leaders)
    if len(troops) + len(chiefs) == 1 and not (troops and troops[0].army):
        return here
    country = command.commanding_country(state, troops, chiefs)
    watch = entering_provinces.look(state, place, alliance).foreign
    owners = {*map(COUNTRY, troops), *map(COUNTRY, chiefs)}
    asleep = not all(campaigns.acts(state, owner) for owner in owners)
    return await Parting(
        who=sides.decider(state, country),
        name="mover",
        what=f"Who moves from {called(place)}?",
        about={"place": place, "units": units, "leaders": list(here.leaders)},
        state=state,
        units=units,
        leaders=here.leaders,
        parts=_sparing(troops, here.leaders, watch),
        allowed=(lambda part: campaigns.may_act(state, led_by(state, part))) if asleep else None,
        enter=here.keys,
    )


def _sparing(troops: Sequence[Unit], leaders: tuple[str, ...], watch: int) -> list[Part]:
    """The whole stack but a detachment, or but what keeps up the siege (MOV-26)."""
    lacking, going = max(3, watch), {unit.id for unit in troops}
    for unit in sorted(troops, key=BY_SIZE):
        if lacking <= 0:
            break
        lacking -= unit.thirds
        going.remove(unit.id)
    rest = tuple([str(unit.id) for unit in troops if unit.id in going])
    return [Part(rest, leaders)] if rest else []


async def _march(phase: Phase, moving: Move, rest: list[str]) -> list[str]:
    """Asks for the way, or for the rest of it, the plan being the default (ITG-09)."""
    state = phase.state
    ask = March(
        who=sides.decider(state, moving.country(state)),
        name="march",
        what=partial(_where, state, moving),
        about=moving.band.about,
        state=state,
        alliance=moving.alliance,
        place=moving.place,
        units=tuple(moving.units),
        leaders=tuple(moving.leaders),
        spent=dict(moving.spent),
        led=dict(moving.led),
        active=moving.active,
        afloat=moving.afloat,
        rest=tuple(rest),
    )
    return list(await ask)


def _where(state: State, moving: Move) -> str:
    """Where a stack goes, as a question."""
    country = moving.country(state)
    troops = stack_parts.in_words(moving.troops(state), moving.leaders)
    whose = (
        f"{countries.possessive(country)} {troops}"
        if moving.units
        else f"{troops} of {countries.with_article(country)}"
    )
    goes = conjugate("do", len(moving.units or moving.leaders))
    goal = ", to other ships or to a port" if moving.afloat else ""
    return f"Where {goes} {whose} go from {called(moving.place)}{goal}?"


async def _walk(phase: Phase, moving: Move, path: list[str]) -> list[str]:
    """Walks a path; gives the way to go on, asked again if something happened (ITG-09); on it
    counters and leaders are dropped and picked up (MVG-07)."""
    pieces: dict[int, list[int]] = {}  # of the counters that are dropped in part or picked up
    for at, item in enumerate(path):
        if item[0] == "-":
            _drop(phase.state, moving, pieces, item[1:])
        elif item[0] == "+":
            _take(phase.state, moving, pieces, item[1:])
        else:
            outcome = await step(phase, moving, item)
            if outcome == "stop":
                return []
            if outcome == "ask" and _tired(moving):
                return []
            if outcome == "ask":
                return await _march(phase, moving, _rest(moving, path[at + 1 :]))
    return []


def _tired(moving: Move) -> bool:
    """Whether no movement point is left to anybody."""
    spent = [*moving.spent.values(), *moving.led.values()]
    return min(spent) >= movement_costs.most_points(moving.alone)


def _rest(moving: Move, path: list[str]) -> list[str]:
    """The rest of a plan that still makes sense: its ways, and drops of what is still there."""
    known = {*map(str, moving.units), *moving.leaders}
    return [item for item in path if item[0] not in "+-" or item[0] == "+" or item[1:] in known]


def _drop(state: State, moving: Move, pieces: dict[int, list[int]], key: str) -> None:
    """Leaves counters or a leader behind where the stack is (MVG-07)."""
    if key in moving.leaders:
        moving.leaders.remove(key)
        return
    number, kind = stack_parts.piece(key)
    gone = pieces.setdefault(number, [number])
    if kind and len(gone) == 1 and state.units[number].kind != kind:
        unit = state.units[number]
        made = counters.break_counter(state, unit, stack_parts.break_into(unit, [kind]))
        gone = pieces[number] = [each.id for each in made]
        _broken(state, moving, number, gone)
    if kind:
        gone = [next(each for each in reversed(gone) if state.units[each].kind == kind)]
    pieces[number] = [each for each in pieces[number] if each not in gone]
    moving.units = [each for each in moving.units if each not in gone]


def _broken(state: State, moving: Move, number: int, made: list[int]) -> None:
    for each in made:
        if each not in moving.units:
            moving.units.append(each)
            moving.everyone.append(each)
            moving.spent[each] = moving.spent[number]
    moving.last = state.last_unit


def _take(state: State, moving: Move, pieces: dict[int, list[int]], key: str) -> None:
    """Picks up counters or a leader that stand where the stack is (MVG-07, MVG-08)."""
    if key in state.leaders:
        moving.leaders.append(key)
        march_under_way.join(state, moving, [], [key])
        state.put_leader(state.leaders[key], moving.place)
        return
    taken = stack_parts.break_armies(state, Part((key,), ()))
    for number in taken:
        state.put(state.units[number], moving.place)
    moving.units += taken
    pieces[stack_parts.piece(key)[0]] = taken
    march_under_way.join(state, moving, taken, [])
    moving.last = state.last_unit


async def end_march(phase: Phase, moving: Move) -> None:
    """The end of a move: attrition, sieges begun and lifted (AFT-01, MOV-26), stacking, explorers
    who came to Europe (DIS-10), supply found again (SUP-02)."""
    if moving.alone and board.is_sea(moving.place) and len(moving.way) > 1:
        moving.whole.points += march_under_way.passage(phase.state, moving, moving.place)
    march_under_way.tell_way(phase, moving)
    await movement_attrition.end_attrition(phase, moving)
    await march_under_way.scouts_vanish(phase, moving.everyone)
    for place in dict.fromkeys(moving.way):
        if not board.is_sea(place) and (place == moving.place or _matters(phase.state, place)):
            await besieging.settle(phase, place)
            await stacking.enforce_stacking(phase, place, moving.alliance)
    supply_lines.refresh(phase.state)


def _matters(state: State, place: str) -> bool:
    """Whether anybody stands in a province, or besieges it so far."""
    return bool(state.units_at(place) or state.leaders_at(place) or place in state.land.sieges)
