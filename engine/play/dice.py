"""Dice with names, from a seed.

A seeded die depends on the seed, its name and how often that name was rolled before, so that one
die more elsewhere shifts no other, and undoing an answer does not fish for a better die.
"""

from __future__ import annotations

from typing import Final

try:
    from _blake2 import blake2b  # hashlib reads all of OpenSSL, which takes 2 ms of each start
except ImportError:
    from hashlib import blake2b

NOTHING_READ: Final = blake2b(digest_size=8)
"""A hash before it reads anything: to copy it is cheaper than to begin another."""

number_of: Final = int.from_bytes


def seeded(seed: int, name: str, times: int, faces: int = 10) -> int:
    """The die of this name after it was rolled `times` times before, from 1 to `faces`."""
    key = NOTHING_READ.copy()
    key.update(f"{seed}/{name}/{times}".encode())
    return number_of(key.digest(), "big") % faces + 1
