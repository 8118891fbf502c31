"""Exact odds of a battle: its steps walked with every die at once.

engine.chances.weighing takes weights of states through the steps; here stand the lists of steps to
take, and what is asked of the outcomes. The dice walk (engine.chances.steps) goes through the same
lists.

    joint = battle(prepared, decisions={"HIS.retreat1": True}, dice={"FRA.fire1": 8})
    joint.chance(lambda outcome: outcome.winner == 0)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from engine.chances.joint import Joint
from engine.chances.steps import FACES, NOT_ROLLED, Pending, Roll, State, Step, Test
from engine.chances.weighing import NO_DECISIONS, NO_DICE, Decisions, Dice, Lanes, Weights, spread
from engine.combat import fight, leaders
from engine.combat import pursuit as pursuing
from engine.combat.leaders import CASUALTY, DETACHMENT, UNHURT, Commander, Fate
from engine.combat.prepared_battle import (
    LAST,
    NO_PURSUIT,
    NOBODY,
    START,
    TRIED,
    WORSE,
    AnySetup,
    ended,
    ending,
    seven,
)
from engine.facts import tables
from engine.land.battle import battle as fighting
from engine.report import total


class BattleOutcome(NamedTuple):
    """What is asked of a battle: winner (0, 1, or None), who is routed, thirds removed in the
    end.
    """

    winner: int | None
    routed: tuple[bool, bool]
    lost: tuple[int, int]


Rooms = tuple[int | None, int | None]
Fixed = tuple[bool, bool]
NO_LIMIT: Final[Rooms] = (None, None)


class Worth:
    """What the thirds that a side rolled are worth in the end, and which are worth as much."""

    def __init__(self, prepared: AnySetup, at: int, others: Sequence[AnySetup] = ()) -> None:
        self.force = prepared.forces[at]
        enemy = prepared.forces[1 - at].strength
        # At sea ships that a winner would refit fall to losses beyond his size (NLS-13).
        self.most = 2 * enemy + DETACHMENT if prepared.at_sea else enemy
        self.dice = (1, 2) if self.force.odd_or_even else (0,)
        self.final = cache(self._final)
        self.settled = cache(self._settled)
        beyond = LAST - 1
        self.ceiling = next(
            hits
            for hits in range(beyond)
            if all(self.final(hits, die) == self.final(beyond, die) for die in self.dice)
        )
        self.least: dict[tuple[int, int, bool], int] = {}
        self.kept = self._kept([prepared, *others]) if self.force.dice > 1 else None

    def _kept(self, setups: Sequence[AnySetup]) -> int | None:
        """The hits of the last die beyond which one is worth as much as one of the other dice.

        Table L1 takes a few off the last die's; None where its strength may cap them in the end.
        """
        ending = f".{self.force.dice}"
        most = max(
            sum(
                max(losses // LAST for way in step.ways for losses, _ in way.effects)
                for step in (*fight.days(prepared), *pursuing.pursuit(prepared))
                if isinstance(step, Roll)
                and step.name.startswith(f"{self.force.name}.")
                and step.name.endswith(ending)
            )
            for prepared in setups
        )
        corrections = [
            tables.small_stack_loss(self.force.domain, self.force.last, die or None)
            for die in self.dice
        ]
        return -min(corrections) if most + max(corrections) <= self.force.last else None

    def _final(self, hits: int, die: int, routs: bool = False) -> int:
        """Thirds suffered by the enemy, routed or not, as far as they matter to its size."""
        return min(self.force.inflicts(hits, die, routs)[1], self.most)

    def capped(self, hits: int) -> int:
        """Hits that may still grow, without what is beyond all effect."""
        if self.kept is not None and hits > self.kept * LAST:
            last, others = divmod(hits, LAST)
            hits = others + last - self.kept + self.kept * LAST
        return self.ceiling if hits % LAST >= self.ceiling else hits

    def _settled(self, hits: int, die: int, routs: bool) -> int:
        """Hits that stand for all that are worth as much, for a side that rolls no more."""
        return self.least.setdefault((self.final(hits, die, routs), die, routs), hits)


def battle(
    prepared: fighting.Setup,
    decisions: Decisions = NO_DECISIONS,
    dice: Dice = NO_DICE,
    rooms: Rooms = NO_LIMIT,
    fixed: Fixed = (False, False),
) -> Joint[BattleOutcome]:
    """The joint distribution of a battle with its retreats, from before the first die.

    `decisions` by the names SIDE.retreat1 and SIDE.withdraw. `rooms` are the thirds that find a
    place to retreat to, as for engine.land.battle.battle.removed.
    """
    return battles([prepared], decisions, dice, rooms, fixed)[0]


def battles(
    setups: Sequence[fighting.Setup],
    decisions: Decisions = NO_DECISIONS,
    dice: Dice = NO_DICE,
    rooms: Rooms = NO_LIMIT,
    fixed: Fixed = (False, False),
) -> list[Joint[BattleOutcome]]:
    """As `battle`, for battles that differ in their commanders alone, in the order given.

    Those whose commanders make a difference to the dice are walks taken together.
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
    joints = [
        Joint(
            {
                outcome: weight
                for outcome, together in joint.weights.items()
                if (weight := fought.weight(together, walk))
            }
        )
        for walk in range(len(walks))
    ]
    return [joints[walk] for walk in found]


