"""Exact chances of a land battle, and an estimate where it has too many positions to count.

Who wins hangs on morale alone wherever nobody can lose all his factors before his morale is gone:
then losses, guards, guns and reinforcements need not be walked. What is asked of one side is
weighed by what that side comes to, since the two dice of the last round decide apart.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from fractions import Fraction
from random import Random
from typing import Final, NamedTuple, TypeVar

from engine.chances import weighing
from engine.chances.steps import NOT_ROLLED, Roll, State, Step, Test
from engine.eia.battles import battle, battle_rounds, combat_tables
from engine.eia.battles.battle import (
    ATTACKER_BROKE,
    BOTH_BROKE,
    DEFENDER_BROKE,
    END,
    LOST,
    REINFORCED,
    ROUND,
    ROUNDS,
    SHAKEN,
    START,
    Setup,
)
from engine.eia.chances import DIE, FACES

MOST: Final = 80_000
"""The positions of a battle that are counted out, in about a second."""
OF_PAIR: Final = 2_500  # the same for each pair of chits, of which there are thirty
SAMPLES: Final = 10_000
FEW: Final = 1_500  # samples of a pair
SURE: Final = 1.96  # standard errors around an estimate, in 95 of 100 cases

Weights = dict[State, int]
T = TypeVar("T")


class Chances(NamedTuple):
    """What a battle comes to, told for either side: the states with that side's numbers and the
    end alone, with their weights and the sum of all. `samples` is 0 where all was counted."""

    sides: tuple[Weights, Weights]
    whole: int
    samples: int = 0

    def of(self, at: int, what: Callable[[State], T]) -> dict[T, Fraction]:
        """The chances of something about a side."""
        found: dict[T, int] = defaultdict(int)
        for state, weight in self.sides[at].items():
            found[what(state)] += weight
        return {key: Fraction(weight, self.whole) for key, weight in found.items()}


def error(samples: int) -> float:
    """How far a chance of one half may be off, sampled so often; 0 for what was counted."""
    return SURE * 0.5 / samples**0.5 if samples else 0.0


# Who wins


class Won(NamedTuple):
    """The chances of either side to win; `samples` is 0 where all was counted."""

    attacker: Fraction
    defender: Fraction
    samples: int = 0


def wins(setup: Setup, dice: Mapping[str, int], effort: int) -> Won:
    """The chances of either side to win; with an effort, so many times as finely."""
    few = FEW * effort
    by_morale = all(_morale_first(setup, at) for at in (0, 1))
    listed = battle_rounds.steps(setup, losses=not by_morale)
    found = _before(listed, dice, OF_PAIR * effort)
    if found is None:
        ends = _sampled(setup, dice, few)
        fell = [
            sum(number for state, number in ends.items() if battle_rounds.loser(state) == 1 - at)
            for at in (0, 1)
        ]
        return Won(Fraction(fell[0], few), Fraction(fell[1], few), few)
    mine, his, end = _last(listed)
    won = [0, 0]
    whole = sum(found.values())
    for state, weight in found.items():
        beaten = battle_rounds.loser(state)
        if beaten is not None:
            won[1 - beaten] += weight * DIE * DIE
        if battle.is_over(state):
            continue
        first = _breaks(his, end, state, dice.get(his.name), (ATTACKER_BROKE, BOTH_BROKE))
        second = _breaks(mine, end, state, dice.get(mine.name), (DEFENDER_BROKE, BOTH_BROKE))
        won[0] += weight * second * (DIE - first)
        won[1] += weight * first * (DIE - second)
    return Won(Fraction(won[0], whole * DIE * DIE), Fraction(won[1], whole * DIE * DIE))


def _breaks(roll: Roll, end: Test, state: State, fixed: int | None, ends: tuple[int, int]) -> int:
    """How many faces of a roll of the last round break the side that it is aimed at."""
    return sum(count for after, count in _aimed(roll, end, state, fixed) if after[END] in ends)


def _aimed(roll: Roll, end: Test, state: State, fixed: int | None) -> Aimed:
    """What one die of the last round alone leads to, with the number of its faces that do."""
    which = roll.which(state)
    if which == NOT_ROLLED:
        return [(end.apply(state), DIE)]
    effects = roll.ways[which].effects
    if fixed is not None:
        effects = (effects[fixed - 1],) * DIE
    counts: dict[State, int] = defaultdict(int)
    for effect in effects:
        counts[end.apply(roll.apply(state, effect))] += 1
    return list(counts.items())


def _morale_first(setup: Setup, at: int) -> bool:
    """Whether a side's morale is gone before its factors can be, whatever the dice."""
    mine, other = setup.forces[at], setup.forces[1 - at]
    spirit = battle.morale(setup, at)[0]
    fewest = mine.factors - battle.outflanking_factors(setup, at)
    around = battle.outflanking_factors(setup, 1 - at)
    joining = sum(each.factors for each in other.reinforcements)
    worst = {0: 0}  # the most factors lost by the morale lost
    for number in ROUNDS:
        guard, own = mine.guards.get(number), 0
        if guard is not None:
            worst_die = max(combat_tables.guard_lost(guard.commitment, die) for die in FACES)
            own = min(guard.factors, worst_die)
        guns = battle_rounds.guns(other.artillery)
        tables = {battle.table(setup, 1 - at, number, arrived) for arrived in (False, True)}
        struck = {
            combat_tables.modified_die(name, die) for name in tables if name for die in range(8)
        }
        most = other.factors + (around + joining if number > 1 else 0)
        after: dict[int, int] = {}
        for shaken, lost in worst.items():
            for percent, morale in {*struck, (0, 0)}:
                gone = lost + own + guns + combat_tables.casualties(percent, most)
                if shaken + morale >= spirit:
                    continue
                if gone >= fewest:
                    return False
                after[shaken + morale] = max(after.get(shaken + morale, 0), gone)
        worst = after
    return True


