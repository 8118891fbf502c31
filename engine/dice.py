"""Dice with names: seeded, or scripted for a test or a replay.

A seeded die depends on the seed, its name and how often that name was rolled before, so that one
die more elsewhere shifts no other, and undoing an answer does not fish for a better die.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import blake2b


def seeded(seed: int, name: str, times: int, faces: int = 10) -> int:
    """The die of this name after it was rolled `times` times before, from 1 to `faces`."""
    key = f"{seed}/{name}/{times}".encode()
    return int.from_bytes(blake2b(key, digest_size=8).digest(), "big") % faces + 1


class Script:
    """Dice written down beforehand, each name with its results in order; for tests and
    documents."""

    def __init__(self, dice: Mapping[str, int | Iterable[int]]) -> None:
        self._left = {
            name: [value] if isinstance(value, int) else list(value) for name, value in dice.items()
        }

    def take(self, name: str) -> int | None:
        """The next die of this name, or None when none is written down."""
        waiting = self._left.get(name)
        return waiting.pop(0) if waiting else None

    @property
    def unused(self) -> list[str]:
        """The names that were never asked for, or not as often as written down, in order."""
        return sorted(name for name, waiting in self._left.items() if waiting)
