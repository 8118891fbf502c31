"""A key goes before what else is done: who draws knows when one came."""

from __future__ import annotations

import time
from typing import Final

TURN: Final = 0.0002  # seconds that a thread computes until the screen gets its turn
DRAWN: Final = 0.1  # seconds from a key until its screen is drawn at the latest

_until = [0.0]  # when the latest key is drawn


def key_came() -> None:
    """A key was read."""
    _until[0] = time.monotonic() + DRAWN


def is_waiting() -> bool:
    """Whether a key was read so lately that its screen may not be drawn yet."""
    return time.monotonic() < _until[0]
