"""The plan of an impulse: designs played out with the same dice, the best one kept and followed.

Of each country's designs the best is found, then they are put together, with the marches that paid
alone; what is left is played out further. A plan holds until its impulse is over or the position
breaks it: then what has not moved is planned anew.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Any, Final, NamedTuple
from weakref import WeakKeyDictionary

from engine.games.game import Game
from engine.play.asks import Ask, Raw
from engine.programs.captain import playouts
from engine.programs.captain.balance import Balance, Character
from engine.programs.captain.gains import SPREAD, Gain, over
from engine.programs.captain.orders import NO_DESIGN, Design, designs
from engine.programs.captain.thought import Alternative, Budget, short_label
from engine.state import State, known_zones, sides

ASKED: Final = ("campaign", "next-move", "mover", "march", "sail")
"""The questions that a plan answers; at the first two of them one is made."""

LEFT: Final = 4
"""Designs that are played out once more with the first dice."""

KEPT: Final = 2
"""Those of them that are played out further with other dice."""

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

SHORTEST: Final = 1e-6
"""Seconds that a playout takes at least: the clock may stand still meanwhile."""


class Weighed(NamedTuple):
    """A design with the balances of its playouts, the first ones first."""

    design: Design
    values: tuple[Balance, ...]

    def over(self, other: Weighed) -> Gain:
        """What it gains over another by the same dice."""
        return over(self.values, other.values)


class Made(NamedTuple):
    """The plan of an impulse: the design that is followed, what tells of it, the designs it was
    chosen from, the best first, and the balances of the first playouts without any."""

    design: Design = NO_DESIGN
    lines: tuple[str, ...] = ()
    weighed: tuple[Weighed, ...] = ()
    usual: tuple[Balance, ...] = ()

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
            gain = each.over(none)
            if math.isfinite(gain.mean) and all(answer != other.answer for other in found):
                found.append(gain.of(answer, short_label(ask.label(answer))))
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
    who = ask.who if known_zones.knowledge_counts(state) else ""
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
    if not any(each.voyages or each.moves for some in drawn.values() for each in some):
        return Made()
    search = _Search(start, budget, character, deadline)
    try:
        best = search.best(drawn)
    except playouts.OutOfTime:
        best = search.ahead()
    weighed = search.ranked()
    lines = tuple(_lines(weighed, best, known, alliance))
    return Made(best, lines, weighed, search.usual)


class _Search:
    """The designs that are weighed, each by playouts with the same dice."""

    def __init__(
        self, start: playouts.Start, budget: Budget, character: Character, deadline: float | None
    ) -> None:
        self.start, self.budget, self.character = start, budget, character
        self.deadline = deadline
        self.first = 0
        self.found: dict[Design, Weighed] = {}
        self.usual: tuple[Balance, ...] = ()

    def best(self, drawn: dict[str, list[Design]]) -> Design:
        """The design to follow. Raises OutOfTime."""
        self.choose(drawn)
        left = self.likeliest(KEPT)
        self.found, self.first = {}, FRESH
        times = 2 * self.budget.playouts
        self.play([NO_DESIGN, *left], times)
        while times < MOST * self.budget.playouts and self.doubtful():
            times += 2 * self.budget.playouts
            self.play([NO_DESIGN, self.first_of_all()], times)
        return self.ahead()

    def choose(self, drawn: dict[str, list[Design]]) -> None:
        """Play all designs out a little, and the best of each country together; of the seconds a
        part is for that, and of the designs then only so many as it is enough for, of each country
        the likeliest. Raises OutOfTime where it is enough for none."""
        whole, few = self.deadline, (self.budget.playouts + 1) // 2
        wanted = [NO_DESIGN, *_in_turn(drawn.values())]
        if whole is not None:
            began = time.monotonic()
            self.play(wanted[:1], 1)  # what it finds is of use to the answers too
            self.deadline = began + FIRST * (whole - began)
            one = max(time.monotonic() - began, SHORTEST)
            wanted = wanted[: int((self.deadline - began) / one)]
            if len(wanted) < 2:
                raise playouts.OutOfTime
        try:
            self.play(wanted, few)
            together = NO_DESIGN
            for some in drawn.values():
                best = max(some, key=self.mean)
                if self.mean(best) > self.mean(NO_DESIGN):
                    together = together.with_orders(best)
            self.play([together], few)
            self.play([NO_DESIGN, *self.likeliest(LEFT)], few + 1)
        except playouts.OutOfTime:
            pass
        self.deadline = whole

    def likeliest(self, number: int) -> list[Design]:
        """So many of the best designs."""
        return sorted(self.found, key=self.mean, reverse=True)[:number]

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
                    value = Balance(-math.inf) if value is None else value
                    self.found[design] = Weighed(design, (*before.values, value))
                    if design == NO_DESIGN and not self.first:
                        self.usual = self.found[design].values

    def mean(self, design: Design) -> float:
        found = self.found.get(design)
        if found is None:
            return -math.inf
        return math.fsum(each.worth for each in found.values) / len(found.values)

    def first_of_all(self) -> Design:
        """The best of those played out most."""
        most = max(len(each.values) for each in self.found.values())
        able = [each for each in self.found if len(self.found[each].values) == most]
        return max(able, key=self.mean)

    def doubtful(self) -> bool:
        """Whether chance may explain what the best gains over none."""
        gain = self.found[self.first_of_all()].over(self.found[NO_DESIGN])
        return gain.unsure and gain.mean > LEAST

    def ahead(self) -> Design:
        """The design that is surest to gain over none, by its mean less what chance explains; who
        likes to rest asks more of a march among enemies, and less of a halt."""
        if (none := self.found.get(NO_DESIGN)) is None:
            return NO_DESIGN
        sure = [(LEAST, NO_DESIGN)]
        for each in self.found.values():
            gain = each.over(none)
            if (gain.playouts > 1 or gain.error < SPREAD) and each is not none:
                rest = self.character.rest * (-0.5 if each.design.active else 0.5)
                sure.append((gain.mean - SURE * gain.error + rest, each.design))
        return max(sure, key=lambda each: each[0])[1]

    def ranked(self) -> tuple[Weighed, ...]:
        """Those that were played out, the best first; what could not be followed is left out."""
        none = self.found.get(NO_DESIGN)
        if none is None:
            return ()
        able = [each for each in self.found.values() if math.isfinite(each.over(none).mean)]
        return tuple(sorted(able, key=lambda each: -each.over(none).mean))


def _in_turn(drawn: Iterable[Sequence[Design]]) -> Iterator[Design]:
    """The first design of each country, then the second of each, and so on."""
    for row in zip_longest(*drawn):
        yield from (each for each in row if each is not None)


def _lines(weighed: Sequence[Weighed], best: Design, state: State, alliance: str) -> Iterator[str]:
    """The plan and the likeliest others, with their figures; nothing where there was no choice."""
    if len(weighed) < 2:
        return
    chosen = [each for each in weighed if each.design == best]
    none = [each for each in weighed if each.design == NO_DESIGN]
    others = [each for each in weighed if each.design != best]
    for each in [*chosen, *others[:TOLD]]:
        mark = "Plan" if each.design == best else "Instead"
        said = each.over(none[0]).of(None, each.design.told(state, alliance)).told()
        yield f"{mark}: {said}."
