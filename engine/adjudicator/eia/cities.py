"""Kinds of Empires in Arms about cities, supply and access."""

from __future__ import annotations

from typing import Any, Final

from engine.adjudicator.eia.access import (
    CAPITAL,
    CEDE,
    CHANGED,
    DEPOT,
    FORCIBLE,
    GRANT,
    SOURCE,
    USE,
    cede,
    changed,
    check_depot,
    depot,
    forcible,
    grant,
    source,
    standing,
    use,
)
from engine.adjudicator.eia.shapes import (  # fmt: skip
    FLAG,
    LABEL,
    NUMBER,
    POWER,
    all_outcomes,
    answer,
    chances,
    kind,
    kinds,
    outcome_chances,
)
from engine.adjudicator.kind import Answer, Table
from engine.documents.complaints import Complaints
from engine.documents.fields import Choice, Field, Perhaps, Whole
from engine.eia import cities, tables
from engine.eia.reasons import Reason

TOWERS: Final = Whole(0, 12, "a number of towers")
CITY: Final = (
    Field("nation", LABEL, "the conqueror: a nation, france (royalist) for royalist France"),
    Field("controller", Perhaps(POWER),
          "the major that controls a nation without a rule of its own", None),
    Field("leader", Perhaps(LABEL), "the leader who commands the corps", None),
    Field("cossacks", Whole(0, 30, "a number of cossacks"), "cossacks in the area", 0),
    Field("emigres", FLAG, "the corps are Austrian emigrees", False),
    Field("city", Perhaps(Choice(("french", "turkish", "african"), "a kind of city")),
          "whose city it is, where that matters", None),
    Field("taken", Choice(cities.TAKEN, "a way to take a city"), "how it was taken", "siege"),
    Field("state", Choice(cities.STATES, "a state of a city"), "its state before", "whole"),
    Field("towers", TOWERS, "its towers", 1),
    Field("capital", FLAG, "it is a major power's capital", False),
    Field("corps", LABEL, "the corps that does it", "corps"),
    Field("done_by", Perhaps(LABEL), "the corps that has pillaged or burned it this turn", None),
)  # fmt: skip
PILLAGE: Final = (
    Field("act", Choice(("pillage", "burn"), "an act"), "what is done", "pillage"),
    *CITY,
    Field("province_income", NUMBER, "the province's income in the next Economic Phase", 0),
    Field("national_income", NUMBER, "the nation's income in that phase", 0),
    Field("province_manpower", NUMBER, "the province's manpower", 0),
    Field("burned_cities", Whole(0, 9, "a number of cities"),
          "cities of the province burned already", 0),
    Field("forage", Whole(0, 20, "a forage value"), "the area's forage value", 0),
)  # fmt: skip


def check_nation(values: dict[str, Any], complaints: Complaints) -> None:
    """A nation without a rule of its own needs a controller."""
    known_one = any(tables.is_same_name(values["nation"], each) for each in cities.NATIONS)
    if not known_one and values["controller"] is None:
        known = ", ".join(cities.NATIONS)
        complaints.lack("controller", f"the nations with a rule are {known}")


def _rights(values: dict[str, Any]) -> cities.Rights:
    return cities.rights(
        values["nation"], values["controller"] or "", values["leader"] or "", values["cossacks"],
        values["emigres"], values["city"] or "",
    )  # fmt: skip


def pillage(values: dict[str, Any], table: Table) -> Answer:
    """Pillaging or burning a city at will (EIA-PIL, EIA-BRN, EIA-LIM)."""
    rights, act = _rights(values), values["act"]
    refused = cities.why_refused(
        act, values["taken"], values["state"], values["done_by"] or "", values["corps"], rights
    )
    if refused:
        outcome = {"allowed": False, "compelled": rights.compelled, "state": values["state"]}
        return answer(f"It may not {act} the city.", outcome, refused)
    done = cities.effects(
        act, values["state"], values["towers"], values["capital"], values["taken"]
    )
    money = cities.income(
        values["province_income"], values["national_income"], done.money, values["capital"]
    )
    burned = values["burned_cities"] + (act == "burn")
    standing = cities.city_standing(done.state)
    reasons = [*rights.reasons, *done.reasons, *standing.reasons]
    reasons.append(Reason("The province's next income falls by as much.", "EIA-PIL-10"))
    if values["capital"] and money.nation < values["national_income"]:
        reasons.append(Reason("The rest comes from the nation's, once.", "EIA-PIL-11"))
    reasons.append(Reason("Forage value 0 until it recovers.", "EIA-PIL-12"))
    if act == "burn":
        reasons.append(Reason("The province's manpower falls by 1.", "EIA-BRN-02"))
    outcome = {
        "allowed": True,
        "compelled": rights.compelled,
        "state": done.state,
        "money": done.money,
        "political_points": done.points_halves / 2,
        "province_income": money.province,
        "national_income": money.nation,
        "province_manpower": cities.manpower(values["province_manpower"], burned),
        "forage": cities.forage(values["forage"], done.state),
        "supplies": standing.supplies,
        "trades": standing.trades,
    }
    head = f"The city is {done.state}: {done.money} money, {done.points_halves / 2:+} points."
    return answer(head, outcome, reasons)


