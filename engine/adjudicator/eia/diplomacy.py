"""Kinds of Empires in Arms about peace and its terms, war and alliances."""

from __future__ import annotations

from typing import Any, Final

from engine.adjudicator.eia.shapes import (
    FACTORS,
    FLAG,
    LABEL,
    NUMBER,
    POINTS,
    POWER,
    answer,
    fields,
    kind,
    yes_or_no,
)
from engine.adjudicator.kind import Answer, Table, call_with, kinds
from engine.documents.complaints import Complaints
from engine.documents.fields import Choice, Field, Listed, Named, Perhaps, Whole
from engine.eia import months, peace, tables, war
from engine.eia.reasons import Reason, applicable, reminders
from engine.eia.war import Corps

YEAR: Final = Whole(1700, 1900, "a year")
MONTH: Final = Choice(tables.MONTHS, "a month")
TURNS: Final = Whole(0, 600, "a number of turns")

# Peace

PEACE: Final = (
    Field("year", YEAR, "the year in which it is made", 1805),
    Field("month", MONTH, "the month"),
    Field("phase", Choice(months.phases(), "a phase"), "the phase it is made in (Peace step: "
          "Political)", months.POLITICAL),
    Field("months", Whole(1, 120, "a number of months"), "how long it lasts", 18),
)  # fmt: skip


def enforced(values: dict[str, Any], table: Table) -> Answer:
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


SURRENDER: Final = (
    Field("power", POWER, "the power"),
    Field("manpower", NUMBER, "the manpower it collected this Economic Phase"),
    Field("hostile", Listed(LABEL), "powers at war with it", []),
)


def surrender(values: dict[str, Any], table: Table) -> Answer:
    """Forced unconditional surrender (EIA-FUS-01)."""
    found = peace.forced_surrender(values["manpower"], values["hostile"])
    outcome = {"forced": bool(found.powers), "peace_with": list(found.powers)}
    head = "No peace is forced." if not found.powers else "It has to make peace."
    return answer(head, outcome, found.reasons)


REPARATIONS: Final = (
    Field("amount", NUMBER, "what is to be paid, of the base rules"),
    Field("phases", Whole(1, 2, "Economic Phases"), "over how many, as the loser chooses", 1),
)


def reparations(values: dict[str, Any], table: Table) -> Answer:
    """Reparations in one or two instalments (EIA-TRM-01)."""
    found = peace.instalments(values["amount"], values["phases"])
    reason = Reason("The loser chooses one or two Economic Phases.", "EIA-TRM-01")
    head = f"To pay: {' and '.join(map(str, found))}."
    return answer(head, {"instalments": list(found)}, [reason])


LOAN: Final = (
    Field("owner", LABEL, "whose corps it is"),
    Field("borrower", LABEL, "who has it on loan"),
    Field("forages", FLAG, "it is to forage", False),
    Field("forage_losses", FACTORS, "factors lost by foraging", 0),
    Field("chosen", Named(FACTORS, "factors by kind"), "what its owner gives up", {}),
    Field("returned", Choice(("no", "foraging", "end"), "a cause"),
          "whether it returns: for its forage losses, or by the peace's end", "no"),
    Field("step", Choice(("before", "after"), "a time"),
          "before or after this turn's reinforcement step", "before"),
)  # fmt: skip


def check_loan(values: dict[str, Any], complaints: Complaints) -> None:
    """The owner chooses as many factors as are lost."""
    chosen = sum(values["chosen"].values())
    if values["chosen"] and chosen != values["forage_losses"]:
        why = f"{chosen} factors are chosen, {values['forage_losses']} are lost (EIA-TRM-03)"
        complaints.say("chosen", why)


