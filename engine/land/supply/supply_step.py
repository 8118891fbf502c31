"""The supply step: who is without a line of supply, and what it costs (SUP-01 to SUP-07)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.facts import board, countries
from engine.facts.board import called
from engine.grammar import conjugate, join_names
from engine.land.ground import besieging
from engine.land.supply import attrition, attrition_math
from engine.land.supply.supply_lines import is_besieged, line_of
from engine.overseas import discoveries
from engine.play.asks import Choose, Option
from engine.play.phase import Phase
from engine.situation import establishments
from engine.state import State, forces, sides
from engine.state.stacks import Stack

if TYPE_CHECKING:
    from engine.land.supply.attrition_math import Cause

WANT: Final = "want of supply"
"""The cause of the losses of troops that are destroyed without supply."""


async def supply(phase: Phase) -> None:
    """The supply step: the phasing alliance's land stacks, in an order of its choice (SUP-01 to
    SUP-07).

    What is without supply for the second time in a row is destroyed; then those without supply or
    in weak supply roll supply attrition, the besieged siege attrition. A fortress supplied by sea
    in the last round lets its garrison off (SUP-05). Besiegers who die besiege no longer.
    """
    alliance = sides.phasing_alliance(phase.state)
    may_roll = True
    if "supply" not in phase.state.marks.done:
        all_fed = _test(phase, alliance)
        discoveries.settle(phase)
        # Where all are fed and no siege has begun or ended, nobody is in want a moment later.
        may_roll = await besieging.settle_sieges(phase) or not all_fed
        phase.state.marks.done.add("supply")
    while may_roll:
        phase.mark()
        state = phase.state
        waiting = [stack for stack in _tested(state, alliance) if _due(state, stack)]
        if not waiting:
            break
        by_key = {_key(stack): stack for stack in waiting}
        key = await Choose(
            who=sides.speaker(state, alliance),
            name="next-supply",
            what="Which stack rolls for attrition next?",
            about={"places": [stack.place for stack in waiting]},
            options=[Option(key, _described(stack)) for key, stack in by_key.items()],
            enter=_key(waiting[0]),
        )
        state.marks.done.add(f"supply:{key}")
        await _roll(phase, by_key[key])
        await besieging.settle(phase, by_key[key].place)
    for place in sorted(phase.state.land.resupplied):
        if sides.controlled_by(phase.state, place, alliance):
            _let_off(phase, place, alliance)


def _let_off(phase: Phase, place: str, alliance: str) -> None:
    """What the supply of a besieged fortress by sea came to: it holds for one supply step (SUP-05,
    NAC-19, SUP-A2).

    Its garrison has not rolled for siege attrition.
    """
    phase.state.land.resupplied.discard(place)
    garrison = sides.stack(phase.state, place, alliance, "inside").units
    where = establishments.besieged_in(phase.state, place)
    spared = "rolls no siege attrition" if garrison else "has no garrison to spare from attrition"
    text = f"{where}, supplied by sea, {spared} (SUP-05)."
    phase.tell("supply", text, place, sides.speaker(phase.state, alliance))


def _tested(state: State, alliance: str) -> list[Stack]:
    return [*sides.stacks(state, alliance), *sides.stacks(state, alliance, "inside")]


def _key(stack: Stack) -> str:
    return f"{stack.place}/{stack.position}"


def _due(state: State, stack: Stack) -> bool:
    """Whether a stack has still to roll in this step (SUP-03 to SUP-06)."""
    if f"supply:{_key(stack)}" in state.marks.done:
        return False
    if is_besieged(state, stack):
        return stack.place not in state.land.resupplied
    found = line_of(state, stack)
    return found is None or bool(found.weak)


def _test(phase: Phase, alliance: str) -> bool:
    """Destroys what has no line for the second time, marks what has none for the first (SUP-01 to
    SUP-03). Whether all have full supply, and nobody is besieged."""
    state = phase.state
    all_fed = True
    for stack in _tested(state, alliance):
        found = line_of(state, stack)
        if found is None or found.weak or is_besieged(state, stack):
            all_fed = False
        if found is not None:
            if state.marks.unsupplied:
                state.marks.unsupplied.difference_update(stack.unit_ids)
            continue
        lost = [unit for unit in stack.units if unit.id in state.marks.unsupplied]
        state.marks.unsupplied.update(stack.unit_ids)
        if not lost:
            have = conjugate("have", len(stack.units))
            text = f"{_described(stack)} {have} no line of supply."
            phase.tell("supply", text, stack.place)
            continue
        were, are = conjugate("was", len(lost)), conjugate("be", len(lost))
        text = f"{_described(replace(stack, units=lost))} {were} without supply in "
        text += f"two rounds running and {are} destroyed (SUP-01)."
        phase.tell("supply", text, stack.place, sheet=forces.toll(lost, WANT))
        for unit in lost:
            state.remove(unit)
        if len(lost) == len(stack.units) and stack.leaders:
            alone = join_names(countries.leader(each.id).name for each in stack.leaders)
            text = (
                f"{alone} {conjugate('stay', len(stack.leaders))} in {called(stack.place)} alone "
            )
            phase.tell("leader", f"{text}(LDR-A5).", stack.place)
    return all_fed


async def _roll(phase: Phase, stack: Stack) -> None:
    """The roll of one stack: siege attrition inside a siege, else supply attrition (SUP-06)."""
    state = phase.state
    if is_besieged(state, stack):
        cause: Cause = "besieged"
        modifiers = attrition_math.besieged_modifiers(state, stack.place)
        why = ""
    else:
        cause = "supply"
        found = line_of(state, stack)
        modifiers = attrition_math.supply_modifiers(state, stack, found)
        why = "; ".join(each.why for each in found.weak) if found else "no line of supply"
        why = f"supply attrition, {why}"
    await attrition.land_attrition(phase, stack, modifiers, [stack.place], cause, why)


def _described(stack: Stack) -> str:
    names = countries.join_with_articles(sorted(unit.country for unit in stack.units))
    return f"{forces.units_in_words(stack.units)} of {names} in {board.called(stack.place)}"
