"""Kinds about natives: the conquistador table, and the test that may rouse them (NAT)."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from engine.adjudicator import land_shapes
from engine.adjudicator.document_kind import Answer, Table, call_with, one_roll
from engine.adjudicator.sheet_as_text import chance_lines
from engine.chances.distribution import mean, spread
from engine.chances.steps import DIE, run_procedure
from engine.combat.leaders import DETACHMENT, Commander
from engine.documents.complaints import NOTHING, Complaints
from engine.facts import countries
from engine.facts.board import Area
from engine.grammar import strength_does, thirds
from engine.modifiers import total
from engine.overseas import natives_math
from engine.overseas.attrition_percentages import by_stars
from engine.overseas.natives_math import Appeal

REGIONS: Final = ("america", "africa", "indonesia", "india")


class Speaker(NamedTuple):
    """The leader who uses the table: who he is in the data, and whether they keep him to Asia."""

    commander: Commander
    id: str
    asia: bool


class SpeakerShape(land_shapes.Leader):
    """A leader as other documents have him, and whether the data restrict him to Asia."""

    def read(self, value: object, path: str, complaints: Complaints) -> Any:
        """The leader as Speaker."""
        if value is None:
            return complaints.add(path, value, "is not a leader: only a leader may use the table")
        commander = super().read(value, path, complaints)
        if commander is NOTHING:
            return NOTHING
        known = countries.leaders().get(value) if isinstance(value, str) else None
        if known:
            return Speaker(commander, known.id, "asia" in known.flags)
        return Speaker(commander, commander.name.lower().replace(" ", "-"), False)


# The conquistador table.


def check_conquistador(values: dict[str, Any], complaints: Complaints) -> None:
    """The leader may use the table there, and there are natives."""
    area: Area | None = values["area"]
    speaker: Speaker = values["leader"]
    leader = speaker.commander
    if leader.manoeuvre < 0:
        complaints.lack("leader.manoeuvre", "a whole number from 0 to 9")
    if area is None and values["region"] is None:
        complaints.say("region", f"is missing, as area is: one of {', '.join(REGIONS)}")
        return
    if area is None and values["natives"] is None:
        complaints.say("natives", "is missing, as area is: the natives of the province")
    region = values["region"] if area is None else natives_math.region(area)
    if values["region"] not in (None, region):
        complaints.add("region", values["region"], "is not where the area lies; leave one out")
    why = natives_math.why_no_appeal(
        region, leader.kind, speaker.id, values["asia"] or speaker.asia
    )
    if why:
        complaints.add("leader", leader.name, f"may not: {why}")
    if area is not None and values["natives"] is None and not natives_math.strength(area):
        complaints.add("area", area.id, "has no natives")


def read(values: dict[str, Any]) -> Appeal:
    """The attempt that a document describes."""
    units: land_shapes.Troops = values["units"]
    given: land_shapes.Troops | None = values["natives"]
    return call_with(
        values,
        Appeal,
        values=natives_math.sum_of_values(values["leader"].commander),
        natives=given.strength if given else natives_math.strength(values["area"]),
        strength=units.strength + DETACHMENT * values["recruits"],
        army=any(kind in ("A+", "A-") for kind in units.kinds),
    )


def resolve_conquistador(values: dict[str, Any], table: Table) -> Answer:
    """One use of the table with its dice."""
    attempt = read(values)
    modifiers = natives_math.modifiers(attempt)
    found = run_procedure(natives_math.appeal(attempt, table.roll, by_stars(table.roll)))
    outcome = {
        "leader_sum": attempt.values,
        "modifier": total(modifiers),
        "total": found.total,
        "result": found.result,
        "success": found.resisters < found.natives,
        "deserters": land_shapes.split(found.deserters),
        "resisters": land_shapes.split(found.resisters),
        "removed": land_shapes.split(found.removed),
        "activated": True,
        "battle": found.resisters > 0,
    }

    head = f"Conquistador {found.total - total(modifiers)} {total(modifiers):+} = {found.total}, "
    fates = (
        ("join the stack", found.deserters),
        ("fight it", found.resisters),
        ("leave for this turn", found.removed),
    )
    joined, *others = (f"{thirds(size)} {strength_does(fate, size)}" for fate, size in fates)
    lines = (f"Of {thirds(found.natives)} LD of natives {joined},", ", ".join(others))
    title = f"{head}values {attempt.values}: {found.result}"
    return one_roll("conquistador", modifiers, (title, "head"), outcome, None, lines)


def odds_conquistador(values: dict[str, Any], table: Table) -> Answer:
    """The exact chance of each cell, and of each number of deserters and resisters."""
    attempt, dice = read(values), values["dice"]
    modifiers = natives_math.modifiers(attempt)
    chances = natives_math.chances(attempt, dice)
    stars = ("desert.star", "resist.star")
    table.asked |= {name for name in dice if name == "conquistador" or name.startswith(stars)}

    success = mean(chances, lambda each: each.resisters < each.natives)
    found: dict[str, Any] = {
        "success": float(success),
        "failure": float(1 - success),
        "result": spread(chances, lambda each: each.result),
        "deserters": spread(chances, lambda each: thirds(each.deserters)),
        "resisters": spread(chances, lambda each: thirds(each.resisters)),
        "expected_deserters": float(mean(chances, lambda each: each.deserters) / DETACHMENT),
        "expected_resisters": float(mean(chances, lambda each: each.resisters) / DETACHMENT),
    }

    head = f"Conquistador at {total(modifiers):+}, values {attempt.values}"
    lines = [
        *chance_lines(found["result"]),
        f"Expects {found['expected_deserters']:.2f} LD to join the stack",
        f"Expects {found['expected_resisters']:.2f} LD to fight it",
    ]
    return one_roll("conquistador", modifiers, (head, "head"), None, found, lines)


# Activation.


def check_activation(values: dict[str, Any], complaints: Complaints) -> None:
    """An area or a tolerance must be given."""
    if values["area"] is None and values["tolerance"] is None:
        complaints.say("tolerance", "is missing, as area is: a whole number from 0 to 10")


def _tolerance(values: dict[str, Any]) -> int:
    area: Area | None = values["area"]
    printed = area.tolerance if area else None
    given: int | None = values["tolerance"]
    return given if given is not None else printed or 0


def resolve_activation(values: dict[str, Any], table: Table) -> Answer:
    """The test of natives where a stack enters (NAT-04)."""
    tolerance = _tolerance(values)
    die = table.throw("activation", (), f"activation of natives: {tolerance} or less")
    active = natives_math.activates(die, tolerance)
    outcome = {"total": die, "tolerance": tolerance, "activated": active, "success": not active}

    said, role = ("attack", "bad") if active else ("stay calm", "good")
    line = f"Activation {die}, tolerance {tolerance}: the natives {said}"
    return one_roll("activation", (), (line, role), outcome, shown=False)


def odds_activation(values: dict[str, Any], table: Table) -> Answer:
    """The chance that natives become active."""
    tolerance, dice = _tolerance(values), table.faces("activation")
    active = sum(natives_math.activates(die, tolerance) for die in dice)
    attack, calm = active / len(dice), (len(dice) - active) / len(dice)
    found = {"activated": attack, "success": calm, "failure": attack}
    head = f"Natives attack: {attack:.0%} of {DIE} faces"
    return one_roll("activation", (), (head, "head"), None, found, shown=False)


WORDS: Final = {**land_shapes.WORDS, "speaker": SpeakerShape()}
