"""Land battles from the charts: chits, withdrawal, arrivals, guards, three rounds, pursuit.

A battle is steps over a state of whole numbers (see `AT`). Losses are factors, morale is in tenths.
Attacker and defender are 0 and 1. Nothing here asks: which chits, guards and reinforcements there
are is settled before the first die.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from engine.chances.steps import State
from engine.eia import tables
from engine.eia.battles import combat_tables
from engine.eia.reasons import BASE
from engine.modifiers import Modifier, nonzero, total

ROUNDS: Final = (1, 2, 3)
# What the numbers of a state mean; those of a side are its own and then the other's.
END, ROUND, LOST, SHAKEN, ARRIVED, REINFORCED, AIMED = 0, 1, 2, 4, 6, 7, 9
START: Final[State] = (0,) * 13
GOING, ATTACKER_BROKE, DEFENDER_BROKE, BOTH_BROKE, WITHDREW = range(5)


class Guard(NamedTuple):
    """Guards committed in a round: at +1 or +2, by whom led, and how many there are to lose."""

    commitment: int
    leader: str
    factors: int
    heavy: bool = False


class Reinforcement(NamedTuple):
    """Corps that try to join: factors, the strategic rating they come by, and whether they stand in
    the battle's own area."""

    factors: int
    rating: int
    same_area: bool = False


class Force(NamedTuple):
    """A side of a battle, counted.

    `factors` are those that fight, `outflanking` those of them that go round, `surplus` those of
    the area that only take what is left of the damage; morale in tenths; `cavalry` counts for
    superiority, `artillery` bombards.
    """

    name: str
    nation: str
    factors: int
    morale: int
    strategic: int
    tactical: int
    cavalry: int = 0
    surplus: int = 0
    outflanking: int = 0
    artillery: int = 0
    all_cavalry: bool = False
    surrounded: bool = False
    guards: Mapping[int, Guard] = {}
    reinforcements: tuple[Reinforcement, ...] = ()


class Setup(NamedTuple):
    """A battle: both sides, the chits, the ground, and the table for a disputed cell."""

    forces: tuple[Force, Force]
    chits: tuple[str, str]
    terrain: str = "clear"
    river: bool = False
    disputed: str = ""


# What the chits say


def outflanker(setup: Setup) -> int | None:
    """Whose outflanking force may arrive; None when the chits leave nobody's (both, or a
    Cordon)."""
    if not combat_tables.has_arrival(*setup.chits):
        return None
    return setup.chits.index("Outflank")


def chart_dispute(chits: tuple[str, str], river: bool) -> str:
    """What the transcriptions of the chart say against each other about these chits, else
    empty."""
    for number in ROUNDS:
        found = combat_tables.possibility(*chits, river, False, number)
        if found is not None and found.disputed:
            return f"round {number}: {found.disputed}"
    return ""


def table(setup: Setup, at: int, number: int, arrived: bool) -> str | None:
    """The combat table of a side in a round, shifted by the terrain; None where there is none
    (EIA-ERR-17)."""
    found = combat_tables.possibility(*setup.chits, setup.river, arrived, number)
    if found is None:
        return None
    printed = found.defender if at else found.attacker
    if found.disputed and setup.disputed and setup.chits[at] != "Outflank":
        printed = setup.disputed  # the disputed cells are those of the side that stays in front
    ground = combat_tables.terrain(setup.terrain)
    return combat_tables.shift_table(printed, *(ground.defender if at else ground.attacker))


def morale(setup: Setup, at: int) -> tuple[int, tuple[Modifier, ...]]:
    """A side's morale (tenths) with what its commander's nation adds for these chits."""
    force = setup.forces[at]
    added = []
    for nation, words in (
        ("turkey", "a side with a Turkish commander: morale"),
        ("russia", "Russian defending commander: morale"),
    ):
        if force.nation == nation and (nation == "turkey" or at == 1):
            by = tables.TENTHS * combat_tables.procedure(*setup.chits, words)
            added.append((by, f"{words.partition(':')[0]} (tenths)", BASE))
    found = nonzero(*added)
    return force.morale + total(found), found


def modifiers(setup: Setup, at: int, number: int) -> tuple[Modifier, ...]:
    """The modifiers of a side's combat die in a round."""
    mine, other = setup.forces[at], setup.forces[1 - at]
    ratings = [max(0, min(combat_tables.highest_rating(), each.tactical)) for each in setup.forces]
    unused = tables.says(*setup.chits, "leader tactical rating chart not used")
    chart = 0 if unused else combat_tables.tactical(*ratings)[at]
    guard = mine.guards.get(number, Guard(0, "", 0))
    whose = ("heavy cavalry committed", "EIA-CAV-04") if guard.heavy else ("guards", "EIA-LDR-02")
    times = combat_tables.procedure(*setup.chits, "cavalry superiority")
    superior = mine.cavalry > 0 and mine.cavalry >= 2 * other.cavalry
    austrian = combat_tables.procedure(*setup.chits, "Austrian commander")
    austrian *= mine.nation == "austria"
    found = nonzero(
        (chart, "tactical ratings", BASE),
        (guard.commitment, *whose),
        (times * superior, "cavalry superiority", "EIA-SET-01"),
        (austrian, "Echelon against Cordon, Austrian commander", BASE),
    )
    cap = combat_tables.procedure(*setup.chits, "land combat die modifiers cap")
    over = min(0, cap - total(found))
    return (*found, *nonzero((over, "land combat modifiers end there", BASE)))


# Strengths


def factors_joined(force: Force, state: State, at: int) -> int:
    """The factors of the reinforcements that have arrived."""
    bits = state[REINFORCED + at]
    if not bits:
        return 0
    return sum(each.factors for n, each in enumerate(force.reinforcements) if bits >> n & 1)


def surplus_factors(force: Force, state: State, at: int) -> int:
    """The factors of surplus corps in the area, those with them that have not joined from there:
    they take what is left of the damage (EIA-RNF-02)."""
    bits = state[REINFORCED + at]
    waiting = [each for n, each in enumerate(force.reinforcements) if not bits >> n & 1]
    return force.surplus + sum(each.factors for each in waiting if each.same_area)


def outflanking_factors(setup: Setup, at: int) -> int:
    """The factors of a side that go round, where its chit lets them."""
    return setup.forces[at].outflanking if outflanker(setup) == at else 0


def strength(setup: Setup, at: int) -> Callable[[State], int]:
    """The factors that a side's casualties are reckoned from: those that fight and still stand.

    An outflanking force counts only when it has arrived, and then as often as the chart says.
    """
    force, around = setup.forces[at], outflanking_factors(setup, at)
    times = combat_tables.procedure("Outflank", "", "factors of the outflanking force count double")
    in_front = force.factors - around

    def strong(state: State) -> int:
        front = in_front + factors_joined(force, state, at) - state[LOST + at]
        if not around or not state[ARRIVED]:
            return max(0, front)
        return front + times * around if front > 0 else times * max(0, around + front)

    return strong


def exposed_factors(setup: Setup, at: int) -> Callable[[State], int]:
    """The factors of a side that can be hit in this battle: its fighting corps."""
    force, around = setup.forces[at], outflanking_factors(setup, at)

    def stand(state: State) -> int:
        away = 0 if state[ARRIVED] else around
        return force.factors - away + factors_joined(force, state, at)

    return stand


def is_over(state: State) -> bool:
    """Whether the battle has ended."""
    return state[END] != GOING


def _with(state: State, *changes: tuple[int, int]) -> State:
    found = list(state)
    for place, value in changes:
        found[place] = value
    return tuple(found)
