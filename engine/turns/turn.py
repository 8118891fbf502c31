"""A whole campaign: turn after turn from events to the interphase, with the Military phase inside.

The ledger knows the step; every step can start again from the state alone. What belongs to other
chapters of the game (events, diplomacy, trade, technology) is entered as umpire's rulings.
"""

from __future__ import annotations

from typing import Final

from engine.facts import countries
from engine.facts.wordings import wordings
from engine.fleets import blockades
from engine.play.asks import Option, Subset
from engine.play.phase import Phase
from engine.sea import lost_ports
from engine.sequence.sequence import Procedure, military_phase
from engine.situation import variants
from engine.state import State
from engine.state.ledger import TurnStep
from engine.turns import (
    declarations,
    events,
    income,
    interphase,
    logistics,
    peace,
    redeployment_phase,
    wars,
)

SECOND: Final = "at war already: a second declaration ends a truce, and costs as the first"


def begin(state: State, turns: int) -> None:
    """Makes a campaign of so many turns of a scenario's start; the first begins with the events.

    Forces and treasuries of the first turn are the scenario's: income, upkeep and recruitment come
    from the second turn on. One turn alone stays a single Military phase.
    """
    if turns < 2:
        return
    wars.open_ledger(state)
    state.ledger.last_turn = state.turn + turns - 1
    state.ledger.step = "events"
    state.ledger.facts["first turn"] = state.turn


async def play_campaign(phase: Phase) -> None:
    """Plays a campaign to its end; without a ledger of turns, the one Military phase.

    Ships in a port of those who are no allies any longer leave it after the step that parted them.
    """
    if not phase.state.ledger.last_turn:
        await military_phase(phase)
        return
    while phase.state.ledger.step != "over":
        phase.mark(segment=True)
        await play_step(phase)
        await lost_ports.leave(phase)
        phase.state.marks.done.clear()


async def play_step(phase: Phase) -> None:
    """The step where the turn is; after it the next is due."""
    procedure, following = STEPS[phase.state.ledger.step]
    await procedure(phase)
    if following:
        phase.state.ledger.step = following


async def negotiations_step(phase: Phase) -> None:
    """Negotiations: what variants bring, truces, then declarations of war, in the order of
    initiative; who has left an alliance blockades its enemies no longer (NAC-04)."""
    await variants.in_force(phase.state).negotiations(phase)
    await peace.offers(phase, early=True)
    if not phase.state.options.get("wars_asked"):
        await declare_wars(phase)
    wars.align(phase.state)
    blockades.lift_without_war(phase)
    first = int(phase.state.ledger.facts.get("first turn", 0))
    phase.state.ledger.step = "income" if phase.state.turn > first else "military"


async def declare_wars(phase: Phase) -> None:
    """Each power says on whom it declares war; an enemy may be named again by a variant."""
    state = phase.state
    order = sorted(
        (each for each in state.countries.values() if not each.minor),
        key=lambda each: (-state.sequence.initiatives.get(each.id, 0), each.id),
    )
    for country in [each.id for each in order]:
        targets = [
            each for each in sorted(state.countries)
            if each != country and not declarations.why_not_declare(state, country, each)
        ]  # fmt: skip
        if not targets:
            continue
        chosen = await Subset(
            who=country,
            name="declare-war",
            what=f"On whom {countries.in_question(country)} declare war?",
            options=[
                Option(each, countries.country_name(each),
                       SECOND if wars.war_between(state, country, each) else "")
                for each in targets
            ],
            enter=[],
            about={"country": country},
        )  # fmt: skip
        for target in chosen:
            if not declarations.why_not_declare(state, country, target):
                await declarations.declare(phase, country, target)


async def military_step(phase: Phase) -> None:
    """The Military phase; wars that the players began in it go into the ledger."""
    await military_phase(phase)
    state = phase.state
    wars.adopt(state)
    state.options.pop("wars_asked", None)


STEPS: dict[TurnStep, tuple[Procedure, TurnStep | None]] = {
    "events": (events.events, "negotiations"),
    "negotiations": (negotiations_step, None),
    "income": (income.income, "logistics"),
    "logistics": (logistics.logistics, "military"),
    "military": (military_step, "redeployment"),
    "redeployment": (redeployment_phase.redeployments, "peace"),
    "peace": (peace.peace, "interphase"),
    "interphase": (interphase.interphase_step, None),
}
"""The steps of a turn, each with the one that follows; None where the step itself says which."""

NAMES: Final = wordings("step of a turn")
