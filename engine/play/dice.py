"""Dice with names, from a seed.

A seeded die depends on the seed, its name and how often that name was rolled before, so that one
die more elsewhere shifts no other, and undoing an answer does not fish for a better die.
"""

from __future__ import annotations

from hashlib import blake2b


def seeded(seed: int, name: str, times: int, faces: int = 10) -> int:
    """The die of this name after it was rolled `times` times before, from 1 to `faces`."""
    key = f"{seed}/{name}/{times}".encode()
    return int.from_bytes(blake2b(key, digest_size=8).digest(), "big") % faces + 1
