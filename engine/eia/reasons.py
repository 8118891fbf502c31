"""Reasons: a sentence with its rule, for what is allowed, owed or due without a die."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple, TypeAlias

from engine.facts import rulebook

BASE: Final = "EIA-SET-03"
"""The rule of whatever no house rule touches: the printed rules hold (EIA-SET-03)."""


class Reason(NamedTuple):
    """Why something is so, and the rule that says it."""

    why: str
    rule: str = BASE


Claim: TypeAlias = Reason | tuple[object, str] | tuple[object, str, str]
"""A reason; or whether it applies, its sentence, and its rule where a house rule says so."""
Claims = Iterable[Claim]


class Verdict(NamedTuple):
    """Whether something is allowed, and why."""

    allowed: bool
    reasons: tuple[Reason, ...]


def applicable(*claims: Claim) -> tuple[Reason, ...]:
    """The reasons, and those of the claims that apply."""
    return tuple(
        each if isinstance(each, Reason) else Reason(*each[1:])
        for each in claims
        if isinstance(each, Reason) or each[0]
    )


def plural(number: int, noun: str) -> str:
    """A number of things: `1 turn`, `2 turns`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


# What no program can hold: the table's own conventions, by the occasion that reminds of them.
TABLE_TALK: Final = {
    "setup": "EIA-GEN-01", "diplomacy": "EIA-GEN-02", "building": "EIA-NAV-13",
    "fleets": "EIA-NAV-15", "foraging": "EIA-TRM-02",
}  # fmt: skip


def reminders(*occasions: str) -> tuple[Reason, ...]:
    """The table talk of some occasions, in the words of the rules index (EIA-GEN-02)."""
    rules = (TABLE_TALK[occasion] for occasion in occasions)
    return tuple(Reason(rulebook.line(rule).partition(" [")[0], rule) for rule in rules)
