"""A forecast at a table: games played on from where it stands, refined as they come in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from engine.play.asks import Ask, Die, Raw
from engine.programs import forecast
from engine.programs.captain.thought import short_label
from engine.programs.forecast import Future
from engine.programs.position import position_of
from tui.table.hint import NONE_HERE, legal
from tui.table.table import Table
from tui.table.visibility import names_hidden

MOST: Final = 200
"""Games of each way, at one's own machine."""
SERVED: Final = 24
"""The same on a server, where many play on one machine."""
BY_LINES: Final = 24
OVER: Final = "The Military phase is over: nothing is left to foretell."
LOCKED: Final = "Locked seats know what nobody here may: there is no forecast of it."


class Wanted(NamedTuple):
    """A game to be played on, and where it goes when it is."""

    into: dict[int, Future | None]
    seed: int
    first: list[Raw]


def refusal(table: Table) -> str:
    """Why whoever looks gets no forecast now, "" where he does."""
    if table.ask is None:
        return OVER
    if not table.saved.hints():
        return NONE_HERE
    if table.held_back:
        return table.held_back
    powers = table.game.rules.powers(table.game.state)
    if not table.viewpoint_power() and not all(map(table.saved.may_see, powers)):
        return LOCKED
    return ""


class Forecasting:
    """What will probably come of a game from one question, and what an answer to it changes.

    `mine` is what the player is about to answer; None, and what is not legal, compares nothing.
    `games` are those still to be played, the two ways of a seed one after the other.
    """

    def __init__(self, table: Table, mine: Raw, most: int = MOST) -> None:
        ask = table.ask
        assert ask is not None
        self.ask: Ask[Any] = ask
        self.mine = None if isinstance(ask, Die) or table.program_decides else legal(ask, mine)
        self.label = "" if self.mine is None else short_label(ask.label(self.mine))
        self.most = most
        self.hidden = table.fog()
        self.position = position_of(table.game, table.viewpoint_power())
        self.as_is: dict[int, Future | None] = {}  # by the seeds
        self.if_so: dict[int, Future | None] = {}
        self.games = self._games()

    def _games(self) -> Iterator[Wanted]:
        for seed in forecast.seeds(self.most):
            yield Wanted(self.as_is, seed, [])
            if self.mine is not None:
                yield Wanted(self.if_so, seed, [self.mine])

    def summary(self) -> dict[str, Any]:
        """What comes of it as it is, so far."""
        return forecast.summary(list(self.as_is.values()))

    def lines(self) -> list[str]:
        """All of it in lines, as far as it has come; of zones that the reader does not know it
        tells nothing."""
        if not any(self.as_is.values()):
            return ["The first games are being played ..."]
        lines = forecast.forecast_lines(self.summary())
        both = [seed for seed in self.as_is if seed in self.if_so]
        if both:
            changed = forecast.compared(
                [self.as_is[seed] for seed in both], [self.if_so[seed] for seed in both]
            )
            lines += ["", *forecast.compared_lines(f"If the answer is {self.label!r}", changed)]
        return [each for each in lines if not names_hidden(each, self.hidden)]
