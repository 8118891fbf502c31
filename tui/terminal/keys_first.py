"""A key goes before what else is done: the loop in which the screen waits knows when one came.

What a key changed is drawn at once, and what nobody waits for is done when nothing else is to do.
Programs think in threads of this process: the screen gets its turn from them soon.
"""

from __future__ import annotations

import asyncio
import os
import selectors
import time
from collections.abc import Callable
from typing import Final

TURN: Final = 0.0002  # seconds that a thread computes until the screen gets its turn
DRAWN: Final = 0.1  # seconds from a key until its screen is drawn at the latest


class Selector(selectors.DefaultSelector):
    """Waits for what happens, and first does what there is time for."""

    until = 0.0  # when the latest key is drawn, in all loops
    idle: Callable[[], object] | None = None  # done when there is nothing else to do

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """What has happened."""
        found = super().select(0)
        if found or timeout == 0:
            return found
        if Selector.idle is not None:
            began = time.monotonic()
            Selector.idle()
            timeout = timeout and max(0.0, timeout - (time.monotonic() - began))
        return super().select(timeout)


def key_came() -> None:
    """A key was read."""
    Selector.until = time.monotonic() + DRAWN


def is_waiting() -> bool:
    """Whether a key was read so lately that its screen may not be drawn yet."""
    return time.monotonic() < Selector.until


def _loop() -> asyncio.AbstractEventLoop:
    return asyncio.SelectorEventLoop(Selector())


LOOP: Final[Callable[[], asyncio.AbstractEventLoop] | None] = _loop if os.name == "posix" else None
"""Makes the loop in which the screen waits; None for the usual one."""