def battle_from(
    prepared: fighting.Setup,
    pending: Pending,
    decisions: Decisions = NO_DECISIONS,
    dice: Dice = NO_DICE,
    rooms: Rooms = NO_LIMIT,
    fixed: Fixed = (False, False),
) -> Joint[BattleOutcome]:
    """The joint distribution of a battle from where it stands, at a decision to retreat for
    instance.
    """
    worth, weights = pursued(prepared, pending, decisions, dice)
    return _after_battle(prepared, worth, weights, decisions, dice, rooms, fixed)


def pursued(
    prepared: AnySetup,
    pending: Pending,
    decisions: Decisions = NO_DECISIONS,
    dice: Dice = NO_DICE,
) -> tuple[tuple[Worth, Worth], Weights]:
    """The weights of the states after the pursuit, on land or at sea, and what hits are worth."""
    worth = Worth(prepared, 0), Worth(prepared, 1)
    fought = days(prepared, worth, pending, decisions, dice)
    return worth, pursuit(prepared, worth, fought, dice)


def days(
    prepared: AnySetup,
    worth: tuple[Worth, Worth],
    pending: Pending,
    decisions: Decisions = NO_DECISIONS,
    dice: Dice = NO_DICE,
    lanes: Lanes | None = None,
) -> Weights:
    """The weights of the states at the end of the two days."""
    start = {pending.state: lanes.start if lanes is not None else 1}
    cap = _capping(prepared, worth)
    return spread(pending.steps, start, decisions, dice, fight.over, cap, lanes, cap)


def pursuit(
    prepared: AnySetup,
    worth: tuple[Worth, Worth],
    fought: Weights,
    dice: Dice = NO_DICE,
    lanes: Lanes | None = None,
) -> Weights:
    """The weights of the states after the pursuit, from those at the end of the days."""
    cap = _capping(prepared, worth)
    settle = _settling(worth, cap)
    steps = pursuing.pursuit(prepared)
    return spread(steps, fought, NO_DECISIONS, dice, narrow=settle, lanes=lanes, cap=cap)


def _capping(prepared: AnySetup, worth: tuple[Worth, Worth]) -> Callable[[State], State]:
    """Forgets stars and hits that are beyond all effect."""
    morale_a, morale_b = (force.morale for force in prepared.forces)
    capped_a, capped_b = cache(worth[0].capped), cache(worth[1].capped)

    def cap(state: State) -> State:
        stars_a, stars_b, hits_a, hits_b, marks, end = state
        kept_a, kept_b = capped_a(hits_a), capped_b(hits_b)
        if stars_a > morale_b:
            stars_a = morale_b
        elif kept_a == hits_a and kept_b == hits_b and stars_b <= morale_a:
            return state
        return stars_a, min(morale_a, stars_b), kept_a, kept_b, marks, end

    return cap


# Stages with the same bonus in pursuit stand for one another.
FORGOTTEN: Final = sum((*TRIED, *WORSE))
_ALIKE: Final = {"destroyed1": "shock1", "retreat1": "shock1"}
LAST_STAGE: Final = "shock2"


def _settling(
    worth: tuple[Worth, Worth], cap: Callable[[State], State]
) -> Callable[[State], State]:
    """Forgets all but what the pursuit needs: the pursuer's stars and hits, and what the other has
    done in the end.
    """
    morale_a, morale_b = (each.force.morale for each in worth)
    settled_a, settled_b = (each.settled for each in worth)

    @cache  # But for its hits a state is one of few.
    def kept(stars_a: int, stars_b: int, marks: int, end: int) -> tuple[Any, ...]:
        stage, winner = ended(end)
        no_pursuit = bool(marks & NO_PURSUIT)
        routed_a, routed_b = stars_b >= morale_a, stars_a >= morale_b
        done_a = done_b = None
        if winner != 0 or no_pursuit:
            done_a, stars_a = (seven(marks, 0), routed_b), morale_b * routed_b
        if winner != 1 or no_pursuit:
            done_b, stars_b = (seven(marks, 1), routed_a), morale_a * routed_a
        if winner == NOBODY or no_pursuit:
            stage = LAST_STAGE
        end = ending(_ALIKE.get(stage, stage), winner)
        return done_a, done_b, stars_a, stars_b, marks & ~FORGOTTEN, end

    def settle(state: State) -> State:
        stars_a, stars_b, hits_a, hits_b, marks, end = cap(state)
        done_a, done_b, stars_a, stars_b, marks, end = kept(stars_a, stars_b, marks, end)
        if done_a is not None:
            hits_a = settled_a(hits_a, *done_a)
        if done_b is not None:
            hits_b = settled_b(hits_b, *done_b)
        return stars_a, stars_b, hits_a, hits_b, marks, end

    return settle


