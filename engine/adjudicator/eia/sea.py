"""Kinds of Empires in Arms about naval morale, movement, supply and landing."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from engine.adjudicator.eia.shapes import (
    FLAG,
    IN_TENTHS,
    LABEL,
    NUMBER,
    POWER,
    SHIPS,
    answer,
    fields,
    in_tenths,
    kind,
    odds_of,
    yes_or_no,
)
from engine.adjudicator.kind import Answer, Table, call_with, kinds
from engine.documents.fields import Choice, Field, Listed, Whole
from engine.eia import blockade, naval
from engine.eia.battles.combat_tables import HIGHEST, LOWEST
from engine.eia.naval import Waters
from engine.eia.reasons import Reason, applicable, reminders
from engine.report import Modifier, total

# Morale and modifiers

FLEET: Final = fields(
    "a fleet",
    Field("nation", Choice(naval.FLEETS, "a nation with fleets", {"great_britain": "britain"}),
          "whose ships"),
    Field("ships", Whole(1, 200, "a number of ships"), "how many, for the average of a stack", 1),
    Field("dominant", FLAG, "whether the power is dominant", False),
)  # fmt: skip
NAVAL_MORALE: Final = (
    Field("fleets", Listed(FLEET, 1), "the fleets of the stack"),
    Field("sea", Choice(naval.SEAS, "a sea"), "the sea it lies on, ports and boxes with it",
          "other"),
    Field("near_britain", FLAG, "in a sea area next to Britain, a blockade box next to such an "
          "area, or a port of the British home nation", False),
)  # fmt: skip


def naval_morale(values: dict[str, Any], table: Table) -> Answer:
    """The morale of a naval stack (EIA-NMOR)."""
    waters = Waters(values["sea"], values["near_britain"])
    parts, shown, groups, several = [], [], [], False
    for each in values["fleets"]:
        first, added = naval.morale(each["nation"], each["dominant"], waters)
        parts.append((each["ships"], first + total(added)))
        shown.append(
            {"nation": each["nation"], "base": in_tenths(first), "morale": in_tenths(parts[-1][1])}
        )
        groups.append((each["nation"], IN_TENTHS, added))
        several |= len(added) > 1
    whole = naval.stack_morale(parts)
    reasons = applicable(
        (True, "The fleets' morale, averaged by ships.", "EIA-NMOR-01"),
        (several, "Different bonuses add up.", "EIA-NMOR-07"),
    )
    outcome = {"morale": in_tenths(whole), "fleets": shown}
    return answer(f"Naval morale {in_tenths(whole)}.", outcome, reasons, groups)


OTHER_MODIFIER: Final = fields(
    "a modifier",
    Field("value", Whole(-9, 9, "a modifier"), "its value"),
    Field("why", LABEL, "what it is for"),
    make=partial(Modifier, rule="EIA-SET-03"),
)
NAVAL_DIE: Final = (
    Field("transporting", FLAG, "whether any fleet of the stack carries troops", False),
    Field("others", Listed(OTHER_MODIFIER), "the other modifiers of the naval combat die", []),
)


def naval_die(values: dict[str, Any], table: Table) -> Answer:
    """A naval combat die with its modifiers (EIA-NAV-02, EIA-NAV-03)."""
    modifiers = call_with(values, naval.die_modifiers)
    die = table.throw("combat", modifiers, "naval combat")
    result = max(LOWEST, min(HIGHEST, die + total(modifiers)))
    outcome = {"modifier": total(modifiers), "result": result}
    head = f"Naval combat {die} {total(modifiers):+} reads as {result}."
    return answer(head, outcome, (), [("", "combat", modifiers)])


# Movement and supply

SEA_AREA: Final = fields(
    "a sea area",
    Field("name", LABEL, "the sea area", "a sea area"),
    Field("depot", FLAG, "whether the path touches a depot there", False),
)
NAVAL_SUPPLY: Final = (Field("path", Listed(SEA_AREA, 1, 60), "the sea areas in order"),)


def naval_supply(values: dict[str, Any], table: Table) -> Answer:
    """A naval supply path (EIA-NSUP-01)."""
    depots = [each["depot"] for each in values["path"]]
    allowed, longest = blockade.has_naval_supply(depots), blockade.longest_leg(depots)
    reason = Reason(f"The longest run without a depot: {longest} sea areas.", "EIA-NSUP-01")
    outcome = {"supplied": allowed, "longest": longest}
    return answer(f"Naval supply: {yes_or_no(allowed)}.", outcome, [reason])


FLEE: Final = (
    Field("war_declared", FLAG, "war was declared on the power this turn", False),
    Field("carries_troops", FLAG, "the fleet carries troops", False),
    Field("naval_begun", FLAG, "naval movement has begun", False),
    Field("fled", FLAG, "the power has moved fleets in the Flee step this turn", False),
    Field("act", Choice(("flee", *naval.ACTS), "an act"), "what a fleet wants to do", "flee"),
)


def flee(values: dict[str, Any], table: Table) -> Answer:
    """The Flee step, and what a power that fled may do (EIA-NAV-04 to EIA-NAV-07)."""
    if values["act"] == "flee":
        found = call_with(values, naval.may_flee)
        reasons = found.reasons or (
            Reason("Up to full movement, before naval movement.", "EIA-NAV-04"),
        )
    else:
        found = call_with(values, naval.may_act)
        reasons = found.reasons
    head = f"{values['act'].capitalize()}: {yes_or_no(found.allowed)}."
    return answer(head, {"allowed": found.allowed}, reasons)


SQUADRONS: Final = (
    Field("ships", SHIPS, "the ships of the fleet"),
    Field("full_turns", NUMBER, "full turns blockaded", 0),
)


def squadrons(values: dict[str, Any], table: Table) -> Answer:
    """What a blockaded fleet announces (EIA-NAV-16)."""
    found = call_with(values, naval.squadrons_announced)
    head = "Nothing is announced." if found is None else f"It announces {found} full squadrons."
    reason = Reason("After each full blockaded turn: full squadrons.", "EIA-NAV-16")
    return answer(head, {"announced": found}, [reason], reminders=reminders("fleets"))


LANDING: Final = (
    Field("friendly", FLAG, "the area holds a friendly port", True),
    Field("besieged", FLAG, "the port is besieged", False),
    Field("blockaded", FLAG, "the port is blockaded", False),
    Field("room", FLAG, "the port has room for the counter", True),
)


def landing(values: dict[str, Any], table: Table) -> Answer:
    """Where a landing counter may go (EIA-ERR-14)."""
    places, reason = call_with(values, naval.landing_areas)
    return answer(f"It lands in: {' or '.join(places)}.", {"places": list(places)}, [reason])


STRAIT: Final = (
    Field("power", POWER, "whose fleet"),
    Field("access", FLAG, "Turkey grants passage of the Dardanelles", False),
)


def strait(values: dict[str, Any], table: Table) -> Answer:
    """Out of Constantinople's port or blockade box (EIA-NAV-14, EIA-ALL-01)."""
    found = naval.passage(values["power"], values["access"])
    head = f"Passage to either sea: {yes_or_no(found.allowed)}."
    return answer(head, {"allowed": found.allowed}, found.reasons)


KINDS: Final = kinds(
    kind("eia-naval-morale", NAVAL_MORALE, naval_morale),
    kind("eia-naval-die", NAVAL_DIE, naval_die, odds_of("Naval combat", naval_die, "result")),
    kind("eia-naval-supply", NAVAL_SUPPLY, naval_supply),
    kind("eia-flee", FLEE, flee),
    kind("eia-squadrons", SQUADRONS, squadrons),
    kind("eia-landing", LANDING, landing),
    kind("eia-strait", STRAIT, strait),
)
