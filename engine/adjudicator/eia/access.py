"""Kinds of Empires in Arms about depots, supply and access."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from engine.adjudicator.eia.shapes import (
    FLAG,
    LABEL,
    NUMBER,
    POWER,
    answer,
    fields,
    kind,
    yes_or_no,
)
from engine.adjudicator.kind import Answer, Table, call_with, kinds
from engine.documents.complaints import Complaints
from engine.documents.fields import Choice, Field, Listed, Perhaps, Whole
from engine.eia import access, cities, peace, supply, tables
from engine.eia.access import Entered
from engine.eia.reasons import Reason, applicable, reminders

USE: Final = (
    Field("russia_track", FLAG, "the scenario uses the Russia track", False),
    Field("demanded", FLAG, "the scenario demands these rules", False),
    Field("agreed", FLAG, "the players agreed or voted to use them", False),
    Field("no_involuntary", FLAG, "the players leave the involuntary rolls out", False),
)


def use(values: dict[str, Any], table: Table) -> Answer:
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


DEPOT: Final = (
    Field("distances", Listed(Whole(0, 20, "a distance in areas"), 1, 30),
          "areas from the depot of each corps, the plainly paid four first"),
    Field("winter", FLAG, "a month of winter (outside the zones without winter)", False),
    Field("further_price", Perhaps(NUMBER),
          "money for one corps two or more areas away out of winter, which no source gives", None),
    Field("foraging_loan", FLAG, "a corps on loan is to forage instead", False),
)  # fmt: skip


def check_depot(values: dict[str, Any], complaints: Complaints) -> None:
    """The price at two or more areas is not known and has to be given."""
    if values["further_price"] is None:
        for number, distance in enumerate(values["distances"]):
            if not supply.price_known(distance):
                complaints.say(
                    "further_price",
                    f"is missing: no source gives the price at {distance} areas "
                    f"(distances[{number}])",
                )


def depot(values: dict[str, Any], table: Table) -> Answer:
    """What a depot's supply costs (EIA-ERR-15, EIA-ERR-16)."""
    given = values["further_price"]
    further = {} if given is None else {
        distance: Fraction(given)
        for distance in values["distances"] if not supply.price_known(distance)
    }  # fmt: skip
    bill = supply.depot_costs(values["distances"], values["winter"], further)
    many = len(bill.each) > supply.corps_at_plain_price()
    reasons = applicable(
        (many, "Each corps after the fourth pays double.", "EIA-ERR-15"),
        (many and values["winter"], "And double again in winter.", "EIA-ERR-16"),
    )
    outcome = {"each": [float(price) for price in bill.each], "total": float(bill.total)}
    said = reminders("foraging") if values["foraging_loan"] else ()
    return answer(f"{float(bill.total)} money.", outcome, reasons, reminders=said)


SOURCE: Final = (
    Field("ceded", FLAG, "its home nation province is ceded", False),
    Field("joined", Choice(("none", *supply.JOINED), "what it may have joined"),
          "what the ceded province has become part of", "none"),
    Field("state", Choice(cities.STATES, "a state of a city"), "its state", "whole"),
)  # fmt: skip


def source(values: dict[str, Any], table: Table) -> Answer:
    """Whether a city is a source of supply (EIA-ERR-10, EIA-ERR-11, EIA-BRN-04)."""
    found, reasons = call_with(values, supply.source)
    return answer(f"A source of supply: {yes_or_no(found)}.", {"source": found}, reasons)


ENTERED: Final = fields(
    "an area entered",
    Field("area", LABEL, "the area"),
    Field("controller", LABEL, "the major that controls it"),
    Field("access", FLAG, "he gave access on the terms wanted", False),
    Field("use", Choice(access.USES, "a use"), "entered by a counter, or supply traced", "move"),
    Field("within_limits", FLAG, "10.3.1.1 allows it, as through a neutral minor", True),
    make=Entered,
)
FORCIBLE: Final = (
    Field("power", POWER, "whose counters move"),
    Field("entered", Listed(ENTERED, 1, 40), "areas of other majors that it enters this turn"),
    Field("paid", Listed(LABEL, 0, 7), "controllers it has paid a point for this turn", []),
    Field("allies", Listed(LABEL, 0, 7), "its allies", []),
)


