"""Sweeps for garbage, short enough that no key waits for one.

Python's collector goes through all that lives, again and again, and everything stands still for it.
Here what has lived through a whole sweep is left out of the next ones, so that each goes through
what is new; and so is what came while they were put off. Now and then, when nobody does anything,
one goes through all of it.
"""

from __future__ import annotations

import gc
from typing import Final

OFTEN: Final = (700, 3, 1)  # so many new objects, and sweeps of the young, until the next larger
AT_LEAST: Final = (1400, 6, 2)  # the same where there is no moment at which nothing is done
SELDOM: Final = (700, 10, 5)  # where all that is not shared is swept each time
MANY: Final = 200_000  # objects left out since then, after which one goes through all

_after = [0]  # how many were left out when all had been gone through


def keep_sweeps_short(forked: bool = False) -> None:
    """From now on sweeps are short.

    A process that was forked by one that had loaded everything (tui.guest.forkserver) shares that:
    it has little of its own to sweep, and is never to touch all.
    """
    gc.set_threshold(*(SELDOM if forked else AT_LEAST))
    if forked:
        return
    gc.freeze()
    _after[0] = gc.get_freeze_count()
    gc.callbacks.append(_swept)


def sweep_what_comes() -> None:
    """From now on all that comes is swept, what lives now never: for who serves, and has no screen
    for whose sake sweeps would wait. What guests leave behind is large."""
    gc.freeze()
    gc.set_threshold(*SELDOM)


def _swept(phase: str, info: dict[str, int]) -> None:
    if phase == "stop" and info["generation"] == 2:
        gc.freeze()


def short() -> bool:
    """Whether sweeps are short."""
    return _swept in gc.callbacks


def freeze() -> None:
    """Leave all that lives now out of the sweeps, where they are short."""
    if short():
        gc.freeze()


def put_off() -> None:
    """Sweep nothing for now."""
    gc.disable()


def go_on() -> None:
    """Sweep again: what comes from now on, where sweeps are short."""
    freeze()
    gc.enable()


def sweep_at_leisure() -> None:
    """Nothing is to be done at the moment: sweep what is due, where sweeps are short, instead of
    in the midst of what comes next."""
    if not (short() and gc.isenabled()):
        return
    due = [count > most for count, most in zip(gc.get_count(), OFTEN, strict=True)]
    if any(due):
        gc.collect(2 if due[2] else 1 if due[1] else 0)


def collect() -> None:
    """Go through everything once, where sweeps are short."""
    if short():
        gc.unfreeze()
        gc.collect()
        _after[0] = gc.get_freeze_count()


def collect_many() -> None:
    """Go through everything once, where much was left out since."""
    if short() and gc.get_freeze_count() > _after[0] + MANY:
        collect()
