"""Counters of one stack put together between the moves (C-FOR-04, C-FOR-09)."""

from __future__ import annotations

from operator import itemgetter
from typing import Final

from engine.facts import countries
from engine.facts.board import name_of
from engine.play.asks import Option
from engine.play.phase import Phase
from engine.situation import counters
from engine.state import State, forces, sides
from engine.state.forces import Unit
from engine.state.lookups import lookup_at

MERGE: Final = "merge "
PARTS: Final = ("A-", "LD", "LDE")


def choices(state: State, alliance: str) -> list[str]:
    """Counters of a country that may become one, as answers to the next-move question.

    It is no move, so no campaign is asked for. Who has moved or waits for a battle stays as he is,
    and so do troops aboard, whose ships were chosen for their counters.
    """
    own = sides.members(state, alliance)
    found: list[tuple[int, tuple[str, ...]]] = []
    for place in state.places_of_troops(own):
        found += _there(state, place, alliance)
    if not found:
        return []
    found.sort(key=itemgetter(0))
    return [answer for _, answers in found for answer in answers]


@lookup_at
def _there(state: State, place: str, alliance: str) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """The `choices` in a place, of counters that are alike together, with the first of these."""
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
    found = (
        (units[0].id, tuple(MERGE + "+".join(map(str, each)) for each in merges))
        for units in alike.values()
        if (merges := counters.possible_merges(units))
    )
    return tuple(found)


def option(state: State, answer: str) -> Option:
    """One of the `choices` as it reads."""
    units = state.units_by_id(_numbers(answer))
    return Option(
        answer,
        f"put counters together in {name_of(units[0].place)}",
        f"{forces.units_in_words(units)} of {countries.with_article(units[0].country)}",
    )


def _numbers(answer: str) -> list[int]:
    return [int(number) for number in answer.removeprefix(MERGE).split("+")]


def merge(phase: Phase, answer: str) -> None:
    """Puts the counters together that one of the `choices` names (C-FOR-04)."""
    numbers = _numbers(answer)
    text = forces.units_in_words(phase.state.units_by_id(numbers))
    whole = counters.merge_counters(phase.state, numbers)
    makes = countries.does(whole.country, "make")
    phase.tell(
        "merge",
        f"{makes} one {whole.kind} of {text} in {name_of(whole.place)}.",
        whole.place,
        sides.decider(phase.state, whole.country),
    )
