"""What can be entered into the campaign ledger: each entry with its fields, its rules, its effect.

An entry is a class, declared like a kind of the adjudicator: its fields say what may stand in them,
`refuse` why the rules don't allow it, `doubt` what it would overwrite or do unusually and
therefore has to be confirmed, `apply` writes it down and tells the chronicle.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, ClassVar, Final

from engine.documents.complaints import Complaints
from engine.documents.fields import (
    REQUIRED,
    Choice,
    Field,
    Fields,
    Flag,
    Named,
    Shape,
    Text,
    Whole,
)
from engine.eia import tables
from engine.eia.ledger.ledger import Ledger, Night
from engine.eia.reasons import Reason


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


POWER: Final = PowerName()
LABEL: Final = Text()
FLAG: Final = Flag()
NUMBER: Final = Whole(0, 999, "a number")
POINTS: Final = Whole(-999, 999, "a number of points")
HALVES: Final = Points(99)

Claims = Iterable[Reason | tuple[object, str, str]]
"""Reasons, and sentences with their rules behind whether they apply."""


def said(shape: Shape, what: str, default: Any = REQUIRED) -> Any:
    """A field of an entry: what may stand in it, what it means, its value when it is absent."""
    return Field("", shape, what, default)


def aside(shape: Shape, what: str, default: Any) -> Any:
    """The same for one that a form folds away."""
    return Field("", shape, what, default, True)


class Entry(ABC):
    """What may be entered: a class with its fields as attributes, its effect, what refuses it, the
    steps it belongs to (none: any), and what of it has to be confirmed. One that was entered has
    the values in their place.

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

    def __init_subclass__(
        cls, name: str, what: str, steps: tuple[str, ...] = (), usual: tuple[str, ...] = (),
        former: tuple[tuple[str, str, int], ...] = (), fields: tuple[Field, ...] = (),
    ) -> None:  # fmt: skip
        cls.name, cls.what, cls.steps, cls.usual, cls.former = name, what, steps, usual, former
        own = {key: each for key, each in vars(cls).items() if isinstance(each, Field)}
        cls.fields = fields or tuple(each._replace(name=key) for key, each in own.items())
        cls.document = Fields(cls.fields, "an entry")

    def __init__(self, values: dict[str, Any]) -> None:
        self.values = values
        vars(self).update(values)

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
    yield attacker == defender, "A battle takes two powers.", "EIA-SET-03"
    stranger = winner not in (None, attacker, defender)
    yield stranger, f"{winner} wasn't in the battle.", "EIA-SET-03"


def tell_points(night: Night, battle: Entry, kind: str) -> None:
    """The political points of a battle, where no story tells them."""
    gained = {power: halves for power, halves in of_both(battle, "_points") if halves}
    if gained and not battle.values["story"]:
        words = ", ".join(f"{power} {halves / 2:+g}" for power, halves in gained.items())
        night.tell(kind, f"Political points: {words}.", battle.values["winner"] or "")


def counts(noun: str) -> Named:
    """Whole numbers by name."""
    return Named(NUMBER, noun)


class ByPower(Named):
    """Values by major power, however these are written."""

    def __init__(self, shape: Any, what: str) -> None:
        known = ", ".join(tables.POWERS)
        super().__init__(shape, what, lambda name: bool(tables.power(name)), known)

    def read(self, value: object, path: str, complaints: Complaints) -> Any:
        """The values by the ids of their powers; a power that stands there twice is refused."""
        found = super().read(value, path, complaints)
        if not isinstance(found, dict):
            return found
        by_id = {tables.power(name): each for name, each in found.items()}
        if len(by_id) < len(found):
            return complaints.say(path, "names a power twice")
        return by_id
