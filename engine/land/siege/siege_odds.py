"""Exact odds of assaults, and of undermining a fortress round after round.

assault(prepared).chance(lambda outcome: outcome.falls)
falls_within(siege, 3, war_honour=True)  # by the first, second and third round
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engine.chances.distribution import Joint
from engine.chances.steps import FACES
from engine.chances.weighing import NO_DECISIONS, NO_DICE, Dice, weigh_states
from engine.land.siege import assault_math as storming
from engine.land.siege import undermining_math


class AssaultOutcome(NamedTuple):
    """What is asked of an assault: why it ended so, routs, thirds removed, and the besieged's
    end.
    """

    why: str
    routed: tuple[bool, bool]
    lost: tuple[int, int]
    destroyed: tuple[bool, bool]

    @property
    def falls(self) -> bool:
        """Whether the fortress falls."""
        return self.why in ("resistance", "morale")


def assault(prepared: storming.Setup, dice: Dice = NO_DICE) -> Joint[AssaultOutcome]:
    """The joint distribution of an assault."""
    found: dict[AssaultOutcome, int] = {}
    steps = storming.steps(prepared)
    for state, weight in weigh_states(steps, {storming.START: 1}, NO_DECISIONS, dice).items():
        end = storming.Assaulted(prepared, state, *storming.result(prepared, state))
        routed = end.routed(0), end.routed(1)
        destroyed = end.destroyed(0), end.destroyed(1)
        outcome = AssaultOutcome(end.why, routed, end.lost, destroyed)
        found[outcome] = found.get(outcome, 0) + weight
    return Joint(found)


def undermine(siege: undermining_math.Siege, die: int | None = None) -> dict[str, float]:
    """The chance of each result of an undermining roll now."""
    modifiers = undermining_math.fortress_modifiers(siege)
    found = dict.fromkeys(undermining_math.RESULTS.values(), 0)
    for face in FACES:
        found[undermining_math.undermining_result(die or face, modifiers)] += 1
    return {result: count / len(FACES) for result, count in found.items()}


def falls_within(
    siege: undermining_math.Siege,
    rounds: int,
    war_honour: bool,
    storm: Callable[[undermining_math.Siege], float] | None = None,
    die: int | None = None,
) -> list[float]:
    """The chance that a fortress has fallen within 1, 2, … rounds of this turn's siege.

    The besieger undermines every round with the same stack. `war_honour` tells whether he grants
    it; `storm` gives the chance of an assault at once after a breach (without it a breach is not
    used, and helps for the rest of the turn). A siege whose assault failed is not followed further.
    `die` fixes the roll of the first round.
    """
    living = {(siege.works, siege.breach): 1.0}
    fallen, found = 0.0, []
    for number in range(rounds):
        following: dict[tuple[tuple[str, ...], bool], float] = {}
        for (works, breach), chance in living.items():
            now = siege._replace(works=works, breach=breach)
            for result, share in undermine(now, None if number else die).items():
                met = chance * share
                if not met:
                    continue
                if result == "R" or (result == "B/WH" and war_honour):
                    fallen += met
                elif result in ("B", "B/WH") and storm is not None:
                    fallen += met * storm(now)
                else:
                    key = (
                        undermining_math.siegeworks_after(works, result),
                        breach or result in ("B", "B/WH"),
                    )
                    following[key] = following.get(key, 0.0) + met
        living = following
        found.append(fallen)
    return found
