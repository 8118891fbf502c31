"""Access, forcible access, and ceding (EIA-ERR-01 to 03, EIA-ERR-21 to 31, EIA-SUP, EIA-FRE)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.eia import tables
from engine.eia.reasons import Reason, applicable


class Entered(NamedTuple):
    """An area of another major that was entered or traced through: who controls it, whether he
    gave access, what it was for, and whether the limits of 10.3.1.1 allow it."""

    area: str
    controller: str
    access: bool = False
    use: str = "move"
    within_limits: bool = True


class Forcible(NamedTuple):
    """What forcible access costs the moving power this turn, on whom, and what it allows."""

    points: int
    controllers: tuple[str, ...]
    refused: tuple[Reason, ...]
    reasons: tuple[Reason, ...]


def forcible(entered: Sequence[Entered], paid: Iterable[str]) -> Forcible:
    """Forcible access of one power in a turn; `paid` are controllers paid for already.

    It may enter what it was refused (EIA-ERR-26) under the limits of access through neutral minors
    (EIA-ERR-27), at a point for each controller a turn (EIA-ERR-28); tracing supply counts as well
    (EIA-SUP-01). Each counter moved gives the controller the chance to declare war at once
    (EIA-ERR-29, EIA-ERR-30), with calls to allies (EIA-ERR-31).
    """
    forced = [each for each in entered if not each.access]
    bad = [each.area for each in forced if not each.within_limits]
    refused = tuple(Reason(f"{area}: 10.3.1.1 doesn't allow it.", "EIA-ERR-27") for area in bad)
    controllers = tuple(dict.fromkeys(each.controller for each in forced if each.within_limits))
    owed = {*controllers} - {*paid}
    supply = any(each.use == "supply" for each in forced)
    each = ", ".join(controllers)
    reasons = applicable(
        (controllers, "Access was refused, and is forced.", "EIA-ERR-26"),
        (controllers, f"A point a turn for each of: {each}.", "EIA-ERR-28"),
        (controllers, "Each of them may declare war at once.", "EIA-ERR-29"),
        (controllers, "The chance comes again with each counter that moves.", "EIA-ERR-30"),
        (controllers, "Such a war lets both sides call allies.", "EIA-ERR-31"),
        (supply, "Supply through a neutral major is forcible access.", "EIA-SUP-01"),
    )
    return Forcible(-len(owed), controllers, refused, reasons)


class Changed(NamedTuple):
    """What becomes of neutral forces where the territory changed hands."""

    fate: str
    reasons: tuple[Reason, ...]


def changed_hands(had_access: bool, unconditional: bool, offered: bool) -> Changed:
    """Neutral forces in territory under a new controller: voluntary access on his terms
    (EIA-ERR-23), unconditional under C.5 (EIA-ERR-24), else repatriation (EIA-ERR-25)."""
    fate, why, rule = (
        ("unconditional access", "Condition C.5 holds: unconditional access has to be given.",
         "EIA-ERR-24") if unconditional else
        ("access", "Voluntary access on the new controller's terms.", "EIA-ERR-23")
        if had_access and offered else
        ("repatriation", "No access: handled as force repatriation (4.4.6.2, or option 12.4).",
         "EIA-ERR-25")
    )  # fmt: skip
    return Changed(fate, (Reason(why, rule),))


# Ceding


def may_cede(
    status: str, cause: str, receiver_ally: bool, giver_at_peace: bool
) -> tuple[Reason, ...]:
    """Why something may not be ceded: free states never (EIA-ERR-22), else only by formal peace, or
    to an ally while at peace with all majors (EIA-ERR-21)."""
    free = status == "free state"
    gift = cause != "peace" and not (receiver_ally and giver_at_peace)
    why = "Only by formal peace, or to an ally while the giver is at peace with all majors."
    return applicable(
        (free, "Free states may not be ceded.", "EIA-ERR-22"),
        (gift and not free, why, "EIA-ERR-21"),
    )


def may_choose(chosen: Sequence[str], unceded: Iterable[str]) -> tuple[Reason, ...]:
    """Why a victor may not choose these Austrian provinces in this order: Hungary comes last
    (EIA-ERR-03)."""
    left = list(unceded)
    for province in chosen:
        left = [each for each in left if not tables.is_same_name(each, province)]
        if left and tables.is_same_name(province, "Hungary"):
            others = ", ".join(sorted(left))
            return (Reason(f"Hungary comes after all others; left: {others}.", "EIA-ERR-03"),)
    return ()


def capital(city: str, purpose: str) -> Reason | None:
    """Ofen's standing: a national capital for the Victory Conditions Chart (EIA-ERR-01), a
    provincial one for everything else (EIA-ERR-02); None for other cities."""
    if not tables.is_same_name(city, "Ofen"):
        return None
    national = purpose == "victory conditions"
    return Reason("national", "EIA-ERR-01") if national else Reason("provincial", "EIA-ERR-02")
