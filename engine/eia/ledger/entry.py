"""What can be entered into the campaign ledger: each entry with its fields, its rules, its effect.

An entry is a class, declared like a kind of the adjudicator: its fields stand in the same sheet,
`refuse` why the rules don't allow it, `doubt` what it would overwrite or do unusually and
therefore has to be confirmed, `apply` writes it down and tells the chronicle.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple

from engine.documents.complaints import Complaints
from engine.documents.fields import (
    Choice,
    Field,
    Fields,
    Listed,
    Named,
    Shape,
    Text,
    Whole,
)
from engine.documents.printable import is_printable
from engine.eia import leaders, months, tables, troops
from engine.eia.battles import combat_tables
from engine.eia.ledger import disputed_figures
from engine.eia.ledger.ledger import Ledger, Night
from engine.eia.reasons import Claims
from engine.eia.status_track import marker_at
from engine.facts.document_fields import Words, fields_of
from engine.facts.sheets import records_by

LONGEST: Final = 8000  # letters of a text in notation
COUNTED: Final = re.compile(r"([0-9]{1,3})\s*([a-z_]+)")


class PowerName(Choice):
    """A major power, however it is written."""

    def __init__(self) -> None:
        super().__init__(tuple(tables.POWERS), "a major power")

    def read(self, value: object, path: str, complaints: Complaints) -> Any:
        """Its id."""
        found = tables.power(value) if isinstance(value, str) else ""
        return found or super().read(value, path, complaints)


class Points(Shape):
    """Political points, whole or half ones, as a number or a text (`-1.5`); kept in halves.

    A journal holds no fractions, so that half ones are texts.
    """

    def __init__(self, most: int) -> None:
        self.most = most

    def read(self, value: object, path: str, complaints: Complaints) -> Any:
        """The points in halves."""
        text = str(value) if type(value) in (int, str) else ""
        if re.fullmatch(r"[+-]?[0-9]{1,3}(\.[05])?", text, re.ASCII):
            halves = int(2 * Fraction(text))
            if abs(halves) <= 2 * self.most:
                return halves
        wanted = f"is not a number of points from -{self.most} to {self.most}, such as 1 or -1.5"
        return complaints.add(path, value, wanted)

    def schema(self) -> dict[str, Any]:
        """A text."""
        return {"type": "string", "pattern": r"^[+-]?[0-9]{1,2}(\.[05])?$"}


class ByPower(Named):
    """Values by major power, however these are written."""

    def __init__(self, shape: Any, what: str) -> None:
        super().__init__(shape, what, tuple(tables.POWERS))

    def allows(self, name: str) -> bool:
        """Whether it is one, however it is written."""
        return bool(tables.power(name))

    def read(self, value: object, path: str, complaints: Complaints) -> Any:
        """The values by the ids of their powers; a power that stands there twice is refused."""
        found = super().read(value, path, complaints)
        if not isinstance(found, dict):
            return found
        by_id = {tables.power(name): each for name, each in found.items()}
        if len(by_id) < len(found):
            return complaints.say(path, "names a power twice")
        return by_id


def is_short_name(name: str) -> bool:
    """Whether a name can stand in the ledger."""
    return 0 < len(name) <= 40 and is_printable(name)


class Written(Text):
    """A text that is written in some way; what `means` makes of it, None where it is none such."""

    def __init__(self, means: Callable[[str], object], wanted: str) -> None:
        super().__init__()
        self.means, self.wanted = means, wanted

    def read(self, value: object, path: str, complaints: Complaints) -> Any:
        """What it means."""
        found = self.means(value) if isinstance(value, str) else None
        return complaints.add(path, value, self.wanted) if found is None else found


def ratings(text: str) -> tuple[int, int, int, str] | None:
    """A leader's ratings and rank, from `5-5-6 A`: strategic, tactical, tactical maximum, rank."""
    said = re.fullmatch(r"([0-6])[-/. ]?([0-6])[-/. ]?([0-6]) ?([A-Da-d]?)", text)
    return (int(said[1]), int(said[2]), int(said[3]), said[4].upper()) if said else None


