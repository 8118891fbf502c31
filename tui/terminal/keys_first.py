"""A key goes before what is thought beside the screen.

Programs think in threads of this process, and Python gives each thread its turn: what a key brings
would take twice as long while one thinks. From the moment a key is read, and for as long as its
screen is drawn, the screen's thread keeps its turn; whenever it waits for something it is the
others'. Nothing is swept for garbage until it is drawn and no other key has come.
"""

from __future__ import annotations

import asyncio
import os
import selectors
import sys
import time
from collections.abc import Callable
from typing import Final, TypeVar

from tui.terminal import garbage_collection

TURN: Final = 0.0002  # seconds that a thread computes until the screen gets its turn
KEPT: Final = 0.05  # seconds that the screen's thread computes then, until another gets its turn:
# whoever reads keys could hand them to nobody meanwhile, and whoever writes comes when all is drawn
LOOK: Final = 0.002  # seconds between two looks whether a key is drawn
FIRST: Final = 0.016  # seconds for which all else waits for what a key brings
SILENT: Final = 0.2  # seconds after that without a key, in which none comes behind another
DRAWN: Final = 0.1  # seconds from a key until its screen is drawn at the latest
REST: Final = 5.0  # seconds without a key after which all is gone through for garbage, if need be

T = TypeVar("T")


class Selector(selectors.DefaultSelector):
    """Waits for what happens, and says whose turn it is."""

    line = -1  # the terminal's
    until = 0.0  # when the latest key is drawn at the latest, in all loops
    undrawn = False  # whether nothing has been drawn since
    unswept = False  # whether sweeps are put off
    restless = False  # whether a key has come since all was last gone through, if need was

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """What has happened."""
        sys.setswitchinterval(TURN)
        if timeout is None or timeout > LOOK:
            garbage_collection.sweep_at_leisure()
        found = super().select(timeout)
        now = time.monotonic()
        if now < Selector.until or any(key.fd == Selector.line for key, _ in found):
            sys.setswitchinterval(KEPT)  # before anybody else begins to wait for the turn
        if now >= Selector.until:
            Selector.undrawn = False  # it has changed nothing
            if Selector.unswept:
                Selector.unswept = False
                garbage_collection.go_on()
            elif Selector.restless and at_rest():
                Selector.restless = False
                garbage_collection.collect_many()
        return found


def key_came() -> None:
    """A key was read."""
    now = time.monotonic()
    Selector.until, Selector.undrawn = now + DRAWN, True
    Selector.unswept = Selector.restless = True
    garbage_collection.put_off()
    sys.setswitchinterval(KEPT)


def is_waiting() -> bool:
    """Whether a key was read so lately that its screen may not be drawn yet."""
    return time.monotonic() < Selector.until


def at_rest() -> bool:
    """Whether no key has come for so long that the next may be long in coming."""
    return time.monotonic() > Selector.until + REST


def comes_first() -> bool:
    """Whether what the latest key brings is to be drawn before what is left of other pictures."""
    return Selector.undrawn and time.monotonic() < Selector.until - DRAWN + FIRST


def before_waiting() -> None:
    """The screen's thread may lose its turn for a moment, and gets it back soon."""
    sys.setswitchinterval(TURN)


def in_passing(ask: Callable[[], T]) -> T:
    """What the system answers at once. Meanwhile the screen's thread may lose its turn, and gets it
    back soon; then it keeps it. Whoever waits for a turn waits as long as is set when he begins:
    were that long when the turn is lost, or short when it is back, he would have it in the midst of
    what a key brings, and for long."""
    sys.setswitchinterval(TURN)
    try:
        return ask()
    finally:
        sys.setswitchinterval(KEPT)


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
    Selector.undrawn = False
    sys.setswitchinterval(TURN)
    time.sleep(0)


def _loop() -> asyncio.AbstractEventLoop:
    return asyncio.SelectorEventLoop(Selector())


LOOP: Final[Callable[[], asyncio.AbstractEventLoop] | None] = _loop if os.name == "posix" else None
"""Makes the loop in which the screen waits; None for the usual one."""
