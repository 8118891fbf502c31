"""Moves of the phasing alliance: one after the other, each to its end (MVG, MOV, LDM).

A move is a stack or a part of it and a path; it is walked province by province. Where something
happens on the way, the rest of the way is asked again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from engine import (
    besieging,
    board,
    campaigns,
    command,
    counters,
    countries,
    encounter,
    entry,
    interception,
    legs,
    losses,
    merging,
    overrun,
    parting,
    sides,
    supply,
    ways,
)
from engine.aftermath import befall
from engine.asks import Choose, Option
from engine.forces import LAND_KINDS
from engine.interceptors import Band
from engine.leaders import Fate
from engine.legs import Move
from engine.march import March
from engine.parting import Part, Parting
from engine.phase import Phase
from engine.report import agreed
from engine.rotw import active, discoveries, entering, forts, knowledge
from engine.sea import interception as naval_interception
from engine.sea import movement as sea
from engine.sea import standing
from engine.state import State
from engine.ways import name_of

Outcome = Literal["go", "ask", "stop"]
"""What came of entering a province: the walk goes on, is asked about again, or is over."""

DONE = "done"


async def moves(phase: Phase) -> None:
    """The phasing alliance moves its stacks in an order of its choice (MVG-01 to MVG-03).

    Between the moves counters that have not moved may be put together (C-FOR-04).
    At the end massed forces that did not move roll for attrition (MOV-08), and so do ships at sea
    (NAV-02).
    """
    alliance = sides.phasing(phase.state)
    while "moves over" not in phase.state.done:
        await phase.mark()
        ready = movers(phase.state, alliance)
        afloat = sea.options(phase.state, alliance)
        joins = merging.options(phase.state, alliance)
        works = forts.options(phase.state, alliance)
        answer = DONE
        if ready or afloat or joins or works:
            answer = await Choose(
                who=sides.speaker(phase.state, alliance),
                name="next-move",
                what="Which stack moves next?",
                options=[*(_option(phase.state, place, part) for place, part in ready.items()),
                         *joins, *works, *afloat, Option(DONE, "No more moves")],
                about={"places": list(ready)},
            )  # fmt: skip
        if answer == DONE:
            phase.state.done.add("moves over")
        elif answer in ready:
            await move(phase, alliance, answer)
        elif answer.startswith(merging.MERGE):
            merging.merge(phase, answer)
        elif answer.startswith(forts.FORT):
            forts.begin(phase, answer)
        else:
            await sea.move(phase, alliance, answer)
    await stand(phase, alliance)
    await standing.stand(phase, alliance)


def movers(state: State, alliance: str) -> dict[str, Part]:
    """The provinces with troops or leaders that may still move, and which (MVG-01, CAM-02)."""
    own = sides.members(state, alliance)
    awake = {country for country in own if not campaigns.may_act(state, country)}
    places = {
        unit.place
        for unit in state.units.values()
        if unit.country in awake
        and unit.kind in LAND_KINDS
        and unit.id not in state.moved
        and f"stays {unit.id}" not in state.done
    }
    places |= {
        leader.place
        for leader in state.leaders.values()
        if leader.country in awake
        and leader.status == "map"
        and leader.id not in state.moved_leaders
        and f"stays {leader.id}" not in state.done
    }
    found = {
        place: free(state, place, alliance) for place in sorted(places) if not board.is_sea(place)
    }
    return {place: part for place, part in found.items() if part.keys}


def free(state: State, place: str, alliance: str) -> Part:
    """What may still begin a move in a place: not moved, not kept there.

    Under no campaign at all nothing may; a stack goes under its commander's country (CAM-02).
    """
    (troops, chiefs), done = entry.idlers(state, place, alliance), state.done
    leaders = [each for each in chiefs if f"stays {each.id}" not in done]
    units = [each for each in troops if f"stays {each.id}" not in done]
    if state.natives:
        names = [each.id for each in leaders]
        units = [each for each in units if not parting.unled(state, [each.id], names)]
    for owner in {unit.country for unit in units} | {leader.country for leader in leaders}:
        if not campaigns.may_act(state, owner):
            return parting.whole(units, leaders)
    return Part((), ())


def led_by(state: State, part: Part) -> str:
    """The country that would command a part of a stack."""
    units = [state.units[number] for number in parting.unit_ids(part)]
    return command.commanding_country(state, units, [state.leaders[n] for n in part.leaders])


def _option(state: State, place: str, part: Part) -> Option:
    return Option(place, name_of(place), parting.described(state, part.keys))


async def move(phase: Phase, alliance: str, place: str) -> None:
    """One move: what goes, its way, and everything that happens on it (MVG-02)."""
    part = await _part(phase, alliance, place)
    units = parting.separate(phase.state, part)
    under_way = await _first(phase, alliance, place, units, list(part.leaders))
    if under_way is None:
        return
    moving, path = under_way
    while path:
        path = await _walk(phase, moving, path)
    await end(phase, moving)


async def ashore(phase: Phase, moving: Move, place: str, passage: int) -> None:
    """Troops land in a province from their ships and may go on from there (MOV-04, CMB-01)."""
    path: list[str] = []
    if await step(phase, moving, place, passage) != "stop" and moving.units:
        path = await _march(phase, moving, [])
    while path:
        path = await _walk(phase, moving, path)
    await end(phase, moving)


async def _part(phase: Phase, alliance: str, place: str) -> Part:
    """Which part of the stack moves; not asked when only one thing is there (MVG-07)."""
    state = phase.state
    here = free(state, place, alliance)
    units = [int(key) for key in here.troops]
    if len(here.keys) == 1 and not any(state.units[number].army for number in units):
        return here
    country = led_by(state, here)
    watch = entry.look(state, place, alliance).foreign
    owners = {state.units[number].country for number in units}
    owners |= {state.leaders[name].country for name in here.leaders}
    asleep = any(campaigns.may_act(state, owner) for owner in owners)
    return await Parting(
        who=sides.decider(state, country),
        name="mover",
        what=f"Who moves from {name_of(place)}?",
        about={"place": place, "units": units, "leaders": list(here.leaders)},
        state=state,
        units=units,
        leaders=here.leaders,
        parts=_sparing(state, here, watch),
        allowed=(lambda part: campaigns.may_act(state, led_by(state, part))) if asleep else None,
        enter=here.keys,
    )


def _sparing(state: State, here: Part, watch: int) -> list[Part]:
    """The whole stack but a detachment, or but what keeps up the siege (MOV-26)."""
    by_size = sorted(here.troops, key=lambda key: (state.units[int(key)].thirds, int(key)))
    kept: list[str] = []
    for key in by_size:
        if parting.thirds(state, Part(tuple(kept), ())) >= max(3, watch):
            break
        kept.append(key)
    rest = tuple(key for key in here.troops if key not in kept)
    return [Part(rest, here.leaders)] if rest else []


async def _first(
    phase: Phase, alliance: str, place: str, units: list[int], leaders: list[str]
) -> tuple[Move, list[str]] | None:
    """The first question for the way; None when what was chosen stays where it is."""
    moving = legs.begin(phase.state, alliance, place, units, leaders)
    path = await _march(phase, moving, [])
    state = phase.state
    if not any(item[0] not in "+-" for item in path):
        keys = [*map(str, units), *leaders]
        state.done.update(f"stays {key}" for key in keys)
        return None
    legs.join(state, moving, units, leaders)
    return moving, path


async def _march(phase: Phase, moving: Move, rest: list[str]) -> list[str]:
    """Asks for the way, or for the rest of it, the plan being the default (ITG-09)."""
    state = phase.state
    country = moving.country(state)
    troops = parting.described(state, [*map(str, moving.units), *moving.leaders])
    ask = March(
        who=sides.decider(state, country),
        name="march",
        what=f"Where {agreed('do', len(moving.units or moving.leaders))} {troops} of "
        f"{countries.called(country)} go from {name_of(moving.place)}?",
        about={
            "place": moving.place,
            "units": list(moving.units),
            "leaders": list(moving.leaders),
        },
        state=state,
        alliance=moving.alliance,
        place=moving.place,
        units=tuple(moving.units),
        leaders=tuple(moving.leaders),
        spent=dict(moving.spent),
        led=dict(moving.led),
        active=moving.active,
        rest=tuple(rest),
    )
    return list(await ask)


async def _walk(phase: Phase, moving: Move, path: list[str]) -> list[str]:
    """Walks a path; gives the way to go on, asked again if something happened (ITG-09)."""
    pieces: dict[int, list[int]] = {number: [number] for number in moving.units}
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
                return await _march(phase, moving, _rest(phase.state, moving, path[at + 1 :]))
    return []


def _tired(moving: Move) -> bool:
    """Whether no movement point is left to anybody."""
    spent = [*moving.spent.values(), *moving.led.values()]
    return min(spent) >= ways.most_points(moving.alone)


def _rest(state: State, moving: Move, path: list[str]) -> list[str]:
    """The rest of a plan that still makes sense: its ways, and drops of what is still there."""
    known = {*map(str, moving.units), *moving.leaders}
    return [item for item in path if item[0] not in "+-" or item[0] == "+" or item[1:] in known]


def _drop(state: State, moving: Move, pieces: dict[int, list[int]], key: str) -> None:
    """Leaves counters or a leader behind where the stack is (MVG-07)."""
    if key in moving.leaders:
        moving.leaders.remove(key)
        return
    number, kind = parting.piece(key)
    if kind and len(pieces[number]) == 1 and state.units[number].kind != kind:
        unit = state.units[number]
        made = counters.break_counter(state, unit, parting.broken(unit, [kind]))
        pieces[number] = [each.id for each in made]
        _broken(state, moving, number, pieces[number])
    gone = pieces[number]
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
        legs.join(state, moving, [], [key])
        state.put_leader(state.leaders[key], moving.place)
        return
    taken = parting.separate(state, Part((key,), ()))
    for number in taken:
        state.put(state.units[number], moving.place)
    moving.units += taken
    pieces[parting.piece(key)[0]] = taken
    legs.join(state, moving, taken, [])
    moving.last = state.last_unit


# One step.


async def step(phase: Phase, moving: Move, place: str, passage: int | None = None) -> Outcome:
    """Enters the next province or sea: what it costs, and what happens there (MOV-01, MOV-28).

    `passage` are the movement points of troops that land from their ships.
    """
    state = phase.state
    before = moving.place
    _spend(state, moving, place)
    points = _points(state, moving, place) if passage is None else passage
    legs.advance(state, moving, place, points)
    discoveries.settle(phase)
    if state.natives:
        active.disband(phase)
    if before in state.sieges or before in state.establishments:
        await besieging.settle(phase, before)
    if board.is_sea(place):
        return await _leaders_sail(phase, moving) if moving.alone else "go"
    if moving.alone:
        return await _leaders_enter(phase, moving)
    return await _enter(phase, moving)


def _points(state: State, moving: Move, place: str) -> int:
    """The movement points of the step; a voyage is paid when it ends (LDM-A1)."""
    if moving.alone and board.is_sea(place):
        return 0
    if moving.alone and board.is_sea(moving.place):
        coast = next(each for each in reversed(moving.way) if not board.is_sea(each))
        return ways.passage(state, coast, place, moving.alliance)
    owners = sorted({unit.country for unit in moving.troops(state)} or {moving.country(state)})
    light = ways.light(moving.troops(state))
    return ways.owners_step_points(state, owners, moving.place, place, moving.alliance, light)


def _spend(state: State, moving: Move, place: str) -> None:
    """An active move is used up where unfriendly forces are really entered (MOV-21, ITG-10)."""
    if moving.alone or board.is_sea(place):
        return
    found = knowledge.only_found(state, moving.units)
    if entry.look(state, place, moving.alliance, found).opposed:
        moving.active = True
    if moving.active:
        campaigns.spend_active(state, moving.country(state), moving.units)


def _meets(state: State, moving: Move) -> bool:
    """Whether what moves may fight who stands there: not where both only discovered it (DIS-13)."""
    if not state.known:
        return True
    there = sides.enemy_units(state, moving.place, moving.alliance)
    return knowledge.may_interact(state, moving.units, [unit.id for unit in there], moving.place)


async def _enter(phase: Phase, moving: Move) -> Outcome:
    """Interceptions, then overruns, then whoever is left locks the stack (OVR-02, MOV-28)."""
    place, alliance = moving.place, moving.alliance
    meets = _meets(phase.state, moving)
    automatic = await overrun.against(phase, moving) if meets else ("", ())
    if automatic is None:
        return "stop"
    tried = await interception.attempts(phase, moving, automatic)
    happened = tried.tried
    ratio = 0
    if tried.bands:
        ratio = await overrun.declared(phase, moving, tried.bands)
        if not ratio:
            if await encounter.waits(phase, moving, tried.alliance, tried.bands):
                return await _locked(phase, moving, tried.bands)
            if not await encounter.fight(phase, moving, tried.alliance, tried.bands):
                return "stop"
    if meets and sides.enemy_units(phase.state, place, alliance):
        ratio = ratio or await overrun.declared(phase, moving)
        if not ratio:
            return await _locked(phase, moving)
        if not await overrun.carry_out(phase, moving, ratio):
            return "stop"
        happened = happened or ratio < overrun.DESTROYS
    if entering.tested(phase.state, moving.units, moving.leaders, place):
        if await entering.entered(phase, moving.units, moving.leaders, place, move=moving):
            return "stop"
        happened = True
    return "ask" if happened else "go"


async def _locked(phase: Phase, moving: Move, bands: Sequence[Band] = ()) -> Outcome:
    """The stack is held by enemies who are there, once the natives have been seen to (NAT-01)."""
    place = moving.place
    await encounter.strangers(phase, place, bands)
    await entering.entered(phase, moving.units, moving.leaders, place, move=moving)
    if not any(number in phase.state.locked for number in moving.units):
        encounter.lock(phase, place, moving.alliance)
    return "stop"


async def _leaders_enter(phase: Phase, moving: Move) -> Outcome:
    """A leader alone dies among enemies without friends, or when intercepted (LDM-05, LDM-06)."""
    if entry.look(phase.state, moving.place, moving.alliance).deadly:
        _die(phase, moving, f"falls among the enemies in {name_of(moving.place)}")
        return "stop"
    tried = await interception.attempts(phase, moving)
    if tried.bands:
        _die(phase, moving, f"is caught by an interception in {name_of(moving.place)}")
        for band in tried.bands:
            await besieging.settle(phase, band.place)
        await besieging.settle(phase, moving.place)
        await losses.enforce_stacking(phase, moving.place, tried.alliance)
        return "stop"
    return "ask" if tried.tried else "go"


async def _leaders_sail(phase: Phase, moving: Move) -> Outcome:
    """Leaders alone at sea are lost when ships intercept them (LDM-04, LDM-06)."""
    if not await naval_interception.leaders_caught(
        phase, moving.alliance, moving.leaders, moving.place
    ):
        return "go"
    _die(phase, moving, f"is caught at sea in {name_of(moving.place)}")
    return "stop"


def _die(phase: Phase, moving: Move, how: str) -> None:
    for name in moving.leaders:
        country = phase.state.leaders[name].country
        text = f"{countries.leader(name).name}, moving alone, {how}."
        phase.tell("leader", text, moving.place, sides.decider(phase.state, country))
        befall(phase, moving.place, country, name, Fate("killed"), country)
    moving.leaders = []


async def end(phase: Phase, moving: Move) -> None:
    """The end of a move: attrition, sieges begun and lifted, stacking (MOV-03, MOV-17)."""
    legs.tell_way(phase, moving)
    await legs.end_attrition(phase, moving)
    if await legs.scouts_vanish(phase, moving.everyone):
        legs.take_stock(phase.state, moving)
    for place in dict.fromkeys(moving.way):
        if not board.is_sea(place):
            await besieging.settle(phase, place)
            await losses.enforce_stacking(phase, place, moving.alliance)
    supply.refresh(phase.state)


async def stand(phase: Phase, alliance: str) -> None:
    """Massed forces that did not move roll for attrition (MOV-08)."""
    await phase.mark()
    for place in [stack.place for stack in sides.stacks(phase.state, alliance)]:
        state = phase.state
        key = f"stood {place}"
        if key in state.done:
            continue
        state.done.add(key)
        here = sides.stack(state, place, alliance)
        units = [unit for unit in here.units if unit.id not in state.moved]
        if not units:
            continue
        country = command.commanding_country(state, units, here.leaders)
        if country in state.countries and legs.massed(state, units, country):
            await legs.standing_attrition(phase, place, [unit.id for unit in units])
            await phase.mark()