# Everything


def chances(setup: Setup, dice: Mapping[str, int], effort: int) -> Chances:
    """What a battle comes to: counted out, or sampled where it has too many positions; with an
    effort, so many times as finely."""
    listed = battle_rounds.steps(setup)
    found = _before(listed, dice, MOST * effort)
    if found is None:
        samples = SAMPLES * effort
        drawn: tuple[Weights, Weights] = (defaultdict(int), defaultdict(int))
        for state, count in _sampled(setup, dice, samples).items():
            for at, into in enumerate(drawn):
                into[_own(state, at)] += count
        return Chances(drawn, samples, samples)
    mine, his, end = _last(listed)
    whole = sum(found.values()) * DIE * DIE
    sides: tuple[Weights, Weights] = (defaultdict(int), defaultdict(int))
    shots = (his, dice.get(his.name)), (mine, dice.get(mine.name))
    known: tuple[Known, Known] = ({}, {})
    for state, weight in found.items():
        if battle.is_over(state):
            for at, into in enumerate(sides):
                into[_own(state, at)] += weight * DIE * DIE
            continue
        aimed = [_seen(known[at], shots[at], end, state, at) for at in (0, 1)]
        broke = [
            sum(count for after, count in aimed[at] if after[END] in (1 + at, BOTH_BROKE))
            for at in (0, 1)
        ]
        for at, into in enumerate(sides):
            for after, count in aimed[at]:
                gone = after[END] in (1 + at, BOTH_BROKE)
                for fell, times in ((True, broke[1 - at]), (False, DIE - broke[1 - at])):
                    if times:
                        into[_ended(after, at, gone, fell)] += weight * count * times
    return Chances(sides, whole)


Aimed = list[tuple[State, int]]
Known = dict[State, Aimed]


def _seen(known: Known, shot: tuple[Roll, int | None], end: Test, state: State, at: int) -> Aimed:
    """What the die that is aimed at a side comes to: the other side's shaken morale is nothing to
    it."""
    other = SHAKEN + 1 - at
    key = (*state[:other], 0, *state[other + 1 :])
    if key not in known:
        known[key] = _aimed(shot[0], end, key, shot[1])
    return known[key]


def _own(state: State, at: int) -> State:
    """A state without the other side's numbers."""
    found = list(state)
    for place in (LOST, SHAKEN, REINFORCED):
        found[place + 1 - at] = 0
    return tuple(found)


def _ended(state: State, at: int, gone: bool, fell: bool) -> State:
    """A side's state after the last round, by whether it and the other broke."""
    first, second = (gone, fell) if at == 0 else (fell, gone)
    end = BOTH_BROKE if first and second else ATTACKER_BROKE if first else DEFENDER_BROKE
    broke = first or second
    found = list(state)
    found[END], found[ROUND] = (end, ROUNDS[-1]) if broke else (0, 0)
    return _own(tuple(found), at)


def _last(listed: list[Step]) -> tuple[Roll, Roll, Test]:
    mine, his, end = listed[-3:]
    assert isinstance(mine, Roll) and isinstance(his, Roll) and isinstance(end, Test)  # noqa: PT018
    return mine, his, end


def _before(listed: list[Step], dice: Mapping[str, int], bound: int) -> dict[State, int] | None:
    """The weights of the states before the last two dice; None when there are too many."""
    try:
        return weighing.weigh_states(
            listed[:-3], {START: 1}, dice=dice, over=battle.is_over, bound=bound
        )
    except weighing.TooMany:
        return None


def _sampled(setup: Setup, dice: Mapping[str, int], count: int) -> dict[State, int]:
    """How often battles that are fought out with dice end in each state: always the same dice for
    the same battle."""
    chance = Random(repr((setup.chits, setup.terrain, setup.river, setup.forces)))
    listed, found = battle_rounds.steps(setup), defaultdict[State, int](int)
    for _ in range(count):
        state = START
        for step in listed:
            if isinstance(step, Roll):
                way = step.which(state)
                if way != NOT_ROLLED:
                    face = dice.get(step.name) or chance.randint(1, DIE)
                    state = step.apply(state, step.ways[way].effects[face - 1])
            else:
                state = step.apply(state)
                if battle.is_over(state):
                    break
        found[state] += 1
    return found
