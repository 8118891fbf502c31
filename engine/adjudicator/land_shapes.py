"""What documents about land forces share: countries, units, leaders, sides, options."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from engine.adjudicator import sea_shapes
from engine.adjudicator.document_kind import Table, call_with
from engine.chances.steps import FACES
from engine.combat.leader_casualties_math import TURN_OUT, Fate
from engine.combat.leaders import (
    DETACHMENT,
    Commander,
    commander_of,
    replacement,
    replacement_line,
)
from engine.combat.options import OPTIONS
from engine.documents import typed
from engine.documents.complaints import NOTHING, Complaints
from engine.documents.fields import Choice, Flag, Named, Shape, Whole
from engine.documents.typed import NONE
from engine.facts import countries, place_names, tables
from engine.facts.document_fields import Words, record
from engine.facts.ids import AreaId, CountryId
from engine.facts.sheets import FactsError
from engine.grammar import thirds
from engine.land.battle.contingents import THIRDS, Contingent, Side

LAND_KINDS: Final = (*THIRDS, "PASHA")
VALUES: Final = ("manoeuvre", "fire", "shock", "siege")
DESCRIBED: Final = r"(.+?)\s+([0-9])[.·]?([0-9])[.·]?([0-9])[.·]?([0-9]?)"
MOST_STRENGTH: Final = 100 * DETACHMENT
SIZE: Final = Whole(1, MOST_STRENGTH // DETACHMENT, "a number of detachments")
UNITS: Final = sea_shapes.Counts(dict.fromkeys(LAND_KINDS, Whole(0, MOST_STRENGTH)), "a land unit")

TECHNOLOGY: Final = Choice(
    tables.LAND_TECHNOLOGIES,
    "a land technology",
    {code: tables.technology(code) for code in ("MED", "REN", "ARQ", "MUS", "BAR", "MAN", "L")},
)


def switches(what: str, *names: str) -> Named:
    """What may be switched on or off by name."""
    return Named(Flag(), what, names)


class Troops(NamedTuple):
    """Land units: counters by kind, and pashas by their number and their detachments in all."""

    kinds: tuple[str, ...]
    pasha_detachments: int
    pashas: int

    @property
    def outside(self) -> int:
        """Thirds of a detachment outside the pashas."""
        return sum(THIRDS[kind] for kind in self.kinds)

    @property
    def strength(self) -> int:
        """Thirds of a detachment."""
        return self.outside + DETACHMENT * self.pasha_detachments


class LandUnits(Shape):
    """Land units: a list of kinds, or an object of counts; read as Troops.

    A pasha of another size than 1 LD stands in a list as `{"PASHA": 2}`.
    """

    def __init__(self, least: int) -> None:
        self.least = least

    def typed(self, text: str) -> Any:
        """A list of the counters."""
        return typed.units_of(text)

    def read(self, value: object, path: str, complaints: Complaints) -> Any:
        """The kinds of counters, and the detachments of the pashas."""
        before = len(complaints.lines)
        counts: Counter[Any] = Counter()
        sizes: list[Any] = []
        if isinstance(value, dict):
            counts.update(UNITS.read(value, path, complaints))
        elif isinstance(value, list):
            for each, here in sea_shapes.entries(value[: MOST_STRENGTH + 1], path):
                if isinstance(each, dict) and list(each) == ["PASHA"]:
                    sizes.append(SIZE.read(each["PASHA"], f"{here}.PASHA", complaints))
                else:
                    counts[UNITS.kind.read(each, here, complaints)] += 1
        else:
            wanted = "is neither a list of units (A+, A-, LD, LDE, PASHA) nor an object of counts"
            return complaints.add(path, value, wanted)
        if len(complaints.lines) > before:
            return NOTHING
        kinds = tuple(name for name in THIRDS for _ in range(counts[name]))
        loose = counts["PASHA"]
        found = Troops(kinds, loose + sum(sizes), loose + len(sizes))
        if not self.least <= found.strength <= MOST_STRENGTH:
            some = "at least one unit and " if self.least else ""
            most = MOST_STRENGTH // DETACHMENT
            amounts = f"amounts to {thirds(found.strength)} LD"
            return complaints.say(path, f"{amounts}; it may hold {some}at most {most} LD")
        return found

    def schema(self) -> dict[str, Any]:
        """A list of kinds, or counts."""
        pasha = {
            "type": "object",
            "properties": {"PASHA": SIZE.schema()},
            "required": ["PASHA"],
            "additionalProperties": False,
        }
        items = {"anyOf": [UNITS.kind.schema(), pasha]}
        counts = {kind: {"type": "integer", "minimum": 0} for kind in LAND_KINDS}
        counted = {**UNITS.schema(), "properties": counts}
        return {"anyOf": [{"type": "array", "items": items}, counted]}

    def offers(self) -> Sequence[str]:
        """The kinds of counters."""
        return LAND_KINDS

    def help(self) -> str:
        """How they are typed."""
        return f"counters, such as 2A+ LD, PASHA(2): {', '.join(LAND_KINDS)}"


LEADER_FIELDS: Final = record("a leader", {})


class Leader(Shape):
    """A leader: an object, three or four digits, or an id of the data; a Commander, or None.

    A vizier without values is a Commander with a manoeuvre of -1: his line is still to be rolled.
    """

    def read(self, value: object, path: str, complaints: Complaints) -> Any:
        """The commander."""
        if value is None:
            return None
        if isinstance(value, dict):
            return self._described(value, path, complaints)
        if isinstance(value, str):
            if re.fullmatch("[0-9]{3,4}", value, re.ASCII):
                manoeuvre, fire, shock, siege = map(int, value.ljust(4, "0"))
                return Commander(value, manoeuvre, fire, shock, siege)
            try:
                found = countries.leader(value)
            except FactsError:
                pass
            else:
                commander = commander_of(found)
                vizier = found.variant == "vizier"
                return commander._replace(kind="vizier") if vizier else commander
        wanted = "is not a leader: an object, digits such as '242', the id of a leader, or null"
        return complaints.add(path, value, wanted)

    @staticmethod
    def _described(value: object, path: str, complaints: Complaints) -> Any:
        read = LEADER_FIELDS.read(value, path, complaints)
        if read is NOTHING:
            return NOTHING
        lacking = [name for name in ("manoeuvre", "fire", "shock") if read[name] is None]
        if len(lacking) == 3 and read["kind"] == "vizier":
            read, lacking = {**read, "manoeuvre": -1, "fire": 0, "shock": 0}, []
        for name in lacking:
            complaints.lack(f"{path}.{name}", "a whole number from 0 to 9")
        return NOTHING if lacking else Commander(**read)

    def schema(self) -> dict[str, Any]:
        """Null, text, or an object."""
        return {"anyOf": [{"type": "null"}, {"type": "string"}, LEADER_FIELDS.schema()]}

    def offers(self) -> Sequence[str]:
        """Nobody, or the ids of the data."""
        return (NONE, *sorted(countries.leaders()))

    def help(self) -> str:
        """How he is typed."""
        return "digits such as 242, a name and digits, the name of a leader, or - for nobody"

    def typed(self, text: str) -> Any:
        """Nobody, digits, an id, a name of the data, or a name with digits behind it."""
        if text.lower() in typed.NOBODY:
            return None
        if described := re.fullmatch(DESCRIBED, text):
            name, *values = described.groups()
            digits = [int(each) for each in values if each]
            return {"name": name, **dict(zip(VALUES, digits, strict=False))}
        return text if re.fullmatch("[0-9]{3,4}", text, re.ASCII) else place_names.leader_id(text)


WORDS: Final[Words] = {
    "period": Choice(tables.PERIODS, "a period"),
    "turn": Whole(1, tables.last_turn(), "a turn"),
    "land technology": TECHNOLOGY,
    "technology of the sea": sea_shapes.TECHNOLOGY,
    "army class": Choice(tables.ARMY_CLASSES, "an army class"),
    "country": CountryId(),
    "area": AreaId(),
    "leader": Leader(),
    "land units": LandUnits(1),
    "land units, or none": LandUnits(0),
    "switches": switches("switches", *OPTIONS),
}


def is_minor(read: dict[str, Any]) -> bool:
    """Whether a side fights as a minor: as it is said, else as its country is no power."""
    power = countries.country(read["country"]).kind in ("major", "minor_major")
    return not power if read["minor"] is None else bool(read["minor"])


def side(read: dict[str, Any], name: str, period: str, commander: Commander) -> Side:
    """The side that a document describes."""
    country = countries.country(read["country"])
    given = read["army_class"]
    own = countries.army_class(country.id, period)
    troops: Troops = read["units"]
    contingent = Contingent(
        country.id, given or own, troops.kinds, troops.pasha_detachments,
        bool(given) and given != own,
        read["janissary"], read["sipahi"], read["reformed"], read["natives"],
        country.kind != "rotw",
    )  # fmt: skip
    return call_with(
        read,
        Side,
        name=name,
        country=country.id,
        contingents=(contingent,),
        commander=commander,
        minor=is_minor(read),
        crossing=read.get("crossing") or "",
    )


def commander(read: dict[str, Any], name: str, table: Table, admiral: bool = False) -> Commander:
    """Who commands a side: its leader, or a replacement rolled now (PAR-04 to PAR-10)."""
    leader: Commander | None = read["leader"]
    vizier = leader is not None and leader.kind == "vizier" and leader.manoeuvre < 0
    if leader is not None and not vizier:
        return leader
    line = replacement_line(read["country"], read.get("natives", False), vizier)
    die = table.throw(f"{name}.replacement", (), f"replacement, line {line}")
    found = replacement(line, die, admiral)
    if leader is None:
        return found
    return found._replace(name=leader.name, kind="vizier", monarch=True, replacement=False)


def check_leader(values: dict[str, Any], complaints: Complaints) -> None:
    """A vizier whose values nobody has rolled cannot help."""
    leader: Commander | None = values["leader"]
    if leader is not None and leader.manoeuvre < 0:
        complaints.lack("leader.manoeuvre", "a whole number from 0 to 9")


def commanders(
    sides: list[tuple[str, dict[str, Any]]],
    dice: dict[str, int],
    table: Table,
    admiral: bool = False,
) -> list[tuple[int, list[Commander]]]:
    """Every pair of commanders with its weight, for odds; equal replacements are merged."""
    choices = []
    for name, read in sides:
        found = Counter[Commander]()
        for die in FACES:
            given = dice.get(f"{name}.replacement", die)
            thrown = Table({f"{name}.replacement": given}, 0)
            found[commander(read, name, thrown, admiral)] += 1
            table.asked |= thrown.asked
        choices.append(found)
    return [
        (one * other, [first, second])
        for first, one in choices[0].items()
        for second, other in choices[1].items()
    ]


def fate(found: Fate | None) -> str | dict[str, int | str] | None:
    """A leader's fate as an answer holds it."""
    if found is None:
        return None
    if found == TURN_OUT:
        return {found.what: found.rounds, "until": "end"}
    return {found.what: found.rounds} if found.rounds else found.what


def losses(thirds_lost: int, map_: str) -> dict[str, int]:
    """Losses as an answer holds them: detachments, in the Rest of the World with their thirds."""
    whole, rest = divmod(thirds_lost, DETACHMENT)
    return {"losses": whole} | ({} if map_ == "europe" else {"losses_rest_thirds": rest})


def split(number: int) -> dict[str, int]:
    """Thirds of a detachment as an answer holds them: whole ones (D), and what is over (d)."""
    return dict(zip("Dd", divmod(number, DETACHMENT), strict=True))


def joined(held: dict[str, int]) -> int:
    """The same in thirds."""
    return DETACHMENT * held["D"] + held["d"]


def switched_off(options: dict[str, bool]) -> frozenset[str]:
    """The experimental rules that a document switches off."""
    return frozenset(name for name, on in options.items() if not on)


def troops_in_words(found: Side) -> str:
    """The troops of a side in words: `A+ LD, 5 LD veteran`."""
    contingent = found.contingents[0]
    words = [
        f"{number} {unit}" if number > 2 else " ".join([unit] * number)
        for unit, number in Counter(contingent.units).items()
    ]
    words += [f"{contingent.pashas} LD of pashas"] * bool(contingent.pashas)
    return " ".join(words) or "no troops"
