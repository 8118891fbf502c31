"""Kinds of Empires in Arms about leaders in exile, manpower, dominance and minors."""

from __future__ import annotations

from typing import Any, Final

from engine.adjudicator.document_kind import Answer, Table, call_with
from engine.adjudicator.eia import shapes
from engine.adjudicator.eia.shapes import (
    answer,
    odds_of,
)
from engine.eia import house_rules, leaders, minors_and_dominance, peace, tables
from engine.eia.minors_and_dominance import Territory
from engine.eia.reasons import Reason, applicable, reminders
from engine.facts.document_fields import Words, record

WORDS: Final[Words] = {
    **shapes.WORDS,
    "a province or minor": record("a province or minor", {}, Territory),
}

# Leaders


def resolve_exile_cost(values: dict[str, Any], table: Table) -> Answer:
    """The return of a leader from exile (EIA-TRM-12 to EIA-TRM-15)."""
    found = call_with(values, leaders.exile_cost)
    least, name = leaders.least_exile(values["rank"]), tables.person(values["leader"])
    away = least if values["months"] is None else values["months"]
    left = found.cost if values["points_left"] is None else values["points_left"]
    verdict = leaders.may_return(values["rank"], away, found.cost, left)
    doubles = verdict.allowed and tables.is_same_name(name, "Napoleon")
    ratings = " + ".join(str(values[key]) for key in ("strategic", "tactical", "maximum"))
    reasons = [
        Reason(f"({ratings}) / 3, and the total rounded up.", "EIA-TRM-13"),
        *verdict.reasons,
        *applicable((doubles, "French manpower is doubled in the next Economic Phase.",
                     "EIA-POL-03")),
    ]  # fmt: skip
    outcome = {
        "cost": found.cost,
        "allowed": verdict.allowed,
        "least_months": least,
        "doubled_manpower": doubles,
    }
    head = f"The return of {name} costs {found.cost} political points."
    if not verdict.allowed:
        head = f"{name} may not return; it would cost {found.cost} political points."
    return answer(head, outcome, reasons, [("", "cost", found.modifiers)])


def resolve_leader_improvement(values: dict[str, Any], table: Table) -> Answer:
    """Leader improvement (EIA-ERR-33 to EIA-ERR-35)."""
    found = leaders.promotion(values["rank"], values["promoted_before"])
    reasons = [*found.reasons, Reason("Kept when dominance is lost.", "EIA-ERR-35")]
    return answer(f"Rank {found.rank}.", {"rank": found.rank}, reasons)


# Manpower, dominance


def resolve_ottoman(values: dict[str, Any], table: Table) -> Answer:
    """The manpower a power collects (EIA-OE-01 to EIA-OE-04, EIA-BRN-02, EIA-POL-03)."""
    found, reasons = minors_and_dominance.manpower(values["power"], values["lands"])
    doubles = values["napoleon_back"] and values["power"] == "france"
    said = reasons + applicable((doubles, "Napoleon has come back: doubled.", "EIA-POL-03"))
    outcome = {"manpower": minors_and_dominance.doubled_manpower(found, doubles)}
    return answer(f"{outcome['manpower']} manpower.", outcome, said)


def resolve_dominance(values: dict[str, Any], table: Table) -> Answer:
    """Becoming and losing dominant (EIA-DOM)."""
    found, reason = call_with(values, minors_and_dominance.dominance)
    outcome: dict[str, Any] = {"dominant": found, "gold": None}
    reasons = [reason]
    if values["gold_convoy"]:
        rolled = table.throw("gold1", (), "gold convoy") + table.throw("gold2", (), "gold convoy")
        outcome["gold"] = minors_and_dominance.gold(rolled, found)
        if found:
            reasons.append(Reason("+2 for a dominant Spain, at most 12.", "EIA-DOM-01"))
    return answer("Dominant." if found else "Not dominant.", outcome, reasons)


# Minors


def resolve_finland(values: dict[str, Any], table: Table) -> Answer:
    """Finland's modifiers and status (EIA-ERR-05, EIA-ERR-06)."""
    outcome: dict[str, Any] = {"modifier": None, "status": None}
    reasons = []
    if values["power"] is not None:
        outcome["modifier"] = tables.finland(values["power"])
        reasons.append(Reason(f"{outcome['modifier']:+} for {values['power']}.", "EIA-ERR-05"))
    if values["year"] is not None:
        found = minors_and_dominance.finland_status(int(values["year"]))
        outcome["status"] = found.why
        reasons.append(found)
    return answer("Finland", outcome, reasons)


def resolve_conquest(values: dict[str, Any], table: Table) -> Answer:
    """Whether a minor is conquered (EIA-ERR-32)."""
    now = 10_000
    since = [None if held is None else now - held for held in values["months_held"]]
    found, reason = minors_and_dominance.is_conquered(since, now)
    return answer("Conquered." if found else "Not conquered.", {"conquered": found}, [reason])


def resolve_minor_defence(values: dict[str, Any], table: Table) -> Answer:
    """A minor that was not defended (EIA-POL-01, EIA-POL-02)."""
    points = call_with(values, peace.defence_points)
    fought = not points and values["battles"] + values["sieges"]
    reasons = applicable(
        (points, "Its own troops never fought for it.", "EIA-POL-01"),
        (fought, "One battle or siege is enough.", "EIA-POL-02"),
    )
    return answer(f"{points} extra points.", {"political_points": points}, reasons)


def resolve_trade(values: dict[str, Any], table: Table) -> Answer:
    """Whether a victory condition hits a trade (EIA-ERR-09)."""
    found = call_with(values, minors_and_dominance.colonial_trade)
    reason = Reason('C.7 reads "colonial", not "American".', "EIA-ERR-09")
    return answer("It is hit." if found else "It is not hit.", {"hit": found}, [reason])


def resolve_garrison(values: dict[str, Any], table: Table) -> Answer:
    """Garrisons of free states and minors (EIA-FRE-01)."""
    reason = minors_and_dominance.may_garrison(values["outside_home"])
    return answer("Allowed.", {"allowed": True}, [reason])


def resolve_in_force(values: dict[str, Any], table: Table) -> Answer:
    """Which rules and options are in force (EIA-SET)."""
    text = house_rules.rule_in_force(values["base"] or "", values["house"] or "", values["how"])
    options = {name: on for name, (on, _) in house_rules.OPTIONS.items()}
    reasons = [Reason(f"{name}: {'on' if on else 'off'}", rule)
               for name, (on, rule) in house_rules.OPTIONS.items()]  # fmt: skip
    reasons.append(Reason("House rules come before base rules.", "EIA-SET-03"))
    outcome = {"rule": text or None, "options": options}
    return answer(text or "In force", outcome, reasons, reminders=reminders("setup"))


odds_dominance = odds_of("Gold", resolve_dominance, "gold")
