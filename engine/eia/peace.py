"""Enforced peace, the terms of an unconditional one, and forced surrender (EIA-PEACE, EIA-TRM,
EIA-FUS)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from engine.eia import months, tables
from engine.eia.reasons import Reason, Verdict, applicable

PHASES: Final = months.phases()


class End(NamedTuple):
    """When an enforced peace ends, and the first month in which war can be declared again."""

    month: int
    phase: str
    first_war: int
    reasons: tuple[Reason, ...]


def enforced_peace_end(start: int, length: int, phase: str) -> End:
    """The end of a peace of some months made in a phase of a month.

    Made in the Peace step it runs to the Peace step (EIA-PEACE-01), and war is possible the month
    after (EIA-PEACE-02). Forced in another phase it ends in that phase (EIA-PEACE-03), or with the
    month's last where the month has no such phase, and war is possible in the next step of
    declarations (EIA-PEACE-04).
    """
    end = start + length
    when, war = months.month_name(end), f"War can be declared in {months.month_name(end + 1)}."
    last = phase
    if phase == months.ECONOMIC and not months.economic(end):
        last = PHASES[PHASES.index(months.ECONOMIC) - 1]
    step = phase == months.POLITICAL
    return End(end, last, end + 1, applicable(
        (step, f"It lasts to the Peace step of {when}.", "EIA-PEACE-01"),
        (step, war, "EIA-PEACE-02"),
        (not step, f"It ends in the {last} Phase of {when}.", "EIA-PEACE-03"),
        (not step, war, "EIA-PEACE-04"),
    ))  # fmt: skip


# Terms


def instalments(amount: int, turns: int) -> tuple[int, ...]:
    """Reparations over one or two Economic Phases as the loser chooses, the larger half first
    (EIA-TRM-01)."""
    return (amount,) if turns == 1 else (amount - amount // 2, amount // 2)


class Loan(NamedTuple):
    """What becomes of a corps on loan: points for the borrower, the turn it is placed at home."""

    points: int
    placed: str | None
    reasons: tuple[Reason, ...]


def loan(owner: str, borrower: str, forage_losses: int, returned: str, step: str) -> Loan:
    """A corps on loan, which is supplied and not foraged to death (EIA-TRM-02): its owner chooses
    what foraging costs (EIA-TRM-03), and it goes home once (EIA-TRM-04).

    `returned` is no, foraging or anything else; a return for foraging costs the borrower
    (EIA-TRM-05). `step` before says that the reinforcements of this turn are still to come.
    """
    starved, points = returned == "foraging", 0
    placed = None if returned == "no" else "this turn" if step == "before" else "next turn"
    if starved:
        points = tables.figure(
            "seed_gold_and_money", "corps on loan returned because of forage losses"
        )
    reasons = applicable(
        (forage_losses, f"{owner} chooses the factors lost.", "EIA-TRM-03"),
        (placed, f"Placed at home in the reinforcement step of {placed}, once.", "EIA-TRM-04"),
        (starved, f"{borrower} loses a political point.", "EIA-TRM-05"),
    )
    return Loan(points, placed, reasons)


def sphere_breached(peace_lasts: bool, unconditional: bool) -> Verdict:
    """Whether the victor may declare war at once because the loser declared on a minor next to an
    area that the victor controls (EIA-TRM-07), while the enforced peace lasts (EIA-TRM-08)."""
    refused = applicable(
        (not unconditional, "Spheres of influence need unconditional surrender.", "EIA-TRM-07"),
        (not peace_lasts, "The enforced peace, and the sphere with it, is over.", "EIA-TRM-08"),
    )
    why = "The victor may declare war at once, in spite of the enforced peace."
    return Verdict(not refused, refused or (Reason(why, "EIA-TRM-07"),))


def may_grant_access(denied: bool, leave: bool, peace_lasts: bool) -> tuple[Reason, ...]:
    """Why a loser may not give access to a third party (EIA-TRM-09); the term lasts as long as the
    enforced peace (EIA-TRM-11)."""
    why = "Co-operation is denied: the victor has to give leave."
    return applicable((denied and peace_lasts and not leave, why, "EIA-TRM-09"))


def cancelled_access(
    agreements: Iterable[str], at_war_with_victor: Iterable[str]
) -> tuple[str, ...]:
    """The powers whose access agreements with the loser end at once (EIA-TRM-10)."""
    enemies = set(at_war_with_victor)
    return tuple(power for power in agreements if power in enemies)


class Surrender(NamedTuple):
    """Powers with which a power without manpower has to make any peace."""

    powers: tuple[str, ...]
    reasons: tuple[Reason, ...]


def forced_surrender(collected: int, hostile: Iterable[str]) -> Surrender:
    """A power that collects no manpower takes any peace from all hostile powers (EIA-FUS-01)."""
    enemies = () if collected else tuple(hostile)
    why = "It collected no manpower: it has to sue for peace at once and accept any."
    return Surrender(enemies, applicable((enemies, why, "EIA-FUS-01")))


def defence_points(had_troops: bool, battles: int, sieges: int, conquered: bool) -> int:
    """The extra points lost for a minor that wasn't defended with its own troops (EIA-POL-01); one
    battle or siege is enough (EIA-POL-02)."""
    extra = tables.figure("seed_gold_and_money", "minor not defended with its own troops")
    return extra if had_troops and conquered and not battles + sieges else 0
