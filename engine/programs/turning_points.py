"""Where a phase turned: the decisions and the dice that moved its forecast most.

Each moment of a game that was played is forecast as the game stood then, with dice that are not its
own; the last one is what came of it. Where two moments differ by more than chance explains, the
ones between are looked at, down to a single answer with its dice.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from operator import itemgetter
from typing import Final, NamedTuple

from engine.facts.countries import with_article
from engine.games.game import Game
from engine.grammar import capitalised
from engine.play.asks import Raw
from engine.programs import forecast, game_outcome, score
from engine.programs.forecast import Future
from engine.programs.position import Position, game_at, position_before

GAMES: Final = 16
"""Played on from each moment."""
GRID: Final = 12
"""Moments that are looked at first, evenly over the phase."""
MOST: Final = 40
"""Moments that are looked at in all."""
SHOWN: Final = 5

Forecast = Callable[[Position, Sequence[int], Sequence[Raw]], Sequence[Future | None]]
Values = Mapping[str, game_outcome.Estimate]


class Turn(NamedTuple):
    """An answer with its dice that moved the forecast: by how many ducats of worth for the power
    that it moved most, with the half width of 95 %, and the part of the decision in it; the rest is
    the part of the dice. `record` is its number in the journal, from 1."""

    record: int
    box: str
    power: str
    change: float
    error: float
    decision: float
    said: str

    def told(self) -> str:
        """It in a line."""
        dice = self.change - self.decision
        power = capitalised(with_article(self.power))
        return (
            f"{self.box}: {self.said} {power} {self.change:+.0f} ducats (± {self.error:.0f}): "
            f"{self.decision:+.0f} by the decision, {dice:+.0f} by the dice."
        )


def here(position: Position, seeds: Sequence[int], first: Sequence[Raw]) -> list[Future | None]:
    """A forecast in this process."""
    return [forecast.future(position, seed, first=first) for seed in seeds]


class Search:
    """The search for where a game's latest phase turned. `played` forecasts a position."""

    def __init__(self, game: Game, played: Forecast = here, games: int = GAMES) -> None:
        self.game, self.played = game, played
        self.seeds = list(forecast.seeds(games))
        turn = game.state.turn
        self.first = min(
            (each.record for each in game.snapshots if each.state["turn"] == turn), default=0
        )
        self.last = len(game.records)
        self.values: dict[int, Values] = {}

    def moments(self) -> list[int]:
        """Those that are looked at first, as numbers of records that were played."""
        step = max(1.0, (self.last - self.first) / GRID)
        count = math.ceil((self.last - self.first) / step)
        return sorted({*(self.first + round(step * at) for at in range(count)), self.last})

    def look(self, record: int) -> None:
        """Forecast a moment: what each power's worth will be in the end."""
        if record >= self.last and self.game.is_over:
            state = self.game.state
            self.values[record] = {
                power: game_outcome.estimate([score.worth(state, power).total])
                for power in score.powers(state)
            }
        else:
            self.values[record] = self._values(position_before(self.game, record), ())

    def _values(self, position: Position, first: Sequence[Raw]) -> Values:
        state = game_at(position, 1).state
        ways = [way for way in self.played(position, self.seeds, first) if way]
        return {
            power: game_outcome.estimate(
                [score.worth(state, power).total + way.worth.get(power, 0) for way in ways]
            )
            for power in score.powers(state)
            if ways
        }

    def moved(self, one: int, other: int) -> tuple[float, float, str]:
        """How a forecast moved from one moment to another: by how much for the power that it moved
        most, the half width of that, and the power."""
        before, after = self.values[one], self.values[other]
        found = [
            (after[power].mean - before[power].mean,
             math.hypot(before[power].high - before[power].mean,
                        after[power].high - after[power].mean), power)
            for power in before.keys() & after.keys()
        ]  # fmt: skip
        found.sort(key=lambda each: (abs(each[0]) - each[1], each[2]))
        return found[-1] if found else (0.0, 0.0, "")

    def next_moment(self) -> int | None:
        """What is to be looked at next: the middle of what moved most; None when that is enough."""
        for record in self.moments():
            if record not in self.values:
                return record
        if len(self.values) >= MOST:
            return None
        known = sorted(self.values)
        wide = [
            (self._surely(one, other), one, other)
            for one, other in pairwise(known)
            if other - one > 1
        ]
        sure, one, other = max(wide, default=(0.0, 0, 0))
        return (one + other) // 2 if sure > 0 else None

    def _surely(self, one: int, other: int) -> float:
        """By how much the forecast moved at least; below nought where chance explains it."""
        change, error, _ = self.moved(one, other)
        return abs(change) - error

    def turns(self) -> list[Turn]:
        """The answers that moved the forecast most, the first ones first."""
        known = sorted(self.values)
        single = [
            (self.moved(one, other), one) for one, other in pairwise(known) if other - one == 1
        ]
        sure = [each for each in single if abs(each[0][0]) > each[0][1]]
        most = sorted(sure, key=lambda each: -abs(each[0][0]))[:SHOWN]
        in_order = sorted(most, key=itemgetter(1))
        return [self._turn(record, *moved) for moved, record in in_order]

    def _turn(self, record: int, change: float, error: float, power: str) -> Turn:
        position = position_before(self.game, record)
        game, answer = game_at(position, 1), self.game.records[record].answer
        said, decision = "Dice.", 0.0
        if answer is not None and game.ask is not None:
            decided = self._values(position, [answer])
            if power in decided:
                decision = decided[power].mean - self.values[record][power].mean
            label = game.ask.label(answer) if game.ask.is_legal(answer) else "a ruling"
            who = capitalised(with_article(game.ask.who))
            said = f"{who}: {game.ask.question} {capitalised(label)}."
        return Turn(record + 1, game.track_box, power, change, error, decision, said)


def turns(game: Game) -> list[Turn]:
    """Where the latest phase of a game turned."""
    search = Search(game)
    while (record := search.next_moment()) is not None:
        search.look(record)
    return search.turns()


def lines(found: Sequence[Turn]) -> list[str]:
    """Where it turned, in lines."""
    if not found:
        return ["Nothing moved the forecast by more than chance explains."]
    return [each.told() for each in found]
