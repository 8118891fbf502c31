"""Exact odds of battles at sea: the wind, the fight (engine.combat.fight_odds), what it costs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from engine.chances.distribution import Joint
from engine.chances.steps import FACES, Choice, Pending, State, Step, Test
from engine.chances.weighing import (
    NO_DECISIONS,
    NO_DICE,
    Decisions,
    Dice,
    Lanes,
    Weights,
    distribution,
    highest_weight,
)
from engine.combat import fight as fights
from engine.combat import fight_odds
from engine.combat import pursuit as pursuing
from engine.combat.major_battle import Ended
from engine.combat.prepared_battle import BREAKS, NOBODY, START, decode_end
from engine.modifiers import total
from engine.sea.battle_math import battle as fighting
from engine.sea.battle_math import fleet_in_battle, losses


def wind(
    one: fleet_in_battle.Fleet, other: fleet_in_battle.Fleet, dice: Dice = NO_DICE
) -> Iterator[tuple[int, fleet_in_battle.Fleet, fleet_in_battle.Fleet]]:
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
        yield weight, *fighting.with_wind(one, other, owner)


def battle(
    prepared: fighting.Setup, decisions: Decisions = NO_DECISIONS, dice: Dice = NO_DICE
) -> Joint[Ended]:
    """The joint distribution of a battle whose wind is known, from before the first die.

    `decisions` by the names SIDE.break_fire1, SIDE.break_fire2 and SIDE.retreat1.
    """
    start = Pending(tuple(fights.days(prepared)), START)
    return battle_from(prepared, start, decisions, dice)


def battle_from(
    prepared: fighting.Setup,
    pending: Pending,
    decisions: Decisions,
    dice: Dice = NO_DICE,
) -> Joint[Ended]:
    """The joint distribution of a battle from where it stands, at a decision for instance."""
    worth, weights = fight_odds.weigh_pursuit(prepared, pending, decisions, dice)
    return _outcomes(prepared, worth, weights)


def battles(
    setups: Sequence[tuple[int, fighting.Setup]],
    decisions: Decisions,
    dice: Dice = NO_DICE,
    apart: Callable[[fighting.Setup], object] = lambda setup: None,
) -> list[tuple[int, fighting.Setup, Joint[Ended]]]:
    """The joint distributions of battles that differ in commanders and wind, each with its weight.

    Those with the same pursuit are taken together, as long as `apart` says the same of them; then
    one of them stands for all.
    """
    first = setups[0][1]
    worth = fight_odds.Worth(first, 0), fight_odds.Worth(first, 1)
    days: dict[object, fighting.Setup] = {}
    chases: dict[object, fighting.Setup] = {}
    shares: dict[tuple[object, object], int] = {}
    for weight, prepared in setups:
        day = tuple(_day(force, decisions) for force in prepared.forces)
        chase = (*(force.pursuit for force in prepared.forces), apart(prepared))
        days.setdefault(day, prepared)
        chases.setdefault(chase, prepared)
        shares[day, chase] = shares.get((day, chase), 0) + weight
    wholes = [sum(share for (_, at), share in shares.items() if at == chase) for chase in chases]
    fought = _days(list(days.values()), worth, decisions, dice)
    numbers = {day: at for at, day in enumerate(days)}
    mixes = [
        [(numbers[day], share) for (day, at), share in shares.items() if at == chase]
        for chase in chases
    ]
    hunts = tuple(pursuing.pursuit(each) for each in chases.values())
    whole = max(wholes) * highest_weight(fights.days(first)) * highest_weight(hunts[0])
    chased = Lanes(hunts, whole.bit_length())
    together = {
        state: chased.together([sum([weights[day] * share for day, share in mix]) for mix in mixes])
        for state, weights in fought.items()
    }
    joint = _outcomes(first, worth, fight_odds.pursuit(first, worth, together, dice, chased))
    return [
        (wholes[at], prepared, distribution(joint, chased, at))
        for at, prepared in enumerate(chases.values())
    ]


def _days(
    setups: Sequence[fighting.Setup],
    worth: tuple[fight_odds.Worth, fight_odds.Worth],
    decisions: Decisions,
    dice: Dice,
) -> dict[State, list[int]]:
    """The states after the days with their weights in each battle; those that take the same steps
    are walks taken together.
    """
    alike: dict[object, dict[int, list[Step]]] = {}
    for at, prepared in enumerate(setups):
        taken = [
            step
            for step in fights.days(prepared)
            if not isinstance(step, Choice) or decisions.get(step.name, False)
        ]
        names = tuple("" if isinstance(step, Test) else step.name for step in taken)
        alike.setdefault(names, {})[at] = taken
    found: dict[State, list[int]] = {}
    for walks in alike.values():
        steps, *_ = walks.values()
        lanes = Lanes(tuple(walks.values()), highest_weight(steps).bit_length())
        start = Pending(tuple(steps), START)
        weights = fight_odds.days(setups[0], worth, start, decisions, dice, lanes)
        for state, packed in weights.items():
            each = found.setdefault(state, [0] * len(setups))
            for number, at in enumerate(walks):
                each[at] = lanes.weight(packed, number)
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
    prepared: fighting.Setup, worth: tuple[fight_odds.Worth, fight_odds.Worth], weights: Weights
) -> Joint[Ended]:
    """The outcomes of the states after the pursuit."""
    first, second = prepared.forces
    tolls: dict[tuple[int, int, bool], losses.Toll] = {}

    def toll(at: int, suffered: int, won: bool) -> losses.Toll:
        found = tolls.get((at, suffered, won))
        if found is None:
            found = losses.toll(prepared.forces[at].side, suffered, won, {})
            tolls[at, suffered, won] = found
        return found

    outcomes: dict[Ended, int] = {}
    for (stars_a, stars_b, hits_a, hits_b, _, end), weight in weights.items():
        winner = decode_end(end)[1]
        routed = stars_b >= first.morale, stars_a >= second.morale
        one = toll(0, worth[1].final(hits_b, 0, routed[0]), winner == 0)
        other = toll(1, worth[0].final(hits_a, 0, routed[1]), winner == 1)
        outcome = Ended(
            None if winner == NOBODY else winner,
            routed,
            (one.lost, other.lost),
            (one.gone >= first.strength, other.gone >= second.strength),
        )
        outcomes[outcome] = outcomes.get(outcome, 0) + weight
    return Joint(outcomes)
