"""What may come of a battle or assault: who wins and loses what, who falls."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Protocol, TypeVar

from engine.adjudicator.fights import Group, Pairs
from engine.adjudicator.kind import Table
from engine.chances.distribution import Joint
from engine.chances.steps import DIE, FACES
from engine.combat import fight_odds, leaders
from engine.combat.leaders import DETACHMENT, Commander
from engine.combat.prepared_battle import AnySetup
from engine.report import thirds, total

C = TypeVar("C", bound="Costly")
R = TypeVar("R", bound="Outcome")


class Costly(Protocol):
    """What the odds say of one way a fight may end."""

    @property
    def lost(self) -> tuple[int, int]:
        """Thirds that both sides lost."""


class Outcome(Costly, Protocol):
    """What the odds of a battle say of one way it may end."""

    @property
    def winner(self) -> int | None:
        """0, 1 or None."""

    @property
    def routed(self) -> tuple[bool, bool]:
        """Which sides are routed."""


def pairs_after_evasion(pairs: Pairs, attempts: list[Group], table: Table) -> tuple[Pairs, float]:
    """The pairs of commanders that may come to fight, each with its weight, and the chance of an
    evasion; `attempts` has the modifiers of every pair.
    """
    fights: Pairs = []
    for (weight, commanders), (name, roll, modifiers) in zip(pairs, attempts, strict=True):
        die = f"{name}.{roll}"
        table.asked.add(die)
        given = table.given.get(die)
        fail = [not leaders.evades((given or face) + total(modifiers)) for face in FACES]
        if any(fail):
            fights.append((weight * sum(fail), commanders))
    whole = DIE * sum(weight for weight, _ in pairs)
    return fights or pairs, (whole - sum(weight for weight, _ in fights)) / whole


def add_fates(
    prepared: AnySetup,
    joint: Joint[R],
    tested: Callable[[int, R], tuple[bool, bool, bool]],
    commanders: list[Commander],
    weight: int,
    found: dict[tuple[str, str], float],
    map_: str,
    dice: dict[str, int],
) -> None:
    """Adds the chances of both commanders' fates; `tested` tells what a test looks at."""
    for at, force in enumerate(prepared.forces):
        if not leaders.tests_casualty(prepared.forces[1 - at].strength, map_):
            found[force.name, "no test"] = found.get((force.name, "no test"), 0.0) + weight
            continue
        met = joint.spread(partial(tested, at))
        fates = fight_odds.fates(force.name, commanders[at], met, force.side.minor, dice)
        for fate, chance in fates.items():
            key = force.name, fate.what + (f" {fate.rounds}" if fate.rounds else "")
            found[key] = found.get(key, 0.0) + chance * weight


def summary(
    joint: Joint[R],
    major: Callable[[R], int | None],
    names: list[str],
    share: float,
    map_: str,
) -> dict[str, Any]:
    """The odds of a battle as an answer holds them; it is fought with the chance `share`.

    `major` tells who has won a major battle.
    """

    def each(holds: Callable[[int, R], bool]) -> dict[str, float]:
        return {name: share * joint.chance(partial(holds, at)) for at, name in enumerate(names)}

    return {
        "win": each(_won),
        "tie": share * joint.chance(partial(_won, None)),
        "rout": each(lambda at, outcome: outcome.routed[at]),
        "major": each(lambda at, outcome: major(outcome) == at),
        **losses(joint, names, share, map_),
    }


def losses(joint: Joint[C], names: Sequence[str], share: float, map_: str) -> dict[str, Any]:
    """The chance of every loss and the expected one; losses are whole on the map `europe`."""

    def lost(number: int) -> str:
        return str(number // DETACHMENT) if map_ == "europe" else thirds(number)

    return {
        "losses": {
            name: {
                lost(number): share * chance
                for number, chance in sorted(joint.spread(partial(_lost, at)).items())
            }
            for at, name in enumerate(names)
        },
        "expected_losses": {
            name: share * joint.mean(partial(_lost, at)) / DETACHMENT
            for at, name in enumerate(names)
        },
    }


def add_leaders(
    answer: dict[str, Any],
    found: Mapping[tuple[str, str], float],
    names: Sequence[str],
    share: float,
) -> None:
    """Puts the chance of each leader's fate into the answer; `share` is what a weight of 1
    means."""
    answer["leader"] = {
        name: {fate: chance * share for (owner, fate), chance in found.items() if owner == name}
        for name in names
    }


def add_evasion(answer: dict[str, Any], names: list[str], evades: float, to: str) -> None:
    """Puts the chance of an evasion into the answer: nothing is lost, no leader tests."""
    answer["evaded"] = {"chance": evades, "to": to}
    for name in names:
        for figures, key in ((answer["losses"], "0"), (answer["leader"], "no test")):
            figures[name][key] = figures[name].get(key, 0.0) + evades


def _won(at: int | None, outcome: Outcome) -> bool:
    return outcome.winner == at


def _lost(at: int, outcome: Costly) -> int:
    return outcome.lost[at]
