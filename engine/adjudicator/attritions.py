"""The kind `attrition`: one roll of attrition on land; at sea see engine.adjudicator.voyages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from engine.adjudicator import land, voyages
from engine.adjudicator.kind import Answer, Kind, Table, either_kind, kinds, modifier_rows
from engine.adjudicator.sheet import Paint
from engine.chances.steps import FACES
from engine.combat.leaders import DETACHMENT, Commander
from engine.documents.complaints import Complaints
from engine.documents.fields import Fields
from engine.facts import tables
from engine.facts.document_fields import record
from engine.land.supply import circumstances
from engine.land.supply.circumstances import Cause, Circumstances
from engine.overseas import remainders
from engine.report import Modifier, thirds, total

MASSED: Final = 6 * DETACHMENT
MASSED_PASHAS: Final = 2

MODIFIERS: Final = record("an object of modifiers (land)", {})


NO_DECISIONS: Final = Fields([], "an object of no decisions")


def check(values: dict[str, Any], complaints: Complaints) -> None:
    """A vizier whose values nobody has rolled cannot help."""
    leader: Commander | None = values["leader"]
    if leader is not None and leader.manoeuvre < 0:
        complaints.lack("leader.manoeuvre", "a whole number from 0 to 9")


def roll_attrition(
    die: str,
    cause: Cause,
    map_: str,
    technology: str,
    strength: int,
    seen: Circumstances,
    plunder: bool,
    table: Table,
) -> tuple[dict[str, Any], tuple[Modifier, ...]]:
    """One roll of attrition as an answer holds it, and its modifiers."""
    modifiers = circumstances.modifiers(cause, seen)
    thrown = table.throw(die, modifiers, circumstances.NAMES[cause])
    outcome: dict[str, Any] = {"modifier": total(modifiers), "total": thrown + total(modifiers)}
    if map_ == "europe":
        found = circumstances.european(outcome["total"], strength)
        lost, pillages, forages = found.losses, False, False
        if found.pillage:
            meaning = circumstances.plunder(cause, technology, True)
            pillages = meaning.pillage and (not meaning.choice or plunder)
            forages = pillages and meaning.forage
            lost += not (meaning.choice and pillages)
        whole = -(-strength // DETACHMENT)
        outcome |= {"result": circumstances.result_code(found), "losses": min(lost, whole)}
        outcome |= {"pillage": pillages, "foraging": forages}
    else:
        percent = tables.attrition_percent(outcome["total"])
        stars = [
            table.throw(name, (), "1 to 5 loses one exploration detachment more")
            for name in remainders.star_dice("star", strength, percent)
        ]
        left = remainders.thirds_surviving(strength, percent, stars)
        outcome |= {"percent": percent, "remaining": dict(zip("Dd", divmod(left, 3), strict=True))}
    return outcome, modifiers


def resolve(values: dict[str, Any], table: Table) -> Answer:
    """The attrition of a stack (SAT, ARS, ATT, SIE-08 to SIE-21)."""
    outcome, modifiers = roll_attrition(
        "attrition",
        values["cause"],
        values["map"],
        values["technology"],
        values["strength"].strength,
        circumstances_of(
            values["cause"], values["strength"], values["modifiers"], values["leader"]
        ),
        values["decisions"].get("plunder", False),
        table,
    )

    def sheet(paint: Paint) -> list[str]:
        head = f"Attrition {outcome['total'] - outcome['modifier']} {outcome['modifier']:+} = "
        return [
            paint(f"{head}{outcome['total']}: {outcome_in_words(outcome)}", "head"),
            *(f"  {modifier.value:+} {modifier.why} ({modifier.rule})" for modifier in modifiers),
        ]

    return Answer(outcome, modifier_rows([("", "attrition", modifiers)]), sheet)


def outcome_in_words(outcome: dict[str, Any]) -> str:
    """What an outcome means, in words."""
    if "percent" in outcome:
        left = 3 * outcome["remaining"]["D"] + outcome["remaining"]["d"]
        return f"{outcome['percent']} %, {thirds(left)} LD left"
    words = [outcome["result"], f"loses {outcome['losses']} LD"]
    words += ["pillages"] * outcome["pillage"] + ["forages"] * outcome["foraging"]
    return ", ".join(words)


def circumstances_of(
    cause: Cause,
    units: land.Troops,
    given: dict[str, Any],
    leader: Commander | None,
) -> Circumstances:
    """The circumstances of a document; a massed force is read from the units (SAT-04, SIE-12)."""
    if cause == "besieger":
        massed = units.strength >= MASSED
    else:
        massed = units.outside >= MASSED or units.pashas >= MASSED_PASHAS
    own = 0 if leader is None else leader.siege
    siege = max(given["siege"], own)
    manoeuvre = 0 if leader is None else leader.on_land.manoeuvre
    return Circumstances(**{**given, "siege": siege}, massed=massed, manoeuvre=manoeuvre)


def odds_of(values: dict[str, Any], table: Table) -> Answer:
    """The chance of each result of the die, stars counted in."""
    found: dict[str, int] = {}
    modifiers: list[dict[str, Any]] = []
    lost = 0
    dice = values["dice"]
    strength = values["strength"].strength
    for face in FACES:
        given = {**dice, "attrition": dice.get("attrition", face)}
        for stars, weight in _stars(values, given):
            answer = resolve(values, Table({**given, **stars}, 0))
            outcome, modifiers = answer.outcome or {}, answer.modifiers
            name = outcome_in_words(outcome)
            found[name] = found.get(name, 0) + weight
            if "percent" in outcome:
                left = DETACHMENT * outcome["remaining"]["D"] + outcome["remaining"]["d"]
                lost += weight * (strength - left)
            else:
                lost += weight * DETACHMENT * outcome["losses"]
    table.asked |= {name for name in dice if name == "attrition" or name.startswith("star")}
    whole = sum(found.values())
    answer_odds = {
        "result": {name: weight / whole for name, weight in found.items()},
        "expected_losses": lost / whole / DETACHMENT,
    }
    return Answer(None, modifiers, _sheet(answer_odds), answer_odds)


STAR_WAYS: Final = 2**20


def _stars(values: dict[str, Any], given: dict[str, int]) -> list[tuple[dict[str, int], int]]:
    """The ways the stars of a result can fall: how many cost something, with their weights."""
    if values["map"] == "europe":
        return [({}, STAR_WAYS)]
    trial = Table({**given}, 0)
    resolve(values, trial)
    names = [each.name for each in trial.rolled if each.name.startswith("star")]
    free = [name for name in names if name not in given]
    ways: list[tuple[dict[str, int], int]] = []
    weight, count = STAR_WAYS, len(free)
    chance = 1
    for unlucky in range(count + 1):
        stars = {name: 1 if at < unlucky else 10 for at, name in enumerate(free)}
        ways.append((stars, weight * chance // 2**count))
        chance = chance * (count - unlucky) // (unlucky + 1)
    return ways


def _sheet(found: dict[str, Any]) -> Callable[[Paint], list[str]]:
    def sheet(paint: Paint) -> list[str]:
        return [
            paint("Attrition", "head"),
            *(f"  {chance:6.1%}  {name}" for name, chance in found["result"].items()),
            f"Expects to lose {found['expected_losses']:.2f} LD",
        ]

    return sheet


KINDS: Final = kinds(
    {
        **land.WORDS,
        "decisions": land.switches("decisions", "plunder"),
        "no decisions": NO_DECISIONS,
    },
    either_kind("cause", "sea", Kind("attrition", resolve, odds_of, check), voyages.ATTRITION),
)
