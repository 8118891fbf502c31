"""Kinds of Empires in Arms about leaders in exile, manpower, dominance and minors."""

from __future__ import annotations

from typing import Any, Final

from engine.adjudicator.eia.diplomacy import TURNS
from engine.adjudicator.eia.shapes import (
    FLAG,
    LABEL,
    NUMBER,
    POWER,
    RATING,
    answer,
    fields,
    kind,
    odds_of,
)
from engine.adjudicator.kind import Answer, Table, call_with, kinds
from engine.documents.fields import Choice, Field, Listed, Perhaps, Whole
from engine.eia import house_rules, leaders, ottoman, peace, tables
from engine.eia.ottoman import Territory
from engine.eia.reasons import Reason, applicable, reminders

# Leaders

ZONE: Final = Choice(leaders.ZONES, "a zone of the political status display")
RANK: Final = Choice(leaders.RANKS, "a rank")
EXILE: Final = (
    Field("leader", LABEL, "the leader", "the leader"),
    Field("strategic", RATING, "his strategic rating"),
    Field("tactical", RATING, "his tactical rating"),
    Field("maximum", RATING, "his tactical maximum"),
    Field("rank", RANK, "his rank"),
    Field("zone", ZONE, "zone of the power that brings him back"),
    Field("months", Perhaps(TURNS), "months he has been in exile; null: not said", None),
    Field("points_left", Perhaps(NUMBER), "boxes its marker may still fall; null: not said", None),
)


def exile(values: dict[str, Any], table: Table) -> Answer:
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


PROMOTION: Final = (
    Field("rank", RANK, "his rank"),
    Field("promoted_before", FLAG, "he was promoted by leader improvement before", False),
)


def promotion(values: dict[str, Any], table: Table) -> Answer:
    """Leader improvement (EIA-ERR-33 to EIA-ERR-35)."""
    found = leaders.promotion(values["rank"], values["promoted_before"])
    reasons = [*found.reasons, Reason("Kept when dominance is lost.", "EIA-ERR-35")]
    return answer(f"Rank {found.rank}.", {"rank": found.rank}, reasons)


# Manpower, dominance

LAND: Final = fields(
    "a province or minor",
    Field("name", LABEL, "its name (Egypt, Morocco and Algeria have rules of their own)"),
    Field("manpower", NUMBER, "its manpower"),
    Field("status", Choice(ottoman.STATUSES, "a status"),
          "home province, ceded by another major, conquered minor or free state", "conquered"),
    Field("ottoman", FLAG, "it can join the Ottoman Empire", False),
    Field("burned", Whole(0, 9, "a number of cities"), "its burned cities", 0),
    make=Territory,
)  # fmt: skip
OTTOMAN: Final = (
    Field("power", POWER, "who collects"),
    Field("lands", Listed(LAND, 1, 60), "the provinces and minors"),
    Field("napoleon_back", FLAG, "Napoleon has come back from exile since the last collection",
          False),
)  # fmt: skip


def manpower(values: dict[str, Any], table: Table) -> Answer:
    """The manpower a power collects (EIA-OE-01 to EIA-OE-04, EIA-BRN-02, EIA-POL-03)."""
    found, reasons = ottoman.manpower(values["power"], values["lands"])
    doubles = values["napoleon_back"] and values["power"] == "france"
    said = reasons + applicable((doubles, "Napoleon has come back: doubled.", "EIA-POL-03"))
    outcome = {"manpower": ottoman.doubled_manpower(found, doubles)}
    return answer(f"{outcome['manpower']} manpower.", outcome, said)


DOMINANCE: Final = (
    Field("dominant", FLAG, "the power is dominant now"),
    Field("gains", FLAG, "it meets the base tests for becoming dominant", False),
    Field("loses", FLAG, "it meets the base tests for losing dominance", False),
    Field("at_peace", FLAG, "it is at peace with all majors", False),
    Field("gold_convoy", FLAG, "Spain rolls for a gold convoy", False),
)


def dominance(values: dict[str, Any], table: Table) -> Answer:
    """Becoming and losing dominant (EIA-DOM)."""
    found, reason = call_with(values, ottoman.dominance)
    outcome: dict[str, Any] = {"dominant": found, "gold": None}
    reasons = [reason]
    if values["gold_convoy"]:
        rolled = table.throw("gold1", (), "gold convoy") + table.throw("gold2", (), "gold convoy")
        outcome["gold"] = ottoman.gold(rolled, found)
        if found:
            reasons.append(Reason("+2 for a dominant Spain, at most 12.", "EIA-DOM-01"))
    return answer("Dominant." if found else "Not dominant.", outcome, reasons)


# Minors

FINLAND: Final = (
    Field("power", Perhaps(POWER), "whose national modifier is asked; null: none", None),
    Field("year", Perhaps(Choice(("1805", "1812", "1813"), "a scenario's year")),
          "the scenario's year; null: none", None),
)  # fmt: skip


