"""The kind `undermine`: an undermining roll, siege attrition, what follows a breach (UND)."""

from __future__ import annotations

from operator import itemgetter
from typing import Any, Final

from engine.adjudicator import attritions, fight_sheet, land_shapes
from engine.adjudicator.assaults import level_after_fall, odds_assault, resolve_assault
from engine.adjudicator.document_kind import Answer, Table, modifier_rows
from engine.adjudicator.sheet_as_text import Line, Paint, told
from engine.adjudicator.siege_document import (
    NAMES,
    best_siege,
    siege_of,
)
from engine.adjudicator.siege_document import WORDS as SIEGE
from engine.adjudicator.siege_document import check_undermine as check_undermine
from engine.chances.steps import FACES
from engine.combat import leader_casualties_math
from engine.combat.leaders import Commander
from engine.facts import tables
from engine.facts.document_fields import record
from engine.facts.wordings import wordings
from engine.land.ground import besieging
from engine.land.siege import siege_odds, undermining_math
from engine.modifiers import Modifier, total

ROUNDS: Final = 10
TOO_SMALL: Final = (
    "Nothing comes of it: the besieger must assault or redeploy, for to undermine takes a "
    "detachment for each level of the fortress (SIE-23), here of"
)


def resolve_undermine(values: dict[str, Any], table: Table) -> Answer:
    """One undermining roll and what follows it (UND-01 to UND-41, FAL-02 to FAL-06)."""
    siege = siege_of(values)
    modifiers = undermining_math.fortress_modifiers(siege)
    die = table.throw("undermine", modifiers, "undermining")
    strength = values["besieger"]["units"].strength
    able = besieging.may_undermine(siege.level, strength)
    result = undermining_math.undermining_result(die, modifiers) if able else "-"
    decisions = values["decisions"]
    honour = result == "B/WH" and decisions.get("war_honour", False)
    falls = result == "R" or honour
    breached = result in ("B", "B/WH") and not honour
    storm: Answer | None = None
    level, manned = values["fortress"], False
    if breached and decisions.get("assault", False):
        storm = resolve_assault({**values, "breach": True}, table)
        stormed = storm.outcome or {}
        falls, level, manned = itemgetter("falls", "fortress_level_after", "manned")(stormed)
    elif falls:
        level, manned = level_after_fall(values, strength)
    inside: Commander | None = values["besieged"]["leader"]
    yields = falls and storm is None
    fate = leader_casualties_math.fate_at_fall(inside) if inside is not None and yields else None
    if honour and fate == leader_casualties_math.TURN_OUT:
        fate = leader_casualties_math.UNHURT
    check = undermining_math.attrition_modifiers(siege)
    strikes = able and undermining_math.attrition_strikes(die, siege)
    outcome: dict[str, Any] = {
        "result": result,
        "modifier": total(modifiers),
        "total": die + total(modifiers),
        "siegeworks": [] if falls else list(undermining_math.siegeworks_after(siege.works, result)),
        "fortress_falls": falls,
        "attrition": {
            "modifier": total(check),
            "total": die + total(check),
            "needed": siege.supply,
            "rolls": strikes,
        },
        "fortress_level_after": level,
        "may_undermine": able,
        "artillery": siege.artillery,
        "artillery_bonus": tables.artillery_bonus(siege.level, siege.artillery),
        "besieger_detachments_spent": int(manned),
        "besieged_receives_detachments": int(honour),
        "besieged_leader": land_shapes.fate(fate),
    }
    if storm is not None:
        outcome["assault"] = storm.outcome
        outcome["besieged_leader"] = (storm.outcome or {})["besieged"]["leader"]
    groups = [("", "undermine", modifiers), ("", "attrition check", check)]
    if strikes:
        outcome["attrition"]["result"], more = _attrition(values, table)
        groups.append((NAMES[0], "attrition", more))

    said = [f"{each.value:+} {each.why}" for each in modifiers]
    struck = (
        attritions.outcome_in_words(outcome["attrition"]["result"]) if strikes else "no attrition"
    )
    lines: list[Line] = [
        f"  {', '.join(said) or 'no modifiers'}",
        f"Siegeworks: {' '.join(outcome['siegeworks']) or 'none'}",
        f"Attrition check: {die + total(check)} against {siege.supply}: {struck}",
    ]
    if not able:
        lines.append((f"{TOO_SMALL} level {siege.level}.", "bad"))
    if falls:
        lines.append((f"The fortress falls; its level is now {level}.", "good"))
    if fate is not None and inside is not None and fate != leader_casualties_math.UNHURT:
        lines.append(f"{inside.name} is {fight_sheet.fate_in_words(land_shapes.fate(fate))}.")
    thrown = f"{die} {total(modifiers):+} = {die + total(modifiers)}"
    printed = "" if result == "-" else f"{result}, "
    head = (f"Undermining {thrown}: {printed}{DOES[result]}", "head")
    sheets = [told(head, lines), *([storm.sheet] if storm else [])]

    def sheet(paint: Paint) -> list[str]:
        return [line for each in sheets for line in each(paint)]

    notes = storm.notes if storm else {}
    return Answer(outcome, modifier_rows(groups), sheet, notes=notes, head_tells_die=True)


