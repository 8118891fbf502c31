"""The battles of an impulse: which there are, and in which order (BAT-01 to BAT-05)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from engine.facts import board, countries
from engine.facts.board import in_or_off, name_of
from engine.land.battle import aftermath as after
from engine.land.battle import battle
from engine.land.battle.parameters import odds_of, stack_force
from engine.overseas import active_natives
from engine.play.asks import Choose, Option
from engine.play.decision_details import Weighed
from engine.play.phase import Phase
from engine.sea.battle import announced_battles
from engine.state import State, sides
from engine.state.forces import COUNTRY


def pending_battles(state: State) -> list[tuple[str, str]]:
    """The regular battles still to be fought: place and enemy alliance, by place (BAT-01,
    BAT-05)."""
    alliance = sides.phasing_alliance(state)
    hostile = sides.enemies(state, alliance)
    return [
        (place, enemy)
        for place in sorted(state.places_of_troops(sides.members(state, alliance)))
        if not hostile.isdisjoint(map(COUNTRY, state.units_at(place))) and not board.is_sea(place)
        for enemy in active_natives.foes(state, place, alliance)
    ]


async def battles(phase: Phase) -> None:
    """All battles of the impulse that were no interceptions, on land and at sea.

    The phasing alliance chooses their order; each goes to its end before the next (BAT-01, BAT-02).
    Then no place that was contested holds a stack over its limit.
    """
    state = phase.state
    waiting = _waiting(state)
    _tell_none(phase, waiting)
    while waiting:
        phase.mark()
        options = [Option(f"{where}/{foe}", _against(state, where, foe)) for where, foe in waiting]
        chosen = await Choose(
            who=sides.speaker(state, sides.phasing_alliance(state)),
            name="next-battle",
            what="Which battle is fought next?",
            about=Weighed(
                {"places": [where for where, _ in waiting]}, partial(_weigh, state, waiting)
            ),
            options=options,
            enter=options[0].answer,
        )
        place, _, enemy = chosen.partition("/")
        if board.is_sea(place):
            await announced_battles.fight_next(phase, place, enemy)
        else:
            state.marks.done.add(active_natives.fought_mark(place, enemy))
            phasing = stack_force(state, place, sides.phasing_alliance(state))
            await battle.battle(phase, place, phasing, stack_force(state, place, enemy))
        waiting = _waiting(state)
    # Where attrition left nobody to fight, those who came to fight may be too many (INT-15).
    await after.aftermath(
        phase, sorted(state.marks.contested), [each.id for each in state.diplomacy.alliances]
    )


def _waiting(state: State) -> list[tuple[str, str]]:
    """All battles still to be fought, on land and at sea: place and enemy alliance."""
    return [*pending_battles(state), *announced_battles.pending_battles(state)]


def _tell_none(phase: Phase, waiting: Sequence[tuple[str, str]]) -> None:
    """Says where no battle is fought though both sides were engaged: attrition left one nobody."""
    state = phase.state
    fought = {place for place, _ in waiting}
    zones = [zone for zone, _, _ in state.marks.naval_battles]
    for place in dict.fromkeys((*state.marks.contested, *zones)):
        key = f"no battle {place}"
        if place not in fought and key not in state.marks.done:
            text = f"No battle is fought {in_or_off(place)}: one side has nobody left there."
            phase.tell("battle", text, place, sides.speaker(state, sides.phasing_alliance(state)))
        state.marks.done.add(key)


def _against(state: State, place: str, enemy: str) -> str:
    names = [
        countries.with_article(each)
        for each in (sides.members(state, enemy) if enemy != sides.NATIVES else ())
        if any(unit.country == each for unit in state.units_at(place))
    ]
    return f"{name_of(place)}, against {' and '.join(names) or countries.with_article(enemy)}"


def _weigh(state: State, waiting: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """The odds of each battle that waits, on land or at sea, for the phasing side."""
    phasing = sides.phasing_alliance(state)
    return {
        _against(state, where, foe): announced_battles.odds_next(state, where, foe)
        if board.is_sea(where)
        else odds_of(
            state, where, stack_force(state, where, phasing), stack_force(state, where, foe)
        )
        for where, foe in waiting
    }
