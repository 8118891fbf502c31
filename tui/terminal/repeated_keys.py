"""A key that is pressed twice, or held: it answers one question, not the next one unread."""

from __future__ import annotations

from time import monotonic
from typing import Final

AGAIN: Final = 0.25  # seconds within which nobody has read a question and pressed the same key


class Repeats:
    """Which key has answered, and whether it comes again at once."""

    def __init__(self) -> None:
        self.key = ""
        self.at = 0.0
        self.seconds = AGAIN

    def answered(self, key: str) -> None:
        """A key has answered what was asked."""
        self.key, self.at = key, monotonic()

    def again(self, key: str) -> bool:
        """Whether a key is the one that has just answered; it stays so as long as it is repeated,
        and no longer once another is pressed."""
        now = monotonic()
        soon = bool(key) and key == self.key and now - self.at < self.seconds
        self.key, self.at = key if soon else "", now
        return soon
