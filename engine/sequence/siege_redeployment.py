"""Redeployment of a besieger who gives up (SIE-24 to SIE-27, C-RED).

The stack goes as a whole to the nearest friendly controlled province it can reach in 12 movement
points, or to a port with a fleet that lies beside it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from heapq import heappop, heappush
from typing import Any, NamedTuple

from engine.facts import board, countries
from engine.facts.board import called, in_or_off
from engine.fleets import fleets
from engine.grammar import conjugate, join_names
from engine.land.ground import entering_provinces, stacking
from engine.land.ground.movement_costs import most_points, step_cost
from engine.land.movement import march_under_way, movement_attrition
from engine.land.supply import attrition
from engine.overseas import discoveries
from engine.play.asks import Choose, Option
from engine.play.phase import Phase
from engine.sea.voyages.redeployment_by_sea import Passage, carry, passages
from engine.situation import (
    command,
    counters,
    knowledge,
    leaders_left_alone,
    leaders_overseas,
    variants,
)
from engine.state import State, forces, sides
from engine.state.stacks import Band, Stack


class Way(NamedTuple):
    """A way from where a stack stands: the provinces entered and their movement points."""

    cost: int
    path: tuple[str, ...]


def ways(state: State, place: str, alliance: str) -> list[Way]:
    """The cheapest ways to the nearest friendly controlled unbesieged provinces; several in a tie.

    Empty when none is within 12 movement points, by land where its leaders may go (C-RED-03,
    C-RED-05, C-LDR-07).
    """
    stack = sides.stack(state, place, alliance)
    units, leaders = stack.units, stack.leader_ids
    owners = {unit.country for unit in units}
    shut = variants.closed_provinces(state, owners)
    chart = knowledge.chart(state, Band.of(units))
    best: dict[str, Way] = {}
    waiting = [Way(0, (place,))]
    found: list[Way] = []
    while waiting:
        way = heappop(waiting)
        here = way.path[-1]
        if here in best or (found and way.cost > found[0].cost):
            continue
        best[here] = way
        if here != place and _is_goal(state, here, alliance, owners):
            found.append(Way(way.cost, way.path[1:]))
            continue
        for border in board.land_neighbours(here):
            if border.other in best or border.other in shut:
                continue
            if leaders_overseas.why_refused(state, leaders, border.other):
                continue
            if not _barred(state, border.other, alliance, chart):
                cost = way.cost + step_cost(state, units, here, border.other, alliance)[0]
                if cost <= most_points():
                    heappush(waiting, Way(cost, (*way.path, border.other)))
    return found


def leaving_mark(alliance: str, place: str) -> str:
    """The mark that the stack of an alliance in a place redeploys with the others (C-RED-01)."""
    return f"leaves {alliance} {place}"


def _enemies_stay(state: State, place: str, alliance: str) -> bool:
    """Whether enemies stand in a province who do not redeploy themselves (C-RED-04)."""
    return any(
        leaving_mark(sides.alliance_of(state, unit.country), place) not in state.marks.done
        for unit in sides.enemy_units(state, place, alliance)
    )


def _is_goal(state: State, place: str, alliance: str, owners: Collection[str]) -> bool:
    """Whether a stack may redeploy to a province: a refuge, or one of its side that is a refuge
    once the enemies there are gone (C-RED-03, C-RED-04)."""
    if entering_provinces.is_refuge(state, place, alliance, owners):
        return True
    return (
        sides.controlled_by(state, place, alliance)
        and not sides.is_besieged(state, place)
        and bool(sides.enemy_units(state, place, alliance))
        and not _enemies_stay(state, place, alliance)
        and not sides.unfriendly_revolts(state, place, alliance)
        and sides.may_join(state, place, alliance, owners)
    )


def _barred(state: State, place: str, alliance: str, chart: knowledge.Chart) -> bool:
    """Unbesieged enemy troops that stay, neutral and unknown land bar the way; enemy fortresses do
    not (C-RED-04)."""
    return _enemies_stay(state, place, alliance) or bool(
        entering_provinces.why_closed(state, place, alliance, chart=chart)
    )


def goals(state: State, place: str, alliance: str) -> dict[str, Way | Passage]:
    """Where the stack of an alliance may redeploy to, and how; over land where that goes too
    (SIE-24, C-RED-03, C-RED-06)."""
    barred = variants.closed_provinces(
        state, {unit.country for unit in sides.stack(state, place, alliance).units}
    )
    by_sea = {goal: way for goal, way in passages(state, place, alliance).items()
              if goal not in barred}  # fmt: skip
    return {**by_sea, **{way.path[-1]: way for way in ways(state, place, alliance)}}


def in_words(state: State, place: str, alliance: str) -> str:
    """Where a besieger who gives up goes, said before he does."""
    names = [board.called(each) for each in sorted(goals(state, place, alliance))]
    where = f"the stack leaves for {join_names(names, 'or')}"
    return f"{where}, and the siege is over" if names else "no way out: the stack is destroyed"


def _how(state: State, way: Way | Passage) -> str:
    """How a stack gets there, for the option: over land, or with which ships."""
    if isinstance(way, Passage):
        return f"by sea with {fleets.units_in_words(state.units_by_id(way.ships))}"
    return f"{way.cost} MP over land"


async def redeploy(
    phase: Phase, place: str, alliance: str, voluntary: bool = False, *, forced: bool = False
) -> str:
    """The besieging stack redeploys at once; the province it comes to, "" when it is destroyed
    (SIE-27).

    It is never voluntary in the siege segment, cannot be intercepted, and rolls attrition as a
    move, with redeployment for one cause (SIE-25, SIE-26, C-RED-07). Discoveries are delivered
    before it (DIS-09), exploration detachments do not outlive it in Europe (DIS-10). Where no way
    is left the stack is destroyed and its leaders are out until the end of the turn (C-RED-05).
    Where it comes to the natives may rise (NAT-01, NAT-A10). The caller settles the siege it leaves
    (SIE-24).
    `forced` says that nothing else may be done, for want of a campaign (CAM-A3).
    """
    state = phase.state
    stack = sides.stack(state, place, alliance)
    country = command.commander(state, stack.units, stack.leaders).country
    who, name = sides.decider(state, country), board.called(place)
    troops, many = counters.troops_and_owners(stack.units), len(stack.units)
    by_goal = goals(state, place, alliance)
    if not by_goal:
        toll = forces.toll(stack.units, "no way to redeploy")
        for unit in stack.units:
            state.remove(unit)
        have, are = conjugate("have", many), conjugate("be", many)
        lost = f"{troops} {have} nowhere to redeploy to from {name} and {are} destroyed."
        return _destroyed(phase, place, stack.leader_ids, who, lost, toll)
    goal = await Choose(
        who=who,
        name="redeploy-to",
        what=f"Without a campaign the besiegers of {name} have to leave: where to?"
        if forced
        else f"Where {conjugate('do', many)} {troops} {in_or_off(place)} redeploy?",
        options=[
            Option(each, board.province(each).name, _how(state, by_goal[each]))
            for each in sorted(by_goal)
        ],
        about={"place": place, "units": stack.unit_ids},
    )
    way = by_goal[goal]
    stack = sides.stack(state, place, alliance)
    modifiers = movement_attrition.redeployment_modifiers(
        state, stack, way.path, way.cost, voluntary
    )
    units, leaders = stack.unit_ids, stack.leader_ids
    *_, origin, _ = place, *way.path
    if isinstance(way, Passage):
        last = state.last_unit
        carriers = state.units_by_id(way.ships)
        *_, origin, _ = carriers[0].place, *way.way
        task = state.sea.tasks.get(str(carriers[0].id), "")
        led = fleets.stack(state, carriers[0].place, alliance, task).leaders
        under = join_names(countries.leader(each.id).name for each in led)
        taken = fleets.units_and_owners(carriers) + (f" under {under}" if under else "")
        taken += f" {conjugate('take', len(carriers))} {troops}"
        phase.tell(
            "redeployment",
            f"{taken} from {name} by {called(carriers[0].place)} to {called(goal)}.",
            goal,
            who,
            {"way": [carriers[0].place, *way.way]},
        )
        await carry(phase, place, alliance, way)
        there = [unit.id for unit in sides.stack(state, goal, alliance).units]
        units = [number for number in there if number in units or number > last]
        if not units:
            lost = f"{troops} {conjugate('be lost', many)} on the way by sea from {name}."
            return _destroyed(phase, place, leaders, who, lost)
    else:
        state.bring(units, leaders, goal)
    afloat = " by sea" if isinstance(way, Passage) else ""
    phase.tell(
        "redeployment",
        f"{troops} {conjugate('redeploy', many)} from {name}{afloat} to "
        f"{board.called(goal)} ({way.cost} MP).",
        goal,
        who,
        {"from": place, "path": list(way.path), "cost": way.cost},
    )
    discoveries.settle(phase)
    provinces, before = [place, *way.path], state.last_unit
    troops_left, chiefs = state.units_by_id(units), state.leaders_by_id(leaders)
    arrived = Stack(goal, alliance, "field", troops_left, chiefs)
    await attrition.land_attrition(phase, arrived, modifiers, provinces, "redeployment")
    come = [unit.id for unit in phase.state.units_and_change(units, before)]
    await march_under_way.scouts_vanish(phase, come)
    await stacking.enforce_stacking(phase, goal, alliance)
    there = [unit.id for unit in phase.state.units_by_id(come) if unit.place == goal]
    await phase.procedures.strangers(phase, Band(goal, tuple(there), tuple(leaders)), origin)
    return goal


def _destroyed(
    phase: Phase,
    place: str,
    leaders: Sequence[str],
    who: str,
    text: str,
    toll: dict[str, Any] | None = None,
) -> str:
    """Tells of a stack that is lost; its leaders are out until the end of the turn (C-RED-05)."""
    phase.tell("redeployment", text, place, who, toll)
    for name in leaders:
        leaders_left_alone.out_of_play(phase, name, place)
    return ""
