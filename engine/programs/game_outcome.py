"""What came of a game that programs played to its end, and of many: means with their intervals."""

from __future__ import annotations

import base64
import json
import math
import zlib
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from engine.games import statistics
from engine.games.game import Game
from engine.programs import score
from engine.state import State, sides

FIGURES: Final = ("cities", "provinces", "lost", "money", "leaders", "points")
BAR: Final = 30  # letters of the longest
CERTAIN: Final = 1.959964
"""Standard errors on each side of a mean that hold 95 of 100, where there are many values."""
FEW: Final = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262)
"""The same for 2 to 10 values (Student's)."""


class Estimate(NamedTuple):
    """A mean and the interval that holds the true one 95 times of 100."""

    mean: float
    low: float
    high: float


def _cities(state: State, own: Iterable[str]) -> int:
    return sum(
        sides.fortress_level(state, place) > 0 for place in score.controlled_provinces(state, own)
    )


def of_game(start: State, game: Game) -> dict[str, Any]:
    """One game as plain data: for each power what it gained and lost since `start`, the box in
    which the phase ended, sieges begun and won, decisions, dice, and the state it ended in."""
    end = game.state
    lost: dict[str, dict[str, int]] = {}
    for loss in statistics.losses(game.story, start.turn):
        causes = lost.setdefault(loss.country, {})
        causes[loss.cause] = causes.get(loss.cause, 0) + loss.thirds + loss.afloat
    powers: dict[str, dict[str, Any]] = {}
    for power in score.powers(start):
        if power not in end.countries:
            continue
        own, then = score.followers(start, power), score.followers(end, power)
        causes = {}
        for each in {*own, *then}:
            for cause, thirds in lost.get(each, {}).items():
                causes[cause] = causes.get(cause, 0) + thirds
        before, after = score.worth(start, power), score.worth(end, power)
        powers[power] = {
            "cities": _cities(end, then) - _cities(start, own),
            "provinces": len(score.controlled_provinces(end, then))
            - len(score.controlled_provinces(start, own)),
            "lost": sum(causes.values()),
            "causes": dict(sorted(causes.items())),
            "money": end.countries[power].treasury - start.countries[power].treasury,
            "leaders": _gone(start, end, {*own, *then}),
            "points": (after.points - before.points) // score.figures()["victory_point"],
            "worth": after.total - before.total,
        }
    held = score.holders(end)
    changed = sorted(place for place, who in score.holders(start).items() if who != held[place])
    plain = json.dumps(game.position(), sort_keys=True, separators=(",", ":")).encode()
    return {
        "powers": powers,
        "ended": end.sequence.rounds[-1] if end.sequence.rounds else end.sequence.box,
        "fallen": changed,
        "decisions": sum(record.answer is not None for record in game.records),
        "dice": sum(len(record.dice) for record in game.records),
        "rounds": len(end.sequence.rounds),
        "state": base64.b85encode(zlib.compress(plain, 6)).decode("ascii"),
    }


def _gone(start: State, end: State, own: set[str]) -> int:
    """How many leaders of these countries are no longer there, as a number below nought."""
    before = {each.id for each in start.leaders.values() if each.country in own}
    left = {
        each.id
        for each in end.leaders.values()
        if each.country in own and each.status not in ("killed", "captured")
    }
    return -len(before - left)


def estimate(values: Sequence[float]) -> Estimate:
    """The mean of some values with its 95 % interval; one value is its own."""
    count = len(values)
    if not count:
        return Estimate(0.0, 0.0, 0.0)
    mean = math.fsum(values) / count
    if count == 1:
        return Estimate(mean, mean, mean)
    spread = math.fsum((value - mean) ** 2 for value in values) / (count - 1)
    error = certain(count) * math.sqrt(spread / count)
    return Estimate(mean, mean - error, mean + error)


def certain(count: int) -> float:
    """How many standard errors on each side of the mean of so many values hold 95 of 100."""
    if count < 2:
        return CERTAIN
    if count - 2 < len(FEW):
        return FEW[count - 2]
    z, free = CERTAIN, count - 1
    return z + (z**3 + z) / (4 * free) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * free * free)


def share(hits: float, count: int) -> Estimate:
    """A share with its 95 % interval by Wilson, which holds for few games and rare things too."""
    if not count:
        return Estimate(0.0, 0.0, 1.0)
    z = CERTAIN
    rate = hits / count
    middle = (rate + z * z / (2 * count)) / (1 + z * z / count)
    half = z * math.sqrt(rate * (1 - rate) / count + z * z / (4 * count * count))
    half /= 1 + z * z / count
    return Estimate(rate, max(0.0, middle - half), min(1.0, middle + half))


def p_value(one: Sequence[float], other: Sequence[float]) -> float:
    """How likely a difference of means as great as this comes by chance alone (two-sided, Welch,
    as the normal distribution has it)."""
    if len(one) < 2 or len(other) < 2:
        return 1.0
    means, errors = [], 0.0
    for values in (one, other):
        mean = math.fsum(values) / len(values)
        means.append(mean)
        errors += math.fsum((value - mean) ** 2 for value in values) / (
            (len(values) - 1) * len(values)
        )
    if not errors:
        return 1.0 if means[0] == means[1] else 0.0
    return math.erfc(abs(means[0] - means[1]) / math.sqrt(2 * errors))


def histogram(values: Sequence[float]) -> list[str]:
    """The values in at most nine rows of a text, a bar each."""
    if not values:
        return []
    low, high = min(values), max(values)
    step = max(1.0, math.ceil((high - low + 1) / 9))
    counts: dict[int, int] = {}
    for value in values:
        at = int((value - low) // step)
        counts[at] = counts.get(at, 0) + 1
    most = max(counts.values())
    rows = []
    for at in range(max(counts) + 1):
        number = counts.get(at, 0)
        first = low + at * step
        name = f"{first:g}" if step == 1 else f"{first:g} to {first + step - 1:g}"
        rows.append(f"{name:>14} {'█' * round(BAR * number / most):{BAR}} {number}")
    return rows
