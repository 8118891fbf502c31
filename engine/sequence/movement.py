"""Moves of the phasing alliance: one after the other, each to its end (MVG, MOV, LDM).

A move is a stack or a part of it and a path; it is walked province by province. Where something
happens on the way, the rest of the way is asked again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from operator import itemgetter
from typing import Final, NamedTuple

from engine.facts import board
from engine.facts.board import name_of
from engine.land.ground import besieging, entering_provinces, stack_parts
from engine.land.ground.stack_parts import Part
from engine.land.movement import attrition_causes, merging, movement_attrition
from engine.overseas import forts
from engine.play.asks import Choose, Option, Told
from engine.play.phase import Phase
from engine.rounds import campaigns
from engine.sea import lost_ports
from engine.sea.voyages import stationary
from engine.sequence import voyages as sea
from engine.sequence.marches import move
from engine.situation import command
from engine.state import State, sides
from engine.state.forces import COUNTRY
from engine.state.lookups import lookup_at

DONE: Final = "done"
NOBODY: Final = Part((), ())
FIRST: Final = itemgetter(0)


async def moves(phase: Phase) -> None:
    """The phasing alliance moves its stacks in an order of its choice (MVG-01 to MVG-03).

    Between the moves counters that have not moved may be put together (C-FOR-04), and forts begun
    (FRT-01).
    At the end massed forces that did not move roll for attrition (MOV-08), and so do ships at sea
    (NAV-02).
    """
    alliance = sides.phasing_alliance(phase.state)
    while "moves over" not in phase.state.marks.done:
        phase.mark()
        ready, joins = on_land(phase.state, alliance)
        answer = await _next(phase.state, alliance, ready, joins)
        if answer == DONE:
            phase.state.marks.done.add("moves over")
        elif answer in ready:
            await move(phase, alliance, answer, ready[answer])
        elif answer.startswith(merging.MERGE):
            merging.merge(phase, answer)
        elif answer.startswith(forts.FORT):
            forts.begin(phase, answer)
        else:
            await sea.move(phase, alliance, answer)
        if lost_ports.lost_ports(phase.state):
            await lost_ports.leave(phase)
    await stand(phase, alliance)
    await stationary.stand(phase, alliance)


async def _next(
    state: State, alliance: str, ready: Mapping[str, Part], joins: Sequence[str]
) -> str:
    """What is done next, `DONE` without a question where nothing can be."""
    afloat = sea.choices(state, alliance)
    works = {option.answer: option for option in forts.options(state, alliance)}
    if not (ready or afloat or joins or works):
        return DONE

    def told(answer: str) -> Option:
        if answer == DONE:
            sail = sum(not each.startswith(sea.ARRANGE) for each in afloat)
            unmoved = len(ready) + sail if ready else 0  # that ships lie still is usual
            return Option(DONE, "No more moves", stake=_unmoved_in_words(unmoved))
        if answer in ready:
            about = stack_parts.part_in_words(state, ready[answer].keys)
            return Option(answer, name_of(answer), about)
        if answer in afloat:
            return sea.option(state, answer, afloat[answer])
        return works.get(answer) or merging.option(state, answer)

    return await Choose(
        who=sides.speaker(state, alliance),
        name="next-move",
        what="Which stack moves next?",
        options=Told([*ready, *joins, *works, *afloat, DONE], told),
        about={"places": list(ready)},
        done=DONE,
    )


class OnLand(NamedTuple):
    """What may be done next on land: the provinces with troops or leaders that may still move, and
    which, and the counters that may become one, as answers to the next-move question."""

    ready: dict[str, Part]
    joins: list[str]


def on_land(state: State, alliance: str) -> OnLand:
    """What an alliance may do next on land (MVG-01, CAM-02, C-FOR-04)."""
    own, awake = sides.members(state, alliance), _awake(state, alliance)
    ready: dict[str, Part] = {}
    merges: list[tuple[int, str]] = []
    led = {leader.place for leader in state.leaders.values() if leader.country in own}
    for place in sorted(state.places_of_troops(own) | led):
        part, owners, together = _there(state, place, alliance)
        if together:
            merges += together
        if owners and not awake.isdisjoint(owners) and place and not board.is_sea(place):
            if state.overseas.natives:
                part = _with_natives(state, part, awake)
            if part.troops or part.leaders:
                ready[place] = part
    return OnLand(ready, [answer for _, answer in sorted(merges, key=FIRST)] if merges else [])


def movers(state: State, alliance: str) -> dict[str, Part]:
    """The provinces with troops or leaders that may still move, and which."""
    return on_land(state, alliance).ready


def free(state: State, place: str, alliance: str) -> Part:
    """What may still begin a move in a place: not moved, not kept there.

    Under no campaign at all nothing may; a stack goes under its commander's country (CAM-02).
    """
    part, owners, _ = _there(state, place, alliance)
    awake = _awake(state, alliance)
    return NOBODY if awake.isdisjoint(owners) else _with_natives(state, part, awake)


def _awake(state: State, alliance: str) -> set[str]:
    own = sides.members(state, alliance)
    return {country for country in own if campaigns.acts(state, country)}


def _with_natives(state: State, part: Part, awake: set[str]) -> Part:
    """What of it goes where natives follow leaders (NAT-30)."""
    names = part.leaders
    troops = [key for key in part.troops if not stack_parts.why_unled(state, [int(key)], names)]
    owners = {state.units[int(key)].country for key in troops}
    owners = owners.union(state.leaders[name].country for name in names)
    return NOBODY if awake.isdisjoint(owners) else Part(tuple(troops), names)


@lookup_at
def _there(state: State, place: str, alliance: str) -> tuple[Part, Set[str], merging.Merges]:
    """What has not moved in a place and was not told to stay, and whose it is; what may become
    one there."""
    units, leaders = entering_provinces.idle_troops(state, place, alliance)
    # One alone becomes one with nobody; who is besieged inside does not move, but may become one.
    alike = len(units) > 1 or place in state.land.sieges
    merges = merging.merges_at(state, place, alliance) if alike else ()
    stays = state.marks.told_to_stay
    if units:
        units = [each for each in units if not stays(str(each.id))]
    if leaders:
        leaders = [each for each in leaders if not stays(each.id)]
    if not (units or leaders):
        return NOBODY, frozenset(), merges
    owners = {*map(COUNTRY, units), *map(COUNTRY, leaders)}
    return stack_parts.whole_stack(units, leaders), owners, merges


def _unmoved_in_words(number: int) -> str:
    """What is given away by moving no more."""
    if number == 1:
        return "1 stack could still move. It will stay where it is this impulse."
    stay = f"{number} stacks could still move. They will stay where they are this impulse."
    return stay if number else ""


async def stand(phase: Phase, alliance: str) -> None:
    """Massed forces that did not move roll for attrition (MOV-08, MVG-05)."""
    state = phase.state
    phase.mark()
    may = attrition_causes.may_be_massed
    for place in [here.place for here in sides.stacks(state, alliance) if may(here.units)]:
        here, key = sides.stack(state, place, alliance), f"stood {place}"
        units = [unit for unit in here.units if unit.id not in state.marks.moved]
        if not may(units) or key in state.marks.done:
            continue
        country = command.commanding_country(state, units, here.leaders)
        if country in state.countries and attrition_causes.is_massed(state, units, country):
            state.marks.done.add(key)
            await movement_attrition.standing_attrition(phase, place, [unit.id for unit in units])
            await besieging.settle(phase, place)
            phase.mark()
