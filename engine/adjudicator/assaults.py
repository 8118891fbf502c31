"""The kind `assault`: an assault on a fortress, and what follows a breach at once (ASL)."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, Final

from engine.adjudicator import fight_answers as shared
from engine.adjudicator import fight_chances, fight_sheet, land_shapes
from engine.adjudicator.document_kind import Answer, Table, modifier_rows
from engine.adjudicator.sheet_as_text import Column, Paint, columns
from engine.adjudicator.siege_document import KEYS, NAMES, side_of, walls
from engine.adjudicator.siege_document import WORDS as SIEGE
from engine.adjudicator.siege_document import check_assault as check_assault
from engine.chances.distribution import Joint, mix
from engine.chances.steps import run_procedure
from engine.combat import fight, fight_odds, leader_casualties_math
from engine.combat.leader_casualties_math import Fate
from engine.combat.leaders import Commander
from engine.facts.document_fields import record
from engine.grammar import thirds
from engine.land.siege import assault_math as storming
from engine.land.siege import siege_odds
from engine.land.siege.siege_odds import AssaultOutcome
from engine.modifiers import total


def level_after_fall(values: dict[str, Any], left: int) -> tuple[int, bool]:
    """The level of a fallen fortress, and whether it was manned again."""
    manned = bool(values["decisions"].get("man_fortress", False)) and storming.may_man(left)
    return storming.level_after(walls(values), manned), manned


def _prepared(values: dict[str, Any], commanders: list[Commander]) -> storming.Setup:
    one, other = (side_of(values, at, commander) for at, commander in enumerate(commanders))
    return storming.setup(walls(values), one, other)


def resolve_assault(values: dict[str, Any], table: Table) -> Answer:
    """An assault with the dice of the table (ASL-01 to ASL-30)."""
    commanders = [land_shapes.commander(values[KEYS[at]], NAMES[at], table) for at in (0, 1)]
    prepared = _prepared(values, commanders)
    found = run_procedure(storming.assault(prepared, table.roll))
    fates: list[Fate | None] = [None, None]
    for at in (0, 1):
        won = found.falls == (at == 0)
        if storming.tests_casualty(prepared, at):
            fates[at] = run_procedure(
                leader_casualties_math.casualty(
                    NAMES[at], commanders[at], won, found.destroyed(at), not won,
                    prepared.storms[at].side.minor, table.roll,
                )
            )  # fmt: skip
    level, manned = values["fortress"], False
    if found.falls:
        fates[1] = leader_casualties_math.fate_at_fall(commanders[1], fates[1])
        level, manned = level_after_fall(values, prepared.storms[0].strength - found.lost[0])
    outcome: dict[str, Any] = {
        "falls": found.falls,
        "why": found.why,
        "fortress_level_after": level,
        "manned": manned,
        "artillery": prepared.artillery,
    }
    for at, key in enumerate(KEYS):
        outcome[key] = {
            "morale": prepared.storms[at].morale,
            "morale_lost": found.morale_lost(at),
            "routed": found.routed(at),
            "drm": found.drm(at),
            "inflicted_thirds": found.rolled(at),
            "inflicted_final_thirds": found.inflicted(at),
            **land_shapes.losses(found.lost[at], values["map"]),
            "destroyed": found.destroyed(at),
            "leader": land_shapes.fate(fates[at]),
        }
    outcome["besieged"]["resistance_thirds"] = prepared.resistance
    outcome["besieged"]["cap_thirds"] = prepared.cap
    groups = [
        *shared.rolled_groups(found.taken),
        (NAMES[0], "losses, in thirds", prepared.correction),
        (NAMES[0], "losses, in thirds", prepared.bonus),
    ]

    def sheet(paint: Paint) -> list[str]:
        body = [Column(_head(prepared, at, commanders[at]), _lines(found, at)) for at in (0, 1)]
        verdict = [f"The fortress falls ({found.why}); its level is now {level}."]
        if not found.falls:
            verdict = ["The fortress holds" + (f" ({found.why})." if found.why != "holds" else ".")]
        for at, known in enumerate(fates):
            if known is not None and known.what != "unhurt":
                fate = fight_sheet.fate_in_words(land_shapes.fate(known))
                verdict.append(f"{commanders[at].name} is {fate}.")
        return columns(_title(values), body, verdict, paint)

    notes = shared.notes(found.taken)
    return Answer(outcome, modifier_rows(groups), sheet, notes=notes, setup=prepared)


def odds_assault(values: dict[str, Any], table: Table) -> Answer:
    """The exact odds of an assault, replacement leaders mixed in."""
    dice = values["dice"]
    joints: list[tuple[int, Joint[AssaultOutcome]]] = []
    ends: defaultdict[tuple[str, str], float] = defaultdict(float)
    pairs = land_shapes.commanders([(NAMES[at], values[KEYS[at]]) for at in (0, 1)], dice, table)
    setups = [_prepared(values, commanders) for _, commanders in pairs]
    for (weight, commanders), prepared in zip(pairs, setups, strict=True):
        joint = siege_odds.assault(prepared, dice)
        joints.append((weight, joint))
        for at in (0, 1):
            for fate, chance in _fates(prepared, joint, at, commanders[at], dice).items():
                ends[KEYS[at], fate] += chance * weight
    joint, prepared = mix(joints), setups[0]
    whole = sum(weight for weight, _ in joints)
    rolls = ("fire", "shock", "casualty", "wound")
    table.asked.update(f"{name}.{roll}" for name in NAMES for roll in rolls)
    falls = joint.chance(lambda outcome: outcome.falls)
    answer: dict[str, Any] = {
        "win": {KEYS[0]: falls, KEYS[1]: joint.chance(lambda outcome: not outcome.falls)},
        "tie": 0.0,
        "falls": falls,
        "why": dict(sorted(joint.spread(lambda outcome: outcome.why).items())),
        "rout": fight_chances.each_side(fight_chances.routed, joint, KEYS, 1.0),
        **fight_chances.losses(joint, KEYS, 1.0, values["map"], "LD"),
        "leader": fight_chances.by_side(ends, KEYS, 1 / whole),
    }
    groups = [
        (storm.side.name, roll, modifiers)
        for storm in prepared.storms
        for roll, modifiers in storm.modifiers.items()
    ]

    def sheet(paint: Paint) -> list[str]:
        body = []
        for at, key in enumerate(KEYS):
            head = _head(prepared, at, prepared.storms[at].side.commander)
            body.append(Column(head, fight_sheet.odds_lines(answer, key)))
        return columns(_title(values), body, [f"The fortress falls: {falls:.1%}"], paint)

    return Answer(None, modifier_rows(groups), sheet, answer)


def _fates(
    prepared: storming.Setup,
    joint: Joint[AssaultOutcome],
    at: int,
    commander: Commander,
    dice: dict[str, int],
) -> dict[str, float]:
    """The chances of a commander's fates after an assault."""
    if not storming.tests_casualty(prepared, at):
        return {"no test": 1.0}

    def met(outcome: AssaultOutcome) -> tuple[bool, bool, bool]:
        won = outcome.falls == (at == 0)
        return won, outcome.destroyed[at], not won

    minor = prepared.storms[at].side.minor
    found: defaultdict[str, float] = defaultdict(float)
    for situation, chance in joint.spread(met).items():
        fates = fight_odds.fates(NAMES[at], commander, {situation: chance}, minor, dice)
        for fate, share in fates.items():
            last, captured = fate, at == 1 and not situation[0]  # his fortress has fallen
            if captured:
                last = leader_casualties_math.fate_at_fall(commander, fate) or fate
            key = f"{last.what} {last.rounds}" if last.rounds else last.what
            key = "wounded until the end" if last == leader_casualties_math.TURN_OUT else key
            found[key] += share
    return found


