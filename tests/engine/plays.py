"""Whole plays for tests that read several chapters together: only what matters is written down.

A question that the play does not name takes the quiet answer: nobody intercepts, evades, breaks off
or moves again. A die that it does not name falls as `quiet` says.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, Final

from engine.play.asks import Ask, Die, Raw
from engine.play.phase import Phase
from engine.sequence import battle_order, movement
from engine.sequence.later_procedures import PROCEDURES
from engine.state import State
from tests.engine.playing import Played

QUIET: Final[Mapping[str, Raw]] = {
    "next-move": "done", "intercept": [], "counter-intercept": [], "evade": "stand",
    "retreat-attempt": False, "withdraw": False, "march": [], "follow": False,
}  # fmt: skip


def played(
    procedure: Callable[..., Coroutine[Any, Any, Any]],
    state: State,
    answers: Mapping[str, Sequence[Raw]] = {},
    dice: Mapping[str, int | Sequence[int]] = {},
    *arguments: Any,
    quiet: int = 3,
) -> Played:
    """Plays a procedure to its end; every answer and die that is named must be used."""
    phase, asks = Phase(state, procedures=PROCEDURES), list[Ask[Any]]()
    left = {name: list(each) for name, each in answers.items()}
    falls = {name: [each] if isinstance(each, int) else list(each) for name, each in dice.items()}
    running, value = procedure(phase, *arguments), None
    while True:
        try:
            request = running.send(value)
        except StopIteration as end:
            unused = {name: each for name, each in {**left, **falls}.items() if each}
            assert not unused, f"left over: {unused}\n" + "\n".join(e.text for e in phase.story)
            return Played(end.value, phase, asks)
        if isinstance(request, Die):
            value = (
                falls[request.name].pop(0) if falls.get(request.name) else min(quiet, request.most)
            )
        else:
            asks.append(request)
            value = request.parse(_answer(request, left))


def _answer(ask: Ask[Any], left: dict[str, list[Raw]]) -> Raw:
    if left.get(ask.name):
        return left[ask.name].pop(0)
    if ask.name in QUIET and ask.is_legal(QUIET[ask.name]):
        return QUIET[ask.name]
    return ask.default if ask.default is not None else ask.offers()[0]


async def impulse(phase: Phase) -> None:
    """The movement step of an impulse, then its battles."""
    await movement.moves(phase)
    phase.state.sequence.step = "battles"
    await battle_order.battles(phase)


def modifiers(found: Played, die: str) -> dict[str, int]:
    """What modified the first roll whose die has that name, by rule."""
    for entry in found.phase.story:
        if entry.sheet and str(entry.sheet.get("name", "")) == die:
            summed: dict[str, int] = {}
            for value, _, rule in entry.sheet["modifiers"]:
                summed[rule] = summed.get(rule, 0) + value
            return summed
    raise AssertionError(f"no roll {die} in:\n{found.told}")


def rolls(found: Played, die: str) -> int:
    """How many rolls with that die were told."""
    return sum((entry.sheet or {}).get("name") == die for entry in found.phase.story)


def drm(found: Played, country: str, roll: str, rule: str) -> int:
    """What a rule added to a roll of a side in the last battle."""
    sheets = [entry.sheet for entry in found.phase.story if entry.kind == "battle" and entry.sheet]
    side = next(each for each in sheets[-1]["sides"] if each["country"] == country)
    return sum(value for value, _, cited in side["modifiers"][roll] if cited == rule)


def asked(found: Played) -> list[str]:
    """The names of the questions, in order."""
    return [ask.name for ask in found.asks]
