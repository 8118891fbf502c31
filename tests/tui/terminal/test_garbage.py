"""Sweeps for garbage are short where they are wished so, and then nowhere else."""

import gc
import sys
import weakref
from collections.abc import Iterator

import pytest

from tui.terminal import garbage


class Knot:
    """Something that only a sweep can free."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    threshold, turn, callbacks = gc.get_threshold(), sys.getswitchinterval(), list(gc.callbacks)
    yield
    gc.set_threshold(*threshold)
    sys.setswitchinterval(turn)
    gc.callbacks[:] = callbacks


def test_nothing_is_left_out_of_sweeps_before_they_are_shortened() -> None:
    frozen = gc.get_freeze_count()
    assert not garbage.short()
    garbage.freeze()
    assert gc.get_freeze_count() <= frozen


def test_what_is_spared_lives_on_until_all_is_swept() -> None:
    garbage.keep_sweeps_short()
    spared = Knot()
    seen = weakref.ref(spared)
    garbage.freeze()
    del spared
    gc.collect()
    assert seen() is not None
    garbage.collect()
    assert seen() is None


def test_what_lives_through_a_sweep_is_not_swept_again() -> None:
    garbage.keep_sweeps_short()
    kept = Knot()
    gc.collect()
    assert not any(one is kept for one in gc.get_objects())