def _after_battle(
    prepared: fighting.Setup,
    worth: tuple[Worth, Worth],
    weights: Weights,
    decisions: Decisions,
    dice: Dice,
    rooms: Rooms,
    fixed: Fixed,
    lanes: Lanes | None = None,
) -> Joint[BattleOutcome]:
    """The retreats and what is removed. The state: winner + 1, routs, thirds lost."""
    first, second = prepared.forces
    final_a, final_b = worth[0].final, worth[1].final
    start: Weights = {}
    for (stars_a, stars_b, hits_a, hits_b, marks, end), weight in weights.items():
        key = (
            ended(end)[1] + 1,
            int(stars_b >= first.morale),
            int(stars_a >= second.morale),
            final_b(hits_b, seven(marks, 1)),
            final_a(hits_a, seven(marks, 0)),
        )
        start[key] = start.get(key, 0) + weight
    withdraws = tuple(decisions.get(f"{force.name}.withdraw", False) for force in prepared.forces)
    steps = _retreats(prepared, withdraws)

    orders = [fight.retreats(prepared, None)]
    orders += [fight.retreats(prepared, winner, withdraws[winner]) for winner in (0, 1)]

    @cache
    def lost(winner: int, at: int, suffered: int) -> int:
        order = orders[winner]
        room = rooms[at] if fixed[at] else fighting.room(order, at, rooms[at])
        return fighting.removed(prepared, at, suffered, 0, room if at in order else None)

    def remove(state: State) -> State:
        winner, routed_a, routed_b, lost_a, lost_b = state
        return winner, routed_a, routed_b, lost(winner, 0, lost_a), lost(winner, 1, lost_b)

    left = spread(steps, start, NO_DECISIONS, dice, lanes=lanes)
    after = spread([Test(remove)], left)
    return Joint(
        {
            BattleOutcome(
                None if state[0] == 0 else state[0] - 1,
                (bool(state[1]), bool(state[2])),
                (state[3], state[4]),
            ): weight
            for state, weight in after.items()
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

    ways = tuple(fighting.retreat_way(force, routed) for routed in (False, True))
    return Roll(f"{force.name}.losses", ways, stands, lose)


def major(prepared: fighting.Setup, outcome: BattleOutcome) -> int | None:
    """Who has won a major battle with this outcome, if it is one."""
    winner = outcome.winner
    if winner is None:
        return None
    routed = outcome.routed[1 - winner]
    return winner if fighting.is_major(prepared, winner, routed, outcome.lost) else None


def fates(
    name: str,
    commander: Commander,
    situations: Mapping[tuple[bool, bool, bool], float],
    minor: bool,
    dice: Dice = NO_DICE,
) -> dict[Fate, float]:
    """The chances of a commander's fates.

    `situations` gives the chance of each (won, destroyed, the enemy won) in which he tests.
    """
    found: dict[Fate, float] = {}
    for (won, destroyed, captor), chance in situations.items():
        for fate, share in _fates(
            commander, won, destroyed, captor, minor, dice.get(f"{name}.casualty"),
            dice.get(f"{name}.wound"),
        ).items():  # fmt: skip
            found[fate] = found.get(fate, 0.0) + chance * share / len(FACES) ** 2
    return found


@cache
def _fates(
    commander: Commander,
    won: bool,
    destroyed: bool,
    captor: bool,
    minor: bool,
    first: int | None,
    second: int | None,
) -> dict[Fate, int]:
    """The number of ways, of a hundred, in which a test ends with each fate."""
    found: dict[Fate, int] = {}
    malus = total(leaders.casualty_modifiers(commander, won, destroyed))
    known = leaders.fate_at_once(commander, destroyed, captor, minor)
    for die in FACES:
        for other in FACES:
            if (first or die) + malus > CASUALTY:
                fate = UNHURT
            else:
                fate = known or leaders.wound(second or other)
            found[fate] = found.get(fate, 0) + 1
    return found
