"""The thinking of captain: the usual answer against others, by playouts with the same dice.

All are played out a little; those that fall far behind are dropped, the rest go on to the budget.
Another answer than the usual one is given where it is better by more than chance explains.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from typing import Any, Final

from engine.facts import board
from engine.facts.countries import with_article
from engine.games.game import Game
from engine.play.asks import Ask, Raw
from engine.programs.answering import Player, steady_player
from engine.programs.captain import candidates, planning, playouts
from engine.programs.captain.balance import EVEN, Character, falls
from engine.programs.captain.thought import (
    CERTAIN,
    USUAL,
    Alternative,
    Budget,
    Plan,
    Thought,
    short_label,
)
from engine.report import capitalised
from engine.state import State, sides

SURE: Final = 0.5
"""Standard errors by which an alternative must be ahead."""

LEAST: Final = 3.0
"""Ducats by which an alternative must be ahead at least."""

BEHIND: Final = 60.0
"""Ducats behind the best after half the playouts: not looked at further."""

PLAYED: Final = 0.85
"""The part of the seconds after which no further answer of a playout is begun."""


PLANNED: Final = 0.7
"""The part of these that the plan of an impulse takes, where one is made."""


def think(
    game: Game, ask: Ask[Any], budget: Budget = USUAL, character: Character = EVEN
) -> Thought:
    """What captain answers, and why. It only looks at the game, and never raises: where its
    looking ahead fails, the answer is steady's, and `failed` says so."""
    began = time.monotonic()
    usual = steady_player(game, ask)
    try:
        return weigh_answers(game, ask, usual, [], budget, character, began)
    except Exception as error:  # a defect here must not stop a game
        why = f"{type(error).__name__}: {error}"
        return Thought(
            usual,
            Plan("plays on as steady does"),
            f"captain lost the thread ({why:.120}); steady plays for it from now on.",
        )


def weigh_answers(
    game: Game, ask: Ask[Any], usual: Raw, besides: Sequence[Raw], budget: Budget,
    character: Character, began: float,
) -> Thought:  # fmt: skip
    """The best of the usual answer, those that captain looks at, and some `besides`; the seconds of
    the budget count from when it `began`."""
    deadline = None if budget.seconds is None else began + PLAYED * budget.seconds
    planned = None if deadline is None else began + PLANNED * (deadline - began)
    made = planning.plan(game, ask, budget, character, planned)
    ordered = made.design.answer(game.state, ask)
    if ordered is not None and ask.is_legal(ordered):
        if not besides:
            weighed = made.alternatives(game.state, ask, usual)
            return Thought(ordered, _plan(game.state, ask, weighed, made.lines))
        besides = [*besides, usual]
        usual = ordered
    others = candidates.alternatives(game, ask, usual)
    others += [each for each in besides if each != usual and each not in others]
    if not others or budget.playouts < 1:
        return Thought(usual, _plan(game.state, ask, [], made.lines))
    start = playouts.begin(game, ask)
    answers = [usual, *others]
    values: list[list[float]] = [[] for _ in answers]
    alive = list(range(len(answers)))
    try:
        for number in range(budget.playouts):
            found: dict[int, float] = {}
            for at in alive:
                value = playouts.playout(
                    start, [answers[at]], number, budget.rounds, character, deadline, made.design
                )
                if value is not None:
                    found[at] = value
            if 0 not in found:
                break  # the position cannot be played on: nothing to compare with
            for at, value in found.items():
                values[at].append(value)
            alive = _ahead(values, [at for at in alive if at in found], number, budget.playouts)
            if len(alive) == 1:
                break
    except playouts.OutOfTime:
        pass
    each_found = (
        _alternative(ask, answer, value, values[0])
        for answer, value in zip(answers, values, strict=True)
    )
    ranked = sorted((each for each in each_found if each.playouts), key=lambda each: -each.worth)
    rest = {
        at: character.rest * (_rests(ask, each.answer) - _rests(ask, usual))
        for at, each in enumerate(ranked)
    }
    better = [
        (each.worth + rest[at], -at)
        for at, each in enumerate(ranked)
        if each.answer != usual and each.worth + rest[at] > _bar(each)
    ]
    best = ranked[-max(better)[1]] if better else None
    return Thought(best.answer if best else usual, _plan(game.state, ask, ranked, made.lines))


def _rests(ask: Ask[Any], answer: Raw) -> bool:
    """Whether an answer moves nobody into enemy land."""
    return ask.name in ("campaign", "march", "sail") and answer in ([], "none", "passive")


def _bar(one: Alternative) -> float:
    """What an alternative must be worth to be taken for the usual answer."""
    return max(LEAST, SURE * one.error / CERTAIN)


def _ahead(values: list[list[float]], alive: list[int], number: int, most: int) -> list[int]:
    """Those that are played out further: after half of the playouts, the usual one and those
    that are not far behind the best."""
    if 2 * (number + 1) < most:
        return alive
    means = {at: math.fsum(values[at]) / len(values[at]) for at in alive}
    best = max(means.values())
    return [at for at in alive if at == 0 or means[at] > best - BEHIND]


def _alternative(
    ask: Ask[Any], answer: Raw, values: Sequence[float], usual: Sequence[float]
) -> Alternative:
    """An answer's worth over the usual one, by the playouts with the same dice."""
    gains = [one - other for one, other in zip(values, usual, strict=False)]
    count = len(gains)
    mean = math.fsum(gains) / count if count else 0.0
    spread = math.fsum((gain - mean) ** 2 for gain in gains) / max(1, count - 1)
    error = CERTAIN * math.sqrt(spread / count) if count > 1 else 0.0
    return Alternative(answer, short_label(ask.label(answer)), mean, error, count)


def _plan(state: State, ask: Ask[Any], ranked: Sequence[Alternative], told: Sequence[str]) -> Plan:
    """The plan in words: what is `told` of the impulse, the sieges it holds on to, and what was
    weighed."""
    alliance = sides.alliance_of(state, ask.who) or sides.phasing_alliance(state)
    lines = [*told]
    for place, siege in state.land.sieges.items():
        name = board.name_of(place)
        if siege.alliance == alliance:
            lines.append(f"{name} falls with a chance of {falls(state, place):.0%} this turn.")
        elif sides.controlled_by(state, place, alliance):
            lines.append(f"{name} is besieged, and falls with {falls(state, place):.0%}.")
    aim = f"{capitalised(with_article(ask.who))}: {ask.what}"
    return Plan(aim, tuple(lines), tuple(ranked))


def player_of(character: Character, budget: Budget = USUAL) -> Player:
    """captain of a character as a program: what match, simulate and a table ask for answers."""

    def play(game: Game, ask: Ask[Any]) -> Raw:
        return think(game, ask, budget, character).answer

    return play
