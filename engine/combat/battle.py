"""A battle as it is played, on land or at sea: the head of its sheet, the fight roll by roll."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.chances.steps import Choice, Pending, Roll
from engine.chances.weighing import Decisions
from engine.combat.combat_sheet import CombatSheet
from engine.combat.comparison import battle_so_far
from engine.combat.fight import Fought, fight
from engine.combat.prepared_battle import AnySetup, O, P, Setup
from engine.facts import countries
from engine.facts.board import called, in_or_off
from engine.play.asks import YesNo
from engine.play.decision_details import Weighed
from engine.play.phase import Phase
from engine.state import State, sides


def header(
    state: State, place: str, setup: AnySetup, columns: Sequence[dict[str, Any]]
) -> dict[str, Any]:
    """The head of a sheet: both sides, the phasing one first, before the first die."""
    return {
        "place": place,
        "title": f"Battle of {called(place)}",
        "terrain": "sea" if setup.at_sea else setup.situation.terrain,
        "box": state.sequence.box,
        "interception": setup.situation.interception,
        "sides": list(columns),
        "rolls": [],
    }


async def fight_out(
    phase: Phase,
    place: str,
    setup: Setup[P, O],
    sheet: CombatSheet,
    odds: Callable[[Pending, Decisions], dict[str, Any]],
) -> Fought[P, O]:
    """The two days and the pursuit, each roll told; who may break off is asked (FIG-13, FIG-17).

    `odds` gives those of the battle from a decision on.
    """

    async def decide(name: str, question: str, step: Pending) -> bool:
        sheet.tell_taken()
        country, _, stage = name.partition(".")
        if country == sides.NATIVES:
            return False
        side = [force.name for force in setup.forces].index(country)
        where, now = in_or_off(place), step.steps[0]
        about: dict[str, Any] = {"place": place, "country": country, "side": side}
        people = countries.with_article(country)
        what = f"{people}, end of the first day {where}: break off and retreat?"
        detail = "the battle is lost"
        if isinstance(now, Choice):
            what = f"{countries.does(country, 'have')} the wind {where}: break off and retreat?"
            detail = "the battle is lost, and there is no pursuit"
        if setup.at_sea:
            about["stage"] = stage
        elif isinstance(now, Roll):
            need = now.ways[now.which(step.state)].purpose.removeprefix("retreat: ")
            detail = f"succeeds with a die of {need}, and loses the battle"
        return await YesNo(
            who=sides.decider(phase.state, country),
            name="break-off" if isinstance(now, Choice) else "retreat-attempt",
            what=what,
            detail=detail,
            about=Weighed(
                about,
                lambda: {"attempt": odds(step, {name: True}), "stay": odds(step, {name: False})},
                stands=lambda: battle_so_far(setup, step, side),
            ),
            enter=False,
        )

    fought = await fight(setup, sheet.roll, decide, sheet.taken)
    sheet.tell_taken()
    return fought
