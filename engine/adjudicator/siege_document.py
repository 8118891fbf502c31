"""The document of a siege, which serves an undermining roll and an assault alike."""

from __future__ import annotations

from typing import Any, Final

from engine.adjudicator import land_shapes
from engine.adjudicator.document_kind import call_with
from engine.combat.leaders import Commander
from engine.documents.complaints import Complaints
from engine.facts.document_fields import Words, record
from engine.land.battle import contingents
from engine.land.battle.contingents import Side
from engine.land.siege import assault_math as storming
from engine.land.siege import undermining_math

NAMES: Final = ("BESIEGER", "BESIEGED")
KEYS: Final = ("besieger", "besieged")
DECISIONS: Final = ("war_honour", "assault", "man_fortress", "plunder")


WORDS: Final[Words] = {
    **land_shapes.WORDS,
    "a side (besieging)": record("a side (besieging)", land_shapes.WORDS),
    "siege decisions": land_shapes.switches("decisions", *DECISIONS),
}


def check_assault(values: dict[str, Any], complaints: Complaints) -> None:
    """A fort has no level, and a fortress without a level is a fort."""
    if values["fort"] and values["fortress"]:
        complaints.add("fortress", values["fortress"], "is not the level of a fort, which is 0")
    if not values["fortress"] and not values["fort"]:
        values["fort"] = True


def check_undermine(values: dict[str, Any], complaints: Complaints) -> None:
    """Besides, what an assault at once would need."""
    check_assault(values, complaints)
    if values["decisions"].get("assault") and values["besieged"]["technology"] is None:
        complaints.lack("besieged.technology", "the assault asks for it")


def side_of(values: dict[str, Any], at: int, commander: Commander) -> Side:
    """A side; the besieged have the technology of the besieger unless theirs is given."""
    each = values[KEYS[at]]
    technology = each["technology"] or values["besieger"]["technology"]
    return land_shapes.side(
        {**each, "technology": technology}, NAMES[at], values["period"], commander
    )


NOBODY: Final = Commander("nobody", 0, 0, 0)


def best_siege(each: dict[str, Any]) -> int:
    """The best siege value of a side: as given, or its leader's own."""
    leader: Commander | None = each["leader"]
    given: int = each["siege"]
    return max(given, leader.siege if leader is not None else 0)


def siege_of(values: dict[str, Any]) -> undermining_math.Siege:
    """The siege before its undermining roll."""
    sides = [side_of(values, at, NOBODY) for at in (0, 1)]
    return call_with(
        {**values, **_as_rules_say(values), "breach": values["breach_this_turn"]},
        undermining_math.Siege,
        port=values["port"] or "",
        works=tuple(values["siegeworks"]),
        continued=values["continued_from_last_turn"],
        artillery=contingents.artillery_of(sides[0], values["period"]),
        siege=best_siege(values["besieger"]),
        enemy_siege=best_siege(values["besieged"]),
        inside=sides[1].strength,
        army_inside=sides[1].army,
        supply=values["supply_distance"],
    )


def walls(values: dict[str, Any]) -> storming.Walls:
    """The fortress as an assault finds it, after a breach or not."""
    return call_with({**values, **_as_rules_say(values)}, storming.Walls)


def _as_rules_say(values: dict[str, Any]) -> dict[str, Any]:
    """What both call otherwise than a document."""
    off = land_shapes.switched_off(values["options"])
    return {"level": values["fortress"], "assaulted": values["assault_this_turn"], "off": off}
