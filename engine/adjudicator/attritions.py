"""The kind `attrition`: one roll of attrition on land; at sea see engine.adjudicator.voyages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, Final

from engine.adjudicator import land_shapes, voyages
from engine.adjudicator.document_kind import Answer, Table, one_roll
from engine.adjudicator.land_shapes import check_leader as check_attrition  # noqa: F401 - of the kind
from engine.adjudicator.voyages import check_attrition_at_sea as check_attrition_at_sea
from engine.adjudicator.voyages import odds_attrition_at_sea as odds_attrition_at_sea
from engine.adjudicator.voyages import resolve_attrition_at_sea as resolve_attrition_at_sea
from engine.combat.leaders import DETACHMENT, Commander
from engine.documents.fields import Fields
from engine.facts.document_fields import record
from engine.land.supply import attrition_math
from engine.land.supply.attrition_math import Circumstances
from engine.modifiers import Modifier, total

MASSED: Final = 6 * DETACHMENT
MASSED_PASHAS: Final = 2

MODIFIERS: Final = record("an object of modifiers (land)", {})


NO_DECISIONS: Final = Fields([], "an object of no decisions")


def roll_attrition(
    die: str, values: dict[str, Any], table: Table
) -> tuple[dict[str, Any], tuple[Modifier, ...]]:
    """One roll of the attrition that a document describes, as an answer holds it, and its
    modifiers."""
    cause, strength = values["cause"], values["strength"].strength
    modifiers = attrition_math.modifiers(cause, circumstances_of(values))
    thrown = table.throw(die, modifiers, attrition_math.NAMES[cause])
    outcome: dict[str, Any] = {"modifier": total(modifiers), "total": thrown + total(modifiers)}
    if values["map"] == "europe":
        found = attrition_math.european(outcome["total"], strength)
        lost, pillages, forages = found.losses, False, False
        if found.pillage:
            meaning = attrition_math.plunder(cause, values["technology"], True)
            chosen = values["decisions"].get("plunder", False)
            pillages = meaning.pillage and (not meaning.choice or chosen)
            forages = pillages and meaning.forage
            lost += not (meaning.choice and pillages)
        whole = -(-strength // DETACHMENT)
        outcome |= {"result": attrition_math.result_code(found), "losses": min(lost, whole)}
        outcome |= {"pillage": pillages, "foraging": forages}
    else:
        outcome |= voyages.what_is_left(strength, outcome["total"], "exploration detachment", table)
    return outcome, modifiers


def resolve_attrition(values: dict[str, Any], table: Table) -> Answer:
    """The attrition of a stack (SAT, ARS, ATT, SIE-08 to SIE-21)."""
    outcome, modifiers = roll_attrition("attrition", values, table)
    head = f"Attrition {outcome['total'] - outcome['modifier']} {outcome['modifier']:+} = "
    rows = [f"  {each.value:+} {each.why} ({each.rule})" for each in modifiers]
    line = f"{head}{outcome['total']}: {outcome_in_words(outcome)}"
    return one_roll("attrition", modifiers, (line, "head"), outcome, None, rows, False)


def outcome_in_words(outcome: dict[str, Any]) -> str:
    """What an outcome means, in words."""
    if "percent" in outcome:
        left = land_shapes.joined(outcome["remaining"])
        return voyages.left_in_words(outcome["percent"], left, "LD")
    if outcome["result"] == "-":
        return "no loss"
    words = [outcome["result"], f"loses {outcome['losses']} LD"]
    words += ["pillages"] * outcome["pillage"] + ["forages"] * outcome["foraging"]
    return ", ".join(words)


def circumstances_of(values: dict[str, Any]) -> Circumstances:
    """The circumstances of a document; a massed force is read from the units (SAT-04, SIE-12)."""
    units: land_shapes.Troops = values["strength"]
    leader: Commander | None = values["leader"]
    given: dict[str, Any] = values["modifiers"]
    massed = units.outside >= MASSED or units.pashas >= MASSED_PASHAS
    if values["cause"] == "besieger":
        massed = units.strength >= MASSED
    own = 0 if leader is None else leader.siege
    siege = max(given["siege"], own)
    manoeuvre = 0 if leader is None else leader.on_land.manoeuvre
    return Circumstances(**{**given, "siege": siege}, massed=massed, manoeuvre=manoeuvre)


def odds_attrition(values: dict[str, Any], table: Table) -> Answer:
    """The chance of each result of the die, stars counted in."""
    table.asked |= {name for name in values["dice"] if name.startswith("star")}
    ways = _ways(values, table.faces("attrition"))
    modifiers = attrition_math.modifiers(values["cause"], circumstances_of(values))
    return voyages.attrition_odds("Attrition", "LD", modifiers, ways)


def _ways(values: dict[str, Any], faces: Sequence[int]) -> Iterator[voyages.Way]:
    dice, strength = values["dice"], values["strength"].strength
    share = Fraction(1, len(faces))
    for face in faces:
        outcome = resolve_attrition(values, Table({**dice, "attrition": face}, 0)).outcome or {}
        if "percent" in outcome:
            yield from voyages.ways_left(strength, outcome["percent"], "LD", share, dice)
        else:
            yield outcome_in_words(outcome), DETACHMENT * outcome["losses"], share


WORDS: Final = {
    **land_shapes.WORDS,
    "decisions": land_shapes.switches("decisions", "plunder"),
    "no decisions": NO_DECISIONS,
}
