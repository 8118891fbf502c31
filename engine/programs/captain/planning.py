"""The plan of an impulse: designs played out with the same dice, the best one kept and followed.

Of each country's designs the best is found, then they are put together, with the marches that paid
alone; what is left is played out further. A plan holds until its impulse is over or the position
breaks it: then what has not moved is planned anew.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple
from weakref import WeakKeyDictionary

from engine.games.game import Game
from engine.play.asks import Ask, Raw
from engine.programs.captain import playouts
from engine.programs.captain.balance import Character
from engine.programs.captain.orders import NO_DESIGN, Design, designs
from engine.programs.captain.thought import CERTAIN, Alternative, Budget, short_label
from engine.state import State, sides, zones

ASKED: Final = ("campaign", "next-move", "march")
"""The questions that a plan answers; at the first two of them one is made."""

KEPT: Final = 2
"""Designs that are played out further after the first playouts."""

FIRST: Final = 0.4
"""The part of a plan's seconds in which all designs are played out."""

FRESH: Final = 1000
"""The first playout of these: with dice that have not chosen them."""

LEAST: Final = 3.0
"""Ducats by which a design must be ahead of none."""

SURE: Final = 1.0
"""Standard errors by which it must be."""

MOST: Final = 8
"""Playouts of the best design while chance may explain what it gains, for each of the budget."""

TOLD: Final = 4


class Weighed(NamedTuple):
    """A design with the balances of its playouts, the first ones first."""

    design: Design
    values: tuple[float, ...]

    def over(self, other: Weighed) -> tuple[float, float, int]:
        """What it gains over another by the same dice, the standard error of that, and by how many
        playouts."""
        gains = [one - two for one, two in zip(self.values, other.values, strict=False)]
        count = len(gains)
        mean = math.fsum(gains) / count if count else -math.inf
        spread = math.fsum((gain - mean) ** 2 for gain in gains) / max(1, count - 1)
        return mean, math.sqrt(spread / count) if count > 1 else 0.0, count


class Made(NamedTuple):
    """The plan of an impulse: the design that is followed, what tells of it, and the designs it was
    chosen from, the best first."""

    design: Design = NO_DESIGN
    lines: tuple[str, ...] = ()
    weighed: tuple[Weighed, ...] = ()

    def alternatives(self, state: State, ask: Ask[Any], usual: Raw) -> list[Alternative]:
        """The answers to the question it was made at, each with its best design's worth over
        steady's; none where the design leaves the question to steady."""
        none = next((each for each in self.weighed if each.design == NO_DESIGN), None)
        if none is None or self.design.answer(state, ask) is None:
            return []
        found: list[Alternative] = []
        for each in self.weighed:
            said = each.design.answer(state, ask)
            answer = usual if said is None or not ask.is_legal(said) else said
            gain, error, count = each.over(none)
            if math.isfinite(gain) and all(answer != other.answer for other in found):
                label = short_label(ask.label(answer))
                found.append(Alternative(answer, label, gain, CERTAIN * error, count))
        return found


class Held(NamedTuple):
    """A plan with the impulse, the budget and the character it holds for, and the record it was
    made at: its number, and the one before it."""

    key: tuple[Any, ...]
    record: int
    last: object
    made: Made


_held: WeakKeyDictionary[Game, Held] = WeakKeyDictionary()


def plan(
    game: Game, ask: Ask[Any], budget: Budget, character: Character, deadline: float | None
) -> Made:
    """The plan that is followed at a question; what it was chosen from is with it where it was made
    at this question.

    It is made where an impulse begins, and anew where the position has broken it.
    """
    state = game.state
    alliance = sides.alliance_of(state, ask.who)
    if ask.name not in ASKED or budget.playouts < 1 or alliance != sides.phasing_alliance(state):
        return Made()
    who = ask.who if zones.knowledge_counts(state) else ""
    key = (state.turn, len(state.sequence.rounds), state.sequence.impulse, who, budget, character)
    held = _held.get(game)
    if held is None or held.key != key or not _goes_back(game, held):
        held = None
    elif ask.name != "next-move" or not held.made.design.broken(state, alliance):
        return held.made if held.record == len(game.records) else Made(held.made.design)
    if ask.name not in ("campaign", "next-move"):
        return Made()
    made = _made(game, ask, alliance, budget, character, deadline)
    last = game.records[-1] if game.records else None
    _held[game] = Held(key, len(game.records), last, made)
    return made


def _goes_back(game: Game, held: Held) -> bool:
    """Whether the game went on from where a plan was made."""
    if not held.record:
        return True
    return held.record <= len(game.records) and game.records[held.record - 1] is held.last


def _made(
    game: Game, ask: Ask[Any], alliance: str, budget: Budget, character: Character,
    deadline: float | None,
) -> Made:  # fmt: skip
    if not any(alliance in war for war in game.state.diplomacy.wars):
        return Made()
    start = playouts.begin(game, ask)
    known = playouts.with_dice(start, 0).state
    drawn = designs(known, alliance)
    if not any(order.path for some in drawn.values() for each in some for order in each.orders):
        return Made()
    search = _Search(start, budget, character, deadline)
    try:
        best = search.best(drawn)
    except playouts.OutOfTime:
        best = search.ahead()
    weighed = search.ranked()
    return Made(best, tuple(_lines(weighed, best, known, alliance)), weighed)


