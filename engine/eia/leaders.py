"""Leaders: casualties, wounds, promotion, exile (EIA-LDR, EIA-ERR-33 to 35, EIA-TRM-12 to 15)."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import Final, NamedTuple

from engine.eia import tables
from engine.eia.reasons import Reason, Verdict, applicable
from engine.facts.wordings import wordings
from engine.modifiers import Modifier, nonzero, total

RANKS: Final = tuple(wordings("rank"))
ZONES: Final = tuple(wordings("zone"))


def casualty_modifiers(guard: int) -> tuple[Modifier, ...]:
    """What leading a committed guard adds to a leader's casualty roll (EIA-LDR-03)."""
    return nonzero((guard, "led the guard", "EIA-LDR-03"))


class Fate(NamedTuple):
    """What a casualty roll does: unhurt, killed, or wounded for some months."""

    what: str
    months: int = 0


def is_casualty(die: int, guard: int) -> bool:
    """Whether a leader who took part is a casualty: each rolls on his own (EIA-LDR-01),
    who leads the guard with its commitment added (EIA-LDR-03)."""
    needed = tables.figure("leader_casualty", "casualty die per battle side (base option)")
    return die + total(casualty_modifiers(guard)) >= needed


def fate(die: int) -> Fate:
    """What the second die of a casualty means (EIA-LDR-01, EIA-LDR-04)."""
    killed = tables.cell("leader_casualty", "second die on a casualty")
    if die == int(tables.NUMBER.findall(killed)[0]):
        return Fate("killed")
    return Fate("wounded", die)


def returns(month: int, months: int) -> int:
    """The month in which a wounded leader is back (EIA-LDR-04)."""
    return month + months


def may_lead_guard(leader: str, present: tuple[str, ...]) -> tuple[Reason, ...]:
    """Why a guard can't be committed: a leader who is there has to lead it (EIA-LDR-02)."""
    why = "A leader who takes part has to be named to lead the guard."
    return applicable((leader not in present, why, "EIA-LDR-02"))


class Promotion(NamedTuple):
    """A leader's rank after leader improvement, and why."""

    rank: str
    reasons: tuple[Reason, ...]


def promotion(rank: str, before: bool) -> Promotion:
    """Leader improvement lifts a leader's rank by one, at most to A (EIA-ERR-33), once only
    (EIA-ERR-34)."""
    if before:
        return Promotion(rank, (Reason("He was promoted before: once only.", "EIA-ERR-34"),))
    best = RANKS[min(RANKS.index(rank) + 1, len(RANKS) - 1)]
    return Promotion(best, (Reason(f"Rank {rank} becomes {best}.", "EIA-ERR-33"),))


def _part(part: str, key: str = "") -> int:
    return int(tables.row("seed_exile_return", part=part, key=key)["value"])


class Return(NamedTuple):
    """The price of a leader's return from exile in political points, with its parts."""

    cost: int
    modifiers: tuple[Modifier, ...]


def exile_cost(strategic: int, tactical: int, maximum: int, rank: str, zone: str) -> Return:
    """What it costs to bring a leader back (EIA-TRM-13); the total is rounded up, never below
    0."""
    divisor = _part("divisor of (strategic + tactical + tactical maximum)")
    ratings = Fraction(strategic + tactical + maximum, divisor)
    modifiers = nonzero(
        (_part("rank", rank), f"rank {rank}", "EIA-TRM-13"),
        (_part("zone", zone), f"the {zone} zone", "EIA-TRM-13"),
    )
    return Return(max(0, ceil(ratings + total(modifiers))), modifiers)


def least_exile(rank: str) -> int:
    """The months a leader has to stay away at least (EIA-TRM-12)."""
    return _part("shortest exile of a rank A leader, months") if rank == "A" else 0


def may_return(rank: str, months: int, cost: int, points_left: int) -> Verdict:
    """Whether a leader may come back after some months of exile (EIA-TRM-12, EIA-TRM-14).

    `points_left` is how many boxes the power's marker may still fall.
    """
    least = least_exile(rank)
    reasons = applicable(
        (months < least, f"Rank A stays away {least} months; it has been {months}.", "EIA-TRM-12"),
        (cost > points_left, f"{cost} points cannot be paid with {points_left}.", "EIA-TRM-14"),
    )
    return Verdict(not reasons, reasons)
