"""A side of a line, read word by word: what the lines of both games have in common."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from difflib import get_close_matches
from itertools import takewhile
from typing import Any, Final, TypeVar

from engine.notation.reading_errors import Unread

LONGEST: Final = 2000
"""Letters of a line; more is no line that somebody typed."""

MOST_COMPLAINTS: Final = 12
NEAR: Final = 0.75
"""How like a known word an unknown one is that is asked about."""


def bare(text: str) -> str:
    """A line with blanks in the place of what nobody sees. Raises Unread where it is too long."""
    if len(text) > LONGEST:
        raise Unread([f"the line has {len(text):,} letters; at most {LONGEST:,} can be read"])
    return "".join(letter if letter.isprintable() else " " for letter in text)


def did_you_mean(plain: str, known: Sequence[str], most: int = 2) -> str:
    """The known words that an unknown one is like, as the end of a complaint; "" for none."""
    near = get_close_matches(plain, known, most, NEAR)
    return f"; did you mean {' or '.join(near)}?" if near else ""


BETWEEN: Final = "\x1f"
"""Stands between the tokens that a pattern is held against."""

Reads = TypeVar("Reads", bound=Callable[..., Any])


def reads(pattern: str) -> Callable[[Reads], Reads]:
    """A method that takes what fits a pattern where the reader stands, whole tokens with a blank
    between two; it gets the groups, and gives False where they mean nothing."""
    compiled = re.compile(
        f"(?:{pattern})(?![^{BETWEEN}])".replace(" ", BETWEEN), re.IGNORECASE | re.ASCII
    )

    def marked(method: Reads) -> Reads:
        setattr(method, "pattern", compiled)  # noqa: B010 - a function has no such attribute
        return method

    return marked


class TokenReader:
    """Reads words one after the other: the first of its readers that knows what comes takes it."""

    marks: tuple[str, ...]

    def __init__(self, tokens: list[str]) -> None:
        self.tokens, self.at = tokens, 0
        here = vars(type(self)).values()
        self._patterns = [(each.pattern, each) for each in here if hasattr(each, "pattern")]

    def read_all(self, *readers: Callable[[], bool]) -> None:
        """Reads to the end; what no reader knows is complained of."""
        while self.at < len(self.tokens):
            if not any(taken() for taken in readers):
                self.at += 1
                self.unknown(self.tokens[self.at - 1])

    def by_pattern(self) -> bool:
        """What the first of the patterns that fits says."""
        rest = BETWEEN.join(self.tokens[self.at :])
        for pattern, method in self._patterns:
            if found := pattern.match(rest):
                before = self.at
                self.at += found.group().count(BETWEEN) + 1
                if method(self, *found.groups("")) is not False:
                    return True
                self.at = before
        return False

    def unknown(self, token: str) -> None:
        """Complains of a word that says nothing."""

    def ahead(self, most: int) -> Iterator[tuple[str, int]]:
        """Phrases that begin here, the longest first, and how many words they have."""
        tokens = self.tokens[self.at : self.at + most]
        words = [*takewhile(lambda token: token not in self.marks, tokens)]
        for length in range(len(words), 0, -1):
            yield " ".join(words[:length]), length

    def next(self, offset: int = 0) -> str:
        """A token behind where the reader stands, "" behind the last."""
        at = self.at + offset
        return self.tokens[at] if at < len(self.tokens) else ""
