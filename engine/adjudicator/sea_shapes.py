"""What documents about ships share: technologies of the sea, and naval units."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from engine.documents import typed
from engine.documents.complaints import NOTHING, Complaints, repetitions
from engine.documents.fields import Choice, Listed, Shape, Whole
from engine.facts import tables
from engine.sea.battle_math import fleet_in_battle

SHIPS: Final = ("NWD", "NGD", "VGD", "NTD", "NDE")
IN_FLEETS: Final = ("NWD", "NGD", "VGD", "NTD")
FLEETS: Final = ("F+", "F-")
MOST: Final = 100  # detachments
COUNT: Final = Whole(0, MOST, "a number of ships")

TECHNOLOGY: Final = Choice(
    tables.NAVAL_TECHNOLOGIES,
    "a technology of the sea",
    {code: tables.technology(code) for code in ("GA", "CAR", "GLN", "GF", "BAT", "VE", "TD", "SF")},
)


class Navy(NamedTuple):
    """Naval units: all their ships by kind, and the number of fleet counters they lie in."""

    ships: dict[str, int]
    fleets: int


class Counts(Shape):
    """An object of what there is of each kind; `noun` names a kind, `what` the whole, in a
    complaint."""

    def __init__(self, shapes: Mapping[str, Shape], noun: str, what: str = "units") -> None:
        self.shapes, self.kind, self.what = shapes, Choice(tuple(shapes), noun), what

    def read(self, value: object, path: str, complaints: Complaints) -> Any:
        """What stands there by its kind."""
        if not isinstance(value, dict):
            return complaints.add(path, value, f"is no object of {self.what}")
        repetitions(value, path, complaints)
        return {
            name: self.shapes[name].read(each, f"{path}.{name}", complaints)
            for name, each in value.items()
            if self.kind.read(name, path, complaints) is not NOTHING
        }

    def schema(self) -> dict[str, Any]:
        """An object with these properties alone."""
        properties = {name: shape.schema() for name, shape in self.shapes.items()}
        return {"type": "object", "properties": properties, "additionalProperties": False}


HELD: Final = Counts(
    dict.fromkeys(IN_FLEETS, COUNT), "a ship of a fleet", "the ships that the fleet holds"
)


def entries(value: object, path: str) -> Iterator[tuple[object, str]]:
    """The entries of a list with their paths; what is no list is the one entry."""
    if not isinstance(value, list):
        yield value, path
        return
    for number, each in enumerate(value):
        yield each, f"{path}[{number}]"


class Fleets(Shape):
    """What a fleet counter holds, or a list of what several do."""

    def read(self, value: object, path: str, complaints: Complaints) -> Any:
        """The ships of each."""
        return [HELD.read(each, here, complaints) for each, here in entries(value, path)]

    def schema(self) -> dict[str, Any]:
        """Either."""
        return {"anyOf": [HELD.schema(), {"type": "array", "items": HELD.schema()}]}


UNITS: Final = Counts(
    {**dict.fromkeys(FLEETS, Fleets()), **dict.fromkeys(SHIPS, COUNT)}, "a naval unit"
)
SHIP: Final = Choice(SHIPS, "a kind of ship")


class NavalUnits(Shape):
    """Naval units: fleet counters with the ships they hold, and loose ships.

    A list (`"NWD"`, or an object such as `{"F+": {"NWD": 4}}`), or one object; several fleets of a
    side stand in a list of what they hold.
    """

    def typed(self, text: str) -> Any:
        """A list of the ships and the fleets."""
        return typed.units_of(text)

    def read(self, value: object, path: str, complaints: Complaints) -> Any:
        """The ships of all of them, as Navy."""
        before = len(complaints.lines)
        found: list[dict[Any, Any]] = []
        for each, here in entries(value, path):
            if isinstance(each, dict):
                found.append(UNITS.read(each, here, complaints))
            elif isinstance(value, list):
                found.append({SHIP.read(each, here, complaints): 1})
            else:
                wanted = "is neither a list of naval units nor an object of F+, F- and ships"
                complaints.add(path, value, wanted)
            if len(complaints.lines) > before + MOST:
                break
        if len(complaints.lines) > before:
            return NOTHING
        fleets = [held for each in found for name in FLEETS for held in each.pop(name, ())]
        counts: Counter[str] = Counter()
        for each in (*found, *fleets):
            counts.update(each)
        ships = {kind: counts[kind] for kind in SHIPS if counts[kind]}
        if not 0 < fleet_in_battle.thirds(ships) <= 3 * MOST:
            return complaints.say(path, f"must hold ships, at most {MOST} detachments of them")
        return Navy(ships, len(fleets))

    def schema(self) -> dict[str, Any]:
        """A list of units, or an object of them."""
        items = {"anyOf": [SHIP.schema(), UNITS.schema()]}
        return {"anyOf": [UNITS.schema(), {"type": "array", "items": items}]}


PRIZES: Final = Listed(Choice(IN_FLEETS, "a kind of ship"), 0, 40)


def thirds_of(strength: dict[str, int]) -> int:
    """Thirds of a detachment of the ships among some figures by kind."""
    return fleet_in_battle.thirds({kind: strength[kind] for kind in SHIPS})


def ships_in_words(ships: dict[str, int]) -> str:
    """Ships in words: `4 NWD NTD`."""
    return " ".join(
        f"{number} {kind}" if number > 1 else kind for kind, number in ships.items() if number
    )