def finland(values: dict[str, Any], table: Table) -> Answer:
    """Finland's modifiers and status (EIA-ERR-05, EIA-ERR-06)."""
    outcome: dict[str, Any] = {"modifier": None, "status": None}
    reasons = []
    if values["power"] is not None:
        outcome["modifier"] = tables.finland(values["power"])
        reasons.append(Reason(f"{outcome['modifier']:+} for {values['power']}.", "EIA-ERR-05"))
    if values["year"] is not None:
        found = ottoman.finland_status(int(values["year"]))
        outcome["status"] = found.why
        reasons.append(found)
    return answer("Finland", outcome, reasons)


CONQUEST: Final = (
    Field("months_held", Listed(Perhaps(TURNS), 1, 20),
          "for each city of the primary district: Conquest steps since it was taken, held without "
          "a siege; null: not held"),
)  # fmt: skip


def conquest(values: dict[str, Any], table: Table) -> Answer:
    """Whether a minor is conquered (EIA-ERR-32)."""
    now = 10_000
    since = [None if held is None else now - held for held in values["months_held"]]
    found, reason = ottoman.is_conquered(since, now)
    return answer("Conquered." if found else "Not conquered.", {"conquered": found}, [reason])


DEFENCE: Final = (
    Field("had_troops", FLAG, "the minor had troops", True),
    Field("battles", NUMBER, "field battles fought with its own forces", 0),
    Field("sieges", NUMBER, "sieges fought to the last man with them", 0),
    Field("conquered", FLAG, "it was conquered", True),
)


def defence(values: dict[str, Any], table: Table) -> Answer:
    """A minor that was not defended (EIA-POL-01, EIA-POL-02)."""
    points = call_with(values, peace.defence_points)
    fought = not points and values["battles"] + values["sieges"]
    reasons = applicable(
        (points, "Its own troops never fought for it.", "EIA-POL-01"),
        (fought, "One battle or siege is enough.", "EIA-POL-02"),
    )
    return answer(f"{points} extra points.", {"political_points": points}, reasons)


TRADE: Final = (
    Field("condition", Choice(("C.5", "C.6", "C.7"), "a peace condition"), "the condition", "C.7"),
    Field("trade", Choice(("colonial", "american"), "a kind of trade"), "the trade", "colonial"),
)


def trade(values: dict[str, Any], table: Table) -> Answer:
    """Whether a victory condition hits a trade (EIA-ERR-09)."""
    found = call_with(values, ottoman.colonial_trade)
    reason = Reason('C.7 reads "colonial", not "American".', "EIA-ERR-09")
    return answer("It is hit." if found else "It is not hit.", {"hit": found}, [reason])


GARRISON: Final = (
    Field("outside_home", FLAG, "the garrison is outside the nation's home territory", True),
)


def garrison(values: dict[str, Any], table: Table) -> Answer:
    """Garrisons of free states and minors (EIA-FRE-01)."""
    reason = ottoman.may_garrison(values["outside_home"])
    return answer("Allowed.", {"allowed": True}, [reason])


IN_FORCE: Final = (
    Field("base", Perhaps(LABEL, ""), "the base rule; null: none", None),
    Field("house", Perhaps(LABEL, ""), "the house rule; null: none", None),
    Field("how", Choice(("change", "amendment", "addition", "clarification"), "a word"),
          "how the house rule calls itself", "change"),
)  # fmt: skip


def in_force(values: dict[str, Any], table: Table) -> Answer:
    """Which rules and options are in force (EIA-SET)."""
    text = house_rules.rule_in_force(values["base"] or "", values["house"] or "", values["how"])
    options = {name: on for name, (on, _) in house_rules.OPTIONS.items()}
    reasons = [Reason(f"{name}: {'on' if on else 'off'}", rule)
               for name, (on, rule) in house_rules.OPTIONS.items()]  # fmt: skip
    reasons.append(Reason("House rules come before base rules.", "EIA-SET-03"))
    outcome = {"rule": text or None, "options": options}
    return answer(text or "In force", outcome, reasons, reminders=reminders("setup"))


KINDS: Final = kinds(
    kind("eia-exile-cost", EXILE, exile),
    kind("eia-leader-improvement", PROMOTION, promotion),
    kind("eia-ottoman", OTTOMAN, manpower),
    kind("eia-dominance", DOMINANCE, dominance, odds_of("Gold", dominance, "gold")),
    kind("eia-finland", FINLAND, finland),
    kind("eia-conquest", CONQUEST, conquest),
    kind("eia-minor-defence", DEFENCE, defence),
    kind("eia-trade", TRADE, trade),
    kind("eia-garrison", GARRISON, garrison),
    kind("eia-in-force", IN_FORCE, in_force),
)
