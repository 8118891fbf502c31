"""The pursuit: who has won, whether the winner pursues, with which modifiers (PUR)."""

from __future__ import annotations

from functools import cache

from engine.chances.steps import State, Step, Test
from engine.combat.losses import destruction
from engine.combat.prepared_battle import (
    BREAKS,
    NO_PURSUIT,
    NOBODY,
    STAGES,
    AnySetup,
    decode_end,
    encode_end,
)
from engine.combat.volleys import odd_or_even, volleys
from engine.modifiers import Modifier, nonzero


def pursuit(prepared: AnySetup) -> list[Step]:
    """Who has won, then the pursuit (PUR-01 to PUR-19, PUR-26, PUR-A1, PUR-A3); the
    state starts with an end."""
    if "pursuit" not in prepared.listed:
        prepared.listed["pursuit"] = _pursuit(prepared)
    return prepared.listed["pursuit"]


def _pursuit(prepared: AnySetup) -> list[Step]:
    """Who has won, then the pursuit: PUR-02 to PUR-11 (FIG-A2, FIG-A4)."""
    first, second = prepared.forces
    destroyed = destruction(prepared)

    def victor(state: State) -> State:
        stars_a, stars_b, hits_a, hits_b, marks, end = state
        lost_a, lost_b = destroyed(state)
        mark, end = verdict(stars_a, stars_b, lost_a, lost_b, end)
        return stars_a, stars_b, hits_a, hits_b, marks | mark, end

    @cache  # The stars and the ways to end are few, the hits of a state many.
    def verdict(
        stars_a: int, stars_b: int, lost_a: bool, lost_b: bool, end: int
    ) -> tuple[int, int]:
        """The mark that there is no pursuit, and the end with the winner that was found (PUR-02,
        PUR-03, PUR-06 to PUR-08)."""
        stage, declared = decode_end(end)
        if stage in BREAKS:
            return NO_PURSUIT, end
        routed_a, routed_b = stars_b >= first.morale, stars_a >= second.morale
        if lost_a or lost_b:
            winner = NOBODY if lost_a and lost_b else int(lost_a)
        elif declared != NOBODY:
            winner = declared
        elif routed_a and routed_b:
            winner = NOBODY
        else:
            left = (first.morale - stars_b) - (second.morale - stars_a)
            winner = NOBODY if not left else int(left < 0)
        stays = winner != NOBODY and (routed_a, routed_b)[winner]
        return NO_PURSUIT * stays, encode_end(stage, winner)

    steps: list[Step] = [*odd_or_even(prepared), Test(victor)]
    for at, force in enumerate(prepared.forces):
        purpose = f"pursuit, column {force.pursuit_column}"
        ways = [((*parts, *force.pursuit), purpose) for parts in _early()]
        steps += volleys(force, at, "pursuit", force.pursuit_column, ways, _which(at))
    return steps


@cache
def _early() -> dict[tuple[Modifier, ...], list[str]]:
    """What a battle that ended early adds to its pursuit, and the stages of such an end."""
    found: dict[tuple[Modifier, ...], list[str]] = {}
    for stage in STAGES:
        parts = nonzero(
            (2 * (not stage.endswith("2")), "ended on the first day", "PUR-10"),
            (int(stage.startswith("fire")), "ended after a Fire", "PUR-11"),
        )
        found.setdefault(parts, []).append(stage)
    return found


@cache
def _which(at: int) -> dict[int, int]:
    """Which of these a pursuit adds, by the end of a battle that its side has won."""
    return {encode_end(stage, at): number
            for number, stages in enumerate(_early().values()) for stage in stages}  # fmt: skip
