"""Kinds of Empires in Arms about peace and its terms, war and alliances."""

from __future__ import annotations

from typing import Any, Final

from engine.adjudicator.document_kind import Answer, Table, call_with
from engine.adjudicator.eia import shapes
from engine.adjudicator.eia.shapes import (
    answer,
    lacking,
    yes_or_no,
)
from engine.documents.complaints import Complaints
from engine.documents.fields import Choice
from engine.eia import months, peace, tables, war
from engine.eia.reasons import Reason, applicable, reminders
from engine.eia.war import Corps
from engine.facts.document_fields import Words, record

WORDS: Final[Words] = {
    **shapes.WORDS,
    "phase": Choice(months.phases(), "a phase"),
    "an enemy corps": record("an enemy corps", {}, Corps),
}


# Peace


def resolve_enforced_peace(values: dict[str, Any], table: Table) -> Answer:
    """When an enforced peace ends (EIA-PEACE)."""
    start = months.month(values["year"], values["month"])
    found = peace.enforced_peace_end(start, values["months"], values["phase"])
    outcome = {
        "ends": months.month_name(found.month),
        "ends_month": tables.MONTHS[found.month % months.YEAR],
        "ends_year": found.month // months.YEAR,
        "ends_phase": found.phase,
        "first_war": months.month_name(found.first_war),
        "first_war_month": tables.MONTHS[found.first_war % months.YEAR],
        "first_war_year": found.first_war // months.YEAR,
    }
    head = f"It ends in {outcome['ends']}, {found.phase} Phase; war from {outcome['first_war']}."
    return answer(head, outcome, found.reasons)


def resolve_surrender(values: dict[str, Any], table: Table) -> Answer:
    """Forced unconditional surrender (EIA-FUS-01)."""
    found = peace.forced_surrender(values["manpower"], values["hostile"])
    outcome = {"forced": bool(found.powers), "peace_with": list(found.powers)}
    head = "No peace is forced." if not found.powers else "It has to make peace."
    return answer(head, outcome, found.reasons)


def resolve_reparations(values: dict[str, Any], table: Table) -> Answer:
    """Reparations in one or two instalments (EIA-TRM-01)."""
    found = peace.instalments(values["amount"], values["phases"])
    reason = Reason("The loser chooses one or two Economic Phases.", "EIA-TRM-01")
    head = f"To pay: {' and '.join(map(str, found))}."
    return answer(head, {"instalments": list(found)}, [reason])


def check_loan(values: dict[str, Any], complaints: Complaints) -> None:
    """The owner chooses as many factors as are lost."""
    chosen = sum(values["chosen"].values())
    if values["chosen"] and chosen != values["forage_losses"]:
        why = f"{chosen} factors are chosen, {values['forage_losses']} are lost (EIA-TRM-03)"
        complaints.say("chosen", why)


def resolve_loan(values: dict[str, Any], table: Table) -> Answer:
    """A corps on loan (EIA-TRM-02 to EIA-TRM-05)."""
    losses = values["forage_losses"]
    found = call_with(values, peace.loan)
    outcome = {
        "chooses": values["owner"] if losses else None,
        "borrower_points": found.points,
        "placed": found.placed,
    }
    said = reminders("foraging") if values["forages"] or losses else ()
    return answer("A corps on loan.", outcome, found.reasons, reminders=said)


# War and alliances


def resolve_declare_war(values: dict[str, Any], table: Table) -> Answer:
    """Declaring war (EIA-ERR-07, 08, EIA-ALL-04 to 09, EIA-TRM-07, 08)."""
    corps: list[Corps] = values["enemies_at_home"]
    sphere = values["sphere"] and values["sphere_lasts"]
    found = call_with(
        values, war.declaration, corps=corps, sphere=sphere, on_minor=values["on"] == "minor"
    )
    far = any(each.infantry and not each.besieged and not each.by_land for each in corps)
    why = "Islands out of reach by land from Paris or London don't count."
    reasons = [*found.refused, *found.reasons, *applicable((far, why, "EIA-ERR-08"))]
    victor = False
    if values["sphere"] and values["on"] == "minor":
        breached = peace.sphere_breached(values["sphere_lasts"], True)
        victor = breached.allowed
        reasons += breached.reasons
    outcome = {
        "allowed": not found.refused,
        "political_points": found.points if not found.refused else 0,
        "victor_may_declare": victor,
    }
    head = f"Declaring war: {yes_or_no(not found.refused)}, {outcome['political_points']} points."
    return answer(head, outcome, reasons, [("", "political points", found.modifiers)])


def resolve_alliance(values: dict[str, Any], table: Table) -> Answer:
    """What an alliance is worth, and a call against an ally (EIA-ALL-02, 03, 07)."""
    found = call_with(values, war.alliance)
    choice = war.alliances_at_stake(
        values["allies"], values["caller"] or "", values["against"] or ""
    )
    why = f"One has to be broken: the alliance with {' or '.join(choice)}."
    reasons = found.reasons + applicable((choice, why, "EIA-ALL-07"))
    base = "an alliance are of the base rules"
    needs = lacking(
        (found.made is None, f"points_made: the points of making {base}"),
        (found.ended is None, f"points_broken: the points of breaking {base}"),
    )
    outcome = {
        "points_made": found.made,
        "points_ended": found.ended,
        "break_one_of": list(choice),
        "needs": needs,
    }
    return answer("An alliance.", outcome, reasons, lines=needs)
