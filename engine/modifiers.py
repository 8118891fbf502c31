"""Modifiers: every number a rule makes, with the reason for each part of it.

A modifier is a value, a reason and a rule id; a roll is a die, what was added and what it read as.
The combat sheet, the chronicle, the adjudicator and the tests all read these.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Modifier(NamedTuple):
    """One part of a number: its value, why it applies, and the rule that says so."""

    value: int
    why: str
    rule: str


class Rolled(NamedTuple):
    """One die as it was read: the unmodified die, the sum of its modifiers, and the result."""

    name: str
    die: int
    modifiers: tuple[Modifier, ...] = ()
    purpose: str = ""

    @property
    def modifier(self) -> int:
        """The sum of the modifiers."""
        return total(self.modifiers)

    @property
    def result(self) -> int:
        """The die with its modifiers, before any table clamps it."""
        return self.die + total(self.modifiers)

    def spoken(self) -> str:
        """The die and how it is read: `9 +1 = 10`, the die alone without modifiers."""
        if not self.modifiers:
            return str(self.die)
        added = self.modifier
        return f"{self.die} {added:+} = {self.die + added}"

    def spoken_beside(self, needed: int, natural: int | None = None) -> str:
        """The die beside what it had to be: `9 +1 = 10, 8 needed`; `10 -4 = 6, a natural 10`."""
        lucky = self.die == natural and self.result < needed
        return f"{self.spoken()}, {f'a natural {natural}' if lucky else f'{needed} needed'}"


def total(modifiers: Iterable[Modifier]) -> int:
    """The sum of the modifiers' values."""
    found = 0
    for modifier in modifiers:  # mostly none or a few: a sum takes longer to set up
        found += modifier.value
    return found


def nonzero(*candidates: tuple[int, str, str]) -> tuple[Modifier, ...]:
    """The modifiers among (value, reason, rule id) triples that are not zero, in the given
    order."""
    found = []
    for candidate in candidates:  # mostly none counts
        if candidate[0]:
            found.append(Modifier(*candidate))  # noqa: PERF401
    return tuple(found)
