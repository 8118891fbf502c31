"""The document of a battle on land: its fields, how they go together, the sides they make."""

from __future__ import annotations

from typing import Any, Final

from engine.adjudicator import fight_answers as shared
from engine.adjudicator import land_shapes
from engine.adjudicator.document_kind import call_with
from engine.combat.leaders import DETACHMENT, Commander
from engine.documents import typed
from engine.documents.complaints import Complaints
from engine.documents.fields import Flag, Shape
from engine.facts.document_fields import record
from engine.grammar import thirds
from engine.land.battle import battle_math, retreat_math
from engine.land.battle.battle_math import Setup
from engine.land.battle.modifiers import Situation

SPLIT: Final = record("a split between fortress and province", {})


class Decision(Shape):
    """A decision of a battle: yes or no, and of an evasion also how many detachments go where."""

    def read(self, value: object, path: str, complaints: Complaints) -> Any:
        """A flag, or the split."""
        splits = path.endswith(".evade") and isinstance(value, dict)
        return (SPLIT if splits else Flag()).read(value, path, complaints)

    def typed(self, text: str) -> Any:
        """Yes or no."""
        return typed.flag_of(text)

    def schema(self) -> dict[str, Any]:
        """Either."""
        return {"anyOf": [Flag().schema(), SPLIT.schema()]}


def check_battle(values: dict[str, Any], complaints: Complaints) -> None:
    """What no field alone can tell: names, who is phasing, the turn, the decisions."""
    sides = values["sides"]
    names = shared.check_sides(values, complaints)
    shared.check_turn(values, complaints)
    for number, each in enumerate(sides):
        if each["fort"] and each["fortress"]:
            complaints.say(f"sides[{number}].fortress", "a fort has no level; leave it out, or 0")
    known = [f"{name}.{what}" for name in names for what in ("evade", "retreat1", "withdraw")]
    for name, decided in values["decisions"].items():
        if not shared.check_decision(name, known, complaints):
            continue
        if name.endswith(".evade") and decided is not False:
            _check_evasion(values, sides[names.index(name[: -len(".evade")])], decided, complaints)


def _check_evasion(
    values: dict[str, Any], each: dict[str, Any], decided: Any, complaints: Complaints
) -> None:
    """Who may evade, and where to (EVA-01, EVA-10 to EVA-15)."""
    path = f"decisions.{each['name']}.evade"
    troops: land_shapes.Troops = each["units"]
    room = _fortress_room(each)
    if each["phasing"] or values["interception"]:
        complaints.say(path, shared.NO_EVASION)
    elif decided is True:
        if not each["retreat_province"]:
            complaints.say(path, "there is no province to evade to; a split may name the fortress")
    elif decided["fortress"] * DETACHMENT > room:
        wanted = f"the fortress takes at most {room // DETACHMENT} LD"
        complaints.add(f"{path}.fortress", decided["fortress"], f"is too many: {wanted}")
    elif (decided["fortress"] + decided["province"]) * DETACHMENT < troops.strength:
        few = f"places fewer than {thirds(troops.strength)} LD; who stays outside fights"
        complaints.say(path, f"{few}: name only those in `units`, and no evasion")
    elif decided["province"] and not each["retreat_province"]:
        complaints.add(f"{path}.province", decided["province"], "is too many: there is no province")


def _fortress_room(each: dict[str, Any]) -> int:
    """Thirds that the friendly fortress takes: 1 LD a level, 1 LD in a fort (EVA-A5, RET-A6)."""
    return DETACHMENT * (1 if each["fort"] else each["fortress"] or 0)


def room_of(each: dict[str, Any]) -> int | None:
    """Thirds that can retreat, None for all (RET-18, RET-21)."""
    given: int | None = each["retreat_room"]
    if given is not None:
        return DETACHMENT * given
    if not each["can_retreat"]:
        return 0
    return None if each["retreat_province"] else _fortress_room(each)


def rooms_for(values: dict[str, Any], order: tuple[int, ...]) -> list[int | None]:
    """The room of each side for a given order of retreats."""
    rooms = list(map(room_of, values["sides"]))
    for at, each in enumerate(values["sides"]):
        if each["retreat_room"] is None:
            rooms[at] = retreat_math.room(order, at, rooms[at])
    return rooms


def setup_of(values: dict[str, Any], commanders: list[Commander]) -> Setup:
    """The battle with these commanders, before its first die."""
    situation = call_with(values, Situation, off=land_shapes.switched_off(values["options"]))
    one, other = (
        land_shapes.side(each, each["name"], values["period"], commander)
        for each, commander in zip(values["sides"], commanders, strict=True)
    )
    return battle_math.setup(situation, one, other)
