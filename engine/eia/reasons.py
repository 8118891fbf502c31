"""Reasons: a sentence with its rule, for what is allowed, owed or due without a die."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.facts import rulebook


class Reason(NamedTuple):
    """Why something is so, and the rule that says it."""

    why: str
    rule: str


class Verdict(NamedTuple):
    """Whether something is allowed, and why."""

    allowed: bool
    reasons: tuple[Reason, ...]


def applicable(*candidates: Reason | tuple[object, str, str]) -> tuple[Reason, ...]:
    """The reasons, and those among (whether it applies, sentence, rule) that apply."""
    return tuple(Reason(*each[-2:]) for each in candidates if isinstance(each, Reason) or each[0])


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
