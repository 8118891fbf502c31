"""Kinds of Empires in Arms about testing and breaking a blockade."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

from engine.adjudicator.document_kind import Answer, Table, facts_of
from engine.adjudicator.eia.shapes import WORDS as WORDS
from engine.adjudicator.eia.shapes import answer, chances
from engine.documents.complaints import Complaints
from engine.eia import blockade_and_supply
from engine.eia.chances import plain
from engine.eia.reasons import Reason, applicable
from engine.modifiers import Modifier, total

# Testing a blockade


def _stacks(values: dict[str, Any]) -> list[tuple[str, tuple[Modifier, ...]]]:
    modifiers, villeneuve = blockade_and_supply.modifiers, values["villeneuve"]
    return [(f"{each['name']}.test", modifiers(each["british"], villeneuve))
            for each in values["blockaders"]]  # fmt: skip


def check_blockade_test(values: dict[str, Any], complaints: Complaints) -> None:
    """A port is tested once a phase, and stacks have names of their own."""
    if values["tested_this_phase"]:
        complaints.say("tested_this_phase", "a port is tested once in a naval phase (EIA-BLK-01)")
    names = sorted(each["name"] for each in values["blockaders"])
    for one, other in pairwise(names):
        if one == other:
            complaints.say("blockaders", f"two stacks have the name {one}")
    if "BLOCKADED" in names:
        complaints.say("blockaders", "BLOCKADED is the name of the blockaded stack's die")


def resolve_blockade_test(values: dict[str, Any], table: Table) -> Answer:
    """A test of a blockade (EIA-BLK-01 to EIA-BLK-04)."""
    own = table.throw("BLOCKADED.test", (), "the blockaded stack")
    totals, groups = [], []
    for name, modifiers in _stacks(values):
        totals.append(table.throw(name, modifiers, "keeping the blockade") + total(modifiers))
        groups.append(("", name, modifiers))
    result = blockade_and_supply.test_blockade(own, totals)
    lowest = f"The lowest roll counts: {min(totals)}."
    reasons = blockade_and_supply.why_it_follows(result) + applicable(
        (len(totals) > 1, lowest, "EIA-BLK-06")
    )
    outcome = {
        "result": result,
        "blockaded": own,
        "blockaders": totals,
        "counts": min(totals),
        "difference": min(totals) - own,
        "withdraws_to": "an adjacent sea area" if result == blockade_and_supply.LIFTED else None,
        "may_intercept": result == blockade_and_supply.LIFTED,
    }
    said = f"Blockaded {own}, blockaders {', '.join(map(str, totals))}: {result}."
    return answer(blockade_and_supply.FOLLOWS[result], outcome, reasons, groups, [said])


def odds_blockade_test(values: dict[str, Any], table: Table) -> Answer:
    """The chance of each result: of several stacks the lowest total counts."""
    lowest = {99: Fraction(1)}
    for name, modifiers in _stacks(values):
        after: dict[int, Fraction] = defaultdict(Fraction)
        for (low, chance), (face, share) in product(lowest.items(), _faces(table, name)):
            after[min(low, face + total(modifiers))] += chance * share
        lowest = after
    results = blockade_and_supply.HOLDS, blockade_and_supply.BATTLE, blockade_and_supply.LIFTED
    found = dict.fromkeys(results, Fraction(0))
    for (low, chance), (face, share) in product(lowest.items(), _faces(table, "BLOCKADED.test")):
        found[blockade_and_supply.test_blockade(face, [low])] += chance * share
    return chances("The blockade", {"result": plain(found)})


def _faces(table: Table, name: str) -> list[tuple[int, Fraction]]:
    """The faces that a die may show, with the chance of each."""
    found = table.faces(name)
    return [(face, Fraction(1, len(found))) for face in found]


# Breaking a blockade


def resolve_blockade_break(values: dict[str, Any], table: Table) -> Answer:
    """Breaking a blockade (EIA-BRK)."""
    outcome: dict[str, Any] = {}
    reasons: list[Reason] = []
    combat = True
    if values["third_fleet"] is not None:
        third = blockade_and_supply.third_fleet(values["third_fleet"], values["intercepted"])
        outcome |= facts_of(third)
        reasons += third.reasons
        combat = third.battle == "blockade"
    if values["result"] is not None and combat:
        after = blockade_and_supply.after_combat(values["result"])
        outcome |= facts_of(after)
        reasons += after.reasons
    head = "A blockade is " + ("broken." if outcome.get("moves_on") else "met.")
    return answer(head, outcome, reasons)
