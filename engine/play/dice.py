"""Dice with names, from a seed.

A seeded die depends on the seed, its name and how often that name was rolled before, so that one
die more elsewhere shifts no other, and undoing an answer does not fish for a better die.
"""

from __future__ import annotations

from functools import lru_cache
from struct import Struct
from typing import Final

try:
    from _blake2 import blake2b  # hashlib reads all of OpenSSL, which takes 2 ms of each start
except ImportError:
    from hashlib import blake2b

NOTHING_READ: Final = blake2b(digest_size=8)
"""A hash before it reads anything: to copy it is cheaper than to begin another."""

number_of: Final = int.from_bytes
TOGETHER: Final = 8
"""So many chances come of one hash."""
CHANCES: Final = Struct(f">{TOGETHER}Q")


def seeded(seed: int, name: str, times: int, faces: int = 10) -> int:
    """The die of this name after it was rolled `times` times before, from 1 to `faces`."""
    key = NOTHING_READ.copy()
    key.update(f"{seed}/{name}/{times}".encode())
    return number_of(key.digest(), "big") % faces + 1


@lru_cache(maxsize=64)
def chances(seed: int, number: int, times: int) -> tuple[int, ...]:
    """Numbers from 0 to 2**64 - 1, of one hash: by chance, but none of the dice."""
    return CHANCES.unpack(blake2b(f"{seed}/bot.{number}/{times}".encode()).digest())
