"""The pursuit: who has won, whether the winner pursues, with which modifiers (PUR)."""

from __future__ import annotations

from engine.prepared_battle import (
    BREAKS,
    NO_PURSUIT,
    NOBODY,
    STAGES,
    AnySetup,
    destroyed,
    ended,
    ending,
    routed,
)
from engine.report import Modifier, applying
from engine.steps import State, Step, Test
from engine.volleys import odd_or_even, volleys


def pursuit(prepared: AnySetup) -> list[Step]:
    """Who has won, then the pursuit (PUR-01 to PUR-26); the state starts with an end."""
    if "pursuit" not in prepared.listed:
        prepared.listed["pursuit"] = _pursuit(prepared)
    return prepared.listed["pursuit"]


def _pursuit(prepared: AnySetup) -> list[Step]:
    first, second = prepared.forces

    def victor(state: State) -> State:
        stage, declared = ended(state[5])
        if stage in BREAKS:
            return (*state[:4], state[4] | NO_PURSUIT, state[5])
        lost_a, lost_b = destroyed(prepared, state)
        routed_a, routed_b = routed(prepared, state, 0), routed(prepared, state, 1)
        if lost_a or lost_b:
            winner = NOBODY if lost_a and lost_b else int(lost_a)
        elif declared != NOBODY:
            winner = declared
        elif routed_a and routed_b:
            winner = NOBODY
        else:
            left = (first.morale - state[1]) - (second.morale - state[0])
            winner = NOBODY if not left else int(left < 0)
        pursues = winner != NOBODY and not (lost_a and lost_b)
        if pursues and (routed_a, routed_b)[winner]:
            return (*state[:4], state[4] | NO_PURSUIT, ending(stage, winner))
        return (*state[:5], ending(stage, winner))

    steps: list[Step] = [*odd_or_even(prepared), Test(victor)]
    for at, force in enumerate(prepared.forces):
        ways: list[tuple[tuple[Modifier, ...], str]] = []
        which: dict[int, int] = {}
        for stage in STAGES:
            early = applying(
                (2 * (not stage.endswith("2")), "ended on the first day", "PUR-10"),
                (int(stage.startswith("fire")), "ended after a Fire", "PUR-11"),
            )
            which[ending(stage, at)] = len(ways)
            ways.append(((*early, *force.pursuit), f"pursuit, column {force.pursuit_column}"))
        steps += volleys(force, at, "pursuit", force.pursuit_column, ways, which)
    return steps
