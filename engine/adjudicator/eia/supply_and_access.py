"""Kinds of Empires in Arms about depots, supply and access."""

from __future__ import annotations

from typing import Any, Final

from engine.adjudicator.document_kind import Answer, Table, call_with
from engine.adjudicator.eia import shapes
from engine.adjudicator.eia.shapes import (
    answer,
    yes_or_no,
)
from engine.documents.complaints import Complaints
from engine.eia import access, cities, depots, peace, tables
from engine.eia.access import Entered
from engine.eia.reasons import Reason, applicable, reminders
from engine.facts.document_fields import Words, record

WORDS: Final[Words] = {
    **shapes.WORDS,
    "an area entered": record("an area entered", {}, Entered),
}


def resolve_pillage_rules(values: dict[str, Any], table: Table) -> Answer:
    """Whether pillaging and burning are in force (EIA-PIL-01 to EIA-PIL-03)."""
    found = call_with(values, cities.rules_in_force)
    wanted = values["demanded"] or values["agreed"]
    reasons = applicable(
        (values["russia_track"], "The Russia track is in use.", "EIA-PIL-01"),
        (wanted, "Agreed, or demanded by the scenario.", "EIA-PIL-02"),
        (values["no_involuntary"], "The players leave a part out.", "EIA-PIL-03"),
    )
    head = f"Pillaging and burning: {'in force' if found.pillaging else 'not in force'}."
    return answer(head, found._asdict(), reasons)


def check_depot_supply(values: dict[str, Any], complaints: Complaints) -> None:
    """The price at two or more areas is not known and has to be given."""
    for number, distance in enumerate(values["distances"]):
        if values["further_price"] is None and not depots.price_known(distance):
            why = f"is missing: no source gives the price at {distance} areas"
            complaints.say("further_price", f"{why} (distances[{number}])")


def resolve_depot_supply(values: dict[str, Any], table: Table) -> Answer:
    """What a depot's supply costs (EIA-ERR-15, EIA-ERR-16)."""
    bill = call_with(values, depots.depot_costs)
    many = len(bill.each) > depots.corps_at_plain_price()
    reasons = applicable(
        (many, "Each corps after the fourth pays double.", "EIA-ERR-15"),
        (many and values["winter"], "And double again in winter.", "EIA-ERR-16"),
    )
    outcome = {"each": [float(price) for price in bill.each], "total": float(bill.total)}
    said = reminders("foraging") if values["foraging_loan"] else ()
    return answer(f"{float(bill.total)} money.", outcome, reasons, reminders=said)


def resolve_supply_source(values: dict[str, Any], table: Table) -> Answer:
    """Whether a city is a source of supply (EIA-ERR-10, EIA-ERR-11, EIA-BRN-04)."""
    found, reasons = call_with(values, depots.source)
    return answer(f"A source of supply: {yes_or_no(found)}.", {"source": found}, reasons)


def resolve_forcible_access(values: dict[str, Any], table: Table) -> Answer:
    """Forcible access (EIA-ERR-26 to EIA-ERR-31, EIA-SUP-01, EIA-ALL-08)."""
    spelled: list[str] = [*values["paid"], *values["allies"]]
    spelled += [each.controller for each in values["entered"]]

    def named(power: str) -> str:
        """A power as it is written first: one that is spelled in two ways is paid once."""
        return next(each for each in spelled if tables.is_same_name(each, power))

    entered = [
        each._replace(controller=named(each.controller))
        for each in values["entered"]
        if not tables.is_same_name(each.controller, values["power"])
    ]
    found = access.forcible(entered, values["paid"])
    reasons = [*found.refused, *found.reasons]
    now = f"is an ally: war on {values['power']} now, without penalty."
    reasons += [Reason(f"{power} {now}", "EIA-ALL-08")
                for power in found.controllers if power in values["allies"]]  # fmt: skip
    outcome = {
        "allowed": not found.refused,
        "political_points": found.points,
        "controllers": list(found.controllers),
        "may_declare_war": list(found.controllers),
        "calls_open": bool(found.controllers),
    }
    head = f"{values['power']} loses {-found.points} political points."
    return answer(head, outcome, reasons)


def resolve_access_changed(values: dict[str, Any], table: Table) -> Answer:
    """Neutral forces in territory that changed hands (EIA-ERR-23 to EIA-ERR-25)."""
    found = access.changed_hands(values["had_access"], values["condition_c5"], values["offered"])
    return answer(f"{found.fate.capitalize()}.", {"fate": found.fate}, found.reasons)


def resolve_access_grant(values: dict[str, Any], table: Table) -> Answer:
    """Granting access under denied co-operation (EIA-TRM-09 to EIA-TRM-11)."""
    refused, lasts = call_with(values, peace.may_grant_access), values["peace_lasts"]
    ended = call_with(values, peace.cancelled_access) if values["denied"] and lasts else ()
    over = values["denied"] and not lasts
    reasons = refused + applicable(
        (ended, f"Ends at once: {', '.join(ended)}.", "EIA-TRM-10"),
        (over, "The enforced peace is over, and this with it.", "EIA-TRM-11"),
    )
    outcome = {"allowed": not refused, "cancelled": list(ended)}
    return answer(f"Granting access: {yes_or_no(not refused)}.", outcome, reasons)


def resolve_cession(values: dict[str, Any], table: Table) -> Answer:
    """Ceding (EIA-ERR-03, EIA-ERR-21, EIA-ERR-22)."""
    refused = call_with(values, access.may_cede) + call_with(values, access.may_choose)
    return answer(f"Ceding: {yes_or_no(not refused)}.", {"allowed": not refused}, refused)


def resolve_capital(values: dict[str, Any], table: Table) -> Answer:
    """Ofen's standing (EIA-ERR-01, EIA-ERR-02)."""
    found = call_with(values, access.capital)
    if found is None:
        return answer("As printed on the map.", {"capital": None})
    return answer(f"A {found.why} capital.", {"capital": found.why}, [found])
