"""Exact odds of a fight, on land or at sea: days and pursuit walked with every die at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Any, Final

from engine.chances.distribution import Joint
from engine.chances.steps import FACES, Pending, Roll, State, Test
from engine.chances.weighing import (
    NO_DECISIONS,
    NO_DICE,
    Decisions,
    Dice,
    Lanes,
    Weights,
    highest_weight,
    unchanged,
    weigh_states,
)
from engine.combat import fight, leader_casualties_math
from engine.combat import pursuit as pursuing
from engine.combat.leader_casualties_math import CASUALTY, UNHURT, Fate
from engine.combat.leaders import DETACHMENT, Commander
from engine.combat.losses import inflicted
from engine.combat.major_battle import major_winner
from engine.combat.prepared_battle import (
    LAST,
    NO_PURSUIT,
    NOBODY,
    TRIED,
    WORSE,
    AnySetup,
    decode_end,
    encode_end,
    odd_even_die,
)
from engine.facts import tables
from engine.modifiers import total


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
        return min(inflicted(self.force, hits, die, routs)[1], self.most)

    def capped(self, hits: int) -> int:
        """Hits that may still grow, without what is beyond all effect."""
        if self.kept is not None and hits > self.kept * LAST:
            last, others = divmod(hits, LAST)
            hits = others + last - self.kept + self.kept * LAST
        return self.ceiling if hits % LAST >= self.ceiling else hits

    def _settled(self, hits: int, die: int, routs: bool) -> int:
        """Hits that stand for all that are worth as much, for a side that rolls no more."""
        return self.least.setdefault((self.final(hits, die, routs), die, routs), hits)


def weigh_pursuit(
    prepared: AnySetup, pending: Pending, decisions: Decisions, dice: Dice = NO_DICE
) -> tuple[tuple[Worth, Worth], Weights]:
    """The weights of the states after the pursuit, on land or at sea, and what hits are worth."""
    worth = Worth(prepared, 0), Worth(prepared, 1)
    fought = days(prepared, worth, pending, decisions, dice)
    return worth, pursuit(prepared, worth, fought, dice)


def days(
    prepared: AnySetup,
    worth: tuple[Worth, Worth],
    pending: Pending,
    decisions: Decisions,
    dice: Dice,
    lanes: Lanes | None = None,
) -> Weights:
    """The weights of the states at the end of the two days."""
    cap = _capping(prepared, worth)
    one_walk = lanes is None or len(lanes.walks) == 1
    if one_walk and all(
        isinstance(step, Test) or (isinstance(step, Roll) and step.side is not None)
        for step in pending.steps
    ):
        return _days_apart(pending, decisions, dice, cap)
    start = {pending.state: lanes.start if lanes is not None else 1}
    return weigh_states(pending.steps, start, decisions, dice, fight.is_over, cap, lanes, cap)


def _days_apart(
    pending: Pending, decisions: Decisions, dice: Dice, cap: Callable[[State], State]
) -> Weights:
    """The same where every die is one side's alone, as ashore: as long as nothing has ended the
    fight, what one side has done is independent of what the other has. So the dice are taken
    through each side's states alone, and the two are multiplied where the fight ends.
    """
    stars_a, stars_b, hits_a, hits_b, marks, end = pending.state
    sides: list[Weights] = [
        {(stars_a, 0, hits_a, 0, marks, end): 1},
        {(0, stars_b, 0, hits_b, marks, end): 1},
    ]
    whole, parked = 1, list[tuple[int, Weights]]()
    for step in pending.steps:
        if isinstance(step, Roll):
            if step.decision and not decisions.get(step.decision, False):
                continue
            assert step.side is not None
            sides[step.side] = weigh_states([step], sides[step.side], decisions, dice)
            whole *= highest_weight([step])
            if not step.decision:
                continue
        look = step.apply if isinstance(step, Test) else unchanged
        sides = [weigh_states([Test(cap)], states) for states in sides]
        if not all(sides):
            break  # it has ended, whatever the dice show
        over = [_over(sides[0], sides[1], look), _over(sides[1], sides[0], look)]
        going = [
            {s: w for s, w in each.items() if s not in out}
            for each, out in zip(sides, over, strict=True)
        ]
        ended = Weights()
        for ones, others in ((over[0], sides[1]), (going[0], over[1])):
            for one, weight in ones.items():
                for other, more in others.items():
                    after = cap(look(_both(one, other)))
                    ended[after] = ended.get(after, 0) + weight * more
        sides = going
        parked.append((whole, ended))
    found: Weights = {}
    for parked_at, states in parked:
        for state, weight in states.items():
            found[state] = found.get(state, 0) + weight * (whole // parked_at)
    return found


def _over(own: Weights, enemy: Weights, look: Callable[[State], State]) -> Weights:
    """The states of a side with which the fight ends, whatever the enemy has done."""
    idle = 0, 0, 0, 0, next(iter(enemy))[4], 0  # its marks hold its odd-or-even die
    return {s: w for s, w in own.items() if fight.is_over(look(_both(s, idle)))}


def _both(one: State, other: State) -> State:
    """The state of a fight in which both have done what they did in these."""
    stars_a, stars_b, hits_a, hits_b, marks, end = one
    return (
        stars_a + other[0], stars_b + other[1], hits_a + other[2], hits_b + other[3],
        marks | other[4], end or other[5],
    )  # fmt: skip


def pursuit(
    prepared: AnySetup,
    worth: tuple[Worth, Worth],
    fought: Weights,
    dice: Dice,
    lanes: Lanes | None = None,
) -> Weights:
    """The weights of the states after the pursuit, from those at the end of the days."""
    cap = _capping(prepared, worth)
    settle = _settling(worth, cap)
    steps = pursuing.pursuit(prepared)
    return weigh_states(steps, fought, NO_DECISIONS, dice, narrow=settle, lanes=lanes, cap=cap)


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
        stage, winner = decode_end(end)
        no_pursuit = bool(marks & NO_PURSUIT)
        routed_a, routed_b = stars_b >= morale_a, stars_a >= morale_b
        done_a = done_b = None
        if winner != 0 or no_pursuit:
            done_a, stars_a = (odd_even_die(marks, 0), routed_b), morale_b * routed_b
        if winner != 1 or no_pursuit:
            done_b, stars_b = (odd_even_die(marks, 1), routed_a), morale_a * routed_a
        if winner == NOBODY or no_pursuit:
            stage = LAST_STAGE
        end = encode_end(_ALIKE.get(stage, stage), winner)
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
    malus = total(leader_casualties_math.casualty_modifiers(commander, won, destroyed))
    known = leader_casualties_math.fate_at_once(commander, destroyed, captor, minor)
    for die in FACES:
        for other in FACES:
            if (first or die) + malus > CASUALTY:
                fate = UNHURT
            else:
                fate = known or leader_casualties_math.wound(second or other)
            found[fate] = found.get(fate, 0) + 1
    return found


def chances(setup: AnySetup, joint: Joint[Any]) -> dict[str, Any]:
    """The chances of a battle as plain data: who wins, routs, major battles, mean losses in
    detachments."""

    def each(holds: Callable[[int, Any], bool]) -> list[float]:
        return [joint.chance(partial(holds, at)) for at in (0, 1)]

    win, lose = each(lambda at, end: end.winner == at)
    return {
        "win": win,
        "draw": joint.chance(lambda end: end.winner is None),
        "lose": lose,
        "routed": each(lambda at, end: end.routed[at]),
        "major": each(lambda at, end: major_winner(setup, end) == at),
        "losses": [
            joint.mean(lambda end: end.lost[0]) / DETACHMENT,
            joint.mean(lambda end: end.lost[1]) / DETACHMENT,
        ],
    }
