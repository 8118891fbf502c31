"""A key goes before what is thought beside the screen.

Programs think in threads of this process, and Python gives each thread its turn: what a key brings
would take twice as long while one thinks. From the moment a key is read, and for as long as its
screen is drawn, the screen's thread keeps its turn, and nothing is swept for garbage; whenever it
waits for something it is the others'.
"""

from __future__ import annotations

import asyncio
import gc
import os
import selectors
import sys
import time
from collections.abc import Callable
from typing import Final

TURN: Final = 0.0002  # seconds that a thread computes until the screen gets its turn
KEPT: Final = 0.05  # seconds that the screen's thread computes then, until another gets its turn:
# whoever reads keys could hand them to nobody meanwhile, and whoever writes comes when all is drawn
LOOK: Final = 0.002  # seconds between two looks whether a key is drawn
FIRST: Final = 0.016  # seconds for which all else waits for what a key brings
SILENT: Final = 0.2  # seconds after that without a key, in which none comes behind another
DRAWN: Final = 0.1  # seconds from a key until its screen is drawn at the latest


class Selector(selectors.DefaultSelector):
    """Waits for what happens, and says whose turn it is."""

    until = 0.0  # when the latest key is drawn at the latest, in all loops
    undrawn = False  # whether nothing has been drawn since

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """What has happened."""
        sys.setswitchinterval(TURN)
        found = super().select(timeout)
        if time.monotonic() < Selector.until:
            sys.setswitchinterval(KEPT)
        elif Selector.undrawn:
            _drawn()  # it has changed nothing
        return found


def key_came() -> None:
    """A key was read."""
    Selector.until = time.monotonic() + DRAWN
    Selector.undrawn = True
    gc.disable()
    sys.setswitchinterval(KEPT)


def _drawn() -> None:
    Selector.undrawn = False
    gc.enable()


def is_waiting() -> bool:
    """Whether a key was read so lately that its screen may not be drawn yet."""
    return time.monotonic() < Selector.until


def comes_first() -> bool:
    """Whether what the latest key brings is to be drawn before what is left of other pictures."""
    return Selector.undrawn and time.monotonic() < Selector.until - DRAWN + FIRST


def before_waiting() -> None:
    """The screen's thread may lose its turn for a moment, and gets it back soon."""
    sys.setswitchinterval(TURN)


async def silence() -> None:
    """Wait until no key has come for a moment, nor more than a moment ago: what takes a frame comes
    between keys, and hardly before one."""
    await asyncio.sleep(0)
    while time.monotonic() < Selector.until + SILENT:
        await asyncio.sleep(LOOK)


async def drawn() -> None:
    """Wait while a key was read and nothing has been drawn since."""
    while Selector.undrawn and is_waiting():
        await asyncio.sleep(LOOK)


def let_others() -> None:
    """Something was drawn: the others get a turn, among them who writes to the terminal."""
    if Selector.undrawn:
        _drawn()
    sys.setswitchinterval(TURN)
    time.sleep(0)


def _loop() -> asyncio.AbstractEventLoop:
    return asyncio.SelectorEventLoop(Selector())


LOOP: Final[Callable[[], asyncio.AbstractEventLoop] | None] = _loop if os.name == "posix" else None
"""Makes the loop in which the screen waits; None for the usual one."""