def loan(values: dict[str, Any], table: Table) -> Answer:
    """A corps on loan (EIA-TRM-02 to EIA-TRM-05)."""
    losses, starved = values["forage_losses"], values["returned"] == "foraging"
    points, placed = 0, None
    if values["returned"] != "no":
        placed = "this turn" if values["step"] == "before" else "next turn"
    if starved:
        points = tables.figure(
            "seed_gold_and_money", "corps on loan returned because of forage losses"
        )
    reasons = applicable(
        (losses, f"{values['owner']} chooses the factors lost.", "EIA-TRM-03"),
        (placed, f"Placed at home in the reinforcement step of {placed}, once.", "EIA-TRM-04"),
        (starved, f"{values['borrower']} loses a political point.", "EIA-TRM-05"),
    )
    outcome = {
        "chooses": values["owner"] if losses else None,
        "borrower_points": points,
        "placed": placed,
    }
    said = reminders("foraging") if values["forages"] or losses else ()
    return answer("A corps on loan.", outcome, reasons, reminders=said)


# War and alliances

ENEMY: Final = fields(
    "an enemy corps",
    Field("infantry", FLAG, "whether it is an infantry corps", True),
    Field("besieged", FLAG, "whether it is besieged", False),
    Field("by_land", FLAG, "whether its area can be reached by land from Paris or London", True),
    make=Corps,
)
WAR: Final = (
    Field("on", Choice(("major", "minor"), "a target"), "on whom war is declared", "major"),
    Field("at_war", FLAG, "the power is at war with another major already", False),
    Field("enemies_at_home", Listed(ENEMY), "enemy corps in its home nation", []),
    Field("peace_lasts", FLAG, "an enforced peace between the two lasts", False),
    Field("allied", FLAG, "the two are allies", False),
    Field("broke_alliance", FLAG, "an alliance of the two was broken", False),
    Field("turns_since", TURNS, "turns waited since, 0 for the first step of declarations", 0),
    Field("other_broke", FLAG, "the other broke it", False),
    Field("forcible_access", FLAG, "the other uses forcible access on it at this moment", False),
    Field("breach", FLAG, "the other breaks a peace term on trade or a sphere", False),
    Field("sphere", FLAG, "a minor in the victor's sphere of influence (next to an area that the "
          "victor controls, the peace unconditional); on a major: the victor declares, for it has "
          "just done so", False),
    Field("sphere_lasts", FLAG, "the enforced peace of the sphere still lasts", True),
)  # fmt: skip


def declare(values: dict[str, Any], table: Table) -> Answer:
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


ALLIANCE: Final = (
    Field("end_date", FLAG, "it has an end date", False),
    Field("ended", Choice(("lasts", "expired", "broken"), "an end"), "how it ended", "lasts"),
    Field("points_made", Perhaps(POINTS), "points of making one by the base rules; null: not said",
          None),
    Field("points_broken", Perhaps(POINTS),
          "points of breaking one by the base rules; null: not said", None),
    Field("allies", Listed(LABEL), "the power's allies, when it is called", []),
    Field("caller", Perhaps(LABEL), "who calls it to war", None),
    Field("against", Perhaps(LABEL), "against whom", None),
)  # fmt: skip


def alliance(values: dict[str, Any], table: Table) -> Answer:
    """What an alliance is worth, and a call against an ally (EIA-ALL-02, 03, 07)."""
    found = war.alliance(
        values["end_date"], values["ended"], values["points_made"], values["points_broken"]
    )
    choice = war.alliances_at_stake(
        values["allies"], values["caller"] or "", values["against"] or ""
    )
    why = f"One has to be broken: the alliance with {' or '.join(choice)}."
    reasons = found.reasons + applicable((choice, why, "EIA-ALL-07"))
    needs = []
    if found.made is None:
        needs.append("points_made: the points of making an alliance are of the base rules")
    if found.ended is None:
        needs.append("points_broken: the points of breaking an alliance are of the base rules")
    outcome = {
        "points_made": found.made,
        "points_ended": found.ended,
        "break_one_of": list(choice),
        "needs": needs,
    }
    return answer("An alliance.", outcome, reasons, lines=needs)


KINDS: Final = kinds(
    kind("eia-enforced-peace", PEACE, enforced),
    kind("eia-surrender", SURRENDER, surrender),
    kind("eia-reparations", REPARATIONS, reparations),
    kind("eia-loan", LOAN, loan, None, check_loan),
    kind("eia-declare-war", WAR, declare),
    kind("eia-alliance", ALLIANCE, alliance),
)