def forcible(values: dict[str, Any], table: Table) -> Answer:
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
    allies = [power for power in found.controllers if power in values["allies"]]
    for power in allies:
        why = f"{power} is an ally: war on {values['power']} now, without penalty."
        reasons.append(Reason(why, "EIA-ALL-08"))
    outcome = {
        "allowed": not found.refused,
        "political_points": found.points,
        "controllers": list(found.controllers),
        "may_declare_war": list(found.controllers),
        "calls_open": bool(found.controllers),
    }
    head = f"{values['power']} loses {-found.points} political points."
    return answer(head, outcome, reasons)


CHANGED: Final = (
    Field("had_access", FLAG, "the neutral forces had access before", True),
    Field("condition_c5", FLAG, "condition C.5 holds between the two powers", False),
    Field("offered", FLAG, "the new controller offers access on his terms", False),
)


def changed(values: dict[str, Any], table: Table) -> Answer:
    """Neutral forces in territory that changed hands (EIA-ERR-23 to EIA-ERR-25)."""
    found = access.changed_hands(values["had_access"], values["condition_c5"], values["offered"])
    return answer(f"{found.fate.capitalize()}.", {"fate": found.fate}, found.reasons)


GRANT: Final = (
    Field("denied", FLAG, "the granting power's co-operation is denied by a peace", False),
    Field("leave", FLAG, "the victor gives leave", False),
    Field("peace_lasts", FLAG, "that enforced peace still lasts", True),
    Field("agreements", Listed(LABEL), "powers that have access by agreement", []),
    Field("at_war_with_victor", Listed(LABEL), "powers at war with the victor", []),
)


def grant(values: dict[str, Any], table: Table) -> Answer:
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


CEDE: Final = (
    Field("status", Choice(access.STATUSES, "a status"), "what is ceded"),
    Field("cause", Choice(("gift", "peace"), "a cause"), "by gift or by formal peace", "gift"),
    Field("receiver_ally", FLAG, "the receiver is an ally", False),
    Field("giver_at_peace", FLAG, "the giver is at peace with all majors", False),
    Field("chosen", Listed(LABEL), "Austrian provinces a victor chooses, in order", []),
    Field("unceded", Listed(LABEL), "Austrian provinces not yet ceded", []),
)


def cede(values: dict[str, Any], table: Table) -> Answer:
    """Ceding (EIA-ERR-03, EIA-ERR-21, EIA-ERR-22)."""
    refused = call_with(values, access.may_cede) + call_with(values, access.may_choose)
    return answer(f"Ceding: {yes_or_no(not refused)}.", {"allowed": not refused}, refused)


CAPITAL: Final = (
    Field("city", LABEL, "the city"),
    Field("purpose", Choice(access.PURPOSES, "a purpose"), "the rule that asks", "other"),
)


def standing(values: dict[str, Any], table: Table) -> Answer:
    """Ofen's standing (EIA-ERR-01, EIA-ERR-02)."""
    found = call_with(values, access.capital)
    if found is None:
        return answer("As printed on the map.", {"capital": None})
    return answer(f"A {found.why} capital.", {"capital": found.why}, [found])


KINDS: Final = kinds(
    kind("eia-pillage-rules", USE, use),
    kind("eia-depot-supply", DEPOT, depot, None, check_depot),
    kind("eia-supply-source", SOURCE, source),
    kind("eia-forcible-access", FORCIBLE, forcible),
    kind("eia-access-changed", CHANGED, changed),
    kind("eia-access-grant", GRANT, grant),
    kind("eia-cession", CEDE, cede),
    kind("eia-capital", CAPITAL, standing),
)
