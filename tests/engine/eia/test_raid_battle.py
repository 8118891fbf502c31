"""A port raid round by round: who fires, with how many ships, and for how long."""

from __future__ import annotations

import pytest

from engine.adjudicator.document_kind import Table
from engine.chances.steps import (
    NOT_ROLLED,
    Pending,
    Roll,
    State,
    Taken,
    never_over,
    run_procedure,
    walk,
)
from engine.eia import raid_battle
from engine.eia.battles import combat_tables
from engine.eia.raid_battle import Raid, Side, Troops

SHAKEN = {name: combat_tables.modified_die(name, 6).morale for name in ("3-3", "1-1")}


async def nothing(name: str, question: str, pending: Pending) -> bool:
    return False


def raided(attacker: tuple[int, int], defender: tuple[int, int]) -> tuple[State, list[str]]:
    """What a raid on silent guns comes to where every die is a 6, and which dice are thrown; a side
    is its ships and its morale in tenths."""
    raid = Raid(Side("A", *attacker), Side("D", *defender), 0, guns=False)
    dice = {f"{name}.round{number}": 6 for name in "AD" for number in (1, 2, 3)}
    table, taken = Table(dice, 1, False, 6), list[Taken]()
    walked = walk(
        raid_battle.steps(raid), raid_battle.START, table.roll, nothing, taken, never_over
    )
    return run_procedure(walked), [one.rolled.name for one in taken]


@pytest.mark.rule("EIA-RAID-10", "EIA-RAID-11")
@pytest.mark.parametrize(
    ("attacker", "defender", "lost", "shaken", "thrown"),
    [
        # The defender breaks at once and is hit by 15 % of 17 ships, and twice of the 16 left.
        ((17, 90), (26, 1), (1, 7), (SHAKEN["1-1"], 3 * SHAKEN["3-3"]), "A1 D1 A2 A3"),
        # The defender is sunk in the first round: nobody is left to fire at.
        ((20, 90), (3, 90), (0, 3), (SHAKEN["1-1"], SHAKEN["3-3"]), "A1 D1"),
        # The attacker breaks in the first round, and withdraws.
        ((20, SHAKEN["1-1"]), (26, 90), (1, 3), (SHAKEN["1-1"], SHAKEN["3-3"]), "A1 D1"),
    ],
)  # fmt: skip
def test_who_fires_in_the_rounds_of_a_raid(
    attacker: tuple[int, int], defender: tuple[int, int], lost: tuple[int, int],
    shaken: tuple[int, int], thrown: str,
) -> None:  # fmt: skip
    """*The raid lasts for three combat rounds, or until the attacking force breaks or is
    eliminated. If the defending force breaks, the attacking stack continues to attack for the
    duration of the three rounds but the defender can no longer reply.*"""
    state, names = raided(attacker, defender)
    assert (state[:2], state[2:4]) == (lost, shaken)
    assert names == [f"{each[0]}.round{each[1]}" for each in thrown.split()]


@pytest.mark.rule("EIA-RAID-10")
@pytest.mark.parametrize("at", [0, 1])
@pytest.mark.parametrize(
    ("lost", "shaken", "broken"), [(9, 29, False), (10, 0, True), (0, 30, True), (0, 31, True)]
)
def test_a_side_of_a_raid_is_broken_without_ships_or_without_morale(
    at: int, lost: int, shaken: int, broken: bool
) -> None:
    state = [0] * len(raid_battle.START)
    state[at], state[2 + at] = lost, shaken
    raid = Raid(Side("A", 10, 30), Side("D", 10, 30), 0, guns=False)
    assert raid_battle.is_broken(raid, tuple(state), at) == broken
    assert not raid_battle.is_broken(raid, tuple(state), 1 - at)


@pytest.mark.rule("EIA-GUN-04")
@pytest.mark.parametrize(
    ("wishing", "against", "fires"), [((3, 3), 5, True), ((3, 3), 6, False), ((3, 4), 6, True)]
)
def test_corps_outside_that_disagree_count_their_men(
    wishing: tuple[int, int], against: int, fires: bool
) -> None:
    """*If several corps disagree, compare men in such corps*: those of two players who want to
    fire, against one's."""
    corps = [Troops("austria", wishing[0], True), Troops("prussia", wishing[1], True),
             Troops("russia", against, False)]  # fmt: skip
    found = raid_battle.guns((), corps, hostile=True, access="", own_fleet_attacked=False)
    assert bool(found[0]) == fires


@pytest.mark.rule("EIA-RAID-03", "EIA-RAID-12")
@pytest.mark.parametrize("which", [0, -1])
@pytest.mark.parametrize(
    ("guns", "lost", "fires"), [(True, 9, True), (True, 10, False), (False, 9, False)]
)
def test_the_harbours_guns_fire_at_what_is_left_of_the_attacker_in_and_out(
    which: int, guns: bool, lost: int, fires: bool
) -> None:
    """*The attacking stack […] withdraws past the harbor guns, suffering another attack*, not one
    of which nothing is left, whatever the defender has lost."""
    raid = Raid(Side("A", 10, 30), Side("D", 10, 30), 20, guns)
    roll = raid_battle.steps(raid)[which]
    assert isinstance(roll, Roll)
    for others in (0, 10):
        state = (lost, others, 0, 0, 0, 0, 0, 10)
        assert (roll.which(state) != NOT_ROLLED) == fires
