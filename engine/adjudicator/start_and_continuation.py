"""The kinds `start` and `continuation`: the rounds of a Military phase."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from engine.adjudicator import land_shapes
from engine.adjudicator.document_kind import Answer, Table, facts_of, one_roll
from engine.adjudicator.sheet_as_text import Line
from engine.documents.fields import Choice
from engine.facts import tables
from engine.modifiers import total
from engine.rounds import rounds

BOXES: Final = tuple(box for box in tables.boxes() if box != rounds.END)


def _weather(found: rounds.Round) -> Line:
    return f"Next: {', '.join([found.box, *found.circumstances])}", "head"


def resolve_continuation(values: dict[str, Any], table: Table) -> Answer:
    """The continuation roll (CON-01 to CON-08)."""
    modifiers = rounds.continuation_modifiers(values["period"], values["poor_weather"])
    die = table.throw("continuation", modifiers, "the next round")
    modified = die + total(modifiers)
    found = rounds.round_after(values["round"], die, modified, values["poor_weather"])
    outcome = {
        "modified": modified,
        "next": found.box,
        "extended_campaign": found.extended,
        **facts_of(found, "bad_weather", "sund_frozen"),
    }
    head = f"Continuation {die} {total(modifiers):+} = {modified}"
    return one_roll("continuation", modifiers, head, outcome, None, [_weather(found)], False)


def resolve_start(values: dict[str, Any], table: Table) -> Answer:
    """The first round (INI-08 to INI-10)."""
    die = table.throw("start", (), "the first round")
    found = rounds.first_round(die, values["poor_weather"])
    outcome = {"round": found.box, **facts_of(found, "bad_weather", "sund_frozen")}
    return one_roll("start", (), f"Start {die}", outcome, None, [_weather(found)], False)


def _numbers(chances: Mapping[Any, Fraction]) -> dict[str, float]:
    return {str(key): float(chance) for key, chance in chances.items()}


def _chances(box: str, values: dict[str, Any], known: str) -> Answer:
    modifiers = rounds.continuation_modifiers(values["period"], values["poor_weather"])
    found = rounds.track_chances(box, total(modifiers), known)
    answer: dict[str, Any] = {
        "next": _numbers(found.next),
        "played": _numbers(found.played),
        "left": _numbers(found.left),
        "ends_next": float(found.ends_next),
    }

    lines: list[Line] = [
        *(f"  {name:4} {chance:6.1%}" for name, chance in answer["next"].items()),
        ("Rounds left", "head"),
        *(f"  {name:>4} {chance:6.1%}" for name, chance in answer["left"].items()),
        ("Will be played", "head"),
        *(f"  {name:4} {chance:6.1%}" for name, chance in answer["played"].items()),
        f"The phase ends next: {answer['ends_next']:.1%}",
    ]
    return one_roll("continuation", modifiers, ("Next", "head"), None, answer, lines, False)


def odds_continuation(values: dict[str, Any], table: Table) -> Answer:
    """The exact chances of the rounds to come after a box."""
    known = ""
    if "continuation" in values["dice"]:
        known = (resolve_continuation(values, table).outcome or {})["next"]
    return _chances(values["round"], values, known)


def odds_start(values: dict[str, Any], table: Table) -> Answer:
    """The exact chances of the rounds of a phase before its first."""
    known = ""
    if "start" in values["dice"]:
        known = (resolve_start(values, table).outcome or {})["round"]
    return _chances("start", values, known)


WORDS: Final = {**land_shapes.WORDS, "round": Choice(BOXES, "a round")}
