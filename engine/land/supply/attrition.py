"""Attrition on land: what a stack meets, the roll, its losses, pillage and foraging (SAT, ARS,
ATT).

Losses are in thirds of a detachment.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.facts import board, countries, tables
from engine.grammar import capitalised
from engine.land.ground import losses
from engine.land.supply import attrition_math
from engine.land.supply.attrition_math import Cause, Plunder
from engine.modifiers import Modifier
from engine.overseas import attrition_percentages
from engine.play.asks import Choose, Option, Told
from engine.play.phase import Phase
from engine.situation import command
from engine.situation.counters import troops_and_owners
from engine.state import State, sides
from engine.state.stacks import Stack

MOST_FULL_PILLAGES: Final = 2
LOSS: Final = "loss"


# Pillage.


def can_pillage(state: State, place: str, alliance: str) -> bool:
    """Whether a pillage fits into a province: European, with a colony of level 6 too, not neutral,
    no two full ones there (ARS-09, ATT-20, ATT-A5)."""
    return (
        not board.is_sea(place)
        and sides.european(state, place)
        and state.land.pillages.get(place, []).count("+") < MOST_FULL_PILLAGES
        and sides.relation(state, place, alliance) != "neutral"
    )


def add_pillage(state: State, place: str) -> None:
    """Puts a reduced pillage into a province; two reduced ones become a full one (ARS-04,
    ATT-15)."""
    here = state.land.pillages.setdefault(place, [])
    if "-" in here:
        here[here.index("-")] = "+"
    else:
        here.append("-")
    here.sort()


async def land_attrition(
    phase: Phase,
    stack: Stack,
    modifiers: Sequence[Modifier],
    pillage_places: Sequence[str],
    cause: Cause,
    why: str = "",
) -> None:
    """Rolls attrition for a land stack with these modifiers and applies the result at once (SAT-01,
    SAT-02, ARS-13, ATT-09, ATT-10, ATT-21); a P pillages (ARS-03 to ARS-05, ATT-12 to ATT-15).

    `pillage_places` are the provinces of the movement, start and end included, or the one where the
    stack stands: one of the Rest of the World among them makes it that column (ATT-20). The die is
    `<country>.<cause>`, in movement `<country>.attrition`. Losses are the controller's choice
    (ARS-02, ATT-11); foraging marks the counters for the next battle of this impulse (ATT-16).
    """
    state = phase.state
    unit_ids, place, strength = stack.unit_ids, stack.place, stack.thirds
    chief = command.commander(state, stack.units, stack.leaders)
    who = sides.decider(state, chief.country)
    troops = troops_and_owners(stack.units)
    die = f"{chief.country}.{'attrition' if cause == 'movement' else cause}"
    reason = why or attrition_math.NAMES[cause]
    rolled = await phase.roll(die, modifiers, f"{reason}, {troops}")
    told = f"{troops} in {board.called(place)}: {reason} ({rolled.spoken()})"
    if any(not sides.european(state, each) for each in pillage_places):
        percent = tables.attrition_percent(rolled.result)
        lost = await attrition_percentages.roll_loss(phase, chief.country, strength, percent)
        part = attrition_percentages.in_words(percent, lost, "LD")
        phase.tell_roll(rolled, f"{told}; {part}.", place)
        await losses.lose(phase, unit_ids, lost, reason)
        return
    found = attrition_math.european(rolled.result, strength)
    places: list[str] = []
    meaning = attrition_math.NO_PLUNDER
    if found.pillage:
        met = sorted(set(pillage_places))
        places = [each for each in met if can_pillage(state, each, stack.alliance)]
        technology = command.worst_technology(state, state.units_by_id(unit_ids))
        meaning = attrition_math.plunder(cause, technology, bool(places))
    said = attrition_math.result_in_words(found, meaning)
    code = attrition_math.result_code(found)
    result = said if code == "-" else f"result {code}: {said}"
    phase.tell_roll(rolled, f"{told}; {result}.", place)
    lost, pillaged, foraging = found.losses, "", False
    if found.pillage:
        about = f"{told}, {said}"
        pillaged = await _pillaged(phase, who, about, unit_ids, places, meaning)
        foraging = bool(pillaged) and meaning.forage
        if not pillaged or not meaning.choice:
            lost += 1
    if foraging:
        state.marks.foraging.update(unit_ids)
    await losses.lose(phase, unit_ids, 3 * lost, reason)
    if pillaged:
        add_pillage(state, pillaged)
        plunders = capitalised(countries.does_to(chief.country, "pillage", pillaged))
        more = f", and {countries.its(chief.country)} troops forage" if foraging else ""
        phase.tell("pillage", f"{plunders}{more}.", pillaged, who)


async def _pillaged(
    phase: Phase,
    who: str,
    told: str,
    unit_ids: Sequence[int],
    places: Sequence[str],
    meaning: Plunder,
) -> str:
    """The province that a P pillages, "" when the stack loses a detachment instead."""
    if not meaning.pillage:
        return ""
    if not meaning.choice and len(places) == 1:
        return places[0]
    state = phase.state

    def usual() -> str:
        """An enemy's province before any other."""
        alliance = sides.alliance_of(state, state.units[unit_ids[0]].country)
        hostile = (each for each in places if sides.relation(state, each, alliance) == "enemy")
        return next(hostile, places[0])

    def option(answer: str) -> Option:
        if answer == LOSS:
            return Option(LOSS, "lose one more detachment")
        goal = f"pillage {board.called(answer)}"
        return Option(answer, goal, _spoils(state, answer, meaning.forage))

    chosen = await Choose(
        who=who,
        name="pillage-or-loss" if meaning.choice else "pillage",
        what=f"{told}: which of the two?"
        if meaning.choice
        else f"{told}. Which province is pillaged?",
        about={"units": list(unit_ids), "places": list(places)},
        options=Told([*places, *([LOSS] if meaning.choice else [])], option),
        enter=usual,
    )
    return "" if chosen == LOSS else chosen


def _spoils(state: State, place: str, forage: bool) -> str:
    """Whose province would be pillaged, and what else it brings."""
    owner = sides.owner(state, place)
    whose = f"owned by {countries.with_article(owner)}" if owner else "owned by nobody"
    return f"{whose}; and forage in the next battle of this impulse" if forage else whose