INVOLUNTARY: Final = (
    *CITY,
    Field("chose_to", FLAG, "the conqueror pillages at will already", False),
    Field("in_force", FLAG, "the players use the involuntary rolls", True),
)


def involuntary(values: dict[str, Any], table: Table) -> Answer:
    """Involuntary pillaging and burning (EIA-INV, EIA-PIL-03)."""
    rights = _rights(values)
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
    done = cities.effects(
        act, values["state"], values["towers"], values["capital"], values["taken"]
    )
    outcome = {
        "rolled": True,
        "state": state,
        "money": done.money,
        "political_points": done.points_halves / 2,
    }
    return answer(f"The city is {state}.", outcome, [*reasons, *done.reasons])


def _unhurt(values: dict[str, Any]) -> dict[str, Any]:
    return {"rolled": False, "state": values["state"], "money": 0, "political_points": 0}


def involuntary_odds(values: dict[str, Any], table: Table) -> Answer:
    """The chance of each state of the city."""
    ways = all_outcomes(involuntary, values, table)
    return chances("The city", {"state": outcome_chances(ways, lambda found: found["state"])})


RECOVERY: Final = (
    Field(
        "state", Choice(cities.STATES, "a state of a city"), "the city's state", example="burned"
    ),
    Field("towers", TOWERS, "its towers", 1, example=3),
    Field("owner_controls", FLAG, "the owner of the province controls the city", True),
    Field("pays", FLAG, "he pays to rebuild it", False, example=True),
    Field("money", NUMBER, "the money he has", 0, example=12),
)


def recovery(values: dict[str, Any], table: Table) -> Answer:
    """A city at the end of an Economic Phase (EIA-REC)."""
    found = cities.recovery(
        values["state"], values["towers"], values["owner_controls"], values["pays"],
        values["money"],
    )  # fmt: skip
    reasons = [] if found.reason is None else [found.reason]
    if found.paid:
        price = f"1 money a tower: {found.paid}."
        reasons.insert(0, Reason(price, "EIA-REC-02"))
    outcome = {"state": found.state, "paid": found.paid}
    return answer(f"The city is {found.state}.", outcome, reasons)


# Supply


# Access


KINDS: Final = kinds(
    kind("eia-pillage", PILLAGE,
         {"nation": "turkey", "taken": "storm", "towers": 5, "capital": True,
          "province_income": 6, "national_income": 40, "province_manpower": 3},
         pillage, None, check_nation),
    kind("eia-involuntary", INVOLUNTARY,
         {"nation": "austria", "taken": "storm", "towers": 3, "dice": {"pillage": 6, "burn": 2}},
         involuntary, involuntary_odds, check_nation),
    kind("eia-recovery", RECOVERY, {}, recovery),
    kind("eia-pillage-rules", USE, {"agreed": True, "no_involuntary": True}, use),
    kind("eia-depot-supply", DEPOT, {"distances": [0, 0, 0, 1, 1, 0], "winter": True},
         depot, None, check_depot),
    kind("eia-supply-source", SOURCE, {"ceded": True, "joined": "multi-district minor"}, source),
    kind("eia-forcible-access", FORCIBLE,
         {"power": "france",
          "entered": [{"area": "Bavaria", "controller": "austria"},
                      {"area": "Saxony", "controller": "prussia"}]}, forcible),
    kind("eia-access-changed", CHANGED, {"had_access": True, "offered": True}, changed),
    kind("eia-access-grant", GRANT,
         {"denied": True, "agreements": ["russia"], "at_war_with_victor": ["russia"]}, grant),
    kind("eia-cession", CEDE, {"status": "minor", "cause": "gift", "receiver_ally": True,
                               "giver_at_peace": True}, cede),
    kind("eia-capital", CAPITAL, {"city": "Ofen", "purpose": "taxation"}, standing),
)  # fmt: skip
