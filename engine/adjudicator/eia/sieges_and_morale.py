"""Kinds of Empires in Arms about morale, marches, retreats, sieges and surplus corps."""

from __future__ import annotations

from typing import Any, Final

from engine.adjudicator.document_kind import Answer, Table, call_with, facts_of
from engine.adjudicator.eia import battle_setup
from engine.adjudicator.eia.shapes import (
    answer,
    in_tenths,
    odds_of,
    yes_or_no,
)
from engine.documents.complaints import Complaints
from engine.eia import retreat, siege, stacking, tables, troops
from engine.eia.reasons import Reason, applicable
from engine.eia.retreat import Area
from engine.eia.troops import Nation
from engine.facts.document_fields import Words, record
from engine.modifiers import total

WORDS: Final[Words] = {
    **battle_setup.WORDS,
    "an area next to the battle": record("an area next to the battle", {}, Area),
}


def resolve_morale(values: dict[str, Any], table: Table) -> Answer:
    """A troop's morale and price (EIA-CAV-01 to EIA-CAV-03, EIA-ERR-04, EIA-OE-06, EIA-SIE-03,
    EIA-LSLC-04)."""
    nation = Nation(
        values["nation"], values["dominant"], values["british_trained"], values["ottoman"],
        values["cavalry_types"],
    )  # fmt: skip
    found = troops.morale(values["troop"], nation, values["corps"], values["assaulting"])
    kind_of = values["troop"].removesuffix("_cavalry")
    if kind_of == "cavalry" and values["cavalry_types"]:
        kind_of = "medium"
    price = tables.price(kind_of) if kind_of in troops.TYPES else None
    known = found.morale is not None
    outcome = {
        "morale": in_tenths(found.morale) if found.morale is not None else None,
        "price": dict(zip(("money", "manpower"), price, strict=True)) if price else None,
        "needs": [] if known else ["the sources don't agree on this figure: the players say it"],
    }
    head = f"Morale {outcome['morale']}." if known else "Its morale is disputed or not known."
    reasons = [found.reason] if found.reason.why else [Reason("Its own figure.", found.reason.rule)]
    return answer(head, outcome, reasons)


def resolve_force_march(values: dict[str, Any], table: Table) -> Answer:
    """Force marching (EIA-ERR-12, EIA-ERR-13)."""
    found = call_with(values, troops.force_march)
    goes = values["force_march"] and not found.refused
    reasons = found.refused + applicable((goes, "One movement point more.", "EIA-ERR-12"))
    outcome = {"allowed": not found.refused, "allowance": found.allowance}
    return answer(f"{found.allowance} movement points.", outcome, reasons)


def resolve_retreat(values: dict[str, Any], table: Table) -> Answer:
    """Where a beaten force goes (EIA-RET, EIA-ERR-18 to EIA-ERR-20)."""
    found = call_with(values, retreat.retreat)
    where = ", ".join(found.areas) or "nowhere"
    head = "It surrenders." if found.surrenders else f"It may retreat to: {where}."
    return answer(head, facts_of(found), found.reasons)


def resolve_siege(values: dict[str, Any], table: Table) -> Answer:
    """A siege roll (EIA-SIE-01)."""
    modifiers = siege.modifiers(values["artillery_corps"])
    die = table.throw("siege", modifiers, "a siege roll")
    reached, needed = die + total(modifiers), values["breach_on"]
    outcome = {
        "modifier": total(modifiers),
        "total": reached,
        "breach": None if needed is None else reached >= needed,
        "needs": [] if needed is not None else ["breach_on: the siege table is of the base game"],
    }
    head = f"Siege roll {die} {total(modifiers):+} = {reached}"
    if needed is not None:
        head += ": a breach." if reached >= needed else ": no breach."
    found = answer(head, outcome, (), [("", "siege", modifiers)])
    return found._replace(head_tells_die=True)


def odds_siege(values: dict[str, Any], table: Table) -> Answer:
    """The chance of a breach, or of each total."""
    known = () if values["breach_on"] is None else ("breach",)
    return odds_of("Siege roll", resolve_siege, "total", *known)(values, table)


def _given(troop: str) -> str:
    """The field that gives a troop's morale where the sources don't agree."""
    return "freikorps_morale" if troop == "freikorps" else "infantry_morale"


def _own(values: dict[str, Any], troop: str) -> troops.TroopMorale:
    found = troops.morale(troop, Nation(values["nation"], values["dominant"]), assaulting=True)
    given = values[_given(troop)]
    if found.morale is None and given is not None:
        return troops.TroopMorale(given * tables.TENTHS, found.reason)
    return found


def check_assault(values: dict[str, Any], complaints: Complaints) -> None:
    """Figures that the sources dispute have to be given."""
    for troop, number in values["factors"].items():
        if number and _own(values, troop).morale is None:
            complaints.lack(_given(troop), f"the morale of {troop} is disputed or not known")


def resolve_assault(values: dict[str, Any], table: Table) -> Answer:
    """Who may assault a fortress and with what morale (EIA-SIE-02 to EIA-SIE-04)."""
    refused = siege.why_refused(values["capacity"], values["factors"])
    parts, reasons = [], list(refused)
    for troop, number in values["factors"].items():
        found = _own(values, troop)
        if number and found.morale is not None:
            parts.append((number, found.morale))
            reasons.append(
                Reason(f"{troop.replace('_', ' ')} {in_tenths(found.morale)}: {found.reason.why}",
                       found.reason.rule)
            )  # fmt: skip
    whole = troops.average(parts)
    outcome = {
        "allowed": not refused,
        "counted": siege.counted_factors(values["factors"]),
        "morale": in_tenths(whole),
    }
    head = f"The assault is {yes_or_no(not refused)}; morale {in_tenths(whole)}."
    return answer(head, outcome, reasons)


def resolve_la_salle(values: dict[str, Any], table: Table) -> Answer:
    """La Salle's Light Cavalry (EIA-LSLC-02, 03, 06, 07)."""
    state = "" if values["state"] == "none" else values["state"]
    found = call_with(values, troops.lslc, state=state)
    head = f"La Salle's Light Cavalry: {found.state or 'not yet there'}."
    return answer(head, {"state": found.state or "none"}, found.reasons)


def resolve_surplus(values: dict[str, Any], table: Table) -> Answer:
    """Damage that is left when the fighting corps are destroyed (EIA-RNF-02)."""
    found = call_with(values, stacking.spill_damage)
    why = f"{found.surplus} of it fall on surplus corps."
    reasons = applicable((found.surplus, why, "EIA-RNF-02"))
    return answer(f"The fighting corps lose {found.fighting}.", found._asdict(), reasons)
