"""The document of a battle at sea: its fields, how they go together, the fleets they make."""

from __future__ import annotations

from typing import Any, Final

from engine.adjudicator import fight_answers as shared
from engine.adjudicator import land_shapes, sea_shapes
from engine.adjudicator.document_kind import call_with
from engine.combat.leaders import Commander
from engine.documents import typed
from engine.documents.complaints import Complaints
from engine.documents.fields import (
    Choice,
    Flag,
    Shape,
)
from engine.facts import countries, tables
from engine.facts.document_fields import Words
from engine.sea.battle_math import fleet_in_battle
from engine.sea.battle_math.fleet_in_battle import Fleet, Waters

FLAGS: Final = ("evade", "break_fire1", "break_fire2", "retreat1")
CAPTURE: Final = "capture"


class Decision(Shape):
    """A decision of a battle at sea, by the name it has."""

    def read(self, value: object, path: str, complaints: Complaints) -> Any:
        """A flag, or the ships to capture."""
        if path.endswith("." + CAPTURE):
            return sea_shapes.PRIZES.read(value, path, complaints)
        return Flag().read(value, path, complaints)

    def typed(self, text: str) -> Any:
        """Yes or no, or ships."""
        flag = typed.flag_of(text)
        return typed.units_of(text) if flag is text else flag

    def schema(self) -> dict[str, Any]:
        """Either."""
        return {"anyOf": [Flag().schema(), sea_shapes.PRIZES.schema()]}


WORDS: Final[Words] = {
    **land_shapes.WORDS,
    "naval units": sea_shapes.NavalUnits(),
    "first line": Choice(tuple(fleet_in_battle.LINES), "a first line"),
    "decision": Decision(),
}


def check_naval_battle(values: dict[str, Any], complaints: Complaints) -> None:
    """What no field alone can tell: names, who is phasing, the turn, lines, the decisions."""
    names = shared.check_sides(values, complaints)
    if values["turn"] is None and values["period"] is None:
        complaints.lack("turn", f"a turn from 1 to {tables.last_turn()}, or a period")
    elif values["period"] is not None:
        shared.check_turn(values, complaints)
        values["turn"] = values["turn"] or tables.period(values["period"]).first_turn
    for number, each in enumerate(values["sides"]):
        ships = each["units"].ships
        possible = fleet_in_battle.lines(ships)
        if each["line"] is None:
            each["line"] = fleet_in_battle.usual_line(ships)
        elif each["line"] not in possible:
            wanted = f"cannot be its first line; it may be: {', '.join(possible)}"
            complaints.add(f"sides[{number}].line", each["line"], wanted)
    known = [f"{name}.{what}" for name in names for what in (*FLAGS, CAPTURE)]
    for name, decided in values["decisions"].items():
        if not shared.check_decision(name, known, complaints) or not name.endswith(".evade"):
            continue
        phasing = values["sides"][names.index(name.removesuffix(".evade"))]["phasing"]
        if decided and (phasing or values["interception"]):
            complaints.say(f"decisions.{name}", shared.NO_EVASION)


def waters(values: dict[str, Any]) -> Waters:
    """Where and when the battle is fought."""
    return call_with(values, Waters, off=land_shapes.switched_off(values["options"]))


def _fleet(each: dict[str, Any], commander: Commander) -> Fleet:
    return call_with(
        each,
        Fleet,
        country=countries.country(each["country"]).id,
        ships=each["units"].ships,
        commander=commander,
        minor=land_shapes.is_minor(each),
    )


def fleets_of(values: dict[str, Any], commanders: list[Commander]) -> tuple[Fleet, Fleet]:
    """Both fleets with these admirals."""
    one, other = (
        _fleet(each, commander) for each, commander in zip(values["sides"], commanders, strict=True)
    )
    return one, other
