"""Exact odds of a battle on land: its steps walked with every die at once.

engine.chances.weighing takes weights of states through the steps; here stand the lists of steps to
take, and what is asked of the outcomes. The dice walk (engine.chances.steps) goes through the same
lists.

    joint = battle(prepared, decisions={"HIS.retreat1": True}, dice={"FRA.fire1": 8})
    joint.chance(lambda outcome: outcome.winner == 0)
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from engine.chances.distribution import Joint
from engine.chances.steps import FACES, NOT_ROLLED, Pending, Roll, State, Step, Test
from engine.chances.weighing import (
    NO_DECISIONS,
    NO_DICE,
    Decisions,
    Dice,
    Lanes,
    Weights,
    distribution,
    weigh_states,
)
from engine.combat import fight
from engine.combat import pursuit as pursuing
from engine.combat.fight_odds import Worth, days, pursuit, weigh_pursuit
from engine.combat.major_battle import Ended
from engine.combat.prepared_battle import START, decode_end, odd_even_die
from engine.land.battle import battle_math as fighting
from engine.land.battle import retreat_math
from engine.modifiers import total

Rooms = tuple[int | None, int | None]
Fixed = tuple[bool, bool]
NO_LIMIT: Final[Rooms] = (None, None)


def battle(
    prepared: fighting.Setup, decisions: Decisions = NO_DECISIONS, dice: Dice = NO_DICE
) -> Joint[Ended]:
    """The joint distribution of a battle with its retreats, from before the first die.

    `decisions` by the names SIDE.retreat1 and SIDE.withdraw.
    """
    return battles([prepared], decisions, dice)[0]


def battles(
    setups: Sequence[fighting.Setup],
    decisions: Decisions,
    dice: Dice = NO_DICE,
    rooms: Rooms = NO_LIMIT,
    fixed: Fixed = (False, False),
) -> list[Joint[Ended]]:
    """As `battle`, for battles that differ in their commanders alone, in the order given.

    Those whose commanders make a difference to the dice are walks taken together. `rooms` are the
    thirds that find a place to retreat to, as for engine.land.battle.retreat_math.thirds_removed.
    """
    numbers: dict[object, int] = {}
    walks: list[fighting.Setup] = []
    found = []
    for prepared in setups:
        key = tuple(
            (
                *(total(parts) for parts in (*force.modifiers.values(), force.pursuit)),
                force.commander.manoeuvre,
            )
            for force in prepared.forces
        )
        if key not in numbers:
            numbers[key] = len(walks)
            walks.append(prepared)
        found.append(numbers[key])
    withdraws = tuple(decisions.get(f"{force.name}.withdraw", False) for force in walks[0].forces)
    stages = [
        (fight.days(each), pursuing.pursuit(each), _retreats(each, withdraws)) for each in walks
    ]
    rolls = sum(isinstance(step, Roll) for stage in stages[0] for step in stage)
    width = (len(FACES) ** rolls).bit_length()
    fought, chased, gone = (Lanes(tuple(each), width) for each in zip(*stages, strict=True))
    first, others = walks[0], walks[1:]
    worth = Worth(first, 0, others), Worth(first, 1, others)
    start = Pending(tuple(fought.walks[0]), START)
    weights = days(first, worth, start, decisions, dice, fought)
    weights = pursuit(first, worth, weights, dice, chased)
    joint = _after_battle(first, worth, weights, decisions, dice, rooms, fixed, gone)
    joints = [distribution(joint, fought, walk) for walk in range(len(walks))]
    return [joints[walk] for walk in found]


def battle_from(
    prepared: fighting.Setup, pending: Pending, decisions: Decisions = NO_DECISIONS
) -> Joint[Ended]:
    """The joint distribution of a battle from where it stands, at a decision to retreat for
    instance.
    """
    worth, weights = weigh_pursuit(prepared, pending, decisions)
    return _after_battle(prepared, worth, weights, decisions)


def _after_battle(
    prepared: fighting.Setup,
    worth: tuple[Worth, Worth],
    weights: Weights,
    decisions: Decisions,
    dice: Dice = NO_DICE,
    rooms: Rooms = NO_LIMIT,
    fixed: Fixed = (False, False),
    lanes: Lanes | None = None,
) -> Joint[Ended]:
    """The retreats and what is removed. The state: winner + 1, routs, thirds lost."""
    first, second = prepared.forces
    final_a, final_b = worth[0].final, worth[1].final
    start: Weights = {}
    for (stars_a, stars_b, hits_a, hits_b, marks, end), weight in weights.items():
        key = (
            decode_end(end)[1] + 1,
            int(stars_b >= first.morale),
            int(stars_a >= second.morale),
            final_b(hits_b, odd_even_die(marks, 1)),
            final_a(hits_a, odd_even_die(marks, 0)),
        )
        start[key] = start.get(key, 0) + weight
    withdraws = tuple(decisions.get(f"{force.name}.withdraw", False) for force in prepared.forces)
    steps = _retreats(prepared, withdraws)

    orders = [fight.retreats(prepared, None)]
    orders += [fight.retreats(prepared, winner, withdraws[winner]) for winner in (0, 1)]

    @cache
    def lost(winner: int, at: int, suffered: int) -> int:
        order = orders[winner]
        room = rooms[at] if fixed[at] else retreat_math.room(order, at, rooms[at])
        return retreat_math.thirds_removed(prepared, at, suffered, 0, room if at in order else None)

    def remove(state: State) -> State:
        winner, routed_a, routed_b, lost_a, lost_b = state
        return winner, routed_a, routed_b, lost(winner, 0, lost_a), lost(winner, 1, lost_b)

    left = weigh_states(steps, start, NO_DECISIONS, dice, lanes=lanes)
    after = weigh_states([Test(remove)], left)
    whole = first.strength, second.strength
    return Joint(
        {
            Ended(
                None if winner == 0 else winner - 1,
                (bool(routed_a), bool(routed_b)),
                (lost_a, lost_b),
                (lost_a >= whole[0], lost_b >= whole[1]),
            ): weight
            for (winner, routed_a, routed_b, lost_a, lost_b), weight in after.items()
        }
    )


def _retreats(prepared: fighting.Setup, withdraws: Sequence[bool]) -> list[Step]:
    return [_retreat(prepared, at, withdraws[at]) for at in (0, 1)]


def _retreat(prepared: fighting.Setup, at: int, withdraws: bool) -> Roll:
    force = prepared.forces[at]

    def stands(state: State) -> int:
        return NOT_ROLLED if state[0] == at + 1 and not withdraws else state[1 + at]

    def lose(state: State, effect: int) -> State:
        lost = min(state[3 + at] + effect, force.strength)
        return (*state[:3], lost, state[4]) if at == 0 else (*state[:4], lost)

    ways = tuple(retreat_math.retreat_way(force, routed) for routed in (False, True))
    return Roll(f"{force.name}.losses", ways, stands, lose)
