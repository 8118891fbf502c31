"""Attrition from land movement: what modifies it, the rolls of a move (ATT, MOV).

What causes it is in attrition_causes; the rolls come before a battle in mid-move, when the
move ends, and for a massed force that stood still. Strengths are in thirds of a detachment.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from engine.chances.steps import FACES
from engine.facts import board, tables
from engine.land.movement.attrition_causes import (
    CAUSES,
    is_massed,
    leg_causes,
    may_be_massed,
    movement_causes,
)
from engine.land.movement.march_under_way import Move, Stretch, everyone, take_stock
from engine.land.supply import attrition, attrition_math, supply_lines
from engine.land.supply.attrition_math import markers
from engine.modifiers import Modifier, total
from engine.play.phase import Phase
from engine.situation import command
from engine.state import State, forces, sides
from engine.state.stacks import Stack


def movement_modifiers(
    state: State,
    stack: Stack,
    causes: int,
    provinces: Sequence[str],
    line: supply_lines.Line | None,
    enemy: bool,
    voluntary: bool | None = None,
) -> tuple[Modifier, ...]:
    """The modifiers of a stack's attrition by movement for so many causes (ATT-01 to ATT-08,
    MOV-12).

    `provinces` are all that were left or entered, start and end included; `line` was that at the
    start of the move; `enemy` says that an enemy province was entered, or that the stack stayed in
    one. `voluntary` is said of a redeployment only.
    """
    seen = markers(
        state,
        provinces,
        stack.alliance,
        causes=causes,
        manoeuvre=command.commander(state, stack.units, stack.leaders).manoeuvre_on_land,
        no_supply_line=line is None,
        strait_fort=line.strait_forts if line else 0,
        enemy_province=enemy,
        voluntary=bool(voluntary),
    )
    return attrition_math.modifiers("movement" if voluntary is None else "redeployment", seen)


def redeployment_modifiers(
    state: State, stack: Stack, path: Sequence[str], cost: int, voluntary: bool = False
) -> tuple[Modifier, ...]:
    """The modifiers of a redeployment by a `path`, before the stack goes (SIE-25, SIE-26,
    C-RED-07).

    Redeploying is one cause by itself, the causes of a move count further, a massed force by the
    campaign of the round where it is in one (MOV-07); it is voluntary in the redeployment phase
    only, after all rounds.
    """
    country = command.commanding_country(state, stack.units, stack.leaders)
    if state.sequence.step == "siege" and country in state.countries:
        massed = is_massed(state, stack.units, country)
    else:
        massed = forces.is_massed(stack.units)
    causes = movement_causes(massed, cost, state.sequence.bad_weather)
    enemy = any(sides.relation(state, each, stack.alliance) == "enemy" for each in path)
    line = supply_lines.mildest_line(state, stack.units, stack.place, stack.alliance)
    number, provinces = 1 + len(causes), [stack.place, *path]
    return movement_modifiers(state, stack, number, provinces, line, enemy, voluntary)


async def leg_attrition(phase: Phase, move: Move) -> None:
    """Before a battle in mid-move: the latest leg alone, size only beside another cause (MOV-A1,
    MOV-A2).

    MOV-14 to MOV-16, MOV-18, MOV-20, INT-10, ATT-A3.
    """
    state = phase.state
    troops = everyone(state, move)
    if troops:
        big = may_be_massed(troops) and is_massed(state, troops, move.country(state))
        leg, bad_weather = move.leg, state.sequence.bad_weather
        if causes := leg_causes(big, leg.points, bad_weather, leg.unsafe):
            move.rolled = True
            await _roll(phase, move, causes, leg)


async def end_attrition(phase: Phase, move: Move) -> None:
    """When the movement ends: the last leg if one was rolled, else the whole, size included
    (MOV-17 to MOV-20, MOV-A3, ATT-A3).

    A stack that has moved as a massed force has that cause, however few a lost battle left
    (MOV-A6).
    """
    state = phase.state
    troops = everyone(state, move)
    if not troops:
        return
    big = move.massed
    if not big and may_be_massed(troops):
        chiefs = state.leaders_by_id(move.leaders)
        big = is_massed(state, troops, command.commanding_country(state, troops, chiefs))
    stretch, caused = (move.leg, leg_causes) if move.rolled else (move.whole, movement_causes)
    if causes := caused(big, stretch.points, state.sequence.bad_weather, stretch.unsafe):
        await _roll(phase, move, causes, stretch)


async def _roll(phase: Phase, move: Move, causes: Sequence[str], stretch: Stretch) -> None:
    state = phase.state
    troops = everyone(state, move)
    chiefs = [state.leaders[name] for name in move.chiefs if state.leaders[name].status == "map"]
    stack = Stack(troops[0].place, move.alliance, "field", troops, chiefs)
    land = [place for place in stretch.way if not board.is_sea(place)]
    modifiers = movement_modifiers(state, stack, len(causes), land, move.line, stretch.enemy)
    why = "attrition on the march: " + ", ".join(CAUSES[cause] for cause in causes)
    await attrition.land_attrition(phase, stack, modifiers, land, "movement", why)
    take_stock(state, move)


async def standing_attrition(phase: Phase, place: str, unit_ids: list[int]) -> None:
    """A massed force that has not moved rolls nevertheless (MOV-08, CAM-20)."""
    state = phase.state
    units = state.units_by_id(unit_ids)
    alliance = sides.alliance_of(state, units[0].country)
    leaders = sides.stack(state, place, alliance).leaders
    chiefs = [leader for leader in leaders if leader.id not in state.marks.moved_leaders]
    stack = Stack(place, alliance, "field", units, chiefs)
    line = supply_lines.mildest_line(state, units, place, alliance)
    enemy = sides.relation(state, place, alliance) == "enemy"
    modifiers = movement_modifiers(state, stack, 1, [place], line, enemy)
    why = "attrition of a massed force"
    await attrition.land_attrition(phase, stack, modifiers, [place], "movement", why)


class Outlook(NamedTuple):
    """The attrition of a march foreseen: its causes and modifiers, the chance of each loss in
    whole detachments, and the chance of a P, which pillages or costs one more."""

    causes: tuple[str, ...]
    modifiers: tuple[Modifier, ...]
    losses: dict[int, Fraction]
    pillage: Fraction = Fraction(0)

    @property
    def risk(self) -> Fraction:
        """The chance to lose anything."""
        return 1 - self.losses.get(0, Fraction(0))


def attrition_outlook(
    state: State, stack: Stack, way: Sequence[str], points: int, line: supply_lines.Line | None
) -> Outlook:
    """The attrition that a whole march of so many movement points would meet at its end (MOV-17).

    `way` are the provinces left and entered, `line` the line of supply where it began. No
    interception is foreseen.
    """
    country = command.commanding_country(state, stack.units, stack.leaders)
    big = is_massed(state, stack.units, country)
    causes = movement_causes(big, points, state.sequence.bad_weather)
    if not causes:
        return Outlook((), (), {0: Fraction(1)})
    land = [place for place in way if not board.is_sea(place)]
    enemy = any(sides.relation(state, place, stack.alliance) == "enemy" for place in land[1:])
    modifiers = movement_modifiers(state, stack, len(causes), land, line, enemy)
    strength = stack.thirds
    losses: dict[int, Fraction] = {}
    pillage = Fraction(0)
    for die in FACES:
        if any(not sides.european(state, place) for place in land):
            percent = tables.attrition_percent(die + total(modifiers))
            lost = strength // 3 - tables.remainders(strength, percent).detachments
        else:
            found = attrition_math.european(die + total(modifiers), strength)
            lost = found.losses
            pillage += Fraction(found.pillage, 10)
        losses[lost] = losses.get(lost, Fraction(0)) + Fraction(1, 10)
    return Outlook(tuple(causes), modifiers, losses, pillage)