def _title(values: dict[str, Any]) -> str:
    what = "fort" if values["fort"] else f"fortress of level {values['fortress']}"
    words = [f"Assault on a {what}", f"period {values['period']}"]
    return " · ".join(words + ["after a breach"] * values["breach"])


def _head(prepared: storming.Setup, at: int, commander: Commander) -> list[str]:
    storm = prepared.storms[at]
    modifiers = "/".join(f"{total(storm.modifiers[roll]):+}" for roll in storming.ROLLS)
    return [
        f"{storm.side.name}  {land_shapes.troops_in_words(storm.side)}",
        f"{thirds(storm.strength)} LD {'veteran' if at or storm.side.veteran else ''}".rstrip(),
        f"{commander.heading}  {storm.side.technology}",
        f"{'*' * storm.morale} morale {storm.morale}  {modifiers}",
    ]


def _lines(found: storming.Assaulted, at: int) -> list[str]:
    name = NAMES[at]
    lines = [
        f"{each.rolled.name.partition('.')[2].capitalize():7}{each.rolled.die:2} "
        f"{each.rolled.modifier:+} = {each.rolled.result:2}  "
        f"{fight.loss_strokes(each.effect[0]):5}{'*' * each.effect[1]}".rstrip()
        for each in found.taken
        if each.rolled.name.startswith(name + ".")
    ]
    lines.append(f"inflicts {thirds(found.rolled(at))} > {thirds(found.inflicted(at))}")
    if found.routed(at):
        lines.append("routed")
    return [*lines, f"loses {thirds(found.lost[at])}"]


WORDS: Final = {**SIEGE, "besieged": record("a side (stormed)", SIEGE)}