class Strength(Text):
    """The factors of a corps: `12 infantry 2 light_cavalry`, or `12i 2lc`."""

    def read(self, value: object, path: str, complaints: Complaints) -> Any:
        """The factors by troop."""
        text = value.lower() if isinstance(value, str) else ""
        found: dict[str, int] = {}
        for number, word in COUNTED.findall(text):
            troop = troops.SHORT.get(word, word)
            if troop not in troops.TROOPS:
                kinds = ", ".join(troops.TROOPS)
                return complaints.add(path, value, f"names no kind of troop; one of: {kinds}")
            found[troop] = found.get(troop, 0) + int(number)
        if not found or COUNTED.sub("", text).strip(" +,"):
            return complaints.add(path, value, "is not a strength, such as 12 infantry 2 cavalry")
        return found


class Yield(Text):
    """What a province or a minor yields in manpower, and whether it can join the Ottoman Empire:
    `5`, `1 ottoman`."""

    def read(self, value: object, path: str, complaints: Complaints) -> Any:
        """The manpower, and whether it can join."""
        said = re.fullmatch(r"([0-9]{1,2})( ottoman)?", str(value).lower(), re.ASCII)
        if said is None:
            return complaints.add(path, value, "is not manpower, such as 5 or 1 ottoman")
        return int(said[1]), said[2] is not None


class Factors(Strength):
    """Factors by troop: an object of them, or a text such as `12i 2lc` or `infantry=12`."""

    def read(self, value: object, path: str, complaints: Complaints) -> Any:
        """The factors by troop."""
        if isinstance(value, str) and "=" in value:
            pairs = (each.partition("=") for each in re.split(r"[\s,]+", value) if each)
            value = {troop: int(n) if n.isdecimal() and len(n) < 5 else n for troop, _, n in pairs}
        if not isinstance(value, dict):
            return super().read(value, path, complaints)
        return BY_TROOP.read(value, path, complaints)

    def schema(self) -> dict[str, Any]:
        """An object, or a text."""
        return {"anyOf": [BY_TROOP.schema(), super().schema()]}


class Ranked(Choice):
    """A rank, or "yes" for that of the roster."""

    def read(self, value: object, path: str, complaints: Complaints) -> Any:
        """The rank; empty for that of the roster."""
        return "" if value is True or value == "" else super().read(value, path, complaints)


def _among(known: Collection[str], noun: str, shape: Shape | None = None) -> Named:
    """Numbers, or another shape, by some names."""
    return Named(shape or NUMBER, noun, tuple(known))


class _ByShortName(Named):
    """Values by any names that can stand in the ledger."""

    def __init__(self, shape: Shape, what: str) -> None:
        super().__init__(shape, what)
        self.known = "a name of at most 40 letters"

    def allows(self, name: str) -> bool:
        """Whether it is one."""
        return is_short_name(name)


POWER: Final = PowerName()
NUMBER: Final = Whole(0, 999, "a number")
POINTS: Final = Whole(-999, 999, "a number of points")
GOAL: Final = Whole(0, 9999, "a number of points")
SHIPS: Final = Whole(0, 200, "a number of ships")
LENGTH: Final = Whole(0, 240, "a number of months")
BY_TROOP: Final = _among(troops.TROOPS, "factors")
CHITS: Final = combat_tables.chits()
SHAPES: Final[Words] = {
    "major power": POWER,
    "half points": Points(99),
    "rank, or that of the roster": Ranked(leaders.RANKS, "a rank"),
    "floating phase": Choice(
        [phase for phase in months.phases() if tables.order(phase)[1]],
        "a phase of which a power says when it comes in",
    ),
    "figure to settle": Choice(disputed_figures.names(), "a figure to settle"),
    "attacker's chit": Choice(CHITS[0], "a chit"),
    "defender's chit": Choice(CHITS[1], "a chit"),
    "terrain": Choice(combat_tables.terrains(), "a terrain"),
    "all of them": Listed(Text(), empty="all"),
    "line of a story": Text(most=200),
    "position": Text(most=LONGEST),
    "box of the track": Written(marker_at, "is not a box: F, I, N or D and 1 to 10, such as N5"),
    "factors of a corps": Factors(most=80),
    "cavalry by type": _among(troops.TYPES, "cavalry"),
    "goals by power": _among(tables.POWERS, "goals by power", GOAL),
    "political points by power": ByPower(Points(99), "political points by power"),
    "victory points by power": ByPower(POINTS, "victory points by power"),
    "money by power": ByPower(POINTS, "money by power"),
    "manpower by power": ByPower(POINTS, "manpower by power"),
    "bids by power": ByPower(Whole(0, 999, "a bid"), "bids by power"),
    "months by power": ByPower(LENGTH, "months by power"),
    "owners by province": _ByShortName(POWER, "owners by province"),
    "manpower by province and minor": _ByShortName(Yield(), "manpower by province and minor"),
    "ships by fleet": _ByShortName(SHIPS, "ships by fleet"),
    "hulks by port": _ByShortName(SHIPS, "hulks by port"),
    "factors by nation and troop": _ByShortName(NUMBER, "factors by nation and troop"),
    "ratings by leader": _ByShortName(
        Written(ratings, "is not ratings and a rank, such as 5-5-6 A"), "ratings by leader"
    ),
    "factors by corps": _ByShortName(Strength(most=80), "factors by corps"),
    "months by leader": _ByShortName(LENGTH, "months by leader"),
}  # fmt: skip
"""Shapes by the words that fields.csv has for them, besides those that it writes out."""


