"""The kind `explore`: one exploration by sea or by land, its losses and its leaders (EXP)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from engine.adjudicator import land_shapes, sea_shapes, voyages
from engine.adjudicator.document_kind import Answer, Table, call_with, facts_of, one_roll
from engine.adjudicator.sheet_as_text import chance_lines
from engine.chances.distribution import mean, spread
from engine.chances.steps import run_procedure
from engine.combat.leaders import DETACHMENT, Commander
from engine.documents.complaints import Complaints
from engine.grammar import thirds
from engine.modifiers import total
from engine.overseas import exploration_math
from engine.overseas.attrition_percentages import by_stars
from engine.overseas.exploration_math import Expedition, Outcome
from engine.sea.under_way.attrition import WHOLE_AT

UNITS: Final = {"land": "LD", "sea": "ND"}  # what is lost, by the domain


def check_explore(values: dict[str, Any], complaints: Complaints) -> None:
    """Somebody must explore, and may; ships have a technology."""
    leader: Commander | None = values["leader"]
    if leader is not None and leader.kind == "missionary":
        complaints.say("leader.kind", "a missionary never leads: say it in the field missionary")
    if "missionary" in values["decisions"] and values["missionary"] is None:
        complaints.say("decisions.missionary", "there is no missionary in the field missionary")
    if not _strength(values) and leader is None and values["missionary"] is None:
        complaints.lack("strength", "nobody explores, neither units nor a leader")
    if values["domain"] == "land":
        if leader is not None and not exploration_math.may_explore(leader, values["coastal"]):
            complaints.say("coastal", "an explorer never goes further inland than the coast")
    elif _strength(values) > voyages.MOST:
        complaints.say("strength", f"may hold at most {voyages.MOST // DETACHMENT} detachments")
    elif _strength(values) and values["technology"] is None:
        words = ", ".join(sea_shapes.TECHNOLOGY.words)
        complaints.lack("technology", f"the ships are of one of {words}")


def _strength(values: dict[str, Any]) -> int:
    given = values["strength"]
    if values["domain"] == "land":
        return int(given.strength)
    return sea_shapes.thirds_of(given)


def read(values: dict[str, Any]) -> Expedition:
    """The expedition that a document describes."""
    besides: dict[str, Any] = {"missionary_guides": values["decisions"].get("missionary")}
    if values["domain"] == "sea":
        ships = {kind for kind in sea_shapes.SHIPS if values["strength"][kind]}
        besides["technology"] = values["technology"] or "" if ships else ""
        besides["whole_ships"] = bool(ships) and ships <= {*WHOLE_AT}
    return call_with(values, Expedition, strength=_strength(values), **besides)


def _fate(who: str, outcome: Outcome) -> str | None:
    if who in outcome.dead:
        return "killed"
    return "unhurt" if who == outcome.tested else None


def resolve_explore(values: dict[str, Any], table: Table) -> Answer:
    """One exploration with its dice."""
    expedition = read(values)
    modifiers = exploration_math.modifiers(expedition)
    found = run_procedure(exploration_math.explore(expedition, table.roll, by_stars(table.roll)))
    leader = expedition.leader
    killed = "leader" in found.dead
    replaced = leader is not None and exploration_math.replaced_on_the_spot(leader, found.left)
    outcome = {
        "modifier": total(modifiers),
        "total": found.total,
        "result": "S" if found.success else "F",
        **facts_of(found, "half", "mark", "success", "discovered", "moves", "percent"),
        "remaining": land_shapes.split(found.left),
        **land_shapes.losses(expedition.strength - found.left, "rotw"),
        "destroyed": expedition.strength > 0 and not found.left,
        "guide": expedition.guide.who or None,
        "tested": found.tested or None,
        "leader": _fate("leader", found),
        "missionary": _fate("missionary", found),
        "replacement_on_the_spot": killed and replaced,
    }

    die = found.total - total(modifiers)
    head = f"Exploration by {expedition.domain} {die} {total(modifiers):+} = {found.total}: "
    verdict, role = ("success", "good") if found.success else ("failure", "bad")
    lines = []
    if expedition.strength:
        left = f"{thirds(found.left)} {UNITS[expedition.domain]} left"
        lines.append(f"Losses {found.percent} %: {left}")
    lines += [f"The {who} dies" for who in found.dead]
    if found.tested and not found.dead:
        lines.append(f"The {found.tested} survives")
    if found.success:
        lines.append(_place(found))
    return one_roll("explore", modifiers, (head + verdict, role), outcome, None, lines)


def _place(found: Outcome) -> str:
    if not found.discovered:
        return "Nobody is left to bring the discovery home"
    if found.moves:
        return "They stand in the zone they discovered"
    return "They know of the province but stay where they are: it is a neutral's"


def odds_explore(values: dict[str, Any], table: Table) -> Answer:
    """The exact chance of each result, of each strength left, and of each leader's fate."""
    expedition, dice = read(values), values["dice"]
    modifiers = exploration_math.modifiers(expedition)
    chances = exploration_math.chances(expedition, dice)
    known = ("explore", "half", "death")
    table.asked |= {name for name in dice if name in known or name.split(".")[0] == "star"}

    def chance(holds: Callable[[Outcome], bool]) -> float:
        return float(mean(chances, holds))

    strength, unit = expedition.strength, UNITS[expedition.domain]
    lost = mean(chances, lambda each: strength - each.left)
    found: dict[str, Any] = {
        "success": chance(lambda each: each.success),
        "failure": chance(lambda each: not each.success),
        "discovered": chance(lambda each: each.discovered),
        "moves": chance(lambda each: each.moves),
        "destroyed": chance(lambda each: strength > 0 and not each.left),
        "percent": spread(chances, lambda each: str(each.percent)),
        "remaining": spread(chances, lambda each: thirds(each.left)),
        "unit": unit,
        "expected_losses": float(lost / DETACHMENT),
    }

    for who in expedition.people:
        fates = spread(chances, partial(_fate, who))
        found[who] = {fate or "untested": share for fate, share in fates.items()}
    head = f"Exploration by {expedition.domain} at {total(modifiers):+}"
    told = {"success": found["success"]}
    told["success, and somebody is left to report it"] = found["discovered"]
    lines = chance_lines(told)
    if strength:
        lines += chance_lines({"every unit is lost": found["destroyed"]})
        lines.append(f"Expects to lose {found['expected_losses']:.2f} {unit}")
    deaths = {f"the {who} dies": found[who].get("killed", 0) for who in expedition.people}
    return one_roll(
        "explore", modifiers, (head, "head"), None, found, [*lines, *chance_lines(deaths)]
    )


WORDS: Final = {
    **land_shapes.WORDS,
    "decisions": land_shapes.switches("decisions", "missionary"),
}
