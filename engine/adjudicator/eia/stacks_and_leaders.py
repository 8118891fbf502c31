"""Kinds of Empires in Arms on land: stacking, leaders, prisoners."""

from __future__ import annotations

from typing import Any, Final

from engine.adjudicator.document_kind import Answer, Table, call_with
from engine.adjudicator.eia.battle_odds import casualty_chances
from engine.adjudicator.eia.shapes import (
    answer,
    chances,
    check_apart,
    fate_of,
    odds_of,
    yes_or_no,
)
from engine.documents.complaints import Complaints
from engine.eia import leaders, prisoners, stacking, tables
from engine.eia.battles import pursuit
from engine.eia.prisoners import Held
from engine.eia.reasons import Reason, applicable
from engine.facts.document_fields import Words, record
from engine.modifiers import total

WORDS: Final[Words] = {"prisoners of a kind": record("prisoners of a kind", {}, Held)}

# Stacking and reinforcing


def resolve_stacking(values: dict[str, Any], table: Table) -> Answer:
    """What a leader may bring to battle (EIA-STK, EIA-RNF)."""
    present = values["corps"] if values["present"] is None else values["present"]
    found = stacking.brought(
        values["maximum"], values["corps"], values["cavalry_corps"], present,
        values["reinforcing"],
    )  # fmt: skip
    refused, joins = found.refused, values["reinforcing"]
    if joins:
        refused += call_with(values, stacking.may_reinforce)
    free = not joins and values["cavalry_corps"] and values["corps"] > values["maximum"]
    reasons = refused + applicable(
        (joins and values["same_area"], "From the battle's own area: allowed.", "EIA-RNF-03"),
        (joins, "Not counted to the commander's limit or rating.", "EIA-RNF-04"),
        (free, "One cavalry corps more is free.", "EIA-STK-03"),
    )
    tactical = values["tactical"] + total(found.modifiers)
    outcome = {
        "allowed": not refused,
        "most": found.most,
        "least": found.least,
        "tactical": tactical,
    }
    head = f"{values['corps']} corps: {yes_or_no(not refused)}; tactical rating {tactical}."
    return answer(head, outcome, reasons, [("", "tactical rating", found.modifiers)])


# Leaders


def check_leader_casualty(values: dict[str, Any], complaints: Complaints) -> None:
    """Leaders have names of their own."""
    names = [each["name"] for each in values["leaders"]]
    check_apart(names, "leaders", "two leaders have the same name", complaints)


def resolve_leader_casualty(values: dict[str, Any], table: Table) -> Answer:
    """Leader casualties (EIA-LDR)."""
    fates: dict[str, Any] = {}
    groups, lines, reasons = [], [], [Reason("Each leader rolls on his own.", "EIA-LDR-01")]
    for each in values["leaders"]:
        name, guard = each["name"], each["guard"]
        groups.append(("", f"{name}.casualty", leaders.casualty_modifiers(guard)))
        fate = fate_of(name, guard, table, f"{name}.casualty", f"{name}.wound")
        fates[name] = {"wounded": fate.months} if fate.months else fate.what
        if fate.months:
            back = leaders.returns(values["month"] or 0, fate.months) % len(tables.MONTHS)
            when = "" if values["month"] is None else f", back in {tables.MONTHS[back]}"
            reasons.append(Reason(f"{name} is away {fate.months} months{when}.", "EIA-LDR-04"))
        away = f"wounded, {fate.months} months" if fate.months else fate.what
        lines.append(f"{name}: {away}")
    return answer("Leader casualties", {"leaders": fates}, reasons, groups, lines)


def odds_leader_casualty(values: dict[str, Any], table: Table) -> Answer:
    """Each leader's chances."""
    dice = values["dice"]
    names = [(each["name"], each["guard"]) for each in values["leaders"]]
    table.asked |= {f"{name}.{die}" for name, _ in names for die in ("casualty", "wound")}
    found = {
        name: casualty_chances(guard, dice.get(f"{name}.casualty"), dice.get(f"{name}.wound"))
        for name, guard in names
    }
    return chances("Leader casualties", {"leaders": found})


# Prisoners


def resolve_prisoners(values: dict[str, Any], table: Table) -> Answer:
    """Prisoners of a pursuit (EIA-PUR-01, EIA-RET-02)."""
    die = table.throw("prisoners", (), "ten percent a pip of the losses")
    losses, left = values["losses"], values["left"]
    doubled = losses if left is None else min(losses, left)
    doubled = doubled if values["surrounded"] else 0
    taken = pursuit.taken_prisoner(losses, die) + doubled
    reasons = applicable(
        (True, f"{die}0 % of {losses}, rounded down.", "EIA-PUR-01"),
        (doubled, f"Surrounded: {doubled} more, all prisoners.", "EIA-RET-02"),
    )
    outcome = {"lost": losses + doubled, "prisoners": taken}
    return answer(f"{taken} prisoners of {losses + doubled} lost.", outcome, reasons)


def resolve_prisoner_drain(values: dict[str, Any], table: Table) -> Answer:
    """Prisoners that die at the end of a reinforcement phase (EIA-PRIS-01 to EIA-PRIS-03)."""
    stock: dict[str, list[Held]] = {}
    for each in values["prisoners"]:
        nation = tables.as_known(each["nation"], stock)
        stock.setdefault(nation, []).extend(each["held"])
    dead: dict[str, Any] = {nation: prisoners.which_die(held) for nation, held in stock.items()}
    whole = sum(sum(lost.values()) for lost in dead.values())
    reasons = [
        Reason("Ten percent, rounded up.", "EIA-PRIS-01"),
        Reason("Each nationality apart.", "EIA-PRIS-02"),
        Reason("The cheapest first.", "EIA-PRIS-03"),
    ]
    return answer(f"{whole} prisoners die.", {"dead": dead, "total": whole}, reasons)


odds_prisoners = odds_of("Prisoners", resolve_prisoners, "prisoners")