class _Search:
    """The designs that are weighed, each by playouts with the same dice."""

    def __init__(
        self, start: playouts.Start, budget: Budget, character: Character, deadline: float | None
    ) -> None:
        self.start, self.budget, self.character = start, budget, character
        self.deadline = deadline
        self.first = 0
        self.found: dict[Design, Weighed] = {}

    def best(self, drawn: dict[str, list[Design]]) -> Design:
        """The design to follow. Raises OutOfTime."""
        self.choose(drawn)
        left = sorted(self.found, key=self.mean, reverse=True)[:KEPT]
        self.found, self.first = {}, FRESH
        times = 2 * self.budget.playouts
        self.play([NO_DESIGN, *left], times)
        while times < MOST * self.budget.playouts and self.doubtful():
            times += 2 * self.budget.playouts
            self.play([NO_DESIGN, self.first_of_all()], times)
        return self.ahead()

    def choose(self, drawn: dict[str, list[Design]]) -> None:
        """Play all designs out a little, and the best of each country together; of the seconds a
        part is for that. Raises OutOfTime at once where they would not do."""
        whole, few = self.deadline, (self.budget.playouts + 1) // 2
        wanted = [NO_DESIGN, *(each for some in drawn.values() for each in some)]
        if whole is not None:
            began = time.monotonic()
            self.deadline = began + FIRST * (whole - began)
            self.play(wanted[:1], 1)
            if began + len(wanted) * (time.monotonic() - began) > self.deadline:
                raise playouts.OutOfTime
        try:
            self.play(wanted, few)
            together = NO_DESIGN
            for some in drawn.values():
                best = max(some, key=self.mean)
                if self.mean(best) > self.mean(NO_DESIGN):
                    together = together.with_orders(best)
            self.play([together], few)
        except playouts.OutOfTime:
            pass
        self.deadline = whole

    def play(self, wanted: Iterable[Design], times: int) -> None:
        """Play designs out until there are so many playouts of each. Raises OutOfTime."""
        wanted = list(dict.fromkeys(wanted))
        for number in range(times):
            for design in wanted:
                before = self.found.get(design, Weighed(design, ()))
                if len(before.values) == number:
                    value = playouts.playout(
                        self.start, (), self.first + number, self.budget.rounds, self.character,
                        self.deadline, design,
                    )  # fmt: skip
                    value = -math.inf if value is None else value
                    self.found[design] = Weighed(design, (*before.values, value))

    def mean(self, design: Design) -> float:
        found = self.found.get(design)
        return math.fsum(found.values) / len(found.values) if found else -math.inf

    def first_of_all(self) -> Design:
        """The best of those played out most."""
        most = max(len(each.values) for each in self.found.values())
        able = [each for each in self.found if len(self.found[each].values) == most]
        return max(able, key=self.mean)

    def doubtful(self) -> bool:
        """Whether chance may explain what the best gains over none."""
        gain, error, _ = self.found[self.first_of_all()].over(self.found[NO_DESIGN])
        return LEAST < gain < CERTAIN * error

    def ahead(self) -> Design:
        """The design that is surest to gain over none, by its mean less what chance explains; who
        likes to rest asks more of a march among enemies, and less of a halt."""
        if (none := self.found.get(NO_DESIGN)) is None:
            return NO_DESIGN
        sure = [(LEAST, NO_DESIGN)]
        for each in self.found.values():
            gain, error, count = each.over(none)
            if count > 1 and each is not none:
                rest = self.character.rest * (-0.5 if each.design.active else 0.5)
                sure.append((gain - SURE * error + rest, each.design))
        return max(sure, key=lambda each: each[0])[1]

    def ranked(self) -> tuple[Weighed, ...]:
        """Those that were played out, the best first; what could not be followed is left out."""
        none = self.found.get(NO_DESIGN)
        if none is None:
            return ()
        able = [each for each in self.found.values() if math.isfinite(each.over(none)[0])]
        return tuple(sorted(able, key=lambda each: -each.over(none)[0]))


def _lines(weighed: Sequence[Weighed], best: Design, state: State, alliance: str) -> Iterator[str]:
    """The plan and the likeliest others, with their figures; nothing where there was no choice."""
    if len(weighed) < 2:
        return
    chosen = [each for each in weighed if each.design == best]
    none = [each for each in weighed if each.design == NO_DESIGN]
    others = [each for each in weighed if each.design != best]
    for each in [*chosen, *others[:TOLD]]:
        gain, error, count = each.over(none[0])
        mark = "Plan" if each.design == best else "Instead"
        width = f" (± {CERTAIN * error:.0f})" if count > 1 else ""
        played = "1 playout" if count == 1 else f"{count} playouts"
        said = each.design.told(state, alliance)
        yield f"{mark}: {said}: {gain:+.0f} ducats{width}, {played}."
