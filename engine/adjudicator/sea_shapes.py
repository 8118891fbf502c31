"""What documents about ships share: technologies of the sea, and naval units."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from engine.documents import typed
from engine.documents.complaints import NOTHING, Complaints, repetitions
from engine.documents.fields import Choice, Listed, Shape, Whole
from engine.facts import tables
from engine.sea.battle_math.fleet_in_battle import thirds

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
        ships = dict.fromkeys(SHIPS, 0)
        fleets = 0
        for number, each in enumerate(value if isinstance(value, list) else [value]):
            here = f"{path}[{number}]" if isinstance(value, list) else path
            if isinstance(each, dict):
                fleets += self._object(ships, each, here, complaints)
            elif isinstance(value, list):
                kind = Choice(SHIPS, "a kind of ship").read(each, here, complaints)
                if kind is not NOTHING:
                    ships[kind] += 1
            else:
                wanted = "is neither a list of naval units nor an object of F+, F- and ships"
                complaints.add(path, value, wanted)
            if len(complaints.lines) > before + MOST:
                break
        if len(complaints.lines) > before:
            return NOTHING
        found = {kind: number for kind, number in ships.items() if number}
        if not 0 < thirds(found) <= 3 * MOST:
            return complaints.say(path, f"must hold ships, at most {MOST} detachments of them")
        return Navy(found, fleets)

    def _object(
        self, ships: dict[str, int], value: dict[Any, Any], path: str, complaints: Complaints
    ) -> int:
        """Adds an object of counts and of fleets; the number of fleets."""
        repetitions(value, path, complaints)
        fleets = 0
        for name, each in value.items():
            here = f"{path}.{name}"
            kind = Choice((*FLEETS, *SHIPS), "a naval unit").read(name, path, complaints)
            if kind is NOTHING:
                continue
            if name in FLEETS:
                held = each if isinstance(each, list) else [each]
                fleets += len(held)
                for number, one in enumerate(held):
                    place = f"{here}[{number}]" if isinstance(each, list) else here
                    self._fleet(ships, one, place, complaints)
            else:
                count = COUNT.read(each, here, complaints)
                ships[name] += 0 if count is NOTHING else count
        return fleets

    @staticmethod
    def _fleet(ships: dict[str, int], value: object, path: str, complaints: Complaints) -> None:
        if not isinstance(value, dict):
            complaints.add(path, value, "is no object of the ships that the fleet holds")
            return
        repetitions(value, path, complaints)
        for name, each in value.items():
            if Choice(IN_FLEETS, "a ship of a fleet").read(name, path, complaints) is NOTHING:
                continue
            count = COUNT.read(each, f"{path}.{name}", complaints)
            ships[name] += 0 if count is NOTHING else count

    def schema(self) -> dict[str, Any]:
        """A list of units, or an object of them."""
        count = COUNT.schema()
        held = {
            "type": "object",
            "properties": dict.fromkeys(IN_FLEETS, count),
            "additionalProperties": False,
        }
        fleet = {"anyOf": [held, {"type": "array", "items": held}]}
        units = {
            "type": "object",
            "properties": {**dict.fromkeys(FLEETS, fleet), **dict.fromkeys(SHIPS, count)},
            "additionalProperties": False,
        }
        items = {"anyOf": [{"enum": list(SHIPS)}, units]}
        return {"anyOf": [units, {"type": "array", "items": items}]}


PRIZES: Final = Listed(Choice(IN_FLEETS, "a kind of ship"), 0, 40)


def ships_in_words(ships: dict[str, int]) -> str:
    """Ships in words: `4 NWD NTD`."""
    return " ".join(
        f"{number} {kind}" if number > 1 else kind for kind, number in ships.items() if number
    )
