"""Dice and chances of one seed."""

from __future__ import annotations

from engine.play.dice import chances, seeded


def test_a_seed_gives_the_same_dice_and_chances_everywhere() -> None:
    assert [seeded(7, "battle", times) for times in range(6)] == [8, 7, 6, 8, 1, 4]
    assert chances(7, 0, 3)[:2] == (1012040629308432146, 12081150294533234999)


def test_the_eight_chances_of_a_hash_and_those_of_others_all_differ() -> None:
    found = [each for number in (0, 1) for times in (0, 1) for each in chances(7, number, times)]
    assert len(set(found)) == len(found) == 4 * 8
    assert all(0 <= each < 2**64 for each in found)
