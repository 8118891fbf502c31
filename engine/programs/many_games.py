"""What came of many games: added one after the other, so that a million of them fit in memory."""

from __future__ import annotations

import base64
import hashlib
import zlib
from array import array
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from engine.programs import game_outcome

SHOWN: Final = (*game_outcome.FIGURES, "worth")


class Results:
    """The sums of many games, in the order of their seeds, and the digest of the states in which
    they ended. Of each game a number is kept for each power and figure."""

    def __init__(self) -> None:
        self.games = self.decisions = self.dice = self.rounds = 0
        self.errors: list[str] = []
        self.ended: dict[str, int] = {}
        self.columns: dict[str, dict[str, array[float]]] = {}
        self._digest = hashlib.sha256()

    def add(self, game: Mapping[str, Any]) -> None:
        """One game more. Raises KeyError, TypeError, ValueError or zlib.error where it is none."""
        if "error" in game:
            self.games += 1
            self.errors.append(str(game["error"]))
            return
        state = zlib.decompress(base64.b85decode(game["state"]))
        counts = [int(game[name]) for name in ("decisions", "dice", "rounds")]
        ended = str(game["ended"])
        figures = {
            power: [float(held[name]) for name in SHOWN] for power, held in game["powers"].items()
        }
        self.games += 1
        self.decisions, self.dice, self.rounds = (
            had + more
            for had, more in zip((self.decisions, self.dice, self.rounds), counts, strict=True)
        )
        self._digest.update(state)
        self.ended[ended] = self.ended.get(ended, 0) + 1
        for power, values in figures.items():
            held = self.columns.setdefault(power, {name: array("d") for name in SHOWN})
            for name, value in zip(SHOWN, values, strict=True):
                held[name].append(value)

    def document(self, name: str, program: str) -> dict[str, Any]:
        """What --json prints."""
        return {
            "scenario": name,
            "bots": program,
            "games": self.games,
            "decisions": self.decisions,
            "dice": self.dice,
            "rounds": self.rounds,
            "errors": self.errors,
            "digest": self._digest.hexdigest(),
            "ended": dict(sorted(self.ended.items())),
            "powers": {
                power: {
                    figure: game_outcome.estimate(held)._asdict()
                    for figure, held in figures.items()
                }
                for power, figures in self.columns.items()
            },
        }


class Difference(NamedTuple):
    """A power's figure in two runs: its means, and how likely so great a difference comes by chance
    alone."""

    power: str
    figure: str
    here: float
    there: float
    chance: float


def compare(one: Results, other: Results) -> list[Difference]:
    """Every figure of the powers that are in both runs."""
    return [
        Difference(
            power, figure, game_outcome.estimate(here).mean,
            game_outcome.estimate(other.columns[power][figure]).mean,
            game_outcome.p_value(here, other.columns[power][figure]),
        )
        for power, figures in one.columns.items()
        if power in other.columns
        for figure, here in figures.items()
    ]  # fmt: skip


def lines(
    found: Mapping[str, Any], results: Results, differences: Sequence[Difference]
) -> list[str]:
    """What came of the games, in lines."""
    counts = ", ".join(f"{found[name]} {name}" for name in ("decisions", "dice", "rounds"))
    told = [f"{found['games']} phases of {found['scenario']}: {counts} in {found['seconds']} s"]
    told += found["errors"]
    told.append(f"{'mean ± 95 %':14}" + "".join(f"{name:>18}" for name in SHOWN))
    for power, figures in found["powers"].items():
        cells = (
            f"{each['mean']:.1f} ± {each['high'] - each['mean']:.1f}"
            for each in (figures[name] for name in SHOWN)
        )
        told.append(f"{power:14.14}" + "".join(f"{cell:>18}" for cell in cells))
    if results.games > 1:
        for power, held in results.columns.items():
            told.append(f"{power}: worth gained or lost, in ducats")
            told += game_outcome.histogram(held["worth"])
    for each in differences:
        if each.here != each.there:
            luck = each.chance
            said = "certain" if luck < 0.001 else f"by chance alone in {luck:.1%}"
            means = f"{each.here:.1f} here, {each.there:.1f} there"
            told.append(f"{each.power}, {each.figure}: {means} ({said})")
    told.append("lost: thirds of land and naval detachments; money, worth: ducats")
    told.append(f"digest {found['digest']}")
    return told
