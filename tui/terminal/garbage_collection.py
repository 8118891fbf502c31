"""Sweeps for garbage, short enough that no key waits for one.

Python's collector goes through all that lives, again and again, and everything stands still for it.
Here what has lived through a whole sweep is left out of the next ones, so that each goes through
what is new. Now and then, when nobody does anything, one goes through all of it.
"""

from __future__ import annotations

import gc
import sys
from typing import Final

from tui.terminal.keys_first import TURN

OFTEN: Final = (700, 3, 1)  # so many new objects, and sweeps of the young, until the next larger
SELDOM: Final = (700, 10, 5)  # where all that is not shared is swept each time


def keep_sweeps_short(forked: bool = False) -> None:
    """From now on sweeps are short, and the screen gets its turn soon.

    A process that was forked by one that had loaded everything (tui.guest.forkserver) shares that:
    it has little of its own to sweep, and is never to touch all.
    """
    sys.setswitchinterval(TURN)
    gc.set_threshold(*(SELDOM if forked else OFTEN))
    if forked:
        return
    gc.freeze()
    gc.callbacks.append(_swept)


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


def collect() -> None:
    """Go through everything once, where sweeps are short."""
    if short():
        gc.unfreeze()
        gc.collect()
