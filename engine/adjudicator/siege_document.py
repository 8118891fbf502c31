"""The document of a siege, which serves an undermining roll and an assault alike."""

from __future__ import annotations

from typing import Any, Final

from engine.adjudicator import land
from engine.combat.leaders import Commander
from engine.documents.complaints import Complaints
from engine.documents.fields import Choice, Field, Fields, Flag, Listed, Named, Perhaps, Whole
from engine.land.battle import contingents
from engine.land.battle.contingents import Side
from engine.land.siege import assault as storming
from engine.land.siege import undermining

NAMES: Final = ("BESIEGER", "BESIEGED")
KEYS: Final = ("besieger", "besieged")
DECISIONS: Final = ("war_honour", "assault", "man_fortress", "plunder")
SIEGE: Final = Field("siege", Whole(0, 9, "a siege value"), "best siege value on that side", 0)


def _troops(least: int, technology: bool) -> Fields:
    default: dict[str, Any] = {} if technology else {"default": None}
    shape = land.TECHNOLOGY if technology else Perhaps(land.TECHNOLOGY)
    return Fields(
        [
            land.TROOPS[0],
            Field("technology", shape, "land technology", **default),
            Field("units", land.LandUnits(least), "land units"),
            *land.TROOPS[1:],
            SIEGE,
        ],
        "a side",
    )


def fields(technology: bool) -> tuple[Field, ...]:
    """The fields of a document of a siege; an assault wants the besieged's `technology`."""
    port = Perhaps(Choice(("open", "blockaded"), "a state of a port"))
    works = Listed(Choice(("-", "+"), "a siegework"), 0, undermining.MOST_WORKS)
    decided = Named(Flag(), "decisions", lambda name: name in DECISIONS, ", ".join(DECISIONS))
    return (
        Field("period", land.PERIOD, "period, I to VII"),
        Field("map", land.MAP, "europe, or rotw for the Rest of the World", "europe"),
        Field("terrain", land.TERRAIN, "terrain of the province", "plain"),
        Field("port", port, "its port: open (or resupplied), blockaded, null for none", None),
        Field("fortress", Whole(0, 5, "a level"), "level of the fortress, 0 for a fort"),
        Field("fort", Flag(), "whether it is a fort", False),
        Field("city", Flag(), "whether it is a city of the Rest of the World", False),
        Field("siegeworks", works, "siegeworks, - or +", []),
        Field("breach", Flag(), "the assault follows a breach at once", False),
        Field("breach_this_turn", Flag(), "a breach was obtained this turn", False),
        Field("assault_this_turn", Flag(), "an assault of this turn caused a loss", False),
        Field("first_round", Flag(), "the first round of siege this turn", True),
        Field("continued_from_last_turn", Flag(), "the siege began in an earlier turn", False),
        Field("supply_distance", Whole(0, 99, "a distance"), "MP to a source of supply", 0),
        Field("bad_weather", Flag(), "whether the weather is bad", False),
        Field("besieger", _troops(1, True), "the besieging stack"),
        Field("besieged", _troops(0, technology), "the fortress and the troops inside"),
        Field("decisions", decided, ", ".join(DECISIONS), {}),
        land.OPTION_FIELD,
    )


def check(values: dict[str, Any], complaints: Complaints) -> None:
    """A fort has no level, and a fortress without a level is a fort."""
    if values["fort"] and values["fortress"]:
        complaints.add("fortress", values["fortress"], "is not the level of a fort, which is 0")
    if not values["fortress"] and not values["fort"]:
        values["fort"] = True


def check_undermining(values: dict[str, Any], complaints: Complaints) -> None:
    """Besides, what an assault at once would need."""
    check(values, complaints)
    if values["decisions"].get("assault") and values["besieged"]["technology"] is None:
        complaints.lack("besieged.technology", "the assault asks for it")


def thirds_of(each: dict[str, Any]) -> int:
    """Thirds of a detachment of a side."""
    troops: land.Troops = each["units"]
    return troops.strength


def side_of(values: dict[str, Any], at: int, commander: Commander) -> Side:
    """A side; the besieged have the technology of the besieger unless theirs is given."""
    each = values[KEYS[at]]
    technology = each["technology"] or values["besieger"]["technology"]
    return land.side({**each, "technology": technology}, NAMES[at], values["period"], commander)


NOBODY: Final = Commander("nobody", 0, 0, 0)


def best_siege(each: dict[str, Any]) -> int:
    """The best siege value of a side: as given, or its leader's own."""
    leader: Commander | None = each["leader"]
    given: int = each["siege"]
    return max(given, leader.siege if leader is not None else 0)


def siege_of(values: dict[str, Any]) -> undermining.Siege:
    """The siege before its undermining roll."""
    sides = [side_of(values, at, NOBODY) for at in (0, 1)]
    return undermining.Siege(
        values["fortress"],
        values["map"],
        values["terrain"],
        values["port"] or "",
        values["fort"],
        tuple(values["siegeworks"]),
        values["breach_this_turn"],
        values["assault_this_turn"],
        values["first_round"],
        values["continued_from_last_turn"],
        contingents.artillery_of(sides[0], values["period"]),
        best_siege(values["besieger"]),
        best_siege(values["besieged"]),
        sides[1].strength,
        sides[1].army,
        values["supply_distance"],
        land.switched_off(values["options"]),
    )


def walls(values: dict[str, Any], breach: bool) -> storming.Walls:
    """The fortress as an assault finds it, after a breach or not."""
    return storming.Walls(
        values["fortress"],
        values["period"],
        values["map"],
        breach,
        values["assault_this_turn"],
        values["city"],
        land.switched_off(values["options"]),
    )
