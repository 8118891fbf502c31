"""Kinds of Empires in Arms about ports that fall, hulks, and what is built from them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from engine.adjudicator.document_kind import Answer, Table, call_with, facts_of
from engine.adjudicator.eia import shapes
from engine.adjudicator.eia.shapes import (
    answer,
    chances,
    yes_or_no,
)
from engine.chances.distribution import mean
from engine.documents.fields import Named, Whole
from engine.eia import hulks, naval, tables
from engine.eia.chances import FACES, plain, successes
from engine.eia.reasons import Reason, applicable, reminders
from engine.facts.document_fields import Words

WORDS: Final[Words] = {
    **shapes.WORDS,
    "ships": Named(Whole(0, 200, "a number of ships"), "ships", tuple(hulks.SHIPS)),
}

# Ports


def resolve_port_taken(values: dict[str, Any], table: Table) -> Answer:
    """A port falls to an enemy (EIA-PORT, EIA-NAV-10, EIA-HULK-09)."""
    lost, why = call_with(values, naval.port_taken), "The port is taken: its hulks are lost."
    reasons = lost.reasons + applicable((values["hulks"], why, "EIA-HULK-09"))
    outcome = {**facts_of(lost), "captor": values["captor"], "hulks_lost": values["hulks"]}
    return answer(f"{tables.printed_name(values['captor'])} takes the port.", outcome, reasons)


# Hulks


def _tow(values: dict[str, Any]) -> tuple[str, list[Reason], int, int]:
    """Who gets the hulks and why (EIA-NAV-11), how many there are, and how far they go."""
    got = hulks.owner(values["sunk_of"], values["winner"])
    reasons = [got.reason]
    power = got.power
    if values["minor"]:
        held = hulks.holder(power, True, values["controller"])
        power = held.power
        reasons.append(held.reason)
    distance, why = hulks.towing_distance(values["distance"], values["raid"])
    return power, [*reasons, *why], hulks.hulks(values["sunk"]), distance


def _barred(values: dict[str, Any], power: str) -> tuple[Reason, ...]:
    port_owner = values["port_owner"] or power
    return hulks.may_go(port_owner, power, values["leave"])


def resolve_hulk(values: dict[str, Any], table: Table) -> Answer:
    """Hulks of a battle, and their way to a port (EIA-HULK-01 to EIA-HULK-05, EIA-HULK-10)."""
    power, reasons, count, distance = _tow(values)
    refused = _barred(values, power)
    reasons += [Reason(f"{count} ships of the line and heavy ships sunk.", "EIA-HULK-01"), *refused]
    taken = count if power and not refused else 0
    gained = 0 if distance else taken
    for number in range(1, taken + 1) if distance else ():
        die = table.throw(f"hulk{number}", (), f"more than {distance} saves it")
        gained += hulks.hulk_saved(die, distance)
    towed = power and not refused and distance
    reasons += applicable(
        (towed, "Counted as a fleet moves, the shortest way.", "EIA-HULK-04"),
        (towed, f"The die has to beat the distance {distance}.", "EIA-HULK-05"),
    )
    gains = f"{tables.printed_name(power) if power else 'Nobody'} gains"
    outcome = {
        "hulks": count,
        "owner": power or None,
        "port": values["port"],
        "distance": distance,
        "gained": gained,
        "sunk": count - gained,
    }
    return answer(f"{gains} {gained} of {count} hulks.", outcome, reasons)


def odds_hulk(values: dict[str, Any], table: Table) -> Answer:
    """The chance of each number of hulks saved."""
    power, _, count, distance = _tow(values)
    if not power or _barred(values, power):
        return chances("Hulks gained", {"gained": {"0": 1.0}, "expected": 0.0})
    fixed = [values["dice"].get(f"hulk{number}") for number in range(1, count + 1)]
    sure = sum(hulks.hulk_saved(die, distance) for die in fixed if die is not None)
    table.asked |= {f"hulk{number}" for number, die in enumerate(fixed, 1) if die is not None}
    chance = Fraction(sum(hulks.hulk_saved(die, distance) for die in FACES), len(FACES))
    found = {
        sure + more: share
        for more, share in successes(chance, sum(die is None for die in fixed)).items()
    }
    expected = float(mean(found, int))
    return chances("Hulks gained", {"gained": plain(found), "expected": expected})


def resolve_hulk_build(values: dict[str, Any], table: Table) -> Answer:
    """A ship built from a hulk (EIA-HULK-06 to EIA-HULK-08, EIA-NAV-12)."""
    price = values["price"]
    if price is None:
        price = hulks.price(values["ship"])
    made = hulks.price_from_hulk(values["ship"], price)
    refused = hulks.may_use(
        values["builder"], values["minor"], values["owner"], values["controller"], values["leave"]
    ) + applicable(
        (made is None, f"No {values['ship']} is built from a hulk.", "EIA-HULK-06")
    )  # fmt: skip
    allowed = not refused
    price, time = (made.price, made.months) if made is not None and allowed else (None, None)
    elsewhere = allowed and values["hulk_port"] != values["build_port"]
    reasons = refused + applicable(
        (allowed, f"{price} money and {time} months.", "EIA-HULK-07"),
        (elsewhere, "A hulk serves building anywhere.", "EIA-HULK-08"),
    )
    outcome = {"allowed": allowed, "price": price, "months": time}
    head = f"A {values['ship']} from a hulk: {yes_or_no(allowed)}."
    return answer(head, outcome, reasons, reminders=reminders("building"))
