"""Kinds that are one modified die against a threshold."""

from __future__ import annotations

from typing import Any, Final

from engine import battle, odds, tables
from engine.report import Modifier, total
from engine.resolving.fields import Choice, Field, Perhaps, Whole
from engine.resolving.kind import Answer, Kind, Table, reported
from engine.resolving.sheet import Paint

MANOEUVRE: Final = Perhaps(Whole(0, 9, "a manoeuvre"), 0)

EVADE: Final = (
    Field("domain", Choice(("land", "sea"), "a domain"), "land or sea", "land"),
    Field("manoeuvre", MANOEUVRE, "manoeuvre of the evading commander; null: no leader", 0),
    Field("enemy_manoeuvre", MANOEUVRE, "manoeuvre of the phasing commander", 0),
)


def _evasion(values: dict[str, Any]) -> tuple[tuple[Modifier, ...], int]:
    modifiers = battle.evasion_modifiers(values["manoeuvre"], values["enemy_manoeuvre"])
    return modifiers, tables.interception_value(values["domain"], "evasion", "success_on")


def evade(values: dict[str, Any], table: Table) -> Answer:
    """A test of evasion (EVA-03)."""
    modifiers, needed = _evasion(values)
    die = table.throw("evade", modifiers, f"evasion: {needed} or more")
    reached = die + total(modifiers)
    outcome = {"total": reached, "needed": needed, "success": reached >= needed}
    said = "succeeds" if reached >= needed else "fails"

    def sheet(paint: Paint) -> list[str]:
        line = f"Evasion {die} {total(modifiers):+} = {reached}, {needed} or more: {said}"
        return [paint(line, "head")]

    return Answer(outcome, reported([("", "evade", modifiers)]), sheet)


def evade_odds(values: dict[str, Any], table: Table) -> Answer:
    """The chance of an evasion."""
    modifiers, needed = _evasion(values)
    die = values["dice"].get("evade")
    chance = odds.at_least(needed, modifiers)
    if die is not None:
        table.asked.add("evade")
        chance = float(die + total(modifiers) >= needed)
    return Answer(
        None,
        reported([("", "evade", modifiers)]),
        lambda paint: [paint(f"Evasion succeeds: {chance:.0%}", "head")],
        {"success": chance},
    )


KINDS: Final = {
    "evade": Kind(
        "evade", EVADE, {"domain": "land", "manoeuvre": 4, "enemy_manoeuvre": 2}, evade, evade_odds
    )
}
