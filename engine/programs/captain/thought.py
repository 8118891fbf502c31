"""What captain thinks, as plain values: budgets, alternatives, plans and thoughts."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.play.asks import Raw


class Budget(NamedTuple):
    """How much a decision may cost: playouts of each alternative, and seconds at most.

    Without seconds the answer depends on the position and its seed alone. `rounds` is the horizon:
    so many whole ones after the one that is played.
    """

    playouts: int = 3
    seconds: float | None = None
    rounds: int = 0


USUAL: Final = Budget()


class Alternative(NamedTuple):
    """An answer that was weighed: its worth over the usual one in ducats, with the 95 % half width
    of that over so many playouts."""

    answer: Raw
    label: str
    worth: float
    error: float
    playouts: int

    def told(self) -> str:
        """The alternative in a line."""
        width = f" (± {self.error:.0f})" if self.playouts > 1 else ""
        count = "1 playout" if self.playouts == 1 else f"{self.playouts} playouts"
        return f"{self.label}: {self.worth:+.0f} ducats{width}, {count}"


class Plan(NamedTuple):
    """Why an answer was given: the aim, what speaks for it line by line, the answers weighed, the
    best first."""

    aim: str
    lines: tuple[str, ...] = ()
    alternatives: tuple[Alternative, ...] = ()


class Thought(NamedTuple):
    """An answer, the plan behind it, and the sentence that tells what went wrong, "" for nothing:
    then the answer is steady's."""

    answer: Raw
    plan: Plan
    failed: str = ""


class Advice(NamedTuple):
    """What captain would answer in a player's place, why, and how many ducats better that is than
    what the player is about to do; None where that cannot be told."""

    answer: Raw
    why: tuple[str, ...]
    better_by: float | None
    plan: Plan


def short_label(label: str) -> str:
    """The label of an answer without what explains it behind a middle dot."""
    said, dot, _ = label.partition(" · ")
    return said + ")" if dot and said.count("(") > said.count(")") else said
