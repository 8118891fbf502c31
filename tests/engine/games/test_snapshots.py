"""Snapshots thin out with their age, and none that is needed goes."""

from __future__ import annotations

from itertools import pairwise

from engine.games.journal_records import Snapshot
from engine.games.snapshots import DENSE, FRESH, add, back_to, spacing, thin_out


def kept(count: int, needed: int = -1) -> list[Snapshot]:
    snapshots = [Snapshot(0, {}, 0, True)]
    for record in range(1, count + 1):
        add(snapshots, Snapshot(record, {"record": record}, record, record % 500 == 0), needed)
    return snapshots


def test_few_are_kept_of_a_long_game_and_none_lies_far_from_the_next() -> None:
    found = thin_out(kept(10_000))
    assert len(found) < 1_000
    assert [each.record for each in found[-DENSE:]] == list(range(10_001 - DENSE, 10_001))
    for one, other in pairwise(found):
        assert other.record - one.record <= max(1, spacing(10_000 - one.record))
    assert any(each.segment for each in found[1:])


def test_the_first_and_the_one_that_is_needed_stay() -> None:
    found = kept(3_000, needed=1_234)
    assert found[0].record == 0
    assert [each.state for each in found if each.record == 1_234] == [{"record": 1_234}]
    assert back_to(found, 1_300).record <= 1_300
    assert back_to(found, 0) is found[0]


def test_a_second_at_the_same_record_takes_the_place_of_the_first() -> None:
    snapshots = [Snapshot(0, {}, 0, True)]
    add(snapshots, Snapshot(0, {"a": 1}, 2, False))
    assert [(each.segment, each.state) for each in snapshots] == [(True, {"a": 1})]


def test_those_that_may_soon_go_again_are_not_packed_and_all_before_them_are() -> None:
    packed = [each._packed != b"" for each in kept(100)]
    first, others = packed[0], packed[1:]
    assert not first, "what the others have in common with it is left out of them"
    assert others == [True] * (len(others) - FRESH + 1) + [False] * (FRESH - 1)


def test_a_single_snapshot_is_kept_once() -> None:
    one = Snapshot(0, {}, 0, True)
    assert thin_out([one]) == [one]
