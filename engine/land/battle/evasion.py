"""Evasion before a battle on land, and the room that a fortress has for troops (EVA).

Whoever shelters only a part of a stack may break counters for it: 3 LD of an army stay outside and
one goes in (C-FOR-02).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engine.combat import leaders
from engine.facts import board, countries
from engine.facts.board import called, name_of
from engine.grammar import conjugate, join_names, thirds
from engine.land.battle.parameters import (
    Force,
    comparison,
    expected_commander,
    in_command,
    odds_of,
    vizier,
)
from engine.land.battle.shelter import INSIDE, left_outside, refuges, room, shelter
from engine.modifiers import Modifier, total
from engine.play.asks import Choose, Option
from engine.play.decision_details import Weighed
from engine.play.phase import Phase
from engine.situation import counters, knowledge
from engine.state import State, sides
from engine.state.forces import strength, units_in_words
from engine.state.stacks import Band

STAND: Final = "stand"
SHELTER: Final = "shelter"
ROLL: Final = "roll"
SPLIT: Final = "split:"


async def follow(
    phase: Phase, who: str, leader_ids: Sequence[str], inside: bool, outside: str, place: str
) -> None:
    """Puts leaders with their troops: inside, or outside in a province; asks where both are."""
    for name in leader_ids:
        goal = outside or INSIDE
        if inside and outside:
            goal = await Choose(
                who=who,
                name="leader-goes",
                what=f"Where does {countries.leader(name).name} go from {called(place)}?",
                about={"place": place, "leader": name},
                options=[
                    Option(INSIDE, f"into the fortress of {board.called(place)}"),
                    Option(outside, f"with the rest {left_outside(place, outside)}"),
                ],
                enter=outside,
            )
        leader = phase.state.leaders[name]
        if goal == INSIDE:
            phase.state.put_leader(leader, place, INSIDE)
        else:
            phase.state.put_leader(leader, goal)


def may_evade(force: Force, interception: bool) -> bool:
    """Whether a force may try to evade: neither phasing nor intercepting, merged or not.

    EVA-01, EVA-A1. The caller asks for the force that is not phasing. Natives never leave.
    """
    if force.alliance == sides.NATIVES:
        return False
    return not interception and not any(number in force.came_from for number in force.unit_ids)


async def evade(phase: Phase, place: str, phasing: Force, force: Force) -> Force | None:
    """The non-phasing stack may evade before a regular battle; what is left of it to fight.

    None: there is no battle. The stack may shelter in a friendly fortress without a roll, or roll
    for another province. EVA-02 to EVA-05, EVA-10 to EVA-16, EVA-A3, EVA-A6.
    """
    state = phase.state
    chief = in_command(state, force)
    who = sides.decider(state, chief.country)
    here = board.called(place)
    space = 0 if sides.is_besieged(state, place) else room(state, place, force.alliance)
    options = [Option(STAND, "Stand and fight")]
    if space:
        options.append(
            Option(
                SHELTER,
                f"Withdraw into the fortress of {here}",
                f"room for {thirds(space)} LD, no roll",
            )
        )
    chart = knowledge.chart(state, force.at(place))
    owners = {unit.country for unit in force.units(state)}
    away = refuges(state, place, force.alliance, chart, owners, force.leader_ids)
    if away:
        advantage = total(_advantage(state, phasing, force))
        options.append(Option(ROLL, "Try to evade", leaders.evasion_odds(advantage)))
    *deeds, last = ["stand", *["withdraw"] * bool(space), *["evade"] * bool(away)]
    chosen = await Choose(
        who=who,
        name="evade",
        what=f"{countries.with_article(chief.country)} in {here}: {', '.join(deeds)} or {last}?",
        about=Weighed(
            {
                "place": place,
                "units": list(force.unit_ids),
                "enemy": list(phasing.unit_ids),
                "side": 1,
            },
            lambda: odds_of(state, place, phasing, force),
            compared=lambda: {"": comparison(state, place, phasing, force, 1)},
        ),
        options=options,
        enter=STAND,
    )
    if chosen == SHELTER:
        return await _withdraw(phase, place, who, force, space)
    if chosen != ROLL:
        return force
    # Replacement leaders do not help, a vizier is rolled (EVA-17).
    for each in (force, phasing):
        await vizier(phase, in_command(state, each))
    test = _advantage(state, phasing, force)
    if await succeeds(phase, place, in_command(state, force).country, test):
        await _carry_out(phase, place, who, force, away, space)
        return None
    return force


def _advantage(state: State, phasing: Force, force: Force) -> tuple[Modifier, ...]:
    """The modifiers of the test (EVA-03)."""
    return leaders.evasion_modifiers(_manoeuvre(state, force), _manoeuvre(state, phasing))


def _manoeuvre(state: State, force: Force) -> int:
    """A commander's manoeuvre for the test, what a nameless vizier may be expected to have until he
    is rolled: of an explorer half, of a replacement or without any leader none (EVA-17, EVA-A2,
    BAT-08)."""
    if not in_command(state, force).leader:
        return 0
    return expected_commander(state, force).on_land.manoeuvre


async def succeeds(phase: Phase, place: str, country: str, advantage: tuple[Modifier, ...]) -> bool:
    """The evasion test, on land or at sea, told (EVA-03)."""
    rolled = await phase.roll(f"{country}.evade", advantage, leaders.evasion_test())
    success = leaders.evades(rolled.result)
    how = countries.does(country, "evade the battle" if success else "fail to evade")
    text = f"{how} in {called(place)} ({leaders.evasion_in_words(rolled)})."
    phase.tell_roll(rolled, text, place)
    return success


async def _withdraw(phase: Phase, place: str, who: str, force: Force, space: int) -> Force | None:
    """Troops go into the fortress without a roll; the rest stays outside and fights (EVA-10)."""
    outside: list[int] = []
    if strength(force.units(phase.state)) <= space:
        inside = list(force.unit_ids)
        phase.state.bring(inside, (), place, INSIDE)
    else:
        inside, outside = await shelter(phase, place, who, force.unit_ids, space)
    await follow(phase, who, force.leader_ids, bool(inside), place if outside else "", place)
    state = phase.state
    if inside:
        troops = units_in_words(state.units_by_id(inside))
        owner = countries.with_article(in_command(state, force).country)
        withdraw = conjugate("withdraw", len(inside))
        text = f"{troops} of {owner} {withdraw} into the fortress of {board.called(place)}."
        phase.tell("evasion", text, place, who)
    if not outside:
        return None
    leaders = tuple(name for name in force.leader_ids if state.leaders[name].position == "field")
    return force._replace(unit_ids=tuple(outside), leader_ids=leaders)


async def _carry_out(
    phase: Phase, place: str, who: str, force: Force, away: Sequence[str], space: int
) -> None:
    """An evasion that succeeded: to one adjacent province, a part into the fortress if friendly.

    EVA-12 to EVA-16: no part fights on, nobody rolls attrition.
    """
    options = goals(phase.state, force.at(place), away, space)
    evades = countries.does(in_command(phase.state, force).country, "evade")
    goal = await Choose(
        who=who,
        name="evade-to",
        what=f"{evades} from {board.called(place)}: where to?",
        about={"place": place, "units": list(force.unit_ids)},
        options=options,
    )
    await carry_out(phase, force.at(place), who, goal, space, "go")


def goals(state: State, band: Band, away: Sequence[str], space: int) -> list[Option]:
    """Where a stack may go: into the fortress if it fits, to a province, or split between the two;
    back aboard only as a whole (EVA-12, EVA-14, RET-20)."""
    found: list[Option] = []
    size = strength(state.units_by_id(band.units))
    here = board.called(band.place)
    if size <= space:
        found.append(Option(INSIDE, f"into the fortress of {here}"))
    for other in away:
        name = f"stay in {here}" if other == band.place else name_of(other)
        found.append(Option(other, name))
        if space and not board.is_sea(other):
            found.append(Option(SPLIT + other, f"{name}, a part into the fortress of {here}"))
    return found


async def carry_out(phase: Phase, band: Band, who: str, goal: str, space: int, goes: str) -> str:
    """Carries out one of `goals`, told with the verb `goes`; the province where those outside are,
    "" when all are inside."""
    state, place = phase.state, band.place
    inside: list[int] = []
    outside = list(band.units)
    target = goal.removeprefix(SPLIT)
    if goal == INSIDE:
        inside, outside, target = outside, [], ""
        state.bring(inside, (), place, INSIDE)
    elif goal.startswith(SPLIT):
        inside, outside = await shelter(phase, place, who, outside, space)
    for number in outside:
        state.put(state.units[number], target)
        if target != place:  # who stays has still come from where he came (RET-28)
            state.marks.entered.pop(number, None)
    target = target if outside else ""
    if inside or outside:
        await follow(phase, who, band.leaders, bool(inside), target, place)
    _tell_goal(phase, band, who, goes, inside, outside, target)
    return target


def _tell_goal(
    phase: Phase, band: Band, who: str, goes: str, inside: list[int], outside: list[int],
    target: str,
) -> None:  # fmt: skip
    state, place = phase.state, band.place
    here = board.called(place)
    chiefs = state.leaders_by_id(band.leaders)
    within = [each.id for each in chiefs if each.position == INSIDE]
    sheet: dict[str, Any] = {"from": place, "to": target, "inside": inside, "outside": outside}
    ways = []
    if outside:
        troops = _whose(state, outside, [each.id for each in chiefs if each.id not in within])
        stay, go = conjugate("stay", len(outside)), conjugate(goes, len(outside))
        where = f"{stay} in {here}" if target == place else f"{go} to {board.called(target)}"
        ways.append(f"{troops} {where}")
    if inside:
        troops = _whose(state, inside, within)
        ways.append(f"{troops} {conjugate(goes, len(inside))} into the fortress of {here}")
    if ways:
        phase.tell("retreat", "; ".join(ways) + ".", place, who, sheet)


def _whose(state: State, numbers: Sequence[int], leader_ids: Sequence[str]) -> str:
    """Troops, their countries and leaders: `A-, LD of Spain under Alba`."""
    led = join_names(countries.leader(name).name for name in leader_ids)
    troops = counters.troops_and_owners(state.units_by_id(numbers))
    return troops + (f" under {led}" if led else "")