def _attrition(values: dict[str, Any], table: Table) -> tuple[dict[str, Any], tuple[Modifier, ...]]:
    """The besieger's siege attrition (UND-39, SIE-08 to SIE-21)."""
    given = {
        **attritions.MODIFIERS.defaults,
        "bad_weather": values["bad_weather"],
        "siege": best_siege(values["besieger"]),
        "enemy_siege": best_siege(values["besieged"]),
    }
    own = values["besieger"]
    document = {**values, **own, "cause": "besieger", "strength": own["units"], "modifiers": given}
    return attritions.roll_attrition(f"{NAMES[0]}.attrition", document, table)


def odds_undermine(values: dict[str, Any], table: Table) -> Answer:
    """The chance of each result now, and of a fall within 1, 2, … rounds."""
    siege = siege_of(values)
    die = values["dice"].get("undermine")
    table.asked.add("undermine")
    modifiers = undermining_math.fortress_modifiers(siege)
    storm = None
    if values["decisions"].get("assault", False):
        falls: float = (odds_assault({**values, "breach": True}, table).odds or {})["falls"]

        def storm(now: undermining_math.Siege) -> float:
            return falls

    within = siege_odds.falls_within(
        siege, ROUNDS, values["decisions"].get("war_honour", False), storm, die
    )
    check = undermining_math.attrition_modifiers(siege)
    dice = FACES if die is None else (die,)
    able = besieging.may_undermine(siege.level, values["besieger"]["units"].strength)
    struck = sum(undermining_math.attrition_strikes(each, siege) for each in dice)
    strikes = able * struck / len(dice)
    within = within if able else [0.0] * ROUNDS
    answer: dict[str, Any] = {
        "result": siege_odds.undermine(siege, die) if able else {"-": 1.0},
        "falls_within": {str(number): chance for number, chance in enumerate(within, 1)},
        "attrition": strikes,
    }

    lines: list[Line] = [
        *(f"  {name:5} {chance:6.1%}  {DOES[name]}" for name, chance in answer["result"].items()),
        ("The fortress has fallen within", "head"),
        *(
            f"  {number:>2} round{'s' if number != '1' else ' '} {chance:6.1%}"
            for number, chance in answer["falls_within"].items()
        ),
        f"Siege attrition is rolled: {strikes:.1%}",
    ]
    sheet = told((f"Undermining at {total(modifiers):+}", "head"), lines)
    groups = [("", "undermine", modifiers), ("", "attrition check", check)]
    return Answer(None, modifier_rows(groups), sheet, answer)


DOES: Final = wordings("what undermining does")
WORDS: Final = {**SIEGE, "besieged": record("a side (besieged)", SIEGE)}
