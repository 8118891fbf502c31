"""Counters of one stack put together between the moves (C-FOR-04, C-FOR-09)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from engine.facts import countries
from engine.facts.board import called
from engine.play.asks import Option
from engine.play.phase import Phase
from engine.situation import counters
from engine.state import State, forces, sides
from engine.state.forces import Unit

MERGE: Final = "merge "
PARTS: Final = ("A-", "LD", "LDE")


Merges: TypeAlias = tuple[tuple[int, str], ...]
"""Answers to the next-move question about counters that are alike, each with the first of these."""


def merges_at(state: State, place: str, alliance: str) -> Merges:
    """The counters of a country in a place that may become one.

    It is no move, so no campaign is asked for. Who has moved or waits for a battle stays as he is,
    and so do troops aboard, whose ships were chosen for their counters. Exploration detachments are
    outside the limits of stacking, and no fourth detachment is made of them (C-STK-01).
    """
    own, marks = sides.members(state, alliance), state.marks
    alike: dict[tuple[str, ...], list[Unit]] = {}
    for unit in state.units_at(place):
        if (
            unit.kind in PARTS
            and unit.country in own
            and unit.position != "aboard"
            and unit.id not in marks.moved
            and unit.id not in marks.locked
        ):
            key = unit.country, unit.corps, unit.position, unit.leader
            alike.setdefault(key, []).append(unit)
    found: Merges = ()
    for units in alike.values():
        for merge in counters.possible_merges(units) if len(units) > 1 else ():
            if _fits(state, merge):
                found += ((units[0].id, MERGE + "+".join(map(str, merge))),)
    return found


def _fits(state: State, numbers: Sequence[int]) -> bool:
    """Whether the stack is within the limits when these are one counter."""
    first = state.units[numbers[0]]
    if first.kind != "LDE" or first.corps == "native":
        return True
    alliance = sides.alliance_of(state, first.country)
    here = sides.stack(state, first.place, alliance, first.position).units
    rest = [unit for unit in here if unit.id not in numbers]
    return forces.within_stacking([*rest, replace(first, kind="LD")])


def option(state: State, answer: str) -> Option:
    """One of these answers as it reads."""
    units = state.units_by_id(_numbers(answer))
    return Option(
        answer,
        f"put counters together in {called(units[0].place)}",
        f"{forces.units_in_words(units)} of {countries.with_article(units[0].country)}",
    )


def _numbers(answer: str) -> list[int]:
    return [int(number) for number in answer.removeprefix(MERGE).split("+")]


def merge(phase: Phase, answer: str) -> None:
    """Puts the counters together that an answer names (C-FOR-04)."""
    numbers = _numbers(answer)
    text = forces.units_in_words(phase.state.units_by_id(numbers))
    whole = counters.merge_counters(phase.state, numbers)
    makes = countries.does(whole.country, "make")
    phase.tell(
        "merge",
        f"{makes} one {whole.kind} of {text} in {called(whole.place)}.",
        whole.place,
        sides.decider(phase.state, whole.country),
    )
