"""Exact odds of battles at sea: the wind, the fight, and what it costs (engine.odds)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from engine import fight as fights
from engine import odds
from engine.odds import Joint
from engine.prepared_battle import BREAKS, NOBODY, START, ended
from engine.report import total
from engine.sea import battle as fighting
from engine.sea import losses
from engine.steps import FACES, Pending
from engine.weighing import NO_DECISIONS, NO_DICE, Decisions, Dice, Weights


class Outcome(NamedTuple):
    """What is asked of a battle at sea: winner (0, 1, or None), who is routed, thirds lost, and
    which fleets are gone.

    Ships captured are not looked at: they change neither the winner nor the losses.
    """

    winner: int | None
    routed: tuple[bool, bool]
    lost: tuple[int, int]
    destroyed: tuple[bool, bool]


def wind(
    one: fighting.Fleet, other: fighting.Fleet, dice: Dice = NO_DICE
) -> Iterator[tuple[int, fighting.Fleet, fighting.Fleet]]:
    """Both fleets for each way the wind may blow, with its weight."""
    found = fighting.winds(one, other)
    weights: dict[int, int] = {}
    if found.known is not None:
        weights[found.known] = 1
    else:
        first, second = (total(modifiers) for modifiers in found.modifiers)
        fixed = dice.get(f"{one.name}.wind"), dice.get(f"{other.name}.wind")
        for die in FACES:
            for against in FACES:
                results = (fixed[0] or die) + first, (fixed[1] or against) + second
                owner = fighting.upwind(*results)
                weights[owner] = weights.get(owner, 0) + 1
    for owner, weight in sorted(weights.items()):
        yield weight, *fighting.blowing(one, other, owner)


def battle(
    prepared: fighting.Setup, decisions: Decisions = NO_DECISIONS, dice: Dice = NO_DICE
) -> Joint[Outcome]:
    """The joint distribution of a battle whose wind is known, from before the first die.

    `decisions` by the names SIDE.break_fire1, SIDE.break_fire2 and SIDE.retreat1.
    """
    start = Pending(tuple(fights.days(prepared)), START)
    return battle_from(prepared, start, decisions, dice)


def battle_from(
    prepared: fighting.Setup,
    pending: Pending,
    decisions: Decisions = NO_DECISIONS,
    dice: Dice = NO_DICE,
) -> Joint[Outcome]:
    """The joint distribution of a battle from where it stands, at a decision for instance."""
    worth, weights = odds.pursued(prepared, pending, decisions, dice)
    return _outcomes(prepared, worth, weights)


def battles(
    setups: Sequence[tuple[int, fighting.Setup]],
    decisions: Decisions = NO_DECISIONS,
    dice: Dice = NO_DICE,
    apart: Callable[[fighting.Setup], object] = lambda setup: None,
) -> list[tuple[int, fighting.Setup, Joint[Outcome]]]:
    """The joint distributions of battles that differ in commanders and wind, each with its weight.

    Those with the same pursuit are taken together, as long as `apart` says the same of them; then
    one of them stands for all.
    """
    walks: dict[object, Weights] = {}
    groups: dict[object, tuple[fighting.Setup, list[tuple[int, Weights]]]] = {}
    worth = odds.Worth(setups[0][1], 0), odds.Worth(setups[0][1], 1)
    for weight, prepared in setups:
        key = tuple(_day(force, decisions) for force in prepared.forces)
        if key not in walks:
            start = Pending(tuple(fights.days(prepared)), START)
            walks[key] = odds.days(prepared, worth, start, decisions, dice)
        together = (*(force.pursuit for force in prepared.forces), apart(prepared))
        groups.setdefault(together, (prepared, []))[1].append((weight, walks[key]))
    found = []
    for prepared, walked in groups.values():
        fought: Weights = {}
        for weight, states in walked:
            for state, share in states.items():
                fought[state] = fought.get(state, 0) + weight * share
        weights = odds.pursuit(prepared, worth, fought, dice)
        whole = sum(weight for weight, _ in walked)
        found.append((whole, prepared, _outcomes(prepared, worth, weights)))
    return found


def _day(force: fighting.Force, decisions: Decisions) -> tuple[object, ...]:
    """What the days take from a side's commander and the wind."""
    stages = BREAKS if force.breaks else ()
    return (
        *(total(parts) for parts in force.modifiers.values()),
        *(stage for stage in stages if decisions.get(f"{force.name}.{stage}")),
        decisions.get(f"{force.name}.retreat1", False) and force.commander.manoeuvre,
    )


def _outcomes(
    prepared: fighting.Setup, worth: tuple[odds.Worth, odds.Worth], weights: Weights
) -> Joint[Outcome]:
    """The outcomes of the states after the pursuit."""
    first, second = prepared.forces
    tolls: dict[tuple[int, int, bool], losses.Toll] = {}

    def toll(at: int, suffered: int, won: bool) -> losses.Toll:
        found = tolls.get((at, suffered, won))
        if found is None:
            found = losses.toll(prepared.forces[at].side, suffered, won, {})
            tolls[at, suffered, won] = found
        return found

    outcomes: dict[Outcome, int] = {}
    for (stars_a, stars_b, hits_a, hits_b, _, end), weight in weights.items():
        winner = ended(end)[1]
        routed = stars_b >= first.morale, stars_a >= second.morale
        one = toll(0, worth[1].final(hits_b, 0, routed[0]), winner == 0)
        other = toll(1, worth[0].final(hits_a, 0, routed[1]), winner == 1)
        outcome = Outcome(
            None if winner == NOBODY else winner,
            routed,
            (one.lost, other.lost),
            (one.gone >= first.strength, other.gone >= second.strength),
        )
        outcomes[outcome] = outcomes.get(outcome, 0) + weight
    return Joint(outcomes)


def major(prepared: fighting.Setup, outcome: Outcome) -> int | None:
    """Who has won a major battle with this outcome, if it is one."""
    winner = outcome.winner
    if winner is None:
        return None
    routed = outcome.routed[1 - winner]
    return winner if fighting.is_major(prepared, winner, routed, outcome.lost) else None