class Told(NamedTuple):
    """What an entry is about, the steps it belongs to, and those it does since the third edition of
    the ledger."""

    what: str
    steps: tuple[str, ...]
    usual: tuple[str, ...]


TOLD: Final[Mapping[str, Told]] = records_by("documents/entries.csv", {"entry": str}, Told)


class Entry(ABC):
    """What may be entered: a class with its fields, its effect, what refuses it, the steps it
    belongs to (none: any), and what of it has to be confirmed. One that was entered has the values
    of its fields as attributes.

    `usual` are steps that it belongs to since the ledger's third edition. `former` names fields
    that it had once, each with the one that holds its value now and how many of the old units make
    one of the new.
    """

    name: ClassVar[str]
    what: ClassVar[str]
    steps: ClassVar[tuple[str, ...]]
    usual: ClassVar[tuple[str, ...]]
    former: ClassVar[tuple[tuple[str, str, int], ...]]
    fields: ClassVar[tuple[Field, ...]]
    document: ClassVar[Fields]

    def __init_subclass__(cls, name: str, former: tuple[tuple[str, str, int], ...] = ()) -> None:
        cls.name, cls.former = name, former
        cls.what, cls.steps, cls.usual = TOLD[name]
        cls.fields = fields_of(f"entry {name}", SHAPES)
        cls.document = Fields(cls.fields, "an entry")

    def __init__(self, values: dict[str, Any]) -> None:
        self.values = values
        vars(self).update(values)

    if TYPE_CHECKING:  # the values by the names of their fields

        def __getattr__(self, field: str) -> Any: ...

    def refuse(self, state: Ledger) -> Claims:
        """Why the rules don't allow it."""
        return ()

    def doubt(self, state: Ledger) -> Claims:
        """What it would overwrite or do unusually, and therefore has to be confirmed."""
        return ()

    @abstractmethod
    async def apply(self, night: Night) -> None:
        """Writes it down and tells the chronicle."""


SIDES: Final = ("attacker", "defender")


def of_both(entry: Entry, *ends: str) -> Iterator[list[Any]]:
    """What an entry says of the attacker, then of the defender: who it is, and more by the ends of
    the names of its fields."""
    for side in SIDES:
        yield [entry.values[f"{side}{end}"] for end in ("", *ends)]


def two_powers(attacker: str, defender: str, winner: str | None) -> Claims:
    """A battle takes two powers, and one of them wins it if anybody does."""
    yield attacker == defender, "A battle takes two powers."
    yield winner not in (None, attacker, defender), f"{winner} wasn't in the battle."


def tell_points(night: Night, battle: Entry, kind: str) -> None:
    """The political points of a battle, where no story tells them."""
    gained = {power: halves for power, halves in of_both(battle, "_points") if halves}
    if gained and not battle.values["story"]:
        words = ", ".join(f"{power} {halves / 2:+g}" for power, halves in gained.items())
        night.tell(kind, f"Political points: {words}.", battle.values["winner"] or "")
