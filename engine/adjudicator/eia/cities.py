"""Kinds of Empires in Arms about cities: pillage, burning, recovery."""

from __future__ import annotations

from typing import Any

from engine.adjudicator.document_kind import Answer, Table, call_with
from engine.adjudicator.eia.shapes import WORDS as WORDS
from engine.adjudicator.eia.shapes import answer, odds_of
from engine.documents.complaints import Complaints
from engine.eia import cities, tables
from engine.eia.reasons import Reason, applicable


def check_pillage(values: dict[str, Any], complaints: Complaints) -> None:
    """A nation without a rule of its own needs a controller."""
    known_one = any(tables.is_same_name(values["nation"], each) for each in cities.NATIONS)
    if not known_one and not values["controller"]:
        known = ", ".join(cities.NATIONS)
        complaints.lack("controller", f"the nations with a rule are {known}")


def resolve_pillage(values: dict[str, Any], table: Table) -> Answer:
    """Pillaging or burning a city at will (EIA-PIL-05, EIA-PIL-08, EIA-BRN, EIA-LIM)."""
    rights, act = call_with(values, cities.rights), values["act"]
    refused = call_with(values, cities.why_refused, rights=rights)
    if refused:
        outcome = {"allowed": False, "compelled": rights.compelled, "state": values["state"]}
        return answer(f"It may not {act} the city.", outcome, refused)
    done = call_with(values, cities.effects)
    province, nation = cities.income(
        values["province_income"], values["national_income"], done.money, values["capital"]
    )
    burned = values["burned_cities"] + (act == "burn")
    standing = cities.city_standing(done.state)
    rest = values["capital"] and nation < values["national_income"]
    reasons = [*rights.reasons, *done.reasons, *standing.reasons, *applicable(
        (True, "The province's next income falls by as much.", "EIA-PIL-10"),
        (rest, "The rest comes from the nation's, once.", "EIA-PIL-11"),
        (True, "Forage value 0 until it recovers.", "EIA-PIL-12"),
        (act == "burn", "The province's manpower falls by 1.", "EIA-BRN-02"),
    )]  # fmt: skip
    outcome = {
        "allowed": True,
        "compelled": rights.compelled,
        "state": done.state,
        "money": done.money,
        "political_points": done.points_halves / 2,
        "province_income": province,
        "national_income": nation,
        "province_manpower": cities.manpower(values["province_manpower"], burned),
        "forage": cities.forage(values["forage"], done.state),
        "supplies": standing.supplies,
        "trades": standing.trades,
    }
    head = f"The city is {done.state}: {done.money} money, {done.points_halves / 2:+} points."
    return answer(head, outcome, reasons)


def resolve_involuntary(values: dict[str, Any], table: Table) -> Answer:
    """Involuntary pillaging and burning (EIA-INV, EIA-PIL-03)."""
    rights = call_with(values, cities.rights)
    if not values["in_force"]:
        why = "The players have left the involuntary rolls out."
        return answer("No roll.", _unhurt(values), [Reason(why, "EIA-PIL-03")])
    if not cities.rolls(values["taken"], rights, values["chose_to"], values["state"]):
        why = "Only after a storm or starvation, by who is subject to it."
        reasons = [Reason(why, "EIA-INV-01"), *rights.reasons]
        if values["state"] == cities.BURNED:
            reasons = [Reason("It is burned already.", "EIA-PIL-05")]
        return answer("No roll.", _unhurt(values), reasons)
    dice = [table.throw("pillage", (), "6: the city is pillaged")]
    if cities.involuntary(dice) != cities.WHOLE:
        dice.append(table.throw("burn", (), "6: the city is burned"))
    state = cities.involuntary(dice)
    reasons = [Reason(f"{dice[0]}: pillaged on a 6.", "EIA-INV-01")]
    if len(dice) > 1:
        reasons.append(Reason(f"{dice[1]}: burned on a 6.", "EIA-INV-02"))
    if state == cities.WHOLE:
        return answer("The city is spared.", {**_unhurt(values), "rolled": True}, reasons)
    act = "burn" if state == cities.BURNED else "pillage"
    done = call_with(values, cities.effects, act=act)
    points = {"money": done.money, "political_points": done.points_halves / 2}
    outcome = {"rolled": True, "state": state, **points}
    return answer(f"The city is {state}.", outcome, [*reasons, *done.reasons])


def _unhurt(values: dict[str, Any]) -> dict[str, Any]:
    return {"rolled": False, "state": values["state"], "money": 0, "political_points": 0}


def resolve_recovery(values: dict[str, Any], table: Table) -> Answer:
    """A city at the end of an Economic Phase (EIA-REC)."""
    found = call_with(values, cities.recovery)
    reasons = [*applicable((found.paid, f"1 money a tower: {found.paid}.", "EIA-REC-02"))]
    reasons += [found.reason] if found.reason is not None else []
    outcome = {"state": found.state, "paid": found.paid}
    return answer(f"The city is {found.state}.", outcome, reasons)


odds_involuntary = odds_of("The city", resolve_involuntary, "state")
check_involuntary = check_pillage
