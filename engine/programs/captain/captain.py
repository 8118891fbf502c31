"""The thinking of captain: the usual answer against others, by playouts with the same dice.

All are played out a little; those that fall far behind are dropped, the rest go on to the budget,
the best one further where its gain may be chance. Another answer than the usual one is given where
it is better by more than that.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

from engine.facts import board
from engine.facts.countries import with_article
from engine.games.game import Game
from engine.grammar import capitalised
from engine.play.asks import Ask, Raw
from engine.programs.captain import candidates, explorers, planning, playouts
from engine.programs.captain.balance import EVEN, Balance, Character, falls
from engine.programs.captain.gains import SPREAD, Gain, over
from engine.programs.captain.orders import NO_DESIGN, Design
from engine.programs.captain.thought import (
    USUAL,
    Alternative,
    Budget,
    Plan,
    Thought,
    short_label,
)
from engine.programs.captain.usual import usual_answer
from engine.programs.random_and_steady import Player, steady_player
from engine.state import State, sides

SURE: Final = 1.0
"""Standard errors by which an alternative must be ahead."""

LEAST: Final = 3.0
"""Ducats by which an alternative must be ahead at least."""

BEHIND: Final = 2.0
"""How far behind the best after half the playouts, in what chance makes of so many (SPREAD): not
looked at further."""

MOST: Final = 4
"""Playouts of the best alternative while chance may explain what it gains, for each of the
budget."""

PLAYED: Final = 0.85
"""The part of the seconds after which no further answer of a playout is begun."""


PLANNED: Final = 0.7
"""The part of these that the plan of an impulse takes, where one is made."""


def think(game: Game, ask: Ask[Any], budget: Budget, character: Character = EVEN) -> Thought:
    """What captain answers, and why. It only looks at the game, and never raises: where its
    looking ahead fails, the answer is steady's, and `failed` says so."""
    began = time.monotonic()
    usual = steady_player(game, ask)
    try:
        usual = usual_answer(game, ask, character)
        if explorers.decides(game.state, ask, character):
            told = explorers.lines(game.state, ask, character)
            return Thought(usual, _plan(game.state, ask, [], told))
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
    answers = [usual, *others]
    trials = _Trials(game, ask, budget, character, deadline, made.design, answers)
    if made.design == NO_DESIGN:
        trials.values[0] += [each for each in made.usual if math.isfinite(each.worth)]
    bonus = [character.rest * (_rests(ask, each) - _rests(ask, usual)) for each in answers]
    with suppress(playouts.OutOfTime):
        trials.play(bonus)
    gains = [over(each, trials.values[0]) for each in trials.values]
    better = [
        (gain.mean + bonus[at], -at)
        for at, gain in enumerate(gains)
        if at and gain.mean + bonus[at] > max(LEAST, SURE * gain.error)
    ]
    best = answers[-max(better)[1]] if better else usual
    ranked = [
        gain.of(each, short_label(ask.label(each)))
        for each, gain in zip(answers, gains, strict=True)
        if gain.playouts
    ]
    ranked.sort(key=lambda each: -each.worth)
    return Thought(best, _plan(game.state, ask, ranked, made.lines))


class _Trials:
    """Answers to a question, the usual one first, with the balances that they led to by the same
    dice."""

    def __init__(
        self, game: Game, ask: Ask[Any], budget: Budget, character: Character,
        deadline: float | None, design: Design, answers: Sequence[Raw],
    ) -> None:  # fmt: skip
        self.start = playouts.begin(game, ask)
        self.budget, self.character, self.deadline = budget, character, deadline
        self.design, self.answers = design, answers
        self.values: list[list[Balance]] = [[] for _ in answers]

    def play(self, bonus: Sequence[float]) -> None:
        """Play all out to the budget, without those that fall far behind; then the best alternative
        further while chance may explain what it gains with its `bonus`. Raises OutOfTime."""
        alive = list(range(len(self.answers)))
        for number in range(self.budget.playouts):
            alive = [at for at in alive if self.once(at, number)]
            if alive[:1] != [0]:
                return  # the position cannot be played on: nothing to compare with
            if 2 * (number + 1) >= self.budget.playouts:
                alive = self.near(alive)
            if len(alive) == 1:
                return
        best = max(alive[1:], key=lambda at: self.gain(at).mean + bonus[at])
        for number in range(self.budget.playouts, MOST * self.budget.playouts):
            gain = self.gain(best)
            gain = gain._replace(mean=gain.mean + bonus[best])
            if not gain.unsure or gain.mean < -gain.error:
                return
            if not (self.once(0, number) and self.once(best, number)):
                return

    def once(self, at: int, number: int) -> bool:
        """Play an answer out with the dice of that number; whether that can be done."""
        if len(self.values[at]) == number:
            value = playouts.playout(
                self.start, [self.answers[at]], number, self.budget.rounds, self.character,
                self.deadline, self.design,
            )  # fmt: skip
            self.values[at] += [] if value is None else [value]
        return len(self.values[at]) > number

    def gain(self, at: int) -> Gain:
        """What an answer gains over the usual one."""
        return over(self.values[at], self.values[0])

    def near(self, alive: Sequence[int]) -> list[int]:
        """The usual answer, and those that are not far behind the best."""
        gains = [self.gain(at) for at in alive]
        fewest = min(each.playouts for each in gains)
        least = max(each.mean for each in gains) - BEHIND * SPREAD / math.sqrt(fewest)
        return [at for at, each in zip(alive, gains, strict=True) if at == 0 or each.mean > least]


def _rests(ask: Ask[Any], answer: Raw) -> bool:
    """Whether an answer moves nobody into enemy land."""
    return ask.name in ("campaign", "march", "sail") and answer in ([], "none", "passive")


def _plan(state: State, ask: Ask[Any], ranked: Sequence[Alternative], told: Sequence[str]) -> Plan:
    """The plan in words: what is `told` of the impulse, the sieges it holds on to, and what was
    weighed."""
    alliance = sides.alliance_of(state, ask.who) or sides.phasing_alliance(state)
    lines = [*told]
    for place, siege in state.land.sieges.items():
        besieger = siege.alliance == alliance
        if besieger or sides.controlled_by(state, place, alliance):
            with_what = f"with a chance of {100 * falls(state, place):.0f} % this turn"
            ours = "" if besieger else ", which is besieged,"
            lines.append(f"The fortress of {board.called(place)}{ours} falls {with_what}.")
    aim = f"{capitalised(with_article(ask.who))}: {ask.question}"
    return Plan(aim, tuple(lines), tuple(ranked))


def player_of(character: Character, budget: Budget = USUAL) -> Player:
    """captain of a character as a program: what match, simulate and a table ask for answers."""

    def play(game: Game, ask: Ask[Any]) -> Raw:
        return think(game, ask, budget, character).answer

    return play
