"""Kinds of Empires in Arms about naval morale, movement, supply and landing."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from engine.adjudicator.document_kind import Answer, Table, call_with
from engine.adjudicator.eia import shapes
from engine.adjudicator.eia.shapes import (
    IN_TENTHS,
    answer,
    in_tenths,
    odds_of,
    yes_or_no,
)
from engine.documents.fields import Choice
from engine.eia import blockade_and_supply, naval
from engine.eia.battles.combat_tables import HIGHEST, LOWEST
from engine.eia.naval import Waters
from engine.eia.reasons import Reason, applicable, reminders
from engine.facts.document_fields import Words, record
from engine.modifiers import Modifier, total

WORDS: Final[Words] = {
    **shapes.WORDS,
    "nation with fleets": Choice(
        naval.FLEETS, "a nation with fleets", {"great_britain": "britain"}
    ),
    "a modifier": record("a modifier", {}, partial(Modifier, rule="EIA-SET-03")),
}

# Morale and modifiers


def resolve_naval_morale(values: dict[str, Any], table: Table) -> Answer:
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


def resolve_naval_die(values: dict[str, Any], table: Table) -> Answer:
    """A naval combat die with its modifiers (EIA-NAV-02, EIA-NAV-03)."""
    modifiers = call_with(values, naval.die_modifiers)
    die = table.throw("combat", modifiers, "naval combat")
    result = max(LOWEST, min(HIGHEST, die + total(modifiers)))
    outcome = {"modifier": total(modifiers), "result": result}
    head = f"Naval combat {die} {total(modifiers):+} reads as {result}."
    found = answer(head, outcome, (), [("", "combat", modifiers)])
    return found._replace(head_tells_die=True)


# Movement and supply


def resolve_naval_supply(values: dict[str, Any], table: Table) -> Answer:
    """A naval supply path (EIA-NSUP-01)."""
    depots = [each["depot"] for each in values["path"]]
    allowed, longest = (
        blockade_and_supply.has_naval_supply(depots),
        blockade_and_supply.longest_leg(depots),
    )
    reason = Reason(f"The longest run without a depot: {longest} sea areas.", "EIA-NSUP-01")
    outcome = {"supplied": allowed, "longest": longest}
    return answer(f"Naval supply: {yes_or_no(allowed)}.", outcome, [reason])


def resolve_flee(values: dict[str, Any], table: Table) -> Answer:
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


def resolve_squadrons(values: dict[str, Any], table: Table) -> Answer:
    """What a blockaded fleet announces (EIA-NAV-16)."""
    found = call_with(values, naval.squadrons_announced)
    head = "Nothing is announced." if found is None else f"It announces {found} full squadrons."
    reason = Reason("After each full blockaded turn: full squadrons.", "EIA-NAV-16")
    return answer(head, {"announced": found}, [reason], reminders=reminders("fleets"))


def resolve_landing(values: dict[str, Any], table: Table) -> Answer:
    """Where a landing counter may go (EIA-ERR-14)."""
    places, reason = call_with(values, naval.landing_areas)
    return answer(f"It lands in: {' or '.join(places)}.", {"places": list(places)}, [reason])


def resolve_strait(values: dict[str, Any], table: Table) -> Answer:
    """Out of Constantinople's port or blockade box (EIA-NAV-14, EIA-ALL-01)."""
    found = naval.passage(values["power"], values["access"])
    head = f"Passage to either sea: {yes_or_no(found.allowed)}."
    return answer(head, {"allowed": found.allowed}, found.reasons)


odds_naval_die = odds_of("Naval combat", resolve_naval_die, "result")
