"""What one way on gains over another by playouts with the same dice, and how sure that is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.play.asks import Raw
from engine.programs import game_outcome
from engine.programs.captain.balance import Balance
from engine.programs.captain.thought import Alternative

SPREAD: Final = 60.0
"""Ducats by which what one way gains over another usually differs from throw to throw. It counts
as one playout more: the few dice of a storm may all fall alike, and show nothing of the risk."""


class Gain(NamedTuple):
    """Ducats that one way gains over another: their mean, its standard error, and over how many
    playouts; without any the mean is -inf."""

    mean: float
    error: float
    playouts: int

    @property
    def unsure(self) -> bool:
        """Whether chance may explain the gain, as it always may that of one playout."""
        return self.playouts == 1 or abs(self.mean) < game_outcome.CERTAIN * self.error

    def of(self, answer: Raw, label: str) -> Alternative:
        """It as that of an answer, with the half width of the 95 % interval."""
        half = game_outcome.CERTAIN * self.error
        return Alternative(answer, label, self.mean, half, self.playouts)


def over(values: Sequence[Balance], others: Sequence[Balance]) -> Gain:
    """What the playouts of one way gain over those of another with the same dice, the first ones
    first.

    Two gains or more that agree to the ducat are sure: they are what one pays more than the other.
    Of a single one the money is sure, and what lies on the board may as well not come.
    """
    pairs = list(zip(values, others, strict=False))
    gains = [one.worth - other.worth for one, other in pairs]
    count = len(gains)
    if not count:
        return Gain(-math.inf, 0.0, 0)
    mean = math.fsum(gains) / count
    if not math.isfinite(mean):
        return Gain(mean, SPREAD, count)
    if count == 1:
        one, other = pairs[0]
        return Gain(mean, min(SPREAD, abs(one.board - other.board)), count)
    squares = math.fsum((gain - mean) ** 2 for gain in gains)
    if squares < 1:
        return Gain(mean, 0.0, count)
    return Gain(mean, math.sqrt((squares + SPREAD**2) / count / count), count)
